//! Shapes against a body, in the C interface.

use obbtree::Pose;
use obbtree::collider::ShapeKind as Numbers;

use crate::body::Body;
use crate::memory;
use crate::pose::{self, CPose};
use crate::query::{Query, ask};
use crate::rays::ClosestPoint;
use crate::results::OBBTREE_NO_TRIANGLE;
use crate::status::{Failure, Status, answered};

/// A sphere, capsule, cylinder, cone, box, hull, plane or half-space. Immutable: any number of threads may use
/// one at once. Owned by the caller, who frees it with `obbtree_shape_free`.
pub struct Shape {
    pub(crate) shape: obbtree::Shape,
}

/// What the numbers of a shape mean, in its frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// 4 numbers: centre, radius.
    Sphere = 0,
    /// 7 numbers: the two ends of the axis, radius.
    Capsule = 1,
    /// 7 numbers: the two ends of the axis, radius. Its ends are flat.
    Cylinder = 2,
    /// 7 numbers: base, apex, radius.
    Cone = 3,
    /// 3 numbers: half sides, about the origin.
    Box = 4,
    /// Three numbers a point, any number of points: their convex hull.
    Hull = 5,
    /// 9 numbers: three corners.
    Triangle = 6,
    /// 9 numbers: three points p, q, r; the solid is behind `(q - p) x (r - p)`.
    HalfSpace = 7,
    /// 9 numbers: three points.
    Plane = 8,
}

/// The shape of a kind, by its numbers. A triangle is the hull of its corners.
fn shape_of(kind: u32, numbers: &[f64]) -> Result<Numbers, Failure> {
    use Numbers as N;
    const SPHERE: u32 = ShapeKind::Sphere as u32;
    const CAPSULE: u32 = ShapeKind::Capsule as u32;
    const CYLINDER: u32 = ShapeKind::Cylinder as u32;
    const CONE: u32 = ShapeKind::Cone as u32;
    const BOX: u32 = ShapeKind::Box as u32;
    const HULL: u32 = ShapeKind::Hull as u32;
    const TRIANGLE: u32 = ShapeKind::Triangle as u32;
    const HALF_SPACE: u32 = ShapeKind::HalfSpace as u32;
    const PLANE: u32 = ShapeKind::Plane as u32;
    let (points, rest) = numbers.as_chunks::<3>();
    Ok(match (kind, points, rest) {
        (SPHERE, &[center], &[radius]) => N::Sphere { center, radius },
        (CAPSULE, &[from, to], &[radius]) => N::Capsule { from, to, radius },
        (CYLINDER, &[from, to], &[radius]) => N::Cylinder { from, to, radius },
        (CONE, &[base, apex], &[radius]) => N::Cone { base, apex, radius },
        (BOX, &[half], []) => N::Cuboid { half, radius: 0.0 },
        (HULL, points, []) | (TRIANGLE, points @ &[_, _, _], []) => {
            N::Hull { points: points.to_vec(), radius: 0.0 }
        }
        (HALF_SPACE, &[p, q, r], []) => N::HalfSpace { points: [p, q, r] },
        (PLANE, &[p, q, r], []) => N::Plane { points: [p, q, r] },
        _ => {
            let text = format!("no shape of kind {kind} has {} numbers", numbers.len());
            return Err(Failure::bad(text));
        }
    })
}

/// A placed body and a placed shape, checked.
struct Beside<'call> {
    body: &'call obbtree::Body,
    pose: Pose,
    shape: &'call obbtree::Shape,
    pose_shape: Pose,
}

impl Beside<'_> {
    fn new(
        body: *const Body,
        pose: *const CPose,
        shape: *const Shape,
        pose_shape: *const CPose,
    ) -> Result<Self, Failure> {
        let (body, shape) = (memory::get(body, "body")?, memory::get(shape, "shape")?);
        let pose = pose::checked(pose, "pose")?;
        let pose_shape = pose::checked(pose_shape, "pose_shape")?;
        Ok(Self { body: &body.body, pose, shape: &shape.shape, pose_shape })
    }
}

/// A shape of a kind from its numbers, see `obbtree_shape_kind`. In `*shape` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_shape_create(
    kind: u32,
    numbers: *const f64,
    count: usize,
    shape: *mut *mut Shape,
) -> Status {
    answered(|| {
        let place = memory::place(shape, "shape")?;
        let numbers = memory::slice(numbers, count, "numbers")?;
        let shape = obbtree::Shape::new(shape_of(kind, numbers)?)?;
        memory::hand_over(Shape { shape }, place);
        Ok(())
    })
}

/// Frees a shape. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_shape_free(shape: *mut Shape) -> Status {
    answered(|| {
        memory::take_back(shape);
        Ok(())
    })
}

/// Do a placed body and a placed shape meet? Exact; shapes are solid.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collide_shape(
    query: *mut Query,
    body: *const Body,
    pose: *const CPose,
    shape: *const Shape,
    pose_shape: *const CPose,
    collides: *mut bool,
) -> Status {
    answered(|| {
        let place = memory::place(collides, "collides")?;
        let Beside { body, pose, shape, pose_shape } = Beside::new(body, pose, shape, pose_shape)?;
        let meets = ask(query, |state| Ok(state.query.collide(body, &pose, shape, &pose_shape)))?;
        place.write(meets);
        Ok(())
    })
}

/// Is the distance of a body and a shape at most `tolerance`? As `obbtree_closer_than`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_closer_than_shape(
    query: *mut Query,
    body: *const Body,
    pose: *const CPose,
    shape: *const Shape,
    pose_shape: *const CPose,
    tolerance: f64,
    closer: *mut bool,
) -> Status {
    answered(|| {
        let place = memory::place(closer, "closer")?;
        Failure::if_nan(&[(tolerance, "tolerance")])?;
        let Beside { body, pose, shape, pose_shape } = Beside::new(body, pose, shape, pose_shape)?;
        let is_closer = ask(query, |state| {
            Ok(state.query.closer_than(body, &pose, shape, &pose_shape, tolerance))
        })?;
        place.write(is_closer);
        Ok(())
    })
}

/// The distance of a body and a shape, with the closest point of the body's surface.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_distance_to_shape(
    query: *mut Query,
    body: *const Body,
    pose: *const CPose,
    shape: *const Shape,
    pose_shape: *const CPose,
    closest: *mut ClosestPoint,
) -> Status {
    answered(|| {
        let place = memory::place(closest, "closest")?;
        let Beside { body, pose, shape, pose_shape } = Beside::new(body, pose, shape, pose_shape)?;
        let found = ask(query, |state| Ok(state.query.distance(body, &pose, shape, &pose_shape)))?;
        let ([point, _], [triangle, _]) = (found.points, found.triangles);
        let triangle = triangle.unwrap_or(OBBTREE_NO_TRIANGLE);
        place.write(ClosestPoint::new([found.lower, found.upper], point, triangle));
        Ok(())
    })
}
