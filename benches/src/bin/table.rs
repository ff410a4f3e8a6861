//! The table of records: the classic engine, ours on every instruction set, and parry3d, over the
//! workloads of the developers' data and over nested spheres. Every answer is checked first.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin table
//! ```
//!
//! That is the 28 workloads of `docs/lab/RESULTS.md`. Words behind the command choose workloads
//! by a part of their name, `__` all of them. Times are the least of several passes over all
//! poses, the contenders taking turns, so that changes of the clock rate affect all alike. Quote
//! the ratios.

use std::time::Duration;

use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_benches::{Pass, Question, is_chosen, least_seconds};
use obbtree_tests::classic;
use obbtree_tests::data::for_each_pose_set_if_there;
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
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
type Ask<'a> = Box<dyn FnMut(Question, &[Pose]) -> u64 + 'a>;

struct Contender<'a> {
    name: String,
    ask: Ask<'a>,
    /// Our engines agree on every pose; parry's answers near contact are its own.
    is_ours: bool,
    answers_all: bool,
}

fn main() {
    let mut rows = Rows::default();
    for_each_pose_set_if_there(|set| {
        if is_chosen(&set.name, &PUBLISHED) {
            rows.time(&set.name, &set.a, &set.b, &set.poses);
        }
    });
    for level in [4, 6, 8] {
        let name = format!("sphere{level}__inside");
        if is_chosen(&name, &PUBLISHED) {
            let mut random = random(5);
            let poses: Vec<Pose> = (0..20).map(|_| pose(&mut random, 0.003)).collect();
            rows.time(&name, &sphere(level, 1.0), &sphere(level, 0.98), &poses);
        }
    }
    rows.summarise();
}

/// Asks one of our engines; the query is warm after the first pass.
fn ours<'a, B>(name: &str, [a, b]: &'a [B; 2], mut query: impl Asks<B> + 'a) -> Contender<'a> {
    let ask = move |question: Question, poses: &[Pose]| question.pass(&mut query, a, b, poses);
    Contender { name: name.to_owned(), ask: Box::new(ask), is_ours: true, answers_all: true }
}

#[derive(Default)]
struct Rows {
    header_done: bool,
    /// Per question and contender the logarithms of the ratios to the classic engine.
    ratios: Vec<(String, Vec<f64>)>,
}

impl Rows {
    fn time(&mut self, name: &str, a: &Mesh, b: &Mesh, poses: &[Pose]) {
        let classic = [a, b].map(classic::Tree::body);
        let bodies = [a, b].map(|mesh| Body::new(mesh.clone()));
        let (a64, b64) = (double::trimesh(a), double::trimesh(b));
        let (a32, b32) = (single::trimesh(a), single::trimesh(b));

        let mut contenders = vec![ours("classic", &classic, ClassicQuery::default())];
        for level in SimdLevel::all_available().into_iter().rev() {
            contenders.push(ours(level.name(), &bodies, Query::new().level(level)));
        }
        let peers: [(&str, Ask<'_>); 3] = [
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
        for (name, ask) in peers {
            contenders.push(Contender {
                name: name.to_owned(),
                ask,
                is_ours: false,
                answers_all: false,
            });
        }

        for question in Question::BOTH {
            let expected = (contenders[0].ask)(question, poses);
            for contender in contenders.iter_mut().filter(|c| c.is_ours) {
                let found = (contender.ask)(question, poses);
                assert_eq!(found, expected, "{name}: {} has other answers", contender.name);
            }
            self.print(name, question, &measure(&mut contenders, question, poses));
        }
    }

    fn print(&mut self, workload: &str, question: Question, times: &[(String, Option<f64>)]) {
        if !std::mem::replace(&mut self.header_done, true) {
            let names: Vec<&str> = times.iter().map(|(name, _)| name.as_str()).collect();
            println!("| workload | query | {} ns | {} |", names[0], names[1..].join(" | "));
            println!("|---|---|---:|{}", "---:|".repeat(names.len() - 1));
        }
        let question = question.name();
        let classic = times[0].1.unwrap_or(f64::NAN);
        let mut cells = Vec::new();
        for (name, time) in &times[1..] {
            let Some(time) = time else {
                cells.push("".to_owned());
                continue;
            };
            cells.push(format!("{:.2}x", classic / time));
            let key = format!("{question} {name}");
            let logarithm = (classic / time).ln();
            match self.ratios.iter_mut().find(|(known, _)| *known == key) {
                Some((_, all)) => all.push(logarithm),
                None => self.ratios.push((key, vec![logarithm])),
            }
        }
        println!("| {workload} | {question} | {classic:.0} | {} |", cells.join(" | "));
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

/// Nanoseconds a query of each contender, the least of its passes; `None` for one that is not
/// measured.
fn measure(
    contenders: &mut [Contender<'_>],
    question: Question,
    poses: &[Pose],
) -> Vec<(String, Option<f64>)> {
    let (mut passes, mut rows) = (Vec::<Pass<'_>>::new(), Vec::new());
    for Contender { name, ask, is_ours, answers_all } in contenders {
        let most = if *is_ours { poses.len() } else { PEER_POSES };
        let poses = &poses[..poses.len().min(most)];
        let is_measured = question == Question::Any || *answers_all;
        if is_measured {
            passes.push(Box::new(move || ask(question, poses)));
        }
        rows.push((name.clone(), is_measured.then_some(poses.len())));
    }
    let mut seconds = least_seconds(&mut passes, ROUNDS, PATIENCE).into_iter();
    let mut of = |count: usize| Some(seconds.next()? * 1e9 / count as f64);
    rows.into_iter().map(|(name, count)| (name, count.and_then(&mut of))).collect()
}
