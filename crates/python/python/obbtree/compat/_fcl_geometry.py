"""Geometries in the shape of python-fcl: a body or a shape of the engine, and a convex solid
where it is one.

Frames as in FCL: shapes are centred at their origin, axes along z; ``lz`` is a full length, of a
capsule that of its segment; a cone's apex is at ``+lz / 2``. A change of a size takes effect at
the next query."""

from types import SimpleNamespace
from typing import Any, Iterable, Tuple

import numpy as np
from numpy.typing import ArrayLike

from .. import Body, Pose, Shape, VoxelError, Voxels
from ._convex import Convex as Solid
from ._fcl_types import NODE_TYPE, OBJECT_TYPE, Floats

Z = np.array([0.0, 0.0, 1.0])


class CollisionGeometry:
    """The base of all geometries."""

    node_type: int = NODE_TYPE.BV_UNKNOWN
    object_type: int = OBJECT_TYPE.OT_GEOM
    #: Is it the surface of a mesh, not a convex solid?
    is_mesh: bool = False
    #: How often a size of any geometry has changed: managers look at all boxes again then.
    changes: int = 0

    def __init__(self) -> None:
        self._changed()

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            if isinstance(value, np.ndarray):  # an edit in place would be noticed by nobody
                value = value.copy()
                value.flags.writeable = False
            self._changed()
        object.__setattr__(self, name, value)

    def _changed(self):
        CollisionGeometry.changes += 1
        self._version = CollisionGeometry.changes
        self._made = self._around = None

    def getNodeType(self) -> int:
        return self.node_type

    def computeLocalAABB(self) -> None:
        """Does nothing: boxes are made when they are needed."""

    @property
    def aabb_center(self) -> Floats:
        return self._box().mean(axis=0)

    # What the queries need, made again after a change.
    def _parts(self):
        if self._made is None:
            self._made = self._make()
        return self._made

    def _body(self):
        """The engine's body, or None."""
        return self._parts().get("body")

    def _shape(self):
        """The engine's shape."""
        return self._parts()["shape"]

    def _local(self):
        """The pose of the engine's shape in the geometry's frame, or None."""
        return None

    def _box(self):
        return self._solid(np.eye(3), np.zeros(3)).box()

    def _local_box(self):
        """The box, kept until a size changes."""
        if self._around is None:
            self._around = np.array(self._box(), dtype=np.float64)
        return self._around


def boxes_of(objects):
    """(N, 2, 3): the boxes of placed objects along the axes of the world."""
    local = np.concatenate([each._geometry._local_box() for each in objects]).reshape(-1, 2, 3)
    turns = np.concatenate([each._transform._r for each in objects]).reshape(-1, 3, 3)
    places = np.concatenate([each._transform._t for each in objects]).reshape(-1, 3)
    low, high = local[:, 0], local[:, 1]
    with np.errstate(invalid="ignore"):  # of what is unbounded
        at = np.einsum("nij,nj->ni", turns, 0.5 * (low + high)) + places
        reach = np.einsum("nij,nj->ni", np.abs(turns), 0.5 * (high - low))
        reach += 1e-9 * (np.abs(at) + reach)  # covers rounding: a box too large loses nothing
    boxes = np.stack([at - reach, at + reach], axis=1)
    unbounded = ~np.isfinite(local).all(axis=(1, 2))
    boxes[unbounded] = local[unbounded]
    return boxes


def _unit_faces(vertices, triangles):
    corners = vertices[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    normals = normals[lengths > 0] / lengths[lengths > 0, None]
    middle = vertices.mean(axis=0)
    outward = np.einsum("ij,ij->i", normals, corners[lengths > 0, 0] - middle) >= 0
    normals[~outward] *= -1
    return np.unique(np.round(normals, 12), axis=0)


class _Polyhedron(CollisionGeometry):
    """A convex solid with vertices and triangles."""

    def _make(self):
        vertices, _ = self._mesh()
        return {"vertices": vertices, "shape": self._hull(vertices)}

    def _hull(self, vertices):
        return Shape.hull(vertices)

    def _body(self):
        parts = self._parts()
        if "body" not in parts:
            parts["body"] = Body(*self._mesh())
        return parts["body"]

    def _solid(self, rotation, translation):
        parts = self._parts()
        if "faces" not in parts:
            parts["faces"] = _unit_faces(*self._mesh())
        return Solid(
            parts["vertices"] @ rotation.T + translation, faces=parts["faces"] @ rotation.T
        )


class TriangleP(_Polyhedron):
    node_type: int = NODE_TYPE.GEOM_TRIANGLE

    a: Floats
    b: Floats
    c: Floats

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        super().__init__()
        self.a, self.b, self.c = (np.asarray(p, dtype=np.float64) for p in (a, b, c))

    def _mesh(self):
        return np.array([self.a, self.b, self.c]), np.array([[0, 1, 2]])


class Box(_Polyhedron):
    node_type: int = NODE_TYPE.GEOM_BOX

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__()
        self.side: Floats = np.array([x, y, z], dtype=np.float64)

    def _hull(self, vertices):
        half = 0.5 * np.abs(self.side)
        return Shape.cuboid(half) if (half > 0).all() else Shape.hull(vertices)

    def _box(self):
        half = 0.5 * np.abs(self.side)
        return np.array([-half, half])

    def _mesh(self):
        corners = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) - 0.5
        quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        triangles = [t for q in quads for t in ([q[0], q[1], q[2]], [q[0], q[2], q[3]])]
        return corners * self.side, np.array(triangles)


class Convex(_Polyhedron):
    """``faces`` is flat: for each face its number of corners and these, counted from 0."""

    node_type: int = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: ArrayLike, num_faces: int, faces: Iterable[int]) -> None:
        super().__init__()
        self.num_faces: int = num_faces
        self._vertices = np.array(vertices, dtype=np.float64)
        self._faces = [int(number) for number in faces]

    def _mesh(self):
        triangles, at = [], 0
        for _ in range(self.num_faces):
            count = self._faces[at]
            face = self._faces[at + 1 : at + 1 + count]
            triangles += [[face[0], face[k], face[k + 1]] for k in range(1, count - 1)]
            at += count + 1
        return self._vertices, np.array(triangles)


class Sphere(CollisionGeometry):
    node_type: int = NODE_TYPE.GEOM_SPHERE

    def __init__(self, radius: float) -> None:
        super().__init__()
        self.radius: float = radius

    def _make(self):
        return {"shape": Shape.sphere(np.zeros(3), self.radius)}

    def _solid(self, rotation, translation):
        return Solid(translation, radius=self.radius)


class _Axial(CollisionGeometry):
    """A shape about a segment of length ``lz`` along z, centred at the origin."""

    radius: float
    lz: float

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__()
        self.radius, self.lz = radius, lz

    def _ends(self):
        return np.array([-0.5 * self.lz * Z, 0.5 * self.lz * Z])

    def _make(self):
        return {"shape": self._of(*self._ends(), self.radius)}

    def _placed(self, rotation, translation):
        return self._ends() @ rotation.T + translation

    def _disc(self, center, rotation):
        return center, rotation @ Z, self.radius


class Capsule(_Axial):
    node_type: int = NODE_TYPE.GEOM_CAPSULE
    _of = staticmethod(Shape.capsule)

    def _solid(self, rotation, translation):
        return Solid(self._placed(rotation, translation), radius=self.radius)


class Cylinder(_Axial):
    node_type: int = NODE_TYPE.GEOM_CYLINDER
    _of = staticmethod(Shape.cylinder)

    def _solid(self, rotation, translation):
        ends = self._placed(rotation, translation)
        return Solid(ends, discs=[self._disc(end, rotation) for end in ends])


class Cone(_Axial):
    node_type: int = NODE_TYPE.GEOM_CONE
    _of = staticmethod(Shape.cone)

    def _solid(self, rotation, translation):
        base, apex = self._placed(rotation, translation)
        return Solid(np.array([base, apex]), discs=[self._disc(base, rotation)])


class Ellipsoid(CollisionGeometry):
    """Rounded in all queries: the engine has no certain test for it."""

    node_type: int = NODE_TYPE.GEOM_ELLIPSOID

    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__()
        self.radii: Tuple[float, float, float] = (a, b, c)

    def _make(self):
        return {"shape": None}

    def _solid(self, rotation, translation):
        return Solid(translation, axes=rotation * np.asarray(self.radii, dtype=np.float64))


class _Flat(CollisionGeometry):
    """All of ``n . x <= d``, or its border."""

    n: Floats
    d: float

    def _local(self):
        return self._parts()["local"]

    def __init__(self, n: ArrayLike, d: float) -> None:
        super().__init__()
        length = np.linalg.norm(n)
        if length == 0:  # as FCL takes it
            self.n, self.d = np.array([1.0, 0.0, 0.0]), 0.0
        else:
            self.n, self.d = np.asarray(n, dtype=np.float64) / length, d / length

    def _make(self):
        x = np.eye(3)[np.argmin(np.abs(self.n))]
        x = np.cross(x, self.n)
        x /= np.linalg.norm(x)
        matrix = np.eye(4)
        matrix[:3, :3] = np.array([x, np.cross(self.n, x), self.n]).T
        matrix[:3, 3] = self.d * self.n
        return {"shape": self._of(), "local": Pose(matrix)}

    def _box(self):
        return np.array([[-np.inf] * 3, [np.inf] * 3])

    def _height(self, solid, rotation, translation):
        """The least and the largest height of a solid over the plane, and the points there."""
        n = rotation @ self.n
        d = self.d + n @ translation
        low, high = solid.support(-n) - solid.radius * n, solid.support(n) + solid.radius * n
        return n, n @ low - d, n @ high - d, low, high


class Halfspace(_Flat):
    node_type: int = NODE_TYPE.GEOM_HALFSPACE
    _of = staticmethod(Shape.half_space)


class Plane(_Flat):
    node_type: int = NODE_TYPE.GEOM_PLANE
    _of = staticmethod(Shape.plane)


class BVHModel(CollisionGeometry):
    """The surface of a triangle mesh."""

    node_type: int = NODE_TYPE.BV_OBBRSS
    object_type: int = OBJECT_TYPE.OT_BVH
    is_mesh: bool = True

    def __init__(self) -> None:
        super().__init__()
        self._begin()

    def _begin(self):
        self._vertices, self._triangles, self._count = [], [], 0
        self._changed()

    def num_tries_(self) -> int:
        return sum(len(part) for part in self._triangles)

    def buildState(self) -> int:
        return 2 if self._made is not None else 1

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        self._begin()
        return 0

    def addVertex(self, x: float, y: float, z: float) -> bool:
        self._vertices.append(np.array([[x, y, z]], dtype=np.float64))
        self._count += 1
        self._changed()
        return True

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> bool:
        return self.addSubModel(np.array([v1, v2, v3]), np.array([[0, 1, 2]]))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> bool:
        verts = np.array(verts, dtype=np.float64)
        self._triangles.append(np.asarray(triangles, dtype=np.int64) + self._count)  # a new array
        self._vertices.append(verts)
        self._count += len(verts)
        self._changed()
        return True

    def endModel(self) -> int:
        self._parts()
        return 0

    def _make(self):
        if not self._triangles:
            raise ValueError("BVH geometry is not prepared")
        vertices, triangles = np.concatenate(self._vertices), np.concatenate(self._triangles)
        used = np.unique(triangles)
        box = np.array([vertices[used].min(axis=0), vertices[used].max(axis=0)])
        return {"body": Body(vertices, triangles), "corners": vertices[triangles], "box": box}

    def _box(self):
        return self._parts()["box"]

    def _corners(self):
        return self._parts()["corners"]


class OcTree(CollisionGeometry):
    """The leaves of an OctoMap that are occupied, as solid cubes; what is free or unknown is
    nothing. Numbers of contacts count these leaves in the order of the tree.

    ``data`` is what OctoMap's ``writeBinaryData`` writes of a tree of the resolution ``r``; or a
    file ``.bt``, whose own resolution must be ``r``: bytes, or numbers of 8 bits. A tree without
    an occupied leaf is refused."""

    node_type: int = NODE_TYPE.GEOM_OCTREE
    object_type: int = OBJECT_TYPE.OT_OCTREE

    def __init__(self, r: float, data: Any) -> None:
        super().__init__()
        if not isinstance(data, (bytes, bytearray, memoryview)):
            data = np.asarray(data).astype(np.uint8)  # python-fcl takes numbers from -128 to 127
        data = bytes(data)
        if data.startswith(b"# Octomap"):
            self._voxels = Voxels.from_bytes(data)
            if self._voxels.side != r:
                raise ValueError(f"the file has the resolution {self._voxels.side!r}, not {r!r}")
        else:
            tree = SimpleNamespace(binary=True, id="OcTree", resolution=r, data=data)
            self._voxels = Voxels.from_octomap(tree)
        if len(self._voxels) == 0:
            raise VoxelError("no voxel is occupied")

    def _make(self):
        ends = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)])
        corners = self._voxels.boxes[:, ends, np.arange(3)]
        return {"shape": self._voxels, "corners": corners}

    def _box(self):
        return self._voxels.bounds

    def _corners(self):
        """(n, 8, 3): the corners of the cubes."""
        return self._parts()["corners"]
