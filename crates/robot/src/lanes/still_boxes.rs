//! The boxes of all that stands still, sixteen at a time, beside the sphere of one configuration's
//! item: long and flat things have spheres that are near everything.
//!
//! *Lemma.* An item and what is left out are farther apart than the sum of the sphere's radius and
//! the margin. With `A` the box's axes as they are rounded, all points `x` of it have
//! `|a_k . (x - c)|` at most its half side, so the vector of what `|a_k . (p - c)|` is beyond these
//! is no longer than `|A| |p - x|`, and `|A|` is at most `1 + 2^-22`. With `S` the largest sum of
//! the sizes of three coordinates, and `u = 2^-24`: the sphere's middle is rounded once, as are
//! differences, together by `3 u S`; products with an axis and their sums round by `5 u` of at
//! most `2 S`. So each `a_k . (p - c)` is off by less than `14 u S`, the vector of what is beyond
//! by less than `25 u S`, and [`SLACK`]` S` is more. How far the item itself is off where its box
//! is placed (`chain`, what cancels) is in its half sides. A difference from a half side, squares,
//! sums and products, and `|A|`, are off by less than 2^-19 of themselves, which
//! [`SQUARE_REL_ERR`] bounds. Underflow is that of spheres (`state/sphere_soa`). Where a number is
//! not finite no comparison is true, and nothing is left out. *End.*
//!
//! Checked by Gappa (`tests/proofs/still_boxes.gappa`).

use obbtree_predicates::{UpperBound, round_up_f32};
use obbtree_simd::Lanes;

use super::block::LANES;
use super::broad::Boxes;
use super::node::{NO_ITEM, Node};

/// Of the largest sum of coordinates.
const SLACK: f32 = 1.0 / (1 << 19) as f32;
/// For the square of a reach.
const SQUARE_REL_ERR: f32 = 1.0 + 1.0 / (1 << 18) as f32;

/// By item, sixteen at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct StillBoxes {
    blocks: Vec<Option<Boxes>>,
    /// The largest sum of coordinates.
    largest: f32,
}

impl StillBoxes {
    /// `off`: how far each item is off where its node is placed.
    pub(super) fn of(still: &[Node], off: &[UpperBound]) -> Self {
        let (mut blocks, mut largest) = (vec![None; off.len().div_ceil(LANES)], 0.0_f32);
        for node in still.iter().filter(|node| node.item != NO_ITEM) {
            let item = node.item as usize;
            let boxes = blocks[item / LANES].get_or_insert(Boxes::NONE);
            let off = round_up_f32(off[item].get());
            let outer = node.outer.map(|side| (side + off).next_up());
            boxes.set(item % LANES, node.item, &Node { outer, ..*node });
            let sum = node.center.iter().map(|x| x.abs()).sum::<f32>();
            largest = if sum < f32::INFINITY { largest.max(sum) } else { f32::INFINITY };
        }
        Self { blocks, largest }
    }

    /// What is added to radii, besides what spheres add: `largest` is that of the spheres.
    #[inline(always)]
    pub(crate) fn slack(&self, largest: f32) -> f32 {
        SLACK * largest.max(self.largest)
    }

    /// Of sixteen items, those of a register that are certainly farther from a sphere than some
    /// lengths, their margins.
    #[inline(always)]
    pub(crate) fn apart<S: Lanes>(
        &self,
        simd: S,
        (block, first): (usize, usize),
        at: [S::F; 3],
        reach: S::F,
    ) -> u32 {
        let Some(boxes) = &self.blocks[block] else { return 0 };
        let limit = simd.mul(simd.mul(reach, reach), simd.splat(SQUARE_REL_ERR));
        simd.greater(boxes.dist_sq(simd, at, first), limit)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Rotation3, Vector3};
    use obbtree_predicates::UpperBound;
    use obbtree_simd::{Kernel, Lanes, SimdLevel};

    use super::{LANES, StillBoxes};
    use crate::lanes::node::Node;
    use crate::random::Random;

    struct Apart<'b> {
        boxes: &'b StillBoxes,
        at: [f32; 3],
        reach: f32,
    }

    impl Kernel for Apart<'_> {
        type Output = u32;

        #[inline(always)]
        fn run<S: Lanes>(self, simd: S) -> u32 {
            let Self { boxes, at, reach } = self;
            let slack = boxes.slack(at.iter().map(|x| x.abs()).sum());
            let (at, reach) = (three!(k => simd.splat(at[k])), simd.splat(reach + slack));
            let registers = (0..LANES).step_by(S::WIDTH);
            registers.fold(0, |all, first| all | boxes.apart(simd, (1, first), at, reach) << first)
        }
    }

    /// Spheres that reach a point of a box, and no farther; and others that do not by a little.
    #[test]
    fn what_a_sphere_reaches_is_never_left_out() {
        let mut random = Random(3);
        let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
        let (mut left_out, mut all) = (0, 0);
        for case in 0..20_000 {
            let size = [1.0, 1e-3, 1e-12, 1e6, 1e15][case % 5];
            let away = [1.0, 0.0, 100.0][case % 3] * size;
            let turn = Rotation3::new(Vector3::from_fn(|_, _| number(3.0)));
            let axes = turn.matrix().transpose().map(|x| x as f32);
            let node = Node {
                center: [0; 3].map(|_| number(away) as f32),
                axes: [0, 1, 2].map(|a| [0, 1, 2].map(|k| axes[(a, k)])),
                outer: [0; 3].map(|_| number(size).abs() as f32 * [1.0, 1e-4][case % 2]),
                item: 16 + (case % 16) as u32,
                ..Node::EMPTY
            };
            let boxes = StillBoxes::of(&[Node::EMPTY, node], &[UpperBound::ZERO; 40]);
            // A point of its surface, and one from there along the normal.
            let back: Matrix3<f64> = axes.cast::<f64>().try_inverse().expect("nearly a rotation");
            let mut along = Vector3::from_fn(|k, _| number(f64::from(node.outer[k])));
            along[case % 3] = f64::from(node.outer[case % 3]);
            let on_box = Vector3::from(node.center.map(f64::from)) + back * along;
            let outwards = axes.cast::<f64>().transpose().column(case % 3).normalize();
            let gap = f64::from(number(size).abs() as f32);
            let place = |gap: f64| (on_box + outwards * gap).map(|x| x as f32).into();
            let bit = 1 << (case % 16);
            for level in SimdLevel::all_available() {
                let apart = |at, reach| level.dispatch(Apart { boxes: &boxes, at, reach });
                assert_eq!(apart(place(gap), (gap as f32).next_up()) & bit, 0, "{case} {node:?}");
                let beyond = apart(place(gap * (1.0 + 1e-4)), gap as f32);
                assert_eq!(beyond & !bit, 0, "where no box is nothing is left out");
                left_out += beyond.count_ones();
                all += 1;
            }
        }
        assert!(left_out > all / 2, "{left_out} of {all}");
    }

    #[test]
    fn numbers_that_are_not_finite_leave_nothing_out() {
        let node = Node { item: 16, ..Node::EMPTY };
        let boxes = StillBoxes::of(&[node], &[UpperBound::ZERO; 40]);
        let apart = |at, reach| SimdLevel::detect().dispatch(Apart { boxes: &boxes, at, reach });
        assert_eq!(apart([9.0; 3], 1.0), 1);
        assert_eq!(apart([f32::NAN; 3], 1.0), 0);
        assert_eq!(apart([f32::INFINITY; 3], 1.0), 0);
        assert_eq!(apart([9.0; 3], f32::INFINITY), 0);
    }
}
