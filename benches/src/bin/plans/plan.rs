//! Paths of the planner, with their times, and proven once more by a checker that remembers
//! nothing.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use obbtree::robot::{Checker, NoPath, PlanOptions, plan_path};
use serde::Serialize;

use crate::lines::Rows;
use crate::problems::{Files, Posed, Problems};
use crate::statistics::Statistics;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Times that each path is searched, with the same seed: the best time counts
    #[arg(long, default_value_t = 3)]
    tries: usize,
    /// The same seed gives the same paths
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Samples of each line of a path, to look for what the proof missed; 0 for none
    #[arg(long, default_value_t = 0)]
    samples: usize,
    /// Writes a JSON object for each problem
    #[arg(long)]
    rows: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row<'p> {
    problem: &'p str,
    index: u32,
    free_ends: bool,
    solved: bool,
    why: Option<String>,
    setup_us: f64,
    /// Until a path is found and proven, not yet shortened; the best of all tries.
    plan_us: f64,
    /// Until the path is shortened and proven; the best of all tries.
    total_us: f64,
    /// The mean of all tries.
    total_mean_us: f64,
    /// Every line is proven by a checker that remembers nothing.
    proven: bool,
    /// A sample of a line collides.
    refuted: bool,
    length: f64,
    path: Vec<Vec<f64>>,
}

#[derive(Serialize)]
struct Summary {
    problems: usize,
    free_ends: usize,
    solved: usize,
    not_proven: usize,
    refuted: usize,
    setup_us: Statistics,
    plan_us: Statistics,
    total_us: Statistics,
    total_mean_us: Statistics,
    length: Statistics,
    corners: Statistics,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let problems = Problems::read(&arguments.files)?;
    let mut file = Rows::new(arguments.rows.as_ref())?;
    let mut rows = Vec::new();
    for problem in &problems.all {
        let row = solve(&problems.pose(problem)?, arguments, &problem.name, problem.index);
        file.write(&row)?;
        rows.push(row);
    }
    let solved = || rows.iter().filter(|row| row.solved);
    let summary = Summary {
        problems: rows.len(),
        free_ends: rows.iter().filter(|row| row.free_ends).count(),
        solved: solved().count(),
        not_proven: solved().filter(|row| !row.proven).count(),
        refuted: solved().filter(|row| row.refuted).count(),
        setup_us: Statistics::of(rows.iter().map(|row| row.setup_us)),
        plan_us: Statistics::of(solved().map(|row| row.plan_us)),
        total_us: Statistics::of(solved().map(|row| row.total_us)),
        total_mean_us: Statistics::of(solved().map(|row| row.total_mean_us)),
        length: Statistics::of(solved().map(|row| row.length)),
        corners: Statistics::of(solved().map(|row| row.path.len() as f64)),
    };
    println!("{}", serde_json::to_string(&summary)?);
    Ok(())
}

fn solve<'p>(posed: &Posed, arguments: &Arguments, problem: &'p str, index: u32) -> Row<'p> {
    let Posed { checker, start, goal, setup_us } = posed;
    let options = PlanOptions::default().seed(arguments.seed);
    let mut as_found = options;
    as_found.rounds = 0;
    let (_, plan_us) = timed(posed, &as_found, arguments.tries);
    let (found, total_us) = timed(posed, &options, arguments.tries);
    let why = found.as_ref().err().map(ToString::to_string);
    let (solved, path) = (found.is_ok(), found.unwrap_or_default());
    let lines = || path.windows(2).map(|line| [&line[0][..], &line[1][..]]);
    let mut fresh = checker.clone().remembering(false);
    let free_ends = fresh.is_valid(start) && fresh.is_valid(goal);
    let proven = lines().all(|[from, to]| fresh.is_motion_valid(from, to));
    let mut is_sampled_free =
        |[from, to]: [&[f64]; 2]| fresh.is_motion_valid_sampled(from, to, arguments.samples);
    let refuted = arguments.samples > 0 && !lines().all(&mut is_sampled_free);
    Row {
        problem,
        index,
        free_ends,
        solved,
        why,
        setup_us: *setup_us,
        plan_us: plan_us.iter().copied().fold(f64::INFINITY, f64::min),
        total_us: total_us.iter().copied().fold(f64::INFINITY, f64::min),
        total_mean_us: total_us.iter().sum::<f64>() / total_us.len() as f64,
        proven,
        refuted,
        length: lines().map(|[from, to]| distance(from, to)).fold(0.0, |sum, more| sum + more),
        path,
    }
}

/// The path, and the microseconds of each try. Each begins with a checker that remembers nothing.
fn timed(
    posed: &Posed,
    options: &PlanOptions,
    tries: usize,
) -> (Result<Vec<Vec<f64>>, NoPath>, Vec<f64>) {
    let mut times = Vec::new();
    loop {
        let mut checker: Checker = posed.checker.clone();
        let robot = std::sync::Arc::clone(checker.robot());
        let begin = Instant::now();
        let found = plan_path(&robot, &mut checker, &posed.start, &posed.goal, options);
        times.push(1e6 * begin.elapsed().as_secs_f64());
        if times.len() >= tries {
            return (found, times);
        }
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}
