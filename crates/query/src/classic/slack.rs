//! What rounding can hide of a separation between two boxes, in `f64`.
//!
//! **Lemma.** Let both boxes be the sets `{x : |a_i . (x - c)| <= e_i}` of their stored numbers,
//! with axes that are orthonormal to 2^-48 (`|A^T A - I|`, Frobenius), and let B be placed by the
//! exact relative motion `R*, t*` of a [`Placement`]. If the boxes share a point, then on none of
//! the 15 axes does the test of `descent` find the centres farther apart than the boxes reach
//! plus
//!
//! ```text
//! delta = 2^-42 (H_A + H_B) + 2^-44 (C_A + C_B + |t|) + 3 skew H_B + 2^-900
//! ```
//!
//! where `H` and `C` are the largest lengths of half-side vectors and of centres in a tree.
//!
//! *Proof.* Write v = 2^-53, M = fl(A^T fl(R B)), t = fl(A^T fl(fl(R c_B + t_ab) - c_A)), and
//! with hats the exact ones: Mh = A^T R* B^-T, th = A^T d*. A shared point has coordinates s in
//! A's and q in B's, |s_i| <= e_i, |q_j| <= f_j and s = th + Mh q. Let E = M - Mh, theta = t -
//! th.
//!
//! Entries: R is off by 25 v an entry, which two orthonormal factors make 75 v; the two products
//! of three terms add 3 v and 3 sqrt 3 v; together below 90 v, plus g = 2^-48 = 32 v for B^-T
//! instead of B. The offset: 75 v |c_B| from R, 80 sqrt 3 v |t| from t_ab, at most 20 v (|c_A| +
//! |c_B| + |t|) from the operations: |theta| <= 160 v (|c_A| + |c_B| + |t|).
//!
//! (i) Face of A: |th_i| <= e_i + sum_j |Mh_ij| f_j, so |t_i| exceeds the computed reach by at most
//! |theta| + sqrt 3 * 122 v h_B and the rounding of the reach.
//! (ii) Face of B, axis M_j: M_j . th = M_j . s - sum_k (M^T Mh)_jk q_k, and M^T Mh differs from
//! the unit matrix by at most g_A + 2 g_B + skew + 3 * 90 v in norm. (iii) Edge i of A, edge j of
//! B: L = u_i x M_j is used as it is, never divided by its length, so parallel edges are no
//! special case. L . s gives the code's reach of A. L . M_k is 0 or a 2 x 2 minor of M, which
//! differs from the entry that the code uses by at most 2 * 90 v (two columns) + 1.5 (g_A + g_B +
//! skew) + 122 v (that entry's own error); L . E_k adds 122 v. In every case the sum over k is at
//! most sqrt 3 h_B times such a term, below (1000 v + 1.75 * 1.5 skew) h_B which also covers a
//! skew that is that of the exact relative matrix; the evaluation of distance and reach adds less
//! than 171 v (h_A + h_B), as |d*| <= h_A + h_B + skew h_B for boxes that share a point. As
//! 1.75 * 1.5 exceeds 2, the skew term is charged 3. The rest is within 2048 v = 2^-42 and 512 v =
//! 2^-44. Below 2^250 nothing overflows; 2^-900 is more than all underflow together. QED
//!
//! Checked by Gappa (`tests/proofs/classic_slack.gappa`): how these errors add up to the terms of
//! the slack. By hand: the geometry, which that file lists.
//!
//! The descent adds one slack for all pairs, made of each tree's largest numbers: on the models
//! measured it costs no box test (PQP adds 1e-6 to every entry of |R| for the same purpose).

use obbtree_predicates::{Placement, length_bound};
use obbtree_tree::classic::Tree;

const PER_HALF: f64 = 1.0 / (1_u64 << 42) as f64;
const PER_CENTER: f64 = 1.0 / (1_u64 << 44) as f64;
const PER_SKEW: f64 = 3.0;
/// 2^-11 of a tolerance: two points within it in the world are within `1 + skew of A` times it in
/// A's frame, the axes are at most `1 + skew` long for boxes of B placed by a matrix that is no
/// rotation, and evaluation with a tolerance added rounds once more.
const PER_TOLERANCE: f64 = 1.0 / (1_u64 << 11) as f64;
/// 2^-900.
const UNDERFLOW: f64 = f64::from_bits((1023 - 900) << 52);

/// The slack of every box test between two trees, whose boxes may be within a tolerance in the
/// world.
pub(super) fn slack(a: &Tree, b: &Tree, placement: &Placement, tolerance: f64) -> f64 {
    let in_frame = tolerance * (1.0 + placement.pose_a.skew() + PER_TOLERANCE);
    PER_HALF * (a.largest_half() + b.largest_half())
        + PER_CENTER
            * (a.largest_center() + b.largest_center() + length_bound(&placement.translation))
        + PER_SKEW * placement.skew * b.largest_half()
        + UNDERFLOW
        + in_frame
}
