//! Rays and points against a mesh, in the C interface.

use obbtree::Pose;
use obbtree::nalgebra::Point3;
use obbtree::query::{PointSide, Ray};

use crate::answers::{answered_if_found, answered_in, answered_list, refilled};
use crate::collider::{self, Collider};
use crate::constants::CPointSide;
use crate::memory;
use crate::pose::{self, CPose};
use crate::query::{Query, ask};
use crate::results::RayHit;
use crate::status::{Failure, Status};

/// A ray or a segment in the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CRay {
    /// Where it begins.
    pub origin: [f64; 3],
    /// A ray's direction, of any length; the other end of a segment.
    pub to: [f64; 3],
    /// Not 0: the closed segment from `origin` to `to`.
    pub is_segment: u32,
}

/// The point of a surface that is closest to a given one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosestPoint {
    /// The distance is at least this; of `obbtree_signed_distance` negative inside.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// The closest point of the surface, in the world, rounded.
    pub point: [f64; 3],
    /// The triangle that it is on.
    pub triangle: u32,
}

impl ClosestPoint {
    pub(crate) fn new([lower, upper]: [f64; 2], point: Point3<f64>, triangle: u32) -> Self {
        Self { lower, upper, point: point.into(), triangle }
    }
}

/// A placed mesh and a ray, checked.
fn cast<'call>(
    mesh: *const Collider,
    pose: *const CPose,
    ray: *const CRay,
) -> Result<(&'call obbtree::Body, Pose, Ray), Failure> {
    let body = collider::mesh(mesh, "mesh")?;
    let pose = pose::checked(pose, "pose")?;
    let CRay { origin, to, is_segment } = *memory::get(ray, "ray")?;
    let ray = if is_segment != 0 { Ray::segment(origin, to) } else { Ray::new(origin, to) };
    Ok((body, pose, ray?))
}

/// The first triangle that a ray meets, by its exact parameter; `hit` is not written if `*found` is
/// false.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_closest_hit(
    mesh: *const Collider,
    pose: *const CPose,
    ray: *const CRay,
    found: *mut bool,
    hit: *mut RayHit,
) -> Status {
    answered_if_found(found, hit, "hit", || {
        let (body, pose, ray) = cast(mesh, pose, ray)?;
        Ok(body.closest_hit(&pose, &ray).as_ref().map(RayHit::from))
    })
}

/// Does a ray meet a surface? Exact at edges and corners too.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_any_hit(
    mesh: *const Collider,
    pose: *const CPose,
    ray: *const CRay,
    hit: *mut bool,
) -> Status {
    answered_in(hit, "hit", || {
        let (body, pose, ray) = cast(mesh, pose, ray)?;
        Ok(body.any_hit(&pose, &ray))
    })
}

/// All triangles that a ray meets, each once, by their exact parameters. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_all_hits(
    query: *mut Query,
    mesh: *const Collider,
    pose: *const CPose,
    ray: *const CRay,
    hits: *mut *const RayHit,
    count: *mut usize,
) -> Status {
    answered_list(hits, count, ["hits", "count"], || {
        let (body, pose, ray) = cast(mesh, pose, ray)?;
        ask(query, |state| {
            let found = body.all_hits(&pose, &ray);
            Ok(refilled(&mut state.hits, found.iter().map(RayHit::from)))
        })
    })
}

/// A placed mesh and a point, checked.
fn at<'call>(
    mesh: *const Collider,
    pose: *const CPose,
    point: *const f64,
) -> Result<(&'call obbtree::Body, Pose, [f64; 3]), Failure> {
    let body = collider::mesh(mesh, "mesh")?;
    Ok((body, pose::checked(pose, "pose")?, memory::numbers(point, "point")?))
}

/// The point of a placed surface that is closest to a point of the world, three numbers.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_closest_point(
    query: *mut Query,
    mesh: *const Collider,
    pose: *const CPose,
    point: *const f64,
    closest: *mut ClosestPoint,
) -> Status {
    answered_in(closest, "closest", || {
        let (body, pose, point) = at(mesh, pose, point)?;
        let found = ask(query, |state| {
            let found = state.query.closest_point(body, &pose, point);
            found.map_err(|error| Failure::new(Status::BadPoint, error.to_string()))
        })?;
        Ok(ClosestPoint::new([found.lower, found.upper], found.point, found.triangle))
    })
}

/// `obbtree_closest_point` with the distance negative inside of the surface, which must be closed.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_signed_distance(
    query: *mut Query,
    mesh: *const Collider,
    pose: *const CPose,
    point: *const f64,
    closest: *mut ClosestPoint,
) -> Status {
    answered_in(closest, "closest", || {
        let (body, pose, point) = at(mesh, pose, point)?;
        let found = ask(query, |state| Ok(state.query.signed_distance(body, &pose, point)?))?;
        let closest = found.closest;
        Ok(ClosestPoint::new([found.lower, found.upper], closest.point, closest.triangle))
    })
}

/// On which side of a placed surface, which must be closed, is a point of the world? Exact.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_point_side(
    query: *mut Query,
    mesh: *const Collider,
    pose: *const CPose,
    point: *const f64,
    side: *mut CPointSide,
) -> Status {
    answered_in(side, "side", || {
        let (body, pose, point) = at(mesh, pose, point)?;
        let found = ask(query, |state| Ok(state.query.point_side(body, &pose, point)?))?;
        Ok(match found {
            PointSide::Inside => CPointSide::Inside,
            PointSide::OnSurface => CPointSide::OnSurface,
            PointSide::Outside => CPointSide::Outside,
        })
    })
}
