//! `obbtree robot URDF bench`: configurations and motions a second.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use obbtree::robot::CheckBatch;
use serde::Serialize;

use super::load::{Files, Limits, Surroundings, read_configurations, read_motions};
use crate::numbers::{positive, threads};
use crate::output::{json_line, say};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// File of configurations
    #[arg(long, value_name = "FILE", required_unless_present = "motions")]
    configs: Option<PathBuf>,
    /// File of motions: two configurations a line
    #[arg(long, value_name = "FILE")]
    motions: Option<PathBuf>,
    #[command(flatten)]
    around: Surroundings,
    #[command(flatten)]
    limits: Limits,
    /// Passes over the file
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = positive)]
    repeat: usize,
    /// How many threads answer; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = threads)]
    threads: usize,
    /// Remember nothing from one configuration to the next
    #[arg(long)]
    forget: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was timed.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    configs_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    motions_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    motions: Option<usize>,
    repeat: usize,
    threads: usize,
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    let (checker, _) = files.checker(&arguments.around, arguments.limits.beyond_limits)?;
    let mut checker = checker.remembering(!arguments.forget);
    let &Arguments { repeat, threads, .. } = arguments;
    let mut fields = Fields { repeat, threads, ..Fields::default() };
    if let Some(file) = &arguments.configs {
        let configurations = read_configurations(checker.robot(), file)?;
        let (per_s, valid) = timed(repeat, configurations.len(), || {
            Ok(match threads {
                1 => configurations.iter().filter(|q| checker.is_valid(q)).count(),
                _ => yes(&CheckBatch::new(&checker).threads(threads).is_valid(&configurations)?),
            })
        })?;
        fields.configs_per_s = Some(per_s);
        (fields.valid, fields.configs) = (Some(valid), Some(configurations.len()));
    }
    if let Some(file) = &arguments.motions {
        let motions = read_motions(checker.robot(), file)?;
        let (per_s, free) = timed(repeat, motions.len(), || {
            Ok(match threads {
                1 => motions.iter().filter(|[q, to]| checker.is_motion_valid(q, to)).count(),
                _ => yes(&CheckBatch::new(&checker).threads(threads).is_motion_valid(&motions)?),
            })
        })?;
        fields.motions_per_s = Some(per_s);
        (fields.free, fields.motions) = (Some(free), Some(motions.len()));
    }
    if arguments.json {
        json_line(&mut std::io::stdout().lock(), &fields)?;
    } else {
        print(&fields)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn yes(answers: &[bool]) -> usize {
    answers.iter().filter(|answer| **answer).count()
}

/// Questions a second over all passes, and how many were answered by yes, the same in each.
fn timed(
    repeat: usize,
    questions: usize,
    mut pass: impl FnMut() -> Result<usize>,
) -> Result<(f64, usize)> {
    let start = Instant::now();
    let counts: Vec<usize> = (0..repeat).map(|_| pass()).collect::<Result<_>>()?;
    let seconds = start.elapsed().as_secs_f64();
    let all_equal = counts.iter().all(|count| *count == counts[0]);
    ensure!(all_equal, "the passes give different answers: {counts:?}");
    Ok(((repeat * questions) as f64 / seconds, counts[0]))
}

fn print(fields: &Fields) -> std::io::Result<()> {
    if let (Some(per_s), Some(valid), Some(all)) =
        (fields.configs_per_s, fields.valid, fields.configs)
    {
        say(format_args!("{per_s:.0} configurations a second; {valid} of {all} are valid"))?;
    }
    if let (Some(per_s), Some(free), Some(all)) =
        (fields.motions_per_s, fields.free, fields.motions)
    {
        say(format_args!("{per_s:.0} motions a second; {free} of {all} are free"))?;
    }
    Ok(())
}
