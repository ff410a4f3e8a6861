//! Per-query constants: the relative pose in `f32`, and bounds of what every rounding can change.

use obbtree_predicates::{Placement, ROUNDOFF, round_up_f32};
use obbtree_tree::wide::Tree;

use crate::sides::MAX_INDEX;

/// Half a unit in the last place of one in `f32`, 2^-24.
pub(crate) const ROUNDOFF_F32: f32 = f32::EPSILON / 2.0;

/// The `f32` kernels take bounding spheres up to this radius, 2^36 of the caller's unit: products
/// of three lengths, the largest numbers they form, then stay below 2^120. Larger meshes go to
/// the reference implementation.
const MAX_RADIUS: f64 = (1_u64 << 36) as f64;

/// B's tree seen from A's, and the margins of the kernels.
///
/// # Lemma (culling)
///
/// The visit kernel computes, from `f32` boxes `(A, c_A, e)` and `(B, c_B, f)` and with `t'`, `R`
/// the relative pose rounded to `f32`: the columns `n_j = R b_j` for `j = 0, 1`, `d = (R c_B +
/// t') - c_A`, `t = A^T d`, `M_j = A^T n_j` for `j = 0, 1`, and `M_2 = M_0 x M_1`. With `h_A =
/// |e|`, `h_B = |f|` the lengths of the half-side vectors of the two boxes, `c` the largest
/// length of a centre in a tree, `o` the trees' origins, `u` half an ulp of one and `rho` the
/// skew of the relative matrix,
///
/// ```text
/// slack = 2^-18 h_A + (2^-15 + 16 rho) h_B
///       + 2^-20 (c_A + c_B + |t'|) + 2^-45 (|o_A| + |o_B| + |t_ab|) + 2^-120,
/// ```
///
/// added to the radius on every one of the fifteen axes, never separates two boxes that share a
/// point in exact arithmetic, with fused multiply-adds or without, nearly parallel edges
/// included.
///
/// *Proof.* Let `Mh`, `th` be the exact values for the exact motion and `B^-T`; a shared point
/// gives `s = th + Mh q` with `|s_i| <= e_i`, `|q_j| <= f_j`, and `|d| <= h_A + h_B`. Frames are
/// orthonormal to `g <= 6u`; put `G = 2g + rho`, `E = M - Mh`, `theta = t - th`.
///
/// Errors. Rounding `R`, two three-term products: entries of `E_0`, `E_1` are at most `10u`.
/// `M_2`: the product of the exact columns is off `Mh_2` by `2.5 G` (it is `det(M) M^-T`), the
/// errors of the two columns add `2 sqrt(3) 10u`, the evaluation `3u`: `|E_2| <= 38u + 2.5 G <=
/// 68u + 2.5 rho`, which the first two columns stay below with the `1.01 g` more that `B^-T` is
/// from `B`. `|theta| <= 9u |c_B| + 2u |c_A| + 5u |t'| + 7u |d|`.
///
/// Faces of A: `|th_i| <= e_i + sum |M_ij| f_j + sum |E_ij| f_j`. Faces of B: along `M_j`,
/// `M^T Mh - I` is at most `G + sqrt(3) |E|` in each row, times `f`. Cross axes
/// `L = u_i x M_j`, never divided by their length, so that parallel edges are no special case:
/// `L . s` is at most the code's radius of A; `L . M_k` is 0 for `k = j` and a cofactor of `M`
/// else, which differs from the entry of `M` in the code's radius of B by at most `1.5 G`
/// (singular values) and the errors of three columns; `L . E_k` adds one. In all at most
/// `sqrt(3) (1.5 G + 3 |E_2| + 18u) h_B <= (416u + 16 rho) h_B`, the worst of the three kinds.
/// Evaluating the sums adds `12u (h_A + h_B)`, `theta` its own size, `7u (h_A + h_B)` of it:
/// below the slack, which has `64u h_A` and `512u h_B`. The relative pose is known in `f64` to
/// within the fourth term. Underflow, even flushed to zero, loses the smallest normal number an
/// operation: 19 of them in a component of `t`, 49 along the worst axis with what distances and
/// reaches lose, below the last term, which is 64. *End.*
///
/// Checked by Gappa (`tests/proofs/culling_slack.gappa`): how these errors add up to the terms of
/// the slack, second-order terms included. By hand: the geometry, which that file lists.
///
/// # How the kernel adds it
///
/// The first two terms follow the boxes at hand: 1-norms stand for lengths. The slack, a little
/// enlarged, is added to B's half sides: that gives B's faces the whole slack, and A's the slack
/// times the 1-norm of a row of `M`, which is at least `1 - 2^-12`. Cross axes get it as it is.
#[derive(Clone, Debug)]
pub(crate) struct QueryFrame {
    /// `rotation[k][j]`, in `f32`.
    pub(crate) rotation: [[f32; 3]; 3],
    /// `shift[k]` is a row to add to component `k` of a rotated node: 0 for the axes, B's origin
    /// seen from A's for the centres.
    pub(crate) shift: [[f32; 16]; 3],
    /// The part of the lemma's slack that does not depend on the boxes, enlarged for half sides.
    pub(crate) slack: f32,
    /// The part for each unit of the 1-norm of B's half sides, enlarged for half sides.
    pub(crate) slack_per_b: f32,
    /// The relative pose in `f64`, for the leaf kernel: rows of the rotation, and B's leaf origin
    /// seen from A's.
    pub(crate) rotation_f64: [[f64; 3]; 3],
    pub(crate) leaf_shift: [f64; 3],
    /// Of the leaf kernel: what every coordinate of A can be off, apart from its last rounding.
    pub(crate) corner_error_a: f32,
    /// The same for B.
    pub(crate) corner_error_b: f32,
}

/// What can be said before any box is looked at.
#[allow(clippy::large_enum_variant)] // One at a time, on the stack of a query.
pub(crate) enum Start {
    /// The kernels' margins hold.
    Fast(QueryFrame),
    /// Numbers beyond the domain of the `f32` kernels: ask the reference implementation.
    Reference,
}

/// At least the length of a vector.
pub(crate) fn norm_1(x: [f64; 3]) -> f64 {
    x[0].abs() + x[1].abs() + x[2].abs()
}

/// Largest absolute coordinate of a mesh.
fn largest_coordinate(tree: &Tree) -> f64 {
    tree.sphere_center().iter().fold(0.0_f64, |most, c| most.max(c.abs())) + tree.sphere_radius()
}

/// What every coordinate of A and of B can be off in the leaf kernel, apart from its last rounding.
///
/// Corners of a mesh that is not in `f32` are off by half an ulp of a coordinate relative to
/// the leaf origin; rotating keeps that below `sqrt(3)` times as much. The relative pose is off
/// as [`Placement::error`] says, for the leaf origin and for what is relative to it; taking A's
/// leaf origin off costs a few roundings more of the numbers that go into it. Where a corner
/// underflows, as it is put in a leaf, made relative to A's first corner or rounded to `f32`,
/// and where its bound does, [`UNDERFLOW`] is more than that.
fn corner_errors(a: &Tree, b: &Tree, placement: &Placement) -> [f64; 2] {
    let u = f64::from(ROUNDOFF_F32);
    let is_rounded = |tree: &Tree| tree.exact().is_some();
    let (amax_a, amax_b) = (largest_coordinate(a), largest_coordinate(b));
    let (offset_a, offset_b) = (largest_offset(a), largest_offset(b));
    let origin_b = b.leaf_origin().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut error_a = UNDERFLOW;
    let mut error_b = placement.error(origin_b + offset_b) + 2.0 * ROUNDOFF * amax_a + UNDERFLOW;
    if is_rounded(a) {
        error_a += u * offset_a + 2.0 * ROUNDOFF * amax_a;
    }
    if is_rounded(b) {
        error_b += 2.0 * u * offset_b + 2.0 * ROUNDOFF * amax_b;
    }
    if is_rounded(a) || is_rounded(b) {
        error_b += 8.0 * ROUNDOFF * (amax_a + amax_b + norm_1(placement.translation.into()));
    }
    [error_a, error_b]
}

/// The largest component of a corner relative to the leaf origin.
fn largest_offset(tree: &Tree) -> f64 {
    let (middle, origin) = (tree.sphere_center(), tree.leaf_origin());
    let away = (0..3).fold(0.0_f64, |most, k| most.max((middle[k] - origin[k]).abs()));
    // The difference is off by a rounding of the coordinates, which is far below their errors.
    away + tree.sphere_radius()
}

/// B's leaf origin seen from A's.
fn leaf_shift(a: &Tree, b: &Tree, placement: &Placement) -> [f64; 3] {
    let origin = placement.to_a(&b.leaf_origin().into());
    std::array::from_fn(|k| origin[k] - a.leaf_origin()[k])
}

/// B's origin seen from A's.
pub(crate) fn shift(a: &Tree, b: &Tree, placement: &Placement) -> [f64; 3] {
    let origin = placement.to_a(&b.origin().into());
    std::array::from_fn(|k| origin[k] - a.origin()[k])
}

/// The slack for each unit of A's half diagonal, of B's, of the skew and B's, of centres, of
/// origins: see the lemma.
const PER_A: f64 = 1.0 / (1_u64 << 18) as f64;
const PER_B: f64 = 1.0 / (1_u64 << 15) as f64;
const PER_SKEW: f64 = 16.0;
const PER_CENTER: f64 = 1.0 / (1_u64 << 20) as f64;
const PER_ORIGIN: f64 = 1.0 / (1_u64 << 45) as f64;

/// 2^-120, what underflow can cost along an axis of boxes, and a coordinate of a corner: 64 times
/// the smallest normal number. That is what an operation loses at most on a machine that flushes
/// tiny numbers to zero, a mode that obbtree never sets; others lose 2^-150. Checked by Gappa
/// (`tests/proofs/culling_slack.gappa`, `leaf_underflow.gappa`).
const UNDERFLOW: f64 = f64::from_bits((1023 - 120) << 52);

/// The part of the lemma's slack for each unit of A's half diagonal, enlarged for half sides of B.
pub(crate) const SLACK_PER_A: f32 = (1.0 + 1.0 / 1024.0) / (1_u32 << 18) as f32;

/// What enlarges the slack for half sides of B.
const FOR_HALF_SIDES: f64 = 1.0 + 1.0 / 1024.0;

/// The part of the slack that does not depend on the boxes.
fn slack_of_centers(a: &Tree, b: &Tree, placement: &Placement) -> f64 {
    let centers = f64::from(a.largest_center()) + f64::from(b.largest_center());
    let far = norm_1(a.origin()) + norm_1(b.origin()) + norm_1(placement.translation.into());
    PER_CENTER * (centers + norm_1(shift(a, b, placement))) + PER_ORIGIN * far + UNDERFLOW
}

/// The part for each unit of B's half diagonal.
fn slack_per_b(placement: &Placement) -> f64 {
    PER_B + PER_SKEW * placement.skew
}

/// 2^-12 of a tolerance, see [`slack`].
const PER_TOLERANCE: f64 = 1.0 / 4096.0;

/// A slack for all boxes of two trees; with a tolerance, boxes within it are not separated
/// either: it adds at most the axis' length times itself, and `19u` of itself to rounding.
pub(crate) fn slack(a: &Tree, b: &Tree, placement: &Placement, tolerance: f64) -> f64 {
    PER_A * f64::from(a.largest_half())
        + slack_per_b(placement) * f64::from(b.largest_half())
        + slack_of_centers(a, b, placement)
        + (1.0 + PER_TOLERANCE) * tolerance
}

impl QueryFrame {
    /// Relates two trees for questions with a tolerance, a length in A's frame that is not
    /// negative.
    pub(crate) fn start(a: &Tree, b: &Tree, placement: &Placement, tolerance: f64) -> Start {
        let shift = shift(a, b, placement);
        let slack = slack(a, b, placement, 0.0);
        let [error_a, error_b] = corner_errors(a, b, placement);
        let largest = [
            a.sphere_radius(),
            b.sphere_radius(),
            f64::from(a.largest_half()),
            f64::from(b.largest_half()),
            f64::from(a.largest_center()),
            f64::from(b.largest_center()),
            norm_1(shift),
            slack,
            tolerance,
            error_a,
            error_b,
        ];
        let indices_fit =
            [a, b].iter().all(|tree| tree.node_count().max(tree.leaf_count()) <= MAX_INDEX);
        // Written so that NaN goes to the reference implementation.
        if !(indices_fit && largest.iter().all(|&size| size <= MAX_RADIUS)) {
            return Start::Reference;
        }
        let mut rows = [[0.0; 16]; 3];
        for k in 0..3 {
            rows[k][12..].fill(shift[k] as f32);
        }
        Start::Fast(Self {
            rotation: std::array::from_fn(|k| {
                std::array::from_fn(|j| placement.rotation[(k, j)] as f32)
            }),
            rotation_f64: std::array::from_fn(|k| {
                std::array::from_fn(|j| placement.rotation[(k, j)])
            }),
            leaf_shift: leaf_shift(a, b, placement),
            shift: rows,
            slack: round_up_f32(slack_of_centers(a, b, placement) * FOR_HALF_SIDES),
            slack_per_b: round_up_f32(slack_per_b(placement) * FOR_HALF_SIDES),
            corner_error_a: round_up_f32(error_a),
            corner_error_b: round_up_f32(error_b),
        })
    }
}
