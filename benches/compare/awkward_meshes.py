"""Meshes that test what counts as an intersection of a mesh with itself: written as OBJ, from
formulas."""

import math


def write(file, vertices, triangles):
    """Triangles count vertices from 0."""
    with open(file, "w") as to:
        to.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in vertices)
        to.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def sheet(columns, rows, place):
    """A grid of squares, two triangles each; `place` gives the vertex of a column and a row."""
    vertices = [place(i, k) for i in range(columns + 1) for k in range(rows + 1)]
    number = lambda i, k: i * (rows + 1) + k
    squares = [(number(i, k), number(i + 1, k), number(i + 1, k + 1), number(i, k + 1))
               for i in range(columns) for k in range(rows)]
    return vertices, [t for a, b, c, d in squares for t in ((a, b, c), (a, c, d))]


def hills(size=24):
    return sheet(size, size, lambda i, k: (float(i), float(k), (i * i + 3 * k) % 5 / 4))


def folded(size=24):
    """Folded by 180 degrees along a line; the part on top is moved by a quarter of a square."""
    crease = size // 2
    at = lambda i: float(i) if i <= crease else 2 * crease - i + 0.25
    return sheet(size, size, lambda i, k: (at(i), float(k), 0.0))


def doubled():
    """Every third triangle twice, its corners in another order or turned over."""
    vertices, triangles = hills()
    again = [(b, c, a) if n % 2 else (c, b, a) for n, (a, b, c) in enumerate(triangles[::3])]
    return vertices, triangles + again


def without_area():
    """Segments and points among the triangles: along edges, over corners, through faces."""
    vertices, triangles = hills()
    middle = lambda p, q: tuple((x + y) / 2 for x, y in zip(p, q))
    for n, (a, b, c) in enumerate(triangles[::4]):
        on_edge, on_face = len(vertices), len(vertices) + 1
        at_a, at_b, at_c = vertices[a], vertices[b], vertices[c]
        vertices += [middle(at_a, at_b), middle(at_b, middle(at_a, at_c))]
        kinds = [(a, on_edge, b), (a, a, b), (c, c, c), (on_face, on_face, on_face)]
        kinds += [(a, on_face, on_face), (on_edge,) * 3]
        triangles.append(kinds[n % len(kinds)])
    return vertices, triangles


def klein_bottle(around=120, along=48):
    """The figure-8 immersion of the Klein bottle: closed, and cuts itself along a circle."""
    def place(i, k):
        v, u = math.tau * i / around, math.tau * (k + 0.3) / along
        across = 2 + math.cos(v / 2) * math.sin(u) - math.sin(v / 2) * math.sin(2 * u)
        up = math.sin(v / 2) * math.sin(u) + math.cos(v / 2) * math.sin(2 * u)
        return across * math.cos(v), across * math.sin(v), up
    return sheet(around, along, place)


def lattice_sheets(size=20):
    """Sheets through each other at whole coordinates: corners on faces, edges across edges, faces
    in one plane."""
    level = sheet(size, size, lambda i, k: (float(i), float(k), 0.0))
    steep = sheet(size, size // 2, lambda i, k: (float(i) + 0.5, 7.0, k - 3.0))
    along = sheet(size // 2, size // 2, lambda i, k: (2.0 * i + 1, 2.0 * k, 0.0))
    vertices, triangles = [], []
    for more, of_more in (level, steep, along):
        triangles += [tuple(v + len(vertices) for v in t) for t in of_more]
        vertices += more
    return vertices, triangles


ALL = {
    "folded": folded,
    "doubled": doubled,
    "without area": without_area,
    "Klein bottle": klein_bottle,
    "lattice sheets": lattice_sheets,
}
