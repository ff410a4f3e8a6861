//! `obbtree bench`: how long a query takes, over a file of poses.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use obbtree::query::{Counts, ManifoldOptions};
use obbtree::{Body, Pose, Query};
use obbtree_tree::classic::Tree;
use serde::Serialize;

use crate::bench_sweep::SweepTiming;
use crate::load::{self, EngineName, MeshOptions, Model};
use crate::output::json_line;
use crate::progress::Messages;
use crate::question::{QueryName, Question, QuestionOptions, depth};
use crate::reference::{Reference, Scratch};
use crate::sweep::{BoxedMotion, Kind};

#[derive(clap::Args)]
#[command(after_help = "\
All queries run on one thread. In the output, tests are totals of one pass over all poses. \
`bv_tests` and `tri_tests` are other names of `box_tests` and `triangle_tests`, for scripts that \
use them.

Examples:
  obbtree bench a.stl b.stl --poses poses.txt --query any --repeat 9
  obbtree bench a.stl b.stl --poses poses.txt --query closer-than --tolerance 0.1 --json
  obbtree bench a.stl b.stl --motions motions.txt --kind screw")]
pub(crate) struct Arguments {
    /// Mesh or tree file A; its pose is the identity
    a: PathBuf,
    /// Mesh or tree file B
    b: PathBuf,
    /// The poses of B
    #[arg(long, value_name = "FILE", required_unless_present = "motions")]
    poses: Option<PathBuf>,
    /// The query
    #[arg(long, value_enum, required_unless_present = "motions")]
    query: Option<QueryName>,
    /// The motions of B, in place of poses: sweeps are timed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["poses", "query"])]
    motions: Option<PathBuf>,
    /// How B gets from one pose of a motion to the other; linear if not given
    #[arg(long, value_enum, requires = "motions", conflicts_with_all = ["poses", "query"])]
    kind: Option<Kind>,
    #[command(flatten)]
    question: QuestionOptions,
    /// Timed passes over all poses
    #[arg(long, default_value_t = 5, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Which engine is timed
    #[arg(long, value_enum, default_value = "wide")]
    engine: EngineName,
    /// Print the JSON object on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

/// What is printed. Tests are totals of one pass over all poses.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Timing {
    tris_a: usize,
    tris_b: usize,
    build_ms_a: f64,
    build_ms_b: f64,
    bytes_per_tri: f64,
    poses: usize,
    /// Poses that collide, are closer than the tolerance, or have distance or clearance 0.
    hits: u64,
    /// Meeting pairs over all poses for `all` and `contacts`, the sum of the upper ends for
    /// `distance`, of the lower bounds for `clearance`; else the hits.
    sum: Number,
    /// Nanoseconds per query in the median pass.
    ns_per_query: f64,
    #[serde(flatten)]
    tests: Tests,
}

/// How many tests were done: the names of `check`'s summary, and the older ones of this command.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Tests {
    box_tests: u64,
    triangle_tests: u64,
    box_tests_per_query: f64,
    triangle_tests_per_query: f64,
    bv_tests: u64,
    tri_tests: u64,
    bv_tests_per_query: f64,
    tri_tests_per_query: f64,
}

impl Tests {
    fn of(&Counts { box_tests, triangle_tests, .. }: &Counts, queries: f64) -> Self {
        let box_tests_per_query = box_tests as f64 / queries;
        let triangle_tests_per_query = triangle_tests as f64 / queries;
        Self {
            box_tests,
            triangle_tests,
            box_tests_per_query,
            triangle_tests_per_query,
            bv_tests: box_tests,
            tri_tests: triangle_tests,
            bv_tests_per_query: box_tests_per_query,
            tri_tests_per_query: triangle_tests_per_query,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let read = |path| Model::read(path, &arguments.options, arguments.messages);
    let (model_a, model_b) = (read(&arguments.a)?, read(&arguments.b)?);
    let (a, b) = (&model_a.body, &model_b.body);
    let Some(query) = arguments.query else {
        let motions = motions(arguments.motions.as_deref(), arguments.kind)?;
        ensure!(arguments.engine == EngineName::Wide, "--engine classic goes not with --motions");
        return print(arguments, &SweepTiming::of([a, b], &motions, arguments.repeat)?);
    };
    let question = Question::new(query, &arguments.question)?;
    let poses = load::poses(arguments.poses.as_ref(), None)?;
    if matches!(question, Question::Depth(_)) {
        a.require_closed().context("A has no depth")?;
        b.require_closed().context("B has no depth")?;
    }

    let mut build_ms = [model_a.build_ms(), model_b.build_ms()];
    let mut tree_bytes = a.tree().bytes() + b.tree().bytes();
    let mut contender = match arguments.engine {
        EngineName::Wide => {
            let limit = if let Question::Contacts(limit) = question { limit } else { usize::MAX };
            Contender::Wide([a, b], Query::new().limit(limit))
        }
        EngineName::Classic => {
            Reference::ensure_answers(question, false)?;
            let built = [a, b].map(|body| {
                let start = Instant::now();
                let tree = Reference::tree(body.mesh());
                (tree, start.elapsed().as_secs_f64() * 1e3)
            });
            build_ms = built.each_ref().map(|(_, time)| *time);
            let reference = Reference { trees: built.map(|(tree, _)| tree) };
            tree_bytes = reference.trees.iter().map(Tree::bytes).sum();
            Contender::Classic(reference, Scratch::default())
        }
    };
    let (expected, counts) = contender.counted(question, &poses);

    let mut seconds = Vec::new();
    let progress = arguments.messages.steps("timing", arguments.repeat as usize);
    for repetition in 1..=arguments.repeat {
        let start = Instant::now();
        let answers = contender.pass(question, &poses);
        seconds.push(start.elapsed().as_secs_f64());
        ensure!(answers == expected, "pass {repetition} gave other answers than the first");
        progress.reached(repetition as usize);
    }
    progress.finish();
    seconds.sort_by(f64::total_cmp);

    let [tris_a, tris_b] = [a, b].map(|body| body.mesh().triangles().len());
    let queries = poses.len() as f64;
    let timing = Timing {
        tris_a,
        tris_b,
        build_ms_a: build_ms[0],
        build_ms_b: build_ms[1],
        bytes_per_tri: tree_bytes as f64 / (tris_a + tris_b) as f64,
        poses: poses.len(),
        hits: expected.iter().filter(|&&answer| is_hit(question, answer)).count() as u64,
        sum: Number::sum(question, &expected),
        ns_per_query: seconds[seconds.len() / 2] * 1e9 / queries,
        tests: Tests::of(&counts, queries),
    };
    print(arguments, &timing)
}

fn print(arguments: &Arguments, timing: &impl Serialize) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if arguments.json {
        json_line(&mut out, timing)?;
    } else {
        serde_json::to_writer_pretty(&mut out, timing)?;
        std::io::Write::write_all(&mut out, b"\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn motions(file: Option<&Path>, kind: Option<Kind>) -> Result<Vec<BoxedMotion>> {
    let file = file.context("--poses or --motions is needed")?;
    kind.unwrap_or(Kind::Linear).read(file)
}

/// A sum of answers, printed without loss.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Number {
    Count(u64),
    Length(f64),
}

impl Number {
    fn sum(question: Question, answers: &[f64]) -> Self {
        let sum = answers.iter().sum();
        // Counts are far below 2^53.
        if is_length(question) { Self::Length(sum) } else { Self::Count(sum as u64) }
    }
}

fn is_length(question: Question) -> bool {
    matches!(question, Question::Distance(_) | Question::Clearance(_) | Question::Depth(_))
}

fn is_hit(question: Question, answer: f64) -> bool {
    let is_gap = is_length(question) && !matches!(question, Question::Depth(_));
    if is_gap { answer == 0.0 } else { answer > 0.0 }
}

/// What is timed.
#[expect(clippy::large_enum_variant, reason = "there is one of them")]
enum Contender<'b> {
    Wide([&'b Body; 2], Query),
    Classic(Reference, Scratch),
}

impl Contender<'_> {
    /// A pass of which the work is counted.
    fn counted(&mut self, question: Question, poses: &[Pose]) -> (Vec<f64>, Counts) {
        match self {
            Self::Wide(bodies, query) => {
                let mut counting = Self::Wide(*bodies, query.clone().counted(true));
                let answers = counting.pass(question, poses);
                let Self::Wide(_, query) = counting else { unreachable!("as it was made") };
                (answers, query.counts())
            }
            Self::Classic(..) => {
                let answers = self.pass(question, poses);
                let Self::Classic(_, scratch) = self else { unreachable!("as it was") };
                (answers, scratch.counts)
            }
        }
    }

    /// The answer at every pose: the number of meeting pairs for `all` and `contacts`, the
    /// distance for `distance`, the lower bound for `clearance`, the upper one for `depth`, the
    /// number of points for `manifolds`, else 1 for yes and 0 for no.
    fn pass(&mut self, question: Question, poses: &[Pose]) -> Vec<f64> {
        match self {
            Self::Wide([a, b], query) => pass(question, a, b, poses, query),
            Self::Classic(reference, scratch) => {
                let here = Pose::identity();
                let mut ask = |pose_b: &Pose| {
                    let poses = [&here, pose_b];
                    match question {
                        Question::CloserThan(tolerance) => {
                            f64::from(reference.closer_than(poses, tolerance, scratch))
                        }
                        Question::Distance(options) => reference
                            .distance(poses, &options, scratch)
                            .map_or(f64::INFINITY, |found| found.upper),
                        Question::All => f64::from(reference.count(poses, scratch)),
                        _ => f64::from(!reference.pairs(poses, true, scratch).is_empty()),
                    }
                };
                poses.iter().map(&mut ask).collect()
            }
        }
    }
}

/// [`Contender::pass`] of the engine that ships.
fn pass(question: Question, a: &Body, b: &Body, poses: &[Pose], query: &mut Query) -> Vec<f64> {
    let pose_a = &Pose::identity();
    let mut contacts = Vec::new();
    let mut ask = |pose_b: &Pose| match question {
        Question::Any => f64::from(u8::from(query.collide(a, pose_a, b, pose_b))),
        Question::CloserThan(tolerance) => {
            f64::from(u8::from(query.closer_than(a, pose_a, b, pose_b, tolerance)))
        }
        Question::Distance(options) => query
            .distance_within(a, pose_a, b, pose_b, &options)
            .map_or(f64::INFINITY, |found| found.upper),
        Question::Within(margin, places, _) => {
            let found = match places {
                true => query.closest_places_within(a, pose_a, b, pose_b, margin),
                false => query.triangles_within(a, pose_a, b, pose_b, margin),
            };
            found.len() as f64
        }
        Question::Clearance(effort) => query.clearance(a, pose_a, b, pose_b, effort).lower,
        Question::Contacts(_) => {
            query.contacts_into(a, pose_a, b, pose_b, &mut contacts);
            contacts.len() as f64
        }
        Question::Depth(along) => {
            depth([a, b], [pose_a, pose_b], along, query).map_or(f64::INFINITY, |found| found.upper)
        }
        Question::Manifolds(margin) => {
            let options = ManifoldOptions::default().margin(margin);
            let found = query.manifolds(a, pose_a, b, pose_b, &options);
            found.iter().map(|manifold| manifold.points.len() as f64).sum()
        }
        Question::All => {
            let mut pairs = 0_u32;
            let _ = query.for_each_pair(a, pose_a, b, pose_b, |_| {
                pairs += 1;
                ControlFlow::Continue(())
            });
            f64::from(pairs)
        }
    };
    poses.iter().map(&mut ask).collect()
}
