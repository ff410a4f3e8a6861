//! The kinds of shapes, and what their numbers mean, in the C interface.

use obbtree::collider::ShapeKind as Numbers;

use crate::status::Failure;

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
    /// 8 numbers: the two ends of the axis, the radii there. A cone that is cut off.
    Frustum = 9,
}

/// The shape of a kind, by its numbers.
pub(crate) fn of(kind: u32, numbers: &[f64]) -> Result<Numbers, Failure> {
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
    const FRUSTUM: u32 = ShapeKind::Frustum as u32;
    let (points, rest) = numbers.as_chunks::<3>();
    Ok(match (kind, points, rest) {
        (SPHERE, &[center], &[radius]) => N::Sphere { center, radius },
        (CAPSULE, &[from, to], &[radius]) => N::Capsule { from, to, radius },
        (CYLINDER, &[from, to], &[radius]) => N::Cylinder { from, to, radius },
        (CONE, &[base, apex], &[radius]) => N::Cone { base, apex, radius },
        (BOX, &[half], []) => N::Cuboid { half, radius: 0.0 },
        (FRUSTUM, &[from, to], &[first, second]) => N::Frustum { from, to, radii: [first, second] },
        (HULL, points, []) => N::Hull { points: points.to_vec(), radius: 0.0 },
        (TRIANGLE, &[p, q, r], []) => N::Triangle { points: [p, q, r], radius: 0.0 },
        (HALF_SPACE, &[p, q, r], []) => N::HalfSpace { points: [p, q, r] },
        (PLANE, &[p, q, r], []) => N::Plane { points: [p, q, r] },
        _ => {
            let text = format!("no shape of kind {kind} has {} numbers", numbers.len());
            return Err(Failure::bad(text));
        }
    })
}
