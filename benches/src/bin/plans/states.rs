//! Random configurations: one by one and in batches, on one thread; the answers are compared with
//! those of a checker that remembers nothing and lists all pairs.

use std::time::Instant;

use anyhow::{Result, ensure};
use obbtree::robot::{CheckBatch, CheckError, Random};
use serde::Serialize;

use crate::problems::{Files, Problems};
use crate::statistics::Statistics;

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
    /// Nanoseconds of a configuration after one far away, each for itself.
    each_ns: Statistics,
    /// Microseconds of a motion of 0.3 rad that is proven free, and of one that is not.
    free_us: Statistics,
    not_free_us: Statistics,
    /// Microseconds of a free region around a configuration.
    region_us: Statistics,
}

/// Configurations of each problem around which a region is made, of those that are free.
const REGIONS: usize = 20;
/// Boxes that are tested for each, as the Python method does unless told.
const EFFORT: u32 = 64;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let problems = Problems::read(&arguments.files)?;
    let mut random = Random(1);
    let (mut configurations, mut valid, mut different) = (0, 0, 0);
    let [mut alone_ns, mut batch_ns] = [0.0; 2];
    let [mut each_ns, mut free_us, mut not_free_us, mut region_us] = [const { Vec::new() }; 4];
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
        let mut checker = checker.clone();
        each_ns.extend(drawn.iter().map(|q| {
            let begin = Instant::now();
            std::hint::black_box(checker.is_valid(q));
            1e9 * begin.elapsed().as_secs_f64()
        }));
        let free = || drawn.iter().zip(&truth).filter(|(_, valid)| **valid).map(|(q, _)| q);
        for q in free().take(REGIONS) {
            let begin = Instant::now();
            let region = checker.free_region(q, EFFORT)?;
            region_us.push(1e6 * begin.elapsed().as_secs_f64());
            ensure!(region.is_some_and(|region| region.contains(q)), "{q:?} is free");
        }
        for q in free() {
            let to = at_distance(q, 0.3, &mut random);
            let begin = Instant::now();
            let free = checker.is_motion_valid(q, &to);
            let us = 1e6 * begin.elapsed().as_secs_f64();
            if free { free_us.push(us) } else { not_free_us.push(us) }
        }
        configurations += drawn.len();
        valid += truth.iter().filter(|is_valid| **is_valid).count();
    }
    let [alone_ns, batch_ns] = [alone_ns, batch_ns].map(|ns| ns / configurations.max(1) as f64);
    let [each_ns, free_us, not_free_us, region_us] =
        [each_ns, free_us, not_free_us, region_us].map(Statistics::of);
    let summary = Summary {
        configurations,
        valid,
        different,
        alone_ns,
        batch_ns,
        each_ns,
        free_us,
        not_free_us,
        region_us,
    };
    println!("{}", serde_json::to_string(&summary)?);
    ensure!(different == 0, "{different} answers differ");
    Ok(())
}

/// Values that are so far away, in any direction.
fn at_distance(from: &[f64], distance: f64, random: &mut Random) -> Vec<f64> {
    let way: Vec<f64> = from.iter().map(|_| random.uniform() - 0.5).collect();
    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    from.iter().zip(&way).map(|(x, step)| x + distance * step / length).collect()
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
