#!/usr/bin/env python3
"""Configurations and motions a second: `obbtree robot ... bench` beside pinocchio with Coal.

The same robot, the same pairs of links (those of the SRDF), the same configurations; self-collision, stop at the
first pair, forward kinematics included, one thread. Every answer is compared before the clock starts.

    pip install pin coal
    cargo build --release --bin obbtree
    benches/robots/compare.py ROBOT.urdf ROBOT.srdf --package-root DIR [--configs N] [--paths N]
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import tempfile
import time

import pinocchio as pin

STEP = 0.01  # of a smooth path: the largest change of a value, in radians or metres
ROOT = pathlib.Path(__file__).resolve().parents[2]


def obbtree(args, *command, check=True):
    """The output of `obbtree robot`, a JSON object a line."""
    files = [args.urdf, "--srdf", args.srdf]
    for folder in args.package_root:
        files += ["--package-root", folder]
    done = subprocess.run([args.obbtree, "robot", *files, *command], capture_output=True, text=True)
    if done.returncode == 2:
        raise SystemExit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def smooth(corners):
    """Small steps along the lines between configurations."""
    for a, b in zip(corners, corners[1:]):
        steps = math.ceil(max(abs(x - y) for x, y in zip(a, b)) / STEP)
        for k in range(steps):
            yield [x + (y - x) * k / steps for x, y in zip(a, b)]


def best_of(repeat, ask):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return min(times)


class Pinocchio:
    """The robot in pinocchio, with the pairs that obbtree checks."""

    def __init__(self, args, info):
        self.model = pin.buildModelFromUrdf(args.urdf, mimic=False)
        self.geometry = pin.buildGeomFromUrdf(
            self.model, args.urdf, pin.GeometryType.COLLISION, package_dirs=args.package_root
        )
        links = [self.model.frames[g.parentFrame].name for g in self.geometry.geometryObjects]
        pairs = {frozenset(pair) for pair in info["pairs"]}
        for i, a in enumerate(links):
            for k in range(i):
                if frozenset((a, links[k])) in pairs:
                    self.geometry.addCollisionPair(pin.CollisionPair(k, i))
        self.data = self.model.createData()
        self.geometry_data = self.geometry.createData()
        self.joints = info["joints"]

    def configuration(self, values):
        """Values of the active joints to a configuration of all."""
        q = pin.neutral(self.model)
        of = {}
        for joint in self.joints:
            if joint["values"]:
                of[joint["joint"]] = values[len(of)]
        for joint in self.joints:
            name = joint["joint"]
            if not self.model.existJointName(name):
                continue
            value = of.get(name, of.get(joint.get("mimics"), 0.0))
            one = self.model.joints[self.model.getJointId(name)]
            q[one.idx_q : one.idx_q + one.nq] = [value] if one.nq == 1 else [math.cos(value), math.sin(value)]
        return q

    def collides(self, q):
        return pin.computeCollisions(self.model, self.data, self.geometry, self.geometry_data, q, True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf")
    parser.add_argument("srdf")
    parser.add_argument("--package-root", action="append", default=[])
    parser.add_argument("--configs", type=int, default=2000)
    parser.add_argument("--paths", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--obbtree", default=str(ROOT / "target/release/obbtree"))
    args = parser.parse_args()
    info = obbtree(args, "info", "--json")[0]
    peer = Pinocchio(args, info)
    limits = [j.get("limits", [-math.pi, math.pi]) for j in info["joints"] if j["values"]]
    rng = random.Random(1)
    sample = lambda: [rng.uniform(*ends) for ends in limits]
    sets = {
        "random": [sample() for _ in range(args.configs)],
        "smooth": list(smooth([sample() for _ in range(args.paths + 1)])),
    }
    for name, configurations in sets.items():
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.writelines(" ".join(map(repr, q)) + "\n" for q in configurations)
            file.flush()
            answers = obbtree(args, "check", "--configs", file.name, "--json")[:-1]
            ours = obbtree(args, "bench", "--configs", file.name, "--repeat", str(args.repeat), "--json")[0]
        placed = [peer.configuration(q) for q in configurations]
        different = sum(peer.collides(q) == a["valid"] for q, a in zip(placed, answers))
        seconds = best_of(args.repeat, lambda: [peer.collides(q) for q in placed])
        theirs = len(placed) / seconds
        print(
            f"{name:7} {len(placed)} configurations, {ours['valid']} valid, {different} answers differ: "
            f"obbtree {ours['configs_per_s']:.0f}/s, pinocchio with Coal {theirs:.0f}/s, "
            f"ratio {ours['configs_per_s'] / theirs:.1f}"
        )


if __name__ == "__main__":
    main()
