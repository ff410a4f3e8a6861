#!/usr/bin/env python3
"""Configurations and motions a second: `obbtree robot ... bench` beside pinocchio with Coal.

The same robot, the same pairs of links (those of the SRDF), the same configurations;
self-collision, stop at the first pair, forward kinematics included, one thread. Every answer is
compared before timing.

    pip install pin coal
    cargo build --release --bin obbtree
    benches/robots/compare.py ROBOT.urdf ROBOT.srdf --package-root DIR [--configs N] [--paths N]
    benches/robots/compare.py ROBOT.urdf ROBOT.srdf --package-root DIR --scene MESH... [--motions N]

With meshes around the robot it is motions that are timed, among one mesh after the other:
obbtree's are proven free at all times, the peer's are checked at 32 samples, up to the first that
collides. """

import argparse
import json
import math
import pathlib
import random
import subprocess
import tempfile
import time

import coal
import pinocchio as pin

MOTION = 0.3  # the length of a motion, in the Euclidean norm of the values
SAMPLES = 32  # at which the peer asks about a motion, both ends among them
STEP = 0.01  # of a smooth path: the largest change of a value, in radians or metres
ROOT = pathlib.Path(__file__).resolve().parents[2]


def obbtree(args, *command):
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

    def __init__(self, args, info, scene=None):
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
        if scene:
            mesh = coal.MeshLoader().load(scene)
            around = pin.GeometryObject("scene", 0, pin.SE3.Identity(), mesh)
            around = self.geometry.addGeometryObject(around)
            for i in range(len(links)):
                self.geometry.addCollisionPair(pin.CollisionPair(i, around))
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
            values = [value] if one.nq == 1 else [math.cos(value), math.sin(value)]
            q[one.idx_q : one.idx_q + one.nq] = values
        return q

    def collides(self, q):
        of_robot = (self.model, self.data, self.geometry, self.geometry_data)
        return pin.computeCollisions(*of_robot, q, True)

    def is_free(self, samples):
        return not any(self.collides(q) for q in samples)


def written(lines):
    """A file of numbers, a list a line."""
    file = tempfile.NamedTemporaryFile("w", suffix=".txt")
    file.writelines(" ".join(map(repr, line)) + "\n" for line in lines)
    file.flush()
    return file


def motion(rng, start):
    """The end of a motion in a random direction."""
    away = [rng.gauss(0, 1) for _ in start]
    length = math.sqrt(sum(x * x for x in away))
    return [x + MOTION / length * y for x, y in zip(start, away)]


def compare_motions(args, info, sample, rng):
    """Among each mesh: motions that start free."""
    times = {"obbtree": 0.0, "peer": 0.0}
    count = free = wrong = 0
    for scene in args.scene:
        peer = Pinocchio(args, info, scene)
        samples = [sample() for _ in range(args.motions)]
        starts = [q for q in samples if not peer.collides(peer.configuration(q))]
        motions = [(q, motion(rng, q)) for q in starts]
        with written([a + b for a, b in motions]) as file:
            words = ["--motions", file.name, "--scene", scene]
            answers = obbtree(args, "check", *words, "--json")[:-1]
            ours = obbtree(args, "bench", *words, "--repeat", str(args.repeat), "--json")[0]
        share = [k / (SAMPLES - 1) for k in range(SAMPLES)]
        at = lambda a, b, t: peer.configuration([x + t * (y - x) for x, y in zip(a, b)])
        samples = [[at(a, b, t) for t in share] for a, b in motions]
        is_free = [peer.is_free(of) for of in samples]
        wrong += sum(a["verdict"] == "free" and not sampled for a, sampled in zip(answers, is_free))
        count, free = count + len(motions), free + ours["free"]
        times["obbtree"] += len(motions) / ours["motions_per_s"]
        times["peer"] += best_of(args.repeat, lambda: [peer.is_free(of) for of in samples])
    print(
        f"motions {count} in {len(args.scene)} scenes, {free} free, "
        f"{wrong} called free with a sample that collides: "
        f"obbtree {1e6 * times['obbtree'] / count:.1f} us, "
        f"pinocchio with Coal at {SAMPLES} samples {1e6 * times['peer'] / count:.1f} us, "
        f"ratio {times['peer'] / times['obbtree']:.1f}"
    )


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("urdf")
    parser.add_argument("srdf")
    parser.add_argument("--package-root", action="append", default=[])
    parser.add_argument("--configs", type=int, default=2000)
    parser.add_argument("--paths", type=int, default=10)
    parser.add_argument("--scene", nargs="+", default=[])
    parser.add_argument("--motions", type=int, default=40)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--obbtree", default=str(ROOT / "target/release/obbtree"))
    args = parser.parse_args()
    info = obbtree(args, "info", "--json")[0]
    limits = [j.get("limits", [-math.pi, math.pi]) for j in info["joints"] if j["values"]]
    rng = random.Random(1)
    sample = lambda: [rng.uniform(*ends) for ends in limits]
    if args.scene:
        return compare_motions(args, info, sample, rng)
    peer = Pinocchio(args, info)
    sets = {
        "random": [sample() for _ in range(args.configs)],
        "smooth": list(smooth([sample() for _ in range(args.paths + 1)])),
    }
    for name, configurations in sets.items():
        with written(configurations) as file:
            answers = obbtree(args, "check", "--configs", file.name, "--json")[:-1]
            repeat = ["--repeat", str(args.repeat)]
            ours = obbtree(args, "bench", "--configs", file.name, *repeat, "--json")[0]
        placed = [peer.configuration(q) for q in configurations]
        different = sum(peer.collides(q) == a["valid"] for q, a in zip(placed, answers))
        seconds = best_of(args.repeat, lambda: [peer.collides(q) for q in placed])
        theirs = len(placed) / seconds
        print(
            f"{name:7} {len(placed)} configurations, {ours['valid']} valid, "
            f"{different} answers differ: "
            f"obbtree {ours['configs_per_s']:.0f}/s, pinocchio with Coal {theirs:.0f}/s, "
            f"ratio {ours['configs_per_s'] / theirs:.1f}"
        )


if __name__ == "__main__":
    main()
