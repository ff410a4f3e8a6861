"""What the Python drivers share: their command line, the timed passes and the JSON object.

Usage of a driver: DRIVER A B POSES any|all REPEAT ANSWERS, with mesh files as `meshes.py` writes them.
The object has the fields of `obbtree bench --json`, the engine's name, and `call_overhead_ns`: what one
query costs in the same loop when both meshes are a single triangle and the two are far apart, so that
nearly nothing but the call from Python remains. It is reported, not subtracted.
"""

import json
import statistics
import sys
import time

import numpy as np

# Far enough that the two overhead triangles, which have sides of length 1, never meet.
FAR = 1e3
ONE_TRIANGLE = (np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]))


def read_mesh(path):
    with open(path, encoding="ascii") as lines:
        n_vertices, n_triangles = map(int, lines.readline().split())
        numbers = lines.readlines()
    vertices = np.array([line.split() for line in numbers[:n_vertices]], dtype=np.float64)
    triangles = np.array([line.split() for line in numbers[n_vertices:]], dtype=np.int64)
    assert vertices.shape == (n_vertices, 3) and triangles.shape == (n_triangles, 3), path
    return vertices, triangles


def read_poses(path):
    """An array of n x 3 x 4: [R | t] of B for each pose."""
    return np.loadtxt(path, ndmin=2).reshape(-1, 3, 4)


def far_poses(n_poses):
    return np.tile(np.hstack([np.eye(3), np.full((3, 1), FAR)]), (n_poses, 1, 1))


def run(engine, build, one_pass, bytes_of):
    """`build(vertices, triangles)` gives a model; `one_pass(query, a, b, poses)` gives a function without
    arguments that asks the question at every pose and returns the number of contacts at each;
    `bytes_of(model)` gives the model's size, or None if it cannot be told."""
    path_a, path_b, path_poses, query, repeat, path_answers = sys.argv[1:]
    assert query in ("any", "all")
    meshes = read_mesh(path_a), read_mesh(path_b)
    poses = read_poses(path_poses)

    models, build_ms = [], []
    for mesh in meshes:
        times = []
        for _ in range(min(int(repeat), 3)):
            start = time.perf_counter()
            model = build(*mesh)
            times.append((time.perf_counter() - start) * 1e3)
        models.append(model)
        build_ms.append(statistics.median(times))

    answers, seconds = timed(one_pass(query, *models, poses), int(repeat))
    one = [build(*ONE_TRIANGLE) for _ in range(2)]
    free, overhead = timed(one_pass(query, *one, far_poses(len(poses))), int(repeat))
    assert not any(free)
    with open(path_answers, "w", encoding="ascii") as out:
        out.writelines(f"{pairs}\n" for pairs in answers)

    tris = [len(triangles) for _, triangles in meshes]
    sizes = [bytes_of(model) for model in models]
    json.dump(
        {
            "engine": engine,
            "tris_a": tris[0],
            "tris_b": tris[1],
            "build_ms_a": build_ms[0],
            "build_ms_b": build_ms[1],
            "bytes_per_tri": None if None in sizes else sum(sizes) / sum(tris),
            "poses": len(poses),
            "hits": sum(pairs > 0 for pairs in answers),
            "sum": sum(answers),
            "ns_per_query": seconds * 1e9 / len(poses),
            "bv_tests": None,
            "tri_tests": None,
            "call_overhead_ns": overhead * 1e9 / len(poses),
        },
        sys.stdout,
    )
    print()


def timed(one_pass, repeat):
    """The answers, and the seconds of the median pass."""
    answers = one_pass()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        again = one_pass()
        times.append(time.perf_counter() - start)
        assert again == answers, "a pass gave other answers than the first"
    return answers, statistics.median(times)
