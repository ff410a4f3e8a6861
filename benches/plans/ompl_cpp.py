#!/usr/bin/env python3
"""OMPL's RRT-Connect in C++, with checks by obbtree or by FCL, of Debian's packages:
`ompl_cpp.py FOLDER ROWS.jsonl [--by obbtree|fcl] [--range LENGTH] [--tries N] [--every N]`.

Compiles `ompl_driver.cpp`, and writes the problems for it as words. Obstacles are exact shapes, the
robot's are its collision meshes, pairs are those of the SRDF. With obbtree lines are handed over
whole, and what is called free is proven. With FCL lines are sampled, at OMPL's own resolution. """

import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "compare"))

from shell import CHECKOUT, CXX, TARGET, call, output  # noqa: E402
from visual import place_files  # noqa: E402

WORK = TARGET / "plans"
PACKAGES = """g++ pkg-config libompl-dev libfcl-dev
    libboost-filesystem-dev libboost-system-dev libboost-serialization-dev"""


def is_installed():
    """Are OMPL and FCL there for C++?"""
    try:
        return subprocess.run(["pkg-config", "--exists", "ompl", "fcl"]).returncode == 0
    except OSError:
        return False


def driver():
    """The program, compiled with the library of this checkout."""
    prefix, capi = WORK / "capi", CHECKOUT / "crates" / "capi"
    call([capi / "install", prefix])
    flags = output(["pkg-config", "--cflags", "--libs", "ompl", "fcl"]).split()
    # What these packages say of the language, and of folders that they did not find.
    flags = [flag for flag in flags if not flag.startswith(("-std", "-L_"))]
    ours = [f"-I{prefix}/include", f"-I{capi}/c/examples", prefix / "lib" / "libobbtree.a"]
    program = WORK / "ompl_driver"
    call([*CXX, HERE / "ompl_driver.cpp", *ours, *flags, "-o", program])
    return program


def is_of_meshes(urdf):
    """Is every collision element a mesh, which is all that the driver takes?"""
    elements = ET.parse(urdf).iterfind("link/collision")
    return all(element.find("geometry/mesh") is not None for element in elements)


def words_of_robot(urdf, srdf):
    """The meshes of the links, and the pairs of links that may collide."""
    robot = ET.parse(urdf)
    joints = {joint.find("child").get("link"): joint for joint in robot.findall("joint")}

    def moves(link):
        joint = joints.get(link)
        above = joint is not None and joint.find("parent").get("link")
        return joint is not None and (joint.get("type") != "fixed" or moves(above))

    elements, allowed = [], []
    for link in robot.iter("link"):
        for element in link.findall("collision"):
            mesh, origin = element.find("geometry/mesh"), element.find("origin")
            if mesh is None:
                raise SystemExit(f"{urdf}: an element of link '{link.get('name')}' is no mesh")
            if not place_files(element, urdf):
                raise SystemExit(f"{urdf}: the mesh of link '{link.get('name')}' is not there")
            placed = {} if origin is None else origin.attrib
            elements.append([link.get("name"), int(moves(link.get("name"))), mesh.get("filename")])
            elements[-1] += [placed.get("xyz", "0 0 0"), placed.get("rpy", "0 0 0")]
    for link, joint in joints.items():
        allowed.append([link, joint.find("parent").get("link")])
    for pair in ET.parse(srdf).iter("disable_collisions"):
        allowed.append([pair.get("link1"), pair.get("link2")])
    return [len(elements), *elements, len(allowed), *allowed]


def words_of(problem):
    yield [problem["problem"], problem["index"]]
    for end in ("start", "goal"):
        yield [len(problem[end]), *sum(problem[end].items(), ())]
    yield [len(problem["obstacles"])]
    for obstacle in problem["obstacles"]:
        sizes = obstacle["dimensions"]
        yield [obstacle["type"], len(sizes), *sizes, *obstacle["pose"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("rows", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--by", choices=["obbtree", "fcl"], default="obbtree")
    parser.add_argument("--range", type=float, default=0.0, help="the longest line of a tree")
    parser.add_argument("--driver", help="compiled already")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    urdf, srdf = (args.folder / f"{args.folder.name}.{ending}" for ending in ("urdf", "srdf"))
    with gzip.open(args.folder / "problems.jsonl.gz", "rt") as lines:
        problems = [json.loads(line) for line in lines][:: args.every]
    lines = [*words_of_robot(urdf, srdf), len(problems)]
    for problem in problems:
        lines += words_of(problem)
    lines = [line if isinstance(line, list) else [line] for line in lines]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    command = [args.driver or driver(), args.by, args.tries, args.range, urdf, srdf, args.folder]
    with open(args.rows, "w") as rows:
        done = subprocess.run(list(map(str, command)), input=text, stdout=rows, text=True)
    if done.returncode:
        raise SystemExit(f"{args.by}: the driver ended with {done.returncode}")


if __name__ == "__main__":
    main()
