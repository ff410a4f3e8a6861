//! Searches for violations of what the kernels promise where numbers underflow in `f32`: boxes
//! made to touch, at rest and on their way, and triangles close to contact, in units down to
//! the smallest subnormal number and around its roots, on every instruction set of this CPU.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{Contact, Placement, Pose, exact_contact};
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::Node;

use super::kernel_tests::{
    Decide, NearLeaves, Random, Visit, no_leaf, rounds, touching_nodes, tree_of,
};
use crate::boxes::frame::{QueryFrame, Start};
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Bounds, Meet, Overlapping, Within};
use crate::leaf::{DecideCloser, FindNearPairs};
use crate::time::swept::{Displacement, SweptPlacement};
use crate::time::swept_boxes::{SweptVisit, swept_visit};
use crate::time::swept_frame::SweptFrame;

/// From where lengths underflow to where their third powers begin to.
fn unit(random: &mut Random) -> f64 {
    random.power(-152, -20)
}

/// A direction along one, two or three axes.
fn direction(random: &mut Random) -> Vector3<f64> {
    let axes = random.below(3) as usize;
    let v = Vector3::from_fn(|k, _| if k > axes { 0.0 } else { 1e-3 + random.real().abs() });
    v.normalize()
}

fn rotation(random: &mut Random) -> Option<Matrix3<f64>> {
    let mut rotation = random.rotation();
    if random.below(3) == 0 {
        rotation = rotation.map(|x| (x * 1e5).round() / 1e5);
    }
    Pose::new(rotation, Vector3::zeros()).is_ok().then_some(rotation)
}

/// The four pairs that were made to touch.
fn has_diagonal(pairs: u32) -> bool {
    (0..4).all(|c| pairs >> (5 * c) & 1 != 0)
}

#[test]
fn tiny_boxes_that_touch_or_are_within_a_tolerance_are_kept_and_bounds_are_below() {
    let mut random = Random::new(41);
    let (mut separated, mut positive, mut tested) = (0_u32, 0_u32, 0_u32);
    for _ in 0..rounds(5_000, 2_000_000) {
        let Some(rotation) = rotation(&mut random) else { continue };
        let unit = unit(&mut random);
        let shift = random.vector() * unit;
        let [a, b] = touching_nodes(&mut random, &rotation, &shift, unit);
        let (tree_a, tree_b) =
            (tree_of(a, no_leaf(), 8.0 * unit), tree_of(b, no_leaf(), 8.0 * unit));
        // Apart by a tolerance: of their size, or far more.
        let tolerance = if random.below(3) == 0 { 0.0 } else { unit * random.power(-30, 12) };
        let gap = direction(&mut random) * (tolerance * (1.0 - 1e-12));
        let pose = Pose::new(rotation, shift + gap).expect("as before");
        let placement = Placement::new(&Pose::identity(), &pose);
        let Start::Fast(frame) = QueryFrame::start(&tree_a, &tree_b, &placement, tolerance) else {
            panic!("in the domain")
        };
        let tolerances = Tolerance::of(tolerance, &placement);
        let within = tolerances.of_boxes();
        let everything = Within::of_square(f32::INFINITY);
        for level in SimdLevel::all_available() {
            let context = || format!("{level}: {a:?} {b:?} {placement:?} {tolerance:e}");
            if tolerance == 0.0 {
                let found = level.dispatch(Visit(&a, &b, &frame, Overlapping(Meet)));
                assert!(has_diagonal(found.pairs), "{}", context());
                separated += 16 - found.pairs.count_ones();
            }
            let found = level.dispatch(Visit(&a, &b, &frame, Overlapping(within)));
            assert!(has_diagonal(found.pairs), "{}", context());
            // As keys of pairs are made while no bound is known.
            let found = level.dispatch(Visit(&a, &b, &frame, Bounds::<true>(everything)));
            for c in 0..4 {
                let least = tolerances.least_distance(found.keys[5 * c].square);
                assert!(least <= tolerance, "{least:e} {}", context());
                positive += u32::from(least > 0.0);
            }
            tested += 1;
        }
    }
    assert!(separated > tested && positive > tested / 4, "{separated} {positive} of {tested}");
}

struct SweptBoxes<'n>([&'n Node; 2], &'n QueryFrame, &'n SweptFrame);

impl Kernel for SweptBoxes<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> u32 {
        let mut visit = SweptVisit::NONE;
        swept_visit(simd, self.0, self.1, self.2, 0xffff, &mut visit);
        visit.pairs
    }
}

/// Boxes that touch at some time of the piece: without a floor for squares they were ruled out.
#[test]
fn tiny_boxes_that_touch_on_their_way_are_kept() {
    let mut random = Random::new(42);
    let (mut separated, mut tested) = (0_u32, 0_u32);
    for _ in 0..rounds(5_000, 2_000_000) {
        let Some(rotation) = rotation(&mut random) else { continue };
        // Every other one of a size where nothing underflows.
        let unit = if random.below(2) == 0 { random.power(-40, 0) } else { unit(&mut random) };
        let shift = random.vector() * unit;
        let [a, b] = touching_nodes(&mut random, &rotation, &shift, unit);
        let trees = [tree_of(a, no_leaf(), 8.0 * unit), tree_of(b, no_leaf(), 8.0 * unit)];
        // Both bodies move along one field; B besides by a vector. What touched stays together
        // in the field.
        let turning = random.power(-30, 0) * if random.below(2) == 0 { 0.0 } else { 1.0 };
        let matrix = Matrix3::from_fn(|_, _| random.real()) * turning;
        let [of_both, more] = [(); 2].map(|()| random.vector() * (unit * random.power(-12, 4)));
        let time = random.real();
        let deviation = if random.below(2) == 0 { 0.0 } else { unit * random.power(-20, 2) };
        let gap = direction(&mut random) * (deviation * (1.0 - 1e-12));
        let pose = Pose::new(rotation, shift - more * time + gap).expect("as before");
        let length = 8.0 * unit * matrix.norm() + of_both.norm() + more.norm() + unit;
        let ways = [
            Displacement { matrix, vector: of_both, most: length.into() },
            Displacement {
                matrix: matrix * rotation,
                vector: of_both + matrix * shift + more,
                most: length.into(),
            },
        ];
        let placement = Placement::new(&Pose::identity(), &pose);
        let swept = SweptPlacement { placement, ways, deviation: deviation.into(), may_wait: true };
        let swept_frame = SweptFrame::of([&trees[0], &trees[1]], &swept);
        let reach = Tolerance::of(swept.reach().get(), &swept.placement).farther;
        let Start::Fast(frame) = QueryFrame::start(&trees[0], &trees[1], &swept.placement, reach)
        else {
            panic!("in the domain")
        };
        for level in SimdLevel::all_available() {
            let pairs = level.dispatch(SweptBoxes([&a, &b], &frame, &swept_frame));
            assert!(has_diagonal(pairs), "{level}: {pairs:016b} {a:?} {b:?} {swept:?} {time}");
            separated += 16 - pairs.count_ones();
            tested += 1;
        }
    }
    assert!(separated > tested, "{separated} of {tested}");
}

/// The three leaf kernels against exact arithmetic.
#[test]
fn leaf_kernels_are_right_where_their_products_underflow() {
    let mut random = Random::new(43);
    let (mut decided, mut tested, mut bounded) = (0_u32, 0_u32, 0_u32);
    for round in 0..rounds(600, 300_000) {
        // Half of them where third and fourth powers underflow, and lanes decide some pairs.
        let unit = if random.below(2) == 0 { random.power(-24, 0) } else { unit(&mut random) };
        let near = NearLeaves::new(&mut random, round % 2 == 0);
        let Some(near) = near.and_then(|near| near.in_unit(unit)) else { continue };
        let distances = near.distances();
        let tolerance = near.tolerance(&distances, &mut random);
        let in_frame = Tolerance::of(tolerance, &near.placement);
        let Some(frame) = near.frame(in_frame.farther) else { continue };
        let [pose_a, pose_b] = &near.poses;
        let longer = 1.0 + pose_a.skew() + 2.0 * f64::EPSILON;
        let [a, b] = &near.leaves;
        let query = &frame;
        for level in SimdLevel::all_available() {
            let context =
                |pair| format!("{level}: {:?} {:?} {tolerance:e}", near.pair(pair), near.poses);
            let meet = level.dispatch(Decide(a, b, query));
            let closer = level.dispatch(DecideCloser { a, b, query, tolerance: &in_frame });
            let found = level.dispatch(FindNearPairs { a, b, query, tolerance: &in_frame });
            for pair in 0..16 {
                let is = |bits: u32| bits >> pair & 1 != 0;
                if !is(meet.unknown) {
                    let [of_a, of_b] = near.pair(pair);
                    let exact = exact_contact(of_a, pose_a, of_b, pose_b) != Contact::Free;
                    assert_eq!(is(meet.yes), exact, "{}", context(pair));
                    decided += 1;
                }
                let [lower, upper] = distances[pair];
                if !is(closer.unknown) {
                    assert_eq!(is(closer.yes), upper <= tolerance, "{}", context(pair));
                    decided += 1;
                }
                if is(found.near) {
                    let (least, most) = (found.least(pair) / longer, found.most(pair) * longer);
                    assert!(
                        least <= upper && lower <= most,
                        "{least:e} {most:e} {}",
                        context(pair)
                    );
                    bounded += u32::from(least > 0.0);
                } else {
                    assert!(lower >= tolerance, "{}", context(pair));
                }
                tested += 1;
            }
        }
    }
    assert!(decided > tested / 20 && bounded > tested / 50, "{decided} {bounded} of {tested}");
}
