//! The root-level test: what is known before any node is read: their bounding spheres, and one
//! box around each, in `f64`.
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
    spheres_apart(trees, poses, tolerance)
        || level().dispatch(BoxesApart { boxes: trees.map(Tree::root_box), poses, tolerance })
}

/// Are the bounding spheres farther apart than the tolerance?
#[inline]
fn spheres_apart([a, b]: [&Tree; 2], [pose_a, pose_b]: [&Pose; 2], tolerance: f64) -> bool {
    let (center_a, center_b) = (Vector3::from(a.sphere_center()), Vector3::from(b.sphere_center()));
    let moved = pose_b.translation() - pose_a.translation();
    let between = pose_b.rotation() * center_b - pose_a.rotation() * center_a + moved;
    let sizes = norm_1(a.sphere_center()) + norm_1(b.sphere_center()) + norm_1(moved.into());
    let reach =
        (a.sphere_radius() + b.sphere_radius()) * LONGEST + tolerance + POSITION_REL_ERR * sizes;
    between.norm_squared() > reach * reach * LONGEST + TINY_SQUARE
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
    tolerance: f64,
}

/// One number for each of three axes, and an unused one.
type Lanes4 = [f64; 4];

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
        for l in 0..3 {
            add_times(&mut axes[k], pose.rotation()[(k, l)], &one.axes[l]);
        }
    }
    axes
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
    for i in 0..3 {
        gap |= distance[i].abs() > reach[i] + margin;
    }
    gap
}

impl Kernel for BoxesApart<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> bool {
        let Self { boxes: [a, b], poses: [pose_a, pose_b], tolerance } = self;
        let moved = pose_b.translation() - pose_a.translation();
        let center_a = pose_a.rotation() * Vector3::from(a.center);
        let center_b = pose_b.rotation() * Vector3::from(b.center);
        let between = center_b - center_a + moved;
        // Along every axis each box reaches at least as far as its least half side.
        let least = a.least_half() + b.least_half();
        if between.norm_squared() < least * least * SURELY_LESS {
            return false;
        }
        let (axes_a, axes_b) = (axes_in_world(a, pose_a), axes_in_world(b, pose_b));
        // The vector between the centres along A's axes and along B's, and the cosines between
        // these.
        let (mut along_a, mut along_b) = ([0.0; 4], [0.0; 4]);
        let mut cosines = [[0.0; 4]; 3];
        for k in 0..3 {
            add_times(&mut along_a, between[k], &axes_a[k]);
            add_times(&mut along_b, between[k], &axes_b[k]);
            for i in 0..3 {
                add_times(&mut cosines[i], axes_a[k][i], &axes_b[k]);
            }
        }
        let (mut reach_a, mut reach_b) = (a.half, b.half);
        for i in 0..3 {
            let mut of_b = [0.0; 4];
            for j in 0..4 {
                let cosine = cosines[i][j].abs();
                of_b[j] = cosine * b.half[j];
                reach_b[j] += cosine * a.half[i];
            }
            reach_a[i] += of_b[0] + of_b[1] + of_b[2];
        }
        let sizes = 4.0 * (a.size + b.size) + norm_1(moved.into());
        let margin = (tolerance + POSITION_REL_ERR * sizes) * LONGEST * LONGEST + UNDERFLOW;
        some_gap(&along_a, &reach_a, margin + skewed(a, pose_a))
            | some_gap(&along_b, &reach_b, margin + skewed(b, pose_b))
    }
}
