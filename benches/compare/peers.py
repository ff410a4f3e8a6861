"""The engines: how each is installed and built, and how its driver is started.

An entry is (name, function); the function installs and builds what is missing and gives (command, about).
The first one is what all others are compared with.
"""

import os
import pathlib
import sys

import fcl_build
from shell import CHECKOUT, HERE, TARGET, WORK, call, compile, install, output, say, version

DRIVERS = HERE / "drivers"
CXX = ["g++", "-std=c++17", "-O3", "-DNDEBUG"]
PYTHON_PACKAGES = ["coal==3.0.3", "python-fcl==0.7.0.11", "numpy"]


def rust(kind, about):
    def build():
        call(["cargo", "build", "--release", "-p", "obbtree-benches", "--bin", "compare_driver"], cwd=CHECKOUT)
        return [TARGET / "release/compare_driver", kind], about

    return build


def rounded():
    """The same driver, compiled without the engine's certain stages: `crates/query/src/rounded.rs`."""
    target = TARGET / "rounded"
    flags = f"{os.environ.get('RUSTFLAGS', '')} --cfg obbtree_rounded".strip()
    build = ["cargo", "build", "--release", "-p", "obbtree-benches", "--bin", "compare_driver"]
    call(build, cwd=CHECKOUT, env={**os.environ, "RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(target)})
    return [target / "release/compare_driver", "obbtree"], "this checkout, compiled with --cfg obbtree_rounded"


def package_version(name):
    """Of a Rust package, as the lock file has it."""
    lines = (CHECKOUT / "Cargo.lock").read_text().splitlines()
    return lines[lines.index(f'name = "{name}"') + 1].split('"')[1]


def fcl(boxes, native):
    def build():
        install(["g++", "libfcl-dev", "libeigen3-dev", "dpkg-dev"])
        flags = ["-DBOXES_OBBRSS"] if boxes == "OBBRSS" else []
        program = WORK / f"fcl_{boxes}_{'native' if native else 'debian'}"
        package = f"libfcl-dev {version('libfcl-dev')}, boxes {boxes}"
        if native:
            how = fcl_build.native(DRIVERS / "fcl.cpp", flags, program)
        else:
            how = fcl_build.prebuilt(DRIVERS / "fcl.cpp", flags, program)
        return [program], f"{package}, {how}"

    return build


def python(driver, package):
    def build():
        install(["python3-venv"])
        python, installed = WORK / "venv/bin/python", WORK / "venv/installed.txt"
        if not installed.exists() or installed.read_text().split() != PYTHON_PACKAGES:
            call([sys.executable, "-m", "venv", WORK / "venv"])
            call([python, "-m", "pip", "install", "-q", *PYTHON_PACKAGES])
            installed.write_text("\n".join(PYTHON_PACKAGES))
        frozen = output([python, "-m", "pip", "freeze"]).split()
        name = next(line for line in frozen if line.startswith(package + "=="))
        return [python, DRIVERS / driver], f"{name}, the wheel, called from Python"

    return build


def cgal():
    install(["g++", "libcgal-dev", "libgmp-dev", "libmpfr-dev"])
    program = WORK / "cgal"
    source = DRIVERS / "cgal.cpp"
    compile([*CXX, "-march=native", source, "-lgmp", "-lmpfr"], source, program)
    return [program], f"libcgal-dev {version('libcgal-dev')}, headers compiled with -O3 -march=native"


def bullet():
    install(["g++", "libbullet-dev"])
    program = WORK / "bullet"
    libraries = [f"-l{name}-float64" for name in ("BulletCollision", "LinearMath")]
    headers = ["-DBT_USE_DOUBLE_PRECISION", "-isystem", "/usr/include/bullet"]
    compile([*CXX, *headers, DRIVERS / "bullet.cpp", *libraries], DRIVERS / "bullet.cpp", program)
    return [program], f"libbullet-dev {version('libbullet-dev')}, GImpact, double precision, Debian's library"


def pqp():
    """PQP's licence allows no copy here: whoever has a checkout says where, by PQP_CHECKOUT."""
    checkout = pathlib.Path(os.environ["PQP_CHECKOUT"])
    header = next(checkout.rglob("PQP.h"))
    sources = [path for path in header.parent.parent.rglob("*.cpp") if path.parent.name == "src"]
    program = WORK / "pqp"
    flags = ["-march=native", "-fpermissive", "-w", "-I", header.parent]
    compile([*CXX, *flags, DRIVERS / "pqp.cpp", *sources], DRIVERS / "pqp.cpp", program)
    return [program], "its user's checkout, compiled with -O3 -march=native"


TREES = "both trees descended by its own parts; not a documented call"
OURS = "this checkout, one binary for all machines of the architecture, the instruction set chosen at run time"
ENGINES = [
    ("obbtree", rust("obbtree", OURS)),
    ("obbtree classic", rust("classic", "this checkout, the engine of the 1996 paper in f64")),
    ("FCL native OBB", fcl("OBB", native=True)),
    ("FCL native OBBRSS", fcl("OBBRSS", native=True)),
    ("FCL Debian OBB", fcl("OBB", native=False)),
    ("Coal", python("coal_driver.py", "coal")),
    ("python-fcl", python("python_fcl_driver.py", "python-fcl")),
    ("CGAL", cgal),
    ("Bullet", bullet),
    ("parry3d", rust("parry3d", f"{package_version('parry3d')}, query::intersection_test")),
    ("parry3d-f64", rust("parry3d-f64", f"{package_version('parry3d-f64')}, query::intersection_test")),
    ("parry3d-f64 trees", rust("parry3d-f64-trees", f"{package_version('parry3d-f64')}, {TREES}")),
]
if "PQP_CHECKOUT" in os.environ:
    ENGINES.append(("PQP", pqp))
# Those that are asked how far apart bodies are.
DISTANCE_ENGINES = [
    ("obbtree", rust("obbtree", OURS)),
    ("obbtree classic", rust("classic", "this checkout, the descent of PQP on oriented boxes in f64")),
    ("FCL native OBBRSS", fcl("OBBRSS", native=True)),
    ("Coal OBBRSS", python("coal_obbrss_driver.py", "coal")),
    ("parry3d-f64", rust("parry3d-f64", f"{package_version('parry3d-f64')}, query::distance")),
]

# Of both lists, but only where it is asked for: what certainty costs.
ROUNDED = ("obbtree rounded", rounded)


def all_engines(words, engines=ENGINES):
    """Those whose names contain one of the words, all without words; always the first one."""
    chosen = []
    for place, (name, build) in enumerate(engines):
        if place == 0 or not words or any(word.lower() in name.lower() for word in words):
            say(f"== {name}")
            command, about = build()
            chosen.append({"name": name, "about": about, "command": list(map(str, command))})
    return chosen
