//! The root-level test: what is known before any node is read: one box around each body, and a
//! sphere around the middle of it, in `f64`.
//!
//! Bodies far apart end here, and so do flat parts that lie on each other with a gap of a
//! millionth of their size, which `f32` boxes cannot separate.

use nalgebra::Vector3;
use obbtree_predicates::Pose;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{RootBox, Tree};

use super::frame::norm_1;

/// `1 + 2^-13`. At least the length that a pose can give to a vector of length one: a matrix
/// within 1e-4 of a rotation has singular values up to `1 + 5e-5`.
const LONGEST: f64 = 1.0 + 1.0 / 8192.0;

/// Bounds the rounding error of a position, a distance and its square, relative to the numbers
/// that go into them: each is a sum of a dozen products at most.
const POSITION_REL_ERR: f64 = 1.0 / (1_u64 << 44) as f64;

/// Less than one: where boxes are near each other, it does not matter which way the rounding goes.
const SURELY_LESS: f64 = 1.0 - 1.0 / 1024.0;

/// More than squares lose that underflow in `f64`, 2^-1075 each: where the distance of the
/// centres exceeds its root, 1e-150, no length that matters underflows.
const TINY_SQUARE: f64 = 1e-300;

/// What underflow can hide along an axis, the smallest normal number of `f64`.
const UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// Does the root-level test show that the bodies are farther apart than the tolerance, a length
/// of at least 0? In the world, so that no relative pose is needed.
#[inline]
pub(crate) fn bounds_disjoint(
    trees: [&Tree; 2],
    poses: [&Pose; 2],
    tolerance: f64,
    level: impl FnOnce() -> SimdLevel,
) -> bool {
    let boxes = trees.map(Tree::root_box);
    let [center_a, center_b] = [0, 1].map(|n| poses[n].rotation() * Vector3::from(boxes[n].center));
    let moved = poses[1].translation() - poses[0].translation();
    let between = center_b - center_a + moved;
    let distance_sq = between.norm_squared();
    let moved = norm_1(moved.into());
    if spheres_apart(boxes, moved, tolerance, distance_sq) {
        return true;
    }
    // Along every axis each box reaches at least as far as its least half side.
    let least = boxes[0].least_half() + boxes[1].least_half();
    distance_sq >= least * least * SURELY_LESS
        && level().dispatch(BoxesApart { boxes, poses, between, moved, tolerance })
}

/// Are the spheres around the boxes' centres farther apart than the tolerance?
#[inline]
fn spheres_apart([a, b]: [&RootBox; 2], moved: f64, tolerance: f64, distance_sq: f64) -> bool {
    let sizes = norm_1(a.center) + norm_1(b.center) + moved;
    let reach = (a.radius + b.radius) * LONGEST + tolerance + POSITION_REL_ERR * sizes;
    distance_sq > reach * reach * LONGEST + TINY_SQUARE
}

/// Do the faces of the boxes around the bodies show that they are farther apart than the tolerance?
///
/// Any vector is an exact axis: a gap between the projections of the two boxes on it of more
/// than its length times the tolerance separates them. The axes are those of the boxes, rotated
/// into the world by matrices with a skew: they are at most [`LONGEST`], and a box's own reach
/// along one of its rotated axes is its half side plus at most the skew times all three. Some
/// forty products may underflow; [`UNDERFLOW`] is more than 2^50 times what one loses, and what
/// the ends of the boxes themselves have lost is below it too.
struct BoxesApart<'q> {
    boxes: [&'q RootBox; 2],
    poses: [&'q Pose; 2],
    /// From A's centre to B's.
    between: Vector3<f64>,
    /// At least the length of the difference of the translations.
    moved: f64,
    tolerance: f64,
}

/// One number for each of three axes, and an unused one.
type Lanes4 = [f64; 4];

/// `x row`, lane by lane.
#[inline(always)]
fn times(x: f64, row: &Lanes4) -> Lanes4 {
    [x * row[0], x * row[1], x * row[2], x * row[3]]
}

/// `sum + x row`, lane by lane.
#[inline(always)]
fn add_times(sum: &mut Lanes4, x: f64, row: &Lanes4) {
    for i in 0..4 {
        sum[i] += x * row[i];
    }
}

/// The axes of a box in the world, as rows of a component each.
#[inline(always)]
fn axes_in_world(one: &RootBox, pose: &Pose) -> [Lanes4; 3] {
    if pose.is_identity() {
        return one.axes;
    }
    let mut axes = [[0.0; 4]; 3];
    for k in 0..3 {
        axes[k] = times(pose.rotation()[(k, 0)], &one.axes[0]);
        for l in 1..3 {
            add_times(&mut axes[k], pose.rotation()[(k, l)], &one.axes[l]);
        }
    }
    axes
}

/// `sum + x |row|`, lane by lane.
#[inline(always)]
fn add_times_abs(sum: &mut Lanes4, x: f64, row: &Lanes4) {
    for i in 0..4 {
        sum[i] += x * row[i].abs();
    }
}

/// The cosines of the angles between all axes of one box and one of another.
#[inline(always)]
fn cosines(all: &[Lanes4; 3], of_other: &[Lanes4; 3], one: usize) -> Lanes4 {
    let mut cosines = times(of_other[0][one], &all[0]);
    for k in 1..3 {
        add_times(&mut cosines, of_other[k][one], &all[k]);
    }
    cosines
}

/// By how much its skew can lengthen a box along its own axes.
#[inline(always)]
fn skewed(one: &RootBox, pose: &Pose) -> f64 {
    pose.skew() * (one.half[0] + one.half[1] + one.half[2])
}

/// Is some distance more than the reach and the margin?
#[inline(always)]
fn some_gap(distance: &Lanes4, reach: &Lanes4, margin: f64) -> bool {
    let mut gap = false;
    for i in 0..4 {
        gap |= distance[i].abs() > reach[i] + margin;
    }
    gap
}

impl Kernel for BoxesApart<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> bool {
        let Self { boxes: [a, b], poses: [pose_a, pose_b], between, moved, tolerance } = self;
        let (axes_a, axes_b) = (axes_in_world(a, pose_a), axes_in_world(b, pose_b));
        // The vector between the centres along A's axes and along B's.
        let mut along_a = times(between[0], &axes_a[0]);
        let mut along_b = times(between[0], &axes_b[0]);
        for k in 1..3 {
            add_times(&mut along_a, between[k], &axes_a[k]);
            add_times(&mut along_b, between[k], &axes_b[k]);
        }
        let (mut reach_a, mut reach_b) = (a.half, b.half);
        for i in 0..3 {
            add_times_abs(&mut reach_a, b.half[i], &cosines(&axes_a, &axes_b, i));
            add_times_abs(&mut reach_b, a.half[i], &cosines(&axes_b, &axes_a, i));
        }
        let sizes = 4.0 * (a.size + b.size) + moved;
        let margin = (tolerance + POSITION_REL_ERR * sizes) * LONGEST * LONGEST + UNDERFLOW;
        some_gap(&along_a, &reach_a, margin + skewed(a, pose_a))
            | some_gap(&along_b, &reach_b, margin + skewed(b, pose_b))
    }
}
