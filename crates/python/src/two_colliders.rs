//! Queries about any two colliders, or two meshes, each placed by its pose.

use numpy::{PyArray1, PyArray2};
use obbtree::query::{DistanceOptions, ManifoldOptions};
use pyo3::prelude::*;

use crate::answers::{Contact, ContactSummary, Depth, Distance, manifold_points};
use crate::arrays::{point, table};
use crate::body::Body;
use crate::collider::{ColliderLike, Items, both};
use crate::errors::{depth_error, volume_error};
use crate::interrupt::know_insides;
use crate::parameters::{
    A, B, Cloud, Named, PoseA, PoseB, at_least_zero, not_nan, number, optional_whole, whole,
    whole_u64,
};
use crate::pose::PoseLike;
use crate::warm::{with_limited_query, with_warm_query};

/// Do two colliders meet, each a ``Body``, a ``Shape``, a ``PointCloud`` or ``Voxels``? Touching
/// counts. A ``trimesh.Trimesh`` is taken too, of which a ``Body`` is built in each call.
///
/// The answer is that of exact arithmetic on the numbers given; only a cylinder, cone or frustum
/// and another of them, or another round shape, may be said to meet when they are apart by less
/// than 1e-7 of their sizes. Shapes are solid. Of meshes surfaces are meant; with ``solid`` what
/// is inside a closed mesh meets it too. Poses are in the world, see ``Pose``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> obbtree.collide(bolt, None, nut, [0, 0, 0.145833333, 0, 0, 0.258819045, 0.965925826])
/// False
/// >>> sphere, box = obbtree.Shape.sphere([0, 0, 0], 1), obbtree.Shape.cuboid([1, 2, 3])
/// >>> heights = (4.0, 4.000000000000001)
/// >>> [obbtree.collide(sphere, [0, 0, z, 0, 0, 0, 1], box, None) for z in heights]
/// [True, False]
/// >>> obbtree.collide(bolt, None, sphere, [0, 0, 1000, 0, 0, 0, 1])
/// False
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, solid=false))]
pub(crate) fn collide(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    solid: bool,
) -> PyResult<bool> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    with_warm_query(py, solid, |query| query.collide(a, &pose_a.0.0, b, &pose_b.0.0))
}

/// The pairs of triangles of two meshes that meet: (K, 2) ``uint32``, triangle of A and of B,
/// ascending, each once.
///
/// All of them, or the first ones that are found up to ``limit``, the same ones in every run.
///
/// >>> import obbtree
/// >>> knot = obbtree.Body("assets/torus_knot.obj")
/// >>> obbtree.pairs(knot, None, knot, [0.1, 0, 0, 0, 0, 0, 1], limit=3).shape
/// (3, 2)
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, limit=None))]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    table(
        py,
        &with_limited_query(py, limit, |query| query.pairs(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0))?,
    )
}

/// A pair of triangles that meet, or ``None``. Where several meet, which one can depend on the
/// CPU's kind.
///
/// >>> import obbtree
/// >>> knot = obbtree.Body("assets/torus_knot.obj")
/// >>> obbtree.first_pair(knot, None, knot, [100, 0, 0, 0, 0, 0, 1]) is None
/// True
#[pyfunction]
pub(crate) fn first_pair(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
) -> PyResult<Option<(u32, u32)>> {
    let found =
        with_warm_query(py, false, |query| query.first_pair(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0))?;
    Ok(found.map(Into::into))
}

/// Which points of a ``PointCloud`` are at most ``tolerance`` from another collider, each with all
/// that is within its radius: an (n,) array of booleans, one for each of its ``points``; or which
/// of ``Voxels``, one for each of its ``boxes``.
///
/// Of each point it is what ``closer_than`` says of it alone: exactly the tolerance counts, what is
/// inside a shape does, and with ``solid`` what is inside a closed mesh. A tolerance that is
/// negative or NaN gives false for all. ``without`` of the two takes such points out.
///
/// >>> import obbtree
/// >>> cloud = obbtree.PointCloud([[0, 0, 3], [0, 0, 0], [0, 0, 3.1]], 0.25)
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> near = obbtree.points_within(cloud, None, sphere, None, 1.75)
/// >>> near
/// array([ True,  True, False])
/// >>> cloud.points[near].shape, cloud.without(near)
/// ((2, 3), PointCloud(1 points, radius 0.25, 2 of 3 left out))
#[pyfunction]
#[pyo3(signature = (cloud, pose_a, b, pose_b, tolerance, *, solid=false))]
pub(crate) fn points_within<'py>(
    py: Python<'py>,
    cloud: Named<Items, Cloud>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = number::tolerance)] tolerance: f64,
    solid: bool,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let [b, _] = both(py, [&b.0, &b.0], solid)?;
    let near = with_warm_query(py, solid, |query| {
        query.points_within(cloud.0.engine(), &pose_a.0.0, b, &pose_b.0.0, tolerance)
    })?;
    Ok(PyArray1::from_vec(py, near))
}

/// Is the distance of two colliders at most ``tolerance``, in their unit? Exactly that counts.
///
/// Certain as ``collide`` is; for a cylinder, cone or frustum and a tolerance above 0, yes may be
/// said of what is farther away, by the width of the interval of ``distance``. A tolerance that
/// is negative or NaN gives false.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> obbtree.closer_than(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], 5.0)
/// False
/// >>> sphere, floor = obbtree.Shape.sphere([0, 0, 5], 1), obbtree.Shape.half_space()
/// >>> [obbtree.closer_than(sphere, None, floor, None, tolerance) for tolerance in (3.999, 4.0)]
/// [False, True]
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, tolerance, *, solid=false))]
pub(crate) fn closer_than(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = number::tolerance)] tolerance: f64,
    solid: bool,
) -> PyResult<bool> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    with_warm_query(py, solid, |q| q.closer_than(a, &pose_a.0.0, b, &pose_b.0.0, tolerance))
}

/// The distance of two colliders, as an interval that certainly holds it, with a point on each.
///
/// Of two meshes the interval is four units in the last place wide at most; ``relative_error``
/// and ``absolute_error`` make their search shorter. Of cylinders, cones and frusta it is at most
/// 1e-7 of the sizes wide, and mostly 1e-12. Beyond ``at_most`` the answer is ``None``, and so it
/// is of a point cloud or voxels without any, which nothing is near. Raises ``ObbtreeError`` for a
/// number that is NaN.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> found = obbtree.distance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1])
/// >>> found.lower <= found.upper < found.lower * (1 + 1e-15)
/// True
/// >>> obbtree.distance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], at_most=5.0) is None
/// True
/// >>> sheet = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> found = obbtree.distance(sheet, None, obbtree.Shape.sphere([0.25, 0.25, 5], 2), None)
/// >>> found.lower <= 3.0 <= found.upper, found.triangles, found.points[1]
/// (True, (0, None), array([0.25, 0.25, 3.  ]))
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, b, pose_b, *, solid=false, relative_error=0.0, absolute_error=0.0,
    at_most=f64::INFINITY
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn distance(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::relative_error)] relative_error: f64,
    #[pyo3(from_py_with = not_nan::absolute_error)] absolute_error: f64,
    #[pyo3(from_py_with = not_nan::at_most)] at_most: f64,
) -> PyResult<Option<Distance>> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let options = distance_options(relative_error, absolute_error, at_most);
    let found = with_warm_query(py, solid, |query| {
        query.distance_within(a, &pose_a.0.0, b, &pose_b.0.0, &options)
    })?;
    Ok(found.map(Into::into))
}

pub(crate) fn distance_options(
    relative_error: f64,
    absolute_error: f64,
    at_most: f64,
) -> DistanceOptions {
    DistanceOptions::default()
        .relative_error(relative_error)
        .absolute_error(absolute_error)
        .at_most(at_most)
}

/// Bounds ``(lower, upper)`` of the distance of two meshes, for about so many tests of boxes; both
/// certain.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> lower, upper = obbtree.clearance(wheel, None, pinion, [60, 0, 0, 0, 0, 0, 1], 64)
/// >>> 0 < lower <= upper
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, box_tests, *, solid=false))]
pub(crate) fn clearance(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = whole_u64::box_tests)] box_tests: u64,
    solid: bool,
) -> PyResult<(f64, f64)> {
    if solid {
        know_insides(py, &[&a.0, &b.0])?;
    }
    let found = with_warm_query(py, solid, |query| {
        query.clearance(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0, box_tests)
    })?;
    Ok((found.lower, found.upper))
}

/// Where two colliders meet: of two meshes, the pairs of triangles that meet, each with the points
/// that the two share; of a mesh and a shape, each triangle that meets it with one point; of two
/// shapes, one point. See ``Contact``.
///
/// Ascending by the numbers of the triangles. With ``limit`` the first so many that are found, the
/// same ones in every run, ascending too: not those of the least numbers. Points are in the world;
/// of two meshes within half a unit in the last place.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> contacts = obbtree.contacts(bolt, None, nut, [0, 0, 0.1458, 0, 0, 0.309, 0.951])
/// >>> all(contact.points.shape[1] == 3 for contact in contacts) and len(contacts) > 0
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, limit=None))]
pub(crate) fn contacts(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
) -> PyResult<Vec<Contact>> {
    let [a, b] = both(py, [&a.0, &b.0], false)?;
    let found = with_limited_query(py, limit, |q| q.contacts(a, &pose_a.0.0, b, &pose_b.0.0))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// What a solver of rigid-body motion needs of two colliders that touch, overlap or are at most
/// ``margin`` apart: a structured array of the points of one manifold after the other, the deepest
/// first, each of one normal and with at most ``points`` points. Empty where they are farther
/// apart. Raises ``ObbtreeError`` for a margin that is negative or NaN.
///
/// Shapes are solid: one inside of another has the points that touch last on the shortest way out.
/// Meshes are surfaces: one wholly inside of another, farther than ``margin`` from its surface, has
/// none.
///
/// The fields, in the unit and frame of the poses: ``manifold`` (its number), ``features`` ((2, 2):
/// what the points are on, of A and of B; twice the number of a vertex, the vertices of an edge, or
/// that of a triangle and 2**32 - 1; for warm starting), ``points`` ((2, 3), of A and of B),
/// ``normal`` (from A to B), ``depth`` (along it, negative if they are apart). Rounded, not
/// certified.
///
/// >>> import obbtree
/// >>> ground, block = obbtree.Shape.half_space(), obbtree.Shape.cuboid([1, 2, 3])
/// >>> found = obbtree.manifolds(ground, None, block, [0, 0, 3.25, 0, 0, 0, 1], margin=0.5)
/// >>> found["depth"], found["normal"][0]
/// (array([-0.25, -0.25, -0.25, -0.25]), array([0., 0., 1.]))
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, margin=0.0, points=4))]
pub(crate) fn manifolds<'py>(
    py: Python<'py>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = at_least_zero::margin)] margin: f64,
    #[pyo3(from_py_with = whole::points)] points: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = both(py, [&a.0, &b.0], true)?;
    let [pose_a, pose_b] = [&pose_a.0.0, &pose_b.0.0];
    let options = ManifoldOptions::default().margin(margin).points(points);
    let found =
        with_warm_query(py, false, |query| query.manifolds(a, pose_a, b, pose_b, &options))?;
    manifold_points(py, &found)
}

/// The contact of two meshes as a whole: curves, patches, a translation that parts them, deepest
/// vertices.
///
/// It tests some hundred times whether they collide: for a look at a contact, not for an inner
/// loop.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> pose = obbtree.Pose([0, 0, 0.1458, 0, 0, 0.309016994, 0.951056516])
/// >>> summary = obbtree.contact_summary(bolt, None, nut, pose)
/// >>> free = obbtree.Pose.from_translation(summary.separating_translation) @ pose
/// >>> obbtree.collide(bolt, None, nut, free)
/// False
#[pyfunction]
pub(crate) fn contact_summary(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
) -> PyResult<ContactSummary> {
    know_insides(py, &[&a.0, &b.0])?;
    let found = with_warm_query(py, false, |query| {
        query.contact_summary(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0)
    })?;
    Ok(found.into())
}

/// How deep are two solids in each other, and which way is out? See ``Depth``: narrow for shapes
/// and convex meshes, for others what is known. Raises ``OpenMeshError`` for an open mesh,
/// ``ShapeError`` for planes and half-spaces. With ``along``, a direction of any length but 0, how
/// far B has to go along it: narrow for all but cylinders, cones and frusta beside other shapes or
/// meshes, and where bodies slide on each other nearer than poses are rounded; half-spaces may be
/// given.
///
/// >>> import obbtree
/// >>> block = obbtree.Shape.cuboid([1, 2, 3])
/// >>> found = obbtree.depth(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1])
/// >>> found.lower <= 0.25 <= found.upper < 0.2501
/// True
/// >>> found.translation.round(3)
/// array([0.25, 0.  , 0.  ])
/// >>> found = obbtree.depth(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1], along=[0, 0, 1])
/// >>> found.lower <= 6.0 <= found.upper < 6.0 + 1e-14
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, along=None))]
pub(crate) fn depth(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
    along: Option<&Bound<'_, PyAny>>,
) -> PyResult<Depth> {
    let [a, b] = both(py, [&a.0, &b.0], true)?;
    let [pose_a, pose_b] = [&pose_a.0.0, &pose_b.0.0];
    let along = along.map(|along| point(along, "along")).transpose()?.map(Into::into);
    let found = with_warm_query(py, true, |query| match &along {
        Some(along) => query.depth_along(a, pose_a, b, pose_b, along),
        None => query.depth(a, pose_a, b, pose_b),
    })?;
    found.map(Into::into).map_err(|error| depth_error(&error))
}

/// The volume that two closed meshes, boxes or hulls have in common, in the cube of the unit:
/// ``(lower, upper)``, bounds that are some 1e-11 of the volume around the overlap apart, both 0 if
/// the two do not meet. Raises ``OpenMeshError`` for a mesh that is open or whose triangles do not
/// all look outwards or all inwards, ``ShapeError`` for round shapes, planes and half-spaces. Where
/// shells of one mesh overlap, the volume counts for each.
///
/// >>> import obbtree
/// >>> block = obbtree.Shape.cuboid([1, 2, 3])
/// >>> lower, upper = obbtree.overlap_volume(block, None, block, [1.75, 0.5, 0, 0, 0, 0, 1])
/// >>> lower <= 0.25 * 3.5 * 6 <= upper < 5.25 + 1e-10
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b))]
pub(crate) fn overlap_volume(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    pose_b: Named<PoseLike, PoseB>,
) -> PyResult<(f64, f64)> {
    let [a, b] = both(py, [&a.0, &b.0], true)?;
    let [pose_a, pose_b] = [&pose_a.0.0, &pose_b.0.0];
    let found = with_warm_query(py, true, |query| query.overlap_volume(a, pose_a, b, pose_b))?;
    found.map(|found| (found.lower, found.upper)).map_err(|error| volume_error(&error))
}

/// The pairs of triangles of two meshes that are at most ``margin`` apart, ascending by their
/// numbers, all or the first ``limit``: a list of ``Distance``, each with its bounds, the closest
/// points and the unit normal from A to B. Which are so close is exact; what meets has the
/// distance 0. Raises ``ObbtreeError`` for a margin that is negative or NaN.
///
/// >>> import obbtree
/// >>> wheel = obbtree.Body("assets/wheel.stl")
/// >>> above = [0, 0, 100, 0, 0, 0, 1]
/// >>> gap = obbtree.distance(wheel, None, wheel, above).upper
/// >>> near = obbtree.triangles_within(wheel, None, wheel, above, margin=gap)
/// >>> len(near) > 0 and all(found.lower <= gap for found in near)
/// True
/// >>> obbtree.triangles_within(wheel, None, wheel, above, margin=0.99 * gap)
/// []
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, margin, limit=None))]
pub(crate) fn triangles_within(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = at_least_zero::margin)] margin: f64,
    #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
) -> PyResult<Vec<Distance>> {
    let found = with_limited_query(py, limit, |query| {
        query.triangles_within(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0, margin)
    })?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// The places where two meshes are closest to each other and at most ``margin`` apart, the
/// closest first, all or ``limit``: of ``triangles_within`` those than which no pair around is
/// closer. A round knob over a table has one, a hand around the knob one for each finger. Raises
/// as ``triangles_within``.
///
/// >>> import obbtree
/// >>> wall = obbtree.Body("assets/wall.obj")
/// >>> gear = obbtree.Body("assets/wheel.stl")
/// >>> far = [0, 0, 100, 0, 0, 0, 1]
/// >>> margin = 2 * obbtree.distance(wall, None, gear, far).upper
/// >>> places = obbtree.closest_places_within(wall, None, gear, far, margin=margin, limit=1)
/// >>> places[0].upper == obbtree.distance(wall, None, gear, far).upper
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, margin, limit=None))]
pub(crate) fn closest_places_within(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
    #[pyo3(from_py_with = at_least_zero::margin)] margin: f64,
    #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
) -> PyResult<Vec<Distance>> {
    let found = with_limited_query(py, limit, |query| {
        query.closest_places_within(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0, margin)
    })?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// How two meshes stand to each other: ``"separated"``, ``"touching"``, ``"intersecting"``,
/// ``"containing"`` (B, or a part of it, is inside A), ``"contained"``, ``"coincident"`` or
/// ``"overlapping"`` (the surfaces do not meet, and a part of each is inside the other).
///
/// >>> import obbtree
/// >>> wheel = obbtree.Body("assets/wheel.stl")
/// >>> obbtree.classify(wheel, None, wheel, None)
/// 'coincident'
#[pyfunction]
pub(crate) fn classify(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    pose_b: Named<PoseLike, PoseB>,
) -> PyResult<&'static str> {
    know_insides(py, &[&a.0, &b.0])?;
    let found =
        with_warm_query(py, false, |query| query.classify(&a.0, &pose_a.0.0, &b.0, &pose_b.0.0))?;
    Ok(found.name())
}
