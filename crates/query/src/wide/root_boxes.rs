//! What two bodies as wholes can tell before any node is read: their bounding spheres, and one box around
//! each, in `f64`.
//!
//! Bodies far apart end here, and so do flat parts that lie on each other with a gap of a millionth of
//! their size, which `f32` boxes cannot separate.

use nalgebra::Vector3;
use obbtree_predicates::{Placement, Pose};
use obbtree_tree::wide::Tree;

/// At least the length that a pose can give to a vector of length one, and at most 2^-13 more: a matrix
/// within 1e-4 of a rotation has singular values up to `1 + 5e-5`.
const LONGEST: f64 = 1.0 + 1.0 / 8192.0;

/// Covers the roundings of a position, a distance and its square, relative to the numbers that go into
/// them: each is a sum of a dozen products at most. The relative pose is known to 2^-45 of them as well.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

/// More than squares lose that underflow.
const TINY_SQUARE: f64 = 1e-300;

fn norm_1(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

/// Are the bounding spheres farther apart than the tolerance? In the world, so that no relative pose is
/// needed.
#[inline]
pub(super) fn spheres_apart([a, b]: [&Tree; 2], poses: [&Pose; 2], tolerance: f64) -> bool {
    let [pose_a, pose_b] = poses;
    let (center_a, center_b) = (Vector3::from(a.sphere_center()), Vector3::from(b.sphere_center()));
    let between = pose_b.rotation() * center_b - pose_a.rotation() * center_a
        + (pose_b.translation() - pose_a.translation());
    let sizes = norm_1(&center_a)
        + norm_1(&center_b)
        + norm_1(pose_a.translation())
        + norm_1(pose_b.translation());
    let reach = (a.sphere_radius() + b.sphere_radius()) * LONGEST + tolerance + ROUNDING * sizes;
    between.norm_squared() > reach * reach * LONGEST + TINY_SQUARE
}

/// Do the faces of the boxes around the bodies show that they are farther apart than the tolerance, a
/// length in A's frame?
///
/// Any vector is an exact axis: a gap between the projections of the two boxes on it of more than its
/// length times the tolerance separates them. The axes are those of A's box and, rotated into A's frame,
/// those of B's; they are at most `1 + 2^-12` long.
pub(super) fn boxes_apart([a, b]: [&Tree; 2], placement: &Placement, tolerance: f64) -> bool {
    let (a, b) = (a.root_box(), b.root_box());
    let rotation = &placement.rotation;
    let between = rotation * b.center + placement.translation - a.center;
    let edges = [rotation * b.edges[0], rotation * b.edges[1], rotation * b.edges[2]];
    let sizes = 4.0 * (a.size + b.size) + norm_1(&placement.translation);
    let margin = (tolerance + ROUNDING * sizes) * LONGEST * LONGEST + f64::MIN_POSITIVE;
    let reach = |axis: &Vector3<f64>, edges: &[Vector3<f64>; 3]| {
        axis.dot(&edges[0]).abs() + axis.dot(&edges[1]).abs() + axis.dot(&edges[2]).abs()
    };
    (0..3).any(|i| {
        let axis = &a.axes[i];
        axis.dot(&between).abs() > a.half[i] + reach(axis, &edges) + margin
    }) || (0..3).any(|i| {
        let axis = rotation * b.axes[i];
        axis.dot(&between).abs() > reach(&axis, &a.edges) + reach(&axis, &edges) + margin
    })
}
