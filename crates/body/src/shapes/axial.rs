//! A body and a solid cylinder, cone or frustum.
//!
//! Boxes of the tree that are beyond the larger radius, along an axis of their own, are left out; each
//! triangle of the others gets the certain test.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{Placement, Pose, Stages, Triangle, length_bound, meets_frustum};
use obbtree_query::Engine;
use obbtree_tree::wide::REACH_BEYOND_AXES;

use crate::body::Body;

/// Whether some triangle of a body meets the solid between two discs about an axis.
pub(super) fn meets_a_frustum(
    body: &Body,
    pose: &Pose,
    axis: &[Point3<f64>; 2],
    radii: [f64; 2],
    pose_axis: &Pose,
) -> bool {
    /// Covers the rounding of placing the axis and of going back to the mesh: a few dozen roundings.
    const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;
    let placement = Placement::new(pose, pose_axis);
    // A checked pose is within 1e-4 of a rotation, so its matrix has an inverse.
    let inverse = pose.rotation().try_inverse().unwrap_or_else(|| pose.rotation().transpose());
    let in_mesh = axis.map(|end| inverse * (pose_axis.place(&end).coords - pose.translation()));
    // Lengths in the mesh's frame are so much longer than in the world at most.
    let radius = radii[0].max(radii[1]) * (1.0 + pose.skew() + PER_SIZE);
    let of_axis = axis.iter().map(|end| length_bound(&end.coords)).fold(0.0, f64::max);
    let size = radius
        + 4.0
            * (of_axis + length_bound(pose_axis.translation()) + length_bound(pose.translation()));
    let mut is_near = |axes: &Matrix3<f64>, center: &Vector3<f64>, half: &Vector3<f64>| {
        let of_box = length_bound(center) + length_bound(half);
        let slack = PER_SIZE * (size + of_box) + REACH_BEYOND_AXES * length_bound(half);
        let ends = in_mesh.map(|end| axes.tr_mul(&(end - center)));
        // Written so that NaN is near.
        !(0..3).any(|k| {
            let reach = half[k] + radius + slack;
            ends[0][k].min(ends[1][k]) > reach || ends[0][k].max(ends[1][k]) < -reach
        })
    };
    let mut meets = |_: u32, triangle: &Triangle| match meets_frustum(
        triangle,
        axis,
        radii,
        &placement,
        &mut Stages::default(),
    ) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    body.tree().for_each_in_boxes(&mut is_near, &mut meets).is_break()
}
