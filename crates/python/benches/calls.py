"""Single calls and batches from Python beside python-fcl and coal, wrong answers counted first.

    python benches/calls.py MESH_A MESH_B POSES [EXPECTED.csv]

Times are medians of single calls over all poses. The Rust engine's own times: `obbtree bench` on the same files.
"""

import pathlib
import statistics
import sys
import threading
import time

import numpy as np

import obbtree

#: Rounds over all poses; the least time of a pose is taken.
ROUNDS = 7


def times(ask, poses):
    best = np.full(len(poses), np.inf)
    for _ in range(ROUNDS):
        for index, pose in enumerate(poses):
            start = time.perf_counter_ns()
            ask(pose)
            best[index] = min(best[index], time.perf_counter_ns() - start)
    return best


def main(mesh_a, mesh_b, file, expected=None):
    a, b = obbtree.Body(mesh_a), obbtree.Body(mesh_b)
    poses = obbtree.read_poses(file)
    matrices = np.concatenate([poses, np.tile([[[0.0, 0, 0, 1]]], (len(poses), 1, 1))], axis=1)
    truth = obbtree.collide_batch(a, None, b, poses)
    if expected:
        lines = pathlib.Path(expected).read_text().splitlines()[1:]
        truth = np.array([line.split(",")[0].strip() == "1" for line in lines])
    print(f"{len(poses)} poses, {truth.sum()} collide")

    def show(name, ask):
        answers = [bool(ask(pose)) for pose in matrices]
        best = times(ask, matrices)
        wrong = int((np.array(answers) != truth).sum())
        print(f"{name:34} {statistics.median(best) / 1e3:9.2f} us a call, {wrong} wrong")

    show("obbtree.collide, (4, 4)", lambda pose: obbtree.collide(a, None, b, pose))
    kept = [obbtree.Pose(matrix) for matrix in matrices]
    best = times(lambda pose: obbtree.collide(a, None, b, pose), kept)
    print(f"{'obbtree.collide, Pose':34} {statistics.median(best) / 1e3:9.2f} us a call")
    far = np.eye(4)
    far[0, 3] = 1e6
    far_pose = obbtree.Pose(far)
    for name, pose in (("(4, 4)", far), ("Pose", far_pose)):
        best = times(lambda _: obbtree.collide(a, None, b, pose), matrices)
        print(f"{'far apart, ' + name:34} {statistics.median(best) / 1e3:9.2f} us a call: the cost of calling")

    many = np.tile(poses, (max(1, 10_000 // len(poses)), 1, 1))
    for threads in (1, None):
        least = min(timed(lambda: obbtree.collide_batch(a, None, b, many, threads=threads)) for _ in range(3))
        print(f"batch of {len(many)}, {threads or 'all'} threads: {least / len(many) * 1e6:.2f} us a pose")

    def loop():
        for _ in range(4):
            obbtree.collide_batch(a, None, b, many, threads=1)

    one = timed(loop) + timed(loop)
    two = timed(lambda: in_two_threads(loop))
    print(f"two Python threads, loops of batches: {one / two:.2f} times one")

    try:
        import fcl

        show("python-fcl", fcl_asker(fcl, a, b))
    except ImportError:
        print("python-fcl is not installed")
    try:
        import coal

        show("coal", coal_asker(coal, a, b))
    except ImportError:
        print("coal is not installed")


def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def in_two_threads(loop):
    threads = [threading.Thread(target=loop) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def fcl_asker(fcl, a, b):
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


def coal_asker(coal, a, b):
    models = []
    for body in (a, b):
        model = coal.BVHModelOBB()
        model.beginModel(len(body), len(body.vertices))
        model.addVertices(np.asarray(body.vertices))
        for triangle in body.triangles:
            model.addTriangle(*(body.vertices[corner] for corner in triangle))
        model.endModel()
        models.append(model)
    here, request = coal.Transform3s.Identity(), coal.CollisionRequest()

    def ask(pose):
        there = coal.Transform3s(pose[:3, :3], pose[:3, 3])
        result = coal.CollisionResult()
        return coal.collide(models[0], here, models[1], there, request, result) > 0

    return ask


if __name__ == "__main__":
    main(*sys.argv[1:])
