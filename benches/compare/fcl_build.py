"""FCL from Debian's or Ubuntu's packages: with their library, and all of it compiled for this
machine."""

import pathlib
import re
import shutil
import subprocess

from shell import WORK, call, compile, output, say

FLAGS = ["-std=c++17", "-O3", "-DNDEBUG", "-isystem", "/usr/include/eigen3"]
# FCL's functions that are not templates and that the query calls: they exist only as sources.
FCL_SOURCES = [
    "math/triangle.cpp",
    "geometry/bvh/detail/BVH_front.cpp",
    "geometry/bvh/BV_node_base.cpp",
]


def fcl_headers_without_extern_templates():
    """A copy of the installed headers in which every template is instantiated where it is used.

    The package's headers say `extern template` for everything in double, so that a program takes
    the code from the prebuilt library, whatever its own flags are.
    """
    source, copy = pathlib.Path("/usr/include/fcl"), WORK / "headers/fcl"
    shutil.rmtree(copy, ignore_errors=True)
    for header in source.rglob("*.h"):
        text = header.read_text(encoding="utf-8", errors="surrogateescape")
        place = copy / header.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = re.sub(r"^\s*extern\s+template\b[^;]*;", "", text, flags=re.MULTILINE)
        place.write_text(text, encoding="utf-8", errors="surrogateescape")
    return copy.parent


def fcl_sources():
    """The sources of the FCL package, or None if the machine's package lists offer none.

    The lists of apt are copied and used for sources in place of binaries; the machine's own stay as
    they are.
    """
    private = WORK / "apt"
    upstream = output(["dpkg-query", "-W", "-f=${source:Upstream-Version}", "libfcl-dev"])
    sources = private / f"fcl-{upstream}" / "src"  # of the version whose headers are installed
    if sources.exists():
        return sources
    for folder in ["lists/partial", "parts", "cache/archives/partial"]:
        (private / folder).mkdir(parents=True, exist_ok=True)
    apt = pathlib.Path("/etc/apt")
    for entry in [apt / "sources.list", *(apt / "sources.list.d").glob("*")]:
        if entry.is_file() and re.search("debian|ubuntu", entry.name + entry.read_text()):
            text = re.sub(r"^Types:.*", "Types: deb-src", entry.read_text(), flags=re.MULTILINE)
            text = re.sub(r"^deb\s", "deb-src ", text, flags=re.MULTILINE)
            (private / "parts" / entry.name).write_text(text)
    (private / "sources.list").write_text("")
    places = {"Etc::sourcelist": "sources.list", "Etc::sourceparts": "parts"}
    places |= {"State::lists": "lists", "Cache": "cache"}
    named = [f"Dir::{key}={private / place}" for key, place in places.items()]
    options = [word for name in named for word in ("-o", name)]
    try:
        call(["apt-get", *options, "update"])
        call(["apt-get", *options, "source", "fcl"], cwd=private)
    except subprocess.CalledProcessError as error:
        say(f"no sources of FCL: {error}")
    return sources if sources.exists() else None


def native(driver, flags, program):
    """Compiles a driver with all of FCL that it runs, for this machine. Says what is not."""
    headers, sources = fcl_headers_without_extern_templates(), fcl_sources()
    flags = [*FLAGS, *flags, "-march=native", "-flto", "-isystem", headers]
    if sources:
        compile(["g++", *flags, driver, *(sources / name for name in FCL_SOURCES)], driver, program)
        return "all of it compiled with -O3 -march=native -flto"
    compile(["g++", *flags, driver, "-lfcl"], driver, program)
    return "all of it compiled with -O3 -march=native -flto but its node accessors"


def prebuilt(driver, flags, program):
    """Compiles a driver that uses the distribution's library."""
    compile(["g++", *FLAGS, *flags, driver, "-lfcl"], driver, program)
    return "the distribution's library"
