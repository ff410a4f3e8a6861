//! Planning problems of MotionBenchMaker: paths, proofs of paths, and configurations, timed, with
//! the answers checked. What `benches/plans/run` puts beside other engines.
//!
//! ```sh
//! plans plan panda.urdf panda.srdf problems.jsonl.gz             # finds paths
//! plans certify panda.urdf panda.srdf problems.jsonl.gz PATHS    # proves or refutes given ones
//! plans states panda.urdf panda.srdf problems.jsonl.gz           # checks random configurations
//! ```
//!
//! Each prints a summary as one line of JSON; `--rows` writes a line for each problem.

mod certify;
mod depth;
mod lines;
mod plan;
mod problems;
mod states;
mod statistics;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
enum Command {
    /// Finds a path for each problem
    Plan(plan::Arguments),
    /// Proves or refutes each line of paths that are given
    Certify(certify::Arguments),
    /// Checks random configurations, one by one and in batches
    States(states::Arguments),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::States(arguments) => states::run(&arguments),
    }
}
