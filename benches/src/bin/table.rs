//! The table of records: the classic engine, ours on every instruction set, and parry3d, over the
//! workloads of the developers' data and over nested spheres. Every answer is checked first.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin table
//! ```
//!
//! That is the 28 workloads of `docs/RESULTS.md`. Words behind the command choose workloads by a part of
//! their name, `__` all of them. Times are the least of several
//! passes over all poses, the contenders taking turns, so that a drift of the machine hits all alike.
//! Quote the ratios.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use obbtree::query::Aim;
use obbtree::{Engine, Mesh, Pose, classic, wide};
use obbtree_simd::SimdLevel;
use obbtree_tests::data::for_each_pose_set;
use obbtree_tests::parry::{double, single};
use obbtree_tests::shapes::{pose, random, sphere};

/// How long a contender is timed on a workload, at most; one pass is always made.
const PATIENCE: Duration = Duration::from_millis(400);
/// How many times the contenders take turns.
const ROUNDS: usize = 3;
/// parry3d is orders of magnitude slower on some workloads: it is timed on this many poses.
const PEER_POSES: usize = 20;
/// Parts of the names of the published workloads.
const PUBLISHED: [&str; 6] =
    ["bunny__bunny", "fandisk__", "rocker-arm__", "cow__teapot", "env__rob__random", "__inside"];

/// Answers to all poses: hits for `any`, pairs for `all`.
type Pass<'a> = Box<dyn FnMut(Aim, &[Pose]) -> u64 + 'a>;

struct Contender<'a> {
    name: String,
    pass: Pass<'a>,
    /// Our engines agree on every pose; parry's answers near contact are its own.
    is_ours: bool,
    answers_all: bool,
}

fn main() {
    let mut chosen: Vec<String> = std::env::args().skip(1).collect();
    if chosen.is_empty() {
        chosen = PUBLISHED.map(String::from).to_vec();
    }
    let wanted = |name: &str| chosen.iter().any(|part| name.contains(part));
    let mut rows = Rows::default();
    for_each_pose_set(|set| {
        if wanted(&set.name) {
            rows.time(&set.name, &set.a, &set.b, &set.poses);
        }
    });
    for level in [4, 6, 8] {
        let name = format!("sphere{level}__inside");
        if wanted(&name) {
            let mut random = random(5);
            let poses: Vec<Pose> = (0..20).map(|_| pose(&mut random, 0.003)).collect();
            rows.time(&name, &sphere(level, 1.0), &sphere(level, 0.98), &poses);
        }
    }
    rows.summarise();
}

/// Asks one of our engines; the scratch is warm after the first pass.
fn ours<'a, T: Engine>(name: String, a: &'a T, b: &'a T, mut scratch: T::Scratch) -> Contender<'a> {
    let here = Pose::identity();
    let pass = move |aim, poses: &[Pose]| {
        let go_on = match aim {
            Aim::First => ControlFlow::Break(()),
            Aim::All => ControlFlow::Continue(()),
        };
        let mut found = 0;
        for pose in poses {
            let _ = T::search(a, &here, b, pose, aim, None, &mut scratch, |_, _| {
                found += 1;
                go_on
            });
        }
        found
    };
    Contender { name, pass: Box::new(pass), is_ours: true, answers_all: true }
}

#[derive(Default)]
struct Rows {
    header_done: bool,
    /// Per aim and contender the logarithms of the ratios to the classic engine.
    ratios: Vec<(String, Vec<f64>)>,
}

impl Rows {
    fn time(&mut self, name: &str, a: &Mesh, b: &Mesh, poses: &[Pose]) {
        let classic_trees = [a, b].map(|mesh| classic::build(mesh, &Default::default()));
        let trees = [a, b].map(|mesh| wide::build(mesh, &Default::default()));
        let (a64, b64) = (double::trimesh(a), double::trimesh(b));
        let (a32, b32) = (single::trimesh(a), single::trimesh(b));

        let [ca, cb] = &classic_trees;
        let mut contenders = vec![ours("classic".into(), ca, cb, classic::Scratch::new())];
        for level in SimdLevel::all_available().into_iter().rev() {
            let scratch = wide::Scratch::with_level(level);
            contenders.push(ours(level.name().to_owned(), &trees[0], &trees[1], scratch));
        }
        let peers: [(&str, Pass<'_>); 3] = [
            (
                "parry3d-f64 call",
                Box::new(|_, poses: &[Pose]| {
                    let hit = |p: &&Pose| double::intersection_test(&a64, &b64, &double::pose(p));
                    poses.iter().filter(hit).count() as u64
                }),
            ),
            (
                "parry3d-f64 two trees",
                Box::new(|_, poses: &[Pose]| {
                    let mut hits = 0;
                    for pose in poses {
                        double::two_tree_descent(&a64, &b64, &double::pose(pose), |_, _| {
                            hits += 1;
                            true
                        });
                    }
                    hits
                }),
            ),
            (
                "parry3d call",
                Box::new(|_, poses: &[Pose]| {
                    let hit = |p: &&Pose| single::intersection_test(&a32, &b32, &single::pose(p));
                    poses.iter().filter(hit).count() as u64
                }),
            ),
        ];
        for (name, pass) in peers {
            contenders.push(Contender {
                name: name.to_owned(),
                pass,
                is_ours: false,
                answers_all: false,
            });
        }

        for aim in [Aim::First, Aim::All] {
            let expected = (contenders[0].pass)(aim, poses);
            for contender in contenders.iter_mut().filter(|c| c.is_ours) {
                let found = (contender.pass)(aim, poses);
                assert_eq!(found, expected, "{name}: {} has other answers", contender.name);
            }
            self.print(name, aim, &measure(&mut contenders, aim, poses));
        }
    }

    fn print(&mut self, workload: &str, aim: Aim, times: &[(String, Option<f64>)]) {
        if !std::mem::replace(&mut self.header_done, true) {
            let names: Vec<&str> = times.iter().map(|(name, _)| name.as_str()).collect();
            println!("| workload | query | {} ns | {} |", names[0], names[1..].join(" | "));
            println!("|---|---|---:|{}", "---:|".repeat(names.len() - 1));
        }
        let query = if aim == Aim::First { "any" } else { "all" };
        let classic = times[0].1.unwrap_or(f64::NAN);
        let mut cells = Vec::new();
        for (name, time) in &times[1..] {
            let Some(time) = time else {
                cells.push("".to_owned());
                continue;
            };
            cells.push(format!("{:.2}x", classic / time));
            let key = format!("{query} {name}");
            let logarithm = (classic / time).ln();
            match self.ratios.iter_mut().find(|(known, _)| *known == key) {
                Some((_, all)) => all.push(logarithm),
                None => self.ratios.push((key, vec![logarithm])),
            }
        }
        println!("| {workload} | {query} | {classic:.0} | {} |", cells.join(" | "));
    }

    fn summarise(&self) {
        println!("\nTimes faster than the classic engine:\n");
        println!("| query, contender | workloads | geometric mean | least |");
        println!("|---|---:|---:|---:|");
        for (name, logarithms) in &self.ratios {
            let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
            let least = logarithms.iter().copied().fold(f64::INFINITY, f64::min).exp();
            println!("| {name} | {} | {mean:.2} | {least:.2} |", logarithms.len());
        }
    }
}

/// Nanoseconds a query of each contender, the least of its passes; `None` for one that is not asked.
fn measure(
    contenders: &mut [Contender<'_>],
    aim: Aim,
    poses: &[Pose],
) -> Vec<(String, Option<f64>)> {
    let mut least = vec![None; contenders.len()];
    for _ in 0..ROUNDS {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            if aim == Aim::All && !contender.answers_all {
                continue;
            }
            let poses =
                if contender.is_ours { poses } else { &poses[..poses.len().min(PEER_POSES)] };
            let turn = Instant::now();
            while least.is_none() || turn.elapsed() < PATIENCE / ROUNDS as u32 {
                let start = Instant::now();
                std::hint::black_box((contender.pass)(aim, poses));
                let time = start.elapsed().as_secs_f64() * 1e9 / poses.len() as f64;
                *least = Some(least.map_or(time, |known: f64| known.min(time)));
            }
        }
    }
    contenders.iter().map(|contender| contender.name.clone()).zip(least).collect()
}
