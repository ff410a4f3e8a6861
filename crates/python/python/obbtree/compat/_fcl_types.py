"""Kinds in the shape of python-fcl, with its names and numbers."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class OBJECT_TYPE:
    OT_UNKNOWN: int = 0
    OT_BVH: int = 1
    OT_GEOM: int = 2
    OT_OCTREE: int = 3
    OT_COUNT: int = 4


class NODE_TYPE:
    BV_UNKNOWN: int = 0
    BV_AABB: int = 1
    BV_OBB: int = 2
    BV_RSS: int = 3
    BV_kIOS: int = 4
    BV_OBBRSS: int = 5
    BV_KDOP16: int = 6
    BV_KDOP18: int = 7
    BV_KDOP24: int = 8
    GEOM_BOX: int = 9
    GEOM_SPHERE: int = 10
    GEOM_ELLIPSOID: int = 11
    GEOM_CAPSULE: int = 12
    GEOM_CONE: int = 13
    GEOM_CYLINDER: int = 14
    GEOM_CONVEX: int = 15
    GEOM_PLANE: int = 16
    GEOM_HALFSPACE: int = 17
    GEOM_TRIANGLE: int = 18
    GEOM_OCTREE: int = 19
    NODE_COUNT: int = 20


class CCDMotionType:
    CCDM_TRANS: int = 0
    CCDM_LINEAR: int = 1
    CCDM_SCREW: int = 2
    CCDM_SPLINE: int = 3


class CCDSolverType:
    CCDC_NAIVE: int = 0
    CCDC_CONSERVATIVE_ADVANCEMENT: int = 1
    CCDC_RAY_SHOOTING: int = 2
    CCDC_POLYNOMIAL_SOLVER: int = 3


class GJKSolverType:
    GST_LIBCCD: int = 0
    GST_INDEP: int = 1
