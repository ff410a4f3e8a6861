"""What the drivers in Python share: the files, the clock, and the questions of
benches/compare/README.md.

An engine is a class with `__init__(self, meshes)`, where each mesh is (vertices n x 3, triangles
m x 3), and

    place(poses)             n x 2 x 3 x 4 numbers, [R | t] of A and of B, in the engine's types;
                             not timed
    passes(placed, is_any)   a function that returns the number of contacts at every pose
    pairs(placed)            for each pose a list of (triangle of A, triangle of B)
    distances(placed)        a function that returns the distance at every pose; only where it
                             answers that

`placed` is what `place` gave.
"""

import statistics
import sys
import time

import numpy as np

SHORTEST = 1e-4  # a measurement lasts at least so many seconds, by as many passes as that takes


def read_mesh(path):
    data = np.fromfile(path, dtype=np.uint8)
    n_vertices, n_triangles = (int(count) for count in data[:16].view("<u8"))
    end = 16 + 24 * n_vertices
    vertices = data[16:end].view("<f8").reshape(n_vertices, 3)
    triangles = data[end:].view("<u4").reshape(n_triangles, 3)
    return vertices.copy(), triangles.astype(np.int64)


def read_poses(path):
    return np.fromfile(path, dtype="<f8").reshape(-1, 2, 3, 4)


def median_of_passes(seconds, one_pass):
    """Nanoseconds of a pass, and what the last one gave."""
    turn, passes, found = time.perf_counter(), 1, []
    while not found or time.perf_counter() - turn < seconds:
        start = time.perf_counter()
        for _ in range(passes):
            result = one_pass()
        taken = time.perf_counter() - start
        if taken < SHORTEST and seconds > 0:
            passes *= 2  # and the measurement is not counted
            continue
        found.append(1e9 * taken / passes)
    return statistics.median(found), result


def write_pairs(path, lists):
    rows = [(number, a, b) for number, pairs in enumerate(lists) for a, b in pairs]
    np.array(rows, dtype="<u4").reshape(-1, 3).tofile(path)
    return len(rows)


def drive(make):
    meshes = [read_mesh(path) for path in sys.argv[-2:]]
    print("ready", flush=True)
    engine = None
    for line in sys.stdin:
        question, *words = line.split()
        if question == "build":
            engine = None
            nanoseconds, engine = median_of_passes(float(words[0]), lambda: make(meshes))
            answer = f"{nanoseconds:.1f}"
        elif question in ("any", "all"):
            poses = read_poses(words[1])
            one_pass = engine.passes(engine.place(poses), question == "any")
            nanoseconds, answers = median_of_passes(float(words[0]), one_pass)
            answer = f"{nanoseconds / len(poses):.3f} " + " ".join(map(str, map(int, answers)))
        elif question == "distance" and hasattr(engine, "distances"):
            poses = read_poses(words[1])
            one_pass = engine.distances(engine.place(poses))
            nanoseconds, answers = median_of_passes(float(words[0]), one_pass)
            answer = f"{nanoseconds / len(poses):.3f} " + " ".join(map(repr, answers))
        elif question == "list":
            answer = str(write_pairs(words[1], engine.pairs(engine.place(read_poses(words[0])))))
        elif question == "once":
            first = read_poses(words[1])[:1]

            def once():
                fresh = make(meshes)
                return fresh.passes(fresh.place(first), True)()

            nanoseconds, answers = median_of_passes(float(words[0]), once)
            answer = f"{nanoseconds:.1f} {int(answers[0])}"
        else:
            answer = "-"
        print(answer, flush=True)
