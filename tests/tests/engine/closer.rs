//! Closer than a tolerance: triangle against triangle, at tolerances down to the last bit around
//! the distance that the rational referee proves.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{
    Placement, Pose, Stages, Triangle, exact_closer, exact_distance, triangles_closer,
    triangles_meet,
};
use obbtree_referee::{self as referee, BigRational};
use obbtree_tests::is_long;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{CORNER_ORDERS, about_a_point, in_body_frame, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Two triangles, each in its own body's frame, and where their bodies are.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) a: Triangle,
    pub(super) pose_a: Pose,
    pub(super) b: Triangle,
    pub(super) pose_b: Pose,
}

impl Pair {
    fn squared_distance(&self) -> BigRational {
        referee::squared_distance(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    fn distance(&self) -> [f64; 2] {
        exact_distance(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    /// The answer of every way to ask, which must be one.
    fn closer(&self, tolerance: f64, random: &mut Pcg64Mcg, stages: &mut Stages) -> bool {
        let Self { pose_a, pose_b, .. } = self;
        let mut order = || CORNER_ORDERS[random.random_range(0..CORNER_ORDERS.len())];
        let (a, b) = (order().map(|i| self.a[i]), order().map(|j| self.b[j]));
        let closer = exact_closer(&a, pose_a, &b, pose_b, tolerance);
        let placement = Placement::new(pose_a, pose_b);
        let swapped = Placement::new(pose_b, pose_a);
        let context = || format!("{self:?} {tolerance:e}");
        assert_eq!(
            triangles_closer(&a, &b, &placement, tolerance, stages),
            closer,
            "{}",
            context()
        );
        assert_eq!(triangles_closer(&b, &a, &swapped, tolerance, stages), closer, "{}", context());
        closer
    }
}

/// A rotation up to rounding, as programs print it, or nearly as far off as a pose may be.
fn rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let exact = Rotation3::new(vector(random) * 3.0).into_inner();
    let off = [0.0, 0.0, 2e-7, 1e-5][random.random_range(0..4)];
    exact + Matrix3::from_fn(|_, _| random.random_range(-1.0..1.0) * off)
}

/// A quarter turn or none: entries 0, 1 and -1.
fn quarter_turn(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let turn = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let other = Matrix3::new(0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0);
    (0..random.random_range(0..3)).fold(Matrix3::identity(), |product, _| product * turn * other)
}

/// Corners on a small grid, moved apart by whole steps: full of ties, of parallel edges and planes,
/// and of triangles without area.
fn on_grid(random: &mut Pcg64Mcg, unit: f64) -> Pair {
    let mut whole = |n: i32| Vector3::from([0; 3].map(|_| f64::from(random.random_range(0..n))));
    let [a, b] = [(); 2].map(|()| [(); 3].map(|()| Point3::from(whole(4) * unit)));
    let (apart, far) = (whole(6), whole(1000));
    let mut pose = |t: Vector3<f64>| {
        Pose::new(quarter_turn(random), t * unit).expect("a rotation and a small translation")
    };
    Pair { a, b, pose_a: pose(far), pose_b: pose(far + apart) }
}

/// A triangle around a common point of both, which is inside, on an edge or at a corner, sometimes
/// thin, small or without area.
fn shape(random: &mut Pcg64Mcg) -> [Vector3<f64>; 3] {
    let size = 2.0_f64.powi([0, 0, 0, -10, -20][random.random_range(0..5)]);
    let mut t = [(); 3].map(|()| vector(random) * size);
    let along = random.random_range(-0.5..1.5);
    match random.random_range(0..12) {
        0..=1 => t[2] = t[0] + (t[1] - t[0]) * along + (t[2] - t[0]) * 2.0_f64.powi(-20),
        2 => t[2] = t[0],
        3 => t = [t[0]; 3],
        _ => {}
    }
    about_a_point(random, t)
}

/// Two shapes moved apart from contact by anything between nothing and a thousand sizes, with two
/// general poses.
fn around_contact(random: &mut Pcg64Mcg, unit: f64) -> Pair {
    let (a, mut b) = (shape(random), shape(random));
    let (u, v) = (a[1] - a[0], a[2] - a[0]);
    let mut away = vector(random);
    match random.random_range(0..8) {
        // In A's plane, up to rounding, and moved within it or out of it.
        0 => {
            b = b.map(|corner| u * corner.x + v * corner.y);
            away = u * away.x + v * away.y;
        }
        1 => {
            b = b.map(|corner| u * corner.x + v * corner.y);
            away = u.cross(&v);
        }
        // An edge parallel to one of A's.
        2 => b[1] = b[0] + u * random.random_range(-2.0..2.0),
        // Equal shapes, and some corners in common.
        3 => b = a,
        4 => b = [a[0], a[1], b[2]],
        _ => {}
    }
    let gap = match random.random_range(0..40) {
        0..3 => 0.0,
        k => 2.0_f64.powi(13 - k),
    };
    let far = [0.0, 1.0, 1e3][random.random_range(0..3)];
    let place = vector(random) * far;
    let mut body = |corners: [Vector3<f64>; 3]| {
        let (r, t) = if random.random_range(0..6) == 0 {
            (Matrix3::identity(), Vector3::zeros())
        } else {
            (rotation(random), vector(random) * far)
        };
        in_body_frame(corners.map(|corner| corner + place), r, t, unit)
    };
    let (a, pose_a) = body(a);
    let (b, pose_b) = body(b.map(|corner| corner + away * gap));
    Pair { a, pose_a, b, pose_b }
}

/// Any of the above, in any unit.
pub(super) fn awkward(random: &mut Pcg64Mcg) -> Pair {
    let exponent = match random.random_range(0..8) {
        0..3 => 0,
        3 => [-1000, 235][random.random_range(0..2)],
        _ => random.random_range(-120..=120),
    };
    let unit = 2.0_f64.powi(exponent);
    if random.random_range(0..4) == 0 {
        on_grid(random, unit)
    } else {
        around_contact(random, unit)
    }
}

/// The largest number whose square is at most this, and the smallest whose square is at least this.
fn around_root(squared: &BigRational) -> [f64; 2] {
    let (numerator, denominator) = (squared.numer(), squared.denom());
    if numerator.bits() == 0 {
        return [0.0; 2];
    }
    // The leading bits of both, so that neither is out of range.
    let leading = |bits: u64| (bits.max(64) - 64) / 2 * 2;
    let (n, d) = (leading(numerator.bits()), leading(denominator.bits()));
    let quotient = to_f64(&(numerator >> n)) / to_f64(&(denominator >> d));
    let half = (n as i32 - d as i32) / 2;
    let mut lower = quotient.sqrt() * 2.0_f64.powi(half / 2) * 2.0_f64.powi(half - half / 2);
    while square(lower) > *squared {
        lower = lower.next_down();
    }
    while square(lower.next_up()) <= *squared {
        lower = lower.next_up();
    }
    [lower, if square(lower) == *squared { lower } else { lower.next_up() }]
}

fn to_f64(whole: &num_bigint::BigInt) -> f64 {
    num_traits::ToPrimitive::to_f64(whole).expect("in range")
}

/// The numbers around the distance, and one a little farther off.
fn tolerances([lower, upper]: [f64; 2], random: &mut Pcg64Mcg) -> [f64; 5] {
    let off = 2.0_f64.powi(-random.random_range(1..53));
    let near = lower * if random.random() { 1.0 + off } else { 1.0 - off };
    [lower, upper, lower.next_down().max(0.0), upper.next_up(), near]
}

#[test]
fn answers_around_the_distance_are_the_referees() {
    let pairs = if is_long() { 200_000 } else { 5_000 };
    let mut random = random(101);
    let mut stages = Stages::default();
    let (mut questions, mut hits, mut meeting, mut exactly) = (0, 0, 0, 0);
    for _ in 0..pairs {
        let pair = awkward(&mut random);
        let squared = pair.squared_distance();
        let around = around_root(&squared);
        assert_eq!(pair.distance(), around, "{pair:?}");
        meeting += usize::from(around[1] == 0.0);
        exactly += usize::from(around[0] == around[1]);
        for tolerance in tolerances(around, &mut random) {
            let expected = square(tolerance) >= squared;
            let found = pair.closer(tolerance, &mut random, &mut stages);
            assert_eq!(found, expected, "{pair:?} {tolerance:e}");
            hits += usize::from(expected);
            questions += 1;
        }
    }
    eprintln!(
        "{questions} questions, {hits} closer, {meeting} of {pairs} pairs meet, the distance of \
         {exactly} is an f64, {stages:?}"
    );
    assert!((questions * 3 / 10..questions * 7 / 10).contains(&hits));
    assert!(meeting < pairs / 2 && exactly - meeting > pairs / 50);
}

/// Where the filter says something, exact arithmetic says the same, from either body's frame.
#[test]
fn the_filter_is_never_wrong_around_the_distance() {
    let pairs = if is_long() { 500_000 } else { 20_000 };
    let mut random = random(102);
    let mut stages = Stages::default();
    let (mut questions, mut hits) = (0, 0);
    for _ in 0..pairs {
        let pair = awkward(&mut random);
        let [lower, upper] = pair.distance();
        for _ in 0..2 {
            let off = 2.0_f64.powi(-random.random_range(1..60));
            let tolerance = if random.random() { upper * (1.0 + off) } else { lower * (1.0 - off) };
            let found = pair.closer(tolerance, &mut random, &mut stages);
            assert!(tolerance < upper || found);
            assert!(tolerance > lower || !found || lower == upper);
            hits += usize::from(found);
            questions += 1;
        }
    }
    eprintln!("{questions} questions, {hits} closer, {stages:?}");
    assert!((questions * 3 / 10..questions * 7 / 10).contains(&hits));
    assert!([stages.filter, stages.exact()].iter().all(|&n| n > stages.total() / 10));
}

/// Pairs and tolerances as they come: the filter decides.
#[test]
fn ordinary_pairs_seldom_reach_exact_arithmetic() {
    let pairs = if is_long() { 10_000_000 } else { 300_000 };
    let mut random = random(103);
    let mut stages = Stages::default();
    let mut hits = 0;
    for _ in 0..pairs {
        let mut pose =
            || Pose::new(rotation(&mut random), vector(&mut random)).expect("close to a rotation");
        let placement = Placement::new(&pose(), &pose());
        let [a, b] = [(); 2].map(|()| [(); 3].map(|()| Point3::from(vector(&mut random))));
        let tolerance = random.random_range(0.0..1.0);
        let found = triangles_closer(&a, &b, &placement, tolerance, &mut stages);
        hits += usize::from(found);
    }
    eprintln!("{pairs} pairs, {hits} closer, {stages:?}");
    assert!((pairs * 3 / 10..pairs * 7 / 10).contains(&hits), "{hits} of {pairs} closer");
    assert!(stages.exact() <= stages.total() / 100_000, "{stages:?}");
}

#[test]
fn no_tolerance_is_the_question_whether_they_meet() {
    let mut random = random(104);
    let mut stages = Stages::default();
    let mut hits = 0;
    let pairs = 20_000;
    for _ in 0..pairs {
        let pair = awkward(&mut random);
        let placement = Placement::new(&pair.pose_a, &pair.pose_b);
        let meet = triangles_meet(&pair.a, &pair.b, &placement, &mut stages);
        assert_eq!(pair.closer(0.0, &mut random, &mut stages), meet);
        assert_eq!(pair.closer(-0.0, &mut random, &mut stages), meet);
        assert!(!pair.closer(-1.0, &mut random, &mut stages));
        assert!(!pair.closer(f64::NAN, &mut random, &mut stages));
        assert!(pair.closer(f64::MAX, &mut random, &mut stages));
        assert!(pair.closer(f64::INFINITY, &mut random, &mut stages));
        hits += usize::from(meet);
    }
    assert!((pairs / 10..pairs * 7 / 10).contains(&hits), "{hits} of {pairs} meet");
}

/// The numbers of one question may be as different as `f64` numbers are.
#[test]
fn any_exponents_end_with_the_referees_answer() {
    let mut random = random(105);
    let mut stages = Stages::default();
    let (mut questions, mut hits) = (0, 0);
    for _ in 0..if is_long() { 5_000 } else { 400 } {
        let mut number = || {
            let exponent = [-1074, -600, -300, -1, 0, 240][random.random_range(0..6)];
            f64::from(random.random_range(-4..5)) * 2.0_f64.powi(exponent)
        };
        let [a, b] = [(); 2].map(|()| [(); 3].map(|()| Point3::from([(); 3].map(|()| number()))));
        let t = [(); 3].map(|()| number());
        let pose_a = Pose::new(rotation(&mut random), t.into()).expect("close to a rotation");
        let pair = Pair { a, b, pose_a, pose_b: Pose::identity() };
        let squared = pair.squared_distance();
        let around = around_root(&squared);
        assert_eq!(pair.distance(), around, "{pair:?}");
        let others = [5e-324, 1e-300, 1e-150, 1.0, 1e75];
        for tolerance in tolerances(around, &mut random).into_iter().chain(others) {
            let found = pair.closer(tolerance, &mut random, &mut stages);
            assert_eq!(found, square(tolerance) >= squared, "{pair:?} {tolerance:e}");
            hits += usize::from(found);
            questions += 1;
        }
    }
    eprintln!("{questions} questions, {hits} closer, {stages:?}");
    assert!((questions * 3 / 10..questions * 7 / 10).contains(&hits), "{hits} of {questions}");
}

/// The referee's own sweep over two meshes skips nothing that matters, and the triangles' answers
/// make up the meshes'.
#[test]
fn meshes_are_as_far_apart_as_their_closest_triangles() {
    let mut random = random(106);
    let mut stages = Stages::default();
    let (mut hits, mut questions) = (0, 0);
    for round in 0..if is_long() { 200 } else { 12 } {
        let mut mesh = |count| {
            let triangles: Vec<[[f64; 3]; 3]> = (0..count)
                .map(|_| {
                    let place = vector(&mut random);
                    [(); 3].map(|()| (place + vector(&mut random) * 0.3).into())
                })
                .collect();
            Mesh::from_soup(&triangles).expect("finite triangles")
        };
        let (a, b) = (mesh(12), mesh(9));
        let apart = Vector3::x() * f64::from(round % 4);
        let pose_a = Pose::new(rotation(&mut random), vector(&mut random)).expect("a rotation");
        let t = pose_a.translation() + apart;
        let pose_b = Pose::new(rotation(&mut random), t).expect("a rotation");

        let pairs = || a.corners().flat_map(|of_a| b.corners().map(move |of_b| (of_a, of_b)));
        let squared = pairs()
            .map(|(of_a, of_b)| referee::squared_distance(&of_a, &pose_a, &of_b, &pose_b))
            .min()
            .expect("triangles");
        let swept = referee::mesh_squared_distance(&a, &pose_a, &b, &pose_b);
        assert_eq!(swept.as_ref(), Some(&squared));

        let placement = Placement::new(&pose_a, &pose_b);
        for tolerance in tolerances(around_root(&squared), &mut random) {
            let expected = square(tolerance) >= squared;
            assert_eq!(referee::mesh_closer(&a, &pose_a, &b, &pose_b, tolerance), expected);
            let found = pairs().any(|(of_a, of_b)| {
                triangles_closer(&of_a, &of_b, &placement, tolerance, &mut stages)
            });
            assert_eq!(found, expected);
            hits += usize::from(found);
            questions += 1;
        }
    }
    assert!((questions * 3 / 10..=questions * 8 / 10).contains(&hits), "{hits} of {questions}");
}
