//! `obbtree robot URDF allowed`: pairs of links that need no check, from samples.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use obbtree::robot::{CheckBatch, Checker, NothingChecked, Reason, allowed_pairs};
use obbtree::scene::Scene;
use serde::Serialize;

use super::load::Files;
use crate::numbers::{positive, threads};
use crate::output::{json_line, print_text, say};
use crate::progress::Messages;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Configurations to sample
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_hyphen_values = true, value_parser = positive)]
    samples: usize,
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

#[derive(Serialize)]
struct Counts {
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
    // All pairs may be switched off already, or be of links that one joint joins: these are listed
    // too.
    let checker = Checker::new(Arc::new(files.robot()?), &Scene::new())?;
    if let Some(why @ NothingChecked::NoElements) = checker.nothing_checked() {
        bail!("nothing is checked: {why}");
    }
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
    std::fs::write(file, srdf).with_context(|| file.display().to_string())?;
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
