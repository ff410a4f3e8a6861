"""The engines: how each is installed and built, and how its driver is started.

An entry is (name, questions, function); the function installs and builds what is missing and
gives (command, about). The first one is what all others are compared with. """

import os
import pathlib
import sys

import fcl_build
from shell import CHECKOUT, CXX, HERE, TARGET, WORK, call, compile, install, output, say, version

DRIVERS = HERE / "drivers"
BUILD = ["cargo", "build", "--release", "-p", "obbtree-benches", "--bin", "compare_driver"]
PYTHON_PACKAGES = ["coal==3.0.3", "python-fcl==0.7.0.11", "numpy"]


def rust(kind, about):
    def build():
        call(BUILD, cwd=CHECKOUT)
        return [TARGET / "release/compare_driver", kind], about

    return build


def rounded():
    """The same driver, without the engine's certain stages: `crates/query/src/rounded.rs`."""
    target = TARGET / "rounded"
    flags = f"{os.environ.get('RUSTFLAGS', '')} --cfg obbtree_rounded".strip()
    changed = {"RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(target)}
    call(BUILD, cwd=CHECKOUT, env={**os.environ, **changed})
    about = "this checkout, compiled with --cfg obbtree_rounded"
    return [target / "release/compare_driver", "obbtree"], about


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


def python(driver, package, *words):
    def build():
        install(["python3-venv"])
        python, installed = WORK / "venv/bin/python", WORK / "venv/installed.txt"
        if not installed.exists() or installed.read_text().split() != PYTHON_PACKAGES:
            call([sys.executable, "-m", "venv", WORK / "venv"])
            call([python, "-m", "pip", "install", "-q", *PYTHON_PACKAGES])
            installed.write_text("\n".join(PYTHON_PACKAGES))
        frozen = output([python, "-m", "pip", "freeze"]).split()
        name = next(line for line in frozen if line.startswith(package + "=="))
        return [python, DRIVERS / driver, *words], f"{name}, the wheel, called from Python"

    return build


def cgal():
    install(["g++", "libcgal-dev", "libgmp-dev", "libmpfr-dev"])
    program = WORK / "cgal"
    source = DRIVERS / "cgal.cpp"
    compile([*CXX, "-march=native", source, "-lgmp", "-lmpfr"], source, program)
    about = f"libcgal-dev {version('libcgal-dev')}, headers compiled with -O3 -march=native"
    return [program], about


def bullet():
    install(["g++", "libbullet-dev"])
    program = WORK / "bullet"
    libraries = [f"-l{name}-float64" for name in ("BulletCollision", "LinearMath")]
    headers = ["-DBT_USE_DOUBLE_PRECISION", "-isystem", "/usr/include/bullet"]
    compile([*CXX, *headers, DRIVERS / "bullet.cpp", *libraries], DRIVERS / "bullet.cpp", program)
    package = f"libbullet-dev {version('libbullet-dev')}"
    return [program], f"{package}, GImpact, double precision, Debian's library"


def pqp():
    """PQP's licence allows no copy here: whoever has a checkout says where, by PQP_CHECKOUT."""
    checkout = pathlib.Path(os.environ["PQP_CHECKOUT"])
    header = next(checkout.rglob("PQP.h"))
    sources = [path for path in header.parent.parent.rglob("*.cpp") if path.parent.name == "src"]
    program = WORK / "pqp"
    flags = ["-march=native", "-fpermissive", "-w", "-I", header.parent]
    compile([*CXX, *flags, DRIVERS / "pqp.cpp", *sources], DRIVERS / "pqp.cpp", program)
    return [program], "its user's checkout, compiled with -O3 -march=native"


OURS = (
    "this checkout, one binary for all machines of the architecture, the instruction set chosen at "
    "run time"
)
CLASSIC = (
    "this checkout, the engine of the 1996 paper in f64; distances by the descent of PQP on its "
    "boxes"
)
F32, F64 = package_version("parry3d"), package_version("parry3d-f64")
TREES = f"{F64}, both trees descended by its own parts; not a documented call"
CONTACTS, DISTANCE = {"contacts"}, {"distance"}
BOTH = CONTACTS | DISTANCE
ENGINES = [
    ("obbtree", BOTH, rust("obbtree", OURS)),
    ("obbtree classic", BOTH, rust("classic", CLASSIC)),
    ("FCL native OBB", CONTACTS, fcl("OBB", native=True)),
    ("FCL native OBBRSS", BOTH, fcl("OBBRSS", native=True)),
    ("FCL Debian OBB", CONTACTS, fcl("OBB", native=False)),
    ("Coal", CONTACTS, python("coal_driver.py", "coal")),
    ("Coal OBBRSS", DISTANCE, python("coal_driver.py", "coal", "OBBRSS")),
    ("python-fcl", CONTACTS, python("python_fcl_driver.py", "python-fcl")),
    ("CGAL", CONTACTS, cgal),
    ("Bullet", CONTACTS, bullet),
    ("parry3d", CONTACTS, rust("parry3d", f"{F32}, query::intersection_test")),
    ("parry3d-f64", BOTH, rust("parry3d-f64", f"{F64}, query::intersection_test, query::distance")),
    ("parry3d-f64 trees", CONTACTS, rust("parry3d-f64-trees", TREES)),
]
if "PQP_CHECKOUT" in os.environ:
    ENGINES.append(("PQP", CONTACTS, pqp))
# Only where it is wanted: what certainty costs.
ROUNDED = ("obbtree rounded", BOTH, rounded)


def all_engines(question, words, with_rounded):
    """Those that answer the question and whose names contain one of the words, all without words;
    always the first one."""
    chosen = []
    for place, (name, questions, build) in enumerate(ENGINES + [ROUNDED] * with_rounded):
        has = any(word.lower() in name.lower() for word in words)
        is_named = has or not words or build is rounded
        if question in questions and (place == 0 or is_named):
            say(f"== {name}")
            command, about = build()
            chosen.append({"name": name, "about": about, "command": list(map(str, command))})
    return chosen
