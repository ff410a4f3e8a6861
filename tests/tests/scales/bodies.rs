//! Two bodies: contact, pairs, tolerances, distances with errors allowed, clearances, relations
//! and solids, against rational arithmetic.

use num_traits::{Signed, Zero};
use obbtree::Pose;
use obbtree::query::{Distance, DistanceOptions};
use obbtree_predicates::MAX_WIDTH_ULPS;
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::exact::{self, Length, rational};
use obbtree_tests::scales::numbers::{number, power, ulps_off};
use obbtree_tests::scales::{Answers, Findings, PlacedMesh, Posture, Scene, bodies};
use obbtree_tests::shapes::random;
use obbtree_tests::wide;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::{Asker, classic_askers, scenes, wide_askers};

/// Clearances come from `f32` lanes, in which products of four lengths leave the range of numbers:
/// beyond these lengths, and for slivers, they are known coarsely.
const MOST_CLEARANCE: f64 = 1e9;
/// See there.
const LEAST_CLEARANCE: f64 = 1e-9;
/// What clearances of much effort may be off, of the sizes.
const CLEARANCE_PER_SIZE: f64 = 1e-3;

/// What is true of a scene.
struct Truth {
    distance: Length,
    pairs: Vec<[u32; 2]>,
    relation: &'static str,
    /// Is a component of one inside the other?
    one_inside: bool,
    /// The largest coordinates of both meshes and of their poses.
    size: f64,
}

fn truth(scene: &Scene) -> Truth {
    let [a, b] = &scene.placed;
    let square = exact::squared_distance(&a.mesh, &a.pose, &b.mesh, &b.pose);
    let pairs = match square.is_zero() {
        true => exact::pairs(&a.mesh, &a.pose, &b.mesh, &b.pose),
        false => vec![],
    };
    let relation = referee::relation(&a.mesh, &a.pose, &b.mesh, &b.pose);
    let one_inside = matches!(relation, "containing" | "contained" | "overlapping");
    let most = |numbers: &[f64]| numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let of = |placed: &PlacedMesh| {
        most(placed.mesh.vertices().as_flattened()) + most(placed.pose.translation().as_slice())
    };
    let size = of(a) + of(b);
    Truth { distance: Length { square }, pairs, relation, one_inside, size }
}

/// The numbers of a question beside the scene.
struct Numbers {
    tolerances: Vec<f64>,
    /// Relative and absolute errors.
    errors: Vec<[f64; 2]>,
    limits: Vec<f64>,
    efforts: Vec<u64>,
}

/// Tolerances around the distance, errors of all sizes.
fn numbers(random: &mut Pcg64Mcg, truth: &Truth, scene: &Scene) -> Numbers {
    let near = f64_near(&truth.distance.square);
    let mut tolerances = vec![0.0, near, ulps_off(near, 1), ulps_off(near, 2), number(random)];
    tolerances.push(near * (1.0 + power(-random.random_range(1..53))));
    tolerances.push(near * (1.0 - power(-random.random_range(1..53))));
    tolerances.push(ulps_off(near, -1).max(0.0));
    tolerances.push(scene.gap);
    let small = |random: &mut Pcg64Mcg| 10.0_f64.powi(-random.random_range(3..=20));
    let errors = vec![
        [small(random), 0.0],
        [0.0, small(random) * near],
        [0.0, number(random)],
        [power(-random.random_range(46..60)), 0.0],
        [0.0, power(-random.random_range(46..60)) * near],
        [small(random), small(random)],
        [1.0, 0.0],
    ];
    let limits = vec![0.0, near, ulps_off(near, 1), ulps_off(near, -1).max(0.0), number(random)];
    let efforts = vec![0, 1, 16, random.random_range(0..100), 1_000_000];
    Numbers { tolerances, errors, limits, efforts }
}

/// The root, about; at most the largest number.
fn f64_near(square: &BigRational) -> f64 {
    let [low, _] = exact::root(square);
    num_traits::ToPrimitive::to_f64(&low).map_or(f64::MAX, |x| x.min(f64::MAX))
}

/// All questions to one engine.
fn ask<T: Built>(
    askers: &mut [Asker<T>],
    scene: &Scene,
    truth: &Truth,
    numbers: &Numbers,
    findings: &mut Findings,
) {
    let [a, b] = &scene.placed;
    let bodies = [T::body(&a.mesh), T::body(&b.mesh)];
    let [body_a, body_b] = &bodies;
    let at: [&Pose; 2] = [&a.pose, &b.pose];
    let meets = truth.distance.square.is_zero();
    for Asker { name, query } in askers {
        let case = |what: String| format!("{}\n// {what}", scene.as_rust());
        let mut answers = findings.by(name, &case);

        let found = query.collide(body_a, at[0], body_b, at[1]);
        answers.check(found == meets, "collide", || format!("collide: {found}"));
        let swapped = query.collide(body_b, at[1], body_a, at[0]);
        answers.check(swapped == meets, "collide", || format!("swapped: {swapped}"));
        let pairs = query.pairs(body_a, at[0], body_b, at[1]);
        let what = || format!("pairs: {pairs:?}, not {:?}", truth.pairs);
        answers.check(pairs == truth.pairs, "pairs", what);
        for &tolerance in &numbers.tolerances {
            let found = query.closer_than(body_a, at[0], body_b, at[1], tolerance);
            let expected = truth.distance.at_most(&rational(tolerance));
            answers.check(found == expected, "closer_than", || {
                format!("closer_than {tolerance:?}: {found}")
            });
        }

        let found = query.distance(body_a, at[0], body_b, at[1]);
        check_interval(&found, truth, &mut answers, "distance", || format!("{found:?}"));
        let wide = found.upper.to_bits() - found.lower.to_bits().min(found.upper.to_bits());
        answers.check(wide <= MAX_WIDTH_ULPS as u64, "distance's width", || {
            format!("{wide} ulps: {found:?}")
        });
        // No number but 0 is below the smallest one.
        let is_none = !truth.distance.at_least(&rational(f64::from_bits(1)));
        answers.check(
            (found.upper == 0.0) == meets && (found.lower == 0.0) == (meets || is_none),
            "distance 0 where they meet",
            || format!("{found:?}"),
        );
        for &[relative, absolute] in &numbers.errors {
            let options =
                DistanceOptions::default().relative_error(relative).absolute_error(absolute);
            let what = || format!("relative {relative:?} absolute {absolute:?}");
            // What should not be, a panic of the query, is a wrong answer too.
            let Some(found) = query.distance_within(body_a, at[0], body_b, at[1], &options) else {
                answers.check(false, "distance_within: none", what);
                continue;
            };
            let kind = "distance_within";
            check_interval(&found, truth, &mut answers, kind, || format!("{}: {found:?}", what()));
            let allowed = rational(absolute) + rational(relative) * rational(found.lower);
            let width = rational(found.upper) - rational(found.lower);
            let ulps = found.upper.to_bits().saturating_sub(found.lower.to_bits());
            let is_narrow = ulps <= MAX_WIDTH_ULPS as u64;
            let what = || format!("{}: {found:?}", what());
            let wide = "distance_within's width";
            answers.check(is_narrow || width <= allowed, wide, what);
            let more = allowed * rational(1.01);
            let wide = "distance_within's width, by more than a rounding";
            answers.check(is_narrow || width <= more, wide, what);
        }
        for &limit in &numbers.limits {
            let options = DistanceOptions::default().at_most(limit);
            let found = query.distance_within(body_a, at[0], body_b, at[1], &options);
            let expected = truth.distance.at_most(&rational(limit));
            let what = || format!("at_most {limit:?}: {found:?}");
            // An interval that holds the limit may be given or not.
            let is_right = match &found {
                Some(found) => {
                    let kind = "distance_within, limit";
                    check_interval(found, truth, &mut answers, kind, what);
                    found.lower <= limit
                }
                None => !expected,
            };
            answers.check(is_right, "at_most", what);
        }
        let mut best = [0.0, f64::INFINITY];
        for &effort in &numbers.efforts {
            let found = query.clearance(body_a, at[0], body_b, at[1], effort);
            let what = || format!("clearance {effort}: {found:?}");
            let finite = if found.upper.is_finite() { found.upper } else { f64::MAX };
            let [lower, upper] = [found.lower, finite].map(rational);
            let holds = !lower.is_negative()
                && truth.distance.at_least(&lower)
                && truth.distance.at_most(&upper);
            answers.check(holds, "clearance", what);
            answers.check(!meets || found.lower == 0.0, "clearance where they meet", what);
            best = [found.lower, found.upper];
        }
        // The last effort ends every search; what `f32` boxes and triangles can tell is relative
        // to the sizes.
        let is_usual = truth.size < MOST_CLEARANCE && best[1] < MOST_CLEARANCE;
        answers.check(
            meets
                || !is_usual
                || best[1] - best[0]
                    <= CLEARANCE_PER_SIZE * (best[0] + truth.size) + LEAST_CLEARANCE,
            "clearance of much effort is wide",
            || format!("{best:?}"),
        );
    }
}

/// What a query makes of the pairs and the distance: contacts, relations, solids.
fn ask_more(
    askers: &mut [Asker<wide::Tree>],
    scene: &Scene,
    truth: &Truth,
    findings: &mut Findings,
) {
    let [a, b] = &scene.placed;
    let [body_a, body_b] = &[wide::Tree::body(&a.mesh), wide::Tree::body(&b.mesh)];
    let at: [&Pose; 2] = [&a.pose, &b.pose];
    let meets = truth.distance.square.is_zero();
    for Asker { name, query } in askers {
        let case = |what: String| format!("{}\n// {what}", scene.as_rust());
        let mut answers = findings.by(name, &case);
        let first = query.first_pair(body_a, at[0], body_b, at[1]);
        let is_right = first.map_or(!meets, |pair| truth.pairs.contains(&pair));
        answers.check(is_right, "first_pair", || format!("first_pair: {first:?}"));
        let contacts = query.contacts(body_a, at[0], body_b, at[1]);
        let of_contacts: Vec<_> = contacts.iter().map(|contact| contact.triangles).collect();
        answers.check(
            of_contacts == truth.pairs.iter().map(|pair| pair.map(Some)).collect::<Vec<_>>(),
            "contacts",
            || format!("contacts: {of_contacts:?}, not {:?}", truth.pairs),
        );
        let relation = query.classify(body_a, at[0], body_b, at[1]);
        answers.check(relation.name() == truth.relation, "classify", || {
            format!("classify: {relation}, not {}", truth.relation)
        });

        let mut solid = query.clone().solid(true);
        let found = solid.collide(body_a, at[0], body_b, at[1]);
        answers.check(found == (meets || truth.one_inside), "solids", || {
            format!("solid: {found}, {}", truth.relation)
        });
        let found = solid.distance(body_a, at[0], body_b, at[1]);
        answers.check(
            found.one_inside == truth.one_inside
                && (found.upper == 0.0) == (meets || truth.one_inside),
            "distance of solids",
            || format!("solid: {found:?}, {}", truth.relation),
        );
    }
}

fn check_interval(
    found: &Distance,
    truth: &Truth,
    answers: &mut Answers<'_>,
    kind: &'static str,
    what: impl FnOnce() -> String,
) {
    let is_finite = found.lower.is_finite() && found.upper.is_finite();
    let holds = is_finite
        && truth.distance.at_least(&rational(found.lower))
        && truth.distance.at_most(&rational(found.upper));
    answers.check(holds, kind, what);
}

/// All questions about some scenes.
fn campaign(seed: u64, posture: Posture, count: usize) -> Findings {
    let (mut random, mut findings) = (random(seed), Findings::default());
    let (mut wide, mut classic) = (wide_askers(), classic_askers());
    for _ in 0..count {
        let scene = bodies::scene(&mut random, posture);
        let truth = truth(&scene);
        let numbers = numbers(&mut random, &truth, &scene);
        findings.answer("the surfaces meet", truth.distance.square.is_zero());
        ask(&mut wide, &scene, &truth, &numbers, &mut findings);
        ask_more(&mut wide, &scene, &truth, &mut findings);
        ask(&mut classic, &scene, &truth, &numbers, &mut findings);
    }
    findings
}

#[test]
fn two_bodies_at_rest() {
    campaign(2601, Posture::Identity, scenes(20, 500)).finish("two bodies at rest");
}

#[test]
fn two_bodies_in_quarter_turns() {
    campaign(2602, Posture::Quarters, scenes(20, 500)).finish("two bodies in quarter turns");
}

#[test]
fn two_bodies_anyhow() {
    campaign(2603, Posture::Any, scenes(20, 500)).finish("two bodies anyhow");
}
