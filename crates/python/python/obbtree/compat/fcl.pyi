from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, List, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

__all__ = [
    "NODE_TYPE",
    "OBJECT_TYPE",
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]

_Floats = NDArray[np.float64]

NO_TRIANGLE: int

class OBJECT_TYPE:
    OT_UNKNOWN: int
    OT_BVH: int
    OT_GEOM: int
    OT_OCTREE: int
    OT_COUNT: int

class NODE_TYPE:
    BV_UNKNOWN: int
    BV_AABB: int
    BV_OBB: int
    BV_RSS: int
    BV_kIOS: int
    BV_OBBRSS: int
    BV_KDOP16: int
    BV_KDOP18: int
    BV_KDOP24: int
    GEOM_BOX: int
    GEOM_SPHERE: int
    GEOM_ELLIPSOID: int
    GEOM_CAPSULE: int
    GEOM_CONE: int
    GEOM_CYLINDER: int
    GEOM_CONVEX: int
    GEOM_PLANE: int
    GEOM_HALFSPACE: int
    GEOM_TRIANGLE: int
    GEOM_OCTREE: int
    NODE_COUNT: int

class CCDMotionType:
    CCDM_TRANS: int
    CCDM_LINEAR: int
    CCDM_SCREW: int
    CCDM_SPLINE: int

class CCDSolverType:
    CCDC_NAIVE: int
    CCDC_CONSERVATIVE_ADVANCEMENT: int
    CCDC_RAY_SHOOTING: int
    CCDC_POLYNOMIAL_SOLVER: int

class GJKSolverType:
    GST_LIBCCD: int
    GST_INDEP: int

class CollisionGeometry:
    node_type: int
    object_type: int
    is_mesh: bool
    changes: int
    def __init__(self) -> None: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    def getNodeType(self) -> int: ...
    def computeLocalAABB(self) -> None: ...
    @property
    def aabb_center(self) -> _Floats: ...

class TriangleP(CollisionGeometry):
    a: _Floats
    b: _Floats
    c: _Floats
    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None: ...

class Box(CollisionGeometry):
    side: _Floats
    def __init__(self, x: float, y: float, z: float) -> None: ...

class Convex(CollisionGeometry):
    num_faces: int
    def __init__(self, vertices: ArrayLike, num_faces: int, faces: Iterable[int]) -> None: ...

class Sphere(CollisionGeometry):
    radius: float
    def __init__(self, radius: float) -> None: ...

class Capsule(CollisionGeometry):
    radius: float
    lz: float
    def __init__(self, radius: float, lz: float) -> None: ...

class Cylinder(CollisionGeometry):
    radius: float
    lz: float
    def __init__(self, radius: float, lz: float) -> None: ...

class Cone(CollisionGeometry):
    radius: float
    lz: float
    def __init__(self, radius: float, lz: float) -> None: ...

class Ellipsoid(CollisionGeometry):
    radii: Tuple[float, float, float]
    def __init__(self, a: float, b: float, c: float) -> None: ...

class Halfspace(CollisionGeometry):
    n: _Floats
    d: float
    def __init__(self, n: ArrayLike, d: float) -> None: ...

class Plane(CollisionGeometry):
    n: _Floats
    d: float
    def __init__(self, n: ArrayLike, d: float) -> None: ...

class BVHModel(CollisionGeometry):
    def __init__(self) -> None: ...
    def num_tries_(self) -> int: ...
    def buildState(self) -> int: ...
    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int: ...
    def addVertex(self, x: float, y: float, z: float) -> bool: ...
    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> bool: ...
    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> bool: ...
    def endModel(self) -> int: ...

class OcTree(CollisionGeometry):
    def __init__(self, r: float, data: Any) -> None: ...

class Transform:
    @overload
    def __init__(self, of: Union["Transform", ArrayLike] = ..., /) -> None: ...
    @overload
    def __init__(self, rotation: ArrayLike, translation: ArrayLike, /) -> None: ...
    def getRotation(self) -> _Floats: ...
    def getTranslation(self) -> _Floats: ...
    def getQuatRotation(self) -> _Floats: ...
    def setRotation(self, R: ArrayLike) -> None: ...
    def setTranslation(self, T: ArrayLike) -> None: ...
    def setQuatRotation(self, q: Sequence[float]) -> None: ...

class CollisionObject:
    def __init__(
        self, geom: Optional[CollisionGeometry] = None, tf: Optional[Transform] = None
    ) -> None: ...
    def getObjectType(self) -> int: ...
    def getNodeType(self) -> int: ...
    def getTranslation(self) -> _Floats: ...
    def setTranslation(self, vec: ArrayLike) -> None: ...
    def getRotation(self) -> _Floats: ...
    def setRotation(self, mat: ArrayLike) -> None: ...
    def getQuatRotation(self) -> _Floats: ...
    def setQuatRotation(self, q: Sequence[float]) -> None: ...
    def getTransform(self) -> Transform: ...
    def setTransform(self, tf: Transform) -> None: ...
    def isOccupied(self) -> bool: ...
    def isFree(self) -> bool: ...
    def isUncertain(self) -> bool: ...

@dataclass(eq=False)
class Contact:
    o1: Optional[CollisionGeometry] = None
    o2: Optional[CollisionGeometry] = None
    b1: int = 0
    b2: int = 0
    normal: _Floats = ...
    pos: _Floats = ...
    penetration_depth: float = 0.0

@dataclass(eq=False)
class CostSource:
    aabb_min: _Floats = ...
    aabb_max: _Floats = ...
    cost_density: float = 0.0
    total_cost: float = 0.0

@dataclass(eq=False)
class CollisionRequest:
    num_max_contacts: int = 1
    enable_contact: bool = False
    num_max_cost_sources: int = 1
    enable_cost: bool = False
    use_approximate_cost: bool = True
    gjk_solver_type: int = 0

@dataclass(eq=False)
class CollisionResult:
    is_collision: bool = False
    contacts: List[Contact] = field(default_factory=list, init=False)
    cost_sources: List[CostSource] = field(default_factory=list, init=False)

@dataclass(eq=False)
class ContinuousCollisionRequest:
    num_max_iterations: int = 10
    toc_err: float = 0.0001
    ccd_motion_type: int = 0
    gjk_solver_type: int = 0
    ccd_solver_type: int = 1

@dataclass(eq=False)
class ContinuousCollisionResult:
    is_collide: bool = False
    time_of_contact: float = 1.0

@dataclass(eq=False)
class DistanceRequest:
    enable_nearest_points: bool = False
    enable_signed_distance: bool = False
    gjk_solver_type: int = 0

class DistanceResult:
    min_distance: float
    nearest_points: List[Optional[_Floats]]
    o1: Optional[CollisionGeometry]
    o2: Optional[CollisionGeometry]
    b1: int
    b2: int
    def __init__(self, min_distance_: float = ...) -> None: ...

class CollisionData:
    request: CollisionRequest
    result: CollisionResult
    done: bool
    def __init__(
        self,
        request: Optional[CollisionRequest] = None,
        result: Optional[CollisionResult] = None,
    ) -> None: ...

class DistanceData:
    request: DistanceRequest
    result: DistanceResult
    done: bool
    def __init__(
        self,
        request: Optional[DistanceRequest] = None,
        result: Optional[DistanceResult] = None,
    ) -> None: ...

_CollisionCallback = Callable[[CollisionObject, CollisionObject, Any], bool]
_DistanceCallback = Callable[[CollisionObject, CollisionObject, Any], Tuple[bool, float]]
_Others = Union[CollisionObject, "DynamicAABBTreeCollisionManager"]

class DynamicAABBTreeCollisionManager:
    max_tree_nonbalanced_level: int
    tree_incremental_balance_pass: int
    tree_topdown_balance_threshold: int
    tree_topdown_level: int
    tree_init_level: int
    octree_as_geometry_collide: bool
    octree_as_geometry_distance: bool
    def __init__(self) -> None: ...
    def clear(self) -> None: ...
    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None: ...
    def registerObject(self, obj: CollisionObject) -> None: ...
    def unregisterObject(self, obj: CollisionObject) -> None: ...
    def setup(self) -> None: ...
    def update(self, arg: Any = None) -> None: ...
    def getObjects(self) -> List[CollisionObject]: ...
    def empty(self) -> bool: ...
    def size(self) -> int: ...
    @overload
    def collide(self, data: Any, callback: _CollisionCallback, /) -> None: ...
    @overload
    def collide(self, other: _Others, data: Any, callback: _CollisionCallback, /) -> None: ...
    @overload
    def distance(self, data: Any, callback: _DistanceCallback, /) -> None: ...
    @overload
    def distance(self, other: _Others, data: Any, callback: _DistanceCallback, /) -> None: ...

def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[CollisionRequest] = None,
    result: Optional[CollisionResult] = None,
) -> int: ...
def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[DistanceRequest] = None,
    result: Optional[DistanceResult] = None,
) -> float: ...
def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: Optional[ContinuousCollisionRequest] = None,
    result: Optional[ContinuousCollisionResult] = None,
) -> float: ...
def defaultCollisionCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: CollisionData
) -> bool: ...
def defaultDistanceCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: DistanceData
) -> Tuple[bool, float]: ...
