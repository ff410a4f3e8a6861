//! Is a part of one body inside another whose surface it does not meet?
//!
//! Only if no two triangles meet can a connected component of one surface lie wholly inside the
//! other body, and then one vertex of it decides: it is on no surface, so its winding number (or
//! parity) is defined. It is counted along one axis-parallel ray by exact signs, with ties broken
//! by symbolic perturbation, so no ray that grazes an edge decides wrongly.

use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_mesh::InsideRule;
use obbtree_predicates::{Pose, ray_crossing};
use obbtree_tree::wide::Tree;

use crate::one_tree::inside_ray::InsideRay;
use crate::one_tree::walk::for_each_in_boxes;

/// Is a point of another body inside a closed one, by the closed one's rule? The point must not
/// lie on its surface.
///
/// `tree` is that of the closed body, placed by `pose`; `point` is in the other body's mesh frame,
/// placed by `pose_point`.
#[must_use]
pub fn is_inside(
    tree: &Tree,
    rule: InsideRule,
    pose: &Pose,
    point: &Point3<f64>,
    pose_point: &Pose,
) -> bool {
    let (mut winding, mut crossings) = (0_i64, 0_u64);
    for_each_crossing(tree, pose, point, pose_point, |_, crossing| {
        winding += i64::from(crossing);
        crossings += 1;
    });
    match rule {
        InsideRule::Winding => winding != 0,
        InsideRule::Parity => crossings % 2 != 0,
    }
}

/// Calls back with the triangles that the ray from a point along the world's +x crosses, and how:
/// as [`ray_crossing`] tells. Of triangles on which the point lies the answer has no meaning.
///
/// Frames as for [`is_inside`].
pub fn for_each_crossing(
    tree: &Tree,
    pose: &Pose,
    point: &Point3<f64>,
    pose_point: &Pose,
    mut on_crossing: impl FnMut(u32, i32),
) {
    let ray = InsideRay::new(point, pose_point, pose);
    let mut may_meet = |axes: &_, center: &_, half: &_| ray.may_meet(axes, center, half);
    let _ = for_each_in_boxes(tree, &mut may_meet, &mut |id, triangle| {
        let crossing = ray_crossing(triangle, pose, point, pose_point);
        if crossing != 0 {
            on_crossing(id, crossing);
        }
        ControlFlow::Continue(())
    });
}
