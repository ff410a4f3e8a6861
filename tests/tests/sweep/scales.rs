//! A search for wrong verdicts where nobody lives: sizes and gaps near the ends of `f32` and `f64`
//! on one, two or three axes, sums of very different magnitudes, far origins; every kind of motion,
//! both engines, every instruction set, and scenes.
//!
//! Corners on a small lattice, each axis with a size of its own, and a gap of a size of its own:
//! bodies that touch in passing, pass by, or meet. What is tested of each:
//!
//! * what is proven free is free at every sampled pose, by the classic engine at rest, which tests
//!   triangles exactly and separates boxes by more than all underflow;
//! * a contact is shown by its poses, and what comes before it is free;
//! * where all sizes are tiny, the same bodies and motion times a power of two get the same
//!   verdict, if both get one;
//! * engines and instruction sets agree, where they decide.

use obbtree::collider::ShapeKind;
use obbtree::motion::{
    Carried, FirstContact, Linear, Motion, Path, Rounding, Screw, Speed, Sweep, SweepOptions,
    Translation,
};
use obbtree::nalgebra::{Rotation3, Vector3};
use obbtree::pose::MAX_COORDINATE;
use obbtree::query::SimdLevel;
use obbtree::scene::{Part, Scene, SceneQuery};
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_tests::classic;
use obbtree_tests::engines::{Asks, Built, ClassicBody, ClassicQuery};
use obbtree_tests::is_long;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The least normal and subnormal numbers of `f32` and `f64`, their roots, and ordinary ones.
const SIZES: [f64; 16] = [
    1.0, 1.0, 1e6, 1e-11, 1.1e-19, 1e-23, 2.4e-27, 1.2e-38, 1e-45, 1e-100, 1.5e-154, 1e-162,
    1e-170, 1e-300, 3e-308, 3e-320,
];

/// Motions are sampled at so many times, and one more.
fn samples() -> u32 {
    if is_long() { 200 } else { 24 }
}

type Lattice = [[f64; 3]; 3];

/// Numbers of a case, in units of the sizes of its axes.
#[derive(Clone, Debug)]
struct Case {
    a: Vec<Lattice>,
    b: Vec<Lattice>,
    sizes: [f64; 3],
    from: [f64; 3],
    to: [f64; 3],
    /// Added to B's place along one axis, at both ends.
    gap: (usize, f64),
    /// Of both bodies.
    far: [f64; 3],
    rotation: [f64; 3],
    kind: u32,
}

const KINDS: u32 = 8;

/// A motion, its places times a power of two.
type Moving = Box<dyn Motion>;

/// What a screw carries, with the screw.
struct Held {
    screw: Screw,
    offset: Pose,
}

impl Held {
    fn carried(&self) -> Carried<'_> {
        Carried::new(&self.screw, &self.offset).expect("as before")
    }
}

impl Motion for Held {
    fn pose_at(&self, time: f64) -> Pose {
        self.carried().pose_at(time)
    }

    fn rounding(&self) -> Rounding {
        self.carried().rounding()
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        self.carried().speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        self.carried().acceleration(from, to)
    }
}

impl Case {
    fn random(random: &mut Pcg64Mcg, kind: u32) -> Self {
        let mut size = || SIZES[random.random_range(0..SIZES.len())];
        let (one, other, gap) = (size(), size(), size());
        let sizes = match random.random_range(0..6) {
            0 => [one, other, other],
            1 => [one, one, other],
            2 => [one, other, size_of(random)],
            _ => [one; 3],
        };
        let mut lattice = |n: i32| [(); 3].map(|()| f64::from(random.random_range(-n..=n)));
        let mut triangles = |n: usize| (0..n).map(|_| [(); 3].map(|()| lattice(2))).collect();
        let (a, b) = (triangles(2), triangles(1));
        let (from, to) = (lattice(4), lattice(4));
        let (rotation, beside) = (lattice(3).map(|x| 0.4 * x), lattice(1));
        // Mostly past the other body, or through it.
        let to = match random.random_range(0..4) {
            0 => to,
            _ => [0, 1, 2].map(|k| beside[k] - from[k]),
        };
        let axis = random.random_range(0..3);
        let gap = match random.random_range(0..4) {
            0 => 0.0,
            1 => gap,
            2 => -gap,
            // Some ulps of the size.
            _ => sizes[axis] * f64::EPSILON * f64::from(random.random_range(-4..=4)),
        };
        let far = match random.random_range(0..4) {
            0 => lattice_far(random, 1e6 * one),
            1 => {
                let size = size_of(random);
                lattice_far(random, size)
            }
            _ => [0.0; 3],
        };
        Self { a, b, sizes, from, to, gap: (axis, gap), far, rotation, kind }
    }

    fn mesh(&self, triangles: &[Lattice], scale: f64) -> Mesh {
        let corners = triangles.as_flattened().iter();
        let corners = corners.map(|p| [0, 1, 2].map(|k| p[k] * self.sizes[k] * scale)).collect();
        let indices = (0..triangles.len() as u32).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
        Mesh::new(corners, indices).expect("finite")
    }

    fn place(&self, at: &[f64; 3], scale: f64) -> [f64; 3] {
        let (axis, gap) = self.gap;
        let shift = |k: usize| if k == axis { gap } else { 0.0 };
        [0, 1, 2].map(|k| (at[k] * self.sizes[k] + shift(k) + self.far[k]) * scale)
    }

    /// Where A is.
    fn rest(&self, scale: f64) -> Option<Pose> {
        Pose::from_translation(self.far.map(|x| x * scale)).ok()
    }

    /// The motion of B; `None` if it leads out of the domain.
    fn motion(&self, scale: f64) -> Option<Moving> {
        let [from, to] = [&self.from, &self.to].map(|at| self.place(at, scale));
        let start = Pose::from_translation(from).ok()?;
        let turned = Rotation3::new(Vector3::from(self.rotation)).into_inner();
        let end = Pose::new(turned, to.into()).ok()?;
        let point = self.place(&[1.0, 0.0, -1.0], scale);
        let advance = (to[2] - from[2]) * 0.5;
        let angle = 2.0 * self.rotation[0] + 0.1;
        Some(match self.kind {
            0 => Box::new(Translation::new(&start, to).ok()?),
            1 => Box::new(Linear::new(&start, &end).ok()?),
            2 => Box::new(Linear::of_point(&start, &end, point).ok()?),
            3 => Box::new(Screw::new(&start, &end).ok()?),
            4 => Box::new(Screw::about(&start, point, [1.0, -2.0, 1.0], angle, advance).ok()?),
            5 => {
                let screw = Screw::new(&start, &end).ok()?;
                let offset = Pose::new(turned, Vector3::from(point) * 0.5).ok()?;
                Carried::new(&screw, &offset).ok()?;
                Box::new(Held { screw, offset })
            }
            6 => {
                let by_speed = Linear::new(&start, &end).ok()?;
                let (of_pose, rounding) = (by_speed.clone(), by_speed.rounding());
                let path = Path::new(move |t| of_pose.pose_at(t), move |s, t| by_speed.speed(s, t));
                Box::new(path.with_rounding(rounding))
            }
            _ => {
                let way = Linear::new(&start, &Pose::from_translation(to).ok()?).ok()?;
                let (of_pose, rounding) = (way.clone(), way.rounding());
                let bend = way.acceleration(0.0, 1.0).expect("known");
                let path = Path::new(move |t| of_pose.pose_at(t), move |s, t| way.speed(s, t));
                Box::new(path.with_rounding(rounding).with_acceleration(bend))
            }
        })
    }

    /// The largest number of it.
    fn size(&self) -> f64 {
        let all = self.sizes.iter().chain(&self.far).chain([&self.gap.1]);
        8.0 * all.fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// The least number that is not 0.
    fn least(&self) -> f64 {
        let all = self.sizes.iter().chain(&self.far).chain([&self.gap.1]).map(|x| x.abs());
        all.filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min)
    }
}

fn size_of(random: &mut Pcg64Mcg) -> f64 {
    SIZES[random.random_range(0..SIZES.len())]
}

fn lattice_far(random: &mut Pcg64Mcg, size: f64) -> [f64; 3] {
    [(); 3].map(|()| f64::from(random.random_range(-1..=1)) * size)
}

/// A number in the variable that asks for the long setting is that of the cases.
fn runs(short: u32, long: u32) -> u32 {
    let wanted = std::env::var("OBBTREE_LONG").ok().map(|number| number.parse().unwrap_or(1));
    wanted.map_or(short, |number: u32| if number > 1 { number } else { long })
}

fn options() -> SweepOptions {
    SweepOptions::default().effort(100).time_tolerance(1e-2)
}

/// A case at a scale, and the certain test of its poses at rest.
struct Scaled {
    meshes: [Mesh; 2],
    still: [ClassicBody; 2],
    rest: Pose,
    motion: Moving,
}

impl Scaled {
    fn new(case: &Case, scale: f64) -> Option<Self> {
        let meshes = [case.mesh(&case.a, scale), case.mesh(&case.b, scale)];
        let still = [&meshes[0], &meshes[1]].map(classic::Tree::body);
        Some(Self { meshes, still, rest: case.rest(scale)?, motion: case.motion(scale)? })
    }

    fn meets(&self, pose: &Pose) -> bool {
        let [a, b] = &self.still;
        ClassicQuery::default().collide(a, &self.rest, b, pose)
    }

    /// The first of the samples that collides.
    fn first(&self, until: f64) -> Option<f64> {
        let times = (0..=samples()).map(|k| f64::from(k) / f64::from(samples()));
        times.take_while(|t| *t <= until).find(|t| self.meets(&self.motion.pose_at(*t)))
    }

    fn ask(&self, level: SimdLevel) -> Sweep {
        let [a, b] = [&self.meshes[0], &self.meshes[1]].map(|mesh| Body::new(mesh.clone()));
        let mut query = Query::new().level(level);
        query.sweep(&a, &self.rest, &b, &*self.motion, &options())
    }

    /// Is it free? `None` if that is not decided. Whatever is said has to be true of the samples.
    fn verdict(&self, found: &Sweep, name: &str, case: &Case) -> Option<bool> {
        match found {
            // Of a motion that passes by less than poses are rounded, rounded poses may touch.
            Sweep::Free { clearance }
                if *clearance == 0.0 && self.motion.translation().is_some() =>
            {
                Some(true)
            }
            Sweep::Free { clearance } => {
                assert!(*clearance >= 0.0, "{name}: {clearance:e}\n{case:?}");
                let first = self.first(1.0);
                assert_eq!(first, None, "{name}: free, but it collides\n{case:?}");
                Some(true)
            }
            Sweep::Contact(contact) => {
                let shown = self.meets(&contact.poses[1]);
                assert_eq!(shown, contact.poses_meet, "{name}: {contact:?}\n{case:?}");
                assert!(contact.poses_meet || self.motion.translation().is_some(), "{case:?}");
                let before = contact.last_free.next_down();
                // Poses of translations that touch in passing are rounded.
                if self.motion.translation().is_none() && contact.first_contact > 0.0 {
                    let first = self.first(before);
                    assert_eq!(first, None, "{name}: {contact:?}\n{case:?}");
                }
                Some(false)
            }
            _ => None,
        }
    }
}

#[derive(Default)]
struct Tally {
    free: u32,
    contact: u32,
    undecided: u32,
    rescaled: u32,
}

/// All instruction sets; what they agree on, if they decide.
fn verdict(case: &Case, scaled: &Scaled) -> Option<bool> {
    let mut decided: Option<(bool, String)> = None;
    for level in SimdLevel::all_available() {
        let (name, found) = (level.to_string(), scaled.ask(level));
        let Some(is_free) = scaled.verdict(&found, &name, case) else { continue };
        if let Some((before, other)) = &decided {
            assert_eq!(is_free, *before, "{name} and {other} disagree\n{case:?}");
        }
        decided = Some((is_free, name));
    }
    decided.map(|(is_free, _)| is_free)
}

#[test]
fn verdicts_hold_at_every_scale() {
    let mut random = Pcg64Mcg::new(0x5CA1E5);
    let runs = runs(640, 400_000);
    let mut tally = Tally::default();
    for run in 0..runs {
        let case = Case::random(&mut random, run % KINDS);
        let Some(scaled) = Scaled::new(&case, 1.0) else { continue };
        let here = verdict(&case, &scaled);
        match here {
            Some(true) => tally.free += 1,
            Some(false) => tally.contact += 1,
            None => tally.undecided += 1,
        }
        // Times a power of two: to ordinary sizes, if no number is lost.
        let exponent = -case.size().log2().floor();
        let in_range = exponent.abs() < 1000.0 && case.least() * 2.0_f64.powf(exponent) > 1e-290;
        if !in_range || case.size() > MAX_COORDINATE {
            continue;
        }
        let Some(ordinary) = Scaled::new(&case, 2.0_f64.powf(exponent)) else { continue };
        if let (Some(here), Some(there)) = (here, verdict(&case, &ordinary)) {
            assert_eq!(here, there, "free at one scale, in contact at another\n{case:?}");
            tally.rescaled += 1;
        }
    }
    let Tally { free, contact, undecided, rescaled } = tally;
    println!(
        "{runs} motions: {free} free, {contact} with a contact, {undecided} undecided; \
         {rescaled} at two scales"
    );
    let decided = free + contact;
    assert!(decided * 2 > runs, "{undecided} undecided");
    assert!((decided * 3 / 10..=decided * 7 / 10).contains(&free), "{free} of {decided} free");
    assert!(rescaled * 4 > runs, "{rescaled} at two scales");
}

/// A shape of about a size.
fn primitive(random: &mut Pcg64Mcg, size: f64) -> ShapeKind {
    let mut at = || [(); 3].map(|()| f64::from(random.random_range(-2..=2)) * size);
    let (from, to) = (at(), at());
    match random.random_range(0..4) {
        0 => ShapeKind::Sphere { center: from, radius: size },
        1 => ShapeKind::Capsule { from, to, radius: 0.5 * size },
        2 => ShapeKind::Cuboid { half: [size, 0.5 * size, 2.0 * size], radius: 0.0 },
        _ => ShapeKind::HalfSpace { points: [[0.0; 3], [size, 0.0, 0.0], [0.0, size, size]] },
    }
}

#[test]
fn verdicts_of_scenes_hold_at_every_scale() {
    let mut random = Pcg64Mcg::new(0x5CE4E);
    let runs = runs(240, 100_000);
    let (mut free, mut contacts, mut undecided) = (0, 0, 0);
    for run in 0..runs {
        let case = Case::random(&mut random, run % KINDS);
        let (Some(scaled), size) = (Scaled::new(&case, 1.0), case.sizes[0]) else { continue };
        let mut part = |mesh: &Mesh| match random.random_range(0..2) {
            0 => Some(Part::new(Body::new(mesh.clone()))),
            _ => Shape::new(primitive(&mut random, size)).ok().map(Part::new),
        };
        let (Some(a), Some(b)) = (part(&scaled.meshes[0]), part(&scaled.meshes[1])) else {
            continue;
        };
        let mut scene = Scene::new();
        scene.add("a", [a], scaled.rest).expect("a body");
        let start = scaled.motion.pose_at(0.0);
        let moving = scene.add("b", [b], start).expect("a body");
        let moves = [(moving, &*scaled.motion)];
        let found = SceneQuery::new().sweep(&scene, &moves, &options()).expect("a motion");
        let mut meets = |t: f64| {
            scene.set_pose(moving, scaled.motion.pose_at(t)).expect("a pose");
            SceneQuery::new().collides(&scene)
        };
        let mut times = (0..=samples()).map(|k| f64::from(k) / f64::from(samples()));
        match found.clone() {
            Sweep::Free { clearance } => {
                free += 1;
                // Of a motion that passes by less than poses are rounded, rounded poses may touch.
                if clearance > 0.0 || scaled.motion.translation().is_none() {
                    let first = times.find(|t| meets(*t));
                    assert_eq!(first, None, "free, but it collides\n{case:?}\n{scene:?}");
                }
            }
            Sweep::Contact(FirstContact { last_free, first_contact, .. }) => {
                contacts += 1;
                assert!(last_free <= first_contact);
                // What touches in passing may do so at no rounded pose.
                if scaled.motion.translation().is_none() {
                    assert!(meets(first_contact), "{found:?}\n{case:?}\n{scene:?}");
                    let first = times.take_while(|t| *t < last_free).find(|t| meets(*t));
                    assert_eq!(first, None, "{found:?}\n{case:?}\n{scene:?}");
                }
            }
            Sweep::Undecided(_) => undecided += 1,
            _ => unreachable!("{found:?}"),
        }
    }
    println!("{runs} scenes: {free} free, {contacts} with a contact, {undecided} undecided");
    assert!(free > runs / 8 && contacts > runs / 8, "{free} {contacts} {undecided}");
}
