//! Lower bounds of the distances of sixteen pairs of boxes.
//!
//! The gaps along A's face axes are the components of a vector, and so are those along B's; a
//! gap along a cross axis counts by the length of the axis. The lemma at [`Within`] says how
//! far each square can be above that of the distance: not more than [`Within::enlarged`]
//! squared, and where squares underflow by what [`Within::least_distance`] takes off.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::{BoxTest, SINE_SQ, Within};
use super::boxes_in_a::{boxes_in_a, slack_of_a};
use super::face_axes::{FaceAxisResult, face_axes};
use super::kept::{FullVisit, Kept};
use super::key::Bound;
use super::reach::ReachedExtents;
use super::separating_axes::register_mask;
use super::survivors::Survivors;
use crate::boxes::frame::QueryFrame;

/// The second phase: the pairs of survivor `index` that may be within the limit, with their bounds.
#[inline(always)]
pub(crate) fn bound_phase<S: Lanes>(
    simd: S,
    a: &Node,
    limit: Within,
    survivors: &Survivors<'_>,
    index: usize,
) -> Kept<Bound> {
    let (faces, register) = survivors.get(simd, index);
    let mut kept = Kept { pairs: 0, keys: [Bound::default(); 16] };
    let squares = bounds_sq(simd, a, &faces);
    keep(simd, faces.overlapping, squares, squares, limit, register, &mut kept);
    kept
}

/// Both phases of one visit, of the pairs in `lanes`.
#[inline(always)]
pub(crate) fn bound_visit<S: Lanes, const CENTERS: bool>(
    simd: S,
    [a, b]: [&Node; 2],
    query: &QueryFrame,
    limit: Within,
    lanes: u32,
) -> FullVisit<Bound> {
    let (boxes, slack) = (boxes_in_a(simd, b, query), slack_of_a(a));
    let kept = Kept { pairs: 0, keys: [Bound::default(); 16] };
    let mut visit = FullVisit { kept, order: [0.0; 16], second_phase: 0 };
    for register in 0..S::REGISTERS {
        let wanted = lanes & register_mask::<S>(register);
        let (faces, _) = face_axes(simd, a, &slack, &boxes, register, wanted, limit.faces(simd));
        visit.second_phase += usize::from(faces.overlapping != 0);
        if S::REGISTERS > 1 && faces.overlapping == 0 {
            continue;
        }
        let squares = bounds_sq(simd, a, &faces);
        let order = if CENTERS { limit.order_of(simd, squares, &faces.t) } else { squares };
        keep(simd, faces.overlapping, squares, order, limit, register, &mut visit.kept);
        simd.store(order, &mut visit.order[register * S::WIDTH..]);
    }
    visit
}

/// Keeps the pairs among `overlapping` whose bound is within the limit.
#[inline(always)]
fn keep<S: Lanes>(
    simd: S,
    overlapping: u32,
    squares: S::F,
    order: S::F,
    limit: Within,
    register: usize,
    to: &mut Kept<Bound>,
) {
    let first = register * S::WIDTH;
    let near = overlapping & !(simd.greater(squares, simd.splat(limit.limit_sq())) << first);
    let (mut bounds, mut orders) = ([0.0; 16], [0.0; 16]);
    simd.store(squares, &mut bounds[..]);
    simd.store(order, &mut orders[..]);
    let mut rest = near;
    while rest != 0 {
        let pair = rest.trailing_zeros() as usize;
        let lane = pair - first;
        to.keys[pair] = Bound { order: orders[lane], square: bounds[lane] };
        rest &= rest - 1;
    }
    to.pairs |= near;
}

/// The largest of the squares.
#[inline(always)]
fn bounds_sq<S: Lanes>(simd: S, a: &Node, faces: &FaceAxisResult<S>) -> S::F {
    let reach = ReachedExtents::of(simd, a, faces);
    let zero = simd.splat(0.0);
    // The largest quotient, without a division for each: as a numerator and its divisor.
    let most = simd.max(reach.face_gaps_sq(simd, None), reach.center_gap_sq(simd));
    let (mut most, mut divisor) = (most, simd.splat(1.0));
    for i in 0..3 {
        for j in 0..3 {
            let distance = simd.abs(reach.component(simd, &faces.t, i, j));
            let gap = simd.max(simd.sub(distance, reach.along_cross_axis(simd, i, j)), zero);
            let square = simd.mul(gap, gap);
            let length_sq = simd.neg_mul_add(faces.m[i][j], faces.m[i][j], simd.splat(SINE_SQ));
            let (so_far, this) = (simd.mul(most, length_sq), simd.mul(square, divisor));
            most = simd.select_less(so_far, this, square, most);
            divisor = simd.select_less(so_far, this, length_sq, divisor);
        }
    }
    simd.div(most, divisor)
}
