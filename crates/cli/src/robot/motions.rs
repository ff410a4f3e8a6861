//! `obbtree robot URDF check --motions`: which straight lines of joint values are free.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::robot::{CheckBatch, Checker, MotionOptions, MotionVerdict};
use serde::Serialize;

use super::load::read_motions;
use crate::output::{MotionFields, json_line};
use crate::run_options::RunOptions;

/// Motions that are answered before any of them is printed.
const SLICE: usize = 1024;

/// How motions are checked.
pub(super) struct MotionRun {
    /// At so many configurations each, without a proof.
    pub(super) samples: Option<usize>,
    pub(super) time_tolerance: f64,
    pub(super) options: RunOptions,
}

/// The JSON object of a motion.
#[derive(Serialize)]
struct Fields<'r> {
    #[serde(flatten)]
    times: MotionFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<[&'r str; 2]>,
    /// The last configuration up to which the motion is proven free.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_valid: Option<Vec<f64>>,
}

/// The JSON object of a motion that was sampled.
#[derive(Serialize)]
struct Sampled {
    motion: usize,
    verdict: &'static str,
    samples: usize,
}

/// The last line of `--json`.
#[derive(Default, Serialize)]
struct Summary {
    summary: bool,
    motions: usize,
    free: usize,
}

pub(super) fn motions(checker: &Checker, file: &Path, run: &MotionRun) -> Result<ExitCode> {
    let motions = read_motions(checker.robot(), file)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let progress = run.options.messages.steps("sweeping", motions.len());
    let mut summary = Summary { summary: true, motions: motions.len(), free: 0 };
    for (slice, some) in motions.chunks(SLICE).enumerate() {
        let first = slice * SLICE;
        let report = |done| progress.reached(first + done);
        let batch = CheckBatch::new(checker).threads(run.options.threads).reporting_to(&report);
        summary.free += match run.samples {
            Some(samples) => sampled(&mut out, &batch, first, some, samples, run.options.json)?,
            None => certified(&mut out, &batch, first, some, run, checker)?,
        };
        out.flush()?;
    }
    progress.finish();
    let Summary { free, motions, .. } = summary;
    let in_words = format_args!("{free} of {motions} motions are free");
    run.options.finish(out, &summary, in_words, free == motions)
}

fn certified(
    out: &mut impl Write,
    batch: &CheckBatch<'_>,
    first: usize,
    motions: &[[Vec<f64>; 2]],
    run: &MotionRun,
    checker: &Checker,
) -> Result<usize> {
    let options = MotionOptions::default().time_tolerance(run.time_tolerance);
    let found = batch.check_motions(motions, &options)?;
    for (n, verdict) in found.iter().enumerate() {
        let fields = fields(first + n, verdict, checker);
        if run.options.json {
            json_line(out, &fields)?;
        } else if let Some([a, b]) = fields.pair {
            let MotionFields { motion, verdict, last_free, .. } = fields.times;
            writeln!(out, "motion {motion}: free until {last_free:.6}, {verdict}: {a} and {b}")?;
        }
    }
    Ok(found.iter().filter(|verdict| verdict.is_free()).count())
}

fn fields<'r>(motion: usize, verdict: &MotionVerdict, checker: &'r Checker) -> Fields<'r> {
    let mut times = MotionFields::new(motion, verdict.name(), 1.0);
    let found = match verdict {
        MotionVerdict::Contact(found) => {
            times.first_contact = Some(found.until);
            found
        }
        MotionVerdict::Closer(found) => {
            times.until = Some(found.until);
            found
        }
        _ => return Fields { times, pair: None, last_valid: None },
    };
    times.last_free = found.last_free;
    let pair = Some(checker.names(found.pair));
    Fields { times, pair, last_valid: Some(found.configuration.clone()) }
}

fn sampled(
    out: &mut impl Write,
    batch: &CheckBatch<'_>,
    first: usize,
    motions: &[[Vec<f64>; 2]],
    samples: usize,
    json: bool,
) -> Result<usize> {
    let free = batch.sampled_motions(motions, samples)?;
    for (n, &is_free) in free.iter().enumerate() {
        let motion = first + n;
        if json {
            let verdict = if is_free { "no_contact_found" } else { "contact" };
            json_line(out, &Sampled { motion, verdict, samples })?;
        } else if !is_free {
            writeln!(out, "motion {motion}: a sample collides")?;
        }
    }
    Ok(free.iter().filter(|is_free| **is_free).count())
}
