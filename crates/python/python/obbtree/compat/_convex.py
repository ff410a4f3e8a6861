"""Distance and depth of convex solids given by support functions, in ``float64``, rounded.

Only for what the engine has no answer to: ellipsoids, and how deep convex solids are in each
other. Distance: E. Gilbert, D. Johnson, S. Keerthi, "A Fast Procedure for Computing the Distance
Between Complex Objects in Three-Dimensional Space", 1988. Depth: G. van den Bergen, "Proximity
Queries and Penetration Depth Computation on 3D Game Objects", 2001 (expanding polytope)."""

import itertools

import numpy as np

#: Relative to the size of the solids: differences below this are rounding.
ROUNDING = 1e-12
#: A support point that is closer to a face than this, relative to the size, does not move it.
CONVERGED = 1e-10
#: Steps after which the best answer so far is given; round solids take some tens.
MOST_STEPS = 300
#: Depths that differ by less than this, relative to the size, are one depth, in several directions.
SAME_DEPTH = 1e-9


class Convex:
    """A placed convex solid: the hull of ``core`` points, or of discs, and all within ``radius``
    of it."""

    def __init__(self, points, radius=0.0, discs=(), axes=None, faces=None):
        self.points = np.atleast_2d(np.asarray(points, dtype=np.float64))
        self.radius = radius
        self.discs = discs  # (center, axis, radius)
        self.axes = axes  # of an ellipsoid around its one point
        self.faces = faces  # outward unit normals, for ties
        self.is_hull = axes is None and not discs  # is the core the hull of its points?
        ends = np.vstack([self.points] + [np.array([c - r, c + r]) for c, _, r in discs])
        self.size = float(np.abs(ends).max()) + radius
        if axes is not None:
            self.size += float(np.abs(axes).sum())

    def support(self, way):
        """The point of the core that is farthest along ``way``; of several the largest by x, y,
        z."""
        heights = self.points @ way
        top = self.points[heights >= heights.max() - ROUNDING * (self.size + 1e-300)]
        best = top[np.lexsort(top.T[::-1])[-1]] if len(top) > 1 else top[0]
        if self.axes is not None:
            seen = self.axes.T @ way
            length = np.linalg.norm(seen)
            return best + self.axes @ seen / length if length > 0 else best
        for center, axis, radius in self.discs:
            across = way - (way @ axis) * axis
            length = np.linalg.norm(across)
            if length > ROUNDING:
                across = across / length
            else:  # the whole disc: the point that is largest by x, y, z
                across = np.eye(3)[np.argmax(1 - np.abs(axis))]
                across = across - (across @ axis) * axis
                across /= np.linalg.norm(across)
            rim = center + radius * across
            if rim @ way > best @ way:
                best = rim
        return best

    def top(self, way, moved=0.0):
        """The flat piece that is farthest along a unit ``way``, moved: its corners and discs."""
        near = SAME_DEPTH * self.size
        if self.axes is not None:
            return Convex(self.support(way) + moved)
        points, discs = list(self.points), []
        for center, axis, radius in self.discs:
            across = way - (way @ axis) * axis
            length = np.linalg.norm(across)
            if length > SAME_DEPTH:
                points.append(center + radius / length * across)
            elif center @ way >= self.points.dot(way).max() - near:
                discs.append((center + moved, axis, radius))
        heights = np.array(points) @ way
        points = np.array(points)[heights >= heights.max() - near]
        return Convex(points + self.radius * way + moved, discs=discs)

    def flats(self):
        """The outward unit normals of what is flat of it; of a triangle both."""
        found = [] if self.faces is None else list(self.faces)
        if self.faces is None and len(self.points) == 3:
            normal = np.cross(self.points[1] - self.points[0], self.points[2] - self.points[0])
            if (length := np.linalg.norm(normal)) > 0:
                found += [normal / length, -normal / length]
        return found + [side * axis for _, axis, _ in self.discs for side in (1, -1)]

    def box(self):
        """Its box along the axes: (2, 3)."""
        eye = np.eye(3)
        return np.array(
            [
                [self.support(-eye[k])[k] - self.radius for k in range(3)],
                [self.support(eye[k])[k] + self.radius for k in range(3)],
            ]
        )


def _nearest(points):
    """Weights of the point of a simplex that is nearest to the origin, by its parts."""
    best, found = None, None
    for count in range(1, len(points) + 1):
        for chosen in itertools.combinations(range(len(points)), count):
            corners = points[list(chosen)]
            edges = corners[1:] - corners[0]
            try:
                inner = (
                    np.linalg.solve(edges @ edges.T, -edges @ corners[0])
                    if count > 1
                    else np.empty(0)
                )
            except np.linalg.LinAlgError:
                continue
            weights = np.append(1 - inner.sum(), inner)
            if (weights < 0).any():
                continue
            length = np.linalg.norm(weights @ corners)
            if best is None or length < best:
                best, found = length, (chosen, weights)
    return found


def distance(a, b):
    """The distance of two solids, 0 if they meet, and a point of each: ``(distance, point_a,
    point_b)``."""
    way, point_a, point_b = _core_distance(a, b)
    length = float(np.linalg.norm(way))
    apart = length - a.radius - b.radius
    if apart <= 0 or length <= ROUNDING * (a.size + b.size):
        return 0.0, point_a, point_b
    unit = way / length
    return apart, point_a - a.radius * unit, point_b + b.radius * unit


def _core_distance(a, b):
    """The way from B to A of the two without their radii, and a point of each."""
    if len(a.points) * len(b.points) <= 3 and a.is_hull and b.is_hull:  # a point and a triangle
        all_a = np.repeat(a.points, len(b.points), axis=0)
        all_b = np.tile(b.points, (len(a.points), 1))
        chosen, weights = _nearest(all_a - all_b)
        point_a, point_b = weights @ all_a[list(chosen)], weights @ all_b[list(chosen)]
        return point_a - point_b, point_a, point_b
    size = a.size + b.size
    on_a, on_b = a.support(np.array([1.0, 0, 0])), b.support(np.array([-1.0, 0, 0]))
    simplex_a, simplex_b = on_a[None], on_b[None]
    way, point_a, point_b = on_a - on_b, on_a, on_b
    for _ in range(MOST_STEPS):
        length = np.linalg.norm(way)
        if length <= ROUNDING * size:
            break
        on_a, on_b = a.support(-way), b.support(way)
        if length - way @ (on_a - on_b) / length <= ROUNDING * size:
            break
        simplex_a, simplex_b = np.vstack([simplex_a, on_a]), np.vstack([simplex_b, on_b])
        chosen, weights = _nearest(simplex_a - simplex_b)
        simplex_a, simplex_b = simplex_a[list(chosen)], simplex_b[list(chosen)]
        nearer = weights @ (simplex_a - simplex_b)
        if np.linalg.norm(nearer) >= length:
            break
        way, point_a, point_b = nearer, weights @ simplex_a, weights @ simplex_b
    return way, point_a, point_b


def depth(a, b):
    """How far to move B for the two to no more than touch: ``(depth, normal from A to B, point_a,
    point_b)``.

    0 if they do not meet. Of several shortest ways the one whose normal is the least by x, y, z
    is given."""
    size = a.size + b.size
    if a.is_hull and b.is_hull and 1 in (len(a.points), len(b.points)):
        # The point of a hull that is closest to the center of a sphere outside of it: that is the
        # one shortest way out, and no polytope has to grow round.
        way, on_a, on_b = _core_distance(a, b)
        length = float(np.linalg.norm(way))
        if CONVERGED * size < length < a.radius + b.radius:
            normal = way / -length
            on_a, on_b = on_a + a.radius * normal, on_b - b.radius * normal
            return a.radius + b.radius - length, normal, on_a, on_b

    def support(way):
        unit = way / np.linalg.norm(way)
        on_a, on_b = a.support(unit) + a.radius * unit, b.support(-unit) - b.radius * unit
        return on_a, on_b

    found_a, found_b = [], []
    faces = []  # (normal, height, corners)
    points = []

    def add(on_a, on_b):
        found_a.append(on_a)
        found_b.append(on_b)
        points.append(on_a - on_b)
        return len(points) - 1

    def face(i, j, k):
        normal = np.cross(points[j] - points[i], points[k] - points[i])
        length = np.linalg.norm(normal)
        if length <= (ROUNDING * size) ** 2:
            return None
        normal = normal / length
        return normal, float(normal @ points[i]), (i, j, k)

    start = _tetrahedron(support, add, points, size)
    if start is None:
        return 0.0, np.array([0.0, 0, 1.0]), found_a[0], found_b[0]
    for corners in start:
        faces.append(face(*corners))
    nearest = min(faces, key=lambda f: f[1])
    for _ in range(MOST_STEPS):
        nearest = min(faces, key=lambda f: f[1])
        normal, height, _corners = nearest
        on_a, on_b = support(normal)
        way = on_a - on_b
        if normal @ way - height <= CONVERGED * size:
            break
        new = add(on_a, on_b)
        kept = [f for f in faces if f[0] @ way - f[1] <= ROUNDING * size]
        edges = set()
        for f in faces:
            if f[0] @ way - f[1] > ROUNDING * size:
                i, j, k = f[2]
                for edge in ((i, j), (j, k), (k, i)):
                    if edge[::-1] in edges:
                        edges.remove(edge[::-1])
                    else:
                        edges.add(edge)
        made = [face(i, j, new) for i, j in edges]
        if any(f is None for f in made):
            break
        faces = kept + made
    normal, height, _ = nearest
    if height <= 0:
        return 0.0, normal, found_a[0], found_b[0]
    return _witnesses(a, b, support, nearest, found_a, found_b, size)


def _tetrahedron(support, add, points, size):
    """Four support points that span a volume, as faces seen from outside counterclockwise."""
    eye = np.eye(3)
    for way in np.vstack([eye, -eye, [[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]]]):
        add(*support(way))
    for i, j, k, last in itertools.combinations(range(len(points)), 4):
        volume = np.linalg.det(
            [points[j] - points[i], points[k] - points[i], points[last] - points[i]]
        )
        if abs(volume) > (1e-4 * size) ** 3:
            if volume > 0:
                j, k = k, j
            return [(i, j, k), (i, k, last), (k, j, last), (j, i, last)]
    return None


def _witnesses(a, b, support, nearest, found_a, found_b, size):
    normal, height, corners = nearest
    ways = [] if a.faces is None else list(a.faces)
    ways += [] if b.faces is None else [-n for n in b.faces]
    ties = []
    for way in ways:
        on_a, on_b = support(way)
        if way @ (on_a - on_b) <= height + SAME_DEPTH * size:
            ties.append((tuple(np.round(way, 9)), way))
    if ties:
        normal = min(ties, key=lambda tie: tie[0])[1]
        on_a, on_b = support(normal)
        height = float(normal @ (on_a - on_b))
        on_b = _shared(a.top(normal), b.top(-normal, height * normal)) - height * normal
        return height, normal, on_b + height * normal, on_b
    points = np.array([found_a[i] - found_b[i] for i in corners])
    foot = height * normal
    weights = np.linalg.lstsq(np.vstack([points.T, np.ones(3)]), np.append(foot, 1.0), rcond=None)[
        0
    ]
    on_a = weights @ np.array([found_a[i] for i in corners])
    return height, normal, on_a, on_a - foot


def _shared(a, b):
    """A point of two flat pieces that meet in their one plane: the first corner, or middle of a
    disc, of A that is in B, else of B that is in A, else one between the two."""
    for single in (a, b):
        if len(single.points) == 1 and not single.discs:
            return single.points[0]
    near = SAME_DEPTH * (a.size + b.size)
    for one, other in ((a, b), (b, a)):
        for end in one.points:
            if distance(Convex(end), other)[0] <= near:
                return end
    return 0.5 * (distance(a, b)[1] + distance(b, a)[1])


def touch(a, b):
    """Of two solids that no more than touch: ``(normal from A to B, point_a, point_b)``.

    The normal is one that parts them: of a face or a flat end if one does."""
    way, point_a, point_b = _core_distance(a, b)
    length, size = np.linalg.norm(way), a.size + b.size
    ways = [*a.flats(), *(-n for n in b.flats())]
    if length > ROUNDING * size:
        unit = way / length
        point_a, point_b = point_a - a.radius * unit, point_b + b.radius * unit
        ways.insert(0, -unit)

    def overlap(way):
        return way @ (a.support(way) - b.support(-way)) + a.radius + b.radius

    for way in ways:
        if overlap(way) <= SAME_DEPTH * size:
            return way, point_a, point_b
    return depth(a, b)[1], point_a, point_b
