from os import PathLike
from typing import (
    Any,
    Callable,
    Literal,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    final,
    overload,
)

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Approach",
    "Body",
    "BodyDistance",
    "Checker",
    "Clash",
    "ClashCluster",
    "ClashDifference",
    "ClashReport",
    "CloudError",
    "ClosestPoint",
    "Contact",
    "ContactSummary",
    "ContactTimes",
    "DeepestPoint",
    "Depth",
    "Distance",
    "Distances",
    "Linear",
    "MeshError",
    "MotionClash",
    "MotionClashReport",
    "MotionError",
    "ObbtreeError",
    "OpenMeshError",
    "PartContact",
    "PlanError",
    "PointCloud",
    "Pose",
    "PoseError",
    "RayError",
    "RayHit",
    "RayHits",
    "ReadError",
    "Robot",
    "RobotError",
    "Scene",
    "SceneError",
    "Screw",
    "Shape",
    "ShapeError",
    "SignedDistance",
    "Study",
    "StudyError",
    "Sweep",
    "Trajectory",
    "Translation",
    "VoxelError",
    "Voxels",
    "all_hits",
    "any_hit",
    "_clash_moves",
    "_clash_question",
    "_clash_slice",
    "clash",
    "clash_motion",
    "classify",
    "classify_batch",
    "clearance",
    "closer_than",
    "closer_than_batch",
    "closest_hit",
    "closest_hits",
    "closest_places_within",
    "closest_point",
    "collide",
    "collide_batch",
    "contact_summary",
    "contacts",
    "depth",
    "contacts_batch",
    "distance",
    "distance_batch",
    "first_pair",
    "manifolds",
    "is_motion_free",
    "is_motion_free_batch",
    "overlap_volume",
    "pairs",
    "pairs_batch",
    "point_side",
    "points_inside",
    "points_within",
    "read_motions",
    "read_poses",
    "self_intersections",
    "self_intersects",
    "signed_distance",
    "signed_distances",
    "sweep",
    "sweep_batch",
    "triangles_within",
    "__version__",
    "_BroadPhase",
    "_NearestPairs",
]

__version__: str

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]
class _Rotation(Protocol):
    def as_matrix(self) -> Any: ...

class _Trimesh(Protocol):
    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...

_PoseLike = Union[Pose, ArrayLike, _Rotation, None]
_PosesLike = Union[ArrayLike, _Rotation, Sequence[_PoseLike]]
_Motion = Union[Linear, Screw, Translation]
_MotionLike = Union[_Motion, Tuple[_PoseLike, _PoseLike], _PoseLike]
_MotionsLike = Union[Sequence[_MotionLike], Tuple[_PosesLike, _PosesLike]]
class _HasPoints(Protocol):
    @property
    def points(self) -> Any: ...

class _HasVertices(Protocol):
    @property
    def vertices(self) -> Any: ...

class _VoxelGrid(Protocol):
    @property
    def sparse_indices(self) -> Any: ...
    @property
    def transform(self) -> Any: ...

class _VoxelGridOfOpen3D(Protocol):
    origin: Any
    voxel_size: Any
    def get_voxels(self) -> Any: ...

_Collider = Union[Body, Shape, PointCloud, Voxels, _Trimesh]
_Unknown = Literal["free", "occupied"]
_Triangles = Tuple[Optional[int], Optional[int]]
_Names = Tuple[str, str]
_Relation = Literal[
    "separated",
    "touching",
    "intersecting",
    "containing",
    "contained",
    "coincident",
    "overlapping",
]

class _Bar(Protocol):
    def update(self, n: int, /) -> object: ...

_Progress = Union[Callable[[int, int], object], _Bar, None]

class ObbtreeError(ValueError):
    """The base of this package's exceptions."""
class MeshError(ObbtreeError):
    """Arrays are no valid mesh."""
class PoseError(ObbtreeError):
    """Numbers are no rigid motion or no direction, or no translation parts two bodies."""
class MotionError(ObbtreeError):
    """Poses or numbers are no valid motion."""
class ShapeError(ObbtreeError):
    """Numbers are no valid shape."""
class CloudError(ObbtreeError):
    """Numbers are no valid point cloud."""
class VoxelError(ObbtreeError):
    """Numbers are no valid voxels."""
class RayError(ObbtreeError):
    """Numbers are no valid ray or segment."""
class OpenMeshError(ObbtreeError):
    """A body has no inside: its mesh is open."""
class SceneError(ObbtreeError):
    """A scene cannot be changed or queried like this."""
class RobotError(ObbtreeError):
    """A robot cannot be made or queried like this."""
class PlanError(ObbtreeError):
    """No path was found; says why."""
class StudyError(ObbtreeError):
    """A study of clashes cannot be used."""
class ReadError(ObbtreeError):
    """A file cannot be read; says which and where."""

@final
class Pose:
    """Where a body is: maps points ``p`` of its mesh to ``R p + t`` in the world.

    Every query takes poses as such an object, as ``None`` (the identity), or as numbers:
    ``(4, 4)`` and ``(3, 4)`` arrays ``[R | t]``, 12 numbers (its rows), or 7 numbers
    ``x y z qx qy qz qw``; or as scipy's ``Rotation`` and ``RigidTransform`` or pinocchio's ``SE3``.
    Numbers are used exactly as given; a quaternion is converted once. The 3 x 3 part must be a
    rotation to within 1e-4 (Frobenius norm of ``R^T R - I``); lengths are in the unit of the
    meshes.

    Raises ``PoseError`` if the numbers are no rigid motion.

    >>> import numpy as np, obbtree
    >>> pose = obbtree.Pose([1, 2, 3, 0, 0, 0, 1])
    >>> pose.translation
    array([1., 2., 3.])
    >>> (pose @ pose.inverse()).is_identity
    True
    >>> pose.translation_quaternion
    array([1., 2., 3., 0., 0., 0., 1.])
    >>> obbtree.Pose(np.diag([2.0, 1, 1, 1]))
    Traceback (most recent call last):
        ...
    obbtree.PoseError: argument 'numbers': the 3 x 3 part of the pose is not a rotation: ...
    """
    def __new__(cls, numbers: _PoseLike = None) -> Pose: ...
    @staticmethod
    def from_translation(translation: ArrayLike) -> Pose:
        """The pose that moves by three numbers and does not rotate.

        >>> import obbtree
        >>> obbtree.Pose.from_translation([0, 0, 1]).matrix[2, 3]
        np.float64(1.0)
        """
    @property
    def matrix(self) -> _Floats:
        """The (4, 4) matrix, a new array."""
    @property
    def translation(self) -> _Floats:
        """The (3,) translation, a new array."""
    @property
    def translation_quaternion(self) -> _Floats:
        """The (7,) numbers ``x y z qx qy qz qw``, rounded, a new array."""
    @property
    def is_identity(self) -> bool:
        """Is it the identity, exactly?"""
    @overload
    def __matmul__(self, other: Pose, /) -> Pose:
        """Return self@value."""
    @overload
    def __matmul__(self, other: ArrayLike, /) -> _Floats: ...
    def __rmatmul__(self, other: Pose, /) -> Pose: ...
    def inverse(self) -> Pose:
        """The inverse, rounded to ``float64``.

        >>> import obbtree
        >>> pose = obbtree.Pose([1, 2, 3, 0, 0, 0, 1])
        >>> pose.inverse().translation
        array([-1., -2., -3.])
        """
    def relative_to(self, other: _PoseLike) -> Pose:
        """This pose as seen from ``other``: ``Pose(other).inverse() @ self`` with fewer roundings.

        >>> import obbtree
        >>> camera = obbtree.Pose([0, 0, 2, 0, 0, 0, 1])
        >>> obbtree.Pose([1, 0, 5, 0, 0, 0, 1]).relative_to(camera).translation
        array([1., 0., 3.])
        """
    def renormalized(self) -> Pose:
        """With the nearest rotation as its 3 x 3 part.

        >>> import obbtree
        >>> rows = [1, 1e-5, 0, 0, -1e-5, 1, 0, 0, 0, 0, 1, 0]
        >>> bool(obbtree.Pose(rows).renormalized().matrix[0, 0] < 1)
        True
        """

@final
class Body:
    """A triangle mesh with its tree: immutable, shared by threads, built once.

    ``Body(vertices, triangles)`` takes an (n, 3) array of ``float64`` or ``float32``, of any
    strides, and an (m, 3) array of any integers, vertices counted from 0. ``Body(soup)`` takes an
    (m, 3, 3) array of corners. ``Body(mesh)`` takes a ``trimesh.Trimesh``. ``Body(path)`` reads
    STL, OBJ, PLY, OFF, COLLADA, glTF or a tree file. Coordinates are in the frame and unit of the
    caller; triangle numbers in answers are those of the arrays.

    Raises ``MeshError`` (which vertex, triangle and value), ``ReadError`` (which file and where
    in it) or ``FileNotFoundError``. Copies share one mesh and one tree; pickles hold the tree,
    which is not built again.

    >>> import numpy as np, obbtree
    >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
    >>> body = obbtree.Body(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    >>> body
    Body(4 vertices, 4 triangles, closed)
    >>> obbtree.Body("assets/nut.stl").triangles.shape
    (2408, 3)
    >>> body.is_closed, body.vertices.shape, body.nbytes > 0
    (True, (4, 3), True)
    >>> obbtree.Body(corners, [[0, 1, 4]])
    Traceback (most recent call last):
        ...
    obbtree.MeshError: triangle 0 refers to vertex 4, but there are 4 vertices (0 to 3)
    """
    def __new__(
        cls,
        vertices: Union[ArrayLike, _Trimesh, str, PathLike[str]],
        triangles: Optional[ArrayLike] = None,
        *,
        fast_build: bool = False,
    ) -> Body: ...
    @staticmethod
    def height_map(
        heights: ArrayLike,
        spacing: ArrayLike,
        origin: Optional[ArrayLike] = None,
        *,
        fast_build: bool = False,
    ) -> Body:
        """The surface of heights over a grid, an (nx, ny) array: the point (i, j) is at
        ``origin + (i * dx, j * dy, heights[i, j])``, each number rounded once, with the spacing
        (dx, dy) or one number for both; the origin is zero by default. A cell is two triangles with
        the diagonal from (i, j) to (i + 1, j + 1), first that with the corner (i + 1, j); they are
        numbered along the grid, j first.

        A height that is NaN is a hole: triangles with this corner are left out, and not numbered.
        It is a surface as any mesh: what is under it does not meet it. Raises ``MeshError``.

        >>> import numpy as np, obbtree
        >>> heights = np.array([[0, 0.5, 0], [0.25, np.nan, 0]])
        >>> ground = obbtree.Body.height_map(heights, [0.1, 0.2], [0, 0, 1])
        >>> ground  # the other triangles have the hole as a corner
        Body(3 vertices, 1 triangles, open)
        >>> ground.vertices
        array([[0. , 0.2, 1.5],
               [0. , 0.4, 1. ],
               [0.1, 0.4, 1. ]])
        """
    @staticmethod
    def behind_depth(
        depth: ArrayLike,
        fx: float,
        fy: float,
        cx: float,
        cy: float,
        *,
        scale: float = 1.0,
        near: float = 0.0,
        far: float,
        tile: int = 1,
        nothing: str = "free",
        fast_build: bool = False,
    ) -> Body:
        """
        The space behind what a depth camera sees, in its frame, as a closed mesh: a careful planner
        takes as solid what it has not seen, with ``solid=True``.

        ``depth`` is an (h, w) image, and the camera as for ``PointCloud.from_depth``. Let a ray be
        the points ``(a * z, b * z, z)``. Pixel (u, v) has those with a from ``(u - 1/2 - cx) / fx``
        to ``(u + 1/2 - cx) / fx``, and b likewise. The solid is all points of its rays from ``z =
        scale * depth`` to ``far``, for every pixel, both included. With ``tile`` so many pixels a
        side, at least 1, are taken together, from the least z of them: fewer triangles, and more
        that is solid.

        A pixel shows nothing if its depth is NaN, infinite, 0 or negative, or its z below ``near``:
        it is free, or with ``nothing="solid"`` solid from ``near`` on. A pixel whose z is at least
        ``far`` is free. Answers are certain about the mesh, whose corners are rounded to
        ``float64``. Raises ``CloudError``.

        >>> import numpy as np, obbtree
        >>> depth = np.array([[1.0, 0.0]])  # nothing is seen to the right
        >>> behind = obbtree.Body.behind_depth(depth, 1, 1, 0.5, 0, near=0.1, far=4)
        >>> behind
        Body(8 vertices, 12 triangles, closed)
        >>> sphere = obbtree.Shape.sphere([0, 0, 0], 0.125)
        >>> [obbtree.collide(behind, None, sphere, [x, 0, 3, 0, 0, 0, 1], solid=True)
        ...     for x in (-1.5, 1.5)]
        [True, False]
        """
    @staticmethod
    def read_height_map(
        path: Union[str, PathLike[str]],
        spacing: ArrayLike,
        origin: Optional[ArrayLike] = None,
        *,
        scale: float = 1.0,
        hole: Optional[float] = None,
        fast_build: bool = False,
    ) -> Body:
        """
        The surface of heights in an image: PNG in grey of 16 bits; TIFF of one channel of 16 bits,
        with or without a sign, or of float32, as it is or compressed by PackBits, LZW or deflate.

        The image is seen from above, x to the right and y up: the number in column u of row v, the
        top row first, is over ``(origin[0] + u * dx, origin[1] + (rows - 1 - v) * dy)``, at
        ``origin[2] + scale * number``, with the spacing (dx, dy) or one number for both; the origin
        is zero by default. Around a pixel whose number is ``hole``, NaN, or what a TIFF's tag
        ``GDAL_NODATA`` says, triangles are left out. What else there is to say of such a surface
        stands at ``height_map``. Raises ``ReadError`` with the file.

        >>> import obbtree
        >>> obbtree.Body.read_height_map("no/such.tif", 0.05, scale=0.001, hole=0)
        Traceback (most recent call last):
            ...
        FileNotFoundError: no/such.tif: cannot be read: ...
        """
    @staticmethod
    def from_bytes(data: bytes, name: str = "bytes") -> Body:
        """The body of the bytes of a mesh or tree file; its format is told by the content.

        >>> import obbtree
        >>> nut = obbtree.Body("assets/nut.stl")
        >>> obbtree.Body.from_bytes(nut.to_bytes())
        Body(1204 vertices, 2408 triangles, closed)
        """
    def _repr_html_(self) -> Optional[str]:
        """What a notebook shows: the page, if there is one and ``obbtree-page`` is installed."""
    def to_bytes(self) -> bytes:
        """
        The tree file: mesh and tree, which ``from_bytes`` and ``Body(path)`` read without building.

        >>> import obbtree
        >>> nut = obbtree.Body("assets/nut.stl")
        >>> obbtree.Body.from_bytes(nut.to_bytes())
        Body(1204 vertices, 2408 triangles, closed)
        """
    @property
    def vertices(self) -> _Floats:
        """The (n, 3) vertices, a new array of ``float64``."""
    @property
    def triangles(self) -> NDArray[np.uint32]:
        """The (m, 3) vertex numbers of the triangles, a new array of ``uint32``."""
    @property
    def bounds(self) -> _Floats:
        """(2, 3): the least and the largest coordinates of the vertices, exactly; a new array.

        >>> import obbtree
        >>> obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 2, 0]], [[0, 1, 2]]).bounds
        array([[0., 0., 0.],
               [1., 2., 0.]])
        """
    @property
    def is_closed(self) -> bool:
        """Is the mesh closed, so that it has an inside?"""
    def require_closed(self) -> None:
        """Raises ``OpenMeshError``, which says where, if the mesh is open.

        >>> import obbtree
        >>> obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).require_closed()
        Traceback (most recent call last):
            ...
        obbtree.OpenMeshError: ...
        """
    @property
    def nbytes(self) -> int:
        """Memory of the mesh and of its tree, in bytes."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Body: ...
    def __deepcopy__(self, memo: Any, /) -> Body: ...

@final
class Linear:
    """From one pose to another: a point of the body (its origin, or ``point``, in the frame of the
    mesh) moves on a straight line, and the body rotates about it the shortest way, both at
    constant speed. Time goes from 0 to 1.

    Raises ``MotionError`` if the poses are not rotations to within 4e-5 together.

    >>> import obbtree
    >>> up = obbtree.Linear(None, [0, 0, 2, 0, 0, 0, 1])
    >>> up.pose_at(0.5).translation
    array([0., 0., 1.])
    """
    def __new__(
        cls, start: _PoseLike, end: _PoseLike, *, point: Optional[ArrayLike] = None
    ) -> Linear: ...
    def pose_at(self, time: float) -> Pose:
        """The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
        ``MotionError`` for a time that is not finite.

        >>> import obbtree
        >>> motion = obbtree.Linear(None, [4, 0, 0, 0, 0, 0, 1])
        >>> motion.pose_at(0.25).translation
        array([1., 0., 0.])
        """

@final
class Screw:
    """From one pose to another by the one screw that leads there with at most half a turn; or by
    ``Screw.about`` by any angle about an axis, with an advance along it. Time goes from 0 to 1.

    Raises ``MotionError`` for poses or numbers that are no valid motion.

    >>> import math, obbtree
    >>> axis = {"point": [0, 0, 0], "direction": [0, 0, 1]}
    >>> turn = obbtree.Screw.about(None, **axis, angle=2 * math.pi, advance=1.0)
    >>> abs(turn.pose_at(0.5).translation[2] - 0.5) < 1e-12
    np.True_
    """
    def __new__(cls, start: _PoseLike, end: _PoseLike) -> Screw: ...
    @staticmethod
    def about(
        start: _PoseLike, point: ArrayLike, direction: ArrayLike, angle: float, advance: float
    ) -> Screw:
        """By an angle in radians about an axis through a point of the body, and a length along the
        axis; point and direction in the frame of the mesh.

        >>> import numpy as np, obbtree
        >>> quarter = obbtree.Screw.about(None, [0, 0, 0], [0, 0, 1], np.pi / 2, 0.5)
        >>> quarter.pose_at(1.0).translation
        array([0. , 0. , 0.5])
        """
    def pose_at(self, time: float) -> Pose:
        """The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
        ``MotionError`` for a time that is not finite.

        >>> import obbtree
        >>> up = obbtree.Screw(None, [0, 0, 4, 0, 0, 0, 1])
        >>> up.pose_at(0.5).translation
        array([0., 0., 2.])
        """

@final
class Translation:
    """From a pose to the same with another translation. Time goes from 0 to 1.

    >>> import obbtree
    >>> obbtree.Translation(None, [0, 0, 4]).pose_at(0.25).translation
    array([0., 0., 1.])
    """
    def __new__(cls, start: _PoseLike, end: ArrayLike) -> Translation: ...
    def pose_at(self, time: float) -> Pose:
        """The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
        ``MotionError`` for a time that is not finite.

        >>> import obbtree
        >>> motion = obbtree.Translation(None, [0, 0, 8])
        >>> motion.pose_at(0.5).translation
        array([0., 0., 4.])
        """

@final
class PointCloud:
    """Points, each with all that is within its radius: shared by threads, made once; ``insert`` and
    ``remove`` change it in place.

    ``PointCloud(points, radius)`` takes an (n, 3) array of ``float64`` or ``float32``, of any
    strides; or what has one as its ``points``, as Open3D's clouds, or as its ``vertices``, as
    those of trimesh. The radius, of at least 0, is a number for all points or (n,) of them: a
    length in the world, and with 0 a point is a point. Numbers are used exactly as given.

    With ``skip_nan`` points with a coordinate that is NaN are left out; else they are an error.
    Numbers of points in answers are those of the array, whatever was left out. Of equal points
    one is kept, which changes no answer. There may be no point: such a cloud meets nothing.

    Raises ``CloudError``, which says which point and value.

    >>> import numpy as np, obbtree
    >>> seen = np.array([[0, 0, 1], [np.nan, 0, 0], [0.5, 0, 1]], dtype=np.float32)
    >>> cloud = obbtree.PointCloud(seen, 0.25, skip_nan=True)
    >>> cloud
    PointCloud(2 points, radius 0.25, 1 of 3 left out)
    >>> ground = obbtree.Shape.half_space()
    >>> obbtree.collide(cloud, None, ground, None)
    False
    >>> obbtree.closer_than(cloud, None, ground, None, 0.75)
    True
    >>> found = obbtree.distance(cloud, None, obbtree.Shape.sphere([0.5, 0, 3], 1), None)
    >>> found.lower <= 0.75 <= found.upper, found.cloud_points
    (True, (2, None))
    >>> cloud.radius, cloud.given, cloud.left_out, cloud.nbytes > 0
    (0.25, 3, 1, True)
    >>> cloud.bounds
    array([[0. , 0. , 1. ],
           [0.5, 0. , 1. ]])
    >>> obbtree.PointCloud(seen, 0.25)
    Traceback (most recent call last):
        ...
    obbtree.CloudError: point 1 has x = NaN, not a finite number
    """
    def __new__(
        cls,
        points: Union[ArrayLike, _HasPoints, _HasVertices],
        radius: ArrayLike,
        *,
        skip_nan: bool = False,
    ) -> PointCloud: ...
    @staticmethod
    def read(path: Union[str, PathLike[str]], radius: float) -> PointCloud:
        """The points of a file: PCD, PLY, columns of text (XYZ, TXT, CSV), NPY or NPZ, told by the
        content first. Points with a coordinate that is NaN are left out.

        Raises ``ReadError`` (which file and where in it), ``FileNotFoundError`` or ``CloudError``.

        >>> import obbtree
        >>> obbtree.PointCloud.read("no/such/scan.pcd", 0.01)
        Traceback (most recent call last):
            ...
        FileNotFoundError: no/such/scan.pcd: cannot be read: ...
        """
    @staticmethod
    def from_pointcloud2(
        message: Any, radius: ArrayLike, *, skip_nan: bool = True
    ) -> PointCloud:
        """
        The points of a message like ``PointCloud2`` of ROS: its fields ``x``, ``y`` and ``z``, in
        the frame of the message. Numbers in answers count its points row by row.

        Read are ``fields`` (each with ``name``, ``offset``, ``datatype`` and ``count``),
        ``point_step``, ``row_step``, ``width``, ``height``, ``is_bigendian`` and ``data``; nothing
        of ROS is imported. Points with a coordinate that is NaN, as sensors send for what they do
        not see, are left out and counted (``left_out``); without ``skip_nan`` they are an error.

        >>> import types, numpy as np, obbtree
        >>> fields = [types.SimpleNamespace(name=name, offset=4 * n, datatype=7, count=1)
        ...     for n, name in enumerate("xyz")]
        >>> data = np.array([[0, 0, 1], [np.nan, 0, 0]], dtype="<f4").tobytes()
        >>> message = types.SimpleNamespace(fields=fields, point_step=12, row_step=24, width=2,
        ...     height=1, is_bigendian=False, data=data)
        >>> obbtree.PointCloud.from_pointcloud2(message, 0.01)
        PointCloud(1 points, radius 0.01, 1 of 2 left out)
        """
    @staticmethod
    def from_depth(
        depth: ArrayLike,
        fx: float,
        fy: float,
        cx: float,
        cy: float,
        radius: ArrayLike,
        *,
        scale: float = 1.0,
        near: float = 0.0,
        far: float = ...,
    ) -> PointCloud:
        """The points that a pinhole camera sees, from an (h, w) depth image of ``uint16``,
        ``float32`` or ``float64``.

        The frame is that of the optics, as in ROS and OpenCV: x to the right, y down, z forward.
        Pixel (u, v), column u of row v, gives ``z = scale * depth``, ``x = (u - cx) / fx * z`` and
        ``y = (v - cy) / fy * z``, computed in ``float64`` (z with one rounding, x and y with four)
        and of ``uint16`` and ``float32`` then rounded to ``float32``. The radius is a number or an
        (h, w) array: the uncertainty of each pixel.

        Pixels whose depth is NaN, infinite, 0 or negative, or whose z is not from ``near`` to
        ``far``, are left out and counted (``left_out``). The number of a point is that of its
        pixel, ``v * w + u``.

        >>> import numpy as np, obbtree
        >>> depth = np.array([[2000, 0], [1000, 1000]], dtype=np.uint16)  # millimetres
        >>> cloud = obbtree.PointCloud.from_depth(depth, 2, 2, 0.5, 0.5, 0.01, scale=0.001)
        >>> cloud.points[0], cloud.numbers
        (array([-0.5, -0.5,  2. ]), array([0, 2, 3], dtype=uint32))
        """
    @staticmethod
    def read_depth(
        path: Union[str, PathLike[str]],
        fx: float,
        fy: float,
        cx: float,
        cy: float,
        radius: float,
        *,
        scale: float,
        near: float = 0.0,
        far: float = ...,
    ) -> PointCloud:
        """
        The points of a depth image in a file: PNG in grey of 16 bits, or TIFF of one channel of 16
        bits or float32. See ``from_depth``; ``scale`` is 0.001 where the world is in metres and the
        image in millimetres.

        >>> import obbtree
        >>> obbtree.PointCloud.read_depth("no/such.png", 525, 525, 320, 240, 0.01, scale=0.001)
        Traceback (most recent call last):
            ...
        FileNotFoundError: no/such.png: cannot be read: ...
        """
    def thinned(self, distance: float) -> PointCloud:
        """
        Fewer points, with larger radii, which together contain all that this cloud does, wherever
        it is placed: proven. Those that stay are more than ``distance`` apart and keep their
        numbers; each other one is at most ``distance`` from one that stays, whose radius grows by
        no more than it has to. What is free of the thinned cloud is free of this one.

        Raises ``CloudError`` if the distance is negative or not finite.

        >>> import numpy as np, obbtree
        >>> row = np.arange(100)[:, None] * [0.25, 0, 0]
        >>> thinned = obbtree.PointCloud(row, 0.125).thinned(0.5)
        >>> thinned.numbers[:3], len(thinned), bool(0.625 <= thinned.radius.max() < 0.6251)
        (array([0, 3, 6], dtype=uint32), 34, True)
        """
    def insert(self, points: ArrayLike, radius: ArrayLike) -> None:
        """Adds points in place: arguments are those of ``PointCloud``. They have the numbers from
        ``given`` on, and the others keep theirs; all answers are those of a cloud that is made of
        all these points, but which of several that meet something is named first. Of equal points
        one is kept; when it is taken out, one that was added later comes in its place. Nothing is
        changed by an error.

        A point takes about a microsecond. Copies of the cloud, scenes and checkers stay as they
        are: while one shares the points, they are copied first. A radius other than that of all,
        points that are no float32 numbers in a cloud of such, and more than an eighth of those
        there make it anew.

        >>> import obbtree
        >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2]], 0.01)
        >>> cloud.insert([[0, 0, 3]], 0.01)
        >>> cloud.remove([0, 1])
        2
        >>> cloud.points, cloud.numbers
        (array([[0., 0., 3.]]), array([2], dtype=uint32))
        """
    def remove(self, numbers: ArrayLike) -> int:
        """
        Takes the points of some numbers, an (n,) array of integers, out in place, and says how many
        were there. The others keep their numbers; what is taken out counts as left out. Raises
        ``CloudError``, and changes nothing, if a number was never given. What else there is to say
        stands at ``insert``.

        >>> import obbtree
        >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2]], 0.01)
        >>> cloud.remove([0]), cloud.remove([0]), cloud.left_out
        (1, 0, 1)
        """
    def without(self, mask: ArrayLike) -> PointCloud:
        """
        The cloud without some of its points: ``mask`` is an (n,) array of booleans, true for each
        of ``points`` that is taken out. The others keep their numbers and radii; what is taken out
        counts as left out. Raises ``CloudError`` if there are not as many entries as points.

        >>> import obbtree
        >>> cloud = obbtree.PointCloud([[0, 0, 1], [0, 0, 2], [0, 0, 3]], 0.01)
        >>> rest = cloud.without(cloud.points[:, 2] == 2)
        >>> rest, rest.numbers
        (PointCloud(2 points, radius 0.01, 1 of 3 left out), array([0, 2], dtype=uint32))
        """
    @property
    def points(self) -> _Floats:
        """
        The (n, 3) points that are kept, in the order of their numbers, a new array of ``float64``.
        """
    @property
    def numbers(self) -> NDArray[np.uint32]:
        """
        The (n,) numbers of these points among those given, ascending, a new array of ``uint32``.
        """
    @property
    def radius(self) -> Union[float, _Floats]:
        """The radius of all points; or, of points that each have their own, the (n,) radii of
        ``points``, a new array.
        """
    @property
    def bounds(self) -> _Floats:
        """
        (2, 3): the least and the largest coordinates of the points, without their radii, exactly; a
        new array. Zeros if there is none.
        """
    @property
    def given(self) -> int:
        """So many points were given, those left out and equal ones among them."""
    @property
    def left_out(self) -> int:
        """So many of those given are left out: they are nowhere, or taken out by ``without`` or
        ``thinned``.
        """
    @property
    def nbytes(self) -> int:
        """Memory of the points and of their hierarchy of boxes, in bytes."""
    def __len__(self) -> int: ...
    def __copy__(self) -> PointCloud: ...
    def __deepcopy__(self, memo: Any, /) -> PointCloud: ...

@final
class Voxels:
    """
    Solid cubes along the axes of a frame, as an occupancy grid or an octree has: shared by threads,
    made once; ``set`` changes cells in place.

    ``Voxels(cells, side, origin)`` takes an (n, 3) array of integers of any type: the occupied
    cells of a grid by their numbers along x, y and z, of 32 bits. Cell (i, j, k) is the box from
    ``origin + side * (i, j, k)`` to ``origin + side * (i + 1, j + 1, k + 1)``, each number rounded
    once to the nearest ``float64``: neighbours share their numbers, and no gap is between them. The
    origin is zero by default. With ``sizes``, (n,) integers, each voxel has so many cells a side,
    and its cell is that of the lowest corner.

    All answers are about these boxes, their boundary included. Numbers of voxels in answers stand
    in ``cloud_points``, and are those of the array. Of equal cells one is kept.

    Raises ``VoxelError``, which says which cell and value.

    >>> import obbtree
    >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0], [1, 0, 2]], 0.25, [0, 0, 1])
    >>> voxels
    Voxels(3 voxels, cells of 0.25)
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> [obbtree.collide(voxels, None, sphere, [0, 0, z, 0, 0, 0, 1]) for z in (0, -1e-16)]
    [True, False]
    >>> found = obbtree.distance(voxels, None, sphere, [0.375, 0.125, 3, 0, 0, 0, 1])
    >>> found.lower <= 0.25 <= found.upper, found.cloud_points
    (True, (2, None))
    >>> voxels.boxes[2]
    array([[0.25, 0.  , 1.5 ],
           [0.5 , 0.25, 1.75]])
    >>> voxels.bounds
    array([[0.  , 0.  , 1.  ],
           [0.5 , 0.25, 1.75]])
    >>> voxels.cells.tolist(), voxels.origin.tolist(), voxels.side, voxels.nbytes > 0
    ([[0, 0, 0], [1, 0, 0], [1, 0, 2]], [0.0, 0.0, 1.0], 0.25, True)
    >>> large = obbtree.Voxels([[0, 0, 0], [-4, 0, 0]], 0.25, sizes=[1, 4])
    >>> large.sizes, large.bounds[0].tolist()
    (array([1, 4], dtype=uint32), [-1.0, 0.0, 0.0])
    >>> obbtree.Voxels([[0, 0, 0]], 0)
    Traceback (most recent call last):
        ...
    obbtree.VoxelError: the side of cells is 0.0, not a number from 2.3661043723335494e-271 to ...
    """
    def __new__(
        cls,
        cells: ArrayLike,
        side: float,
        origin: Optional[ArrayLike] = None,
        *,
        sizes: Optional[ArrayLike] = None,
    ) -> Voxels: ...
    @staticmethod
    def from_array(
        occupied: ArrayLike, side: float, origin: Optional[ArrayLike] = None
    ) -> Voxels:
        """
        The occupied cells of a dense array of booleans, (nx, ny, nz): entry ``[i, j, k]`` is that
        of cell (i, j, k), see ``Voxels``. The number of a voxel is that of its entry in the order
        of the array, ``(i * ny + j) * nz + k``; those that are free are counted (``left_out``).

        >>> import numpy as np, obbtree
        >>> occupied = np.zeros((1, 2, 3), dtype=bool)
        >>> occupied[0, 0, 0] = occupied[0, 1, 2] = True
        >>> voxels = obbtree.Voxels.from_array(occupied, 0.5)
        >>> voxels
        Voxels(2 voxels, cells of 0.5, 4 of 6 free)
        >>> voxels.numbers, voxels.given, voxels.left_out
        (array([0, 5], dtype=uint32), 6, 4)
        """
    @staticmethod
    def from_leaves(centers: ArrayLike, half: ArrayLike) -> Voxels:
        """Leaves by their centres, an (n, 3) array of ``float64`` or ``float32``, and half their
        sides, a number for all or (n,) of them. A leaf is the box from ``center - half`` to
        ``center + half``, each number rounded once. Of leaves with one centre the largest is kept.

        >>> import obbtree
        >>> leaves = obbtree.Voxels.from_leaves([[0, 0, 0], [1, 0, 0]], [0.25, 0.5])
        >>> leaves, leaves.half
        (Voxels(2 voxels, leaves), array([0.25, 0.5 ]))
        >>> leaves.centers
        array([[0., 0., 0.],
               [1., 0., 0.]])
        """
    @staticmethod
    def from_grid(grid: Union[_VoxelGrid, _VoxelGridOfOpen3D]) -> Voxels:
        """The grid of another package: a ``VoxelGrid`` of trimesh, which may be moved and scaled
        equally along all axes, but not turned, or one of Open3D. The lowest corner of trimesh's
        cells is half a side from the centre that its transform gives, rounded once.

        >>> import types, numpy as np, obbtree
        >>> transform = [[0.5, 0, 0, 1], [0, 0.5, 0, 2], [0, 0, 0.5, 3], [0, 0, 0, 1]]
        >>> grid = types.SimpleNamespace(sparse_indices=[[0, 0, 0], [4, 0, 0]], transform=transform)
        >>> voxels = obbtree.Voxels.from_grid(grid)  # as trimesh.creation.box().voxelized(0.5)
        >>> voxels, voxels.origin.tolist()
        (Voxels(2 voxels, cells of 0.5), [0.75, 1.75, 2.75])
        """
    @staticmethod
    def read(path: Union[str, PathLike[str]], *, unknown: _Unknown = "free") -> Voxels:
        """The octree of a file of OctoMap: of a ``.bt`` the leaves that are occupied, of a ``.ot``
        those whose log odds are at least 0. What is neither occupied nor free is ``unknown``, and
        counts as ``"free"``, or as ``"occupied"`` up to the octree's cube of 2^16 cells a side:
        what a robot must not enter that goes only where it has seen. Numbers in answers are those
        of leaves in the order of the file, the occupied first.

        Raises ``ReadError`` (which file and where in it), ``FileNotFoundError`` or ``VoxelError``.

        >>> import obbtree
        >>> wall = obbtree.Voxels.read("assets/wall.bt")
        >>> wall.side, wall.bounds.tolist()
        (0.05, [[-0.1, -1.0, -1.0], [0.1, 1.0, 1.0]])
        >>> obbtree.Voxels.read("assets/wall.bt", unknown="occupied").bounds[1].tolist()
        [1638.4, 1638.4, 1638.4]
        """
    @staticmethod
    def from_bytes(data: bytes, name: str = "bytes", *, unknown: _Unknown = "free") -> Voxels:
        r"""The octree of the bytes of such a file; ``name`` stands for it in errors. See ``read``.

        >>> import obbtree
        >>> head = b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n"
        >>> obbtree.Voxels.from_bytes(head + bytes([0b0110, 0]))
        Voxels(1 voxels, cells of 0.5)
        >>> obbtree.Voxels.from_bytes(head, "map.bt")
        Traceback (most recent call last):
            ...
        obbtree.ReadError: map.bt: byte 59: the file ends inside its tree, after 1 of 3 nodes
        """
    @staticmethod
    def from_octomap(message: Any, *, unknown: _Unknown = "free") -> Voxels:
        """The octree of a message like ``Octomap`` of ROS (``octomap_msgs``), in the frame of the
        message: its ``binary``, ``id``, ``resolution`` and ``data``; nothing of ROS is imported.
        See ``read`` for what is taken as occupied and for numbers in answers.

        >>> import types, obbtree
        >>> message = types.SimpleNamespace(binary=True, id="OcTree", resolution=0.5,
        ...     data=bytes([0b0110, 0]))
        >>> obbtree.Voxels.from_octomap(message)
        Voxels(1 voxels, cells of 0.5)
        >>> len(obbtree.Voxels.from_octomap(message, unknown="occupied"))
        7
        """
    def set(self, cells: ArrayLike, occupied: bool) -> int:
        """
        Makes cells, an (n, 3) array of integers, occupied or free in place, and says how many were
        not so before. All answers are those of voxels that are made of the cells that are occupied
        then. Of an array (``from_array``) the number of a cell is that of its entry; else a cell
        that becomes occupied has the number ``given``, and the others keep theirs.

        Of voxels of several sizes, as of an octree, one that a cell becomes free of counts as left
        out. It is halved along each axis, and the half with the cell again, down to the cell: the
        other halves are given, each in about a microsecond. A cell that becomes occupied is one of
        one cell; none are joined.

        A cell takes less than a microsecond. Copies of the voxels, scenes and checkers stay as they
        are: while one shares the voxels, they are copied first. All cells may be free: such voxels
        meet nothing. Raises ``VoxelError``, and changes nothing, of leaves, and where a cell
        becomes free of a voxel whose side is no power of two.

        >>> import obbtree
        >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0]], 0.5)
        >>> voxels.set([[0, 0, 0], [0, 0, 7]], True), voxels.set([[0, 0, 0], [1, 0, 0]], False)
        (1, 2)
        >>> voxels.cells.tolist(), voxels.numbers
        ([[0, 0, 7]], array([2], dtype=uint32))
        >>> octree = obbtree.Voxels([[0, 0, 0]], 0.5, sizes=[4])
        >>> octree.set([[3, 0, 1]], False), len(octree)
        (1, 14)
        """
    def without(self, mask: ArrayLike) -> Voxels:
        """The voxels without some of them: ``mask`` is an (n,) array of booleans, true for each of
        ``boxes`` that is taken out. The others keep their numbers; what is taken out counts as left
        out. Raises ``VoxelError`` if there are not as many entries as voxels.

        >>> import obbtree
        >>> voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0]], 0.5)
        >>> sphere = obbtree.Shape.sphere([0, 0, 0], 0.25)
        >>> voxels.without(obbtree.points_within(voxels, None, sphere, None, 0)).cells.tolist()
        [[1, 0, 0]]
        """
    @property
    def boxes(self) -> _Floats:
        """(n, 2, 3): the lowest and the highest corner of each voxel that is kept, in the order of
        their numbers, exactly; a new array.
        """
    @property
    def numbers(self) -> NDArray[np.uint32]:
        """
        The (n,) numbers of these voxels among those given, ascending, a new array of ``uint32``.
        """
    @property
    def cells(self) -> Optional[NDArray[np.int32]]:
        """
        The (n, 3) cells of the lowest corners of these voxels, a new array of ``int32``; ``None``
        of leaves.
        """
    @property
    def sizes(self) -> Optional[NDArray[np.uint32]]:
        """So many cells they have a side, (n,), a new array of ``uint32``; ``None`` where all have
        one, and of leaves.
        """
    @property
    def origin(self) -> Optional[_Floats]:
        """(3,): the lowest corner of cell (0, 0, 0), a new array; ``None`` of leaves."""
    @property
    def side(self) -> Optional[float]:
        """The side of a cell; ``None`` of leaves."""
    @property
    def centers(self) -> Optional[_Floats]:
        """The (n, 3) centres of leaves, a new array of ``float64``; ``None`` of cells."""
    @property
    def half(self) -> Optional[_Floats]:
        """Half the sides of leaves, (n,), a new array; ``None`` of cells."""
    @property
    def bounds(self) -> _Floats:
        """
        (2, 3): the least and the largest coordinates of the voxels, exactly; a new array. Zeros if
        there is none.
        """
    @property
    def given(self) -> int:
        """So many cells or leaves were given, those that are free and equal ones among them."""
    @property
    def left_out(self) -> int:
        """So many of those given are free."""
    @property
    def nbytes(self) -> int:
        """Memory of the voxels and of their hierarchy of boxes, in bytes."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Voxels: ...
    def __deepcopy__(self, memo: Any, /) -> Voxels: ...

@final
class Shape:
    """A solid that is no mesh, in a frame of its own: made by the static methods, placed by a pose
    in each query.

    Lengths are in the caller's unit. Raises ``ShapeError`` for numbers that are no valid shape.
    Shapes are compared by their numbers, and pickled as these.

    >>> import obbtree
    >>> wheel = obbtree.Body("assets/wheel.stl")
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1.0)
    >>> sphere
    Shape.sphere([0.0, 0.0, 0.0], 1.0)
    >>> obbtree.collide(wheel, None, sphere, [100, 0, 0, 0, 0, 0, 1])
    False
    """
    @staticmethod
    def sphere(center: ArrayLike, radius: float) -> Shape:
        """All points within a radius of a center.

        >>> import obbtree
        >>> obbtree.Shape.sphere([1, 0, 0], 0.5)
        Shape.sphere([1.0, 0.0, 0.0], 0.5)
        """
    @staticmethod
    def capsule(start: ArrayLike, end: ArrayLike, radius: float) -> Shape:
        """All points within a radius of a segment.

        >>> import obbtree
        >>> obbtree.Shape.capsule([0, 0, 0], [0, 0, 2], 0.5)
        Shape.capsule([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
        """
    @staticmethod
    def cylinder(start: ArrayLike, end: ArrayLike, radius: float) -> Shape:
        """The solid cylinder about a segment, with flat ends.

        >>> import obbtree
        >>> obbtree.Shape.cylinder([0, 0, 0], [0, 0, 2], 0.5)
        Shape.cylinder([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
        """
    @staticmethod
    def cone(base: ArrayLike, apex: ArrayLike, radius: float) -> Shape:
        """The solid cone from a disc of a radius about ``base`` to ``apex``.

        >>> import obbtree
        >>> obbtree.Shape.cone([0, 0, 0], [0, 0, 2], 0.5)
        Shape.cone([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], 0.5)
        """
    @staticmethod
    def frustum(start: ArrayLike, end: ArrayLike, radii: ArrayLike) -> Shape:
        """The solid cone that is cut off: between discs of two radii about the ends of a segment.

        >>> import obbtree
        >>> obbtree.Shape.frustum([0, 0, 0], [0, 0, 2], [0.5, 0.25])
        Shape.frustum([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.5, 0.25])
        """
    @staticmethod
    def cuboid(half: ArrayLike) -> Shape:
        """The box around the origin with three half sides along the axes.

        >>> import obbtree
        >>> box = obbtree.Shape.cuboid([1, 2, 3])
        >>> obbtree.collide(box, None, box, [2, 0, 0, 0, 0, 0, 1])  # faces that touch
        True
        """
    @staticmethod
    def hull(vertices: ArrayLike, radius: float = 0.0) -> Shape:
        """The convex hull of (N, 3) points, with its inside, and all points within a radius of it.

        >>> import obbtree
        >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        >>> hull = obbtree.Shape.hull(corners)
        >>> obbtree.collide(hull, None, obbtree.Shape.sphere([1, 1, 1], 1), None)
        False
        """
    @staticmethod
    def half_space(through: Optional[ArrayLike] = None) -> Shape:
        """
        All points with ``z <= 0``; or the side of the plane through (3, 3) points from which they
        are seen clockwise.

        >>> import obbtree
        >>> ground = obbtree.Shape.half_space()
        >>> obbtree.collide(ground, None, obbtree.Shape.sphere([0, 0, 2], 1), None)
        False
        """
    @staticmethod
    def plane(through: Optional[ArrayLike] = None) -> Shape:
        """All points with ``z = 0``; or the plane through (3, 3) points.

        >>> import obbtree
        >>> plane = obbtree.Shape.plane([[0, 0, 1], [1, 0, 1], [0, 1, 1]])  # z = 1
        >>> obbtree.collide(plane, None, obbtree.Shape.sphere([0, 0, 2], 1), None)
        True
        """
    def inflated(self, by: float) -> Shape:
        """The shape and all points within a radius of it; planes, cylinders, cones and frusta stay
        as they are.

        >>> import obbtree
        >>> obbtree.Shape.cuboid([1, 2, 3]).inflated(0.25)
        <Shape.hull of 8 points>
        """

@final
class Distance:
    """The distance of two colliders lies in ``lower .. upper``; both are 0 where they meet. Of two
    meshes, and of a mesh and a shape, ``upper`` is 0 if and only if they do.

    >>> import obbtree
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> found = obbtree.distance(sphere, None, sphere, [5, 0, 0, 0, 0, 0, 1])
    >>> found.lower <= 3 <= found.upper, found.triangles
    (True, (None, None))
    >>> found.points.shape, found.cloud_points, found.one_inside
    ((2, 3), (None, None), False)
    >>> bool(found.normal[0] > 0.999)
    True
    """
    @property
    def lower(self) -> float:
        """The distance is at least this."""
    @property
    def upper(self) -> float:
        """The distance is at most this: so far apart are two points of the colliders."""
    @property
    def points(self) -> _Floats:
        """
        (2, 3): the closest points, of A and of B, in the world, rounded; where the two meet, some
        points of them.
        """
    @property
    def triangles(self) -> _Triangles:
        """The triangles that these are on, in A's and in B's mesh; ``None`` of a shape."""
    @property
    def cloud_points(self) -> _Triangles:
        """
        The points that these are of, in A's and in B's ``PointCloud``, or the voxels in ``Voxels``,
        by their numbers in the array given; ``None`` of what is neither.
        """
    @property
    def normal(self) -> Optional[_Floats]:
        """
        (3,): the unit vector in the world from A's closest point to B's; ``None`` unless ``lower``
        is above 0. B moved along it parts from A by as much as it moves.
        """
    @property
    def one_inside(self) -> bool:
        """One is inside the other, so the distance is 0 although the surfaces do not meet: of two
        meshes, if they are queried as solids.
        """

@final
class BodyDistance:
    """The distance of two bodies of a scene, or of a robot's world, whose links are bodies too: it
    lies in ``lower .. upper``. Margins and paddings do not change it.

    >>> import obbtree
    >>> scene = obbtree.Scene()
    >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    >>> scene.add("right", obbtree.Shape.sphere([5, 0, 0], 1))
    >>> found = scene.distance()
    >>> found.pair, found.lower <= 3 <= found.upper
    (('left', 'right'), True)
    >>> found.parts, found.points.shape, bool(found.normal[0] > 0.999)
    ((0, 0), (2, 3), True)
    """
    @property
    def pair(self) -> _Names:
        """The names of the bodies: of a scene in the order in which they were added, of a robot's
        world links first.
        """
    @property
    def parts(self) -> Tuple[int, int]:
        """The closest parts, by their places in their bodies."""
    @property
    def lower(self) -> float:
        """The distance is at least this; of the nearest pair, the distance of every pair is."""
    @property
    def upper(self) -> float:
        """The distance is at most this; 0 if the bodies meet."""
    @property
    def points(self) -> _Floats:
        """(2, 3): the closest points, in the world (of a robot: in the frame of its root link),
        rounded. NaN for a link that is so far away that it has no pose.
        """
    @property
    def normal(self) -> Optional[_Floats]:
        """(3,): the unit vector from the first one's closest point to the second's; ``None`` unless
        ``lower`` is above 0.
        """

@final
class Distances:
    """The distances at N poses, as arrays. Beyond ``at_most`` they are infinite, and numbers of
    triangles, points and voxels are -1; so are those of what has none.

    >>> import obbtree
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> poses = [[x, 0, 0, 0, 0, 0, 1] for x in (3, 5)]
    >>> found = obbtree.distance_batch(sphere, None, sphere, poses)
    >>> (found.lower <= [1, 3]).all() and ([1, 3] <= found.upper).all()
    np.True_
    >>> found.triangles.tolist(), found.cloud_points.tolist(), found.points.shape
    ([[-1, -1], [-1, -1]], [[-1, -1], [-1, -1]], (2, 2, 3))
    """
    @property
    def lower(self) -> _Floats:
        """(N,): the distances are at least this."""
    @property
    def upper(self) -> _Floats:
        """(N,): the distances are at most this."""
    @property
    def triangles(self) -> NDArray[np.int64]:
        """(N, 2): the closest triangles, of A and of B."""
    @property
    def cloud_points(self) -> NDArray[np.int64]:
        """(N, 2): the points of clouds, or voxels, that these are of, of A and of B."""
    @property
    def points(self) -> _Floats:
        """
        (N, 2, 3): the closest points, of A and of B, in the world, rounded; NaN beyond ``at_most``.
        """
    def __len__(self) -> int: ...

@final
class Contact:
    """A place where two colliders meet, in the world: of two meshes, a pair of triangles and the
    point, segment or polygon that they share; of a mesh and a shape, a triangle and a point of it;
    of a point cloud, one of its points; of voxels, the centre of one.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> upright = [[1, 0, 0, 0], [0, 0, -1, 1], [0, 1, 0, -1]]
    >>> (contact,) = obbtree.contacts(body, None, body, upright)
    >>> contact.triangles, contact.points.tolist()
    ((0, 0), [[0.0, 1.0, 0.0], [3.0, 1.0, 0.0]])
    >>> contact.cloud_points, bool(abs(contact.normal[2]) <= 1), contact.local_depth >= 0
    ((None, None), True, True)
    """
    @property
    def triangles(self) -> _Triangles:
        """The numbers of the triangles, in A's and in B's mesh; ``None`` of a shape."""
    @property
    def cloud_points(self) -> _Triangles:
        """The numbers of the points or voxels, in A's and in B's ``PointCloud`` or ``Voxels``;
        ``None`` of what is neither.
        """
    @property
    def points(self) -> _Floats:
        """(K, 3): one point, the two ends of a segment, or the corners of a polygon in order."""
    @property
    def normal(self) -> Optional[_Floats]:
        """
        (3,): of two meshes, of length one, from A to B: B moved along it by ``local_depth`` no more
        than touches A's triangle. ``None`` where one is a shape.
        """
    @property
    def local_depth(self) -> Optional[float]:
        """Of two meshes, how far these two triangles reach into each other: the triangles, not the
        bodies. ``None`` where one is a shape.
        """

@final
class PartContact:
    """A place where two parts of two bodies of a scene, or of a robot's world, meet.

    >>> import obbtree
    >>> scene = obbtree.Scene()
    >>> scene.add("post", obbtree.Shape.sphere([0, 0, 0], 1))
    >>> scene.add("floor", [obbtree.Shape.half_space()])
    >>> [(names, [found.parts for found in contacts]) for names, contacts in scene.contacts()]
    [(('post', 'floor'), [(0, 0)])]
    >>> contact = scene.contacts()[0][1][0]
    >>> contact.triangles, contact.cloud_points, contact.point.shape
    ((None, None), (None, None), (3,))
    >>> contact.normal is None, contact.local_depth is None
    (True, True)
    """
    @property
    def parts(self) -> Tuple[int, int]:
        """The parts, by their places in their bodies."""
    @property
    def triangles(self) -> _Triangles:
        """The triangles; ``None`` for a part that is a shape."""
    @property
    def cloud_points(self) -> _Triangles:
        """The points or voxels, of parts that are point clouds or voxels; ``None`` of others."""
    @property
    def point(self) -> _Floats:
        """(3,): a point of both, in the world, rounded; of the mesh if one of them is a shape. Of a
        point cloud its point, without the radius; of voxels the centre of one.
        """
    @property
    def normal(self) -> Optional[_Floats]:
        """(3,): of two meshes, the shortest way out of each other of the two triangles alone, of
        length one, from the first body to the second.
        """
    @property
    def local_depth(self) -> Optional[float]:
        """Of two meshes, how far these two triangles reach into each other."""

@final
class DeepestPoint:
    """A vertex of one body that is inside the other, and how deep: ``lower .. upper``.

    >>> import obbtree
    >>> knot = obbtree.Body("assets/torus_knot.obj")
    >>> summary = obbtree.contact_summary(knot, None, knot, [0.1, 0, 0, 0, 0, 0, 1])
    >>> of_a, _of_b = summary.deepest_points
    >>> 0 < of_a.lower <= of_a.upper, of_a.point.shape
    (True, (3,))
    >>> knot.vertices.shape[0] > of_a.vertex, of_a.on_surface.shape
    (True, (3,))
    """
    @property
    def vertex(self) -> int:
        """The number of the vertex."""
    @property
    def lower(self) -> float:
        """It is at least so deep."""
    @property
    def upper(self) -> float:
        """It is at most so deep."""
    @property
    def point(self) -> _Floats:
        """(3,): where it is in the world."""
    @property
    def on_surface(self) -> _Floats:
        """(3,): the closest point of the other surface."""

@final
class Depth:
    """How deep two solids are in each other: the penetration depth lies in ``lower .. upper``.

    >>> import obbtree
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> found = obbtree.depth(sphere, None, sphere, [1.5, 0, 0, 0, 0, 0, 1])
    >>> found.lower <= 0.5 <= found.upper
    True
    >>> found.translation.shape
    (3,)
    """
    @property
    def lower(self) -> float:
        """The depth is at least this."""
    @property
    def upper(self) -> float:
        """The depth is at most this; 0 if and only if the two do not meet."""
    @property
    def translation(self) -> _Floats:
        """
        (3,): added to the translation of B's pose, it gives a pose that is proven not to collide.
        """

@final
class ContactSummary:
    """The contact of two bodies as a whole, in the world and the unit of the meshes.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> pose = obbtree.Pose([0, 0, 0.145833333, 0, 0, 0.309016994, 0.951056516])
    >>> summary = obbtree.contact_summary(bolt, None, nut, pose)
    >>> free = obbtree.Pose.from_translation(summary.separating_translation) @ pose
    >>> len(summary.contacts) > 0, obbtree.collide(bolt, None, nut, free)
    (True, False)
    >>> len(summary.curves) > 0, len(summary.patches), summary.bounds.shape
    (True, 0, (2, 3))
    >>> of_bolt, of_nut = summary.deepest_points
    """
    @property
    def contacts(self) -> list[Contact]:
        """The pairs of triangles that meet."""
    @property
    def curves(self) -> list[Tuple[_Floats, bool]]:
        """Where the surfaces cross: for each curve its (K, 3) points, and whether it is closed."""
    @property
    def patches(self) -> list[_Floats]:
        """Where triangles overlap in one plane: convex polygons of (K, 3) points."""
    @property
    def bounds(self) -> Optional[_Floats]:
        """(2, 3): the box around all of these, its least and its largest corner; ``None`` without
        contact.
        """
    @property
    def separating_translation(self) -> Optional[_Floats]:
        """
        (3,): added to B's translation it parts the bodies, which is proven; short, not always the
        shortest. ``None`` if none was found.
        """
    @property
    def deepest_points(self) -> list[Optional[DeepestPoint]]:
        """
        Of A's vertices the deepest inside B, and of B's the deepest inside A; ``None`` where none
        is inside.
        """

@final
class ClosestPoint:
    """The point of a surface that is closest to a point: the distance lies in ``lower .. upper``.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> found = obbtree.closest_point(body, None, [0.25, 0.25, 2])
    >>> found.triangle, found.point, found.lower <= 2 <= found.upper
    (0, array([0.25, 0.25, 0.  ]), True)
    """
    @property
    def lower(self) -> float:
        """The distance is at least this; 0 on the surface."""
    @property
    def upper(self) -> float:
        """The distance is at most this."""
    @property
    def triangle(self) -> int:
        """The number of the triangle."""
    @property
    def point(self) -> _Floats:
        """(3,): the point of the body's surface, in the world, rounded."""

@final
class SignedDistance:
    """The distance of a point and a closed surface, negative inside: in ``lower .. upper``.

    >>> import obbtree
    >>> nut = obbtree.Body("assets/nut.stl")
    >>> found = obbtree.signed_distance(nut, None, [0, 0, 100])
    >>> 0 < found.lower <= found.upper, found.closest.triangle < len(nut)
    (True, True)
    """
    @property
    def lower(self) -> float:
        """It is at least this."""
    @property
    def upper(self) -> float:
        """It is at most this."""
    @property
    def closest(self) -> ClosestPoint:
        """The closest point of the surface."""

@final
class RayHit:
    """Where a ray or segment meets a triangle; its parameter lies in ``lower .. upper``.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> hit = obbtree.closest_hit(body, None, [0.25, 0.25, 2], [0, 0, -1])
    >>> hit.triangle, hit.lower <= 2 <= hit.upper
    (0, True)
    >>> hit.point
    array([0.25, 0.25, 0.  ])
    """
    @property
    def triangle(self) -> int:
        """The number of the triangle."""
    @property
    def lower(self) -> float:
        """The parameter is at least this, in lengths of the direction."""
    @property
    def upper(self) -> float:
        """The parameter is at most this."""
    @property
    def point(self) -> _Floats:
        """(3,): the point in the world, rounded."""

@final
class RayHits:
    """The first hits of N rays, as arrays; a ray without a hit has triangle -1 and NaN else.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> hits = obbtree.closest_hits(body, None, [[0.25, 0.25, 2], [5, 5, 2]], [[0, 0, -1]] * 2)
    >>> hits, hits.triangles
    (RayHits(1 of 2 rays), array([ 0, -1]))
    >>> hits.t[0], hits.points[0]
    (np.float64(2.0), array([0.25, 0.25, 0.  ]))
    >>> bool(hits.lower[0] <= 2 <= hits.upper[0])
    True
    """
    @property
    def triangles(self) -> NDArray[np.int64]:
        """(N,): the numbers of the triangles."""
    @property
    def lower(self) -> _Floats:
        """(N,): the parameters are at least this, in lengths of the directions."""
    @property
    def upper(self) -> _Floats:
        """(N,): the parameters are at most this."""
    @property
    def t(self) -> _Floats:
        """(N,): the middles of these intervals."""
    @property
    def points(self) -> _Floats:
        """(N, 3): the points in the world, rounded."""
    def __len__(self) -> int: ...

@final
class Sweep:
    """The verdict of a motion, which takes time 1: ``outcome`` is ``"free"``, ``"contact"`` or
    ``"undecided"``.

    ``"free"``: it is proven that nothing meets at any real time. ``"contact"``: free until
    ``last_free``, and not after ``first_contact`` there is certainly a contact. ``"undecided"``:
    free until ``last_free``; from there to ``until`` neither a contact nor that there is none is
    proven.

    >>> import obbtree
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> through = ([-6, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1])
    >>> found = obbtree.sweep(sphere, None, sphere, through)
    >>> found.outcome, found.last_free <= 1 / 3 <= found.first_contact
    ('contact', True)
    >>> found.is_free, found.poses_meet, found.points.shape, found.triangles
    (False, True, (2, 3), (None, None))
    >>> found.pair, found.parts, found.until, found.clearance, found.distance
    (None, None, None, None, None)
    >>> [pose.translation.shape for pose in found.poses], found.last_valid
    ([(3,), (3,)], None)
    """
    @property
    def outcome(self) -> Literal["free", "contact", "undecided"]:
        """``"free"``, ``"contact"`` or ``"undecided"``."""
    @property
    def is_free(self) -> bool:
        """Is the whole motion proven free?"""
    @property
    def last_free(self) -> float:
        """The motion is proven free from 0 until this time; 1 if it is free."""
    @property
    def first_contact(self) -> Optional[float]:
        """When the contact is; ``None`` without one."""
    @property
    def until(self) -> Optional[float]:
        """Undecided: nothing is proven from ``last_free`` until this time; else ``None``."""
    @property
    def pair(self) -> Optional[_Names]:
        """The names of the bodies that meet or come close, of a scene or of a robot's world;
        ``None`` if free, and of two colliders.
        """
    @property
    def parts(self) -> Optional[Tuple[int, int]]:
        """Of a scene or a robot's world: their parts; else ``None``."""
    @property
    def clearance(self) -> Optional[float]:
        """Free: what moves is always farther apart than this; infinite if nothing comes near. Of a
        robot no more than the least margin.
        """
    @property
    def distance(self) -> Optional[float]:
        """Undecided: they come at least this close; else ``None``."""
    @property
    def poses(self) -> Optional[list[Pose]]:
        """The poses of A and of B, or of the two parts, at ``first_contact``, or where they come so
        close; ``None`` if free.
        """
    @property
    def poses_meet(self) -> Optional[bool]:
        """Do the two meet at these poses? ``False`` for a contact of translations that touch in
        passing: the motion meets after ``last_free`` and not after ``first_contact``, but no pose
        of rounded numbers was found that does; and of a robot's link so far away that it has no
        pose. ``None`` if there is no contact.
        """
    @property
    def triangles(self) -> Optional[_Triangles]:
        """
        The triangles that meet or come close, of A and of B, each ``None`` of a shape; ``None`` if
        free, and if one solid is inside the other.
        """
    @property
    def points(self) -> Optional[_Floats]:
        """(2, 3): a point of each in the world; ``None`` if free, and if one solid is inside the
        other.
        """
    @property
    def last_valid(self) -> Optional[_Floats]:
        """Of a robot: (dof,), the configuration at ``last_free``, what planners call the last valid
        one; ``None`` if free, and of bodies.
        """

_Path = Union[str, PathLike[str]]
_PartCollider = Union[Body, Shape, PointCloud, Voxels, _Trimesh, _Path]
_Part = Union[_PartCollider, Tuple[_PartCollider, _PoseLike]]
_Group = Union[str, Sequence[str]]
_Result = TypeVar("_Result")

@final
class _BroadPhase:
    """
    Axis-aligned boxes by number. For the managers of ``obbtree.compat``; a ``Scene`` has its own.
    """
    def __new__(cls) -> _BroadPhase: ...
    def set(self, numbers: Sequence[int], boxes: _Floats) -> None:
        """Puts N boxes, (N, 2, 3): the least and the largest corner of each."""
    def remove(self, number: int) -> None:
        """Removes a box, if it is there."""
    def pairs(self, start: int, stop: int) -> NDArray[np.uint32]:
        """(N, 2): the pairs of numbers whose boxes meet, ascending; those whose first number is at
        least ``start`` and less than ``stop``.
        """
    def near(self, min: Sequence[float], max: Sequence[float]) -> list[int]:
        """The numbers whose boxes meet one, ascending."""
    def nearest_first(self, other: Optional[_BroadPhase] = None) -> _NearestPairs:
        """
        All pairs, the nearest first, of the boxes as they are now; with another broad phase pairs
        of a box of each.
        """

@final
class _NearestPairs:
    """Pairs of boxes, the nearest first."""
    def next_within(self, limit: float) -> Optional[Tuple[int, int]]:
        """The numbers of the next pair; ``None`` if its boxes are farther apart than a limit."""

@final
class Scene:
    """The world: placed bodies by name, which pairs of them are tested, and queries about all these
    pairs.

    A body is made of parts, each a ``Body``, a ``Shape`` or a mesh file, with an offset. Poses
    are in the world, see ``Pose``; lengths are in the unit of the meshes. A change takes effect
    at once: there is no update to call. Bodies collide if they meet, touching included, or come
    within the margin of the pair; answers are certain as ``collide`` is. Meshes are surfaces, or
    solids with ``solid=True``; shapes are solid. Pairs are answered in the order in which bodies
    were added. Threads may ask and change a scene at the same time: a query is about the scene as
    it was at the call.

    Raises ``SceneError`` for names that do not exist or exist already, and for places that cannot
    be.

    >>> import obbtree
    >>> scene = obbtree.Scene()
    >>> scene.add("table", obbtree.Shape.cuboid([120, 80, 10]), [0, 0, -10, 0, 0, 0, 1])
    >>> scene.add("nut", obbtree.Body("assets/nut.stl"), [0, 0, 30, 0, 0, 0, 1])
    >>> scene
    Scene(2 bodies)
    >>> scene.pairs()
    []
    >>> scene.set_pose("nut", None)
    >>> scene.pairs()
    [('table', 'nut')]
    >>> scene.set_pose("bolt", None)
    Traceback (most recent call last):
        ...
    obbtree.SceneError: there is no body `bolt`
    """
    def __new__(cls) -> Scene: ...
    @staticmethod
    def read(path: _Path) -> Scene:
        """The scene of a scene file (JSON). Mesh files are found relative to its folder.

        Raises ``ReadError`` with the file and the field, or ``FileNotFoundError``.

        >>> import obbtree
        >>> obbtree.Scene.read("assets/workshop.json").pairs()
        [('bolt', 'nut')]
        """
    @staticmethod
    def from_json(text: str, path: str = "scene.json") -> Scene:
        """The scene of the text of a scene file; ``path`` is where the file would be.

        >>> import obbtree
        >>> again = obbtree.Scene.from_json(obbtree.Scene.read("assets/workshop.json").to_json())
        >>> again.pairs()
        [('bolt', 'nut')]
        """
    def _page(self, title: str, program: tuple[bytes, bytes]) -> str:
        """The page."""
    def _repr_html_(self) -> Optional[str]:
        """What a notebook shows: the page, if there is one and ``obbtree-page`` is installed."""
    def to_json(self) -> str:
        """The text of a scene file, with all meshes in it.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> obbtree.Scene.from_json(scene.to_json()).pairs()
        [('left', 'right')]
        """
    def write(self, path: _Path, *, embed: bool = False) -> None:
        """Writes a scene file. Meshes of files in or below its folder are named, others are in it;
        with ``embed`` all.

        >>> import obbtree
        >>> import os, tempfile
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> file = os.path.join(tempfile.mkdtemp(), "two.json")
        >>> scene.write(file)
        >>> obbtree.Scene.read(file).names
        ['left', 'right']
        """
    def __copy__(self) -> Scene: ...
    def __deepcopy__(self, memo: Any, /) -> Scene: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def add(self, name: str, parts: Union[_Part, list[_Part]], pose: _PoseLike = None) -> None:
        """
        Adds a body: a ``Body``, a ``Shape``, a ``PointCloud``, ``Voxels``, a ``trimesh.Trimesh`` or
        a mesh file; a tuple of one of these and its offset in the body's frame; or a list of such
        parts.

        >>> import obbtree
        >>> lamp = [(obbtree.Shape.cylinder([0, 0, 0], [0, 0, 5], 0.2), None),
        ...     (obbtree.Shape.sphere([0, 0, 0], 1), [0, 0, 5, 0, 0, 0, 1])]
        >>> scene = obbtree.Scene()
        >>> scene.add("lamp", lamp)
        >>> scene.add("lamp", lamp)
        Traceback (most recent call last):
            ...
        obbtree.SceneError: there is a body `lamp` already
        """
    def set_parts(self, name: str, parts: Union[_Part, list[_Part]]) -> None:
        """
        Makes a body of other parts, as ``add`` takes them: a new frame of a sensor in place of the
        last one. Its name, pose, groups, margins and attachments stay.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([5, 0, 0], 1))
        >>> scene.set_parts("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.pairs()
        [('left', 'right')]
        """
    def insert_points(
        self, name: str, points: ArrayLike, radius: ArrayLike, *, part: int = 0
    ) -> None:
        """Adds points in place to a part of a body that is a point cloud, by its place in the body:
        arguments are those of ``PointCloud.insert``, in the frame of the part. The body's name,
        pose, groups, margins and attachments stay.

        Where nothing shares the cloud it is not copied; else it is, first: a ``PointCloud`` in
        Python, a copy of the scene, a checker in this world. These stay as they are; a checker is
        told by ``Checker.set_world``. Raises ``CloudError`` as ``insert`` does, and ``SceneError``
        for a body or part that is not there, or is no point cloud; then nothing is changed.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("ground", obbtree.Shape.half_space())
        >>> scene.add("seen", obbtree.PointCloud([[0, 0, 1]], 0.01))
        >>> scene.insert_points("seen", [[0, 0, 0]], 0.01)
        >>> scene.pairs()
        [('ground', 'seen')]
        >>> scene.insert_points("ground", [[0, 0, 0]], 0.01)
        Traceback (most recent call last):
            ...
        obbtree.SceneError: part 0 of body `ground` is not a point cloud
        """
    def remove_points(self, name: str, numbers: ArrayLike, *, part: int = 0) -> int:
        """
        Takes points out of a part of a body that is a point cloud, in place, by their numbers, as
        ``PointCloud.remove`` does, and says how many were there. What else there is to say stands
        at ``insert_points``.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("ground", obbtree.Shape.half_space())
        >>> scene.add("seen", obbtree.PointCloud([[0, 0, 1], [0, 0, 0]], 0.01))
        >>> scene.remove_points("seen", [1])
        1
        >>> scene.pairs()
        []
        """
    def set_cells(
        self, name: str, cells: ArrayLike, occupied: bool, *, part: int = 0
    ) -> int:
        """
        Makes cells of a part of a body that is voxels occupied or free in place, as ``Voxels.set``
        does, and says how many were not so before. Raises ``VoxelError`` as ``set`` does, and
        ``SceneError`` for a body or part that is not there, or is no voxels. What else there is to
        say stands at ``insert_points``.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("ground", obbtree.Shape.half_space())
        >>> scene.add("map", obbtree.Voxels([[0, 0, 9]], 0.5))
        >>> scene.set_cells("map", [[0, 0, -1], [0, 0, 9]], True)
        1
        >>> scene.pairs()
        [('ground', 'map')]
        """
    def remove(self, name: str) -> None:
        """Removes a body. Bodies that it carried stay where they are.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.remove("left")
        >>> scene.names
        ['right']
        """
    @property
    def names(self) -> list[str]:
        """The names of the bodies, in the order in which they were added."""
    def pose(self, name: str) -> Pose:
        """The pose of a body.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_pose("left", [0, 0, 4, 0, 0, 0, 1])
        >>> scene.pose("left").translation
        array([0., 0., 4.])
        """
    def set_pose(self, name: str, pose: _PoseLike) -> None:
        """Moves a body, and all that it carries.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_pose("left", [0, 0, 4, 0, 0, 0, 1])
        >>> scene.pairs()
        []
        """
    def set_poses(self, poses: dict[str, _PoseLike]) -> None:
        """Moves several bodies at once, given as ``{name: pose}``; if one cannot be there, none has
        moved.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_poses({"left": None, "right": [5, 0, 0, 0, 0, 0, 1]})
        >>> scene.pairs()
        []
        """
    def attach(self, name: str, parent: str) -> None:
        """
        From now on ``parent`` carries a body, from where both are; the two are not tested together.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> scene.add("hand", sphere); scene.add("cup", sphere, [0, 0, 1, 0, 0, 0, 1])
        >>> scene.attach("cup", "hand")
        >>> scene.set_pose("hand", [5, 0, 0, 0, 0, 0, 1])
        >>> scene.pose("cup").translation
        array([5., 0., 1.])
        """
    def detach(self, name: str) -> None:
        """Detaches a body from what carries it, if something does; it stays where it is.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.attach("left", "right")
        >>> scene.detach("left")
        >>> scene.parent("left") is None
        True
        """
    def parent(self, name: str) -> Optional[str]:
        """What carries a body, or ``None``.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.attach("left", "right")
        >>> scene.parent("left")
        'right'
        """
    def set_enabled(self, name: str, enabled: bool) -> None:
        """Takes a body out of all questions, or back into them.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_enabled("left", False)
        >>> scene.pairs()
        []
        """
    def is_enabled(self, name: str) -> bool:
        """Is a body part of the questions?

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.is_enabled("left")
        True
        """
    def set_groups(self, name: str, member: int, others: int) -> None:
        """Puts a body into groups: the bits of ``member``. A pair is tested if each is in a group
        that the other one's ``others`` has.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_groups("left", member=1, others=2)
        >>> scene.set_groups("right", member=1, others=2)
        >>> scene.pairs()
        []
        """
    def groups(self, name: str) -> Tuple[int, int]:
        """The groups of a body: ``(member, others)``.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_groups("left", member=1, others=6)
        >>> scene.groups("left")
        (1, 6)
        """
    def allow(self, a: str, b: str) -> None:
        """
        Allows two bodies to collide: the pair is not tested. By names, which bodies may get later:
        until then, and with a name that is mistyped, more is tested and not less.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.allow("left", "right")
        >>> scene.pairs()
        []
        """
    def forbid(self, a: str, b: str) -> None:
        """
        Takes an allowance back. Raises ``SceneError`` if there is none, and no body of one of the
        names.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.allow("left", "right")
        >>> scene.forbid("left", "right")
        >>> scene.pairs()
        [('left', 'right')]
        """
    @property
    def allowed(self) -> list[_Names]:
        """The pairs of names that are allowed to collide, ascending."""
    def is_tested(self, a: str, b: str) -> bool:
        """
        Is a pair of bodies tested? Not if it is allowed to collide, one of them carries the other
        or is not enabled, or their groups say so.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.allow("left", "right")
        >>> scene.is_tested("left", "right"), scene.allowed
        (False, [('left', 'right')])
        """
    @property
    def margin(self) -> float:
        """Bodies at most so far apart count as colliding; 0 at first. Of pairs without a margin of
        their own.
        """
    @margin.setter
    def margin(self, margin: float, /) -> None: ...
    def set_padding(self, name: str, padding: float) -> None:
        """
        Gives a body a thickness on all sides: a pair collides if its distance is at most its margin
        and both paddings. 0 at first. Raises ``SceneError`` if it is negative or not finite.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> scene.add("a", sphere); scene.add("b", sphere, [3, 0, 0, 0, 0, 0, 1])
        >>> scene.margin = 0.5
        >>> scene.set_padding("b", 0.5)
        >>> scene.pairs()
        [('a', 'b')]
        """
    def padding(self, name: str) -> float:
        """The padding of a body.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_padding("left", 0.25)
        >>> scene.padding("left")
        0.25
        """
    def set_pair_margin(self, a: str, b: str, margin: Optional[float]) -> None:
        """Gives a pair of bodies a margin of its own; ``None`` takes it away. It belongs to the
        names, also if other bodies get them later. Raises ``SceneError`` for names of no bodies.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.set_pose("right", [1, 0, 0, 0, 0, 0, 1])
        >>> scene.pairs()
        []
        >>> scene.set_pair_margin("left", "right", 0.5)
        >>> scene.pairs(), scene.pair_margins
        ([('left', 'right')], {('left', 'right'): 0.5})
        """
    @property
    def pair_margins(self) -> dict[_Names, float]:
        """The margins of pairs: ``{(name, name): margin}``."""
    def collides(self, *, solid: bool = False) -> bool:
        """Does any pair collide? The first one that is found ends the search. Where no pair
        is tested none does: ``require_pairs`` tells.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.collides()
        True
        """
    def require_pairs(self) -> None:
        """Raises ``SceneError`` with the reason if no pair of bodies is tested: that none collides
        says nothing then.

        >>> import obbtree
        >>> obbtree.Scene().require_pairs()
        Traceback (most recent call last):
            ...
        obbtree.SceneError: there is no body in the scene
        """
    def pairs(self, *, solid: bool = False) -> list[_Names]:
        """The pairs of names that collide.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.pairs()
        [('left', 'right')]
        """
    def pairs_with(self, name: str, *, solid: bool = False) -> list[_Names]:
        """The pairs that collide and a body is in. Raises ``SceneError`` if it is not enabled.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.add("ground", obbtree.Shape.half_space())
        >>> scene.pairs_with("ground")
        [('left', 'ground'), ('right', 'ground')]
        """
    def collides_with(self, name: str, *, solid: bool = False) -> bool:
        """Does a body collide with any other? Raises ``SceneError`` if it is not enabled.

        >>> import obbtree
        >>> scene = obbtree.Scene.read("assets/workshop.json")
        >>> scene.collides_with("nut")
        True
        """
    def contacts(
        self, *, limit: Optional[int] = None, solid: bool = False
    ) -> list[Tuple[_Names, list[PartContact]]]:
        """The pairs that collide, each with its contacts:
        ``[((name, name), [PartContact, ...]), ...]``. With ``limit`` the first so many of each pair
        that are found, the same ones in every run.

        None are given for bodies that are only within their margin, or one inside the other.

        >>> import obbtree
        >>> scene = obbtree.Scene.read("assets/workshop.json")
        >>> [(pair, len(contacts)) for pair, contacts in scene.contacts(limit=3)]
        [(('bolt', 'nut'), 3)]
        """
    def distance(self, *, solid: bool = False) -> BodyDistance:
        """The nearest pair of those that are tested, and its certified distance.

        Raises ``SceneError`` with the reason if no pair is tested.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> for name, x in (("a", 0), ("b", 3), ("c", 9)):
        ...     scene.add(name, sphere, [x, 0, 0, 0, 0, 0, 1])
        >>> found = scene.distance()
        >>> found.pair, found.lower <= 1.0 <= found.upper < found.lower + 1e-14
        (('a', 'b'), True)
        """
    def clearances(
        self,
        threshold: Optional[float] = None,
        *,
        body: Optional[str] = None,
        limit: Optional[int] = None,
        solid: bool = False,
    ) -> list[BodyDistance]:
        """
        The pairs that are at most ``threshold`` apart, with their certified distances, the closest
        points of both and the direction; without a threshold those within their margins and
        paddings. Of all pairs or of those that one body is in, in the order in which bodies were
        added, all or the first ``limit``. Raises ``SceneError`` for a threshold that is negative or
        NaN, and an unknown body.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> for name, x in (("a", 0), ("b", 2.5), ("c", 5.5)):
        ...     scene.add(name, sphere, [x, 0, 0, 0, 0, 0, 1])
        >>> [(found.pair, found.normal) for found in scene.clearances(0.5)]
        [(('a', 'b'), array([1., 0., 0.]))]
        >>> [found.pair for found in scene.clearances(9, body="c", limit=1)]
        [('a', 'c')]
        >>> scene.clearances()
        []
        """
    def sweep(
        self,
        motions: dict[str, _MotionLike],
        *,
        solid: bool = False,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
    ) -> Sweep:
        """
        When do moving bodies first meet others, or each other? ``motions`` is ``{name: motion}``;
        see ``sweep`` for motions and options. Others rest; what a moving body carries moves with
        it. Margins do not count. Raises ``SceneError`` if no body is given, or one that is not
        enabled and carries none that is.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
        >>> found = scene.sweep({"flying": obbtree.Translation(scene.pose("flying"), [6, 0, 0])})
        >>> found.pair, found.last_free < 4 / 12 <= found.first_contact
        (('post', 'flying'), True)
        """
    def collides_batch(
        self,
        poses: dict[str, _PosesLike],
        *,
        solid: bool = False,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools:
        """``collides`` with bodies at N places each: (N,) of bool.

        ``poses`` is ``{name: N poses}``, in the forms of ``collide_batch``, which says what
        ``progress`` and ``threads`` are. Other bodies are where they are in the scene, which is
        not changed.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
        >>> scene.collides_batch({"flying": [[x, 0, 0, 0, 0, 0, 1] for x in (1, 2, 3)]})
        array([ True,  True, False])
        """
    def pairs_batch(
        self,
        poses: dict[str, _PosesLike],
        *,
        solid: bool = False,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[_Names]]:
        """``pairs`` with bodies at N places each: a list of N lists. Arguments as of
        ``collides_batch``.

        >>> import obbtree
        >>> scene = obbtree.Scene()
        >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
        >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
        >>> scene.pairs_batch({"right": [[x, 0, 0, 0, 0, 0, 1] for x in (0, 5)]})
        [[('left', 'right')], []]
        """
    def sweep_batch(
        self,
        motions: dict[str, _MotionsLike],
        *,
        solid: bool = False,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[Sweep]:
        """``sweep`` along N motions each: a list of N. ``motions`` is ``{name: N motions}``, in the
        forms of ``sweep_batch``; other arguments as of ``collides_batch`` and ``sweep``.

        >>> import obbtree
        >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        >>> scene.add("post", sphere); scene.add("flying", sphere, [-6, 0, 0, 0, 0, 0, 1])
        >>> start, ends = [-6, 0, 0, 0, 0, 0, 1], [[-3, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1]]
        >>> [found.outcome for found in scene.sweep_batch({"flying": ([start] * 2, ends)})]
        ['free', 'contact']
        """

_ClashClass = Literal[
    "near",
    "touching_point",
    "touching_line",
    "touching_area",
    "undecided",
    "contained",
    "containing",
    "coincident",
    "cutting",
]
_Placed = Union[_Part, Sequence[_Part], Tuple[Sequence[_Part], _PoseLike]]
_Moves = Tuple[Sequence[float], Mapping[str, _PosesLike]]

@final
class Study:
    """What is looked for in a scene: rules about bodies by patterns of their names.

    A rule is a dictionary of the fields that a study file has: ``name``, ``these`` and ``those``
    (lists of patterns, ``*`` for any characters, ``@`` and the name of a group), ``not``,
    ``except`` (pairs of patterns), ``kinds`` (of ``"cutting"``, ``"contained"``, ``"coincident"``
    and ``"touching"``), ``clearance`` and ``tolerance``. ``groups`` is ``{name: patterns}``.
    ``detail`` is ``"point"``, ``"box"`` or ``"curves"``: how much is told of where bodies meet;
    with ``depth`` it is told how deep they overlap, with ``volume`` the volume that two solids have
    in common. Clashes of one rule and the same groups that are at most ``cluster`` apart are
    clusters. ``metres`` in a unit of the coordinates are for BCF. ``motion`` is for
    ``clash_motion``: a dictionary of ``certified``, ``time_tolerance``, ``distance_tolerance``, and
    of ``times`` and ``poses`` (``{name: rows of x y z qx qy qz qw}``) or ``table``, a CSV file.

    Raises ``StudyError`` with what is wrong.

    >>> import obbtree
    >>> obbtree.Study([{"name": "pipes", "these": ["*pipe*"], "clearance": 0.05}], cluster=2.0)
    Study(1 rule)
    >>> study = obbtree.Study([{"name": "all", "these": ["*"]}], groups={"pipes": ["*pipe*"]})
    >>> study.name, study.scene, study.groups, study.detail
    ('', None, {'pipes': ['*pipe*']}, 'point')
    >>> study.depth, study.volume, study.cluster, study.metres, study.motion
    (False, False, None, 1.0, None)
    >>> obbtree.Study([{"name": "pipes", "clearence": 0.05}])
    Traceback (most recent call last):
        ...
    obbtree.StudyError: unknown field `clearence`, expected one of `name`, `these`, ...
    """
    def __new__(
        cls,
        rules: Sequence[Mapping[str, Any]],
        *,
        name: str = "",
        groups: Optional[Mapping[str, Sequence[str]]] = None,
        detail: Literal["point", "box", "curves"] = "point",
        depth: bool = False,
        volume: bool = False,
        cluster: Optional[float] = None,
        metres: float = 1.0,
        motion: Optional[Mapping[str, Any]] = None,
    ) -> Study: ...
    @staticmethod
    def from_toml(text: str) -> Study:
        r"""The study of a text in TOML, as study files have it.

        >>> import obbtree
        >>> text = "[[rules]]\nname = 'all'\nkinds = ['touching']"
        >>> obbtree.Study.from_toml(text).rules[0]["kinds"]
        ['touching']
        """
    @staticmethod
    def read(path: _Path) -> Study:
        """The study of a file. Its scene file and its table of motions are found from the folder of
        the study's file.

        >>> import obbtree
        >>> obbtree.Study.read("assets/building.toml")
        Study('coordination', 3 rules)
        """
    @property
    def name(self) -> str:
        """What its reports are called."""
    @property
    def scene(self) -> Optional[str]:
        """The scene file, if the study names one."""
    @property
    def groups(self) -> dict[str, list[str]]:
        """Bodies by patterns: ``{name: patterns}``."""
    @property
    def rules(self) -> list[dict[str, Any]]:
        """The rules, each a dictionary with all its fields."""
    @property
    def detail(self) -> Literal["point", "box", "curves"]:
        """``"point"``, ``"box"`` or ``"curves"``."""
    @property
    def depth(self) -> bool:
        """Is the depth of what overlaps told?"""
    @property
    def volume(self) -> bool:
        """Is the volume that two solids have in common told?"""
    @property
    def cluster(self) -> Optional[float]:
        """How far apart clashes of a cluster may be; ``None`` if there are no clusters."""
    @property
    def metres(self) -> float:
        """Metres in a unit of the coordinates."""
    @property
    def motion(self) -> Optional[dict[str, Any]]:
        """
        How bodies move, a dictionary of the fields that a study file has; ``None`` if they rest.
        """

@final
class Clash:
    """Two bodies that a rule reports.

    >>> import obbtree
    >>> clash = obbtree.clash("assets/building.toml").clashes[0]
    >>> clash.rule, clash.class_, clash.bodies
    ('services in the structure', 'cutting', ('level 1/slab', 'level 1/pipe 0-0'))
    >>> clash.guid, clash.parts, clash.triangles
    ('d5d745e6-3db6-39d9-8d07-8335906075b1', (0, 0), (1, 0))
    >>> clash.point.shape, clash.bounds.shape, clash.reach > 0, clash.curves
    ((3,), (2, 3), True, [])
    >>> clash.distance, clash.closest, clash.depth, clash.way_out, clash.cluster
    (None, None, None, None, 0)
    >>> clash.volume, clash.state, clash.comment
    (None, 'open', '')
    """
    @property
    def guid(self) -> str:
        """A UUID of the rule and the names of both bodies, in any order: the same from run to
        run.
        """
    @property
    def rule(self) -> str:
        """The name of the rule."""
    @property
    def class_(self) -> _ClashClass:
        """``"cutting"``, ``"containing"`` (the second body is in the first), ``"contained"`` (the
        other way round), ``"coincident"``, ``"touching_area"``, ``"touching_line"``,
        ``"touching_point"``, ``"near"`` or ``"undecided"``. Of bodies of several parts, that of
        ``parts``.
        """
    @property
    def bodies(self) -> _Names:
        """The names of both bodies, in the order of the scene."""
    @property
    def parts(self) -> Tuple[int, int]:
        """The parts that it is about, by their places in their bodies."""
    @property
    def triangles(self) -> Optional[Tuple[int, int]]:
        """Triangles of the parts that show it, where there are some; else ``None``."""
    @property
    def point(self) -> _Floats:
        """(3,): a point of both, rounded; of bodies that do not meet the middle between the closest
        points; of one in the other the middle of the box around it.
        """
    @property
    def bounds(self) -> _Floats:
        """(2, 3): the corners of a box around all that was looked at of where they meet."""
    @property
    def reach(self) -> float:
        """
        How much around the place a picture should show: half the diagonal of the smaller part.
        """
    @property
    def distance(self) -> Optional[Tuple[float, float]]:
        """
        Of bodies that are near: the lower and the upper bound of their distance; else ``None``.
        """
    @property
    def closest(self) -> Optional[_Floats]:
        """Of bodies that are near: (2, 3), the closest points, rounded; else ``None``."""
    @property
    def depth(self) -> Optional[Tuple[float, float]]:
        """
        Of bodies that overlap, if the study wants it and it is known: the lower and the upper bound
        of the depth of ``parts``; else ``None``.
        """
    @property
    def way_out(self) -> Optional[_Floats]:
        """
        With a depth: (3,), a translation of the second one of ``parts`` that is proven to free it
        of the first; else ``None``.
        """
    @property
    def volume(self) -> Optional[Tuple[float, float]]:
        """
        Of solids that overlap, if the study wants it: the lower and the upper bound of the volume
        that they have in common; else ``None``.
        """
    @property
    def state(self) -> Literal["open", "accepted", "resolved"]:
        """``"open"``, ``"accepted"`` or ``"resolved"``: see ``with_states`` of the report."""
    @property
    def comment(self) -> str:
        """What reviewers said about it; may be empty."""
    @property
    def curves(self) -> list[_Floats]:
        """The curves along which surfaces meet, each (N, 3), if the study wants them."""
    @property
    def cluster(self) -> Optional[int]:
        """The place of its cluster in the report; ``None`` if there are no clusters."""

@final
class ClashCluster:
    """Clashes that are reviewed together: of one rule and the same groups, near each other.

    >>> import obbtree
    >>> cluster = obbtree.clash("assets/building.toml").clusters[0]
    >>> cluster.groups, cluster.clashes
    (('services', 'structure'), [0])
    >>> cluster.rule, cluster.bounds.shape
    ('services in the structure', (2, 3))
    """
    @property
    def rule(self) -> str:
        """The rule of all of them."""
    @property
    def groups(self) -> _Names:
        """The groups of their bodies, ascending; empty for those in none."""
    @property
    def clashes(self) -> list[int]:
        """The clashes, by their places in the report."""
    @property
    def bounds(self) -> _Floats:
        """(2, 3): the corners of the box around their boxes."""

@final
class ClashDifference:
    """What changed from one report to another: see ``ClashReport.difference``.

    >>> import obbtree
    >>> scene = obbtree.Scene.read("assets/building.json")
    >>> before = obbtree.clash("assets/building.toml", scene)
    >>> scene.remove("level 1/pipe 0-0")
    >>> after = obbtree.clash("assets/building.toml", scene)
    >>> [clash.bodies for clash in before.difference(after).gone]
    [('level 1/slab', 'level 1/pipe 0-0')]
    >>> difference = before.difference(after)
    >>> len(difference.new), len(difference.changed), len(difference.unchanged)
    (0, 0, 27)
    """
    @property
    def new(self) -> list[Clash]:
        """Clashes of the new report that the old one has not."""
    @property
    def gone(self) -> list[Clash]:
        """Clashes of the old report that the new one has not."""
    @property
    def changed(self) -> list[Tuple[Clash, Clash]]:
        """Clashes of both whose class or place has changed: as each was, and as it is."""
    @property
    def unchanged(self) -> list[Clash]:
        """Clashes of both that are as they were, in the new report."""

@final
class ClashReport:
    """What a study found in a scene: see ``clash``.

    >>> import obbtree
    >>> report = obbtree.clash("assets/building.toml")
    >>> report
    ClashReport('coordination', 28 clashes)
    >>> report.counts()
    {'cutting': 16, 'coincident': 8, 'containing': 2, 'near': 2}
    >>> report.study, report.bodies, report.candidates, report.warnings
    ('coordination', 107, 280, [])
    >>> len(report.clashes), len(report.clusters)
    (28, 28)
    """
    @staticmethod
    def from_json(text: str) -> ClashReport:
        """The report of a text, as ``to_json`` gives it.

        >>> import obbtree
        >>> report = obbtree.clash("assets/building.toml")
        >>> obbtree.ClashReport.from_json(report.to_json()) == report
        True
        """
    @staticmethod
    def read(path: _Path) -> ClashReport:
        """The report of a JSON file, also of one that the command wrote.

        >>> import obbtree
        >>> import pathlib, tempfile
        >>> report = obbtree.clash("assets/building.toml")
        >>> file = pathlib.Path(tempfile.mkdtemp(), "report.json")
        >>> _ = file.write_text(report.to_json())
        >>> obbtree.ClashReport.read(file) == report
        True
        """
    def with_states(self, path: _Path) -> ClashReport:
        """This report with states and comments of a file that the page of ``obbtree clash --html``
        saved, for ``write_csv`` and ``write_bcf``; clashes that the file has not are open.

        >>> import json, obbtree
        >>> report = obbtree.clash("assets/building.toml")
        >>> decided = {report.clashes[0].guid: {"state": "accepted", "comment": "a sleeve"}}
        >>> states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
        >>> with open("target/states.json", "w") as file:
        ...     json.dump(states, file)
        >>> report = report.with_states("target/states.json")
        >>> [(clash.state, clash.comment) for clash in report.clashes[:2]]
        [('accepted', 'a sleeve'), ('open', '')]
        """
    @property
    def study(self) -> str:
        """The name of the study."""
    @property
    def bodies(self) -> int:
        """How many bodies the scene had."""
    @property
    def candidates(self) -> int:
        """How many pairs came near enough, by boxes around them, to be looked at."""
    @property
    def warnings(self) -> list[str]:
        """What may be a mistake in the study."""
    @property
    def clashes(self) -> list[Clash]:
        """The clashes, by the order of rules, then by that of the bodies: a new list."""
    @property
    def clusters(self) -> list[ClashCluster]:
        """The clusters, in the order of their first clashes: a new list."""
    def counts(self) -> dict[_ClashClass, int]:
        """How many clashes there are of each class that there is.

        >>> import obbtree
        >>> obbtree.clash("assets/building.toml").counts()
        {'cutting': 16, 'coincident': 8, 'containing': 2, 'near': 2}
        """
    def to_json(self) -> str:
        """The report as JSON. Numbers are read back as they are.

        >>> import json, obbtree
        >>> json.loads(obbtree.clash("assets/building.toml").to_json())["study"]
        'coordination'
        """
    def _page(self, scene: Scene, title: str, program: tuple[bytes, bytes]) -> str:
        """The page of a scene and of these clashes in it."""
    def write_csv(self, path: _Path) -> None:
        """Writes a table with a line for each clash, comma-separated, with the names of the columns
        first. Texts that a spreadsheet would take as a formula begin with ``'``.

        >>> import obbtree
        >>> obbtree.clash("assets/building.toml").write_csv("target/clashes.csv")
        >>> with open("target/clashes.csv") as table:
        ...     table.readline()[:22]
        'guid,rule,class,first,'
        """
    def write_bcf(
        self,
        path: _Path,
        *,
        metres: float,
        version: Literal["2.1", "3.0"] = "2.1",
        author: str = "obbtree",
        date: Optional[str] = None,
        picture: Optional[Callable[[Clash], Optional[bytes]]] = None,
    ) -> None:
        """Writes an archive of the BIM Collaboration Format: a topic for each clash.

        ``version`` is ``"2.1"`` or ``"3.0"``; ``date`` is as ``2026-11-26T09:30:00Z``, now if it is
        not given; ``metres`` in a unit of the coordinates are the study's. ``picture`` is called
        with each clash and gives a PNG picture as bytes, or ``None``.

        >>> import obbtree
        >>> report = obbtree.clash("assets/building.toml")
        >>> report.write_bcf("target/clashes.bcf", metres=0.001, author="Ada")
        """
    def difference(self, new: ClashReport, *, moved: float = 0.0) -> ClashDifference:
        """What changed from this report to a later one. The place of a clash has changed if its box
        is farther away than ``moved``, along an axis.

        >>> import obbtree
        >>> report = obbtree.clash("assets/building.toml")
        >>> difference = report.difference(report, moved=0.01)
        >>> len(difference.new), len(difference.gone), len(difference.unchanged)
        (0, 0, 28)
        """
    def __len__(self) -> int: ...

@final
class MotionClashReport:
    """What a study of bodies that move found: see ``clash_motion``.

    >>> import obbtree
    >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
    >>> report
    MotionClashReport('nut to pin', 2 clashes)
    >>> report.study, report.certified, report.times, report.samples
    ('nut to pin', True, (0.0, 3.0), 4)
    >>> report.bodies, report.moving, report.candidates, report.warnings
    (7, 2, 3, [])
    >>> len(report), len(report.clashes)
    (2, 2)
    """
    @staticmethod
    def from_json(text: str) -> MotionClashReport:
        """The report of a text, as ``to_json`` gives it.

        >>> import obbtree
        >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
        >>> obbtree.MotionClashReport.from_json(report.to_json()) == report
        True
        """
    @staticmethod
    def read(path: _Path) -> MotionClashReport:
        """The report of a JSON file, also of one that the command wrote.

        >>> import obbtree
        >>> import pathlib, tempfile
        >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
        >>> file = pathlib.Path(tempfile.mkdtemp(), "moves.json")
        >>> _ = file.write_text(report.to_json())
        >>> obbtree.MotionClashReport.read(file) == report
        True
        """
    def with_states(self, path: _Path) -> MotionClashReport:
        """This report with states and comments of a file that the page of ``obbtree clash --html``
        saved, for ``write_csv``; clashes that the file has not are open.

        >>> import json, obbtree
        >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
        >>> decided = {report.clashes[0].guid: {"state": "accepted", "comment": "meant so"}}
        >>> states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
        >>> with open("target/motion_states.json", "w") as file:
        ...     json.dump(states, file)
        >>> report.with_states("target/motion_states.json").clashes[0].state
        'accepted'
        """
    @property
    def study(self) -> str:
        """The name of the study."""
    @property
    def certified(self) -> bool:
        """Was it proven what happens between the times?"""
    @property
    def times(self) -> tuple[float, float]:
        """The first and the last time."""
    @property
    def samples(self) -> int:
        """How many times there were."""
    @property
    def bodies(self) -> int:
        """How many bodies the scene had."""
    @property
    def moving(self) -> int:
        """How many of them moved."""
    @property
    def candidates(self) -> int:
        """How many pairs came near enough, by boxes around them, to be looked at."""
    @property
    def warnings(self) -> list[str]:
        """What may be a mistake in the study."""
    @property
    def clashes(self) -> list[MotionClash]:
        """The clashes, by the order of rules, then by that of the bodies: a new list."""
    def to_json(self) -> str:
        """The report as JSON. Numbers are read back as they are.

        >>> import json, obbtree
        >>> json.loads(obbtree.clash("assets/building.toml").to_json())["study"]
        'coordination'
        """
    def write_csv(self, path: _Path) -> None:
        """Writes a table, comma-separated, with the names of the columns first: a line for each
        contact, for each interval without a proof, and for each closest approach. Texts that a
        spreadsheet would take as a formula begin with ``'``.

        >>> import obbtree
        >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
        >>> report.write_csv("target/moves.csv")
        >>> with open("target/moves.csv") as table:
        ...     table.readline()[:27]
        'guid,rule,first,second,what'
        """
    def __len__(self) -> int: ...

@final
class MotionClash:
    """Two bodies that a rule of a motion study reports.

    >>> import obbtree
    >>> clash = obbtree.clash_motion("assets/workshop_motion.toml").clashes[1]
    >>> clash
    MotionClash("nut", "pin", "moving parts", contacts=1)
    >>> clash.rule, clash.bodies, clash.guid
    ('moving parts', ('nut', 'pin'), '9e76d075-032a-306d-bcee-2275a41a9e70')
    >>> len(clash.contacts), clash.undecided, clash.closest
    (1, [], None)
    >>> clash.state, clash.comment
    ('open', '')
    """
    @property
    def guid(self) -> str:
        """A UUID of the rule and the names of both bodies, in any order: the same from run to
        run.
        """
    @property
    def rule(self) -> str:
        """The name of the rule."""
    @property
    def bodies(self) -> tuple[str, str]:
        """The names of both bodies, in the order of the scene."""
    @property
    def contacts(self) -> list[ContactTimes]:
        """When they meet, by time: a new list of ``ContactTimes``."""
    @property
    def undecided(self) -> list[tuple[float, float]]:
        """Times, from and to, between which neither a contact nor that there is none is proven."""
    @property
    def closest(self) -> Optional[Approach]:
        """
        How near they come, of bodies that do not meet and come within the clearance; else ``None``.
        """
    @property
    def state(self) -> Literal["open", "accepted", "resolved"]:
        """``"open"``, ``"accepted"`` or ``"resolved"``: see ``with_states`` of the report."""
    @property
    def comment(self) -> str:
        """What reviewers said about it; may be empty."""

@final
class ContactTimes:
    """When two bodies meet.

    >>> import obbtree
    >>> contact = obbtree.clash_motion("assets/workshop_motion.toml").clashes[1].contacts[0]
    >>> contact.first[0] <= contact.first[1] <= contact.last[1], contact.point.shape
    (True, (3,))
    """
    @property
    def first(self) -> tuple[float, float]:
        """
        They do not meet at the first of these times, unless it is the first of all or one at which
        they meet, and do not after the contact before; they meet not after the second. Where the
        study is certified they meet at no time between the contact before and the first one.
        """
    @property
    def last(self) -> tuple[float, float]:
        """
        They meet at the first of these times or after; not after the second until the next contact.
        """
    @property
    def point(self) -> Optional[_Floats]:
        """(3,): a point of both at the first contact, in the world, rounded; ``None`` if it is not
        known.
        """

@final
class Approach:
    """How near two bodies come that do not meet.

    >>> import obbtree
    >>> clashes = obbtree.clash_motion("assets/workshop_motion.toml").clashes
    >>> closest = [clash.closest for clash in clashes if clash.closest][0]
    >>> closest.time >= 0, closest.distance[0] <= closest.distance[1], closest.points.shape
    (True, True, (2, 3))
    """
    @property
    def time(self) -> float:
        """The time of the table at which they are nearest."""
    @property
    def distance(self) -> tuple[float, float]:
        """The least distance is in this interval: at the times of the table, or, where the study is
        certified, at all times.
        """
    @property
    def points(self) -> _Floats:
        """(2, 3): the closest points at that time, in the world, rounded."""

def clash_motion(
    study: Union[Study, _Path],
    scene: Union[Scene, Mapping[str, _Placed], None] = None,
    *,
    times: Optional[ArrayLike] = None,
    poses: Optional[Mapping[str, _PosesLike]] = None,
    folder: Optional[_Path] = None,
    slices: int = 64,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> MotionClashReport:
    """Which bodies of a scene meet while they move, and when, by the rules of a study?

    ``study`` and ``scene`` are as of ``clash``. ``times`` ascend, at least two, and ``poses`` is
    ``{name: poses}`` with one for each of them, of any form that ``collide_batch`` takes: without
    both, those of the study's ``motion``. From one time to the next a body moves on ``Linear``;
    bodies without poses rest. Two bodies meet if they share a point, or if one is in the other. It
    is proven what happens at all real times, or, where the study's ``motion`` says ``certified =
    False``, the poses at ``times`` alone are looked at. Bodies that do not meet are reported if a
    rule has a clearance and they come as near at one of the times. ``folder``, ``slices``,
    ``progress`` and ``threads`` are as of ``clash``; see ``obbtree.cluster.clash_motion`` for many
    machines.

    Raises ``StudyError`` if there is no motion, or none that can be; else as ``clash``.

    >>> import obbtree
    >>> cube = obbtree.Shape.cuboid([1, 1, 1])
    >>> study = obbtree.Study([{"name": "all"}])
    >>> flight = [[-6, 0, 0, 0, 0, 0, 1], [6, 0, 0, 0, 0, 0, 1]]
    >>> report = obbtree.clash_motion(
    ...     study, {"post": cube, "flying": cube}, times=[0, 12], poses={"flying": flight}
    ... )
    >>> (contact,) = report.clashes[0].contacts  # it flies a unit a second, and meets at 4
    >>> contact.first[0] <= 4 <= contact.first[1], contact.last[0] <= 8 <= contact.last[1]
    (True, True)
    """
def _clash_moves(
    study: Union[Study, _Path],
    times: Optional[ArrayLike] = None,
    poses: Optional[Mapping[str, _PosesLike]] = None,
) -> _Moves:
    """
    How bodies move, given or as the study has it, for ``_clash_slice`` on any machine: times, and
    ``{name: poses}`` of shape (N, 3, 4).
    """
def _clash_question(
    study: Union[Study, _Path], scene: Scene, moves: Optional[_Moves] = None
) -> str:
    """The hash of all that a report depends on."""
def _clash_slice(
    study: Union[Study, _Path],
    scene: Scene,
    folder: _Path,
    number: int,
    slices: int,
    moves: Optional[_Moves] = None,
) -> None:
    """Runs a slice of a study, unless the folder has it: what ``obbtree.cluster.clash`` and
    ``clash_motion`` do on each machine. ``moves`` is as of ``_clash_moves``.
    """
def clash(
    study: Union[Study, _Path],
    scene: Union[Scene, Mapping[str, _Placed], None] = None,
    *,
    folder: Optional[_Path] = None,
    slices: int = 64,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> ClashReport:
    """What of a scene cuts, touches, holds or comes near what, by the rules of a study?

    ``study`` is a ``Study`` or the path of a study file. ``scene`` is a ``Scene``, or ``{name:
    body}``, each as of ``Scene.add`` or a tuple of that and a pose; without it, the scene file that
    the study names. Classes are those of exact arithmetic on the numbers given. ``progress`` and
    ``threads`` are as of ``collide_batch``; the numbers are of pairs whose boxes are near. The same
    study and scene give the same report, on any number of threads.

    With a ``folder`` the study is run in ``slices`` equal pieces, and each that is finished is kept
    there: the same call, after one that was ended or killed, goes on from them. The report is the
    same, bit by bit; see ``obbtree.cluster.clash`` for many machines.

    Raises ``StudyError`` if the study names no scene or has a motion, and ``ReadError`` for files,
    also for a folder with slices of another study, scene, version or division.

    >>> import obbtree
    >>> cuboid = obbtree.Shape.cuboid
    >>> model = {
    ...     "slab": cuboid([4, 4, 0.25]),
    ...     "column": (cuboid([0.25, 0.25, 1]), [0, 0, 1.25, 0, 0, 0, 1]),  # stands on it
    ...     "duct": (cuboid([1, 0.25, 0.25]), [2, 0, 0.375, 0, 0, 0, 1]),  # cuts into it
    ... }
    >>> study = obbtree.Study([{"name": "all", "kinds": ["cutting", "touching"]}], depth=True)
    >>> for clash in obbtree.clash(study, model).clashes:
    ...     print(clash.class_, *clash.bodies, [round(x, 6) for x in clash.depth or ()])
    touching_area slab column []
    cutting slab duct [0.125, 0.125]
    """

@final
class Robot:
    """A robot from its URDF: links, joints, where a configuration puts the links. ``Checker`` says
    what collides, in a world.

    ``Robot(urdf)`` reads a file and the meshes of its collision elements; ``srdf`` is a file that
    names the pairs of links that are not checked; ``package_roots`` are folders in which
    ``package://NAME`` is ``NAME``, beside those around the URDF.

    A configuration is an array of ``dof`` numbers, a value for each degree of freedom: those of
    the joints that move and mimic none, in the order of the URDF (radians, and lengths in its
    unit, metres by convention). Robots do not change, and threads may share one.

    Raises ``ReadError`` (which file, link or joint; also of a xacro that was not expanded, and an
    SRDF of another robot) or ``FileNotFoundError``; ``RobotError`` for configurations of another
    number of values, and names that do not exist.

    >>> import obbtree
    >>> folder = "crates/robot/tests/data/"
    >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    >>> arm
    Robot('arm', 7 links, 4 dof)
    >>> arm.joint_names
    ['shoulder', 'elbow', 'wrist', 'slide']
    >>> arm.name, arm.root, arm.dof, arm.link_names[:2], arm.joint_kinds[3]
    ('arm', 'base', 4, ['base', 'upper'], 'prismatic')
    >>> [link for link, body, pose in arm.meshes], sorted(arm.states)
    (['forearm', 'hand'], [])
    >>> arm.fk([2.0, 0.3])
    Traceback (most recent call last):
        ...
    obbtree.RobotError: argument 'configuration': a configuration of this robot has 4 values, not 2
    """
    def __new__(
        cls,
        urdf: _Path,
        *,
        srdf: Optional[_Path] = None,
        package_roots: Sequence[_Path] = ...,
    ) -> Robot: ...
    @staticmethod
    def from_text(
        urdf: str,
        path: _Path = ...,
        *,
        srdf: Optional[str] = None,
        package_roots: Sequence[_Path] = ...,
        pairs: Optional[Sequence[_Names]] = None,
    ) -> Robot:
        """A robot from the text of a URDF, and of an SRDF. Mesh names are relative to the folder of
        ``path``, which need not exist. ``pairs`` are those of links that are checked: see
        ``with_pairs``.

        >>> import obbtree
        >>> robot = obbtree.Robot.from_text('''<robot name="a tool on a rail"><link name="rail"/>
        ...     <link name="tool"><collision><geometry><sphere radius="0.5"/></geometry></collision>
        ...     </link><joint name="x" type="prismatic"><parent link="rail"/><child link="tool"/>
        ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
        ...     </robot>''')
        >>> robot.fk([2.0])[1][:3, 3]
        array([2., 0., 0.])
        """
    def with_pairs(self, pairs: Sequence[_Names]) -> Robot:
        """The same robot, of which these pairs of links alone are checked, by name.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> arm.with_pairs([("base", "hand")]).pairs
        [('base', 'hand')]
        """
    def holding(self, group: _Group, held: ArrayLike) -> Robot:
        """
        The same robot, of which only some joints move: those of a group of the SRDF, by its name,
        or a list of names. The others are held where a configuration has them, limits or not; the
        new robot's configurations do not have their values.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> arm.holding(["elbow", "wrist"], [0.5, 0.0, 0.0, 0.05])
        Robot('arm', 7 links, 2 dof)
        """
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def link_names(self) -> list[str]:
        """The names of the links, in the order of the URDF."""
    @property
    def root(self) -> str:
        """The name of the link that nothing moves."""
    @property
    def pairs(self) -> list[_Names]:
        """The pairs of links that are checked, by name."""
    @property
    def meshes(self) -> list[Tuple[str, Body, Pose]]:
        """Collision elements that are meshes: for each the link's name, its ``Body``, and its pose
        in the link's frame.
        """
    @property
    def dof(self) -> int:
        """How many degrees of freedom it has: the numbers of a configuration."""
    @property
    def joint_names(self) -> list[str]:
        """For each value of a configuration the name of its joint: planar joints have 3 (x, y,
        angle), floating ones 7 (x y z qx qy qz qw).
        """
    @property
    def joint_kinds(self) -> list[str]:
        """For each value of a configuration the kind of its joint, as URDF calls it."""
    @property
    def limits(self) -> _Floats:
        """(dof, 2): the least and the largest value; infinite where the joint has no limit.

        >>> import obbtree
        >>> obbtree.Robot("crates/robot/tests/data/arm.urdf").limits[:2]
        array([[-inf,  inf],
               [-2.8,  2.8]])
        """
    @property
    def states(self) -> dict[str, _Floats]:
        """The named states of the SRDF: ``{name: (dof,)}``, joints that a state does not name at 0.
        Raises ``RobotError`` if one names a joint that does not exist, or gives a joint another
        number of values than it has.
        """
    def group(self, name: str) -> list[str]:
        """The names of the joints of a group of the SRDF. Raises ``RobotError`` if there is no such
        group, or it names a link, a joint or a group that does not exist.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf").group("arm")
        ['shoulder', 'elbow', 'wrist', 'mount']
        """
    def is_within_limits(self, configuration: ArrayLike) -> bool:
        """Does a configuration place the links, with every value finite and within its limits? The
        limits themselves are; a quaternion without length places nothing.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> arm.is_within_limits(arm.zero()), arm.is_within_limits([0, 9, 0, 0])
        (True, False)
        """
    def zero(self) -> _Floats:
        """(dof,): the configuration of zeros, floating joints unrotated.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> arm.zero()
        array([0., 0., 0., 0.])
        """
    def random(self, count: int, *, seed: int = 1) -> _Floats:
        """(count, dof): configurations within the limits, the same ones for the same seed. Turns
        without limits are anywhere within a whole one, lengths without limits within 1 of zero.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> arm.random(1000, seed=1).shape
        (1000, 4)
        """
    def read_configurations(self, path: _Path) -> _Floats:
        """The configurations of a file, one a line: (N, dof).

        A line ``# joints: NAME NAME ...`` says which values the lines after it have; others
        are 0. Raises ``ReadError`` with the line.

        >>> import obbtree
        >>> arm = obbtree.Robot("assets/arm.urdf")
        >>> arm.read_configurations("assets/arm_through_hole.txt").shape
        (2, 5)
        """
    def fk(self, configuration: ArrayLike) -> _Floats:
        """
        (links, 4, 4): where a configuration puts the links, in the order of ``link_names``, in the
        frame of the root. Raises ``RobotError`` for values that are not finite, or that place
        nothing, as a quaternion without length.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> arm.fk(arm.zero()).shape
        (7, 4, 4)
        """
    def fk_batch(
        self,
        configurations: ArrayLike,
        *,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Floats:
        """``fk`` of N configurations, an (N, dof) array: (N, links, 4, 4). For ``progress`` and
        ``threads`` see ``collide_batch``. Raises ``RobotError`` with the number of the first that
        has no answer.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> arm.fk_batch(arm.random(10)).shape
        (10, 7, 4, 4)
        """
    def allowed_pairs(
        self,
        *,
        samples: int = 10_000,
        seed: int = 1,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[Tuple[str, str, Literal["Adjacent", "Default", "Always", "Never"]]]:
        """Pairs of links that need no check, found by samples, as MoveIt's setup assistant does:
        ``(link, link, why)``, where why is ``"Adjacent"``, ``"Default"`` (they collide at rest),
        ``"Always"`` or ``"Never"``. The last is a guess. For ``progress`` and ``threads`` see
        ``collide_batch``.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> why = {(a, b): reason for a, b, reason in arm.allowed_pairs(samples=1000)}
        >>> why["base", "upper"], why["finger_a", "finger_b"]
        ('Adjacent', 'Default')
        >>> checked = arm.with_pairs([pair for pair in arm.pairs if pair not in why])
        """
    def prove_allowed(
        self,
        *,
        effort: Optional[int] = None,
        seed: int = 1,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[
        Tuple[
            str,
            str,
            bool,
            Literal["never", "always", "sometimes", "undecided"],
            Optional[list[float]],
            Optional[list[float]],
        ]
    ]:
        """Which pairs of links collide never, always or sometimes, for all values of the joints
        within their limits: ``(link, link, adjacent, collides, colliding, free)``. ``adjacent`` is
        of a pair that one joint joins and that the robot leaves out: it is not in ``pairs``;
        all other pairs that are given are. ``collides`` is ``"never"`` or ``"always"``, both
        proven; ``"sometimes"``, with a configuration at which they collide and one at which they
        do not; or ``"undecided"`` within the effort, the boxes of joint values and distances of
        surfaces that each pair may take. For ``progress`` and ``threads`` see ``collide_batch``.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> proofs = arm.prove_allowed()
        >>> allowed = {(a, b) for a, b, adjacent, collides, *_ in proofs
        ...            if adjacent or collides in ("never", "always")}
        >>> checked = arm.with_pairs([pair for pair in arm.pairs if pair not in allowed])
        """
    def __copy__(self) -> Robot: ...
    def __deepcopy__(self, memo: Any, /) -> Robot: ...

@final
class Trajectory:
    """
    Joint values over time, as polynomials between rows: made by ``linear``, ``cubic``, ``quintic``,
    ``spline``, ``b_spline``, ``uniform_b_spline``, ``trapezoidal`` or ``s_curve``. Rows are
    (N, dof) arrays, times (N,) ones that ascend. ``Checker.sweep_trajectory`` proves that it is
    free.

    Raises ``RobotError`` for numbers that are no trajectory; it names the row and the value.

    >>> import obbtree
    >>> path = obbtree.Trajectory.linear([0, 1, 3], [[0, 5], [1, 5], [0, 5]])
    >>> path
    Trajectory(2 dof, from 0 to 3)
    >>> path.configuration_at(2)
    array([0.5, 5. ])
    >>> path.dof, path.start, path.end
    (2, 0.0, 3.0)
    >>> obbtree.Trajectory.linear([0, 1, 1], [[0], [1], [0]])
    Traceback (most recent call last):
        ...
    obbtree.RobotError: row 2 of times: 1 does not come after 1, that of row 1
    """
    @staticmethod
    def linear(times: ArrayLike, positions: ArrayLike) -> Trajectory:
        """Straight lines of joint values between rows of positions.

        >>> import obbtree
        >>> obbtree.Trajectory.linear([0, 2], [[0], [1]]).configuration_at(1)
        array([0.5])
        """
    @staticmethod
    def cubic(times: ArrayLike, positions: ArrayLike, velocities: ArrayLike) -> Trajectory:
        """Cubic polynomials with these positions and velocities at the times of the rows.

        >>> import obbtree
        >>> path = obbtree.Trajectory.cubic([0, 2], [[0], [1]], velocities=[[0], [0]])
        >>> path.configuration_at(1)
        array([0.5])
        """
    @staticmethod
    def quintic(
        times: ArrayLike, positions: ArrayLike, velocities: ArrayLike, accelerations: ArrayLike
    ) -> Trajectory:
        """
        Polynomials of degree 5 with these positions, velocities and accelerations at the times of
        the rows.

        >>> import obbtree
        >>> still = [[0], [0]]
        >>> path = obbtree.Trajectory.quintic([0, 2], [[0], [1]], still, still)
        >>> path.configuration_at(1)
        array([0.5])
        """
    @staticmethod
    def spline(
        times: ArrayLike, positions: ArrayLike, *, end_velocities: Optional[ArrayLike] = None
    ) -> Trajectory:
        """The cubic spline through rows of positions; (2, dof) ``end_velocities`` at its start and
        end, without them no accelerations there.

        >>> import obbtree
        >>> path = obbtree.Trajectory.spline([0, 1, 2], [[0], [1], [0]])
        >>> path.configuration_at(1)
        array([1.])
        """
    @staticmethod
    def b_spline(degree: int, control_points: ArrayLike, knots: ArrayLike) -> Trajectory:
        """The B-spline with these control points and knots, of which there are ``degree + 1`` more.

        >>> import obbtree
        >>> path = obbtree.Trajectory.b_spline(2, [[0], [1], [1]], knots=[0, 0, 0, 1, 1, 1])
        >>> path.configuration_at(0.5), path.start, path.end
        (array([0.75]), 0.0, 1.0)
        """
    @staticmethod
    def uniform_b_spline(
        degree: int, control_points: ArrayLike, start: float, end: float
    ) -> Trajectory:
        """The B-spline with knots at even distances, from ``start`` to ``end``.

        >>> import obbtree
        >>> path = obbtree.Trajectory.uniform_b_spline(3, [[0], [0], [1], [1]], 0, 1)
        >>> path.configuration_at(0.5)
        array([0.5])
        """
    @staticmethod
    def trapezoidal(
        positions: ArrayLike, velocity_limits: ArrayLike, acceleration_limits: ArrayLike
    ) -> Trajectory:
        """Straight lines between rows of positions, from time 0, as fast as limits of velocity and
        acceleration of each value allow, with a stop at each row. Rows equal to the one before are
        passed in no time. Raises ``RobotError`` if no row differs from the first.

        >>> import obbtree
        >>> obbtree.Trajectory.trapezoidal([[0], [3]], [1], [1]).times
        array([0., 1., 3., 4.])
        """
    @staticmethod
    def s_curve(
        positions: ArrayLike,
        velocity_limits: ArrayLike,
        acceleration_limits: ArrayLike,
        jerk_limits: ArrayLike,
    ) -> Trajectory:
        """``trapezoidal`` with limits of jerk too, the change of acceleration in a second:
        accelerations rise and fall in place of jumping, and are 0 at each row.

        >>> import obbtree
        >>> obbtree.Trajectory.s_curve([[0], [3]], [1], [1], [1]).times
        array([0., 1., 2., 3., 4., 5.])
        """
    @property
    def dof(self) -> int:
        """How many values it has."""
    @property
    def start(self) -> float:
        """When it starts."""
    @property
    def end(self) -> float:
        """When it ends."""
    @property
    def times(self) -> _Floats:
        """(N + 1,): where its N polynomials begin and end."""
    def configuration_at(self, time: float) -> _Floats:
        """
        (dof,): the configuration at a time; before the start that at the start, after the end that
        at the end. Raises ``ObbtreeError`` for NaN.

        >>> import obbtree
        >>> obbtree.Trajectory.linear([0, 1, 3], [[0, 5], [1, 5], [0, 5]]).configuration_at(2)
        array([0.5, 5. ])
        """

@final
class Checker:
    """A robot in its world: is a configuration free, is a motion, what collides, how far apart are
    things?

    The world is a ``Scene`` in the frame of the root link; an empty one says that there is
    nothing else. The links become bodies of it under their names, which kinematics places; so
    pairs that may collide, margins and paddings of links are set as those of other bodies, by
    ``change``. Checked are two links, a link and another body, and what a link carries and a link
    or another body. Pairs of links that one joint joins, or that the SRDF disables, are allowed
    to collide.

    Meshes are surfaces, shapes are solid, touching is colliding, as is what is within the margin
    of the pair. The answer is the certain one for the poses that forward kinematics gives, as
    rounded.

    A configuration is valid if nothing collides and every value is within its joint's limits;
    questions that give more than yes or no raise ``RobotError`` about one that is beyond them, or
    has a value that is not finite. With ``limits=False`` limits do not count. Those of joints
    that mimic another never do. Threads may share a checker, and change it: a query is about the
    world as it was at the call.

    Raises ``RobotError`` if a body of the world has the name of a link.

    >>> import obbtree
    >>> folder = "crates/robot/tests/data/"
    >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
    >>> world = obbtree.Scene()
    >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
    >>> checker = obbtree.Checker(arm, world)
    >>> checker
    Checker('arm', 4 dof, 8 bodies)
    >>> checker.is_valid([2.0, 0.3, 0.0, 0.05])
    True
    >>> checker.change(lambda world: world.set_padding("hand", 10.0))
    >>> checker.is_valid([2.0, 0.3, 0.0, 0.05])
    False
    >>> checker.robot, len(checker.pairs) > 0
    (Robot('arm', 7 links, 4 dof), True)
    """
    def __new__(cls, robot: Robot, world: Scene) -> Checker: ...
    @property
    def robot(self) -> Robot:
        """The robot."""
    @property
    def pairs(self) -> list[_Names]:
        """
        The pairs that are checked, by name: of links first, then of links with other bodies, then
        of bodies that links carry with others.
        """
    @property
    def nothing_checked(self) -> Optional[str]:
        """Why nothing is checked, if no pair is: then nothing collides; else ``None``.

        >>> import obbtree
        >>> robot = obbtree.Robot.from_text("<robot name='r'><link name='a'/></robot>")
        >>> obbtree.Checker(robot, obbtree.Scene()).nothing_checked
        'no link of the robot has a <collision> element'
        """
    @property
    def world(self) -> Scene:
        """A copy of the world, with the links as bodies, where the configuration of zeros has them:
        names, which pairs are allowed to collide, margins. Changes of the copy are not the
        checker's: see ``change``.
        """
    def world_at(self, configuration: ArrayLike) -> Scene:
        """A copy of the world with all links, and what they carry, where a configuration puts them:
        for any query about a ``Scene``, to be drawn or written.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.world_at([2.0, 0.3, 0.0, 0.05]).pairs()
        []
        """
    def change(self, change: Callable[[Scene], _Result]) -> _Result:
        """Changes the world: calls a function with it, a ``Scene`` with the links as bodies, and
        takes what the function made of it. Bodies can be added, moved, removed, enabled, allowed
        to collide, given margins, paddings and groups. Links stay where kinematics puts them.
        Returns what the function returns.

        Raises what the function raises; ``RobotError`` if it removed a link, made it of other
        parts, attached it or enabled one without collision elements, or the world was changed by
        another meanwhile. Then the world stays as it was.

        >>> import obbtree
        >>> floor, world = obbtree.Shape.half_space(), obbtree.Scene()
        >>> world.add("floor", floor)
        >>> checker = obbtree.Checker(obbtree.Robot("crates/robot/tests/data/arm.urdf"), world)
        >>> checker.colliding_pairs([0, 0, 0, 0])
        [('finger_a', 'finger_b'), ('base', 'floor')]
        >>> checker.change(lambda world: world.allow("base", "floor"))
        >>> checker.colliding_pairs([0, 0, 0, 0])
        [('finger_a', 'finger_b')]
        """
    def set_world(self, world: Scene) -> None:
        """Puts the robot into another world. What was changed or attached in the old one is gone;
        what the two share costs nothing.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.set_world(obbtree.Scene())
        >>> checker
        Checker('arm', 4 dof, 7 bodies)
        """
    def in_world(self, world: Scene) -> Checker:
        """A checker of the same robot in another world, which shares what belongs to the robot.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.in_world(obbtree.Scene())
        Checker('arm', 4 dof, 7 bodies)
        """
    def attach(
        self,
        body: str,
        link: str,
        configuration: ArrayLike,
        *,
        touch_links: Sequence[str] = ...,
    ) -> None:
        """
        Attaches a body of the world to a link, which carries it from now on: from where it is, by
        a link that is where a configuration puts it. The body is checked against all that the
        link is checked against, but not against the link, what else this carries, and
        ``touch_links``: with these it is allowed to collide, also after it is detached.

        >>> import obbtree
        >>> world = obbtree.Scene()
        >>> world.add("cup", obbtree.Shape.sphere([0, 0, 0], 0.02), [-0.3, -0.2, 0.9, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), world)
        >>> checker.attach("cup", "gripper", [1.9, 1.3, -2.1, 0.5, 0], touch_links=["hand"])
        >>> checker.world.parent("cup")
        'gripper'
        """
    def attach_at(
        self, body: str, link: str, pose: _PoseLike, *, touch_links: Sequence[str] = ...
    ) -> None:
        """Attaches a body of the world to a link, as ``attach``, at a pose in the link's frame.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> world.add("tool", obbtree.Shape.sphere([0, 0, 0], 0.01))
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.attach_at("tool", "hand", [0, 0, 0.1, 0, 0, 0, 1], touch_links=["hand"])
        >>> [pair for pair in checker.pairs if "tool" in pair][0]
        ('base', 'tool')
        """
    def detach(self, body: str, configuration: ArrayLike) -> None:
        """
        Detaches a body from the link that carries it, if one does: it stays where a configuration
        has it. Links that it was allowed to touch stay allowed.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> world.add("tool", obbtree.Shape.sphere([0, 0, 0], 0.01))
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.attach_at("tool", "hand", [0, 0, 0.1, 0, 0, 0, 1])
        >>> checker.detach("tool", arm.zero())
        >>> checker.world_at(arm.zero()).parent("tool") is None
        True
        """
    def for_group(self, group: _Group, held: ArrayLike) -> Checker:
        """A checker of the same robot in the same world, of which only some joints move: those of a
        group of the SRDF, by its name, or a list of names. The others are held where a
        configuration has them, limits or not. See ``Robot.holding``.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> wrist = checker.for_group(["wrist"], [0.5, 0.3, 0.0, 0.05])
        >>> wrist.is_valid([0.2]) == checker.is_valid([0.5, 0.3, 0.2, 0.05])
        True
        """
    def __copy__(self) -> Checker: ...
    def __deepcopy__(self, memo: Any, /) -> Checker: ...
    def is_valid(self, configuration: ArrayLike, *, limits: bool = True) -> bool:
        """
        Does nothing collide, and is every value within its limits? With ``limits=False`` these do
        not count. What is not finite is not valid.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> checker.is_valid([0, 3, 0, 0.05]), checker.is_valid([0, 3, 0, 0.05], limits=False)
        (False, True)
        """
    def colliding_pairs(self, configuration: ArrayLike, *, limits: bool = True) -> list[_Names]:
        """
        The pairs that collide, by name, in the order of ``pairs``. Raises ``RobotError`` for values
        that are not finite or, unless ``limits=False``, beyond their limits.

        >>> import obbtree
        >>> world = obbtree.Scene()
        >>> world.add("floor", obbtree.Shape.half_space())
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> obbtree.Checker(arm, world).colliding_pairs(arm.zero())
        [('finger_a', 'finger_b'), ('base', 'floor')]
        """
    def contacts(
        self, configuration: ArrayLike, *, limit: Optional[int] = None, limits: bool = True
    ) -> list[Tuple[_Names, list[PartContact]]]:
        """
        The pairs that collide, as ``colliding_pairs``, each with its contacts, in the frame of the
        root link: ``[((name, name), [PartContact, ...]), ...]``; with ``limit`` the first so many
        of each pair that are found, the same ones in every run. None are given for bodies that are
        only within their margin.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> [(pair, len(contacts)) for pair, contacts in checker.contacts(arm.zero(), limit=2)]
        [(('finger_a', 'finger_b'), 1)]
        """
    def distance(self, configuration: ArrayLike, *, limits: bool = True) -> BodyDistance:
        """The certified distance of the closest of the pairs that are checked, with both closest
        points. Raises ``RobotError`` if there is no pair, and as ``colliding_pairs``.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> found = obbtree.Checker(arm, obbtree.Scene()).distance([2.0, 0.3, 0.0, 0.05])
        >>> found.lower <= found.upper, found.pair, found.points.shape
        (True, ('finger_a', 'finger_b'), (2, 3))
        """
    def distances_within(
        self, configuration: ArrayLike, threshold: float, *, limits: bool = True
    ) -> list[BodyDistance]:
        """The pairs that are checked and at most ``threshold`` apart, each with its certified
        distance and the closest points, in the order of ``pairs``. Raises ``RobotError`` for a
        threshold that is negative or NaN, and as ``colliding_pairs``.

        >>> import obbtree
        >>> arm = obbtree.Robot("crates/robot/tests/data/arm.urdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> [found.pair for found in checker.distances_within([2.0, 0.3, 0.0, 0.05], 0.07)]
        [('finger_a', 'finger_b')]
        """
    def points_near_robot(
        self,
        configuration: ArrayLike,
        cloud: Union[PointCloud, Voxels],
        pose: _PoseLike,
        distance: float,
    ) -> _Bools:
        """
        Which points of a ``PointCloud`` are the robot's own: at most ``distance`` from a collision
        element of a link, or from a body that a link carries, where a configuration puts it; each
        point with all that is within its radius. An (n,) array of booleans, one for each of the
        cloud's ``points``, or of the ``boxes`` of ``Voxels``: ``cloud.without`` leaves them out.

        ``pose`` is that of the cloud in the frame of the root link. Exactly the distance counts,
        and what is inside a shape or a closed mesh does; limits of joints, margins and paddings do
        not. Raises ``RobotError`` for values that are not finite, and for a distance that is
        negative or NaN.

        >>> import numpy as np, obbtree
        >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), obbtree.Scene())
        >>> seen = obbtree.PointCloud(np.random.default_rng(1).uniform(-1, 1, (5000, 3)), 0.005)
        >>> own = checker.points_near_robot([1.9, 1.3, -2.1, 0.5, 0], seen, None, 0.02)
        >>> own.shape, own.dtype, bool(0 < own.sum() < 1000)
        ((5000,), dtype('bool'), True)
        >>> rest = seen.without(own)
        """
    def points_out_of_reach(
        self,
        cloud: Union[PointCloud, Voxels],
        pose: _PoseLike,
        margin: float,
        *,
        limits: bool = True,
    ) -> _Bools:
        """Which points of a ``PointCloud`` no link, and nothing that a link carries, comes within
        ``margin`` of, whatever the values of the joints are within their limits: proven. An (n,)
        array of booleans, one for each of the cloud's ``points``: ``cloud.without`` leaves them
        out.

        ``pose`` is that of the cloud in the frame of the root link. What moves is within a sphere
        around the first joint that moves it, by the lengths along its joints; points beyond that
        are out of reach, others may be, too. If a joint slides without limits, or with
        ``limits=False`` at all, all points are in reach of what it moves. Raises ``RobotError`` for
        a margin that is negative or NaN.

        >>> import numpy as np, obbtree
        >>> checker = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), obbtree.Scene())
        >>> seen = obbtree.PointCloud([[0.5, 0, 0.5], [3, 0, 0.5]], 0.005)
        >>> checker.points_out_of_reach(seen, None, 0.05)
        array([False,  True])
        """
    def is_motion_valid(self, start: ArrayLike, end: ArrayLike, *, limits: bool = True) -> bool:
        """
        Is every configuration on the straight line of joint values from ``start`` to ``end`` free?
        In proof, at all real times: what OMPL calls ``checkMotion``. One with an end that is not
        valid is not; with ``limits=False`` limits do not count.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> checker.is_motion_valid([2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05])
        True
        """
    def is_motion_clear(self, start: ArrayLike, end: ArrayLike, *, limits: bool = True) -> bool:
        """
        Does it show quickly that ``is_motion_valid``? ``True`` is proof; after ``False`` the motion
        may still be valid. For planners, which have other motions to try.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> checker.is_motion_clear([2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05])
        True
        """
    def sweep(
        self,
        start: ArrayLike,
        end: ArrayLike,
        *,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        limits: bool = True,
    ) -> Sweep:
        """``is_motion_valid`` with times, the last valid configuration, and the pair that collides
        first: see ``Sweep``, and ``sweep`` for the options; ``effort`` counts intervals of time.
        A pair with a margin is in contact where it is at the margin. Raises ``RobotError`` for
        an end that has a value that is not finite or, unless ``limits=False``, beyond its limits,
        and for a quaternion that is too short between them, as half way from ``q`` to ``-q``.

        >>> import obbtree
        >>> world = obbtree.Scene()
        >>> world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), [0, 1, 0.5, 0, 0, 0, 1])
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker = obbtree.Checker(arm, world)
        >>> found = checker.sweep([0, 0.3, 0, 0.05], [3, 0.3, 0, 0.05])
        >>> found.outcome, found.first_contact - found.last_free <= 1e-3
        ('contact', True)
        >>> checker.is_valid(found.last_valid)
        True
        """
    def is_trajectory_valid(self, trajectory: Trajectory, *, limits: bool = True) -> bool:
        """Is every configuration of a trajectory free and within the limits? In proof, at all real
        times. With ``limits=False`` limits do not count.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> rows = [[2, 0.3, 0, 0.05], [2.1, 0.3, 0, 0.05], [2, 0.3, 0, 0.05]]
        >>> wave = obbtree.Trajectory.spline([0, 1, 2], rows)
        >>> checker.is_trajectory_valid(wave)
        True
        """
    def timed_path(
        self,
        path: ArrayLike,
        velocity_limits: ArrayLike,
        acceleration_limits: ArrayLike,
        jerk_limits: Optional[ArrayLike] = None,
    ) -> Optional[Trajectory]:
        """A path with times, from rest to rest: it keeps the limits of velocity and acceleration of
        each value and is proven free at all times. Corners are passed without a stop, on parabolas,
        where that is faster and free; ``None`` if it is not free with stops either. ``path`` is
        (N, dof), as from ``plan``; the limits are (dof,), in radians and lengths a second, and a
        second squared. With ``jerk_limits``, a second cubed, accelerations do not jump, and corners
        are passed on cubics. Raises ``RobotError`` as ``Trajectory.s_curve``.

        >>> import obbtree
        >>> arm, world = obbtree.Robot("assets/arm.urdf"), obbtree.Scene()
        >>> world.add("wall", "assets/wall.obj")
        >>> checker = obbtree.Checker(arm, world)
        >>> path = checker.plan(*arm.read_configurations("assets/arm_through_hole.txt"))
        >>> timed = checker.timed_path(path, [1] * 5, [2] * 5)
        >>> checker.is_trajectory_valid(timed)
        True
        >>> timed.end < obbtree.Trajectory.trapezoidal(path, [1] * 5, [2] * 5).end
        True
        """
    def _page(
        self,
        configuration: Optional[ArrayLike],
        path: Optional[ArrayLike],
        program: tuple[bytes, bytes],
    ) -> str:
        """The page: with the joints as in a configuration at first, and a path that is played."""
    def _repr_html_(self) -> Optional[str]:
        """What a notebook shows: the page, if there is one and ``obbtree-page`` is installed."""
    def sweep_trajectory(
        self,
        trajectory: Trajectory,
        *,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        limits: bool = True,
    ) -> Sweep:
        """
        When does something collide first on a trajectory? As ``sweep`` of a line, with times of the
        trajectory; ``time_tolerance`` is a share of the whole. Raises ``RobotError`` for a
        trajectory of another number of values or, unless ``limits=False``, beyond the limits.

        >>> import obbtree
        >>> world = obbtree.Scene()
        >>> world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), [0, 1, 0.5, 0, 0, 0, 1])
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker = obbtree.Checker(arm, world)
        >>> rows = [[0, 0.3, 0, 0.05], [1, 0.5, 0, 0.05], [3, 0.3, 0, 0.05]]
        >>> path = obbtree.Trajectory.spline([10, 11, 12], rows)
        >>> found = checker.sweep_trajectory(path)
        >>> found.outcome, 10 < found.last_free < found.first_contact < 12
        ('contact', True)
        >>> checker.is_valid(found.last_valid), checker.is_trajectory_valid(path)
        (True, False)
        """
    def clearances_along(
        self, trajectory: Trajectory, parts: int, *, limits: bool = True
    ) -> _Floats:
        """
        (parts,): for each of so many equal parts of a trajectory's time a length that the closest
        pair is apart at all times of the part, proven; 0 where nothing is. Raises as
        ``sweep_trajectory``.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> turn = obbtree.Trajectory.linear([0, 1], [[2, 0.3, 0, 0.05], [2.1, 0.3, 0, 0.05]])
        >>> checker.clearances_along(turn, 4).shape
        (4,)
        """
    def free_region(
        self, configuration: ArrayLike, *, effort: int = 64, limits: bool = True
    ) -> Optional[_Floats]:
        """(dof, 2): the least and the largest values of a box around a configuration in which every
        configuration is free and within the limits, proven; ``None`` if the configuration is not
        free. It is as large as ``effort`` allows, which counts boxes that are tested. Values
        without limits are no farther than 4 from the configuration's, quaternions stay. Raises as
        ``sweep``.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker = obbtree.Checker(arm, obbtree.Scene())
        >>> low, high = checker.free_region([2.0, 0.3, 0.0, 0.05]).T
        >>> checker.is_valid(low), checker.is_valid(high)
        (True, True)
        """
    def plan(
        self,
        start: ArrayLike,
        goal: ArrayLike,
        *,
        seed: int = 1,
        step: float = 1.0,
        samples: int = 100_000,
        rounds: int = 2,
        limits: bool = True,
    ) -> _Floats:
        """A path from ``start`` to ``goal`` by RRT-Connect, shortened: (M, dof), every line of it
        proven free. ``goal`` may be many, (N, dof): the path ends at one of these.

        Trees grow by lines of ``step`` at most, in the Euclidean norm of the values, until
        ``samples`` are spent; then corners are left out and cut in ``rounds``. The same seed gives
        the same path. The path stays within the limits; with ``limits=False`` its ends are taken as
        they are. ``KeyboardInterrupt`` ends the search.

        Raises ``PlanError`` if the start or every goal is not valid, and says why, or if the
        samples are spent, which proves nothing; ``ObbtreeError`` for a step that is not above 0.

        >>> import obbtree
        >>> robot = obbtree.Robot.from_text('''<robot name="r"><link name="a"/><link name="m"/>
        ...     <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision>
        ...     </link><joint name="x" type="prismatic"><parent link="a"/><child link="m"/>
        ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
        ...     <joint name="y" type="prismatic"><parent link="m"/><child link="b"/>
        ...     <axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
        ...     </robot>''')
        >>> world = obbtree.Scene()
        >>> world.add("block", obbtree.Shape.cuboid([1, 1, 1]))
        >>> checker = obbtree.Checker(robot, world)
        >>> path = checker.plan([-2, 0], [2, 0])
        >>> len(path) > 2 and bool(checker.is_motion_valid_batch(path[:-1], path[1:]).all())
        True
        >>> checker.plan([-2, 0], [0, 0])
        Traceback (most recent call last):
            ...
        obbtree.PlanError: the goal: not free: 'b' collides with 'block'
        >>> checker.plan([-2, 0], [[0, 0], [2, 0]])[-1].tolist()
        [2.0, 0.0]
        """
    def is_valid_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools:
        """``is_valid`` of N configurations, an (N, dof) array: (N,) of bool. For ``progress`` and
        ``threads`` see ``collide_batch``.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker, samples = obbtree.Checker(arm, obbtree.Scene()), arm.random(1000)
        >>> bool(checker.is_valid_batch(samples)[17]) == checker.is_valid(samples[17])
        True
        """
    def colliding_pairs_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[_Names]]:
        """``colliding_pairs`` of N configurations: a list of N lists. Arguments as of
        ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> checker.colliding_pairs_batch([[2.0, 0.3, 0.0, 0.05], [0.0, 1.5, 0.0, 0.05]])
        [[], [('base', 'hand')]]
        """
    def contacts_batch(
        self,
        configurations: ArrayLike,
        *,
        limit: Optional[int] = None,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[Tuple[_Names, list[PartContact]]]]:
        """
        ``contacts`` of N configurations: a list of N lists. Arguments as of ``is_valid_batch`` and
        ``contacts``. Raises ``RobotError`` with the number of the first that has no answer.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> found = checker.contacts_batch([[2.0, 0.3, 0.0, 0.05], [0.0, 1.5, 0.0, 0.05]], limit=2)
        >>> [len(of_one) for of_one in found]
        [0, 1]
        """
    def distance_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Floats:
        """``distance`` of N configurations: (N, 2), the lower and the upper end. Arguments as of
        ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> found = checker.distance_batch([[2.0, 0.3, 0.0, 0.05], [2.1, 0.3, 0.0, 0.05]])
        >>> found.shape, bool((found[:, 0] <= found[:, 1]).all())
        ((2, 2), True)
        """
    def distances_within_batch(
        self,
        configurations: ArrayLike,
        threshold: float,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[BodyDistance]]:
        """``distances_within`` of N configurations: a list of N lists. Arguments as of
        ``is_valid_batch``. Raises ``RobotError`` with the number of the first that has no answer.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> found = checker.distances_within_batch([[2.0, 0.3, 0.0, 0.05]], 0.1)
        >>> [len(of_one) > 0 for of_one in found]
        [True]
        """
    def is_motion_valid_batch(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools:
        """
        ``is_motion_valid`` of N motions: (N,) of bool. ``starts`` and ``ends`` are (N, dof) arrays.
        Other arguments as of ``is_valid_batch``.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker, q = obbtree.Checker(arm, obbtree.Scene()), arm.random(20)
        >>> valid = checker.is_motion_valid_batch(q[:-1], q[1:])
        >>> valid.tolist() == [checker.is_motion_valid(a, b) for a, b in zip(q[:-1], q[1:])]
        True
        """
    def is_motion_clear_batch(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools:
        """
        ``is_motion_clear`` of N motions: (N,) of bool. Arguments as of ``is_motion_valid_batch``.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> checker, q = obbtree.Checker(arm, obbtree.Scene()), arm.random(20)
        >>> clear = checker.is_motion_clear_batch(q[:-1], q[1:])
        >>> bool((clear <= checker.is_motion_valid_batch(q[:-1], q[1:])).all())
        True
        """
    def sweep_batch(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[Sweep]:
        """``sweep`` of N motions: a list of N. Arguments as of ``is_motion_valid_batch`` and
        ``sweep``. Raises ``RobotError`` with the number of the first that has no answer.

        >>> import obbtree
        >>> folder = "crates/robot/tests/data/"
        >>> arm = obbtree.Robot(folder + "arm.urdf", srdf=folder + "arm.srdf")
        >>> world = obbtree.Scene()
        >>> world.add("shelf", obbtree.Body("assets/wall.obj"), [2, 0, 0, 0, 0, 0, 1])
        >>> checker = obbtree.Checker(arm, world)
        >>> found = checker.sweep_batch([[2.0, 0.3, 0.0, 0.05]], [[2.1, 0.3, 0.0, 0.05]])
        >>> [verdict.outcome for verdict in found]
        ['free']
        """

def read_poses(path: Union[str, PathLike[str]]) -> _Floats:
    """The poses of a file as an (N, 3, 4) array: 7, 12 or 16 numbers a line.

    Raises ``ReadError`` with the file and the line, or ``FileNotFoundError``.

    >>> import obbtree
    >>> obbtree.read_poses("assets/nut_turning.poses").shape
    (60, 3, 4)
    """
def read_motions(path: Union[str, PathLike[str]]) -> Tuple[_Floats, _Floats]:
    """The motions of a file, as their poses at the start and at the end: two (N, 3, 4) arrays.

    Raises ``ReadError`` with the file and the line, or ``FileNotFoundError``.

    >>> import obbtree
    >>> obbtree.read_motions("assets/nut_turning.poses")
    Traceback (most recent call last):
        ...
    obbtree.ReadError: assets/nut_turning.poses: line ...
    """
def collide(
    a: _Collider, pose_a: _PoseLike, b: _Collider, pose_b: _PoseLike, *, solid: bool = False
) -> bool:
    """Do two colliders meet, each a ``Body``, a ``Shape``, a ``PointCloud`` or ``Voxels``? Touching
    counts. A ``trimesh.Trimesh`` is taken too, of which a ``Body`` is built in each call.

    The answer is that of exact arithmetic on the numbers given; only a cylinder, cone or frustum
    and another of them, or another round shape, may be said to meet when they are apart by less
    than 1e-7 of their sizes. Shapes are solid. Of meshes surfaces are meant; with ``solid`` what
    is inside a closed mesh meets it too. Poses are in the world, see ``Pose``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> obbtree.collide(bolt, None, nut, [0, 0, 0.145833333, 0, 0, 0.258819045, 0.965925826])
    False
    >>> sphere, box = obbtree.Shape.sphere([0, 0, 0], 1), obbtree.Shape.cuboid([1, 2, 3])
    >>> heights = (4.0, 4.000000000000001)
    >>> [obbtree.collide(sphere, [0, 0, z, 0, 0, 0, 1], box, None) for z in heights]
    [True, False]
    >>> obbtree.collide(bolt, None, sphere, [0, 0, 1000, 0, 0, 0, 1])
    False
    """
def pairs(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, limit: Optional[int] = None
) -> NDArray[np.uint32]:
    """The pairs of triangles of two meshes that meet: (K, 2) ``uint32``, triangle of A and of B,
    ascending, each once.

    All of them, or the first ones that are found up to ``limit``, the same ones in every run.

    >>> import obbtree
    >>> knot = obbtree.Body("assets/torus_knot.obj")
    >>> obbtree.pairs(knot, None, knot, [0.1, 0, 0, 0, 0, 0, 1], limit=3).shape
    (3, 2)
    """
def first_pair(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike
) -> Optional[Tuple[int, int]]:
    """A pair of triangles that meet, or ``None``. Where several meet, which one can depend on the
    CPU's kind.

    >>> import obbtree
    >>> knot = obbtree.Body("assets/torus_knot.obj")
    >>> obbtree.first_pair(knot, None, knot, [100, 0, 0, 0, 0, 0, 1]) is None
    True
    """
def points_within(
    cloud: Union[PointCloud, Voxels],
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    tolerance: float,
    *,
    solid: bool = False,
) -> _Bools:
    """
    Which points of a ``PointCloud`` are at most ``tolerance`` from another collider, each with all
    that is within its radius: an (n,) array of booleans, one for each of its ``points``; or which
    of ``Voxels``, one for each of its ``boxes``.

    Of each point it is what ``closer_than`` says of it alone: exactly the tolerance counts, what is
    inside a shape does, and with ``solid`` what is inside a closed mesh. A tolerance that is
    negative or NaN gives false for all. ``without`` of the two takes such points out.

    >>> import obbtree
    >>> cloud = obbtree.PointCloud([[0, 0, 3], [0, 0, 0], [0, 0, 3.1]], 0.25)
    >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    >>> near = obbtree.points_within(cloud, None, sphere, None, 1.75)
    >>> near
    array([ True,  True, False])
    >>> cloud.points[near].shape, cloud.without(near)
    ((2, 3), PointCloud(1 points, radius 0.25, 2 of 3 left out))
    """
def closer_than(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    tolerance: float,
    *,
    solid: bool = False,
) -> bool:
    """Is the distance of two colliders at most ``tolerance``, in their unit? Exactly that counts.

    Certain as ``collide`` is; for a cylinder, cone or frustum and a tolerance above 0, yes may be
    said of what is farther away, by the width of the interval of ``distance``. A tolerance that
    is negative or NaN gives false.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> obbtree.closer_than(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], 5.0)
    False
    >>> sphere, floor = obbtree.Shape.sphere([0, 0, 5], 1), obbtree.Shape.half_space()
    >>> [obbtree.closer_than(sphere, None, floor, None, tolerance) for tolerance in (3.999, 4.0)]
    [False, True]
    """
@overload
def distance(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    solid: bool = False,
    relative_error: float = 0.0,
    absolute_error: float = 0.0,
) -> Distance:
    """The distance of two colliders, as an interval that certainly holds it, with a point on each.

    Of two meshes the interval is four units in the last place wide at most; ``relative_error``
    and ``absolute_error`` make their search shorter. Of cylinders, cones and frusta it is at most
    1e-7 of the sizes wide, and mostly 1e-12. Beyond ``at_most`` the answer is ``None``, and so it
    is of a point cloud or voxels without any, which nothing is near. Raises ``ObbtreeError`` for a
    number that is NaN.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> found = obbtree.distance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1])
    >>> found.lower <= found.upper < found.lower * (1 + 1e-15)
    True
    >>> obbtree.distance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], at_most=5.0) is None
    True
    >>> sheet = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> found = obbtree.distance(sheet, None, obbtree.Shape.sphere([0.25, 0.25, 5], 2), None)
    >>> found.lower <= 3.0 <= found.upper, found.triangles, found.points[1]
    (True, (0, None), array([0.25, 0.25, 3.  ]))
    """
@overload
def distance(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    solid: bool = False,
    relative_error: float = 0.0,
    absolute_error: float = 0.0,
    at_most: float,
) -> Optional[Distance]: ...
def clearance(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, box_tests: int, *, solid: bool = False
) -> Tuple[float, float]:
    """
    Bounds ``(lower, upper)`` of the distance of two meshes, for about so many tests of boxes; both
    certain.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> lower, upper = obbtree.clearance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], 64)
    >>> 0 < lower <= upper
    True
    """
def contacts(
    a: _Collider, pose_a: _PoseLike, b: _Collider, pose_b: _PoseLike, *, limit: Optional[int] = None
) -> list[Contact]:
    """
    Where two colliders meet: of two meshes, the pairs of triangles that meet, each with the points
    that the two share; of a mesh and a shape, each triangle that meets it with one point; of two
    shapes, one point. See ``Contact``.

    Ascending by the numbers of the triangles. With ``limit`` the first so many that are found, the
    same ones in every run, ascending too: not those of the least numbers. Points are in the world;
    of two meshes within half a unit in the last place.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> contacts = obbtree.contacts(bolt, None, nut, [0, 0, 0.1458, 0, 0, 0.309, 0.951])
    >>> all(contact.points.shape[1] == 3 for contact in contacts) and len(contacts) > 0
    True
    """
def contact_summary(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> ContactSummary:
    """The contact of two meshes as a whole: curves, patches, a translation that parts them, deepest
    vertices.

    It tests some hundred times whether they collide: for a look at a contact, not for an inner
    loop.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> pose = obbtree.Pose([0, 0, 0.1458, 0, 0, 0.309016994, 0.951056516])
    >>> summary = obbtree.contact_summary(bolt, None, nut, pose)
    >>> free = obbtree.Pose.from_translation(summary.separating_translation) @ pose
    >>> obbtree.collide(bolt, None, nut, free)
    False
    """
def manifolds(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    margin: float = 0.0,
    points: int = 4,
) -> NDArray[np.void]:
    """What a solver of rigid-body motion needs of two colliders that touch, overlap or are at most
    ``margin`` apart: a structured array of the points of one manifold after the other, the deepest
    first, each of one normal and with at most ``points`` points. Empty where they are farther
    apart. Raises ``ObbtreeError`` for a margin that is negative or NaN.

    Shapes are solid: one inside of another has the points that touch last on the shortest way out.
    Meshes are surfaces: one wholly inside of another, farther than ``margin`` from its surface, has
    none.

    The fields, in the unit and frame of the poses: ``manifold`` (its number), ``features`` ((2, 2):
    what the points are on, of A and of B; twice the number of a vertex, the vertices of an edge, or
    that of a triangle and 2**32 - 1; for warm starting), ``points`` ((2, 3), of A and of B),
    ``normal`` (from A to B), ``depth`` (along it, negative if they are apart). Rounded, not
    certified.

    >>> import obbtree
    >>> ground, block = obbtree.Shape.half_space(), obbtree.Shape.cuboid([1, 2, 3])
    >>> found = obbtree.manifolds(ground, None, block, [0, 0, 3.25, 0, 0, 0, 1], margin=0.5)
    >>> found["depth"], found["normal"][0]
    (array([-0.25, -0.25, -0.25, -0.25]), array([0., 0., 1.]))
    """
def depth(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    along: Optional[ArrayLike] = None,
) -> Depth:
    """How deep are two solids in each other, and which way is out? See ``Depth``: narrow for shapes
    and convex meshes, for others what is known. Raises ``OpenMeshError`` for an open mesh,
    ``ShapeError`` for planes and half-spaces. With ``along``, a direction of any length but 0, how
    far B has to go along it: narrow for all but cylinders, cones and frusta beside other shapes or
    meshes, and where bodies slide on each other nearer than poses are rounded; half-spaces may be
    given.

    >>> import obbtree
    >>> block = obbtree.Shape.cuboid([1, 2, 3])
    >>> found = obbtree.depth(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1])
    >>> found.lower <= 0.25 <= found.upper < 0.2501
    True
    >>> found.translation.round(3)
    array([0.25, 0.  , 0.  ])
    >>> found = obbtree.depth(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1], along=[0, 0, 1])
    >>> found.lower <= 6.0 <= found.upper < 6.0 + 1e-14
    True
    """
def overlap_volume(
    a: _Collider, pose_a: _PoseLike, b: _Collider, pose_b: _PoseLike
) -> Tuple[float, float]:
    """The volume that two closed meshes, boxes or hulls have in common, in the cube of the unit:
    ``(lower, upper)``, bounds that are some 1e-11 of the volume around the overlap apart, both 0 if
    the two do not meet. Raises ``OpenMeshError`` for a mesh that is open or whose triangles do not
    all look outwards or all inwards, ``ShapeError`` for round shapes, planes and half-spaces. Where
    shells of one mesh overlap, the volume counts for each.

    >>> import obbtree
    >>> block = obbtree.Shape.cuboid([1, 2, 3])
    >>> lower, upper = obbtree.overlap_volume(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1])
    >>> lower <= 0.25 * 3.5 * 6 <= upper < 5.25 + 1e-10
    True
    """
def triangles_within(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    pose_b: _PoseLike,
    *,
    margin: float,
    limit: Optional[int] = None,
) -> list[Distance]:
    """The pairs of triangles of two meshes that are at most ``margin`` apart, ascending by their
    numbers, all or the first ``limit``: a list of ``Distance``, each with its bounds, the closest
    points and the unit normal from A to B. Which are so close is exact; what meets has the
    distance 0. Raises ``ObbtreeError`` for a margin that is negative or NaN.

    >>> import obbtree
    >>> wheel = obbtree.Body("assets/wheel.stl")
    >>> above = [0, 0, 100, 0, 0, 0, 1]
    >>> gap = obbtree.distance(wheel, None, wheel, above).upper
    >>> near = obbtree.triangles_within(wheel, None, wheel, above, margin=gap)
    >>> len(near) > 0 and all(found.lower <= gap for found in near)
    True
    >>> obbtree.triangles_within(wheel, None, wheel, above, margin=0.99 * gap)
    []
    """
def closest_places_within(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    pose_b: _PoseLike,
    *,
    margin: float,
    limit: Optional[int] = None,
) -> list[Distance]:
    """The places where two meshes are closest to each other and at most ``margin`` apart, the
    closest first, all or ``limit``: of ``triangles_within`` those than which no pair around is
    closer. A round knob over a table has one, a hand around the knob one for each finger. Raises
    as ``triangles_within``.

    >>> import obbtree
    >>> wall = obbtree.Body("assets/wall.obj")
    >>> gear = obbtree.Body("assets/wheel.stl")
    >>> far = [0, 0, 100, 0, 0, 0, 1]
    >>> margin = 2 * obbtree.distance(wall, None, gear, far).upper
    >>> places = obbtree.closest_places_within(wall, None, gear, far, margin=margin, limit=1)
    >>> places[0].upper == obbtree.distance(wall, None, gear, far).upper
    True
    """
def classify(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> _Relation:
    """How two meshes stand to each other: ``"separated"``, ``"touching"``, ``"intersecting"``,
    ``"containing"`` (B, or a part of it, is inside A), ``"contained"``, ``"coincident"`` or
    ``"overlapping"`` (the surfaces do not meet, and a part of each is inside the other).

    >>> import obbtree
    >>> wheel = obbtree.Body("assets/wheel.stl")
    >>> obbtree.classify(wheel, None, wheel, None)
    'coincident'
    """
def sweep(
    a: _Collider,
    motion_a: _MotionLike,
    b: _Collider,
    motion_b: _MotionLike,
    *,
    solid: bool = False,
    time_tolerance: float = 1e-3,
    distance_tolerance: float = 0.0,
    effort: int = 10_000,
) -> Sweep:
    """When do moving colliders meet first? A proof that they never do, or the first contact.

    A motion is a ``Linear``, ``Screw`` or ``Translation``, a tuple of two poses (linear), or a
    pose (at rest). The time of a contact is known to within ``time_tolerance``; the motion takes
    time 1. What comes within ``distance_tolerance`` may be given up on, as it is after ``effort``
    searches: see ``Sweep``. Raises ``ObbtreeError`` for a tolerance that is NaN.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> far, near = [80, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]
    >>> found = obbtree.sweep(wheel, None, pinion, (far, near))
    >>> found.outcome, found.first_contact - found.last_free <= 1e-3
    ('contact', True)
    """
def is_motion_free(
    a: _Collider,
    motion_a: _MotionLike,
    b: _Collider,
    motion_b: _MotionLike,
    *,
    solid: bool = False,
    time_tolerance: float = 1e-3,
    distance_tolerance: float = 0.0,
    effort: int = 10_000,
) -> bool:
    """
    Is a motion proven free all the way? What OMPL calls ``checkMotion``. The arguments are those of
    ``sweep``.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> aside = ([80, 0, 0, 0, 0, 0, 1], [80, 9, 0, 0, 0, 0, 1])
    >>> obbtree.is_motion_free(wheel, None, pinion, aside)
    True
    """
def self_intersections(body: Body, *, limit: Optional[int] = None) -> NDArray[np.uint32]:
    """The pairs of triangles of one mesh that meet otherwise than at common vertices and edges: (K,
    2), ascending.

    Exact for folded neighbours, duplicates and triangles without area. With ``limit`` the first so
    many that are found, the same ones in every run: not those of the least numbers.

    >>> import obbtree
    >>> obbtree.self_intersections(obbtree.Body("assets/nut.stl")).shape
    (0, 2)
    """
def self_intersects(body: Body) -> bool:
    """Does a mesh cut itself? As ``self_intersections``, up to the first pair.

    >>> import obbtree
    >>> obbtree.self_intersects(obbtree.Body("assets/nut.stl"))
    False
    """
def closest_hit(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> Optional[RayHit]:
    """The first triangle that a ray meets, or ``None``; exact at edges and corners.

    Origin and direction are in the world. With ``segment`` the second is the end of a segment,
    and the parameter of the hit goes from 0 to 1. Raises ``RayError`` if there is no direction.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> obbtree.closest_hit(body, None, [0.25, 0.25, 2], [0, 0, -1]).point
    array([0.25, 0.25, 0.  ])
    """
def any_hit(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> bool:
    """Does a ray meet the surface? The arguments are those of ``closest_hit``.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> obbtree.any_hit(body, None, [0.25, 0.25, 2], [0.25, 0.25, 1e-300], segment=True)
    False
    """
def all_hits(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> list[RayHit]:
    """All triangles that a ray meets, in the order of the ray. The arguments are those of
    ``closest_hit``.

    >>> import obbtree
    >>> nut = obbtree.Body("assets/nut.stl")
    >>> len(obbtree.all_hits(nut, None, [-50, 0.01, 0.02], [1, 0, 0])) % 2
    0
    """
def closest_hits(
    body: Body,
    pose: _PoseLike,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    segment: bool = False,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> RayHits:
    """``closest_hit`` of N rays over all cores: (N, 3) origins and (N, 3) directions, or ends.

    >>> import numpy as np, obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> origins = np.array([[0.25, 0.25, 2], [2, 2, 2]])
    >>> obbtree.closest_hits(body, None, origins, np.tile([0, 0, -1.0], (2, 1))).triangles
    array([ 0, -1])
    """
def closest_point(body: Body, pose: _PoseLike, point: ArrayLike) -> ClosestPoint:
    """The point of a surface that is closest to a point of the world, and its certified distance.

    >>> import obbtree
    >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> obbtree.closest_point(body, None, [0.25, 0.25, 2]).point
    array([0.25, 0.25, 0.  ])
    """
def point_side(
    body: Body, pose: _PoseLike, point: ArrayLike
) -> Literal["inside", "on_surface", "outside"]:
    """Where is a point: ``"inside"``, ``"on_surface"`` or ``"outside"``? Raises ``OpenMeshError``
    for an open mesh.

    >>> import obbtree
    >>> obbtree.point_side(obbtree.Body("assets/wheel.stl"), None, [0, 0, 1000])
    'outside'
    """
def points_inside(
    body: Body,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools:
    """
    Are N points inside, or on the surface? (N,) of bool, over all cores. Raises ``OpenMeshError``.

    >>> import obbtree
    >>> obbtree.points_inside(obbtree.Body("assets/wheel.stl"), None, [[0, 0, 1000]])
    array([False])
    """
def signed_distance(body: Body, pose: _PoseLike, point: ArrayLike) -> SignedDistance:
    """The distance of a point and a closed surface, negative inside. Raises ``OpenMeshError``.

    >>> import obbtree
    >>> obbtree.signed_distance(obbtree.Body("assets/wheel.stl"), None, [0, 0, 1000]).lower > 0
    True
    """
def signed_distances(
    body: Body,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Floats:
    """``signed_distance`` of N points over all cores: (N, 2), its lower and its upper end. Raises
    ``OpenMeshError``.

    >>> import obbtree
    >>> obbtree.signed_distances(obbtree.Body("assets/wheel.stl"), None, [[0, 0, 1000]]).shape
    (1, 2)
    """
def collide_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    *,
    solid: bool = False,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools:
    """``collide`` at N poses of B: (N,) of bool.

    Poses are an array of shape (N, 4, 4), (N, 3, 4), (N, 16), (N, 12) or (N, 7), ``float64`` or
    ``float32``, of any strides, or a sequence of poses. All cores work, or ``threads`` of them,
    and other Python threads go on meanwhile. ``progress`` is called with the number of answers
    and N, now and then and at the end; or it is a bar with ``update``, as tqdm's.
    ``KeyboardInterrupt`` ends the batch when each thread has answered the question that it is at.
    Raises ``PoseError`` with the number of the pose.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> int(obbtree.collide_batch(bolt, None, nut, poses, solid=True).sum())
    4
    """
def pairs_batch(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[NDArray[np.uint32]]:
    """``pairs`` at N poses of B: a list of N arrays (K, 2). Arguments as of ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> sum(len(pairs) > 0 for pairs in obbtree.pairs_batch(bolt, None, nut, poses))
    4
    """
def contacts_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[list[Contact]]:
    """``contacts`` at N poses of B: a list of N lists. Arguments as of ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> sum(len(contacts) > 0 for contacts in obbtree.contacts_batch(bolt, None, nut, poses))
    4
    """
def classify_batch(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[_Relation]:
    """``classify`` at N poses of B: a list of N words. Arguments as of ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> sorted(set(obbtree.classify_batch(bolt, None, nut, poses)))
    ['intersecting', 'separated']
    """
def closer_than_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    tolerance: ArrayLike,
    *,
    solid: bool = False,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools:
    """``closer_than`` at N poses of B: (N,) of bool. ``tolerance`` is one number, or (N,), one for
    each pose. Other arguments as of ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> bool(obbtree.closer_than_batch(bolt, None, nut, poses, 10.0).all())
    True
    """
def distance_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    *,
    solid: bool = False,
    relative_error: float = 0.0,
    absolute_error: float = 0.0,
    at_most: float = ...,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> Distances:
    """``distance`` at N poses of B, as arrays: see ``Distances``. Other arguments as of
    ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> found = obbtree.distance_batch(bolt, None, nut, poses)
    >>> int((found.upper == 0).sum()), found.points.shape
    (4, (60, 2, 3))
    """
def sweep_batch(
    a: _Collider,
    motion_a: _MotionLike,
    b: _Collider,
    motions_b: _MotionsLike,
    *,
    solid: bool = False,
    time_tolerance: float = 1e-3,
    distance_tolerance: float = 0.0,
    effort: int = 10_000,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[Sweep]:
    """``sweep`` along N motions of B: a list of N. Motions are a list, or a tuple of two arrays or
    lists of poses: where the linear motions start, and where they end; any other tuple raises
    ``MotionError``. Other arguments as of ``collide_batch``.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> poses = obbtree.read_poses("assets/nut_turning.poses")
    >>> sweeps = obbtree.sweep_batch(bolt, None, nut, (poses[:3], poses[1:4]))
    >>> len(sweeps)
    3
    """
def is_motion_free_batch(
    a: _Collider,
    motion_a: _MotionLike,
    b: _Collider,
    motions_b: _MotionsLike,
    *,
    solid: bool = False,
    time_tolerance: float = 1e-3,
    distance_tolerance: float = 0.0,
    effort: int = 10_000,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools:
    """``is_motion_free`` along N motions of B: (N,) of bool. Arguments as of ``sweep_batch``.

    >>> import obbtree
    >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
    >>> start, end = [[80, 0, 0, 0, 0, 0, 1]] * 2, [[80, 9, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]]
    >>> obbtree.is_motion_free_batch(wheel, None, pinion, (start, end))
    array([ True, False])
    """
