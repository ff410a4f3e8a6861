//! `obbtree robot URDF check`: which configurations collide, and which links.
//!
//! Answered by all cores and printed in order.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::robot::{CheckBatch, CheckError, Checker};
use obbtree::scene::BodyId;
use serde::Serialize;

use super::given::Given;
use super::load::{Files, Limits, Surroundings, read_motions, read_path};
use super::motions::{MotionRun, motions};
use crate::numbers::{both_ends, not_negative};
use crate::output::json_line;
use crate::run_options::RunOptions;

/// Configurations that are answered before any of them is printed: enough to share among many
/// cores.
const SLICE: usize = 4096;

/// How well the time of a contact is known where nothing is said.
const TIME_TOLERANCE: f64 = 1e-3;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// File of motions: two configurations a line, joined by a straight line of joint values
    #[arg(long, value_name = "FILE", conflicts_with_all = ["configs", "config"])]
    motions: Option<PathBuf>,
    /// File of a path: each line is a configuration, and a motion to the next one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["configs", "config", "motions"])]
    path: Option<PathBuf>,
    #[command(flatten)]
    around: Surroundings,
    #[command(flatten)]
    limits: Limits,
    /// Check motions at so many configurations each, with no proof of what is between them
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = both_ends,
        conflicts_with_all = ["configs", "config"]
    )]
    samples: Option<usize>,
    /// How well the time of a contact is to be known; a motion takes time 1 [default: 0.001]
    #[arg(
        long,
        value_name = "TIME",
        allow_hyphen_values = true,
        value_parser = not_negative,
        conflicts_with_all = ["configs", "config", "samples"]
    )]
    time_tolerance: Option<f64>,
    #[command(flatten)]
    run: RunOptions,
}

/// A configuration: the pairs of links that collide, and of links with what is around.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields<'r> {
    config: usize,
    valid: bool,
    pairs: Vec<[&'r str; 2]>,
    scene: Vec<[&'r str; 2]>,
    /// Why it was not checked: it is beyond the limits of a joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The last line about configurations.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary {
    summary: bool,
    configs: usize,
    valid: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    arguments.given.ensure_used()?;
    let (checker, warnings) = files.checker(&arguments.around, arguments.limits.beyond_limits)?;
    let robot = checker.robot();
    let lines = match (&arguments.motions, &arguments.path) {
        (Some(file), _) => Some(read_motions(robot, file)?),
        (None, Some(file)) => Some(read_path(robot, file)?),
        (None, None) => None,
    };
    let Some(lines) = lines else {
        let configurations = arguments.given.read(robot, files)?;
        return check_configurations(&checker, &configurations, arguments, warnings);
    };
    let time_tolerance = arguments.time_tolerance.unwrap_or(TIME_TOLERANCE);
    let (samples, options) = (arguments.samples, arguments.run);
    motions(&checker, &lines, &MotionRun { samples, time_tolerance, options, warnings })
}

fn check_configurations(
    checker: &Checker,
    configurations: &[Vec<f64>],
    arguments: &Arguments,
    warnings: Vec<String>,
) -> Result<ExitCode> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let progress = arguments.run.messages.steps("checking", configurations.len());
    let configs = configurations.len();
    let mut summary = Summary { summary: true, configs, valid: 0, warnings };
    for (slice, some) in configurations.chunks(SLICE).enumerate() {
        let first = slice * SLICE;
        let report = |done| progress.reached(first + done);
        let batch = CheckBatch::new(checker).threads(arguments.run.threads).reporting_to(&report);
        for (n, pairs) in batch.colliding_pairs(some)?.iter().enumerate() {
            let fields = fields(checker, first + n, pairs);
            summary.valid += usize::from(fields.valid);
            if arguments.run.json {
                json_line(&mut out, &fields)?;
            } else if !fields.valid {
                writeln!(out, "{}", in_words(&fields))?;
            }
        }
        out.flush()?;
    }
    progress.finish();
    let Summary { valid, configs, .. } = summary;
    let in_words = format_args!("{valid} of {configs} configurations are valid");
    arguments.run.finish(out, &summary, in_words, valid == configs)
}

fn fields<'r>(
    checker: &'r Checker,
    config: usize,
    found: &Result<Vec<[BodyId; 2]>, CheckError>,
) -> Fields<'r> {
    let valid = found.as_ref().is_ok_and(Vec::is_empty);
    let why = found.as_ref().err().map(ToString::to_string);
    let mut fields = Fields { config, valid, pairs: vec![], scene: vec![], why };
    for pair in found.iter().flatten() {
        let mut names = checker.names(*pair);
        if checker.link_of(pair[1]).is_some() {
            names.sort_unstable();
            fields.pairs.push(names);
        } else {
            fields.scene.push(names);
        }
    }
    fields.pairs.sort_unstable();
    fields
}

fn in_words(fields: &Fields<'_>) -> String {
    if let Some(why) = &fields.why {
        return format!("configuration {}: {why}", fields.config);
    }
    let pairs = fields.pairs.iter().chain(&fields.scene).map(|[a, b]| format!("{a} meets {b}"));
    format!("configuration {}: {}", fields.config, pairs.collect::<Vec<_>>().join(", "))
}
