//! Random small robots where nobody lives: lengths of 1e-30 to 1e9, radii a million times as large
//! as what is near them, limits of 1e4 to 1e9, offsets that round angles, and configurations
//! within some ulps of a contact.
//!
//! Held to: with memory, on paths, every answer is that of queries, pair by pair, in the scene that
//! the world is at a configuration; what is proven free is free at every sample; lengths times a
//! power of two change no answer; the distance holds what the answers say. `OBBTREE_LONG=1` asks
//! about a hundred times as many robots.

mod support;

use std::fmt::Write as _;
use std::sync::Arc;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::{Query, Shape};
use obbtree_robot::{
    Checker, Collides, PairProof, ProofOptions, Random, Robot, Trajectory, prove_allowed,
};
use obbtree_scene::{Part, Scene};

use support::{alone, among, at, data, triangle};

const SEED: u64 = 26;

fn robots() -> u64 {
    if std::env::var_os("OBBTREE_LONG").is_some() { 2_000 } else { 40 }
}

/// Is a motion proven free, with little effort?
fn is_proven(checker: &mut Checker, from: &[f64], to: &[f64]) -> bool {
    let options = SweepOptions::default().effort(100).time_tolerance(1.0);
    checker.sweep(from, to, &options).expect("ends within the limits").is_free()
}

struct Case {
    random: Random,
    /// Lengths are multiples of this.
    size: f64,
}

impl Case {
    fn new(number: u64) -> Self {
        let mut random = Random(SEED.wrapping_mul(1_000_003).wrapping_add(number));
        const SIZES: [f64; 9] = [1e-30, 1e-23, 1e-19, 1e-12, 1e-6, 1e-3, 1.0, 1e4, 1e9];
        let size = SIZES[(random.uniform() * 9.0) as usize];
        Self { random, size }
    }

    fn below(&mut self, count: usize) -> usize {
        (self.random.uniform() * count as f64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.random.uniform()
    }

    fn one_of(&mut self, numbers: &[f64]) -> f64 {
        numbers[self.below(numbers.len())]
    }

    /// A point within `wide` sizes; some are on the axes.
    fn point(&mut self, wide: f64) -> [f64; 3] {
        let keep = self.below(4);
        [0, 1, 2].map(|k| match keep < 3 && k != keep {
            true => 0.0,
            false => self.size * self.between(-wide, wide),
        })
    }

    fn geometry(&mut self, scale: f64) -> String {
        let s = self.size * scale;
        let [a, b, c] = [0; 3].map(|_| s * self.between(0.2, 1.0));
        match self.below(5) {
            0 => format!(r#"<box size="{a} {b} {c}"/>"#),
            1 => format!(r#"<sphere radius="{a}"/>"#),
            2 => format!(r#"<cylinder radius="{a}" length="{b}"/>"#),
            3 => format!(r#"<capsule radius="{a}" length="{b}"/>"#),
            _ => format!(r#"<mesh filename="piece.obj" scale="{s} {s} {s}"/>"#),
        }
    }

    /// An element; now and then one that is far larger, with its surface near.
    fn collision(&mut self) -> String {
        let [mut x, y, z] = self.point(1.0);
        let mut geometry = self.geometry(1.0);
        if self.below(9) == 0 {
            let radius = self.size * self.one_of(&[1e3, 1e6, 1e9]);
            (x, geometry) = (x - radius, format!(r#"<sphere radius="{radius}"/>"#));
        }
        format!(
            r#"<collision><origin xyz="{x} {y} {z}"/><geometry>{geometry}</geometry></collision>"#
        )
    }

    /// A chain or a fork of up to four moving links.
    fn urdf(&mut self) -> String {
        let mut text = format!(r#"<robot name="r"><link name="l0">{}</link>"#, self.collision());
        let moving = 1 + self.below(3);
        for n in 1..=moving {
            let parent = if n > 1 && self.below(3) > 0 { n - 1 } else { 0 };
            let [x, y, z] = self.point(3.0);
            let axis = ["1 0 0", "0 1 0", "0 0 1", "0.6 0 -0.8"][self.below(4)];
            let (kind, limits, mimic) = self.joint(n);
            // A link between, so that the pair is checked.
            let _ = write!(
                text,
                r#"<link name="m{n}"/><link name="l{n}">{}</link>
                <joint name="f{n}" type="fixed"><parent link="l{parent}"/><child link="m{n}"/>
                <origin xyz="{x} {y} {z}" rpy="0 {} 0.3"/></joint>
                <joint name="j{n}" type="{kind}"><parent link="m{n}"/><child link="l{n}"/>
                  <axis xyz="{axis}"/>{limits}{mimic}</joint>"#,
                self.collision(),
                self.below(3)
            );
        }
        text + "</robot>"
    }

    /// Kind, limits and what is mimicked.
    fn joint(&mut self, n: usize) -> (&'static str, String, String) {
        let limit = |low: f64, high: f64| {
            format!(r#"<limit lower="{low}" upper="{high}" effort="1" velocity="1"/>"#)
        };
        let turn = {
            let from = self.one_of(&[-3.0, -0.1, 1e4, 3e6, -1e9, 1e9]);
            let ulps = (from.abs().next_up() - from.abs()) * self.one_of(&[130.0, 1e4]);
            let wide = self.one_of(&[6.0, 0.1, ulps]);
            limit(from, from + wide)
        };
        let slide = {
            let most = self.size * self.one_of(&[1.0, 3.0, 1e-6, 1e6]);
            limit(if self.below(2) == 0 { 0.0 } else { -most }, most)
        };
        let mimic = match n > 1 && self.below(3) == 0 {
            true => {
                let factor = self.one_of(&[1.0, -1.0, 2.0, -0.5]);
                (factor, self.one_of(&[0.0, 0.1, 1e4, 1e9]))
            }
            false => (0.0, 0.0),
        };
        let follows = |offset: f64| match mimic.0 {
            0.0 => String::new(),
            factor => format!(r#"<mimic joint="j1" multiplier="{factor}" offset="{offset}"/>"#),
        };
        // The first joint, which others follow, has one value.
        match self.below(if n == 1 { 3 } else { 5 }) {
            0 => ("revolute", turn, follows(mimic.1)),
            1 => ("prismatic", slide, follows(mimic.1 * self.size * 1e-3)),
            2 => ("continuous", String::new(), follows(mimic.1)),
            3 => ("planar", String::new(), String::new()),
            _ => ("floating", String::new(), String::new()),
        }
    }

    fn world(&mut self) -> Scene {
        let mut world = Scene::new();
        for n in 0..self.below(3) {
            let s = self.size;
            let pose = at(self.point(4.0));
            let [a, b] = [0; 2].map(|_| s * self.between(0.2, 1.0));
            let ends = ([0.0, 0.0, -a], [0.0, 0.0, b]);
            let shape = match self.below(7) {
                0 => Shape::sphere([0.0; 3], a),
                1 => Shape::sphere([-1e6 * s, 0.0, 0.0], 1e6 * s),
                2 => Shape::capsule(ends.0, ends.1, b),
                3 => Shape::cylinder(ends.0, ends.1, b),
                4 => Shape::cuboid([a, b, a]),
                5 => Ok(Shape::half_space()),
                _ => {
                    let mesh = triangle([[2.0 * s, 0.0, 0.0], [0.0, 2.0 * s, 0.0], [0.0, 0.0, s]]);
                    world.add(&n.to_string(), Part::new(mesh), pose).expect("a name");
                    continue;
                }
            };
            let part = Part::new(shape.expect("a shape"));
            world.add(&n.to_string(), part, pose).expect("a name");
        }
        world
    }

    /// Margins, paddings and attachments of a checker's world.
    fn change(&mut self, checker: &mut Checker) {
        let (zero, bodies) = (checker.robot().zero(), checker.world().ids().collect::<Vec<_>>());
        let margins = [0.0, 0.1, 1e-9, 1.0, 1e3].map(|margin| margin * self.size);
        let (margin, padding) = (self.one_of(&margins), self.one_of(&margins));
        let padded = bodies[self.below(bodies.len())];
        let set = |world: &mut Scene| {
            world.set_margin(margin)?;
            world.set_padding(padded, padding)
        };
        checker.change(set).expect("finite margins");
        if checker.link_of(bodies[0]).is_none() {
            let links = checker.robot().links().len();
            let link = checker.robot().links()[self.below(links)].name().to_owned();
            checker.attach("0", &link, &["l0"], &zero).expect("a body and a link");
        }
    }

    /// Within the limits; slides of free joints within some sizes.
    fn configuration(&mut self, robot: &Robot) -> Vec<f64> {
        let mut q = robot.random(|| self.random.uniform());
        for joint in robot.active_joints().filter(|joint| joint.kind().dof() > 1) {
            let first = joint.first_value().expect("values");
            for value in &mut q[first..first + if joint.kind().dof() == 3 { 2 } else { 3 }] {
                *value *= 2.0 * self.size;
            }
        }
        q
    }
}

/// Does nothing collide, by a query for every pair? `None` where shapes are within a margin of
/// which a cylinder is one and "yes" is not certain: then a proof that they are apart may be known
/// from before.
fn is_free(checker: &Checker, q: &[f64], query: &mut Query) -> Option<bool> {
    // What is beyond the range of poses collides.
    let Ok(world) = checker.world_at(q) else { return Some(false) };
    let bodies: Vec<_> = world.ids().collect();
    let moves = |body| {
        let is_link = |body| checker.link_of(body).is_some();
        is_link(body) || world.parent(body).expect("a body").is_some_and(is_link)
    };
    let world = &world;
    let parts = |body| {
        let parts = world.parts(body).expect("a body").iter().enumerate();
        parts.map(move |(n, part)| (part.collider(), world.part_pose(body, n).expect("a part")))
    };
    let mut is_undecided = false;
    for (n, &a) in bodies.iter().enumerate() {
        for &b in &bodies[n + 1..] {
            if !(moves(a) || moves(b)) || !world.is_checked(a, b).expect("bodies") {
                continue;
            }
            let margin = world.margin_between(a, b).expect("bodies");
            for (one, pose_one) in parts(a) {
                for (other, pose_other) in parts(b) {
                    if query.closer_than(one, pose_one, other, pose_other, margin) {
                        let is_round = one.shape().is_some() && other.shape().is_some();
                        if !is_round
                            || query.distance(one, pose_one, other, pose_other).upper <= margin
                        {
                            return Some(false);
                        }
                        is_undecided = true;
                    }
                }
            }
        }
    }
    (!is_undecided).then_some(true)
}

fn on_line(from: &[f64], to: &[f64], t: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| if t == 1.0 { *b } else { a + t * (b - a) }).collect()
}

/// A case, and its robot with its text.
fn robot_of(number: u64) -> (Case, Robot, String) {
    let mut case = Case::new(number);
    let text = case.urdf();
    let robot = Robot::from_urdf_str(&text, data("r.urdf"), &[]);
    let robot = robot.unwrap_or_else(|error| panic!("case {number}: {error}\n{text}"));
    (case, robot, text)
}

/// The same with the robot in a world, which may be changed; none where nothing is checked.
fn checker_of(number: u64, is_changed: bool) -> Option<(Case, Checker, String)> {
    let (mut case, robot, text) = robot_of(number);
    let mut with = among(robot, &case.world());
    if is_changed {
        case.change(&mut with);
    }
    with.nothing_checked().is_none().then_some((case, with, text))
}

/// Asks about one robot.
fn run(number: u64, is_changed: bool, hits: &mut [u32; 2]) {
    let Some((mut case, mut with, text)) = checker_of(number, is_changed) else { return };
    let (robot, mut query) = (Arc::clone(with.robot()), Query::new());
    let mut of_pairs = Query::new();
    let mut ask = |with: &mut Checker, q: &[f64]| {
        let (found, expected) = (with.is_valid(q), is_free(with, q, &mut of_pairs));
        assert_eq!(found, expected.unwrap_or(found), "case {number}: {q:?}\n{text}");
        found
    };
    let mut from = case.configuration(&robot);
    let mut was_free = ask(&mut with, &from);
    for _ in 0..4 {
        let to = case.configuration(&robot);
        let free = ask(&mut with, &to);
        hits[usize::from(free)] += 1;
        let closest = with.distance(&to).expect("a pair");
        assert!(closest.lower <= closest.upper, "case {number}: {closest:?}");
        let fits = if free { closest.upper > 0.0 } else { is_changed || closest.lower == 0.0 };
        assert!(fits, "case {number}: {to:?} {closest:?}");
        if free != was_free {
            // To neighbouring numbers on both sides of a contact, or until they are the same.
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..55 {
                let middle = 0.5 * (low + high);
                if ask(&mut with, &on_line(&from, &to, middle)) == was_free {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            // Across it in steps of ulps, and of many.
            for step in [1e-16, 1e-13, 1e-9, 1e-4] {
                for k in -12..=12 {
                    let t = (low + step * f64::from(k)).clamp(0.0, 1.0);
                    ask(&mut with, &on_line(&from, &to, t));
                }
                let ends =
                    [-9.0, 9.0].map(|k| on_line(&from, &to, (low + step * k).clamp(0.0, 1.0)));
                let mut collides = |q: &[f64]| is_free(&with, q, &mut query) == Some(false);
                if collides(&ends[0]) || collides(&ends[1]) {
                    let is_proven = is_proven(&mut with, &ends[0], &ends[1]);
                    assert!(!is_proven, "case {number}: {ends:?}\n{text}");
                }
            }
            // Free up to it, by all but some ulps.
            let (start, near) = if was_free { (&from, low) } else { (&to, high) };
            let end = on_line(&from, &to, near);
            if is_proven(&mut with, start, &end) {
                for k in 0..=64 {
                    ask(&mut with, &on_line(start, &end, f64::from(k) / 64.0));
                }
            }
        } else if free && is_proven(&mut with, &from, &to) {
            for k in 0..=64 {
                let q = on_line(&from, &to, f64::from(k) / 64.0);
                assert!(ask(&mut with, &q), "case {number}: proven free\n{text}");
            }
        }
        (from, was_free) = (to, free);
    }
}

/// As they are, and with margins, paddings and an attached body.
#[test]
fn answers_of_random_robots_are_those_of_the_scene() {
    for is_changed in [false, true] {
        let mut hits = [0; 2];
        for number in 0..robots() {
            run(number, is_changed, &mut hits);
        }
        let [collide, free] = hits;
        println!("{collide} configurations collide, {free} are free");
        assert!(collide > free / 5 && free > collide / 5, "{hits:?}");
    }
}

impl Case {
    /// With its free joints far away, now and then.
    fn far(&mut self, robot: &Robot, mut q: Vec<f64>) -> Vec<f64> {
        let far = self.one_of(&[0.0, 0.0, 1e3, 1e6]) * self.size;
        for joint in robot.active_joints().filter(|joint| joint.kind().dof() > 1) {
            q[joint.first_value().expect("values")] += far;
        }
        q
    }

    /// A B-spline near a configuration, with knots that repeat; none if these leave it no time.
    fn curve(&mut self, robot: &Robot, from: &[f64]) -> Option<Trajectory> {
        let degree = 1 + self.below(4);
        let count = degree + 1 + self.below(5);
        let share = self.one_of(&[0.5, 0.01, 1e-6, 1e-12]);
        let row = |case: &mut Self| {
            let to = case.configuration(robot);
            on_line(from, &to, share * case.random.uniform())
        };
        let rows: Vec<Vec<f64>> = (0..count).map(|_| row(self)).collect();
        let unit = self.one_of(&[1.0, 1e-9, 1e9]);
        let (mut knot, mut knots) = (unit * self.between(-3.0, 3.0), Vec::new());
        while knots.len() < count + degree + 1 {
            knots.extend(vec![knot; 1 + self.below(degree)]);
            knot += unit * self.random.uniform();
        }
        knots.truncate(count + degree + 1);
        Trajectory::b_spline(degree, &rows, &knots).ok()
    }
}

/// Regions and curves of one robot.
fn hold_what_is_proven(number: u64, is_changed: bool, hits: &mut [u32; 3]) {
    let Some((mut case, mut with, text)) = checker_of(number, is_changed) else { return };
    let (robot, mut query) = (Arc::clone(with.robot()), Query::new());
    let context = |what: &dyn std::fmt::Debug| format!("case {number}: {what:?}\n{text}");
    for n in 0..4 {
        let at = case.configuration(&robot);
        let at = case.far(&robot, at);
        let free = is_free(&with, &at, &mut query);
        let region = with.free_region(&at, [1, 8, 40, 80][n]).expect("within the limits");
        assert_eq!(region.is_some(), free.unwrap_or(region.is_some()), "{}", context(&at));
        if let Some(region) = region {
            hits[0] += 1;
            for k in 0..16 {
                let of = |(low, high): (&f64, &f64)| match k % 2 {
                    0 if case.below(2) == 0 => *low,
                    0 => *high,
                    _ => case.between(*low, *high).clamp(*low, *high),
                };
                let inside: Vec<f64> = region.low.iter().zip(&region.high).map(of).collect();
                let free = is_free(&with, &inside, &mut query);
                assert_ne!(free, Some(false), "{}", context(&(&region, &inside)));
            }
        }
        let Some(curve) = case.curve(&robot, &at) else { continue };
        let Ok(found) = with.sweep_trajectory(&curve, &SweepOptions::default().effort(200)) else {
            continue;
        };
        let until = match &found {
            Sweep::Free { .. } => curve.end(),
            found => found.last_free(),
        };
        hits[1] += u32::from(found.is_free());
        if let Sweep::Contact(contact) = &found {
            hits[2] += 1;
            let q = curve.configuration_at(contact.first_contact);
            assert_ne!(is_free(&with, &q, &mut query), Some(true), "{}", context(&curve));
        }
        let last = if found.is_free() || until > curve.start() { 12 } else { 0 };
        for k in 0..last {
            let time = curve.start() + f64::from(k) / f64::from(last - 1) * (until - curve.start());
            let q = curve.configuration_at(time.min(until));
            let free = is_free(&with, &q, &mut query);
            assert_ne!(free, Some(false), "{}", context(&(&found, time, &curve)));
        }
        let clearances = with.clearances_along(&curve, 3).expect("it was swept");
        for (part, clearance) in clearances.into_iter().enumerate() {
            for k in 0..=4 {
                let share = (part as f64 + 0.25 * f64::from(k)) / 3.0;
                let time = curve.start() + share * (curve.end() - curve.start());
                let q = curve.configuration_at(time);
                let closest = with.distance(&q).expect("a pair");
                assert!(clearance <= closest.upper, "{}", context(&(clearance, closest, &curve)));
            }
        }
    }
}

#[test]
fn regions_and_curves_of_random_robots_are_free() {
    let mut hits = [0; 3];
    for is_changed in [false, true] {
        for number in 0..robots() {
            hold_what_is_proven(number, is_changed, &mut hits);
        }
    }
    println!("{hits:?} regions, free curves, contacts");
    assert!(hits.iter().all(|&hits| u64::from(hits) > robots() / 3), "{hits:?}");
}

/// What is proven of pairs of links, *never* and *always*, against random configurations.
#[test]
fn what_is_proven_of_pairs_of_random_robots_holds() {
    let [mut never, mut always] = [0_u32; 2];
    for number in 0..robots() {
        let (mut case, robot, text) = robot_of(number);
        let mut options = ProofOptions::default();
        (options.effort, options.samples) = (300, 16);
        let found = prove_allowed(&robot, &options, &Query::new().batch()).expect("threads");
        for PairProof { links, collides, .. } in found.pairs {
            let contradicts = match collides {
                Collides::Never => false,
                Collides::Always => true,
                _ => continue,
            };
            [never, always] = [never + u32::from(!contradicts), always + u32::from(contradicts)];
            let with = alone(robot.clone().with_pairs(&[links]));
            for _ in 0..24 {
                let q = case.configuration(&robot);
                let free = is_free(&with, &q, &mut Query::new());
                assert_ne!(free, Some(contradicts), "case {number}: {links:?} {q:?}\n{text}");
            }
        }
    }
    println!("{never} never, {always} always");
    assert!(never > 20 && always > 5, "{never} {always}");
}

fn is_bounded(world: &Scene) -> bool {
    let mut parts = world.ids().flat_map(|body| world.parts(body).expect("a body").iter());
    parts.all(|part| part.collider().bounding_sphere().is_some())
}

/// All lengths of a robot times a power of two: a smaller or larger robot of the same kind.
#[test]
fn lengths_times_a_power_of_two_change_no_answer() {
    for number in 0..robots() {
        let at = |exponent: i32| {
            let mut case = Case::new(number);
            case.size = 2.0_f64.powi(exponent);
            let text = case.urdf();
            let robot = Robot::from_urdf_str(&text, data("r.urdf"), &[]).expect("a robot");
            let mut checker = among(robot, &case.world());
            let robot = Arc::clone(checker.robot());
            let all: Vec<Vec<f64>> = (0..6).map(|_| case.configuration(&robot)).collect();
            let valid: Vec<bool> = all.iter().map(|q| checker.is_valid(q)).collect();
            // Distances from what is unbounded are rounded by its own points, which do not scale.
            let scales = is_bounded(checker.world());
            let motions = if scales { &all[..] } else { &[] };
            let free = |ends: &[Vec<f64>]| is_proven(&mut checker, &ends[0], &ends[1]);
            (valid, motions.windows(2).map(free).collect::<Vec<bool>>())
        };
        let expected = at(0);
        for exponent in [-110, -76, -30, 20, 35] {
            let found = at(exponent);
            assert_eq!(found.0, expected.0, "case {number} times 2^{exponent}");
            // Motions that end free: a proof may fail where kinematics of free joints round
            // otherwise.
            assert_eq!(found.1, expected.1, "motions of case {number} times 2^{exponent}");
        }
    }
}
