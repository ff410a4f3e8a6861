//! `obbtree bench`: how long a query takes, over a file of poses.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use obbtree::query::Aim;
use obbtree::{Counts, Pose, classic, wide};
use serde::Serialize;

use crate::Query;
use crate::load::{self, Build, EngineName, MeshOptions, Model};
use crate::output::{Talk, json_line};

#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  obbtree bench a.stl b.stl --poses poses.txt --query any --repeat 9"
)]
pub(crate) struct Arguments {
    /// Mesh or tree file A, at its own coordinates
    a: PathBuf,
    /// Mesh or tree file B
    b: PathBuf,
    /// The poses of B
    #[arg(long, value_name = "FILE")]
    poses: PathBuf,
    /// What is asked
    #[arg(long, value_enum)]
    query: Query,
    /// Timed passes over all poses
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Which engine is timed
    #[arg(long, value_enum, default_value = "wide")]
    engine: EngineName,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    talk: Talk,
    #[command(flatten)]
    options: MeshOptions,
}

/// The fields of `--json`. Tests are totals of one pass over all poses.
#[derive(Serialize)]
struct Timing {
    tris_a: usize,
    tris_b: usize,
    build_ms_a: f64,
    build_ms_b: f64,
    bytes_per_tri: f64,
    poses: usize,
    hits: u64,
    /// Meeting pairs over all poses for `all`; hits for `any`.
    sum: u64,
    /// Nanoseconds a query in the median pass.
    ns_per_query: f64,
    bv_tests: u64,
    tri_tests: u64,
    bv_tests_per_query: f64,
    tri_tests_per_query: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match arguments.engine {
        EngineName::Wide => run_with::<wide::Tree>(arguments),
        EngineName::Classic => run_with::<classic::Tree>(arguments),
    }
}

fn run_with<T: Build>(arguments: &Arguments) -> Result<ExitCode> {
    let poses = load::poses(Some(&arguments.poses), None)?;
    let read = |path| Model::<T>::read(path, &arguments.options, arguments.talk);
    let (a, b) = (read(&arguments.a)?, read(&arguments.b)?);

    let mut scratch = T::Scratch::default();
    let mut counts = Counts::default();
    let expected = pass(arguments.query, &a, &b, &poses, Some(&mut counts), &mut scratch);

    let mut seconds = Vec::new();
    let mut progress = arguments.talk.steps("timing", arguments.repeat as usize);
    for repetition in 0..arguments.repeat {
        let start = Instant::now();
        let answers = pass(arguments.query, &a, &b, &poses, None, &mut scratch);
        seconds.push(start.elapsed().as_secs_f64());
        ensure!(answers == expected, "pass {repetition} gave other answers than the first");
        progress.step();
    }
    progress.finish();
    seconds.sort_by(f64::total_cmp);

    let (tris_a, tris_b) = (a.mesh.triangles().len(), b.mesh.triangles().len());
    let queries = poses.len() as f64;
    let timing = Timing {
        tris_a,
        tris_b,
        build_ms_a: a.build_ms(),
        build_ms_b: b.build_ms(),
        bytes_per_tri: (a.tree.bytes() + b.tree.bytes()) as f64 / (tris_a + tris_b) as f64,
        poses: poses.len(),
        hits: expected.iter().filter(|&&pairs| pairs > 0).count() as u64,
        sum: expected.iter().sum(),
        ns_per_query: seconds[seconds.len() / 2] * 1e9 / queries,
        bv_tests: counts.box_tests,
        tri_tests: counts.triangle_tests,
        bv_tests_per_query: counts.box_tests as f64 / queries,
        tri_tests_per_query: counts.triangle_tests as f64 / queries,
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        json_line(&mut out, &timing)?;
    } else {
        serde_json::to_writer_pretty(&mut out, &timing)?;
        std::io::Write::write_all(&mut out, b"\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer at every pose: 0 or 1 for `any`, the number of meeting pairs for `all`.
fn pass<T: Build>(
    query: Query,
    a: &Model<T>,
    b: &Model<T>,
    poses: &[Pose],
    mut counts: Option<&mut Counts>,
    scratch: &mut T::Scratch,
) -> Vec<u64> {
    let here = Pose::identity();
    let (aim, go_on) = match query {
        Query::Any => (Aim::First, ControlFlow::Break(())),
        Query::All => (Aim::All, ControlFlow::Continue(())),
    };
    let ask = |pose: &Pose| {
        let mut pairs = 0;
        let counts = counts.as_deref_mut();
        let _ = T::search(&a.tree, &here, &b.tree, pose, aim, counts, scratch, |_, _| {
            pairs += 1;
            go_on
        });
        pairs
    };
    poses.iter().map(ask).collect()
}
