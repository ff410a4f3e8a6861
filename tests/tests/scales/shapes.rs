//! Spheres, capsules, cuboids, hulls, triangles, segments and points: against each other and
//! against bodies, by the exact squared distance of what is within and the exact sum of radii and
//! tolerances.

use num_traits::{Signed, Zero};
use obbtree::{Body, Pose, Shape};
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::Posture;
use obbtree_tests::scales::bodies::{base, gap, poses, sizes};
use obbtree_tests::scales::exact::{self, Length, rational};
use obbtree_tests::scales::numbers::{nudged, number, power, ulps_off};
use obbtree_tests::shapes::vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::campaign;

/// A rounded shape, how to write it, and its radius.
pub(super) struct Rounded {
    pub(super) shape: Shape,
    pub(super) text: String,
    pub(super) radius: f64,
}

/// One of all kinds, in a box of these sizes, with a radius of its own.
pub(super) fn rounded(random: &mut Pcg64Mcg, sizes: [f64; 3], radius: f64) -> Rounded {
    let corner = |random: &mut Pcg64Mcg| {
        let any: [f64; 3] = vector(random).into();
        [0, 1, 2].map(|k| sizes[k] * (2.0 * any[k]).round() * 0.5)
    };
    let [p, q, r, s] = [(); 4].map(|()| corner(random));
    let (shape, text, radius) = match random.random_range(0..8) {
        0 | 1 => (Shape::sphere(p, radius), format!("sphere({p:?}, {radius:?})"), radius),
        2 | 3 => {
            (Shape::capsule(p, q, radius), format!("capsule({p:?}, {q:?}, {radius:?})"), radius)
        }
        4 => (Shape::cuboid(sizes), format!("cuboid({sizes:?})"), 0.0),
        5 => (Shape::triangle([p, q, r]), format!("triangle({:?})", [p, q, r]), 0.0),
        6 => (Shape::segment(p, q), format!("segment({p:?}, {q:?})"), 0.0),
        _ => {
            let hull = Shape::hull(&[p, q, r, s]).and_then(|hull| hull.inflated(radius));
            (hull, format!("hull(&{:?}).unwrap().inflated({radius:?})", [p, q, r, s]), radius)
        }
    };
    Rounded { shape: shape.expect("in range"), text: format!("Shape::{text}.unwrap()"), radius }
}

/// What is true of two cores: the squared distance, 0 if one is inside the other.
fn of_cores(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, is_solid: [bool; 2]) -> Length {
    let square = exact::squared_distance(a.mesh(), pose_a, b.mesh(), pose_b);
    let inside = |out: &Body, at: &Pose, into: &Body, there: &Pose| {
        referee::has_part_inside(out.mesh(), at, into.mesh(), there)
    };
    let is_inside = !square.is_zero()
        && (is_solid[0] && inside(a, pose_a, b, pose_b)
            || is_solid[1] && inside(b, pose_b, a, pose_a));
    Length { square: if is_inside { BigRational::zero() } else { square } }
}

/// At least the exact sum by some roundings, and the sum.
fn sums(numbers: &[f64]) -> [BigRational; 2] {
    let exact = numbers.iter().map(|&x| rational(x)).fold(BigRational::zero(), |sum, x| sum + x);
    // Two sums of `f64` numbers round each by half an ulp at most: "the sum is rounded". One
    // number, none.
    let terms = numbers.iter().filter(|&&x| x != 0.0).count();
    let rounding = if terms > 1 { &exact * rational(power(-51)) } else { BigRational::zero() };
    [&exact + rounding, exact]
}

/// Radii and tolerances about a distance, of which many sums are within ulps of it.
fn shares(random: &mut Pcg64Mcg, near: f64) -> [f64; 3] {
    let small = match random.random_range(0..3) {
        0 => number(random).min(near),
        1 => near * power(-random.random_range(1..60)),
        _ => 0.25 * near,
    };
    let rest = (near - small).max(0.0);
    let nudge = random.random_range(-2..=2);
    let rest = if rest > 0.0 { ulps_off(rest, nudge).max(0.0) } else { rest };
    let third = if random.random_range(0..2) == 0 { 0.0 } else { small * 0.5 };
    let mut shares = [rest, small - third, third];
    let turn = random.random_range(0..3);
    shares.rotate_left(turn);
    shares
}

/// An upper bound, near the root.
fn near(length: &Length) -> f64 {
    let [_, high] = exact::root(&length.square);
    num_traits::ToPrimitive::to_f64(&high).filter(|x| x.is_finite()).unwrap_or(0.0)
}

#[test]
fn rounded_shapes_and_bodies() {
    campaign(2610, 60, "rounded shapes and bodies", |round, random, findings, askers| {
        let posture = [Posture::Identity, Posture::Quarters, Posture::Any][round % 3];
        let base_a = base(random).min(power(245));
        let sizes_a = sizes(random, base_a);
        let sizes_b = if random.random_range(0..3) == 0 {
            let base_b = base(random).min(power(245));
            sizes(random, base_b)
        } else {
            sizes(random, base_a)
        };
        let gap = gap(random, base_a);
        // The cores first; radii follow from their distance.
        let seed = random.random_range(0..u64::MAX);
        let cores = [sizes_a, sizes_b].map(|sizes| {
            let mut again = obbtree_tests::shapes::random(seed ^ sizes[0].to_bits());
            rounded(&mut again, sizes, 0.0)
        });
        let of_core = |core: &Rounded| {
            let vertex = core.shape.core().expect("rounded").mesh().vertices()[0];
            nalgebra::Point3::from(vertex)
        };
        let points = [of_core(&cores[0]), of_core(&cores[1])];
        let Some([pose_a, pose_b]) = poses(random, posture, points, gap) else { return };
        let [core_a, core_b] = cores.each_ref().map(|core| core.shape.core().expect("rounded"));
        let length = of_cores(core_a, &pose_a, core_b, &pose_b, [true, true]);
        for _ in 0..2 {
            let near = near(&length);
            let about = match random.random_range(0..4) {
                0 => near,
                1 => nudged(random, near.max(f64::from_bits(1))),
                _ => near * (1.0 + power(-random.random_range(3..60)) * [1.0, -1.0][round % 2]),
            };
            let [radius_a, radius_b, tolerance] = shares(random, about.min(power(249)));
            let [a, b] = [(sizes_a, radius_a), (sizes_b, radius_b)].map(|(sizes, radius)| {
                let mut again = obbtree_tests::shapes::random(seed ^ sizes[0].to_bits());
                rounded(&mut again, sizes, radius)
            });
            let case = |what: String| {
                format!(
                    "let a = {};\nlet b = {};\nlet pose_a = Pose::from_rows({:?}).unwrap();\n\
                     let pose_b = Pose::from_rows({:?}).unwrap();\n// {what}",
                    a.text,
                    b.text,
                    pose_a.to_rows(),
                    pose_b.to_rows()
                )
            };
            let [radius_a, radius_b] = [a.radius, b.radius];
            let body = core_a.clone();
            let of_body = of_cores(core_a, &pose_a, core_b, &pose_b, [false, true]);
            for asker in askers.iter_mut() {
                let query = &mut asker.query;
                let mut answers = findings.by(&asker.name, &case);
                for tolerance in [0.0, tolerance] {
                    let [most, least] = sums(&[radius_a, radius_b, tolerance]);
                    let found = query.closer_than(&a.shape, &pose_a, &b.shape, &pose_b, tolerance);
                    let what = || format!("closer_than(.., {tolerance:?}): {found}");
                    answers.check(found || !length.at_most(&least), "closer_than: no", what);
                    answers.check(!found || length.at_most(&most), "closer_than: yes", what);
                    let swapped =
                        query.closer_than(&b.shape, &pose_b, &a.shape, &pose_a, tolerance);
                    answers.check(swapped || !length.at_most(&least), "closer_than: no", what);
                    answers.check(!swapped || length.at_most(&most), "closer_than: yes", what);

                    let [most, least] = sums(&[radius_b, tolerance]);
                    let found = query.closer_than(&body, &pose_a, &b.shape, &pose_b, tolerance);
                    let what = || format!("closer_than(core of a, .., {tolerance:?}): {found}");
                    answers.check(found || !of_body.at_most(&least), "closer_than: no", what);
                    answers.check(!found || of_body.at_most(&most), "closer_than: yes", what);
                }
                let [most, least] = sums(&[radius_a, radius_b]);
                let meets = query.collide(&a.shape, &pose_a, &b.shape, &pose_b);
                answers.check(meets || !length.at_most(&least), "collide: no", String::new);
                answers.check(!meets || length.at_most(&most), "collide: yes", String::new);
                let found = query.distance(&a.shape, &pose_a, &b.shape, &pose_b);
                let what = || format!("distance: {found:?}");
                let finite = found.lower.is_finite() && found.upper.is_finite();
                let holds = finite
                    && !rational(found.lower).is_negative()
                    && (found.lower == 0.0 || length.at_least(&(rational(found.lower) + &least)))
                    && length.at_most(&(rational(found.upper) + &least));
                answers.check(holds, "distance", what);
                answers.check(
                    if meets { found.lower == 0.0 } else { found.upper > 0.0 },
                    "distance and collide",
                    what,
                );
                let size = near + radius_a + radius_b;
                let is_narrow = found.upper - found.lower <= 8.0 * (ulps_off(size, 1) - size);
                answers.check(is_narrow, "distance is wide", what);

                let meets = query.collide(&body, &pose_a, &b.shape, &pose_b);
                let expected = of_body.at_most(&rational(radius_b));
                answers.check(meets == expected, "collide", || format!("core of a, {meets}"));
                let found = query.distance(&body, &pose_a, &b.shape, &pose_b);
                let what = || format!("distance(core of a): {found:?}");
                let finite = found.lower.is_finite() && found.upper.is_finite();
                let holds = finite
                    && !rational(found.lower).is_negative()
                    && (found.lower == 0.0
                        || of_body.at_least(&(rational(found.lower) + rational(radius_b))))
                    && of_body.at_most(&(rational(found.upper) + rational(radius_b)));
                answers.check(holds, "distance", what);
                answers.check(
                    (found.upper == 0.0) == expected,
                    "distance: 0 where they meet",
                    what,
                );
            }
            findings.answer("the shapes meet", length.at_most(&sums(&[radius_a, radius_b])[1]));
        }
    });
}
