//! The rounded triangle tests of the catalogue against exact answers: where they are correct, how
//! wrong they may be, and what they cost.
//!
//! `cargo test --test catalogue tri_tri -- --nocapture` prints the tables that
//! `docs/lab/TRIANGLES.md` quotes.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_geom::{
    FramedTriangle, chang_kim, chang_kim_framed, guigue_devillers, moller, triangle_separating_axes,
};
use obbtree_predicates::{
    Contact, Pose, Real, Triangle, exact_contact, exact_distance, is_degenerate,
};
use obbtree_tests::counted::{Counted, Counts, count};
use obbtree_tests::shapes::{CORNER_ORDERS, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

type Test<T> = fn(&[Point3<T>; 3], &[Point3<T>; 3]) -> bool;

const NAMES: [&str; 4] = ["moller", "guigue_devillers", "triangle_separating_axes", "chang_kim"];
const MOLLER: usize = 0;
const GUIGUE_DEVILLERS: usize = 1;
const SEPARATING_AXES: usize = 2;
const CHANG_KIM: usize = 3;

fn methods<T: Real>() -> [Test<T>; 4] {
    [moller, guigue_devillers, triangle_separating_axes, chang_kim]
}

/// Every pair of a family is tested once, and one in this many in all 72 orders.
const ALL_ORDERS_EVERY: usize = 8;
/// The largest error of a wrong answer, in epsilons of the size.
const ACCURACY: f64 = 64.0;

fn exact(a: &Triangle, b: &Triangle) -> bool {
    exact_contact(a, &Pose::identity(), b, &Pose::identity()) != Contact::Free
}

/// The largest difference of coordinates of a pair.
fn size(a: &Triangle, b: &Triangle) -> f64 {
    a.iter().chain(b).fold(0.0, |most, p| f64::max(most, (p - a[0]).amax()))
}

/// Whether translating B by at most this distance can change the exact answer: for pairs that meet,
/// their depth along some axis; for others, their distance. Rounded, by a few epsilons of the size.
fn is_close(a: &Triangle, b: &Triangle, distance: f64) -> bool {
    let here = Pose::identity();
    let [gap, _] = exact_distance(a, &here, b, &here);
    if gap > 0.0 { gap <= distance } else { depth(a, b) <= distance }
}

fn edges(t: &Triangle) -> [Vector3<f64>; 3] {
    [t[1] - t[0], t[2] - t[1], t[0] - t[2]]
}

/// The length of a translation along one of many axes that separates the triangles.
fn depth(a: &Triangle, b: &Triangle) -> f64 {
    let (e, f) = (edges(a), edges(b));
    let normals = [e[0].cross(&e[1]), f[0].cross(&f[1])];
    let own = || e.iter().chain(&f).copied();
    let crosses = e.iter().flat_map(|e| f.iter().map(move |f| e.cross(f)));
    let across = normals.iter().flat_map(|n| own().map(move |edge| n.cross(&edge)));
    let axes = normals.into_iter().chain(crosses).chain(across).chain(own());
    axes.filter_map(|axis| {
        let axis = axis.try_normalize(0.0)?;
        let along = |t: &Triangle| t.map(|p| axis.dot(&(p - a[0])));
        let (x, y) = (along(a), along(b));
        let low = |x: [f64; 3]| x[0].min(x[1]).min(x[2]);
        let high = |x: [f64; 3]| x[0].max(x[1]).max(x[2]);
        Some((high(x) - low(y)).min(high(y) - low(x)))
    })
    .fold(f64::INFINITY, f64::min)
}

/// The results for one family of pairs.
#[derive(Default)]
struct Tally {
    pairs: usize,
    hits: usize,
    /// For each method.
    tested: usize,
    wrong: [usize; 4],
    /// The answer was no, but yes is correct.
    missed: [usize; 4],
    /// Wrong and not close to a change of the exact answer.
    far_wrong: [usize; 4],
}

impl Tally {
    fn hit_rate_is_fair(&self) {
        let fair = self.pairs * 3 / 10..=self.pairs * 7 / 10;
        assert!(fair.contains(&self.hits), "{} of {} meet", self.hits, self.pairs);
    }

    fn print(&self, family: &str) {
        let Self { pairs, hits, tested, wrong, missed, far_wrong } = self;
        println!(
            "{family}: {pairs} pairs, {hits} meet, {tested} questions; of {NAMES:?} wrong {wrong:?}, \
             of these missed {missed:?}, not close {far_wrong:?}"
        );
    }

    /// Runs every method, sometimes in every order. `tolerance` is in epsilons of the size.
    fn test<T: Real>(
        &mut self,
        [a, b]: [Triangle; 2],
        tolerance: f64,
        narrow: impl Fn(f64) -> T,
        widen: impl Fn(T) -> f64,
        epsilon: f64,
    ) {
        let here = [a, b].map(|t| t.map(|p| p.map(&narrow)));
        let [a, b] = here.map(|t| t.map(|p| p.map(&widen)));
        let expected = exact(&a, &b);
        self.pairs += 1;
        self.hits += usize::from(expected);
        let all = self.pairs.is_multiple_of(ALL_ORDERS_EVERY);
        let mut close = None;
        for (n, order_a) in CORNER_ORDERS.iter().enumerate() {
            for (m, order_b) in CORNER_ORDERS.iter().enumerate() {
                if n + m > 0 && !all {
                    return;
                }
                let p = order_a.map(|i| here[0][i]);
                let q = order_b.map(|i| here[1][i]);
                for (forth, [p, q]) in [[p, q], [q, p]].iter().enumerate() {
                    if forth > 0 && !all {
                        return;
                    }
                    self.tested += 1;
                    for (method, test) in methods::<T>().iter().enumerate() {
                        if test(p, q) != expected {
                            self.wrong[method] += 1;
                            self.missed[method] += usize::from(expected);
                            let distance = tolerance * epsilon * size(&a, &b);
                            let close = *close.get_or_insert_with(|| is_close(&a, &b, distance));
                            self.far_wrong[method] += usize::from(!close);
                        }
                    }
                }
            }
        }
    }

    fn test_f64(&mut self, pair: [Triangle; 2], tolerance: f64) {
        self.test(pair, tolerance, |x| x, |x| x, f64::EPSILON);
    }
}

/// So many pairs of a family, the same in every run.
fn family(
    name: &str,
    seed: u64,
    count: usize,
    pair: impl Fn(&mut Pcg64Mcg) -> [Triangle; 2],
) -> Tally {
    let (mut random, mut tally) = (random(seed), Tally::default());
    (0..count).for_each(|_| tally.test_f64(pair(&mut random), ACCURACY));
    tally.print(name);
    tally
}

/// Two triangles in space that meet about half of the time.
fn in_space(random: &mut Pcg64Mcg) -> [Triangle; 2] {
    let mut triangle = || {
        let corners = [(); 3].map(|()| vector(random));
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        corners.map(|corner| Point3::from(corner - middle))
    };
    let [a, b] = [triangle(), triangle()];
    let shift = vector(random) * 0.5;
    [a, b.map(|corner| corner + shift)]
}

/// Two triangles whose planes have about this angle, and about this distance at most.
fn nearly_in_one_plane(random: &mut Pcg64Mcg, tilt: f64) -> [Triangle; 2] {
    let pair = in_space(random);
    let turn = Rotation3::new(vector(random) * 3.0);
    let lean = Rotation3::new(vector(random) * tilt);
    let lift = random.random_range(-tilt..tilt) * 0.02;
    let flat = pair.map(|t| t.map(|p| Point3::new(p.x, p.y, 0.0)));
    let a = flat[0].map(|p| turn * p);
    let b = flat[1].map(|p| turn * (lean * p + Vector3::new(0.0, 0.0, lift)));
    [a, b]
}

/// Two very thin triangles of length two and about this height, which pass the origin at about this
/// distance.
fn needles(random: &mut Pcg64Mcg, thin: f64) -> [Triangle; 2] {
    let mut needle = || {
        let along = vector(random).normalize();
        let up = vector(random) * thin;
        let through = up * random.random_range(0.2..0.8) + vector(random) * (0.5 * thin);
        [-along, along, along * random.random_range(-1.0..1.0) + up]
            .map(|corner| Point3::from(corner - through))
    };
    [needle(), needle()]
}

#[test]
fn in_space_only_answers_within_rounding_of_contact_are_wrong() {
    let tally = family("in space", 301, 200_000, in_space);
    tally.hit_rate_is_fair();
    assert_eq!(tally.far_wrong, [0; 4]);
    assert_eq!(tally.wrong, [0; 4], "so near to contact no random pair is");

    let (mut random, mut single) = (random(301), Tally::default());
    for _ in 0..200_000 {
        single.test(in_space(&mut random), ACCURACY, |x| x as f32, f64::from, f32::EPSILON.into());
    }
    single.print("in space, f32");
    single.hit_rate_is_fair();
    assert_eq!(single.far_wrong, [0; 4]);
}

#[test]
fn scale_changes_nothing_and_distance_little() {
    for scale in [1e-30, 1e-12, 1e12, 1e30] {
        let tally = family(&format!("times {scale:e}"), 302, 40_000, |random| {
            in_space(random).map(|t| t.map(|p| p * scale))
        });
        tally.hit_rate_is_fair();
        assert_eq!(tally.far_wrong, [0; 4]);
        assert_eq!(tally.wrong, [0; 4]);
    }
    // The exact answer is that of the coordinates after the translation.
    for shift in [1e3, 1e6, 1e9, 1e14] {
        let tally = family(&format!("far off by {shift:e}"), 303, 40_000, |random| {
            let by = Vector3::new(shift, -shift, 0.7 * shift);
            in_space(random).map(|t| t.map(|p| p + by))
        });
        tally.hit_rate_is_fair();
        assert_eq!(tally.far_wrong, [0; 4]);
    }
}

/// How many answers are wrong and not close, by the angle of the planes. If the angle is smaller
/// than rounding, tests that use the common line of the planes have no such line.
#[test]
fn in_nearly_one_plane_rounding_decides() {
    println!("| angle | {} |", NAMES.join(" | "));
    // How many of a thousand answers each method may get wrong at any angle.
    let worst = [40.0, 40.0, 0.0, 6.0];
    for exponent in [1, 2, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18] {
        let tilt = 10.0_f64.powi(-exponent);
        let pair = |random: &mut _| nearly_in_one_plane(random, tilt);
        let tally = family(&format!("angle 1e-{exponent}"), 304, 8_000, pair);
        let per_mille = tally.far_wrong.map(|n| 1000.0 * n as f64 / tally.tested as f64);
        println!("| 1e-{exponent} | {} |", per_mille.map(|x| format!("{x:.2}")).join(" | "));
        tally.hit_rate_is_fair();
        if exponent <= 11 {
            assert_eq!(tally.far_wrong, [0; 4]);
        }
        for method in 0..4 {
            assert!(per_mille[method] <= worst[method], "{} {per_mille:?}", NAMES[method]);
        }
    }
}

#[test]
fn thin_triangles_down_to_a_millionth_are_correct_and_only_moller_fails_beyond() {
    for exponent in [1, 2, 4, 6, 8, 10] {
        let pair = |random: &mut _| needles(random, 10.0_f64.powi(-exponent));
        let tally = family(&format!("needles 1e-{exponent}"), 305, 20_000, pair);
        tally.hit_rate_is_fair();
        let others = [GUIGUE_DEVILLERS, SEPARATING_AXES, CHANG_KIM];
        assert!(others.iter().all(|&method| tally.far_wrong[method] == 0));
        assert!(exponent > 6 || tally.far_wrong[MOLLER] == 0);
    }
}

/// Neighbours in a mesh: with a common corner or edge, so that they at least touch.
#[test]
fn neighbours_in_a_mesh() {
    for shared in [1, 2] {
        let tally = family(&format!("{shared} common corners"), 306, 40_000, |random| {
            let [a, mut b] = in_space(random);
            b[..shared].copy_from_slice(&a[..shared]);
            [a, b]
        });
        assert_eq!(tally.hits, tally.pairs);
        assert_eq!(tally.far_wrong, [0; 4]);
    }
}

/// All triangles with corners on a 3 x 3 x 3 grid, on request also degenerate ones.
fn grid(with_degenerate: bool) -> Vec<Triangle> {
    let point = |n: usize| Point3::from([n % 3, n / 3 % 3, n / 9].map(|x| x as f64));
    let mut triangles = Vec::new();
    for i in 0..27 {
        for j in i..27 {
            for k in j..27 {
                let triangle = [point(i), point(j), point(k)];
                if with_degenerate || !is_degenerate(&triangle) {
                    triangles.push(triangle);
                }
            }
        }
    }
    triangles
}

/// On small integers every product is exact: three tests have nothing to round. The fourth converts
/// the triangles to frames, which rounds, and may be wrong where they touch.
#[test]
fn on_small_integers_the_tests_without_frames_are_correct() {
    let triangles = grid(false);
    let mut tally = Tally::default();
    let n = triangles.len();
    for pair in (0..n * n).step_by(61) {
        tally.test_f64([triangles[pair / n], triangles[pair % n]], ACCURACY);
    }
    tally.print("grid");
    tally.hit_rate_is_fair();
    for method in [MOLLER, GUIGUE_DEVILLERS, SEPARATING_AXES] {
        assert_eq!(tally.wrong[method], 0, "{}", NAMES[method]);
    }
    assert_eq!(tally.far_wrong[CHANG_KIM], 0);
}

/// Segments and points: correct by separating axes; the others never miss a contact.
#[test]
fn degenerate_triangles_are_treated_as_documented() {
    let triangles = grid(true);
    let without: Vec<Triangle> = triangles.iter().filter(|t| is_degenerate(t)).copied().collect();
    let mut tally = Tally::default();
    for (i, &a) in without.iter().enumerate() {
        for &b in triangles.iter().skip(i % 23).step_by(23) {
            tally.test_f64([a, b], ACCURACY);
        }
    }
    tally.print("without area");
    assert_eq!(tally.wrong[SEPARATING_AXES], 0);
    assert_eq!(tally.missed[MOLLER], 0);
    assert_eq!(tally.missed[GUIGUE_DEVILLERS], 0);
    assert_eq!(tally.far_wrong[CHANG_KIM], 0);
}

/// Coincident corners, subnormal and overflowing lengths: any answer, but no panic.
#[test]
fn nothing_finite_panics() {
    let mut random = random(307);
    let sizes = [0.0, 5e-324, 1e-300, 1e-160, 1.0, 1e75, 1e160, f64::MAX];
    for _ in 0..20_000 {
        let mut corner = || {
            Point3::from([(); 3].map(|()| {
                random.random_range(-1.0..1.0) * sizes[random.random_range(0..sizes.len())]
            }))
        };
        let [a, b] = [(); 2].map(|()| [corner(), corner(), corner()]);
        for test in methods() {
            std::hint::black_box((test(&a, &b), test(&a, &a), test(&b, &[a[0], b[1], a[0]])));
        }
    }
}

/// The frame keeps the corners in place, at any size, also for very thin triangles.
#[test]
fn frames_keep_the_corners() {
    let mut random = random(308);
    for n in 0..60_000 {
        let scale = [1e-70, 1.0, 1e70][n % 3];
        let triangle = match n % 4 {
            0 => needles(&mut random, 1e-12)[0],
            1 => [vector(&mut random), vector(&mut random), vector(&mut random)].map(Into::into),
            2 => {
                let p = vector(&mut random);
                [p * 0.1, p, p * 0.4].map(Into::into)
            }
            _ => in_space(&mut random)[0],
        }
        .map(|p| p * scale);
        let (framed, its_box) = FramedTriangle::of(&triangle);
        let skew = (its_box.axes.transpose() * its_box.axes - Matrix3::identity()).norm();
        assert!(skew < 16.0 * f64::EPSILON, "{skew:e}");
        assert!(its_box.axes.determinant() > 0.0);
        assert!(framed.half_height >= 0.0 && framed.apex.abs() <= framed.half_base * 1.0001);
        // The base is the longest edge, so the corners are returned in cyclic order.
        let back = framed.corners().map(|p| its_box.axes * p.coords + its_box.center.coords);
        let off_from = |k: usize| {
            (0..3).map(|i| (back[i] - triangle[(i + k) % 3].coords).amax()).fold(0.0, f64::max)
        };
        let off = off_from(0).min(off_from(1)).min(off_from(2));
        assert!(off <= 8.0 * f64::EPSILON * 2.0 * scale, "{off:e} of {triangle:?}");
    }
}

/// The exact answers of this file agree with the rational referee.
#[test]
fn exact_answers_agree_with_the_referee() {
    let here = Pose::identity();
    let mut random = random(309);
    for n in 0..400 {
        let [a, b] = match n % 3 {
            0 => in_space(&mut random),
            1 => nearly_in_one_plane(&mut random, 1e-15),
            _ => needles(&mut random, 1e-7),
        };
        assert_eq!(exact(&a, &b), obbtree_referee::meet(&a, &here, &b, &here), "{a:?} {b:?}");
    }
}

/// Sums and products of the reduced formulas, as the paper counts them.
#[test]
fn a_plane_rejection_in_the_frame_costs_three_products() {
    let counted = |x: f64| Counted(x);
    let triangle =
        FramedTriangle { half_base: Counted(2.0), half_height: Counted(1.0), apex: Counted(0.5) };
    let meet = |turn: Rotation3<f64>, offset: [f64; 3]| {
        let axes = turn.into_inner().map(counted);
        let offset = Vector3::from(offset).map(counted);
        count(|| chang_kim_framed(&triangle, &triangle, &axes, &offset))
    };
    let lean = Rotation3::new(Vector3::new(0.3, 0.2, 0.1));
    let (answer, first) = meet(lean, [0.0, 0.0, 3.0]);
    assert!(!answer);
    assert_eq!(first, Counts { add: 5, mul: 3, compare: 3, ..Counts::default() });
    // B's plane rejects what A's does not; its offset takes three products and two sums that a box
    // test has computed already.
    let (answer, second) = meet(Rotation3::new(Vector3::new(1.4, 0.0, 0.0)), [0.0, 2.5, 0.0]);
    assert!(!answer);
    assert_eq!((second.add, second.mul), (5 + 5 + 2, 3 + 3 + 3));

    // The same rejection for corners in space: two differences, a cross product, three distances.
    let flat = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(x, y)| Point3::new(x, y, 0.0));
    let above = flat.map(|p| Point3::new(p.x, p.y, 1.0));
    let [flat, above] = [flat, above].map(|t| t.map(|p| p.map(counted)));
    for test in [moller, guigue_devillers] {
        let (answer, counts) = count(|| test(&flat, &above));
        assert!(!answer);
        assert_eq!((counts.add, counts.mul, counts.div), (6 + 3 + 9 + 6, 6 + 9, 0));
    }
}
