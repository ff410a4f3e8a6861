//! Searches for violations of what the kernels promise, on every instruction set of this CPU:
//! the culling lemma on boxes made to touch, the leaf kernel on triangles close to contact.

use nalgebra::{Matrix3, Point3, Rotation3, Unit, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Contact, Placement, Pose, Triangle, exact_contact, exact_distance};
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Leaf, Node, Tree, TreeParts};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::boxes::frame::{QueryFrame, SLACK_PER_A, Start};
use crate::boxes::tolerance::Tolerance;
use crate::boxes::{Bounds, BoxVisits, Buffer, Kept, Meet, Overlapping, Within};
use crate::leaf::{DecideCloser, Decided, FindNearPairs, decide};

/// Rounds of a search: short, and with `OBBTREE_LONG`.
pub(crate) fn rounds(short: usize, long: usize) -> usize {
    if std::env::var_os("OBBTREE_LONG").is_some() { long } else { short }
}

/// Reproducible numbers.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.random_range(0..n)
    }

    /// In -1..1.
    pub(crate) fn real(&mut self) -> f64 {
        self.0.random_range(-1.0..1.0)
    }

    /// A power of two with an exponent in the range.
    pub(crate) fn power(&mut self, low: i32, high: i32) -> f64 {
        2.0_f64.powi(low + self.below((high - low + 1) as u64) as i32)
    }

    pub(crate) fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.real(), self.real(), self.real())
    }

    /// Any rotation; often close to one that makes edges parallel.
    pub(crate) fn rotation(&mut self) -> Matrix3<f64> {
        let axis = Unit::new_normalize(self.vector() + Vector3::repeat(1e-3));
        let angle = match self.below(4) {
            0 => 0.0,
            1 => self.real() * self.power(-30, -8),
            2 => std::f64::consts::FRAC_PI_2 + self.real() * self.power(-30, -8),
            _ => 4.0 * self.real(),
        };
        Rotation3::from_axis_angle(&axis, angle).into_inner()
    }
}

pub(crate) fn tree_of(node: Node, leaf: Leaf, radius: f64) -> Tree {
    let length = |v: [f32; 3]| v.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
    let up = |x: f64| (x as f32).next_up();
    let half = (0..4).map(|c| length([0, 1, 2].map(|a| node.half[a][c])));
    let center = (0..4).map(|c| length([0, 1, 2].map(|k| node.frame[k][3][c])));
    Tree::from_parts_unchecked(TreeParts {
        largest_half: up(half.fold(0.0, f64::max)),
        largest_center: up(center.fold(0.0, f64::max)),
        nodes: vec![node],
        leaves: vec![leaf],
        sphere_radius: radius,
        ..TreeParts::default()
    })
}

pub(crate) fn no_leaf() -> Leaf {
    Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] }
}

/// What visits keep of two nodes.
pub(crate) struct Visit<'n, V>(
    pub(crate) &'n Node,
    pub(crate) &'n Node,
    pub(crate) &'n QueryFrame,
    pub(crate) V,
);

impl<V: BoxVisits> Kernel for Visit<'_, V> {
    type Output = Kept<V::Key>;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Kept<V::Key> {
        let Self(a, b, frame, visits) = self;
        let mut buffer = Buffer::default();
        let mut survivors = buffer.begin(1);
        visits.first_phase(simd, [a, b], frame, 0, 0xffff, &mut survivors);
        let mut all = Kept { pairs: 0, keys: [V::Key::default(); 16] };
        for index in 0..survivors.len() {
            all.add(&visits.second_phase(simd, a, &survivors, index));
        }
        let in_dive = visits.full_visit(simd, [a, b], frame, 0xffff).kept;
        assert_eq!(all.pairs, in_dive.pairs, "the dive sees the same");
        all
    }
}

/// Four boxes of each side, each pair (c, c) with a corner or an edge point in common up to `f64`
/// rounding: the margin of the slack must keep all of them. In a unit, a power of two.
pub(crate) fn touching_nodes(
    random: &mut Random,
    rotation: &Matrix3<f64>,
    shift: &Vector3<f64>,
    unit: f64,
) -> [Node; 2] {
    let empty = Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::leaf(0); 4] };
    let mut nodes = [empty; 2];
    for c in 0..4 {
        let frames = [random.rotation(), random.rotation()].map(|r| r.map(|x| x as f32));
        let frames = if random.below(2) == 0 {
            // B's frame, seen from A, is A's or nearly so: cross axes degenerate.
            let near = rotation.transpose() * frames[0].map(f64::from) * random.rotation();
            [frames[0], near.map(|x| x as f32)]
        } else {
            frames
        };
        let mut reach = [Vector3::zeros(); 2];
        for side in 0..2 {
            let size = unit * random.power(-12, 0);
            for k in 0..3 {
                let flat = if random.below(3) == 0 { random.power(-24, 0) } else { 1.0 };
                nodes[side].half[k][c] = (size * flat * (1.5 + random.real())) as f32;
            }
            // A corner, or a point on an edge or a face.
            reach[side] = Vector3::from_fn(|k, _| {
                let along = if random.below(4) == 0 { random.real() } else { 1.0 };
                let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                f64::from(nodes[side].half[k][c]) * along * sign
            });
        }
        // x - c = A^-T s for the point with coordinates s in the box.
        let offset = [0, 1].map(|side| {
            let inverse =
                frames[side].map(f64::from).try_inverse().unwrap_or_else(Matrix3::identity);
            inverse.transpose() * reach[side]
        });
        let center_b = random.vector().map(|x| (unit * x) as f32);
        let in_a = rotation * (center_b.map(f64::from) + offset[1]) + shift;
        // The centre of A is rounded; what that moves is taken up by A's half sides.
        let wanted = in_a - offset[0];
        let center_a = wanted.map(|x| x as f32);
        let moved = frames[0].map(f64::from).transpose() * (wanted - center_a.map(f64::from));
        for k in 0..3 {
            for a in 0..3 {
                nodes[0].frame[k][a][c] = frames[0][(k, a)];
                nodes[1].frame[k][a][c] = frames[1][(k, a)];
            }
            nodes[0].frame[k][3][c] = center_a[k];
            nodes[1].frame[k][3][c] = center_b[k];
            let half = f64::from(nodes[0].half[k][c]) + moved[k].abs();
            nodes[0].half[k][c] = (half as f32).next_up();
        }
    }
    nodes
}

#[test]
fn boxes_that_touch_or_are_within_the_tolerance_are_never_separated() {
    let mut random = Random::new(1);
    let (mut kept, mut separated_without) = (0, 0);
    for _ in 0..100_000 {
        let mut rotation = random.rotation();
        if random.below(3) == 0 {
            // Printed matrices: orthonormal to six digits or fewer.
            let digits = [1e3, 1e5, 1e6][random.below(3) as usize];
            rotation = rotation.map(|x| (x * digits).round() / digits);
        }
        let touching = random.vector();
        if Pose::new(rotation, touching).is_err() {
            continue;
        }
        let [a, b] = touching_nodes(&mut random, &rotation, &touching, 1.0);
        // Half of the boxes are then moved apart by a tolerance, or by nearly as much.
        let tolerance = if random.below(2) == 0 { 0.0 } else { random.power(-40, 2) };
        let away = (random.vector() + Vector3::repeat(1e-3)).normalize();
        let gap = tolerance * (1.0 - f64::EPSILON) * if random.below(3) == 0 { 0.9 } else { 1.0 };
        let pose = Pose::new(rotation, touching + away * gap).expect("as before");
        let placement = Placement::new(&Pose::identity(), &pose);
        let (tree_a, tree_b) = (tree_of(a, no_leaf(), 8.0), tree_of(b, no_leaf(), 8.0));
        let Start::Fast(frame) = QueryFrame::start(&tree_a, &tree_b, &placement, tolerance) else {
            panic!("in the domain")
        };
        // A few roundings less than the tolerance: what is there for rounding matters.
        let bare = Within::of_square((tolerance * (1.0 - 1.0 / f64::from(1 << 20))).powi(2) as f32);
        let without = QueryFrame { slack: 0.0, slack_per_b: 0.0, ..frame.clone() };
        let diagonal = |bits: u32| (0..4).all(|c| bits >> (5 * c) & 1 != 0);
        for level in SimdLevel::all_available() {
            let within = Tolerance::of(tolerance, &placement).of_boxes();
            let mut pairs = level.dispatch(Visit(&a, &b, &frame, Overlapping(within))).pairs;
            let mut pairs_without =
                level.dispatch(Visit(&a, &b, &without, Overlapping(bare))).pairs;
            if tolerance == 0.0 {
                pairs &= level.dispatch(Visit(&a, &b, &frame, Overlapping(Meet))).pairs;
                pairs_without = level.dispatch(Visit(&a, &b, &without, Overlapping(Meet))).pairs;
            }
            assert!(diagonal(pairs), "{level}: {pairs:016b} {a:?} {b:?} {placement:?}");
            let bounds = level.dispatch(Visit(&a, &b, &frame, Bounds::<true>(within)));
            assert!(diagonal(bounds.pairs), "{level}: {:016b} {a:?} {b:?}", bounds.pairs);
            // The square of the tolerance bounds those of pairs that were made to be within it.
            let limit = (tolerance * Within::enlarged(placement.skew)).powi(2);
            let at_most = |c: usize| f64::from(bounds.keys[5 * c].square) <= limit;
            assert!((0..4).all(at_most), "{level}: {:?} {limit:e}", bounds.keys);
            kept += 1;
            separated_without += u32::from(!diagonal(pairs_without));
        }
    }
    // The search means something only if rounding does separate such boxes when no slack is given.
    assert!(separated_without > kept / 20, "{separated_without} of {kept}");
}

/// Sets that fuse products with sums and sets that do not keep the same pairs, but for those
/// whose gap is within the slack: by the culling lemma each rounds a gap by less than that, so
/// what one keeps, every other keeps with three times the slack.
#[test]
fn instruction_sets_differ_only_within_the_slack() {
    let mut random = Random::new(5);
    let (mut tested, mut differed) = (0, 0);
    for _ in 0..40_000 {
        let (rotation, shift) = (random.rotation(), random.vector());
        let [a, b] = touching_nodes(&mut random, &rotation, &shift, 1.0);
        // From touching to several slacks apart.
        let away = (random.vector() + Vector3::repeat(1e-3)).normalize();
        let gap = random.real().abs() * random.power(-20, -12);
        let pose = Pose::new(rotation, shift + away * gap).expect("a rotation");
        let placement = Placement::new(&Pose::identity(), &pose);
        let (tree_a, tree_b) = (tree_of(a, no_leaf(), 8.0), tree_of(b, no_leaf(), 8.0));
        let Start::Fast(frame) = QueryFrame::start(&tree_a, &tree_b, &placement, 0.0) else {
            panic!("in the domain")
        };
        let of_a = (0..4).map(|c| (0..3).map(|k| a.half[k][c]).sum()).fold(0.0, f32::max);
        let thrice = QueryFrame {
            slack: 3.0 * frame.slack + 2.5 * SLACK_PER_A * of_a,
            slack_per_b: 3.0 * frame.slack_per_b,
            ..frame.clone()
        };
        let levels = SimdLevel::all_available().into_iter();
        let kept: Vec<[u32; 2]> = levels
            .map(|level| {
                [&frame, &thrice]
                    .map(|frame| level.dispatch(Visit(&a, &b, frame, Overlapping(Meet))).pairs)
            })
            .collect();
        let (union, all) = kept.iter().fold((0, !0), |(u, all), [by, more]| (u | by, all & more));
        assert_eq!(union & !all, 0, "{kept:x?} {a:?} {b:?} {placement:?}");
        tested += 1;
        differed += u32::from(kept.iter().any(|[by, _]| *by != union));
    }
    // It means something only if sets do differ, which is rare: 8 of 20,000 were measured.
    let both_kinds = SimdLevel::by_name("avx2").is_some() || SimdLevel::by_name("neon").is_some();
    assert!(!both_kinds || differed > 5, "{differed} of {tested}");
}

/// The decision on two leaves.
pub(crate) struct Decide<'n>(pub(crate) &'n Leaf, pub(crate) &'n Leaf, pub(crate) &'n QueryFrame);

impl Kernel for Decide<'_> {
    type Output = Decided;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Decided {
        decide(simd, self.0, self.1, self.2)
    }
}

/// The leaf of four triangles, relative to an origin.
fn leaf_of(triangles: &[Triangle; 4], origin: &Vector3<f64>) -> Leaf {
    let corners = |id: u32| triangles[id as usize].map(|p| (p.coords - origin).into());
    Leaf::of(&[0, 1, 2, 3], corners)
}

/// A triangle around a point: of any size and shape, in `f32` or `f64` numbers.
fn triangle_at(random: &mut Random, middle: &Vector3<f64>, size: f64, double: bool) -> Triangle {
    let size = size * random.power(-2, 2);
    let thin = if random.below(3) == 0 { random.power(-20, 0) } else { 1.0 };
    let (u, w) = (random.vector() * size, random.vector() * size * thin);
    // Weights of the middle; often the middle is on an edge or a corner.
    let mut weight = || if random.below(8) == 0 { 0.0 } else { random.real().abs() * 0.6 };
    let first = middle - u * weight() - w * weight();
    let corners = [first, first + u, first + w];
    let number = |x: f64| if double { x } else { f64::from(x as f32) };
    corners.map(|p| Point3::from(p.map(number)))
}

/// Two leaves of triangles close to each other, placed by two poses.
pub(crate) struct NearLeaves {
    pub(crate) triangles: [[Triangle; 4]; 2],
    pub(crate) leaves: [Leaf; 2],
    /// What corners in leaves are relative to, in bodies whose numbers are not `f32`.
    pub(crate) origins: [Option<Vector3<f64>>; 2],
    pub(crate) poses: [Pose; 2],
    pub(crate) placement: Placement,
    /// About the size of the triangles.
    pub(crate) size: f64,
}

impl NearLeaves {
    /// Of any size and place; None where the random numbers make no pose.
    pub(crate) fn new(random: &mut Random, at_identity: bool) -> Option<Self> {
        let pose_b = Pose::new(random.rotation(), random.vector() * random.power(-4, 8)).ok()?;
        let pose_a = if at_identity {
            Pose::identity()
        } else {
            Pose::new(random.rotation(), random.vector()).expect("a rotation")
        };
        let placement = Placement::new(&pose_a, &pose_b);
        let doubles = [(); 2].map(|()| random.below(2) == 0);
        // Bodies in `f64` may be far from their origin.
        let far = if doubles[0] { random.power(-8, 30) } else { random.power(-8, 8) };
        let in_a = random.vector() * far;
        let size = random.power(-26, 1);
        let gap = random.vector() * size * random.power(-30, 0);
        let back = placement.rotation.try_inverse().expect("a rotation");
        let in_b = back * (in_a + gap - placement.translation);
        let triangles = [(in_a, doubles[0]), (in_b, doubles[1])]
            .map(|(middle, double)| [(); 4].map(|()| triangle_at(random, &middle, size, double)));
        // The middle of a body of any size that the triangles belong to.
        let origins = [(in_a, doubles[0]), (in_b, doubles[1])]
            .map(|(near, double)| double.then(|| near + random.vector() * random.power(-26, 8)));
        Some(Self::of(triangles, origins, [pose_a, pose_b], size))
    }

    /// These triangles; numbers of a body without an origin must be in `f32`.
    pub(crate) fn of(
        triangles: [[Triangle; 4]; 2],
        origins: [Option<Vector3<f64>>; 2],
        poses: [Pose; 2],
        size: f64,
    ) -> Self {
        let leaves = [0, 1]
            .map(|side| leaf_of(&triangles[side], &origins[side].unwrap_or_else(Vector3::zeros)));
        let placement = Placement::new(&poses[0], &poses[1]);
        Self { triangles, leaves, origins, poses, placement, size }
    }

    /// The same in another unit, a power of two, rounded to `f32` where a body is.
    pub(crate) fn in_unit(&self, unit: f64) -> Option<Self> {
        let number = |x: f64, double: bool| if double { x } else { f64::from(x as f32) };
        let triangles = [0, 1].map(|side| {
            let double = self.origins[side].is_some();
            self.triangles[side].map(|t| t.map(|p| p.map(|x| number(x * unit, double))))
        });
        let origins = self.origins.map(|origin| origin.map(|o| o * unit));
        let poses =
            self.poses.each_ref().map(|p| Pose::new(*p.rotation(), p.translation() * unit).ok());
        let [Some(a), Some(b)] = poses else { return None };
        Some(Self::of(triangles, origins, [a, b], self.size * unit))
    }

    /// Triangles of A and of B of one of the sixteen pairs.
    pub(crate) fn pair(&self, pair: usize) -> [&Triangle; 2] {
        [&self.triangles[0][pair % 4], &self.triangles[1][pair / 4]]
    }

    /// The exact distance of each of the sixteen pairs, between two neighbouring numbers.
    pub(crate) fn distances(&self) -> [[f64; 2]; 16] {
        std::array::from_fn(|pair| {
            let [a, b] = self.pair(pair);
            exact_distance(a, &self.poses[0], b, &self.poses[1])
        })
    }

    /// Near the distance of one of the pairs, from far off down to a rounding of it.
    pub(crate) fn tolerance(&self, distances: &[[f64; 2]; 16], random: &mut Random) -> f64 {
        let [lower, _] = distances[random.below(16) as usize];
        let factor = 1.0 + random.real() * random.power(-26, 0);
        if lower > 0.0 { lower * factor } else { self.size * random.power(-8, 0) }
    }

    /// What a query about them starts from, if they are in the domain of the kernels.
    pub(crate) fn frame(&self, tolerance: f64) -> Option<QueryFrame> {
        let node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        let [tree_a, tree_b] = [0, 1].map(|side| {
            let middle = self.origins[side].unwrap_or_else(Vector3::zeros);
            let corners = self.triangles[side].iter().flatten();
            let reach = corners.map(|p| (p.coords - middle).norm()).fold(0.0, f64::max);
            let tree = tree_of(node, self.leaves[side], reach * 1.01);
            if self.origins[side].is_none() {
                return tree;
            }
            Tree::from_parts_unchecked(TreeParts {
                exact: Mesh::from_soup(&self.triangles[side].map(|t| t.map(Into::into))).ok(),
                origin: middle.into(),
                sphere_center: middle.into(),
                ..tree.into_parts()
            })
        });
        match QueryFrame::start(&tree_a, &tree_b, &self.placement, tolerance) {
            Start::Fast(frame) => Some(frame),
            _ => None,
        }
    }
}

/// What kernels decided of pairs.
#[derive(Default)]
struct Tally {
    yes: u32,
    no: u32,
    unknown: u32,
}

impl Tally {
    /// Counts an answer about all pairs, which is right wherever it decides.
    fn add(
        &mut self,
        level: SimdLevel,
        near: &NearLeaves,
        answer: Decided,
        is_so: impl Fn(usize) -> bool,
    ) {
        assert_eq!((answer.pairs, answer.yes & answer.unknown), (0xffff, 0));
        for pair in (0..16).filter(|pair| answer.unknown >> pair & 1 == 0) {
            let yes = answer.yes >> pair & 1 != 0;
            assert_eq!(yes, is_so(pair), "{level}: {:?} {:?}", near.pair(pair), near.poses);
            *if yes { &mut self.yes } else { &mut self.no } += 1;
        }
        self.unknown += answer.unknown.count_ones();
    }

    /// Were all three frequent, what is unknown at least one in so many?
    fn assert_mixed(&self, unknown_one_in: u32) {
        let Self { yes, no, unknown } = *self;
        let all = yes + no + unknown;
        assert!(
            yes > all / 20 && no > all / 20 && unknown > all / unknown_one_in,
            "{yes} yes, {no} no, {unknown} unknown"
        );
    }
}

#[test]
fn the_leaf_kernel_is_so_near_contact() {
    let mut random = Random::new(2);
    let mut tally = Tally::default();
    for round in 0..6_000 {
        let Some(near) = NearLeaves::new(&mut random, round % 2 == 0) else { continue };
        let Some(frame) = near.frame(0.0) else { continue };
        let [pose_a, pose_b] = &near.poses;
        let exact: Vec<bool> = (0..16)
            .map(|pair| {
                let [a, b] = near.pair(pair);
                exact_contact(a, pose_a, b, pose_b) != Contact::Free
            })
            .collect();
        for level in SimdLevel::all_available() {
            let answer = level.dispatch(Decide(&near.leaves[0], &near.leaves[1], &frame));
            tally.add(level, &near, answer, |pair| exact[pair]);
        }
    }
    tally.assert_mixed(20);
}

#[test]
fn the_closer_kernel_is_so_near_the_tolerance() {
    let mut random = Random::new(3);
    let mut tally = Tally::default();
    for round in 0..4_000 {
        let Some(near) = NearLeaves::new(&mut random, round % 2 == 0) else { continue };
        let distances = near.distances();
        let tolerance = near.tolerance(&distances, &mut random);
        let in_frame = Tolerance::of(tolerance, &near.placement);
        let Some(frame) = near.frame(in_frame.farther) else { continue };
        for level in SimdLevel::all_available() {
            let [a, b] = &near.leaves;
            let answer = level.dispatch(DecideCloser { a, b, query: &frame, tolerance: &in_frame });
            tally.add(level, &near, answer, |pair| distances[pair][1] <= tolerance);
        }
    }
    tally.assert_mixed(50);
}

#[test]
fn the_distance_kernel_holds_the_distance_and_drops_only_what_is_farther() {
    let mut random = Random::new(4);
    let (mut dropped, mut may_meet, mut bounded) = (0_u32, 0_u32, 0_u32);
    for round in 0..4_000 {
        let Some(near) = NearLeaves::new(&mut random, round % 2 == 0) else { continue };
        let distances = near.distances();
        let [_, upper] = distances[random.below(16) as usize];
        let tolerance = if random.below(4) == 0 { f64::INFINITY } else { upper };
        let in_frame = Tolerance::of(tolerance, &near.placement);
        let Some(frame) = near.frame(0.0) else { continue };
        let longer = 1.0 + near.poses[0].skew() + 2.0 * f64::EPSILON;
        for level in SimdLevel::all_available() {
            let [a, b] = &near.leaves;
            let found = level.dispatch(FindNearPairs { a, b, query: &frame, tolerance: &in_frame });
            for pair in 0..16 {
                let [lower, upper] = distances[pair];
                let context = || format!("{level}: {:?} {:?}", near.pair(pair), near.poses);
                if found.near >> pair & 1 == 0 {
                    assert!(lower >= tolerance, "{}", context());
                    dropped += 1;
                    continue;
                }
                let (least, most) = (found.least(pair) / longer, found.most(pair) * longer);
                assert!(least <= upper && lower <= most, "{least:e} {most:e} {}", context());
                may_meet += u32::from(least == 0.0);
                bounded += u32::from(least > 0.99 * most);
            }
        }
    }
    let all = dropped + may_meet + bounded;
    assert!(
        dropped > all / 20 && may_meet > all / 20 && bounded > all / 20,
        "{dropped} dropped, {may_meet} may meet, {bounded} with close bounds"
    );
}
