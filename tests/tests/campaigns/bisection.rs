//! Contact bisection: pairs of real meshes driven to first contact until `f64` runs out, then
//! tested around it, and every answer compared with the referee's. See `docs/lab/CAMPAIGNS.md`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use obbtree::query::Counts;
use obbtree::{Mesh, Pose};
use obbtree_assets as assets;
use obbtree_tests::bisection::{Approach, Numbers};
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::quick_referee::{self, Placed};
use obbtree_tests::{classic, wide};
use obbtree_tests::{data, is_long, referee, shapes};

/// Two meshes, and how many approaches of each kind of numbers they get.
struct Subject {
    name: String,
    a: Mesh,
    b: Mesh,
    short: usize,
    long: usize,
}

/// The models that ship with the project: enough for the whole campaign.
fn shipped() -> Vec<Subject> {
    let subject = |name: &str, a, b| Subject { name: name.to_owned(), a, b, short: 1, long: 37 };
    let knot = || assets::torus_knot(160, 11);
    let (wheel, pinion) = (|| assets::gear(assets::WHEEL), || assets::gear(assets::PINION));
    let sphere = |level| assets::icosphere(level, 1.0);
    vec![
        subject("knot and knot", knot(), knot()),
        subject("wheel and pinion", wheel(), pinion()),
        subject("terrain and link", assets::terrain(40), assets::link()),
        subject("bolt and nut", assets::bolt(), assets::nut()),
        subject("wall and L", assets::wall(), assets::l_piece()),
        subject("sphere and sphere", sphere(3), sphere(4)),
        subject("sphere and link", sphere(4), assets::link()),
        subject("bolt and wheel", assets::bolt(), wheel()),
        subject("knot and terrain", knot(), assets::terrain(40)),
        subject("link and link", assets::link(), assets::link()),
    ]
}

/// Scans and parts from the developers' data. The large ones get fewer approaches: the referee
/// sorts all of a mesh for every question.
fn from_the_data() -> Vec<Subject> {
    let pairs = [
        ("bunny.stl", "bunny.stl", 0, 3),
        ("fandisk.obj", "fandisk.obj", 0, 10),
        ("env.obj", "rob.obj", 1, 20),
    ];
    let subject = |(a, b, short, long)| {
        let name = format!("{a} and {b}");
        Subject { name, a: data::mesh(a), b: data::mesh(b), short, long }
    };
    pairs.map(subject).into()
}

/// Both meshes in one engine.
struct Bodies<T: Built> {
    a: T::Body,
    b: T::Body,
}

impl<T: Built> Bodies<T> {
    fn new(subject: &Subject) -> Self {
        Self { a: T::body(&subject.a), b: T::body(&subject.b) }
    }

    fn meets(&self, pose_a: &Pose, pose_b: &Pose, queries: &mut Queries<T>) -> bool {
        queries.any.collide(&self.a, pose_a, &self.b, pose_b)
    }

    fn pairs(&self, pose_a: &Pose, pose_b: &Pose, queries: &mut Queries<T>) -> Vec<[u32; 2]> {
        queries.all.pairs(&self.a, pose_a, &self.b, pose_b)
    }
}

/// The queries of one thread: those for any contact are counted, as they are the campaign's.
struct Queries<T: Built> {
    any: T::Query,
    all: T::Query,
}

impl<T: Built> Queries<T> {
    fn new() -> Self {
        Self { any: T::Query::default().counted(true), all: T::Query::default() }
    }
}

/// What came of some approaches.
#[derive(Default)]
struct Tally {
    approaches: u64,
    questions: u64,
    contacts: u64,
    lists: u64,
    classic: Counts,
    wide: Counts,
    /// Each as Rust, to become a named test.
    disagreements: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.approaches += other.approaches;
        self.questions += other.questions;
        self.contacts += other.contacts;
        self.lists += other.lists;
        for (sum, counts) in [(&mut self.classic, other.classic), (&mut self.wide, other.wide)] {
            sum.triangle_tests += counts.triangle_tests;
            sum.by_kernel += counts.by_kernel;
            sum.stages += counts.stages;
        }
        self.disagreements.extend(other.disagreements);
    }

    fn row(&self, name: &str) -> String {
        let mut row = format!(
            "| {name} | {} | {} | {} | {} | {} ",
            self.approaches,
            self.questions,
            self.contacts,
            self.lists,
            self.disagreements.len()
        );
        for counts in [&self.classic, &self.wide] {
            let stages = &counts.stages;
            let kernel = counts.by_kernel;
            let (planes, filter, exact) = (stages.planes, stages.filter, stages.exact());
            write!(row, "| {kernel} / {planes} / {filter} / {exact} ").expect("text");
        }
        row + "|"
    }
}

/// A subject built in both engines.
struct Bench<'s> {
    subject: &'s Subject,
    classic: Bodies<classic::Tree>,
    wide: Bodies<wide::Tree>,
}

impl<'s> Bench<'s> {
    fn new(subject: &'s Subject) -> Self {
        Self { subject, classic: Bodies::new(subject), wide: Bodies::new(subject) }
    }

    /// One approach: the bisection, then the poses around the contact. The referee's answers lead.
    fn drive(&self, seed: u64, numbers: Numbers) -> Tally {
        let mut tally = Tally::default();
        let (mut classic, mut wide) = (Queries::new(), Queries::new());
        let mut random = shapes::random(seed);
        let Subject { name, a, b, .. } = self.subject;
        let away = [0.0, 1.0, 1000.0][seed as usize % 3];
        loop {
            let approach = Approach::random(&mut random, numbers, away, a, b);
            let pose_a = approach.pose_a;
            let placed_a = Placed::new(a, &pose_a);
            let mut ask = |pose_b: Pose| {
                let expected = quick_referee::collide(&placed_a, &Placed::new(b, &pose_b));
                let by_classic = self.classic.meets(&pose_a, &pose_b, &mut classic);
                let by_wide = self.wide.meets(&pose_a, &pose_b, &mut wide);
                tally.questions += 1;
                tally.contacts += u64::from(expected);
                if (by_classic, by_wide) != (expected, expected) {
                    let (rows_a, rows_b) = (pose_a.to_rows(), pose_b.to_rows());
                    tally.disagreements.push(format!(
                        "// {name}: referee {expected}, classic {by_classic}, wide {by_wide}\n\
                         let pose_a = Pose::from_rows({rows_a:?}).unwrap();\n\
                         let pose_b = Pose::from_rows({rows_b:?}).unwrap();"
                    ));
                }
                expected
            };
            let Some(contact) = approach.first_contact(|s| ask(approach.pose_b(s))) else {
                continue;
            };
            for pose_b in approach.around(contact) {
                ask(pose_b);
            }
            // At the contact itself all pairs; flat faces would give the referee too many.
            if numbers != Numbers::Quarters {
                for pose_b in contact.map(|s| approach.pose_b(s)) {
                    let placed_b = Placed::new(b, &pose_b);
                    let expected = quick_referee::intersecting_pairs(&placed_a, &placed_b);
                    let by_classic = self.classic.pairs(&pose_a, &pose_b, &mut classic);
                    let by_wide = self.wide.pairs(&pose_a, &pose_b, &mut wide);
                    tally.lists += 1;
                    if by_classic != expected || by_wide != expected {
                        let rows = [pose_a, pose_b].map(|pose| pose.to_rows());
                        tally.disagreements.push(format!(
                            "// {name}, poses {rows:?}: referee {expected:?}, \
                             classic {by_classic:?}, wide {by_wide:?}"
                        ));
                    }
                }
            }
            tally.approaches = 1;
            (tally.classic, tally.wide) = (classic.any.counts(), wide.any.counts());
            return tally;
        }
    }
}

/// All approaches of a subject, on all CPUs; the sum does not depend on how many.
fn drive_all(subject: &Subject, first_seed: u64, per_kind: usize) -> Tally {
    let bench = Bench::new(subject);
    let jobs = per_kind * Numbers::ALL.len();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sum = Tally::default();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return sum;
            }
            let numbers = Numbers::ALL[job % Numbers::ALL.len()];
            // Every kind of numbers gets every distance from the origin.
            sum.add(bench.drive(first_seed + (job / Numbers::ALL.len()) as u64, numbers));
        }
    };
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cpus.min(jobs)).map(|_| scope.spawn(work)).collect();
        let mut sum = Tally::default();
        threads.into_iter().for_each(|thread| sum.add(thread.join().expect("no panic")));
        sum
    })
}

#[test]
fn near_first_contact_the_engines_are_right() {
    let all = drive_subjects(&shipped(), 0);
    let questions = if is_long() { 100_000 } else { 2_500 };
    assert!(all.questions >= questions, "{} questions", all.questions);
}

#[test]
#[cfg_attr(not(data = "meshes"), ignore = "needs the developers' data: meshes")]
fn near_first_contact_the_engines_are_right_on_real_meshes() {
    let all = drive_subjects(&from_the_data(), 1000 * shipped().len() as u64);
    assert!(all.approaches > 0);
}

/// Asks about each subject, prints the table, and wants no wrong answer and both answers to occur.
/// Seeds begin at `first_seed`, a thousand for each subject: as that is no multiple of three, each
/// subject begins at another distance from the origin.
fn drive_subjects(subjects: &[Subject], first_seed: u64) -> Tally {
    println!("kernel / planes / filter / exact: pairs of triangles that each stage decided");
    println!(
        "| meshes | approaches | questions | contacts | lists | wrong | classic | wide |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|"
    );
    let mut all = Tally::default();
    for (number, subject) in subjects.iter().enumerate() {
        let per_kind = if is_long() { subject.long } else { subject.short };
        let tally = drive_all(subject, first_seed + 1000 * number as u64, per_kind);
        println!("{}", tally.row(&subject.name));
        all.add(tally);
    }
    println!("{}", all.row("all"));
    let shown = all.disagreements.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(all.disagreements.is_empty(), "{} wrong:\n{shown}", all.disagreements.len());
    let rate = all.contacts as f64 / all.questions as f64;
    assert!((0.3..0.7).contains(&rate), "{rate} of the questions are contacts");
    for counts in [&all.classic, &all.wide] {
        assert!(counts.stages.exact() > 0, "no question came near enough to need exact arithmetic");
    }
    all
}

/// The campaign's quick referee is held against the plain one, which tests all pairs of triangles
/// whose boxes meet by rational arithmetic.
#[test]
fn the_quick_referee_is_the_referee() {
    let mut random = shapes::random(51);
    let (mut tested, mut contacts) = (0, 0);
    for round in 0..if is_long() { 6 } else { 2 } {
        let (a, b) = if round % 2 == 0 {
            (shapes::cube(1.0), shapes::sphere(1, 1.0))
        } else {
            (shapes::soup(&mut random, 12, 0.3), shapes::soup(&mut random, 12, 0.3))
        };
        let numbers = Numbers::ALL[round % 3];
        let approach = Approach::random(&mut random, numbers, 1.0, &a, &b);
        let pose_a = approach.pose_a;
        let mut ask = |pose_b: Pose| {
            let expected = referee::intersecting_pairs(&a, &pose_a, &b, &pose_b);
            let (placed_a, placed_b) = (Placed::new(&a, &pose_a), Placed::new(&b, &pose_b));
            assert_eq!(quick_referee::intersecting_pairs(&placed_a, &placed_b), expected);
            assert_eq!(quick_referee::collide(&placed_a, &placed_b), !expected.is_empty());
            tested += 1;
            contacts += u32::from(!expected.is_empty());
            !expected.is_empty()
        };
        if let Some(contact) = approach.first_contact(|s| ask(approach.pose_b(s))) {
            approach.around(contact).into_iter().step_by(3).for_each(|pose_b| {
                ask(pose_b);
            });
        }
    }
    assert!((tested * 3 / 10..=tested * 7 / 10).contains(&contacts), "{contacts} of {tested} meet");
}
