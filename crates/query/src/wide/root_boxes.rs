//! What two bodies as wholes can tell before any node is read: their bounding spheres, and one box around
//! each, in `f64`.
//!
//! Bodies far apart end here, and so do flat parts that lie on each other with a gap of a millionth of
//! their size, which `f32` boxes cannot separate.

use nalgebra::Vector3;
use obbtree_predicates::{Placement, Pose};
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{RootBox, Tree};

/// `1 + 2^-13`. At least the length that a pose can give to a vector of length one: a matrix within 1e-4 of
/// a rotation has singular values up to `1 + 5e-5`, the relative one of two poses up to `1 + 1.01e-4`.
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
/// length times the tolerance separates them. The axes are those of A's box and, rotated into A's frame
/// by a matrix with a skew, those of B's: these are at most `1 + 2^-13` long, and B's own reach along one
/// is its half side plus at most the skew times all three.
pub(super) fn boxes_apart(
    trees: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    level: SimdLevel,
) -> bool {
    let [a, b] = trees.map(Tree::root_box);
    let sizes = 4.0 * (a.size + b.size) + norm_1(&placement.translation);
    let margin = (tolerance + ROUNDING * sizes) * LONGEST * LONGEST + f64::MIN_POSITIVE;
    level.dispatch(BoxesApart { a, b, placement, margin })
}

/// The test of the boxes, compiled for each instruction set.
struct BoxesApart<'q> {
    a: &'q RootBox,
    b: &'q RootBox,
    placement: &'q Placement,
    margin: f64,
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
        let Self { a, b, placement, margin } = self;
        let rotation = &placement.rotation;
        // B's axes and the way from A's centre to B's, along A's mesh axes.
        let mut axes_b = [[0.0; 4]; 3];
        let mut between = [0.0; 3];
        for k in 0..3 {
            between[k] = placement.translation[k] - a.center[k];
            for l in 0..3 {
                add_times(&mut axes_b[k], rotation[(k, l)], &b.axes[l]);
                between[k] += rotation[(k, l)] * b.center[l];
            }
        }
        // Both along A's axes and along B's; cosines as `[j][i]` and `[i][j]`.
        let (mut along_a, mut along_b) = ([0.0; 4], [0.0; 4]);
        let (mut by_b, mut by_a) = ([[0.0; 4]; 3], [[0.0; 4]; 3]);
        for k in 0..3 {
            add_times(&mut along_a, between[k], &a.axes[k]);
            add_times(&mut along_b, between[k], &axes_b[k]);
            for i in 0..3 {
                add_times(&mut by_b[i], axes_b[k][i], &a.axes[k]);
                add_times(&mut by_a[i], a.axes[k][i], &axes_b[k]);
            }
        }
        let (mut reach_a, mut reach_b) = (a.half, b.half);
        for i in 0..3 {
            for lane in 0..4 {
                reach_a[lane] += by_b[i][lane].abs() * b.half[i];
                reach_b[lane] += by_a[i][lane].abs() * a.half[i];
            }
        }
        let skewed = placement.skew * (b.half[0] + b.half[1] + b.half[2]);
        some_gap(&along_a, &reach_a, margin) | some_gap(&along_b, &reach_b, margin + skewed)
    }
}
