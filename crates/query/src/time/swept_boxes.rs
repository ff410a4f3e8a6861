//! One visit in a interval of time: which of sixteen pairs of moving boxes may meet, and which
//! had better be tested again in a shorter interval.
//!
//! The fifteen axes of the boxes, where each box moves by its displacement (the lemma is in
//! `swept_frame`).

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use crate::boxes::box_test::{FaceTest, SINE_SQ};
use crate::boxes::boxes_in_a::{boxes_in_a, slack_of_a};
use crate::boxes::face_axes::{FaceAxisResult, face_axes, project};
use crate::boxes::frame::QueryFrame;
use crate::boxes::reach::ReachedExtents;
use crate::boxes::separating_axes::register_mask;
use crate::boxes::tolerance::LEAST_SQUARE;
use crate::time::swept_frame::{BoxDisplacements, SweptFrame};

/// Boxes whose displacement is longer than this share of their half diagonals, both together,
/// wait for a shorter interval. Measured on the shared motions: 0.1 to 0.25 are alike, 0.5 makes
/// more than twice as many visits, 1 seven times.
const LONG_DISPLACEMENT: f32 = 0.15;

/// And two leaves, where descending means triangles, which are looked at one by one in the end.
/// Measured: 0.1 makes twice as many sweeps of pairs, 0.3 six times; below 0.05 more visits
/// outweigh it.
const LONG_DISPLACEMENT_OF_LEAVES: f32 = 0.05;

/// What is left of sixteen pairs of boxes. Written in place: it is too large to be returned
/// without copies.
pub(crate) struct SweptVisit {
    /// Those that may meet in the interval.
    pub(crate) pairs: u32,
    /// Of these, those with long displacements, for boxes and for leaves.
    pub(crate) long: u32,
    pub(crate) long_of_leaves: u32,
    /// The displacements of B's boxes seen from A's, in A's frame, and how far their points can
    /// be off these.
    displacement: [[f32; 16]; 3],
    deviation: [f32; 16],
}

impl SweptVisit {
    /// Before a visit.
    pub(crate) const NONE: Self = Self {
        pairs: 0,
        long: 0,
        long_of_leaves: 0,
        displacement: [[0.0; 16]; 3],
        deviation: [0.0; 16],
    };

    /// The displacement of B's box of a pair seen from A's, in A's frame, and how far a point of
    /// either can be off it.
    #[inline(always)]
    pub(crate) fn displacement(&self, pair: usize) -> ([f32; 3], f32) {
        let [x, y, z] = &self.displacement;
        ([x[pair], y[pair], z[pair]], self.deviation[pair])
    }
}

/// Rules nothing out: the face axes are looked at here.
#[derive(Clone, Copy)]
struct AllStay;

impl<S: Lanes> FaceTest<S> for AllStay {
    #[inline(always)]
    fn axis_of_a(&mut self, _: S, _: S::F, _: S::F) {}

    #[inline(always)]
    fn axis_of_b(&mut self, _: S, _: S::F, _: S::F) {}

    #[inline(always)]
    fn overlapping(&self, _: S) -> u32 {
        register_mask::<S>(0)
    }
}

/// Visits the pairs in `lanes`, into a visit that has none.
#[inline(always)]
pub(crate) fn swept_visit<S: Lanes>(
    simd: S,
    [a, b]: [&Node; 2],
    query: &QueryFrame,
    swept_frame: &SweptFrame,
    lanes: u32,
    visit: &mut SweptVisit,
) {
    let (boxes, slack) = (boxes_in_a(simd, b, query), slack_of_a(a));
    let (of_a, of_b) = (swept_frame.of_boxes(0, a), swept_frame.of_boxes(1, b));
    for register in 0..S::REGISTERS {
        let wanted = lanes & register_mask::<S>(register);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        let (faces, _) = face_axes(simd, a, &slack, &boxes, register, wanted, AllStay);
        let displacements = Displacements::of(simd, a, &of_a, &of_b, swept_frame, register);
        let first = register * S::WIDTH;
        let reach = ReachedExtents::of(simd, a, &faces);
        let pairs = wanted & displacements.near_by_faces(simd, &reach) << first;
        if pairs == 0 {
            continue;
        }
        let pairs = pairs & displacements.near_by_cross_axes(simd, &faces, &reach) << first;
        visit.pairs |= pairs;
        visit.long |= pairs & displacements.long << first;
        visit.long_of_leaves |= pairs & displacements.long_of_leaves << first;
        for k in 0..3 {
            simd.store(displacements.in_tree[k], &mut visit.displacement[k][first..]);
        }
        simd.store(displacements.deviation, &mut visit.deviation[first..]);
    }
}

/// The displacements of a register of pairs, of B's box seen from A's.
struct Displacements<S: Lanes> {
    /// Along the axes of A's frame, and of A's box.
    in_tree: [S::F; 3],
    displacement: [S::F; 3],
    deviation: S::F,
    /// The square of the deviation, at least [`LEAST_SQUARE`].
    limit_sq: S::F,
    long: u32,
    long_of_leaves: u32,
}

impl<S: Lanes> Displacements<S> {
    #[inline(always)]
    fn of(
        simd: S,
        a: &Node,
        of_a: &BoxDisplacements,
        of_b: &BoxDisplacements,
        swept_frame: &SweptFrame,
        register: usize,
    ) -> Self {
        let zero = simd.splat(0.0);
        let mut in_tree = [zero; 3];
        for k in 0..3 {
            let from_b = simd.spread(&of_b.displacement[k], register);
            in_tree[k] = simd.sub(from_b, simd.repeat(&of_a.displacement[k]));
        }
        let (mut displacement, mut displacement_sq) = ([zero; 3], zero);
        for i in 0..3 {
            displacement[i] = project(simd, a, i, in_tree);
            displacement_sq = simd.mul_add(displacement[i], displacement[i], displacement_sq);
        }
        let spread = simd.add(simd.repeat(&of_a.spread), simd.spread(&of_b.spread, register));
        let deviation = simd.add(spread, simd.splat(swept_frame.deviation));
        let size = simd.add(simd.repeat(&of_a.size), simd.spread(&of_b.size, register));
        let deviation_sq = simd.mul(deviation, deviation);
        let (length_sq, size_sq) = (simd.max(displacement_sq, deviation_sq), simd.mul(size, size));
        let limit = simd.mul(size_sq, simd.splat(LONG_DISPLACEMENT * LONG_DISPLACEMENT));
        let limit_of_leaves = simd
            .mul(size_sq, simd.splat(LONG_DISPLACEMENT_OF_LEAVES * LONG_DISPLACEMENT_OF_LEAVES));
        let long = simd.greater(length_sq, limit);
        let long_of_leaves = simd.greater(length_sq, limit_of_leaves);
        let limit_sq = simd.max(deviation_sq, simd.splat(LEAST_SQUARE));
        Self { in_tree, displacement, deviation, limit_sq, long, long_of_leaves }
    }

    /// The pairs, as bits of the register, that the faces of the boxes do not show to be apart.
    #[inline(always)]
    fn near_by_faces(&self, simd: S, reach: &ReachedExtents<'_, S>) -> u32 {
        let gaps_sq = reach.face_gaps_sq(simd, Some(&self.displacement));
        !simd.greater(gaps_sq, self.limit_sq) & register_mask::<S>(0)
    }

    /// The pairs, as bits of the register, that the cross axes do not show to be apart.
    #[inline(always)]
    fn near_by_cross_axes(
        &self,
        simd: S,
        faces: &FaceAxisResult<S>,
        reach: &ReachedExtents<'_, S>,
    ) -> u32 {
        let mut pairs = simd.all_overlapping();
        for i in 0..3 {
            for j in 0..3 {
                let distance = simd.abs(reach.component(simd, &faces.t, i, j));
                let displacement = simd.abs(reach.component(simd, &self.displacement, i, j));
                let gap =
                    simd.sub(distance, simd.add(reach.along_cross_axis(simd, i, j), displacement));
                let length_sq = simd.neg_mul_add(faces.m[i][j], faces.m[i][j], simd.splat(SINE_SQ));
                let signed_square = simd.mul(gap, simd.abs(gap));
                let limit = simd.mul(length_sq, self.limit_sq);
                pairs = simd.separate(pairs, signed_square, limit);
            }
        }
        simd.overlapping(pairs)
    }
}
