//! `obbtree check`: which poses of B collide with A?

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use obbtree::predicates::{Placement, Triangle, classify_triangles};
use obbtree::query::Aim;
use obbtree::{Body, Counts, Mesh, Pose, classic, classify, collide_solid, wide};
use serde::Serialize;

use crate::Query;
use crate::load::{self, Build, EngineName, MeshOptions, Model};
use crate::output::{Talk, json_line};

#[derive(clap::Args)]
#[command(after_help = "\
A pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of [R | t]) or 16 (the rows of a 4 x 4 matrix).
A pose file has one pose a line; # starts a comment.

Examples:
  obbtree check assets/bolt.obj assets/nut.stl --pose \"0 0 12 0 0 0 1\"
  obbtree check room.obj robot.stl --poses path.txt --query all --json")]
pub(crate) struct Arguments {
    /// Mesh or tree file A
    a: PathBuf,
    /// Mesh or tree file B
    b: PathBuf,
    /// Where B is; at its own coordinates if not given
    #[arg(long, allow_hyphen_values = true, conflicts_with = "poses")]
    pose: Option<String>,
    /// A file with many poses of B
    #[arg(long, value_name = "FILE")]
    poses: Option<PathBuf>,
    /// Where A is; at its own coordinates if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// What is asked
    #[arg(long, value_enum, default_value = "any")]
    query: Query,
    /// Which engine answers; the answers are the same
    #[arg(long, value_enum, default_value = "wide")]
    engine: EngineName,
    /// A mesh wholly inside another collides too; both must be closed
    #[arg(long)]
    solid: bool,
    /// Say how the bodies stand to each other: separated, touching, intersecting, containing (A
    /// contains B), contained or coincident
    #[arg(long)]
    classify: bool,
    /// Ask the referee as well: slow rational arithmetic that shares nothing with the engine
    #[arg(long)]
    verify: bool,
    /// Print one JSON object a pose, and a summary
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    talk: Talk,
    #[command(flatten)]
    options: MeshOptions,
}

/// What was found at one pose; triangle numbers count from 0 in the order of the files.
#[derive(Serialize)]
struct Answer {
    pose: usize,
    collides: bool,
    /// How the bodies stand to each other, for `--classify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    /// `free`, `touch` or `proper`, for `--classify` of two single triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The first pair of triangles found (`any`) or the lowest (`all`).
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[u32; 2]>,
    /// How many pairs meet, for `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<usize>,
    /// All of them, ascending, for `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    triangles: Option<Vec<[u32; 2]>>,
}

#[derive(Serialize)]
struct Summary {
    summary: bool,
    poses: usize,
    hits: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<usize>,
    box_tests: u64,
    triangle_tests: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match arguments.engine {
        EngineName::Wide => run_with::<wide::Tree>(arguments),
        EngineName::Classic => run_with::<classic::Tree>(arguments),
    }
}

fn run_with<T: Build>(arguments: &Arguments) -> Result<ExitCode> {
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let poses = load::poses(arguments.poses.as_ref(), arguments.pose.as_deref())?;
    let read = |path| Model::<T>::read(path, &arguments.options, arguments.talk);
    let (a, b) = (read(&arguments.a)?, read(&arguments.b)?);
    let mut session = Session::new(arguments, &a, &b, pose_a)?;

    let mut progress = arguments.talk.steps("checking", poses.len());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut hits, mut pairs) = (0, 0);
    for (number, pose_b) in poses.iter().enumerate() {
        let answer = session.ask(number, pose_b)?;
        hits += usize::from(answer.collides);
        pairs += answer.pairs.unwrap_or(0);
        if arguments.json {
            json_line(&mut out, &answer)?;
        } else if let Some(line) = session.in_words(&answer, pose_b) {
            writeln!(out, "pose {number}: {line}")?;
        }
        progress.step();
    }
    progress.finish();

    if arguments.json {
        let pairs = (arguments.query == Query::All).then_some(pairs);
        let counts = &session.counts;
        let (box_tests, triangle_tests) = (counts.box_tests, counts.triangle_tests);
        let poses = poses.len();
        let summary = Summary { summary: true, poses, hits, pairs, box_tests, triangle_tests };
        json_line(&mut out, &summary)?;
    } else {
        let verified = if arguments.verify { ", the referee agrees" } else { "" };
        writeln!(out, "{hits} of {} poses collide{verified}", poses.len())?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(hits > 0)))
}

/// Two bodies, what is asked of them, and the memory to answer in.
struct Session<'m, T: Build> {
    arguments: &'m Arguments,
    a: Body<'m, T>,
    b: Body<'m, T>,
    pose_a: Pose,
    counts: Counts,
    scratch: T::Scratch,
}

impl<'m, T: Build> Session<'m, T> {
    fn new(
        arguments: &'m Arguments,
        a: &'m Model<T>,
        b: &'m Model<T>,
        pose_a: Pose,
    ) -> Result<Self> {
        let body = |model: &'m Model<T>, path: &PathBuf| {
            if arguments.solid {
                Body::solid(&model.mesh, &model.tree)
                    .with_context(|| format!("{}: --solid needs closed meshes", path.display()))
            } else {
                Ok(Body::new(&model.mesh, &model.tree))
            }
        };
        let (a, b) = (body(a, &arguments.a)?, body(b, &arguments.b)?);
        Ok(Self {
            arguments,
            a,
            b,
            pose_a,
            counts: Counts::default(),
            scratch: T::Scratch::default(),
        })
    }

    fn ask(&mut self, pose: usize, pose_b: &Pose) -> Result<Answer> {
        let Self { arguments, a, b, pose_a, counts, scratch } = self;
        let (mut first, mut triangles) = (None, None);
        let mut search = |aim, on_pair: &mut dyn FnMut([u32; 2]) -> ControlFlow<()>| {
            let (tree_a, tree_b) = (a.tree(), b.tree());
            let report = |in_a, in_b| on_pair([in_a, in_b]);
            T::search(tree_a, pose_a, tree_b, pose_b, aim, Some(counts), scratch, report)
        };
        if arguments.query == Query::All {
            let mut found = Vec::new();
            let _ = search(Aim::All, &mut |pair| {
                found.push(pair);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            first = found.first().copied();
            triangles = Some(found);
        } else {
            let _ = search(Aim::First, &mut |pair| {
                first = Some(pair);
                ControlFlow::Break(())
            });
        }
        if arguments.verify {
            verify(a.mesh(), pose_a, b.mesh(), pose_b, first.is_some(), triangles.as_deref())
                .with_context(|| format!("pose {pose}"))?;
        }
        let collides =
            first.is_some() || (arguments.solid && collide_solid(a, pose_a, b, pose_b, scratch));
        let class = arguments.classify.then(|| classify(a, pose_a, b, pose_b, scratch).name());
        let single = a.mesh().triangles().len() == 1 && b.mesh().triangles().len() == 1;
        let kind = (arguments.classify && single).then(|| {
            let placement = Placement::new(pose_a, pose_b);
            classify_triangles(&a.mesh().triangle(0), &b.mesh().triangle(0), &placement).name()
        });
        Ok(Answer {
            pose,
            collides,
            class,
            kind,
            first,
            pairs: triangles.as_ref().map(Vec::len),
            triangles,
        })
    }

    /// What there is to say of a pose; nothing of one that is free, unless its class was asked for.
    fn in_words(&self, answer: &Answer, pose_b: &Pose) -> Option<String> {
        let class = answer.class.map(str::to_owned);
        let contact = answer.first.map(|pair| {
            let place = meeting_place(pair, self.a.mesh(), &self.pose_a, self.b.mesh(), pose_b);
            let more = answer.pairs.map_or(String::new(), |n| format!(", {n} pairs in all"));
            format!(
                "triangle {} of A meets triangle {} of B near ({:.6}, {:.6}, {:.6}){more}",
                pair[0], pair[1], place[0], place[1], place[2]
            )
        });
        let inside = (answer.collides && contact.is_none())
            .then(|| "one body is inside the other".to_owned());
        let parts: Vec<String> = [class, contact, inside].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(": "))
    }
}

/// Compares the engine's answer with the referee's.
fn verify(
    a: &Mesh,
    pose_a: &Pose,
    b: &Mesh,
    pose_b: &Pose,
    collides: bool,
    triangles: Option<&[[u32; 2]]>,
) -> Result<()> {
    let agrees = match triangles {
        Some(found) => obbtree_referee::intersecting_pairs(a, pose_a, b, pose_b) == found,
        None => obbtree_referee::collide(a, pose_a, b, pose_b) == collides,
    };
    ensure!(agrees, "the engine and the referee disagree: please report this with both meshes");
    Ok(())
}

/// A point near the contact of two triangles, in world coordinates: the middle of what their
/// axis-aligned boxes share.
fn meeting_place(pair: [u32; 2], a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> [f64; 3] {
    let placed = |mesh: &Mesh, id: u32, pose: &Pose| -> Triangle {
        mesh.triangle(id as usize).map(|corner| pose.place(&corner))
    };
    let (ta, tb) = (placed(a, pair[0], pose_a), placed(b, pair[1], pose_b));
    std::array::from_fn(|k| {
        let low = |t: &Triangle| t.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
        let high = |t: &Triangle| t.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max);
        low(&ta).max(low(&tb)) * 0.5 + high(&ta).min(high(&tb)) * 0.5
    })
}
