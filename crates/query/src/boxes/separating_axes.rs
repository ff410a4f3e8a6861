//! One visit: the four boxes of a node of A against the four of a node of B, sixteen pairs in
//! lanes.
//!
//! The separating-axis test of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996, section 5), in
//! two phases: the six face axes for a whole wave of visits, then the nine cross axes for what
//! survived. No phase branches on a result: where all pairs of a register are separated, its
//! place in the buffer is used again.
//!
//! All is in A's tree frame. Pair `4 b + a` joins A's box `a` and B's box `b`, so A's numbers are
//! four-lane groups repeated, and each of B's is spread over a group. Rounding is covered by the
//! lemma at [`QueryFrame`].

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::BoxTest;
use super::boxes_in_a::{boxes_in_a, slack_of_a};
use super::face_axes::{FaceAxisResult, face_axes};
use super::kept::{FullVisit, Kept};
use super::reach::ReachedExtents;
use super::survivors::Survivors;
use crate::boxes::frame::QueryFrame;

/// The face phase of one visit: of the pairs in `lanes`, those that no face axis rules out go to
/// `survivors`.
#[inline(always)]
pub(crate) fn face_phase<S: Lanes>(
    simd: S,
    [a, b]: [&Node; 2],
    query: &QueryFrame,
    test: impl BoxTest,
    visit: u32,
    lanes: u32,
    survivors: &mut Survivors<'_>,
) {
    let (boxes, slack) = (boxes_in_a(simd, b, query), slack_of_a(a));
    for register in 0..S::REGISTERS {
        let wanted = lanes & register_mask::<S>(register);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        let (faces, _) = face_axes(simd, a, &slack, &boxes, register, wanted, test.faces(simd));
        survivors.put(simd, &faces, visit, register);
    }
}

/// The lanes of a register among sixteen.
#[inline(always)]
pub(crate) fn register_mask<S: Lanes>(register: usize) -> u32 {
    ((1 << S::WIDTH) - 1) << (register * S::WIDTH)
}

/// The cross phase: the pairs of survivor `index` that none of the fifteen axes rules out, as
/// bits of sixteen. `a` is A's node of its visit.
#[inline(always)]
pub(crate) fn cross_phase<S: Lanes>(
    simd: S,
    a: &Node,
    test: impl BoxTest,
    survivors: &Survivors<'_>,
    index: usize,
) -> u32 {
    let (faces, register) = survivors.get(simd, index);
    cross_axes(simd, a, &faces, test, register)
}

/// The nine cross axes: the pairs still not ruled out, as bits of sixteen.
#[inline(always)]
fn cross_axes<S: Lanes>(
    simd: S,
    a: &Node,
    faces: &FaceAxisResult<S>,
    test: impl BoxTest,
    register: usize,
) -> u32 {
    let reach = ReachedExtents::of(simd, a, faces);
    let mut pairs = simd.all_overlapping();
    for i in 0..3 {
        for j in 0..3 {
            let distance = simd.abs(reach.component(simd, &faces.t, i, j));
            let along = reach.along_cross_axis(simd, i, j);
            pairs = test.cross_axis(simd, pairs, distance, along, faces.m[i][j]);
        }
    }
    faces.overlapping & simd.overlapping(pairs) << (register * S::WIDTH)
}

/// Both phases of one visit, of the pairs in `lanes`.
#[inline(always)]
pub(crate) fn full_visit<S: Lanes>(
    simd: S,
    [a, b]: [&Node; 2],
    query: &QueryFrame,
    test: impl BoxTest,
    lanes: u32,
) -> FullVisit<()> {
    let (boxes, slack) = (boxes_in_a(simd, b, query), slack_of_a(a));
    let kept = Kept { pairs: 0, keys: [(); 16] };
    let mut visit = FullVisit { kept, order: [0.0; 16], second_phase: 0 };
    for register in 0..S::REGISTERS {
        let wanted = lanes & register_mask::<S>(register);
        let (faces, tested) =
            face_axes(simd, a, &slack, &boxes, register, wanted, test.faces(simd));
        visit.second_phase += usize::from(faces.overlapping != 0);
        if S::REGISTERS > 1 && faces.overlapping == 0 {
            continue;
        }
        visit.kept.pairs |= cross_axes(simd, a, &faces, test, register);
        let order = test.order(simd, &tested, &faces.t);
        simd.store(order, &mut visit.order[register * S::WIDTH..]);
    }
    visit
}
