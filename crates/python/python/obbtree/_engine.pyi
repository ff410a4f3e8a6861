from os import PathLike
from typing import (
    Any,
    Callable,
    Literal,
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
    "Body",
    "BodyDistance",
    "Checker",
    "ClosestPoint",
    "Contact",
    "ContactSummary",
    "DeepestPoint",
    "Depth",
    "Distance",
    "Distances",
    "Linear",
    "MeshError",
    "MotionError",
    "ObbtreeError",
    "OpenMeshError",
    "PartContact",
    "PlanError",
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
    "Sweep",
    "Trajectory",
    "Translation",
    "all_hits",
    "any_hit",
    "classify",
    "classify_batch",
    "clearance",
    "closer_than",
    "closer_than_batch",
    "closest_hit",
    "closest_hits",
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
    "pairs",
    "pairs_batch",
    "point_side",
    "points_inside",
    "read_motions",
    "read_poses",
    "self_intersections",
    "self_intersects",
    "signed_distance",
    "signed_distances",
    "sweep",
    "sweep_batch",
    "_BroadPhase",
    "_NearestPairs",
]

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]
_PoseLike = Union[Pose, ArrayLike, None]
_PosesLike = Union[ArrayLike, Sequence[_PoseLike]]
_Motion = Union[Linear, Screw, Translation]
_MotionLike = Union[_Motion, Tuple[_PoseLike, _PoseLike], _PoseLike]
_MotionsLike = Union[Sequence[_MotionLike], Tuple[_PosesLike, _PosesLike]]
_Collider = Union[Body, Shape]
_Triangles = Tuple[Optional[int], Optional[int]]
_Names = Tuple[str, str]
_Relation = Literal[
    "separated", "touching", "intersecting", "containing", "contained", "coincident"
]

class _Bar(Protocol):
    def update(self, n: int, /) -> object: ...

_Progress = Union[Callable[[int, int], object], _Bar, None]

class ObbtreeError(ValueError): ...
class MeshError(ObbtreeError): ...
class PoseError(ObbtreeError): ...
class MotionError(ObbtreeError): ...
class ShapeError(ObbtreeError): ...
class RayError(ObbtreeError): ...
class OpenMeshError(ObbtreeError): ...
class SceneError(ObbtreeError): ...
class RobotError(ObbtreeError): ...
class PlanError(ObbtreeError): ...
class ReadError(ObbtreeError): ...

@final
class Pose:
    def __new__(cls, numbers: _PoseLike = None) -> Pose: ...
    @staticmethod
    def from_translation(translation: ArrayLike) -> Pose: ...
    @property
    def matrix(self) -> _Floats: ...
    @property
    def translation(self) -> _Floats: ...
    @property
    def translation_quaternion(self) -> _Floats: ...
    @property
    def is_identity(self) -> bool: ...
    def __matmul__(self, other: Pose, /) -> Pose: ...
    def __rmatmul__(self, other: Pose, /) -> Pose: ...
    def inverse(self) -> Pose: ...
    def relative_to(self, other: Pose) -> Pose: ...
    def renormalized(self) -> Pose: ...

@final
class Body:
    def __new__(
        cls,
        vertices: Union[ArrayLike, str, PathLike[str]],
        triangles: Optional[ArrayLike] = None,
        *,
        fast_build: bool = False,
    ) -> Body: ...
    @staticmethod
    def from_bytes(data: bytes, name: str = "bytes") -> Body: ...
    def to_bytes(self) -> bytes: ...
    @property
    def vertices(self) -> _Floats: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def is_closed(self) -> bool: ...
    def require_closed(self) -> None: ...
    @property
    def nbytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Body: ...
    def __deepcopy__(self, memo: Any, /) -> Body: ...

@final
class Linear:
    def __new__(
        cls, start: _PoseLike, end: _PoseLike, *, point: Optional[ArrayLike] = None
    ) -> Linear: ...
    def pose_at(self, time: float) -> Pose: ...

@final
class Screw:
    def __new__(cls, start: _PoseLike, end: _PoseLike) -> Screw: ...
    @staticmethod
    def about(
        start: _PoseLike, point: ArrayLike, direction: ArrayLike, angle: float, advance: float
    ) -> Screw: ...
    def pose_at(self, time: float) -> Pose: ...

@final
class Translation:
    def __new__(cls, start: _PoseLike, end: ArrayLike) -> Translation: ...
    def pose_at(self, time: float) -> Pose: ...

@final
class Shape:
    @staticmethod
    def sphere(center: ArrayLike, radius: float) -> Shape: ...
    @staticmethod
    def capsule(start: ArrayLike, end: ArrayLike, radius: float) -> Shape: ...
    @staticmethod
    def cylinder(start: ArrayLike, end: ArrayLike, radius: float) -> Shape: ...
    @staticmethod
    def cone(base: ArrayLike, apex: ArrayLike, radius: float) -> Shape: ...
    @staticmethod
    def frustum(start: ArrayLike, end: ArrayLike, radii: Sequence[float]) -> Shape: ...
    @staticmethod
    def cuboid(half: ArrayLike) -> Shape: ...
    @staticmethod
    def hull(vertices: ArrayLike, radius: float = 0.0) -> Shape: ...
    @staticmethod
    def half_space(through: Optional[ArrayLike] = None) -> Shape: ...
    @staticmethod
    def plane(through: Optional[ArrayLike] = None) -> Shape: ...
    def inflated(self, by: float) -> Shape: ...

@final
class Distance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def triangles(self) -> _Triangles: ...
    @property
    def normal(self) -> Optional[_Floats]: ...
    @property
    def one_inside(self) -> bool: ...

@final
class BodyDistance:
    @property
    def pair(self) -> _Names: ...
    @property
    def parts(self) -> Tuple[int, int]: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def normal(self) -> Optional[_Floats]: ...

@final
class Distances:
    @property
    def lower(self) -> _Floats: ...
    @property
    def upper(self) -> _Floats: ...
    @property
    def triangles(self) -> NDArray[np.int64]: ...
    @property
    def points(self) -> _Floats: ...
    def __len__(self) -> int: ...

@final
class Contact:
    @property
    def triangles(self) -> _Triangles: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def normal(self) -> Optional[_Floats]: ...
    @property
    def local_depth(self) -> Optional[float]: ...

@final
class PartContact:
    @property
    def parts(self) -> Tuple[int, int]: ...
    @property
    def triangles(self) -> _Triangles: ...
    @property
    def point(self) -> _Floats: ...
    @property
    def normal(self) -> Optional[_Floats]: ...
    @property
    def local_depth(self) -> Optional[float]: ...

@final
class DeepestPoint:
    @property
    def vertex(self) -> int: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def point(self) -> _Floats: ...
    @property
    def on_surface(self) -> _Floats: ...

@final
class Depth:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def translation(self) -> _Floats: ...

@final
class ContactSummary:
    @property
    def contacts(self) -> list[Contact]: ...
    @property
    def curves(self) -> list[Tuple[_Floats, bool]]: ...
    @property
    def patches(self) -> list[_Floats]: ...
    @property
    def bounds(self) -> Optional[_Floats]: ...
    @property
    def separating_translation(self) -> Optional[_Floats]: ...
    @property
    def deepest_points(self) -> list[Optional[DeepestPoint]]: ...

@final
class ClosestPoint:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def triangle(self) -> int: ...
    @property
    def point(self) -> _Floats: ...

@final
class SignedDistance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def closest(self) -> ClosestPoint: ...

@final
class RayHit:
    @property
    def triangle(self) -> int: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def point(self) -> _Floats: ...

@final
class RayHits:
    @property
    def triangles(self) -> NDArray[np.int64]: ...
    @property
    def t(self) -> _Floats: ...
    @property
    def points(self) -> _Floats: ...
    def __len__(self) -> int: ...

@final
class Sweep:
    @property
    def outcome(self) -> Literal["free", "contact", "undecided"]: ...
    @property
    def is_free(self) -> bool: ...
    @property
    def last_free(self) -> float: ...
    @property
    def first_contact(self) -> Optional[float]: ...
    @property
    def until(self) -> Optional[float]: ...
    @property
    def pair(self) -> Optional[_Names]: ...
    @property
    def parts(self) -> Optional[Tuple[int, int]]: ...
    @property
    def clearance(self) -> Optional[float]: ...
    @property
    def distance(self) -> Optional[float]: ...
    @property
    def poses(self) -> Optional[list[Pose]]: ...
    @property
    def poses_meet(self) -> Optional[bool]: ...
    @property
    def triangles(self) -> Optional[_Triangles]: ...
    @property
    def points(self) -> Optional[_Floats]: ...
    @property
    def last_valid(self) -> Optional[_Floats]: ...

_Path = Union[str, PathLike[str]]
_PartCollider = Union[Body, Shape, _Path]
_Part = Union[_PartCollider, Tuple[_PartCollider, _PoseLike]]
_Group = Union[str, Sequence[str]]
_Result = TypeVar("_Result")

@final
class _BroadPhase:
    def __new__(cls) -> _BroadPhase: ...
    def set(self, numbers: Sequence[int], boxes: _Floats) -> None: ...
    def remove(self, number: int) -> None: ...
    def pairs(self, start: int, stop: int) -> NDArray[np.uint32]: ...
    def near(self, min: Sequence[float], max: Sequence[float]) -> list[int]: ...
    def nearest_first(self, other: Optional[_BroadPhase] = None) -> _NearestPairs: ...

@final
class _NearestPairs:
    def next_within(self, limit: float) -> Optional[Tuple[int, int]]: ...

@final
class Scene:
    def __new__(cls) -> Scene: ...
    @staticmethod
    def read(path: _Path) -> Scene: ...
    @staticmethod
    def from_json(text: str, path: str = "scene.json") -> Scene: ...
    def to_json(self) -> str: ...
    def write(self, path: _Path, *, embed: bool = False) -> None: ...
    def __copy__(self) -> Scene: ...
    def __deepcopy__(self, memo: Any, /) -> Scene: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def add(self, name: str, parts: Union[_Part, list[_Part]], pose: _PoseLike = None) -> None: ...
    def remove(self, name: str) -> None: ...
    @property
    def names(self) -> list[str]: ...
    def pose(self, name: str) -> Pose: ...
    def set_pose(self, name: str, pose: _PoseLike) -> None: ...
    def set_poses(self, poses: dict[str, _PoseLike]) -> None: ...
    def attach(self, name: str, parent: str) -> None: ...
    def detach(self, name: str) -> None: ...
    def parent(self, name: str) -> Optional[str]: ...
    def set_enabled(self, name: str, enabled: bool) -> None: ...
    def is_enabled(self, name: str) -> bool: ...
    def set_groups(self, name: str, member: int, others: int) -> None: ...
    def groups(self, name: str) -> Tuple[int, int]: ...
    def allow(self, a: str, b: str) -> None: ...
    def forbid(self, a: str, b: str) -> None: ...
    @property
    def allowed(self) -> list[_Names]: ...
    def is_tested(self, a: str, b: str) -> bool: ...
    @property
    def margin(self) -> float: ...
    @margin.setter
    def margin(self, margin: float, /) -> None: ...
    def set_padding(self, name: str, padding: float) -> None: ...
    def padding(self, name: str) -> float: ...
    def set_pair_margin(self, a: str, b: str, margin: Optional[float]) -> None: ...
    @property
    def pair_margins(self) -> dict[_Names, float]: ...
    def collides(self, *, solid: bool = False) -> bool: ...
    def require_pairs(self) -> None: ...
    def pairs(self, *, solid: bool = False) -> list[_Names]: ...
    def pairs_with(self, name: str, *, solid: bool = False) -> list[_Names]: ...
    def collides_with(self, name: str, *, solid: bool = False) -> bool: ...
    def contacts(
        self, *, limit: Optional[int] = None, solid: bool = False
    ) -> list[Tuple[_Names, list[PartContact]]]: ...
    def distance(self, *, solid: bool = False) -> BodyDistance: ...
    def clearances(
        self,
        threshold: Optional[float] = None,
        *,
        body: Optional[str] = None,
        limit: Optional[int] = None,
        solid: bool = False,
    ) -> list[BodyDistance]: ...
    def sweep(
        self,
        motions: dict[str, _MotionLike],
        *,
        solid: bool = False,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
    ) -> Sweep: ...
    def collides_batch(
        self,
        poses: dict[str, _PosesLike],
        *,
        solid: bool = False,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools: ...
    def pairs_batch(
        self,
        poses: dict[str, _PosesLike],
        *,
        solid: bool = False,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[_Names]]: ...
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
    ) -> list[Sweep]: ...

@final
class Robot:
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
    ) -> Robot: ...
    def with_pairs(self, pairs: Sequence[_Names]) -> Robot: ...
    def holding(self, group: _Group, held: ArrayLike) -> Robot: ...
    @property
    def name(self) -> str: ...
    @property
    def link_names(self) -> list[str]: ...
    @property
    def root(self) -> str: ...
    @property
    def pairs(self) -> list[_Names]: ...
    @property
    def meshes(self) -> list[Tuple[str, Body, Pose]]: ...
    @property
    def dof(self) -> int: ...
    @property
    def joint_names(self) -> list[str]: ...
    @property
    def joint_kinds(self) -> list[str]: ...
    @property
    def limits(self) -> _Floats: ...
    @property
    def states(self) -> dict[str, _Floats]: ...
    def group(self, name: str) -> list[str]: ...
    def is_within_limits(self, configuration: ArrayLike) -> bool: ...
    def zero(self) -> _Floats: ...
    def random(self, count: int, *, seed: int = 1) -> _Floats: ...
    def read_configurations(self, path: _Path) -> _Floats: ...
    def fk(self, configuration: ArrayLike) -> _Floats: ...
    def fk_batch(
        self,
        configurations: ArrayLike,
        *,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Floats: ...
    def allowed_pairs(
        self,
        *,
        samples: int = 10_000,
        seed: int = 1,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[Tuple[str, str, Literal["Adjacent", "Default", "Always", "Never"]]]: ...
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
    ]: ...
    def __copy__(self) -> Robot: ...
    def __deepcopy__(self, memo: Any, /) -> Robot: ...

@final
class Trajectory:
    @staticmethod
    def linear(times: ArrayLike, positions: ArrayLike) -> Trajectory: ...
    @staticmethod
    def cubic(times: ArrayLike, positions: ArrayLike, velocities: ArrayLike) -> Trajectory: ...
    @staticmethod
    def quintic(
        times: ArrayLike, positions: ArrayLike, velocities: ArrayLike, accelerations: ArrayLike
    ) -> Trajectory: ...
    @staticmethod
    def spline(
        times: ArrayLike, positions: ArrayLike, *, end_velocities: Optional[ArrayLike] = None
    ) -> Trajectory: ...
    @staticmethod
    def b_spline(degree: int, control_points: ArrayLike, knots: ArrayLike) -> Trajectory: ...
    @staticmethod
    def uniform_b_spline(
        degree: int, control_points: ArrayLike, start: float, end: float
    ) -> Trajectory: ...
    @staticmethod
    def trapezoidal(
        positions: ArrayLike, velocity_limits: ArrayLike, acceleration_limits: ArrayLike
    ) -> Trajectory: ...
    @property
    def dof(self) -> int: ...
    @property
    def start(self) -> float: ...
    @property
    def end(self) -> float: ...
    @property
    def times(self) -> _Floats: ...
    def configuration_at(self, time: float) -> _Floats: ...

@final
class Checker:
    def __new__(cls, robot: Robot, world: Scene) -> Checker: ...
    @property
    def robot(self) -> Robot: ...
    @property
    def pairs(self) -> list[_Names]: ...
    @property
    def nothing_checked(self) -> Optional[str]: ...
    @property
    def world(self) -> Scene: ...
    def world_at(self, configuration: ArrayLike) -> Scene: ...
    def change(self, change: Callable[[Scene], _Result]) -> _Result: ...
    def set_world(self, world: Scene) -> None: ...
    def in_world(self, world: Scene) -> Checker: ...
    def attach(
        self,
        body: str,
        link: str,
        configuration: ArrayLike,
        *,
        touch_links: Sequence[str] = ...,
    ) -> None: ...
    def attach_at(
        self, body: str, link: str, pose: _PoseLike, *, touch_links: Sequence[str] = ...
    ) -> None: ...
    def detach(self, body: str, configuration: ArrayLike) -> None: ...
    def for_group(self, group: _Group, held: ArrayLike) -> Checker: ...
    def __copy__(self) -> Checker: ...
    def __deepcopy__(self, memo: Any, /) -> Checker: ...
    def is_valid(self, configuration: ArrayLike, *, limits: bool = True) -> bool: ...
    def colliding_pairs(self, configuration: ArrayLike, *, limits: bool = True) -> list[_Names]: ...
    def contacts(
        self, configuration: ArrayLike, *, limit: Optional[int] = None, limits: bool = True
    ) -> list[Tuple[_Names, list[PartContact]]]: ...
    def distance(self, configuration: ArrayLike, *, limits: bool = True) -> BodyDistance: ...
    def distances_within(
        self, configuration: ArrayLike, threshold: float, *, limits: bool = True
    ) -> list[BodyDistance]: ...
    def is_motion_valid(self, start: ArrayLike, end: ArrayLike, *, limits: bool = True) -> bool: ...
    def is_motion_clear(self, start: ArrayLike, end: ArrayLike, *, limits: bool = True) -> bool: ...
    def sweep(
        self,
        start: ArrayLike,
        end: ArrayLike,
        *,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        limits: bool = True,
    ) -> Sweep: ...
    def is_trajectory_valid(self, trajectory: Trajectory, *, limits: bool = True) -> bool: ...
    def sweep_trajectory(
        self,
        trajectory: Trajectory,
        *,
        time_tolerance: float = 1e-3,
        distance_tolerance: float = 0.0,
        effort: int = 10_000,
        limits: bool = True,
    ) -> Sweep: ...
    def clearances_along(
        self, trajectory: Trajectory, parts: int, *, limits: bool = True
    ) -> _Floats: ...
    def free_region(
        self, configuration: ArrayLike, *, effort: int = 64, limits: bool = True
    ) -> Optional[_Floats]: ...
    def plan(
        self,
        start: ArrayLike,
        goal: ArrayLike,
        *,
        seed: int = 1,
        step: float = 1.0,
        samples: int = 100_000,
        shortcuts: int = 10,
        limits: bool = True,
    ) -> _Floats: ...
    def is_valid_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools: ...
    def colliding_pairs_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[_Names]]: ...
    def contacts_batch(
        self,
        configurations: ArrayLike,
        *,
        limit: Optional[int] = None,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[Tuple[_Names, list[PartContact]]]]: ...
    def distance_batch(
        self,
        configurations: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Floats: ...
    def distances_within_batch(
        self,
        configurations: ArrayLike,
        threshold: float,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> list[list[BodyDistance]]: ...
    def is_motion_valid_batch(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools: ...
    def is_motion_clear_batch(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        limits: bool = True,
        progress: _Progress = None,
        threads: Optional[int] = None,
    ) -> _Bools: ...
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
    ) -> list[Sweep]: ...

def read_poses(path: Union[str, PathLike[str]]) -> _Floats: ...
def read_motions(path: Union[str, PathLike[str]]) -> Tuple[_Floats, _Floats]: ...
def collide(
    a: _Collider, pose_a: _PoseLike, b: _Collider, pose_b: _PoseLike, *, solid: bool = False
) -> bool: ...
def pairs(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, limit: Optional[int] = None
) -> NDArray[np.uint32]: ...
def first_pair(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike
) -> Optional[Tuple[int, int]]: ...
def closer_than(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    tolerance: float,
    *,
    solid: bool = False,
) -> bool: ...
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
) -> Distance: ...
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
    at_most: float = ...,
) -> Optional[Distance]: ...
def clearance(
    a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, box_tests: int, *, solid: bool = False
) -> Tuple[float, float]: ...
def contacts(
    a: _Collider, pose_a: _PoseLike, b: _Collider, pose_b: _PoseLike, *, limit: Optional[int] = None
) -> list[Contact]: ...
def contact_summary(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> ContactSummary: ...
def manifolds(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    margin: float = 0.0,
    points: int = 4,
) -> NDArray[np.void]: ...
def depth(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    pose_b: _PoseLike,
    *,
    along: Optional[ArrayLike] = None,
) -> Depth: ...
def classify(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> _Relation: ...
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
) -> Sweep: ...
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
) -> bool: ...
def self_intersections(body: Body, *, limit: Optional[int] = None) -> NDArray[np.uint32]: ...
def self_intersects(body: Body) -> bool: ...
def closest_hit(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> Optional[RayHit]: ...
def any_hit(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> bool: ...
def all_hits(
    body: Body, pose: _PoseLike, origin: ArrayLike, direction: ArrayLike, *, segment: bool = False
) -> list[RayHit]: ...
def closest_hits(
    body: Body,
    pose: _PoseLike,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    segment: bool = False,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> RayHits: ...
def closest_point(body: Body, pose: _PoseLike, point: ArrayLike) -> ClosestPoint: ...
def point_side(
    body: Body, pose: _PoseLike, point: ArrayLike
) -> Literal["inside", "on_surface", "outside"]: ...
def points_inside(
    body: Body,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools: ...
def signed_distance(body: Body, pose: _PoseLike, point: ArrayLike) -> SignedDistance: ...
def signed_distances(
    body: Body,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Floats: ...
def collide_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    *,
    solid: bool = False,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> _Bools: ...
def pairs_batch(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[NDArray[np.uint32]]: ...
def contacts_batch(
    a: _Collider,
    pose_a: _PoseLike,
    b: _Collider,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[list[Contact]]: ...
def classify_batch(
    a: Body,
    pose_a: _PoseLike,
    b: Body,
    poses_b: _PosesLike,
    *,
    progress: _Progress = None,
    threads: Optional[int] = None,
) -> list[_Relation]: ...
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
) -> _Bools: ...
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
) -> Distances: ...
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
) -> list[Sweep]: ...
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
) -> _Bools: ...
