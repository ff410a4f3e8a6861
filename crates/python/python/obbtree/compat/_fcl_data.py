"""Requests and results in the shape of python-fcl: plain data, with its names and defaults."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Generic, List, Optional, TypeVar

import numpy as np

from ._fcl_geometry import CollisionGeometry
from ._fcl_types import CCDMotionType, CCDSolverType, Floats, GJKSolverType

Request = TypeVar("Request")
Result = TypeVar("Result")


def _zeros() -> Any:
    return field(default_factory=lambda: np.zeros(3))


@dataclass(eq=False)
class Contact:
    o1: Optional[CollisionGeometry] = None
    o2: Optional[CollisionGeometry] = None
    b1: int = 0
    b2: int = 0
    normal: Floats = _zeros()
    pos: Floats = _zeros()
    penetration_depth: float = 0.0


@dataclass(eq=False)
class CostSource:
    aabb_min: Floats = _zeros()
    aabb_max: Floats = _zeros()
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
    contacts: List[Contact] = field(default_factory=list, init=False)
    cost_sources: List[CostSource] = field(default_factory=list, init=False)


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
    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance: float = min_distance_
        self.nearest_points: List[Optional[Floats]] = [None, None]
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1: int = -1
        self.b2: int = -1


class _Data(Generic[Request, Result]):
    """What a callback of a manager is given: by default a new request and a new result."""

    _made: Any

    def __init__(
        self, request: Optional[Request] = None, result: Optional[Result] = None
    ) -> None:
        new_request, new_result = self._made
        self.request: Request = new_request() if request is None else request
        self.result: Result = new_result() if result is None else result
        self.done: bool = False


class CollisionData(_Data[CollisionRequest, CollisionResult]):
    _made = CollisionRequest, CollisionResult


class DistanceData(_Data[DistanceRequest, DistanceResult]):
    _made = DistanceRequest, DistanceResult
