//! Queries about one placed body: rays, points, and whether the mesh cuts itself.

use numpy::{PyArray1, PyArray2};
use obbtree::query::{PointSide, Ray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answers::{ClosestPoint, RayHit, RayHits, SignedDistance};
use crate::arrays::{point, points, table};
use crate::body::Body;
use crate::errors::{RayError, point_error, pose_error, ray_error};
use crate::interrupt::know_insides;
use crate::parameters::{Named, ThePose, optional_whole};
use crate::pose::PoseLike;
use crate::run::{Run, run};
use crate::warm::{with_limited_query, with_warm_query};

/// The pairs of triangles of one mesh that meet otherwise than at common vertices and edges: (K,
/// 2), ascending.
///
/// Exact for folded neighbours, duplicates and triangles without area. With ``limit`` the first so
/// many that are found, the same ones in every run: not those of the least numbers.
///
/// >>> import obbtree
/// >>> obbtree.self_intersections(obbtree.Body("assets/nut.stl")).shape
/// (0, 2)
#[pyfunction]
#[pyo3(signature = (body, *, limit=None))]
pub(crate) fn self_intersections<'py>(
    py: Python<'py>,
    body: &Body,
    #[pyo3(from_py_with = optional_whole::limit)] limit: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    table(py, &with_limited_query(py, limit, |query| query.self_intersections(&body.0))?)
}

/// Does a mesh cut itself? As ``self_intersections``, up to the first pair.
///
/// >>> import obbtree
/// >>> obbtree.self_intersects(obbtree.Body("assets/nut.stl"))
/// False
#[pyfunction]
pub(crate) fn self_intersects(py: Python<'_>, body: &Body) -> PyResult<bool> {
    with_warm_query(py, false, |query| query.self_intersects(&body.0))
}

fn ray(
    origin: [f64; 3],
    direction: [f64; 3],
    segment: bool,
) -> Result<Ray, obbtree::query::RayError> {
    match segment {
        true => Ray::segment(origin, direction),
        false => Ray::new(origin, direction),
    }
}

fn one_ray(
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    segment: bool,
) -> PyResult<Ray> {
    let (origin, direction) = (point(origin, "origin")?, point(direction, "direction")?);
    ray(origin, direction, segment).map_err(|error| ray_error(&error))
}

/// The first triangle that a ray meets, or ``None``; exact at edges and corners.
///
/// Origin and direction are in the world. With ``segment`` the second is the end of a segment,
/// and the parameter of the hit goes from 0 to 1. Raises ``RayError`` if there is no direction.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> obbtree.closest_hit(body, None, [0.25, 0.25, 2], [0, 0, -1]).point
/// array([0.25, 0.25, 0.  ])
#[pyfunction]
#[pyo3(signature = (body, pose, origin, direction, *, segment=false))]
pub(crate) fn closest_hit(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    segment: bool,
) -> PyResult<Option<RayHit>> {
    let ray = one_ray(origin, direction, segment)?;
    Ok(py.detach(|| body.0.closest_hit(&pose.0.0, &ray)).map(Into::into))
}

/// Does a ray meet the surface? The arguments are those of ``closest_hit``.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> obbtree.any_hit(body, None, [0.25, 0.25, 2], [0.25, 0.25, 1e-300], segment=True)
/// False
#[pyfunction]
#[pyo3(signature = (body, pose, origin, direction, *, segment=false))]
pub(crate) fn any_hit(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    segment: bool,
) -> PyResult<bool> {
    let ray = one_ray(origin, direction, segment)?;
    Ok(py.detach(|| body.0.any_hit(&pose.0.0, &ray)))
}

/// All triangles that a ray meets, in the order of the ray. The arguments are those of
/// ``closest_hit``.
///
/// >>> import obbtree
/// >>> nut = obbtree.Body("assets/nut.stl")
/// >>> len(obbtree.all_hits(nut, None, [-50, 0.01, 0.02], [1, 0, 0])) % 2
/// 0
#[pyfunction]
#[pyo3(signature = (body, pose, origin, direction, *, segment=false))]
pub(crate) fn all_hits(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    segment: bool,
) -> PyResult<Vec<RayHit>> {
    let ray = one_ray(origin, direction, segment)?;
    Ok(py.detach(|| body.0.all_hits(&pose.0.0, &ray)).into_iter().map(Into::into).collect())
}

/// ``closest_hit`` of N rays over all cores: (N, 3) origins and (N, 3) directions, or ends.
///
/// >>> import numpy as np, obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> origins = np.array([[0.25, 0.25, 2], [2, 2, 2]])
/// >>> obbtree.closest_hits(body, None, origins, np.tile([0, 0, -1.0], (2, 1))).triangles
/// array([ 0, -1])
#[pyfunction]
#[pyo3(signature = (
    body, pose, origins, directions, *, segment=false, progress=None, threads=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn closest_hits(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    segment: bool,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<RayHits> {
    let (origins, directions) = (points(origins, "origins")?, points(directions, "directions")?);
    if origins.len() != directions.len() {
        let text = format!("{} origins and {} directions", origins.len(), directions.len());
        return Err(PyValueError::new_err(text));
    }
    let made = origins.iter().zip(&directions).enumerate().map(|(index, (from, to))| {
        ray(*from, *to, segment).map_err(|e| RayError::new_err(format!("ray {index}: {e}")))
    });
    let rays: Vec<Ray> = made.collect::<PyResult<_>>()?;
    let how = Run { total: rays.len(), progress, threads };
    let hits = run(py, how, |run| {
        run.batch(false).map(&rays, |ray, _| body.0.closest_hit(&pose.0.0, ray))
    })?;
    Ok(hits.into())
}

/// The point of a surface that is closest to a point of the world, and its certified distance.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> obbtree.closest_point(body, None, [0.25, 0.25, 2]).point
/// array([0.25, 0.25, 0.  ])
#[pyfunction]
#[pyo3(name = "closest_point")]
pub(crate) fn closest_point(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    point: &Bound<'_, PyAny>,
) -> PyResult<ClosestPoint> {
    let point = crate::arrays::point(point, "point")?;
    let found = with_warm_query(py, false, |q| q.closest_point(&body.0, &pose.0.0, point))?;
    found.map(Into::into).map_err(|error| pose_error(&error))
}

/// Where is a point: ``"inside"``, ``"on_surface"`` or ``"outside"``? Raises ``OpenMeshError``
/// for an open mesh.
///
/// >>> import obbtree
/// >>> obbtree.point_side(obbtree.Body("assets/wheel.stl"), None, [0, 0, 1000])
/// 'outside'
#[pyfunction]
pub(crate) fn point_side(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    point: &Bound<'_, PyAny>,
) -> PyResult<&'static str> {
    let point = crate::arrays::point(point, "point")?;
    know_insides(py, &[&body.0])?;
    let side = with_warm_query(py, false, |q| q.point_side(&body.0, &pose.0.0, point))?;
    match side.map_err(|error| point_error(&error))? {
        PointSide::Inside => Ok("inside"),
        PointSide::OnSurface => Ok("on_surface"),
        PointSide::Outside => Ok("outside"),
    }
}

/// Are N points inside, or on the surface? (N,) of bool, over all cores. Raises ``OpenMeshError``.
///
/// >>> import obbtree
/// >>> obbtree.points_inside(obbtree.Body("assets/wheel.stl"), None, [[0, 0, 1000]])
/// array([False])
#[pyfunction]
#[pyo3(signature = (body, pose, points, *, progress=None, threads=None))]
pub(crate) fn points_inside<'py>(
    py: Python<'py>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    points: &Bound<'py, PyAny>,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let points = crate::arrays::points(points, "points")?;
    know_insides(py, &[&body.0])?;
    let how = Run { total: points.len(), progress, threads };
    let sides = run(py, how, |run| {
        run.batch(false).map(&points, |point, query| query.point_side(&body.0, &pose.0.0, *point))
    })?;
    let inside = sides.into_iter().map(|side| side.map(|side| side != PointSide::Outside));
    let inside: Vec<bool> = inside.collect::<Result<_, _>>().map_err(|e| point_error(&e))?;
    Ok(PyArray1::from_vec(py, inside))
}

/// The distance of a point and a closed surface, negative inside. Raises ``OpenMeshError``.
///
/// >>> import obbtree
/// >>> obbtree.signed_distance(obbtree.Body("assets/wheel.stl"), None, [0, 0, 1000]).lower > 0
/// True
#[pyfunction]
pub(crate) fn signed_distance(
    py: Python<'_>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    point: &Bound<'_, PyAny>,
) -> PyResult<SignedDistance> {
    let point = crate::arrays::point(point, "point")?;
    know_insides(py, &[&body.0])?;
    let found = with_warm_query(py, false, |q| q.signed_distance(&body.0, &pose.0.0, point))?;
    found.map(Into::into).map_err(|error| point_error(&error))
}

/// ``signed_distance`` of N points over all cores: (N, 2), its lower and its upper end. Raises
/// ``OpenMeshError``.
///
/// >>> import obbtree
/// >>> obbtree.signed_distances(obbtree.Body("assets/wheel.stl"), None, [[0, 0, 1000]]).shape
/// (1, 2)
#[pyfunction]
#[pyo3(signature = (body, pose, points, *, progress=None, threads=None))]
pub(crate) fn signed_distances<'py>(
    py: Python<'py>,
    body: &Body,
    pose: Named<PoseLike, ThePose>,
    points: &Bound<'py, PyAny>,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let points = crate::arrays::points(points, "points")?;
    know_insides(py, &[&body.0])?;
    let how = Run { total: points.len(), progress, threads };
    let found = run(py, how, |run| {
        run.batch(false)
            .map(&points, |point, query| query.signed_distance(&body.0, &pose.0.0, *point))
    })?;
    let ends = found.into_iter().map(|found| found.map(|found| [found.lower, found.upper]));
    let ends: Vec<[f64; 2]> = ends.collect::<Result<_, _>>().map_err(|e| point_error(&e))?;
    table(py, &ends)
}
