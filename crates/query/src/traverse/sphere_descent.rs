//! The first steps of a search where one body is much larger: the larger tree alone is descended,
//! against a sphere around the other body.
//!
//! A box that is much larger than the sphere meets it about as often as the body in it, and four
//! boxes against a sphere take a fifth of the time of a visit, which waits for what the visit
//! before it has kept.

use obbtree_simd::Lanes;
use obbtree_tree::wide::{Child, Node, Tree};

use super::node_copies::{NodeCopies, fetch};
use super::relevance_sphere::RelevanceSphere;
use super::tally::Tally;
use crate::boxes::frame::ROUNDOFF_F32;
use crate::boxes::project;
use crate::sides::{ROOT, node_of, places_waiting, whole_node};

/// A box is descended further against the sphere if the square of its half diagonal is more than
/// this times that of the radius. Measured (75 sets of a small body against a large one,
/// geometric mean of times without the sphere over times with it, `any` and `all`): 1: 1.26 and
/// 1.17; 2: 1.28 and 1.19; 4: 1.28 and 1.20.
const MUCH_LARGER_SQ: f32 = 4.0;

/// What is added to the radius, in roundoffs of the largest half diagonal and of how far away
/// the sphere is; what that is multiplied with, and its square again.
const PER_HALF: f64 = 64.0;
const PER_AWAY: f64 = 16.0;
const ENLARGED: f64 = 1.0 + 1.0 / 4096.0;

/// 2^-120, added to the square of the limit, for underflow.
const UNDERFLOW: f32 = f32::from_bits((127 - 120) << 23);

/// The boxes of a node, as bits.
const FOUR: u32 = 0xf;

/// The sphere in `f32`, with margins.
///
/// # Lemma
///
/// [`SphereF32::near`] keeps each box that holds a point `x` of the [`RelevanceSphere`] with
/// centre `b` and radius `r`.
///
/// *Proof.* Let the box have the axes `A`, the centre `c` and the half sides `e`, all exact
/// `f32` numbers; `u` is half an ulp of one. Then `A^T (b - c) = A^T (x - c) + A^T (b - x)`,
/// where the components of the first part are at most `e` and the second is at most
/// `(1 + 6u) r` long. So is the vector of what the components of `t = A^T (b - c)` exceed `e`
/// by. Computed are `b` to within `u |b|`, `d = b - c` to within `u |d|` more, and `t` to
/// within `6u |d|`, where `|d|` is at most `r + (1 + 6u) |e|`: in all less than
/// `2u |b| + 8u (r + |e|)`. Differences, squares and sums then round by less than `5u` of the
/// length. The limit is the square of `(1 + 2^-12) (r + 2^-18 h + 2^-20 |b|)`, `h` the largest
/// `|e|` of the tree, and [`UNDERFLOW`] for what underflows: a component of `t` is then off by
/// less than `2^-121`, which changes the square by at most 2^-13 of it and `2^-228`; squares
/// that underflow are rounded up by `2^-150` each. *End.*
///
/// Checked by Gappa (`tests/proofs/near_sphere.gappa`): these sums. By hand: the geometry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereF32 {
    center: [f32; 3],
    /// The largest square of a distance that is near.
    limit_sq: f32,
    /// Squares of half diagonals above this are of boxes much larger than the sphere.
    much_larger_sq: f32,
}

/// What is near the sphere of a node's four boxes, as bits of four.
struct NearBoxes {
    /// Further nodes, whose boxes are much larger than the sphere.
    deeper: u32,
    /// All others.
    here: u32,
    /// The squares of the distances of the centres.
    order: [f32; 16],
}

impl SphereF32 {
    /// None where all is near.
    pub(crate) fn of(tree: &Tree, near: &RelevanceSphere) -> Option<Self> {
        let RelevanceSphere { center, radius } = *near;
        let away = center[0].abs() + center[1].abs() + center[2].abs();
        let margin =
            f64::from(ROUNDOFF_F32) * (PER_HALF * f64::from(tree.largest_half()) + PER_AWAY * away);
        let limit = ((radius + margin) * ENLARGED) as f32;
        let sphere = Self {
            center: center.map(|x| x as f32),
            limit_sq: limit * limit * ENLARGED as f32 + UNDERFLOW,
            much_larger_sq: MUCH_LARGER_SQ * limit * limit,
        };
        // Written so that NaN is no sphere.
        (sphere.limit_sq < f32::MAX && away < f64::from(f32::MAX)).then_some(sphere)
    }

    /// Descends a tree from its root, near centres first, and calls back with the sides where the
    /// other body takes over: nodes with those of their places that are near and not much larger
    /// than the sphere.
    #[inline(always)]
    pub(crate) fn descend<S: Lanes>(
        &self,
        simd: S,
        tree: &Tree,
        copies: &mut NodeCopies,
        waiting: &mut Vec<u32>,
        tally: &mut impl Tally,
        mut takes_over: impl FnMut(u32),
    ) {
        waiting.clear();
        waiting.push(ROOT);
        while let Some(side) = waiting.pop() {
            let node = fetch(tree, copies, 0, node_of(side));
            tally.visit(4);
            let NearBoxes { mut deeper, here, order } = self.near(simd, node);
            if here != 0 {
                takes_over(places_waiting(side, here));
            }
            // The farthest first, as the last is taken next.
            while deeper != 0 {
                let mut farthest = deeper.trailing_zeros() as usize;
                for c in 0..4 {
                    let is_farther = deeper >> c & 1 != 0 && order[c] > order[farthest];
                    farthest = if is_farther { c } else { farthest };
                }
                deeper &= !(1 << farthest);
                waiting.push(whole_node(node.child[farthest].bits()));
            }
        }
    }

    /// Of a node's boxes, those that are near.
    #[inline(always)]
    fn near<S: Lanes>(&self, simd: S, node: &Node) -> NearBoxes {
        let zero = simd.splat(0.0);
        let mut away = [zero; 3];
        let mut order = zero;
        for k in 0..3 {
            away[k] = simd.sub(simd.splat(self.center[k]), simd.repeat(&node.frame[k][3]));
            order = simd.mul_add(away[k], away[k], order);
        }
        let (mut gap_sq, mut half_sq) = (zero, zero);
        for i in 0..3 {
            let half = simd.repeat(&node.half[i]);
            let along = project(simd, node, i, away);
            let gap = simd.max(simd.sub(simd.abs(along), half), zero);
            gap_sq = simd.mul_add(gap, gap, gap_sq);
            half_sq = simd.mul_add(half, half, half_sq);
        }
        let far = simd.greater(gap_sq, simd.splat(self.limit_sq));
        let large = simd.greater(half_sq, simd.splat(self.much_larger_sq));
        let [leaves, empty] = simd.tops_and_ones(&node.child.map(Child::bits));
        let near = FOUR & !(far | empty);
        let deeper = near & large & !leaves;
        let mut orders = [0.0; 16];
        simd.store(order, &mut orders);
        NearBoxes { deeper, here: near & !deeper, order: orders }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use obbtree_simd::{Kernel, SimdLevel};
    use obbtree_tree::wide::TreeParts;

    use super::*;
    use crate::wide::kernel_tests::Random;

    struct Near<'n>(SphereF32, &'n Node);

    impl Kernel for Near<'_> {
        type Output = u32;

        #[inline(always)]
        fn run<S: Lanes>(self, simd: S) -> u32 {
            let NearBoxes { deeper, here, .. } = self.0.near(simd, self.1);
            assert_eq!(deeper & here, 0, "each box goes one way");
            deeper | here
        }
    }

    /// Four boxes, each with a point as far from a sphere's centre as a number says: a corner, or
    /// a point of an edge or a face that looks at the sphere. In a unit, a power of two.
    fn boxes_at(random: &mut Random, near: &RelevanceSphere, away: f64, unit: f64) -> Node {
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::leaf(0); 4] };
        for c in 0..4 {
            let frame = random.rotation().map(|x| x as f32);
            let size = unit * random.power(-12, 0);
            let half = Vector3::from_fn(|_, _| {
                let flat = if random.below(3) == 0 { random.power(-24, 0) } else { 1.0 };
                size * flat * (1.5 + random.real())
            });
            // From the nearest point, in the box's own axes, to the sphere: outwards along each
            // side where it is at its end.
            let mut outwards = random.vector();
            let mut point = Vector3::zeros();
            for a in 0..3 {
                if a > 0 && random.below(3) == 0 {
                    (point[a], outwards[a]) = (half[a] * random.real(), 0.0);
                } else {
                    point[a] = half[a] * outwards[a].signum();
                }
            }
            let transposed = frame.map(f64::from).transpose();
            let own = transposed.try_inverse().expect("nearly a rotation");
            let outwards = (own * outwards).try_normalize(1e-9).unwrap_or_else(Vector3::zeros);
            let wanted = Vector3::from(near.center) - away * outwards - own * point;
            let center = wanted.map(|x| x as f32);
            // What rounding the centre moves is taken up by the half sides.
            let moved = transposed * (wanted - center.map(f64::from));
            for k in 0..3 {
                for a in 0..3 {
                    node.frame[k][a][c] = frame[(k, a)];
                }
                node.frame[k][3][c] = center[k];
                node.half[k][c] = ((half[k] + moved[k].abs()) as f32).next_up();
            }
        }
        node
    }

    fn tree_around(node: Node) -> Tree {
        let [largest_half, largest_center] = obbtree_tree::wide::largest_box(&[node]);
        Tree::from_parts_unchecked(TreeParts {
            nodes: vec![node],
            largest_half,
            largest_center,
            ..TreeParts::default()
        })
    }

    #[test]
    fn boxes_that_touch_the_ball_are_kept_and_others_are_not() {
        let random = &mut Random::new(20);
        let [mut kept, mut tested] = [0_u32; 2];
        for _ in 0..2000 {
            let far = random.power(-4, 6);
            let center = (random.vector() * far).into();
            let near = RelevanceSphere { center, radius: random.power(-20, 2) };
            for level in SimdLevel::all_available() {
                let touching = boxes_at(random, &near, near.radius, 1.0);
                let sphere = SphereF32::of(&tree_around(touching), &near).expect("a sphere");
                assert_eq!(level.dispatch(Near(sphere, &touching)), FOUR, "{near:?} {touching:?}");
                // Beyond the margin: 2^-18 of the largest half side, 2^-20 of where the sphere is,
                // 2^-12 of its radius.
                let beyond = near.radius * 1.001 + 1e-4 + 1e-5 * far;
                let apart = boxes_at(random, &near, beyond, 1.0);
                let sphere = SphereF32::of(&tree_around(apart), &near).expect("a sphere");
                kept += level.dispatch(Near(sphere, &apart)).count_ones();
                tested += 4;
            }
        }
        assert_eq!(kept, 0, "of {tested}");
    }

    /// At all scales where squares or products underflow in `f32`.
    #[test]
    fn tiny_boxes_that_touch_the_ball_are_kept() {
        let random = &mut Random::new(21);
        let long = std::env::var_os("OBBTREE_LONG").is_some();
        for _ in 0..if long { 200_000 } else { 4000 } {
            let unit = random.power(-150, -20);
            let center = (random.vector() * random.power(-4, 6) * unit).into();
            let near = RelevanceSphere { center, radius: unit * random.power(-20, 2) };
            let touching = boxes_at(random, &near, near.radius, unit);
            let sphere = SphereF32::of(&tree_around(touching), &near).expect("a sphere");
            for level in SimdLevel::all_available() {
                assert_eq!(level.dispatch(Near(sphere, &touching)), FOUR, "{near:?} {touching:?}");
            }
        }
    }

    #[test]
    fn where_all_is_near_there_is_no_sphere() {
        let near = RelevanceSphere { center: [0.0; 3], radius: 1.0 };
        let node = boxes_at(&mut Random::new(1), &near, 1.0, 1.0);
        assert!(SphereF32::of(&tree_around(node), &RelevanceSphere::EVERYWHERE).is_none());
    }
}
