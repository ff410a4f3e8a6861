//! Assemblies whose pairs have known classes: solids of boxes with steps, notches, cavities, plates
//! an ulp thick; instances, mirrored, of one part or two; touching, gaps and cuts of an ulp, one in
//! the other, one twice; and clearances and tolerances to the last bit. Integers say how each pair
//! stands. `OBBTREE_LONG=1 cargo test -p obbtree-clash --test assemblies -- --nocapture` looks at
//! more than 10^5 pairs and prints how many are wrong.

mod solids;
mod truth;

use std::collections::{BTreeMap, HashMap};

use nalgebra::Rotation3;
use obbtree_clash::{Clash, Class, Report, RunOptions, Study};
use obbtree_predicates::Pose;
use obbtree_scene::{Part, Scene};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use solids::{Bounds, Place, Solid, units};
use truth::{Truth, depth, truth};

const BODIES: usize = 140;
/// Along each axis of the world, for the lowest corners of bodies.
const ROOM: f64 = 5.0;
/// A gap of some steps along one axis, the diagonal of gaps of 3 and 4, and an ulp, each exactly
/// and with the numbers beside it. Ascending.
const LENGTHS: [f64; 3] = [1.0 / (1_u64 << 51) as f64, 0.5, 1.25];
/// What is at most so thin or far is told as of an ulp.
const FEW_ULPS: f64 = 4.0 / (1_u64 << 50) as f64;

#[derive(Debug)]
struct Placed {
    /// The boxes of each part.
    parts: Vec<Vec<Bounds>>,
    /// The solid that it is an instance of; of two parts, the first one's.
    solid: usize,
    is_box: bool,
    is_mirrored: bool,
}

/// Bodies `0` and so on. With a `turn` all have this one pose.
fn assembly(rng: &mut Pcg64Mcg, turn: Option<Pose>) -> (Scene, Vec<Placed>) {
    let mut solids: Vec<Solid> =
        (0..if turn.is_some() { 150 } else { 24 }).map(|_| Solid::random(rng)).collect();
    for n in 0..solids.len() / 3 {
        solids.push(solids[n].mirrored());
    }
    let bodies: Vec<_> = solids.iter().map(|solid| solid.body(rng)).collect();
    let (mut scene, mut known) = (Scene::new(), Vec::new());
    let mut places: Vec<(usize, Place)> = Vec::new();
    for n in 0..BODIES {
        let is_double = n > 0 && rng.random_range(0..25) == 0;
        let (solid, place) = match &turn {
            _ if is_double => places[rng.random_range(0..n)].clone(),
            Some(_) => (rng.random_range(0..solids.len()), Place::identity()),
            None => {
                let solid = rng.random_range(0..solids.len());
                (solid, Place::random(rng, &solids[solid], ROOM))
            }
        };
        let mut parts = vec![Part::new(bodies[solid].clone())];
        let mut boxes = vec![solids[solid].boxes(&place)];
        let mut pose = turn.unwrap_or_else(|| place.pose());
        if turn.is_none() && rng.random_range(0..10) == 0 {
            // The second part where it likes: the body is where the world is.
            let second = rng.random_range(0..solids.len());
            let second_place = Place::random(rng, &solids[second], ROOM);
            boxes.push(solids[second].boxes(&second_place));
            parts[0] = Part::new(bodies[solid].clone()).at(pose);
            parts.push(Part::new(bodies[second].clone()).at(second_place.pose()));
            pose = Pose::identity();
        }
        known.push(Placed {
            is_box: parts.len() == 1 && solids[solid].is_box(),
            is_mirrored: solids[solid].is_mirrored,
            parts: boxes,
            solid,
        });
        scene.add(&n.to_string(), parts, pose).expect("a new name");
        places.push((solid, place));
    }
    (scene, known)
}

/// Of all pairs of parts the highest class, and the least distance.
fn truth_of(a: &Placed, b: &Placed) -> Truth {
    let pairs = a.parts.iter().flat_map(|one| b.parts.iter().map(move |other| truth(one, other)));
    let joined = pairs.reduce(|x, y| Truth {
        class: x.class.max(y.class),
        distance_sq: x.distance_sq.min(y.distance_sq),
        thickness: x.thickness.max(y.thickness),
    });
    joined.expect("parts")
}

/// The clearances and tolerances of the study, each of [`LENGTHS`] and the numbers beside it; of an
/// ulp, those a unit beside it.
fn lengths() -> impl Iterator<Item = f64> {
    let unit = 0.5_f64.powi(55);
    LENGTHS.into_iter().flat_map(move |x| {
        if x < 0.25 { [x - unit, x, x + unit] } else { [x.next_down(), x, x.next_up()] }
    })
}

fn study() -> Study {
    use std::fmt::Write;
    let all = "kinds = ['cutting', 'contained', 'coincident', 'touching']";
    let mut text = format!("[[rules]]\nname = 'all'\n{all}\n");
    for (n, x) in lengths().enumerate() {
        let rule = format!("[[rules]]\nname = 'near {n}'\nkinds = []\nclearance = {x:e}\n");
        let other = format!("[[rules]]\nname = 'deep {n}'\ntolerance = {x:e}\n");
        write!(text, "{rule}{other}").expect("text");
    }
    Study::from_toml(&text).expect("a study")
}

type ByPair<'r> = HashMap<[usize; 2], &'r Clash>;

/// The clashes of each rule, by the numbers of their bodies.
fn by_rule(report: &Report) -> HashMap<&str, ByPair<'_>> {
    let mut found: HashMap<&str, ByPair<'_>> = HashMap::new();
    for clash in &report.clashes {
        let bodies = clash.bodies.each_ref().map(|name| name.parse().expect("a number"));
        let before = found.entry(&clash.rule).or_default().insert(bodies, clash);
        assert!(before.is_none(), "{clash:?} twice");
    }
    found
}

/// What was looked at, by names; and what was wrong.
#[derive(Default)]
struct Tally {
    pairs: usize,
    of: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    fn count(&mut self, what: &str) {
        *self.of.entry(what.to_owned()).or_default() += 1;
    }

    fn check(&mut self, is_right: bool, what: impl FnOnce() -> String) {
        if !is_right {
            self.wrong.push(what());
        }
    }
}

/// Compares all that is said of a pair with the truth.
fn judge(
    tally: &mut Tally,
    found: &HashMap<&str, ByPair<'_>>,
    pair: [usize; 2],
    [a, b]: [&Placed; 2],
    is_turned: bool,
) {
    let truth = truth_of(a, b);
    let get = |rule: &str| found.get(rule).and_then(|found| found.get(&pair)).copied();
    let class = get("all").map(|clash| clash.class);
    tally.check(class == truth.class, || format!("{pair:?}: {class:?}, not {:?}", truth.class));
    if is_turned && truth.class.is_none() {
        return; // a rounded rotation changes no class, but it changes lengths
    }
    let few = units(FEW_ULPS);
    let is_looked_at = truth.distance_sq <= units(LENGTHS[2].next_up()).pow(2);
    if is_looked_at {
        tally.pairs += 1;
        tally.count(truth.class.map_or("near", Class::name));
        let kinds = [
            ("instances of one solid", a.solid == b.solid),
            ("mirrored", a.is_mirrored || b.is_mirrored),
            ("of two parts", a.parts.len() + b.parts.len() > 2),
            ("a gap of ulps", truth.distance_sq > 0 && truth.distance_sq <= few * few),
            ("a cut of ulps", truth.thickness > 0 && truth.thickness <= few),
        ];
        for (name, is_so) in kinds {
            if is_so {
                tally.count(name);
            }
        }
    }
    if is_turned {
        return;
    }
    for (n, length) in lengths().enumerate() {
        let rule = get(&format!("near {n}"));
        let touches = truth.class.is_some_and(|class| !class.overlaps());
        let is_within = truth.distance_sq > 0 && truth.distance_sq <= units(length).pow(2);
        let expected = if touches { truth.class } else { is_within.then_some(Class::Near) };
        let class = rule.map(|clash| clash.class);
        tally.check(class == expected, || {
            format!("{pair:?}: within {length:e}: {class:?}, not {expected:?}")
        });
        if truth.distance_sq > 0 && truth.distance_sq == units(length).pow(2) {
            tally.count("exactly the clearance apart");
        }
        if let Some([lower, upper]) = rule.and_then(|clash| clash.distance) {
            let [lower, upper] = [lower, upper].map(|x| x * 2.0_f64.powi(55));
            let (lower, upper) = (lower.floor() as i128, upper.ceil() as i128);
            let holds = lower * lower <= truth.distance_sq && truth.distance_sq <= upper * upper;
            tally.check(holds, || {
                let exact = truth.distance_sq.isqrt();
                format!("{pair:?}: distance: {lower} to {upper}, not {exact}: {a:?} {b:?}")
            });
        }
        let overlaps = truth.class.is_some_and(Class::overlaps);
        let is_reported = get(&format!("deep {n}")).is_some();
        if overlaps && a.is_box && b.is_box {
            let exact = depth(&a.parts[0][0], &b.parts[0][0]);
            let of_overlap = get("all").and_then(|clash| clash.depth);
            if let Some([lower, upper]) = of_overlap {
                let [lower, upper] = [lower, upper].map(|x| x * 2.0_f64.powi(55));
                let holds = lower.floor() as i128 <= exact && exact <= upper.ceil() as i128;
                tally.check(holds, || format!("{pair:?}: depth: {lower} to {upper}, not {exact}"));
            }
            // What is deeper is reported; what is not is left out, but for the depth's own bounds:
            // a thousandth, and what coordinates round.
            let error = exact / 500 + units(0.5_f64.powi(44));
            if exact > units(length) {
                tally.check(is_reported, || format!("{pair:?}: deeper than {length:e}"));
                tally.count("deeper than the tolerance");
            } else if exact + error < units(length) {
                tally.check(!is_reported, || format!("{pair:?}: not as deep as {length:e}"));
                tally.count("not as deep as the tolerance");
            } else if exact == units(length) {
                let told = if is_reported { "reported" } else { "left out" };
                tally.count(&format!("exactly as deep as the tolerance, {told}"));
            }
        } else if !overlaps {
            tally.check(!is_reported, || format!("{pair:?}: deep, and does not overlap"));
        }
    }
}

#[test]
fn all_pairs_of_generated_assemblies_stand_as_integers_say() {
    let is_long = std::env::var_os("OBBTREE_LONG").is_some();
    let assemblies = if is_long { 72 } else { 3 };
    let (mut rng, mut tally) = (Pcg64Mcg::seed_from_u64(3434), Tally::default());
    let study = study();
    for n in 0..assemblies {
        let turn = (n % 3 == 2).then(|| {
            let angles: [f64; 3] = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
            let rotation = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
            Pose::new(*rotation.matrix(), [10.0, -20.0, 5.0].into()).expect("a rotation")
        });
        let (scene, known) = assembly(&mut rng, turn);
        let report = study.run(&scene, &RunOptions::default()).expect("it runs");
        let found = by_rule(&report);
        for i in 0..known.len() {
            for j in i + 1..known.len() {
                judge(&mut tally, &found, [i, j], [&known[i], &known[j]], turn.is_some());
            }
        }
    }
    let Tally { pairs, of, wrong } = tally;
    println!("{pairs} pairs, {} wrong: {of:#?}", wrong.len());
    assert!(
        wrong.is_empty(),
        "{} wrong, the first: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
    assert!(pairs >= if is_long { 100_000 } else { 5000 }, "{pairs} pairs");
}
