//! `obbtree robot URDF check --motions`: which straight lines of joint values are free.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use obbtree::robot::{CheckBatch, Checker, MotionContact, MotionOptions, MotionVerdict};
use serde::Serialize;

use crate::output::json_line;
use crate::progress::Messages;

/// Motions that are answered before any of them is printed.
const SLICE: usize = 1024;

/// How motions are checked.
pub(super) struct MotionRun {
    /// At so many configurations each, without a proof.
    pub(super) samples: Option<usize>,
    pub(super) time_tolerance: f64,
    pub(super) threads: usize,
    pub(super) json: bool,
    pub(super) messages: Messages,
}

/// The JSON object of a motion.
#[derive(Serialize)]
struct Fields<'r> {
    motion: usize,
    verdict: &'static str,
    last_free: f64,
    /// For `contact`: at this time the pair collides.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_contact: Option<f64>,
    /// For `closer`: from `last_free` to here nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<f64>,
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
    let motions = checker.robot().read_motions(file)?;
    ensure!(!motions.is_empty(), "{}: there is no motion in the file", file.display());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let progress = run.messages.steps("sweeping", motions.len());
    let mut summary = Summary { summary: true, motions: motions.len(), free: 0 };
    for (slice, some) in motions.chunks(SLICE).enumerate() {
        let first = slice * SLICE;
        let report = |done| progress.reached(first + done);
        let batch = CheckBatch::new(checker).threads(run.threads).reporting_to(&report);
        summary.free += match run.samples {
            Some(samples) => sampled(&mut out, &batch, first, some, samples, run.json)?,
            None => certified(&mut out, &batch, first, some, run, checker)?,
        };
        out.flush()?;
    }
    progress.finish();
    if run.json {
        json_line(&mut out, &summary)?;
    } else {
        writeln!(out, "{} of {} motions are free", summary.free, summary.motions)?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(summary.free < summary.motions)))
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
        if run.json {
            json_line(out, &fields)?;
        } else if let Some([a, b]) = fields.pair {
            let Fields { motion, verdict, last_free, .. } = fields;
            writeln!(out, "motion {motion}: free until {last_free:.6}, {verdict}: {a} and {b}")?;
        }
    }
    Ok(found.iter().filter(|verdict| verdict.is_free()).count())
}

fn fields<'r>(motion: usize, verdict: &MotionVerdict, checker: &'r Checker) -> Fields<'r> {
    let name = verdict.name();
    let stopped = |found: &MotionContact, first_contact, until| Fields {
        motion,
        verdict: name,
        last_free: found.last_free,
        first_contact,
        until,
        pair: Some(checker.names(found.pair)),
        last_valid: Some(found.configuration.clone()),
    };
    match verdict {
        MotionVerdict::Contact(found) => stopped(found, Some(found.until), None),
        MotionVerdict::Closer(found) => stopped(found, None, Some(found.until)),
        _ => Fields {
            motion,
            verdict: name,
            last_free: 1.0,
            first_contact: None,
            until: None,
            pair: None,
            last_valid: None,
        },
    }
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
