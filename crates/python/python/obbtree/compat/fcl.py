"""In the shape of python-fcl 0.7, so that ``from obbtree.compat import fcl`` stands in for
``import fcl``.

Collisions and distances are the engine's: touching counts, no contact is missed, and none
invented (two round shapes of which one is a cylinder or cone may be 1e-7 of their sizes apart).
Rounded, in ``float64``, are depths and all about ellipsoids. Where answers differ from
python-fcl's:

- touching is a collision, and the exact answer is given where FCL's solver stops at 1e-6;
- ``continuousCollide`` gives the first contact; python-fcl's can be late (see the guide's page on
  migration);
- the signed distance of two meshes that collide is minus the largest depth of a pair of
  triangles;
- boxes that stand face to face have one contact, not one for each corner of what the faces share
  (``obbtree.manifolds`` gives those);
- costs are not supported.

>>> import numpy as np
>>> from obbtree.compat import fcl
>>> box = fcl.CollisionObject(fcl.Box(1, 1, 1))
>>> sphere = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(np.array([1.0, 0, 0])))
>>> fcl.collide(box, sphere)  # they touch
1
"""

import sys
from typing import Optional, Tuple

import numpy as np

from .. import Linear, Scene, Screw, Shape, Translation
from .. import collide as _collide
from .. import contacts as _contacts
from .. import distance as _distance
from .. import pairs as _pairs
from .. import sweep as _sweep
from ._convex import Convex as _Solid
from ._convex import depth as _depth
from ._convex import distance as _convex_distance
from ._fcl_data import (
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
)
from ._fcl_geometry import (
    Box,
    BVHModel,
    Capsule,
    CollisionGeometry,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Halfspace,
    OcTree,
    Plane,
    Sphere,
    TriangleP,
    _Flat,
)
from ._fcl_manager import DynamicAABBTreeCollisionManager
from ._fcl_object import CollisionObject, Transform
from ._fcl_types import NODE_TYPE, OBJECT_TYPE, CCDMotionType, CCDSolverType, GJKSolverType

__version__: str = "0.7.0.11"  # of the interface

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

#: What python-fcl gives as the triangle of a shape that has none.
NO_TRIANGLE: int = -1


def _collider(o):
    """The engine's body of a mesh, its shape of all else; None of an ellipsoid."""
    return o._geometry._body() if o._geometry.is_mesh else o._geometry._shape()


def _shape_pose(o):
    local = o._geometry._local()
    return o._pose if local is None else o._pose @ local


def _meet(o1, o2):
    """Do two objects share a point? Of meshes the surface is meant, of all else the solid."""
    collider1, collider2 = _collider(o1), _collider(o2)
    if collider1 is not None and collider2 is not None:
        return _collide(collider1, _shape_pose(o1), collider2, _shape_pose(o2))
    return _ellipsoid_apart(o1, o2)[0] <= 0


def _parts_near(o, box):
    """The triangles of a placed mesh, or the cubes of an octree, whose boxes meet a box, as
    solids."""
    corners = o._geometry._corners() @ o._transform._r.T + o._transform._t
    near = (corners.max(axis=1) >= box[0]).all(axis=1) & (corners.min(axis=1) <= box[1]).all(axis=1)
    return [(int(i), _part(o, i)) for i in np.flatnonzero(near)]


def _part(o, number):
    """A triangle of a placed mesh, or a cube of an octree, as a solid."""
    rotation = o._transform._r
    corners = o._geometry._corners()[number] @ rotation.T + o._transform._t
    faces = None if o._geometry.is_mesh else np.vstack([rotation.T, -rotation.T])
    return _Solid(corners, faces=faces)


def _triangle_meets(triangle, other, solid):
    shape = other._geometry._shape()
    if shape is None:
        return _convex_distance(triangle, solid)[0] <= 0
    return _collide(Shape.hull(triangle.points), None, shape, _shape_pose(other))


def _depth_of(o1, o2, s1, s2):
    """The depth of two solids, of which one may be a plane or a half-space."""
    for first, flipped, flat, solid in ((o1, 1, o1, s2), (o2, -1, o2, s1)):
        if isinstance(first._geometry, _Flat):
            t = flat._transform
            n, low, high, at_low, at_high = flat._geometry._height(solid, t._r, t._t)
            if isinstance(flat._geometry, Plane) and -low > high:
                n, low, at_low = -n, -high, at_high
            found = max(0.0, -low), flipped * n
            points = (at_low - low * n, at_low) if flipped == 1 else (at_low, at_low - low * n)
            return (*found, *points)
    return _depth(s1, s2)


def _collision_depths(o1, o2, limit):
    """Of each pair of parts that meet: depth, normal from o1 to o2, a point of each, numbers of
    triangles."""
    g1, g2 = o1._geometry, o2._geometry
    if isinstance(g1, OcTree) or isinstance(g2, OcTree):
        yield from _octree_depths(o1, o2, limit)
    elif g1.is_mesh and g2.is_mesh:
        for contact in _contacts(g1._body(), o1._pose, g2._body(), o2._pose, limit=limit):
            at, half = contact.points.mean(axis=0), 0.5 * contact.local_depth * contact.normal
            yield contact.local_depth, contact.normal, at + half, at - half, contact.triangles
    elif g1.is_mesh or g2.is_mesh:
        mesh, other = (o1, o2) if g1.is_mesh else (o2, o1)
        flat = isinstance(other._geometry, _Flat)
        solid = None if flat else other._solid()
        box = other._box() if flat else solid.box()
        parts = _parts_near(mesh, box)
        if other._geometry._body() is not None:
            meeting = _pairs(
                mesh._geometry._body(), mesh._pose, other._geometry._body(), other._pose
            )
            first = set(meeting[:, 0].tolist())
            parts.sort(key=lambda part: part[0] not in first)
        for triangle, part in parts:
            solids = (part, solid) if g1.is_mesh else (solid, part)
            if not flat and not _triangle_meets(part, other, solid):
                continue
            found = _depth_of(o1, o2, *solids)
            if flat and found[0] <= 0:
                continue
            yield (*found, (triangle, NO_TRIANGLE) if g1.is_mesh else (NO_TRIANGLE, triangle))
    else:
        solids = [None if isinstance(o._geometry, _Flat) else o._solid() for o in (o1, o2)]
        if solids[0] is not None or solids[1] is not None:
            yield (*_depth_of(o1, o2, *solids), (NO_TRIANGLE, NO_TRIANGLE))


def _octree_depths(o1, o2, limit):
    """The same where at least one is an octree: of each cube and what it meets of the other."""
    wholes = [
        None if isinstance(g, (_Flat, OcTree)) or g.is_mesh else o._solid()
        for o, g in ((o1, o1._geometry), (o2, o2._geometry))
    ]
    for numbers in _octree_pairs(o1, o2, wholes, limit):
        solids = [
            whole if n == NO_TRIANGLE else _part(o, n)
            for o, n, whole in zip((o1, o2), numbers, wholes)
        ]
        yield (*_depth_of(o1, o2, *solids), numbers)


def _octree_pairs(o1, o2, wholes, limit):
    """The numbers of cubes and triangles that meet."""
    collider1, collider2 = _collider(o1), _collider(o2)
    if collider1 is not None and collider2 is not None:
        poses = _shape_pose(o1), _shape_pose(o2)
        for contact in _contacts(collider1, poses[0], collider2, poses[1], limit=limit):
            yield _numbers(contact)
        return
    octree, solid = (o2, wholes[0]) if collider1 is None else (o1, wholes[1])
    for cube, part in _parts_near(octree, solid.box()):
        if _convex_distance(part, solid)[0] <= 0:
            yield (NO_TRIANGLE, cube) if collider1 is None else (cube, NO_TRIANGLE)


def _numbers(found):
    """The numbers of triangles or cubes of an answer."""
    both = zip(found.triangles, found.cloud_points)
    first = (point if triangle is None else triangle for triangle, point in both)
    return tuple(NO_TRIANGLE if number is None else number for number in first)


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[CollisionRequest] = None,
    result: Optional[CollisionResult] = None,
) -> int:
    """The number of contacts, at most ``request.num_max_contacts``; ``result`` is added to. As
    in python-fcl, nothing collides if that is 0, and ``OverflowError`` is raised below."""
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    limit = int(request.num_max_contacts)
    if limit < 0:
        raise OverflowError(f"num_max_contacts is {limit}: it has to be at least 0")
    if limit == 0 or not _meet(o1, o2):  # without room for a contact there is no collision in FCL
        return 0
    result.is_collision = True
    made = []
    if request.enable_contact:
        for depth, normal, p1, p2, triangles in _collision_depths(o1, o2, limit):
            contact = Contact()
            contact.o1, contact.o2 = o1._geometry, o2._geometry
            contact.b1, contact.b2 = triangles
            contact.normal, contact.pos, contact.penetration_depth = normal, 0.5 * (p1 + p2), depth
            made.append(contact)
            if len(made) == limit:
                break
    if not made:
        contact = Contact()
        contact.o1, contact.o2, contact.b1, contact.b2 = (
            o1._geometry,
            o2._geometry,
            NO_TRIANGLE,
            NO_TRIANGLE,
        )
        made.append(contact)
    result.contacts.extend(made)
    return len(made)


def _apart(o1, o2):
    """The distance of two objects that do not meet, a point of each, and the numbers of
    triangles."""
    collider1, collider2 = _collider(o1), _collider(o2)
    if collider1 is None or collider2 is None:
        return _ellipsoid_apart(o1, o2)
    found = _distance(collider1, _shape_pose(o1), collider2, _shape_pose(o2))
    return found.upper, *found.points, _numbers(found)


def _ellipsoid_apart(o1, o2):
    """The same if one of the objects is an ellipsoid; the distance is 0 if they meet."""
    for first, second, swapped in ((o1, o2, False), (o2, o1, True)):
        if isinstance(first._geometry, _Flat):
            t, solid = first._transform, second._solid()
            n, low, high, at_low, at_high = first._geometry._height(solid, t._r, t._t)
            if isinstance(first._geometry, Plane) and -high > low:
                n, low, at_low = -n, -high, at_high
            ends = (at_low - low * n, at_low)
            return max(0.0, low), *(ends[::-1] if swapped else ends), (NO_TRIANGLE, NO_TRIANGLE)
        if first._geometry.is_mesh or isinstance(first._geometry, OcTree):
            apart, on_mesh, on_other, triangle = _parts_to_solid(first, second._solid())
            if swapped:
                return apart, on_other, on_mesh, (NO_TRIANGLE, triangle)
            return apart, on_mesh, on_other, (triangle, NO_TRIANGLE)
    return *_convex_distance(o1._solid(), o2._solid()), (NO_TRIANGLE, NO_TRIANGLE)


def _parts_to_solid(o, solid):
    """The triangle of a mesh, or the cube of an octree, that is nearest to a solid: by the
    distances of boxes first."""
    corners = o._geometry._corners() @ o._transform._r.T + o._transform._t
    low, high = solid.box()
    gaps = np.maximum(0, np.maximum(corners.min(axis=1) - high, low - corners.max(axis=1)))
    bounds = np.sqrt((gaps**2).sum(axis=1))
    best = (np.inf, None, None, NO_TRIANGLE)
    for i in np.argsort(bounds, kind="stable"):
        if bounds[i] >= best[0]:
            break
        apart, on_mesh, on_solid = _convex_distance(_Solid(corners[i]), solid)
        if apart < best[0]:
            best = (apart, on_mesh, on_solid, int(i))
    return best


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[DistanceRequest] = None,
    result: Optional[DistanceResult] = None,
) -> float:
    """The distance. Of objects that meet: -1, or minus their depth with
    ``enable_signed_distance``."""
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    if not _meet(o1, o2):
        found, p1, p2, triangles = _apart(o1, o2)
        found = max(
            found, sys.float_info.min
        )  # they are certainly apart, if only by less than is rounded
    elif request.enable_signed_distance:
        deepest = max(_collision_depths(o1, o2, None), key=lambda contact: contact[0], default=None)
        none = (0.0, None, np.zeros(3), np.zeros(3), (NO_TRIANGLE, NO_TRIANGLE))
        found, _normal, p1, p2, triangles = none if deepest is None else deepest
        found = -found
    else:
        found, p1, p2, triangles = -1.0, np.zeros(3), np.zeros(3), (NO_TRIANGLE, NO_TRIANGLE)
    if result.min_distance > found:
        result.min_distance = found
        result.nearest_points = [p1, p2]
        result.o1, result.o2 = o1._geometry, o2._geometry
        result.b1, result.b2 = triangles
    return found


def _motion(o, end, kind):
    if kind == CCDMotionType.CCDM_TRANS:
        return Translation(o._pose, end._t)
    if kind == CCDMotionType.CCDM_SCREW:
        return Screw(o._pose, end._pose())
    if kind == CCDMotionType.CCDM_LINEAR:
        return Linear(o._pose, end._pose())
    raise NotImplementedError("splines: sweep their pieces, or use obbtree.sweep")


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: Optional[ContinuousCollisionRequest] = None,
    result: Optional[ContinuousCollisionResult] = None,
) -> float:
    """The time of the first contact, from 0 to 1; 1 if it is proven that there is none.

    The time is one at which the objects meet, at most ``request.toc_err`` after the first
    contact; or, of objects that come too close for a proof, the last one that is proven free.
    Ellipsoids are looked at in steps of ``toc_err``, at most 1,000."""
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    motions = [
        _motion(o, end, request.ccd_motion_type) for o, end in ((o1, tf1_end), (o2, tf2_end))
    ]
    g1, g2 = o1._geometry, o2._geometry
    if g1._body() is not None and g2._body() is not None:
        solid = not g1.is_mesh and not g2.is_mesh
        found = _sweep(
            g1._body(),
            motions[0],
            g2._body(),
            motions[1],
            solid=solid,
            time_tolerance=request.toc_err,
        )
        time = _time_of(found)
    elif isinstance(g1, Ellipsoid) or isinstance(g2, Ellipsoid):
        time = _first_in_steps(o1, o2, motions, request.toc_err)
    else:
        time = _first_in_scene(o1, o2, motions, request.toc_err)
    if time is None:
        return 1.0
    result.is_collide = True
    result.time_of_contact = min(time, result.time_of_contact)
    return time


def _first_in_scene(o1, o2, motions, error):
    """Of which at least one has a shape, and none is an ellipsoid."""
    scene = Scene()
    for name, o in (("1", o1), ("2", o2)):
        geometry = o._geometry
        part = geometry._body() if geometry.is_mesh else (geometry._shape(), geometry._local())
        scene.add(name, part, o._pose)
    found = scene.sweep({"1": motions[0], "2": motions[1]}, time_tolerance=error)
    return _time_of(found)


def _time_of(found):
    """Of a contact, or the last one that is proven free; None if all are."""
    if found.is_free:
        return None
    return found.last_free if found.first_contact is None else found.first_contact


def _first_in_steps(o1, o2, motions, error):
    steps = int(min(1000, np.ceil(1 / error)))
    for step in range(steps + 1):
        placed = []
        for o, motion in ((o1, motions[0]), (o2, motions[1])):
            matrix = motion.pose_at(step / steps).matrix
            placed.append(CollisionObject(o._geometry, Transform(matrix[:3, :3], matrix[:3, 3])))
        if _meet(*placed):
            return step / steps
    return None


def defaultCollisionCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: CollisionData
) -> bool:
    if cdata.done:
        return True
    request, result = cdata.request, cdata.result
    collide(o1, o2, request, result)
    if (
        not request.enable_cost
        and result.is_collision
        and len(result.contacts) > request.num_max_contacts
    ):
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: DistanceData
) -> Tuple[bool, float]:
    if cdata.done:
        return True, cdata.result.min_distance
    distance(o1, o2, cdata.request, cdata.result)
    return cdata.result.min_distance <= 0, cdata.result.min_distance
