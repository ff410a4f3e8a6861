//! `obbtree clash` of a study with motions: which parts meet, and when.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::clash::{MotionClash, MotionReport};
use serde::Serialize;

use crate::output::json_line;
use crate::run_options::RunOptions;

/// Writes and prints what was found.
pub(super) fn tell(
    report: &MotionReport,
    json: Option<&Path>,
    csv: Option<&Path>,
    run: &RunOptions,
) -> Result<ExitCode> {
    if let Some(file) = json {
        std::fs::write(file, report.to_json()).with_context(|| file.display().to_string())?;
    }
    if let Some(file) = csv {
        let to = File::create(file).with_context(|| file.display().to_string())?;
        report.write_csv(BufWriter::new(to)).with_context(|| file.display().to_string())?;
    }
    print(report, run, BufWriter::new(std::io::stdout().lock()))
}

/// The last line of a motion study.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary<'r> {
    study: &'r str,
    certified: bool,
    bodies: usize,
    moving: usize,
    candidates: usize,
    clashes: usize,
    warnings: &'r [String],
}

fn print(report: &MotionReport, run: &RunOptions, mut out: impl Write) -> Result<ExitCode> {
    for clash in &report.clashes {
        if run.json {
            json_line(&mut out, clash)?;
        } else {
            lines(clash, &mut out)?;
        }
    }
    let summary = Summary {
        study: &report.study,
        certified: report.certified,
        bodies: report.bodies,
        moving: report.moving,
        candidates: report.candidates,
        clashes: report.clashes.len(),
        warnings: &report.warnings,
    };
    let words = format!(
        "{} pairs meet or come near, of {} bodies of which {} move, {}",
        report.clashes.len(),
        report.bodies,
        report.moving,
        if report.certified { "at all times" } else { "at the times of the table" }
    );
    run.finish(out, &summary, format_args!("{words}"), report.clashes.is_empty())
}

/// A line for each contact.
fn lines(clash: &MotionClash, out: &mut impl Write) -> Result<()> {
    let ([a, b], rule) = (&clash.bodies, &clash.rule);
    for contact in &clash.contacts {
        let ([from, first], [last, to]) = (contact.first, contact.last);
        writeln!(out, "contact: {a} and {b} from {from} to {first} until {last} to {to} ({rule})")?;
    }
    for [from, to] in &clash.undecided {
        writeln!(out, "undecided: {a} and {b} from {from} until {to} ({rule})")?;
    }
    if let Some(closest) = &clash.closest {
        let ([lower, upper], time) = (closest.distance, closest.time);
        writeln!(out, "near: {a} and {b} at {time}, distance {lower} to {upper} ({rule})")?;
    }
    Ok(())
}
