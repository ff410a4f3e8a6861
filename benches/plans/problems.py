#!/usr/bin/env python3
"""MotionBenchMaker's problems, as VAMP's repository packs them, to a JSON object a line:
`problems.py FOLDER`, of which it reads `problems.tar.bz2` and writes `problems.jsonl.gz`. Needs
PyYAML.

In a line: `problem`, `index`, `obstacles` (each a `name`, a `type`, `dimensions`: full sides of a
box, height and radius of a cylinder, radius of a sphere, and a `pose`: twelve numbers, the rows of
[R | t] in the frame of the root link), `start` and `goal` (values by the names of joints). """

import gzip
import json
import pathlib
import re
import sys
import tarfile

import yaml


def matrix(pose):
    """The rows of [R | t] of a position and a quaternion x y z w."""
    position, q = pose["position"], pose["orientation"]
    norm = sum(c * c for c in q) ** 0.5
    x, y, z, w = (c / norm for c in q)
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), position[0]],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), position[1]],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), position[2]],
    ]


def product(a, b):
    b = [*b, [0, 0, 0, 1]]
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(3)]


def obstacles(scene):
    for body in scene["world"]["collision_objects"]:
        poses = body["primitive_poses"]
        for n, (primitive, pose) in enumerate(zip(body["primitives"], poses)):
            pose = matrix(pose)
            if "pose" in body:
                pose = product(matrix(body["pose"]), pose)
            yield {
                "name": body["id"] + (f" {n}" if n else ""),
                "type": primitive["type"],
                "dimensions": primitive["dimensions"],
                "pose": sum(pose, []),
            }


def ends(request):
    start = request["start_state"]["joint_state"]
    goal = request["goal_constraints"][0]["joint_constraints"]
    return {
        "start": dict(zip(start["name"], start["position"])),
        "goal": {joint["joint_name"]: joint["position"] for joint in goal},
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    read = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    problems = {}
    with tarfile.open(folder / "problems.tar.bz2") as packed:
        for member in packed:
            if not member.isfile():
                continue
            *_, name, file = member.name.split("/")
            key = (name.removesuffix(f"_{folder.name}"), int(re.search(r"\d+", file)[0]))
            data = yaml.load(packed.extractfile(member), read)
            of = {"obstacles": list(obstacles(data))} if "scene" in file else ends(data)
            problems.setdefault(key, {"problem": key[0], "index": key[1]}).update(of)
    with gzip.open(folder / "problems.jsonl.gz", "wt") as lines:
        for _, problem in sorted(problems.items()):
            lines.write(json.dumps(problem) + "\n")
    print(f"{len(problems)} problems: {folder / 'problems.jsonl.gz'}")


if __name__ == "__main__":
    main()
