"""Uses of the package that a type checker accepts, and results that have the types that are said; checked by mypy."""

import numpy as np
from numpy.typing import NDArray

import obbtree


def use(points: NDArray[np.float32], triangles: NDArray[np.int64], poses: NDArray[np.float64]) -> float:
    body = obbtree.Body(points, triangles)
    hit: bool = obbtree.collide(body, None, body, obbtree.Pose(poses[0]))
    hits: NDArray[np.bool_] = obbtree.collide_batch(body, None, body, poses, progress=lambda done, total: None)
    found = obbtree.distance(body, None, body, poses[0])
    sweep = obbtree.sweep(body, None, body, (poses[0], poses[1]), time_tolerance=1e-6)
    free: NDArray[np.bool_] = obbtree.is_motion_free_batch(body, None, body, (poses[:-1], poses[1:]))
    relation: str = obbtree.classify(body, None, body, poses[0])
    print(hit, hits.sum(), relation, free.all(), sweep.last_free)
    return found.upper if found is not None else np.inf
