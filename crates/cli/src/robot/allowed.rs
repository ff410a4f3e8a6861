//! `obbtree robot URDF allowed`: pairs of links that need no check, from samples or proven.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use obbtree::Query;
use obbtree::robot::{
    CheckBatch, Checker, Collides, NothingChecked, PairProof, ProofOptions, ProvenPairs, Reason,
    Robot, allowed_pairs, pairs_to_prove, prove_allowed,
};
use obbtree::scene::Scene;
use serde::Serialize;

use super::load::Files;
use crate::numbers::{positive, threads};
use crate::output::{json_line, print_text, say, write_file};
use crate::progress::Messages;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Configurations to sample
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_hyphen_values = true, value_parser = positive)]
    samples: usize,
    /// Prove it for all values of the joints within their limits, or show a configuration that
    /// contradicts
    #[arg(long, conflicts_with = "samples")]
    prove: bool,
    /// Boxes of joint values and distances of surfaces for each pair at most
    #[arg(long, value_name = "N", default_value_t = ProofOptions::default().effort, allow_hyphen_values = true, value_parser = positive, requires = "prove")]
    effort: usize,
    /// The same seed gives the same samples
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads answer; 0 for as many as there are cores. The output is the same
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = threads)]
    threads: usize,
    /// Write the SRDF here; to standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print counts as one JSON object; needs --output
    #[arg(long, requires = "output")]
    json: bool,
    #[command(flatten)]
    messages: Messages,
}

/// How many pairs of links were found to be what.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counts {
    samples: usize,
    adjacent: usize,
    default: usize,
    always: usize,
    never: usize,
    /// Pairs that are still checked.
    checked: usize,
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    if let Some(file) = &arguments.output {
        files.ensure_not_read(file, &[])?;
    }
    let robot = files.robot()?;
    if robot.links().iter().all(|link| link.parts().is_empty()) {
        bail!("nothing is checked: {}", NothingChecked::NoElements);
    }
    if arguments.prove {
        return prove(&robot, arguments);
    }
    // All pairs may be switched off already, or be of links that one joint joins: these are listed
    // too.
    let checker = Checker::new(Arc::new(robot), &Scene::new())?;
    let progress = arguments.messages.steps("sampling", arguments.samples);
    let report = |done| progress.reached(done);
    let batch = CheckBatch::new(&checker).threads(arguments.threads).reporting_to(&report);
    let allowed = allowed_pairs(&checker, arguments.samples, arguments.seed, &batch)?;
    progress.finish();
    let srdf = allowed.to_srdf(&checker);
    let Some(file) = &arguments.output else {
        print_text(format_args!("{srdf}"))?;
        return Ok(ExitCode::SUCCESS);
    };
    write_file(file, srdf)?;
    let count = |reason| allowed.pairs.iter().filter(|(_, why)| *why == reason).count();
    let counts = Counts {
        samples: allowed.samples,
        adjacent: count(Reason::Adjacent),
        default: count(Reason::Default),
        always: count(Reason::Always),
        never: count(Reason::Never),
        checked: checker.robot().pairs().len() + count(Reason::Adjacent) - allowed.pairs.len(),
    };
    if arguments.json {
        json_line(&mut std::io::stdout().lock(), &counts)?;
    } else {
        let Counts { adjacent, default, always, never, checked, .. } = counts;
        say(format_args!(
            "pairs that need no check: {adjacent} adjacent, {default} colliding at rest, {always} always, \
             {never} never; {checked} are left"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is known of a pair, with the links' names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProvenPair<'p> {
    links: [&'p str; 2],
    /// One joint joins the two, and the robot leaves them out.
    adjacent: bool,
    collides: &'static str,
    /// A configuration at which the two collide, and one at which they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    colliding: Option<&'p [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<&'p [f64]>,
}

/// The same with `--prove`, and each pair.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProvenCounts<'p> {
    never: usize,
    always: usize,
    sometimes: usize,
    undecided: usize,
    adjacent: usize,
    pairs: Vec<ProvenPair<'p>>,
}

/// As the command names it.
fn word(collides: &Collides) -> &'static str {
    match collides {
        Collides::Never => "never",
        Collides::Always => "always",
        Collides::Sometimes { .. } => "sometimes",
        Collides::Undecided { in_samples: true } => "in all samples, always not proven",
        _ => "in no sample, never not proven",
    }
}

fn prove(robot: &Robot, arguments: &Arguments) -> Result<ExitCode> {
    let mut options = ProofOptions::default();
    (options.effort, options.seed) = (arguments.effort, arguments.seed);
    let progress = arguments.messages.steps("proving", pairs_to_prove(robot).len());
    let report = |done: usize| progress.reached(done);
    let mut batch = Query::new().batch().reporting_to(&report);
    if arguments.threads > 0 {
        batch = batch.threads(arguments.threads);
    }
    let found = prove_allowed(robot, &options, &batch)?;
    progress.finish();
    match &arguments.output {
        None => print_text(format_args!("{}", found.to_srdf(robot)))?,
        Some(file) => write_proven(robot, &found, file, arguments.json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The SRDF, and what of the pairs is known.
fn write_proven(robot: &Robot, found: &ProvenPairs, file: &Path, json: bool) -> Result<()> {
    write_file(file, found.to_srdf(robot))?;
    let names = |pair: &PairProof| pair.links.map(|link| robot.links()[link].name());
    let count = |is: fn(&Collides) -> bool| found.pairs.iter().filter(|p| is(&p.collides)).count();
    let pairs = found.pairs.iter().map(|pair| {
        let (colliding, free) = match &pair.collides {
            Collides::Sometimes { colliding, free } => (Some(&colliding[..]), Some(&free[..])),
            _ => (None, None),
        };
        let (links, collides) = (names(pair), word(&pair.collides));
        ProvenPair { links, adjacent: pair.is_adjacent, collides, colliding, free }
    });
    let counts = ProvenCounts {
        never: count(|collides| matches!(collides, Collides::Never)),
        always: count(|collides| matches!(collides, Collides::Always)),
        sometimes: count(|collides| matches!(collides, Collides::Sometimes { .. })),
        undecided: count(|collides| matches!(collides, Collides::Undecided { .. })),
        adjacent: found.pairs.iter().filter(|pair| pair.is_adjacent).count(),
        pairs: pairs.collect(),
    };
    if json {
        return Ok(json_line(&mut std::io::stdout().lock(), &counts)?);
    }
    let ProvenCounts { never, always, sometimes, undecided, adjacent, pairs } = counts;
    let all = pairs.len();
    say(format_args!(
        "of {all} pairs, {adjacent} of them adjacent: {never} never collide, {always} always, \
         {sometimes} sometimes; {undecided} are undecided"
    ))?;
    let undecided = found.pairs.iter().filter(|p| matches!(p.collides, Collides::Undecided { .. }));
    for pair in undecided {
        let ([a, b], collides) = (names(pair), word(&pair.collides));
        say(format_args!("undecided: {a}, {b}: they collide {collides}"))?;
    }
    Ok(())
}
