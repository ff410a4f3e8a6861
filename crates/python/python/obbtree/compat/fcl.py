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
  (``obbtree.manifolds`` gives those), at a place that both share;
- of two that touch, each contact has a place, a normal and the triangle, and a depth of 0;
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

from .. import Linear, Scene, Screw, Translation
from .. import collide as _collide
from .. import contacts as _contacts
from .. import distance as _distance
from .. import pairs as _pairs
from .. import sweep as _sweep
from ._convex import Convex as _Solid
from ._convex import depth as _depth
from ._convex import distance as _convex_distance
from ._convex import touch as _touch
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
    _Polyhedron,
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

#: A depth below this, relative to the sizes, is rounding of a touch.
_TOUCH: float = 1e-12


def _collider(o):
    """The engine's body of a mesh, its shape of all else; None of an ellipsoid."""
    return o._geometry._body() if o._geometry.is_mesh else o._geometry._shape()


def _shape_pose(o):
    local = o._geometry._local()
    return o._pose if local is None else o._pose @ local


def _placed(o):
    return _collider(o), _shape_pose(o)


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


def _depth_or_touch(o1, o2, s1, s2, place):
    """The same of two that meet, if only by a touch: the depth is 0 then, and the points are the
    ``place``, if there is one."""
    found = _depth_of(o1, o2, s1, s2)
    if s1 is None or s2 is None or found[0] > _TOUCH * (s1.size + s2.size):
        return found
    normal, *points = _touch(s1, s2)
    return found[0], normal, *(points if place is None else (place, place))


def _collision_depths(o1, o2, limit):
    """Of each pair of parts that meet: depth, normal from o1 to o2, a point of each, numbers of
    triangles."""
    geometries = o1._geometry, o2._geometry
    if all(g.is_mesh for g in geometries):
        for contact in _contacts(*_placed(o1), *_placed(o2), limit=limit):
            at, half = contact.points.mean(axis=0), 0.5 * contact.local_depth * contact.normal
            yield contact.local_depth, contact.normal, at + half, at - half, contact.triangles
        return
    if all(isinstance(g, _Flat) for g in geometries):
        return
    wholes = [
        None if isinstance(g, (_Flat, OcTree)) or g.is_mesh else o._solid()
        for o, g in zip((o1, o2), geometries)
    ]
    for numbers, place in _meeting(o1, o2, limit, True):
        solids = [
            whole if n == NO_TRIANGLE else _part(o, n)
            for o, n, whole in zip((o1, o2), numbers, wholes)
        ]
        yield (*_depth_or_touch(o1, o2, *solids, place), numbers)


def _meeting(o1, o2, limit, surface_first):
    """The numbers of triangles and cubes that meet, and a point of each two, or None of ellipsoids.
    Of a mesh and a polyhedron those first that cross its surface, if that is wanted."""
    if _collider(o1) is None or _collider(o2) is None:
        yield from ((numbers, None) for numbers in _meeting_ellipsoid(o1, o2))
        return
    first = None
    for mesh, other in ((o1, o2), (o2, o1)):
        if surface_first and mesh._geometry.is_mesh and isinstance(other._geometry, _Polyhedron):
            bodies = mesh._geometry._body(), mesh._pose, other._geometry._body(), other._pose
            first = set(_pairs(*bodies)[:, 0].tolist())
    contacts = _contacts(*_placed(o1), *_placed(o2), limit=limit if first is None else None)
    found = [(_numbers(contact), contact.points[0]) for contact in contacts]
    if first is not None:
        found.sort(key=lambda each: max(each[0]) not in first)
    yield from found


def _meeting_ellipsoid(o1, o2):
    """The same numbers of two that meet, of which one is an ellipsoid."""
    for first, second, swapped in ((o1, o2, False), (o2, o1, True)):
        if first._geometry.is_mesh or isinstance(first._geometry, OcTree):
            solid, count = second._solid(), 0
            for number, part in _parts_near(first, solid.box()):
                if _convex_distance(part, solid)[0] <= 0:
                    count += 1
                    yield (NO_TRIANGLE, number) if swapped else (number, NO_TRIANGLE)
            if count == 0:  # a touch, lost to rounding
                number = _parts_to_solid(first, solid)[3]
                yield (NO_TRIANGLE, number) if swapped else (number, NO_TRIANGLE)
            return
    yield NO_TRIANGLE, NO_TRIANGLE


def _numbers(found):
    """The numbers of triangles or cubes of an answer."""
    both = zip(found.triangles, found.cloud_points)
    first = (point if triangle is None else triangle for triangle, point in both)
    return tuple(NO_TRIANGLE if number is None else number for number in first)


def _contact(o1, o2, numbers):
    contact = Contact()
    contact.o1, contact.o2 = o1._geometry, o2._geometry
    contact.b1, contact.b2 = numbers
    return contact


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[CollisionRequest] = None,
    result: Optional[CollisionResult] = None,
) -> int:
    """The number of contacts, at most ``request.num_max_contacts``: the first that are found, the
    same ones in every run, not the deepest. ``result`` is added to. As in python-fcl, nothing
    collides if that is 0, and ``OverflowError`` is raised below."""
    request = CollisionRequest() if request is None else request
    is_told = result is not None
    result = CollisionResult() if result is None else result
    limit = int(request.num_max_contacts)
    if limit < 0:
        raise OverflowError(f"num_max_contacts is {limit}: it has to be at least 0")
    if limit == 0 or not _meet(o1, o2):  # without room for a contact there is no collision in FCL
        return 0
    if limit == 1 and not is_told:  # nobody sees which contact it is
        return 1
    result.is_collision = True
    made = []
    if request.enable_contact:
        for depth, normal, p1, p2, triangles in _collision_depths(o1, o2, limit):
            made.append(_contact(o1, o2, triangles))
            made[-1].normal, made[-1].pos = normal, 0.5 * (p1 + p2)
            made[-1].penetration_depth = depth
            if len(made) == limit:
                break
    else:
        for numbers, _place in _meeting(o1, o2, limit, False):
            made.append(_contact(o1, o2, numbers))
            if len(made) == limit:
                break
    if not made:
        made.append(_contact(o1, o2, (NO_TRIANGLE, NO_TRIANGLE)))
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
    contact; or, of objects that come too close for a proof, or are both unbounded and turn, the
    last one that is proven free, with ``is_collide`` set. Ellipsoids are looked at in
    steps of ``toc_err``, at most 1,000."""
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    motions = [
        _motion(o, end, request.ccd_motion_type) for o, end in ((o1, tf1_end), (o2, tf2_end))
    ]
    g1, g2 = o1._geometry, o2._geometry
    # A mesh is a surface, a polyhedron solid: the two are swept as that by a scene.
    of_one_kind = g1.is_mesh == g2.is_mesh
    if of_one_kind and g1._body() is not None and g2._body() is not None:
        found = _sweep(
            g1._body(),
            motions[0],
            g2._body(),
            motions[1],
            solid=not g1.is_mesh,
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
