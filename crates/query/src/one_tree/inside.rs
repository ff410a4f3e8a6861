//! Is a part of one body inside another whose surface it does not meet?
//!
//! Only if no two triangles meet can a connected component of one surface lie wholly inside the
//! other body, and then one vertex of it decides: it is on no surface, so its winding number (or
//! parity) is defined. It is counted along one axis-parallel ray by exact signs, with ties broken
//! by symbolic perturbation, so no ray that grazes an edge decides wrongly.

use nalgebra::Point3;
use obbtree_mesh::InsideRule;
use obbtree_predicates::{Pose, ray_crossing};

use crate::engine::Engine;
use crate::one_tree::inside_ray::InsideRay;

/// Is a point of another body inside a closed one, by the closed one's rule? The point must not
/// lie on its surface.
///
/// `tree` is that of the closed body, placed by `pose`; `point` is in the other body's mesh frame,
/// placed by `pose_point`.
#[must_use]
pub fn is_inside<T: Engine>(
    tree: &T,
    rule: InsideRule,
    pose: &Pose,
    point: &Point3<f64>,
    pose_point: &Pose,
) -> bool {
    let ray = InsideRay::new(point, pose_point, pose);
    let (mut winding, mut crossings) = (0_i64, 0_u64);
    tree.for_each_triangle_near(&ray, |triangle| {
        let crossing = ray_crossing(triangle, pose, point, pose_point);
        winding += i64::from(crossing);
        crossings += u64::from(crossing != 0);
    });
    match rule {
        InsideRule::Winding => winding != 0,
        InsideRule::Parity => crossings % 2 != 0,
    }
}
