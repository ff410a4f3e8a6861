//! `obbtree check`: which poses of B collide with A?

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::geom::Triangle;
use obbtree::{Pose, Scratch, for_each_pair, intersecting_pairs};
use serde::Serialize;

use crate::Query;
use crate::load::{self, Body};
use crate::output::{json_line, progress};

#[derive(clap::Args)]
#[command(after_help = "\
A pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of [R | t]) or 16 (the rows of a 4 x 4 matrix).
A pose file has one pose a line; # starts a comment.

Examples:
  obbtree check assets/bolt.stl assets/nut.stl --pose \"0 0 12 0 0 0 1\"
  obbtree check room.obj robot.stl --poses path.txt --query all --json")]
pub(crate) struct Arguments {
    /// Mesh A (STL or OBJ)
    a: PathBuf,
    /// Mesh B (STL or OBJ)
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
    /// Print one JSON object a pose, and a summary
    #[arg(long)]
    json: bool,
    /// No progress bar
    #[arg(short, long)]
    quiet: bool,
}

/// What was found at one pose; triangle numbers count from 0 in the order of the files.
#[derive(Serialize)]
struct Answer {
    pose: usize,
    collides: bool,
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
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let poses = load::poses(arguments.poses.as_ref(), arguments.pose.as_deref())?;
    let (a, b) = (Body::read(&arguments.a)?, Body::read(&arguments.b)?);

    let mut scratch = Scratch::new();
    let bar = progress("checking", poses.len(), arguments.quiet);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut hits, mut pairs) = (0, 0);
    for (number, pose_b) in poses.iter().enumerate() {
        let answer = ask(arguments.query, number, &a, &pose_a, &b, pose_b, &mut scratch);
        hits += usize::from(answer.collides);
        pairs += answer.pairs.unwrap_or(0);
        if arguments.json {
            json_line(&mut out, &answer)?;
        } else if let Some(pair) = answer.first {
            let place = meeting_place(pair, &a, &pose_a, &b, pose_b);
            let more = answer.pairs.map_or(String::new(), |n| format!(", {n} pairs in all"));
            writeln!(
                out,
                "pose {number}: triangle {} of A meets triangle {} of B near ({:.6}, {:.6}, {:.6}){more}",
                pair[0], pair[1], place[0], place[1], place[2]
            )?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();

    if arguments.json {
        let pairs = (arguments.query == Query::All).then_some(pairs);
        let counts = &scratch.counts;
        let (box_tests, triangle_tests) = (counts.box_tests, counts.triangle_tests);
        let poses = poses.len();
        let summary = Summary { summary: true, poses, hits, pairs, box_tests, triangle_tests };
        json_line(&mut out, &summary)?;
    } else {
        writeln!(out, "{hits} of {} poses collide", poses.len())?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(hits > 0)))
}

fn ask(
    query: Query,
    pose: usize,
    a: &Body,
    pose_a: &Pose,
    b: &Body,
    pose_b: &Pose,
    scratch: &mut Scratch,
) -> Answer {
    if query == Query::All {
        let found = intersecting_pairs(&a.tree, pose_a, &b.tree, pose_b, scratch);
        return Answer {
            pose,
            collides: !found.is_empty(),
            first: found.first().copied(),
            pairs: Some(found.len()),
            triangles: Some(found),
        };
    }
    let mut first = None;
    let ended = for_each_pair(&a.tree, pose_a, &b.tree, pose_b, scratch, |in_a, in_b| {
        first = Some([in_a, in_b]);
        ControlFlow::Break(())
    });
    Answer { pose, collides: ended.is_break(), first, pairs: None, triangles: None }
}

/// A point near the contact of two triangles, in world coordinates: the middle of what their
/// axis-aligned boxes share.
fn meeting_place(pair: [u32; 2], a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> [f64; 3] {
    let placed = |body: &Body, id: u32, pose: &Pose| -> Triangle {
        body.mesh.triangle(id as usize).map(|corner| pose.place(&corner))
    };
    let (ta, tb) = (placed(a, pair[0], pose_a), placed(b, pair[1], pose_b));
    std::array::from_fn(|k| {
        let low = |t: &Triangle| t.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
        let high = |t: &Triangle| t.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max);
        low(&ta).max(low(&tb)) * 0.5 + high(&ta).min(high(&tb)) * 0.5
    })
}
