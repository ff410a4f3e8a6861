"""Mesh files to the trivial text format of the drivers: "n_vertices n_triangles", then one vertex a line
with 17 digits (which read back to the same double), then one triangle a line as three 0-based indices.

Reads binary STL and triangulated OBJ, all these workloads need; anything else is refused. Vertices of
STL are joined where all three coordinates are equal; triangles keep the order of the file.
"""

import math
import pathlib
import struct


def read(path):
    """The vertices (triples of float) and triangles (triples of int) of a mesh file."""
    suffix = pathlib.Path(path).suffix.lower()
    if suffix == ".stl":
        return _read_stl(path)
    if suffix == ".obj":
        return _read_obj(path)
    raise ValueError(f"{path}: only binary STL and OBJ are read here")


def write(path, vertices, triangles):
    with open(path, "w", encoding="ascii") as out:
        out.write(f"{len(vertices)} {len(triangles)}\n")
        out.writelines("%.17g %.17g %.17g\n" % vertex for vertex in vertices)
        out.writelines("%d %d %d\n" % triangle for triangle in triangles)


def write_stl(path, vertices, triangles):
    """A binary STL; its normals are zero, as readers make their own."""
    with open(path, "wb") as out:
        out.write(bytes(80) + struct.pack("<I", len(triangles)))
        for corners in triangles:
            out.write(struct.pack("<12fH", 0, 0, 0, *(x for corner in corners for x in vertices[corner]), 0))


def finer_sphere(vertices, triangles):
    """A sphere about the origin with four triangles for each: middles of edges, moved out to the radius."""
    radius = math.dist(vertices[0], (0, 0, 0))
    vertices, middles, finer = list(vertices), {}, []

    def middle(i, j):
        key = (min(i, j), max(i, j))
        if key not in middles:
            middles[key] = len(vertices)
            point = [(x + y) / 2 for x, y in zip(vertices[i], vertices[j])]
            vertices.append(tuple(x * radius / math.dist(point, (0, 0, 0)) for x in point))
        return middles[key]

    for a, b, c in triangles:
        ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
        finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return vertices, finer


def _read_stl(path):
    data = pathlib.Path(path).read_bytes()
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else -1
    if len(data) != 84 + 50 * count:
        raise ValueError(f"{path}: not a binary STL")
    index, triangles = {}, []
    for record in struct.iter_unpack("<12fH", data[84:]):
        corners = (record[3:6], record[6:9], record[9:12])
        # Adding 0.0 turns -0.0 into 0.0: one position, one vertex.
        triangles.append(tuple(index.setdefault(tuple(x + 0.0 for x in corner), len(index)) for corner in corners))
    return list(index), triangles


def _read_obj(path):
    vertices, triangles = [], []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split()
            if words[:1] == ["v"]:
                vertices.append(tuple(float(word) for word in words[1:4]))
            elif words[:1] == ["f"]:
                corners = tuple(int(word.split("/")[0]) - 1 for word in words[1:])
                if len(corners) != 3 or min(corners) < 0:
                    raise ValueError(f"{path}:{number}: only triangles with positive indices are read here")
                triangles.append(corners)
    return vertices, triangles
