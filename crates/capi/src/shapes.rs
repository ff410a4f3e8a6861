//! The kinds of shapes, and what their numbers mean, in the C interface.

use obbtree::collider::ShapeKind as Numbers;

use crate::constants::ShapeKind;
use crate::status::Failure;

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
