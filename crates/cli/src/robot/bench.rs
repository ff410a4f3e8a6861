//! `obbtree robot URDF bench`: configurations and motions a second, on one thread.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use serde::Serialize;

use super::load::{Files, Surroundings};
use crate::output::json_line;

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
    /// Passes over the file
    #[arg(long, value_name = "N", default_value_t = 10)]
    repeat: usize,
    /// Remember nothing from one configuration to the next
    #[arg(long)]
    forget: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Fields {
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
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    ensure!(arguments.repeat > 0, "--repeat needs at least 1");
    let mut checker = files.checker(&arguments.around)?.remembering(!arguments.forget);
    let mut fields = Fields { repeat: arguments.repeat, ..Fields::default() };
    if let Some(file) = &arguments.configs {
        let configurations = checker.robot().read_configurations(file)?;
        let (per_s, valid) = timed(arguments.repeat, configurations.len(), |n| {
            checker.is_valid(&configurations[n])
        })?;
        fields.configs_per_s = Some(per_s);
        (fields.valid, fields.configs) = (Some(valid), Some(configurations.len()));
    }
    if let Some(file) = &arguments.motions {
        let motions = checker.robot().read_motions(file)?;
        let (per_s, free) = timed(arguments.repeat, motions.len(), |n| {
            let [from, to] = &motions[n];
            checker.is_motion_valid(from, to)
        })?;
        fields.motions_per_s = Some(per_s);
        (fields.free, fields.motions) = (Some(free), Some(motions.len()));
    }
    if arguments.json {
        json_line(&mut std::io::stdout().lock(), &fields)?;
    } else {
        print(&fields);
    }
    Ok(ExitCode::SUCCESS)
}

/// Questions a second over all passes, and how many were answered by yes, the same in each.
fn timed(
    repeat: usize,
    questions: usize,
    mut ask: impl FnMut(usize) -> bool,
) -> Result<(f64, usize)> {
    ensure!(questions > 0, "the file is empty");
    let mut yes = Vec::with_capacity(repeat);
    let start = Instant::now();
    for _ in 0..repeat {
        yes.push((0..questions).filter(|&n| ask(n)).count());
    }
    let seconds = start.elapsed().as_secs_f64();
    ensure!(yes.iter().all(|count| *count == yes[0]), "the passes give different answers: {yes:?}");
    Ok(((repeat * questions) as f64 / seconds, yes[0]))
}

fn print(fields: &Fields) {
    if let (Some(per_s), Some(valid), Some(all)) =
        (fields.configs_per_s, fields.valid, fields.configs)
    {
        println!("{per_s:.0} configurations a second; {valid} of {all} are valid");
    }
    if let (Some(per_s), Some(free), Some(all)) =
        (fields.motions_per_s, fields.free, fields.motions)
    {
        println!("{per_s:.0} motions a second; {free} of {all} are free");
    }
}
