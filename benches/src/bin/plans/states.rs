//! Random configurations: one by one and in batches, on one thread; the answers are compared with
//! those of a checker that remembers nothing and lists all pairs.

use std::time::Instant;

use anyhow::{Result, ensure};
use obbtree::robot::{CheckBatch, CheckError, Random};
use serde::Serialize;

use crate::problems::{Files, Problems};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Configurations of each problem
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Times that all are checked: the best time counts
    #[arg(long, default_value_t = 3)]
    tries: usize,
}

#[derive(Serialize)]
struct Summary {
    configurations: usize,
    valid: usize,
    /// Answers that differ: must be 0.
    different: usize,
    /// Nanoseconds a configuration.
    alone_ns: f64,
    batch_ns: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let problems = Problems::read(&arguments.files)?;
    let mut random = Random(1);
    let (mut configurations, mut valid, mut different) = (0, 0, 0);
    let [mut alone_ns, mut batch_ns] = [0.0; 2];
    for problem in &problems.all {
        let checker = problems.pose(problem)?.checker;
        let draw = |_| checker.robot().random(|| random.uniform());
        let drawn: Vec<Vec<f64>> = (0..arguments.count).map(draw).collect();
        let mut slow = checker.clone().remembering(false);
        let truth: Result<Vec<bool>, CheckError> =
            drawn.iter().map(|q| Ok(slow.colliding_pairs(q)?.is_empty())).collect();
        let truth = truth?;
        let one_by_one = || {
            let mut checker = checker.clone();
            Ok(drawn.iter().map(|q| checker.is_valid(q)).collect())
        };
        let batch = || Ok(CheckBatch::new(&checker).threads(1).is_valid(&drawn)?);
        let (answers, ns) = best_of(arguments.tries, one_by_one)?;
        alone_ns += ns;
        different += count_different(&truth, &answers);
        let (answers, ns) = best_of(arguments.tries, batch)?;
        batch_ns += ns;
        different += count_different(&truth, &answers);
        configurations += drawn.len();
        valid += truth.iter().filter(|is_valid| **is_valid).count();
    }
    let [alone_ns, batch_ns] = [alone_ns, batch_ns].map(|ns| ns / configurations.max(1) as f64);
    let summary = Summary { configurations, valid, different, alone_ns, batch_ns };
    println!("{}", serde_json::to_string(&summary)?);
    ensure!(different == 0, "{different} answers differ");
    Ok(())
}

/// The answers, and the nanoseconds of the fastest try.
fn best_of(tries: usize, ask: impl Fn() -> Result<Vec<bool>>) -> Result<(Vec<bool>, f64)> {
    let (mut answers, mut best) = (Vec::new(), f64::INFINITY);
    for _ in 0..tries.max(1) {
        let begin = Instant::now();
        answers = ask()?;
        best = best.min(1e9 * begin.elapsed().as_secs_f64());
    }
    Ok((answers, best))
}

fn count_different(truth: &[bool], answers: &[bool]) -> usize {
    let lengths = truth.len().abs_diff(answers.len());
    truth.iter().zip(answers).filter(|(a, b)| a != b).count() + lengths
}
