"""The package beside the engine from Rust, and beside python-fcl, coal and trimesh, wrong answers
counted first.

    cargo build --release --example rust_side                # in crates/python, with the profile
    of the wheel python benches/calls.py MESH_A MESH_B POSES [EXPECTED.csv]

Rust answers and is timed first, then Python the same questions; each time is the least of some
rounds over all poses. A target that is missed is marked, and the exit status is 1."""

import importlib
import json
import pathlib
import subprocess
import sys
import threading
import time

import numpy as np

import obbtree

#: Rounds of which the least time is taken, as in `rust_side.rs`.
ROUNDS = 7
#: Poses of a batch, at least.
BATCH = 10_000
RUST_SIDE = pathlib.Path(__file__).resolve().parents[1] / "target/release/examples/rust_side"


def least(work):
    best = np.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def main(mesh_a, mesh_b, file, expected=None):
    rust = json.loads(subprocess.check_output([RUST_SIDE, mesh_a, mesh_b, file]))
    a, b = obbtree.Body(mesh_a), obbtree.Body(mesh_b)
    poses = obbtree.read_poses(file)
    matrices = np.concatenate([poses, np.tile([[[0.0, 0, 0, 1]]], (len(poses), 1, 1))], axis=1)
    truth = obbtree.collide_batch(a, None, b, poses)
    if expected:
        lines = pathlib.Path(expected).read_text().splitlines()[1:]
        truth = np.array([line.split(",")[0].strip() == "1" for line in lines])
    wrong = (obbtree.collide_batch(a, None, b, poses) != truth).sum()
    print(
        f"{len(poses)} poses, {truth.sum()} collide; {wrong} wrong, "
        f"from Rust {rust['hits']} collide"
    )
    missed = beside_rust(a, b, matrices, rust)
    beside_others(a, b, matrices, truth)
    return missed


def beside_rust(a, b, matrices, rust):
    missed = 0

    def show(what, value, target, unit, is_met):
        nonlocal missed
        missed += not is_met
        print(f"{what:44} {value:8.3f} {unit:8} {'' if is_met else 'MISSED: '}{target}")

    vertices, triangles = a.vertices, a.triangles
    build = 1e3 * least(lambda: obbtree.Body(vertices, triangles)) / rust["build_ms"]
    print(
        f"Rust builds A in {rust['build_ms']:.2f} ms, "
        f"answers a call in {rust['call_ns'] / 1e3:.3f} us, "
        f"a pose of a batch in {rust['batch_ns'] / 1e3:.3f} us"
    )
    show("build of A, times Rust's", build, "at most 1.1", "", build <= 1.1)

    kept, origin = [obbtree.Pose(matrix) for matrix in matrices], obbtree.Pose()
    apart = list(matrices)
    collide = obbtree.collide
    for name, forms, first in (
        ("Pose objects", kept, origin),
        ("None and (4, 4) arrays", apart, None),
    ):

        def ask():
            for pose in forms:
                collide(a, first, b, pose)

        beyond = least(ask) / len(forms) * 1e6 - rust["call_ns"] / 1e3
        show(f"a call of collide beyond Rust's, {name}", beyond, "at most 0.5", "us", beyond <= 0.5)

    many = np.tile(matrices, (-(-BATCH // len(matrices)), 1, 1))[:BATCH]
    batch = (
        least(lambda: obbtree.collide_batch(a, None, b, many)) / len(many) * 1e9 / rust["batch_ns"]
    )
    show(f"a batch of {len(many)}, times Rust's", batch, "at most 1.05", "", batch <= 1.05)

    def calls():
        for pose in kept:
            collide(a, origin, b, pose)

    def batches():
        obbtree.collide_batch(a, None, b, many, threads=1)

    for name, loop in (("single calls", calls), ("batches of one thread", batches)):
        two = 2 * least(loop) / least(lambda: in_two_threads(loop))
        target = f"at least 1.8; two threads of Rust {rust['two_threads']:.3f}"
        show(f"two Python threads, loops of {name}", two, target, "times", two >= 1.8)
    return missed


def in_two_threads(loop):
    threads = [threading.Thread(target=loop) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def beside_others(a, b, matrices, truth):
    for name, made in (
        ("obbtree", lambda: lambda pose: obbtree.collide(a, None, b, pose)),
        ("python-fcl", lambda: fcl_asker(a, b)),
        ("coal", lambda: coal_asker(a, b)),
        ("trimesh's CollisionManager", lambda: trimesh_asker(a, b)),
    ):
        try:
            ask = made()
        except ImportError as missing:
            print(f"{name} is not installed ({missing.name})")
            continue
        wrong = sum(bool(ask(pose)) != answer for pose, answer in zip(matrices, truth))
        each = least(lambda: [ask(pose) for pose in matrices]) / len(matrices)
        print(f"{name:44} {1e6 * each:8.2f} us a call, {wrong} wrong")


def fcl_asker(a, b):
    import fcl

    objects = []
    for body in (a, b):
        model = fcl.BVHModel()
        model.beginModel(len(body.vertices), len(body))
        model.addSubModel(body.vertices, body.triangles)
        model.endModel()
        objects.append(fcl.CollisionObject(model))

    def ask(pose):
        objects[1].setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
        return fcl.collide(*objects, fcl.CollisionRequest(), fcl.CollisionResult()) > 0

    return ask


def coal_asker(a, b):
    import coal

    models = []
    for body in (a, b):
        model, vertices = coal.BVHModelOBB(), body.vertices
        model.beginModel(len(body), len(vertices))
        model.addVertices(vertices)
        for triangle in body.triangles:
            model.addTriangle(*(vertices[corner] for corner in triangle))
        model.endModel()
        models.append(model)
    here, request = coal.Transform3s.Identity(), coal.CollisionRequest()

    def ask(pose):
        there = coal.Transform3s(pose[:3, :3], pose[:3, 3])
        return coal.collide(models[0], here, models[1], there, request, coal.CollisionResult()) > 0

    return ask


def trimesh_asker(a, b):
    importlib.import_module("fcl")  # which trimesh's manager needs
    import trimesh

    manager = trimesh.collision.CollisionManager()
    for name, body in (("a", a), ("b", b)):
        manager.add_object(name, trimesh.Trimesh(body.vertices, body.triangles, process=False))

    def ask(pose):
        manager.set_transform("b", pose)
        return manager.in_collision_internal()

    return ask


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
