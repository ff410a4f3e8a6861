"""Truth about points, by brute force in numpy's `float64`: no tree, no search. A bound of the
distance that is looked for only says which points need no look: the others cannot be that near."""

import numpy as np

#: So many pairs of points and triangles are looked at together.
TOGETHER = 200_000


def distances_to_mesh(points, corners):
    """(P,): the distances of (P, 3) points to (N, 3, 3) triangles, the least of all N
    (C. Ericson, "Real-Time Collision Detection", section 5.1.5)."""
    points, corners = np.asarray(points, dtype=float), np.asarray(corners, dtype=float)
    best = np.full(len(points), np.inf)
    step = max(1, TOGETHER // len(corners))
    for start in range(0, len(points), step):
        best[start : start + step] = _to_mesh(points[start : start + step, None], corners[None])
    return best


def _to_mesh(point, corners):
    a, b, c = corners[:, :, 0], corners[:, :, 1], corners[:, :, 2]
    ab, ac, ap = b - a, c - a, point - a
    dot = lambda u, v: np.einsum("...j,...j->...", u, v)
    normal = np.cross(ab, ac)
    area = np.maximum(dot(normal, normal), 1e-300)
    v = dot(np.cross(ap, ac), normal) / area
    w = dot(np.cross(ab, ap), normal) / area
    inside = (v >= 0) & (w >= 0) & (v + w <= 1)
    best = np.where(inside, np.abs(dot(ap, normal)) / np.sqrt(area), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        way = q - p
        along = dot(point - p, way) / np.maximum(dot(way, way), 1e-300)
        at = p + np.clip(along, 0, 1)[..., None] * way
        best = np.minimum(best, np.linalg.norm(point - at, axis=-1))
    return best.min(axis=1)


class Points:
    """Points, sorted along x: so those of a slab are a slice."""

    def __init__(self, points):
        points = np.asarray(points, dtype=float)
        self.points = points[np.argsort(points[:, 0], kind="stable")]

    def slab(self, low, high):
        along = self.points[:, 0]
        ends = np.searchsorted(along, low), np.searchsorted(along, high, side="right")
        return self.points[slice(*ends)]

    def nearest(self, center, bound):
        """The distance of the nearest point, or infinity if it is above the bound."""
        some = self.slab(center[0] - bound, center[0] + bound)
        squared = ((some - center) ** 2).sum(axis=1)
        least = float(np.sqrt(squared.min(initial=np.inf)))
        return least if least <= bound else np.inf

    def nearest_to_links(self, links, poses, bound, enough=0.0):
        """The same of the triangles of links, each (N, 3, 3) in its own frame, at poses (links, 4,
        4). The search ends at what is at most `enough`."""
        least = np.inf
        for corners, pose in zip(links, poses):
            low, high = (f(corners, axis=(0, 1)) for f in (np.min, np.max))
            # The box of the link's box in the world, then the link's own box, grown by the bound.
            middle = pose[:3, :3] @ (low + high) / 2 + pose[:3, 3]
            reach = np.abs(pose[:3, :3]) @ (high - low) / 2 + bound
            some = self.slab(middle[0] - reach[0], middle[0] + reach[0])
            some = some[(np.abs(some - middle) <= reach).all(axis=1)]
            local = (some - pose[:3, 3]) @ pose[:3, :3]
            outside = np.maximum(np.maximum(low - local, local - high), 0)
            gaps = np.linalg.norm(outside, axis=1)
            order = np.argsort(gaps, kind="stable")
            local, gaps = local[order], gaps[order]
            step = max(1, TOGETHER // len(corners))
            for start in range(0, len(local), step):
                if gaps[start] > min(bound, least):
                    break
                found = distances_to_mesh(local[start : start + step], corners)
                least = min(least, float(found.min()))
                if least <= enough:
                    return least
        return least if least <= bound else np.inf


def nearest_cell(center, low, high):
    """The distance of a point to boxes, from (n, 3) to (n, 3)."""
    outside = np.maximum(np.maximum(low - center, center - high), 0)
    return float(np.sqrt((outside**2).sum(axis=1).min()))
