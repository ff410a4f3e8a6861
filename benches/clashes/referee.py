"""Meshes that engines get, and which of their surfaces meet: decided in `f64` where
that is certain, and in integers where it is not."""

import itertools
import time
from collections import Counter
from fractions import Fraction

import numpy as np

import obbtree


def boxes_meet(meshes):
    """Pairs of labels, each sorted."""
    labels = list(meshes)
    low = np.array([meshes[label][0].min(0) for label in labels])
    high = np.array([meshes[label][0].max(0) for label in labels])
    for n, label in enumerate(labels[:-1]):
        near = (low[n] <= high[n + 1 :]).all(1) & (low[n + 1 :] <= high[n]).all(1)
        for other in np.flatnonzero(near):
            yield tuple(sorted((label, labels[n + 1 + other])))


def axes(a, b, cross):
    """All directions that can part two triangles, with their degrees in coordinates."""
    edges = [[t[(i + 1) % 3] - t[i] for i in range(3)] for t in (a, b)]
    normals = [cross(own[0], own[1]) for own in edges]
    for normal, own in zip(normals, edges):
        yield normal, 2
        for edge in own:
            yield cross(normal, edge), 3
    for one, other in itertools.product(*edges):
        yield cross(one, other), 2


def meet_in_integers(a, b):
    """Do two triangles have a point in common?"""

    def cross(u, v):
        return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]

    def whole(triangle):
        return [np.array([int(x * scale) for x in point], dtype=object) for point in triangle]

    a, b = ([[Fraction(x) for x in point] for point in t.tolist()] for t in (a, b))
    scale = max(x.denominator for point in a + b for x in point)  # powers of two
    a, b = whole(a), whole(b)
    for axis, _ in axes(a, b, lambda u, v: np.array(cross(u, v), dtype=object)):
        of_a, of_b = ([p @ axis for p in t] for t in (a, b))
        if max(of_a) < min(of_b) or max(of_b) < min(of_a):
            return False
    return True


def surfaces_meet(mesh_a, mesh_b):
    """Do two surfaces of triangles have a point in common?"""
    a, b = (corners[triangles] for corners, triangles in (mesh_a, mesh_b))
    size = max(np.abs(a).max(), np.abs(b).max())
    low = np.maximum(a.min((0, 1)), b.min((0, 1)))
    high = np.minimum(a.max((0, 1)), b.max((0, 1)))
    a, b = (t[((t.min(1) <= high) & (t.max(1) >= low)).all(1)] for t in (a, b))
    if len(a) > len(b):
        a, b = b, a
    (low_a, high_a), (low_b, high_b) = ((t.min(1), t.max(1)) for t in (a, b))
    for n in range(len(a)):
        others = np.flatnonzero((low_b <= high_a[n]).all(1) & (high_b >= low_a[n]).all(1))
        if not len(others):
            continue
        one = [corner[:, None] for corner in a[n]]  # (3, 1) each
        many = list(b[others].transpose(1, 2, 0))  # (3, N) each
        apart = np.zeros(len(others), dtype=bool)
        for axis, degree in axes(one, many, lambda u, v: np.cross(u, v, axis=0)):
            of_a, of_b = ([(p * axis).sum(0) for p in some] for some in (one, many))
            gap = np.maximum(np.min(of_b, 0) - np.max(of_a, 0), np.min(of_a, 0) - np.max(of_b, 0))
            # Numbers are sums of at most a hundred such products, each rounded some ten times.
            apart |= gap > 1e-12 * size ** (degree + 1)
        if any(meet_in_integers(a[n], b[m]) for m in others[~apart]):
            return True
    return False


class Obbtree:
    name = "obbtree"

    def __init__(self, meshes):
        self.scene = obbtree.Scene()
        for label, mesh in meshes.items():
            self.scene.add(label, obbtree.Body(*mesh))
        kinds = ["cutting", "contained", "coincident", "touching"]
        self.study = obbtree.Study([{"name": "all", "kinds": kinds}])

    def run(self):
        return obbtree.clash(self.study, self.scene).clashes


class Fcl:
    name = "trimesh with python-fcl"

    def __init__(self, meshes):
        import trimesh

        self.manager = trimesh.collision.CollisionManager()
        for label, mesh in meshes.items():
            self.manager.add_object(label, trimesh.Trimesh(*mesh, process=False))

    def run(self):
        return self.manager.in_collision_internal(return_names=True)[1]


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def print_engines(engines, surfaces, repeats):
    """Prints what engines tell beside the pairs whose surfaces meet; how often ours is wrong."""
    wrong, enclosed = 0, set()
    for engine in engines:
        found, times = engine.run(), []
        for _ in range(repeats):
            times.append(timed(engine.run)[0])
        row = f"{engine.name:34} {min(times):9.4f} s"
        if isinstance(engine, Obbtree):
            classes = Counter(clash.class_ for clash in found)
            row += "  " + ", ".join(f"{count} {kind}" for kind, count in sorted(classes.items()))
            # Of what is in another the surfaces need not meet, and each engine may tell it.
            within = ("containing", "contained")
            enclosed = {tuple(sorted(clash.bodies)) for clash in found if clash.class_ in within}
            found = [clash.bodies for clash in found]
        found = {tuple(sorted(pair)) for pair in found}
        false, missed = len(found - surfaces - enclosed), len(surfaces - found)
        wrong += false + missed if isinstance(engine, Obbtree) else 0
        print(row)
        print(f"    told {len(found)}; not so of the triangles {false}, so and not told {missed}")
    return wrong
