"""FCL's drivers, built from Debian's or Ubuntu's packages: with their library, and native.

What is missing is installed by package name; everything made goes to target/peers.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", CHECKOUT / "target")).resolve()
WORK = TARGET / "peers"

DEBIAN_PACKAGES = ["g++", "libfcl-dev", "libeigen3-dev", "python3-venv", "dpkg-dev"]
FLAGS = ["-std=c++17", "-O3", "-DNDEBUG", "-isystem", "/usr/include/eigen3"]
# FCL's functions that are not templates and that the query calls: they exist only as sources.
FCL_SOURCES = ["math/triangle.cpp", "geometry/bvh/detail/BVH_front.cpp", "geometry/bvh/BV_node_base.cpp"]


def say(text):
    print(text, file=sys.stderr, flush=True)


def call(command, **options):
    """Runs a command, its output on standard error, and stops if it fails."""
    say("$ " + " ".join(map(str, command)))
    subprocess.run(list(map(str, command)), check=True, stdout=sys.stderr, **options)


def output(command, success=(0,)):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    if done.returncode not in success:
        raise subprocess.CalledProcessError(done.returncode, done.args)
    return done.stdout


def install_debian_packages():
    def installed(name):
        asked = ["dpkg-query", "-W", "-f=${Status}", name]
        return subprocess.run(asked, capture_output=True, text=True).stdout.endswith("ok installed")

    missing = [name for name in DEBIAN_PACKAGES if not installed(name)]
    if missing:
        root = [] if os.geteuid() == 0 else ["sudo"]
        call([*root, "apt-get", "update"])
        call([*root, "apt-get", "install", "-y", *missing])


def fcl_headers_without_extern_templates():
    """A copy of the installed headers in which every template is instantiated where it is used.

    The package's headers say `extern template` for everything in double, so that a program takes the
    code from the prebuilt library, whatever its own flags are.
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

    The lists of apt are copied and asked for sources in place of binaries; the machine's own stay as
    they are.
    """
    private = WORK / "apt"
    upstream = output(["dpkg-query", "-W", "-f=${source:Upstream-Version}", "libfcl-dev"])
    sources = private / f"fcl-{upstream}" / "src"  # of the version whose headers are installed
    if sources.exists():
        return sources
    for folder in ["lists/partial", "parts", "cache/archives/partial"]:
        (private / folder).mkdir(parents=True, exist_ok=True)
    for entry in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        if entry.is_file() and re.search("debian|ubuntu", entry.name + entry.read_text()):
            text = re.sub(r"^Types:.*", "Types: deb-src", entry.read_text(), flags=re.MULTILINE)
            text = re.sub(r"^deb\s", "deb-src ", text, flags=re.MULTILINE)
            (private / "parts" / entry.name).write_text(text)
    (private / "sources.list").write_text("")
    places = {"Etc::sourcelist": "sources.list", "Etc::sourceparts": "parts", "State::lists": "lists", "Cache": "cache"}
    options = [word for key, place in places.items() for word in ("-o", f"Dir::{key}={private / place}")]
    try:
        call(["apt-get", *options, "update"])
        call(["apt-get", *options, "source", "fcl"], cwd=private)
    except subprocess.CalledProcessError as error:
        say(f"no sources of FCL: {error}")
    return sources if sources.exists() else None


def native(driver, program):
    """Compiles a driver with all of FCL that it runs, for this machine. Says what is not."""
    headers, sources = fcl_headers_without_extern_templates(), fcl_sources()
    flags = [*FLAGS, "-march=native", "-flto", "-isystem", headers]
    if sources:
        call(["g++", *flags, driver, *(sources / name for name in FCL_SOURCES), "-o", program])
        return "FCL, native"
    call(["g++", *flags, driver, "-lfcl", "-o", program])
    return "FCL, native but node accessors"


def build_fcl():
    """The drivers by engine name."""
    driver, prebuilt = HERE / "fcl_driver.cpp", WORK / "fcl_prebuilt"
    call(["g++", *FLAGS, driver, "-lfcl", "-o", prebuilt])
    return {"FCL, prebuilt library": prebuilt, native(driver, WORK / "fcl_native"): WORK / "fcl_native"}
