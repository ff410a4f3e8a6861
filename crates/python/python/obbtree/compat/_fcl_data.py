"""Requests and results in the shape of python-fcl: plain data, with its names and defaults."""

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np


class OBJECT_TYPE:
    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    (BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24) = (
        range(9)
    )
    (GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER) = range(9, 15)
    (GEOM_CONVEX, GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT) = range(
        15, 21
    )


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    GST_LIBCCD, GST_INDEP = range(2)


def _zeros():
    return field(default_factory=lambda: np.zeros(3))


@dataclass(eq=False)
class Contact:
    o1: Any = None
    o2: Any = None
    b1: int = 0
    b2: int = 0
    normal: Any = _zeros()
    pos: Any = _zeros()
    penetration_depth: float = 0.0


@dataclass(eq=False)
class CostSource:
    aabb_min: Any = _zeros()
    aabb_max: Any = _zeros()
    cost_density: float = 0.0
    total_cost: float = 0.0


@dataclass(eq=False)
class CollisionRequest:
    num_max_contacts: int = 1
    enable_contact: bool = False
    num_max_cost_sources: int = 1
    enable_cost: bool = False
    use_approximate_cost: bool = True
    gjk_solver_type: int = GJKSolverType.GST_LIBCCD


@dataclass(eq=False)
class CollisionResult:
    is_collision: bool = False
    contacts: Any = field(default_factory=list, init=False)
    cost_sources: Any = field(default_factory=list, init=False)


@dataclass(eq=False)
class ContinuousCollisionRequest:
    num_max_iterations: int = 10
    toc_err: float = 0.0001
    ccd_motion_type: int = CCDMotionType.CCDM_TRANS
    gjk_solver_type: int = GJKSolverType.GST_LIBCCD
    ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT


@dataclass(eq=False)
class ContinuousCollisionResult:
    is_collide: bool = False
    time_of_contact: float = 1.0


@dataclass(eq=False)
class DistanceRequest:
    enable_nearest_points: bool = False
    enable_signed_distance: bool = False
    gjk_solver_type: int = GJKSolverType.GST_LIBCCD


class DistanceResult:
    def __init__(self, min_distance_=sys.float_info.max):
        self.min_distance = min_distance_
        self.nearest_points = [None, None]
        self.o1 = None
        self.o2 = None
        self.b1 = -1
        self.b2 = -1


class _Data:
    """What a callback of a manager is given: by default a new request and a new result."""

    def __init__(self, request=None, result=None):
        self.request = self._Request() if request is None else request
        self.result = self._Result() if result is None else result
        self.done = False


class CollisionData(_Data):
    _Request, _Result = CollisionRequest, CollisionResult


class DistanceData(_Data):
    _Request, _Result = DistanceRequest, DistanceResult
