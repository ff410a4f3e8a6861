//! `obbtree robot URDF check --motions`: which straight lines of joint values are free.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::motion::{Sweep, SweepOptions};
use obbtree::robot::{CheckBatch, CheckError, Checker, configuration_at};
use obbtree::scene::PartPair;
use serde::Serialize;

use crate::output::{MotionFields, json_line};
use crate::run_options::RunOptions;

/// Motions that are answered before any of them is printed.
const SLICE: usize = 1024;

/// The verdict of a motion with an end beyond the limits of a joint.
const REFUSED: &str = "beyond_limits";

/// How motions are checked.
pub(super) struct MotionRun {
    /// At so many configurations each, without a proof.
    pub(super) samples: Option<usize>,
    pub(super) time_tolerance: f64,
    pub(super) options: RunOptions,
    /// Of the robot's files.
    pub(super) warnings: Vec<String>,
}

/// The JSON object of a motion.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields<'r> {
    #[serde(flatten)]
    times: MotionFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<[&'r str; 2]>,
    /// The last configuration up to which the motion is proven free.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_valid: Option<Vec<f64>>,
    /// Why it was not checked: an end is beyond the limits of a joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The JSON object of a motion that was sampled.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Sampled {
    motion: usize,
    verdict: &'static str,
    samples: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The last line of `--json`.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary {
    summary: bool,
    motions: usize,
    free: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

pub(super) fn motions(
    checker: &Checker,
    motions: &[[Vec<f64>; 2]],
    run: &MotionRun,
) -> Result<ExitCode> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let progress = run.options.messages.steps("sweeping", motions.len());
    let warnings = run.warnings.clone();
    let mut summary = Summary { summary: true, motions: motions.len(), free: 0, warnings };
    for (slice, some) in motions.chunks(SLICE).enumerate() {
        let first = slice * SLICE;
        let report = |done| progress.reached(first + done);
        let batch = CheckBatch::new(checker).threads(run.options.threads).reporting_to(&report);
        summary.free += match run.samples {
            Some(samples) => sampled(&mut out, &batch, first, some, (samples, run), checker)?,
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
    let options = SweepOptions::default().time_tolerance(run.time_tolerance);
    let found = batch.sweep(motions, &options)?;
    for (n, verdict) in found.iter().enumerate() {
        let fields = fields(first + n, verdict, &motions[n], checker);
        if run.options.json {
            json_line(out, &fields)?;
        } else if let Some(why) = &fields.why {
            writeln!(out, "motion {}: {why}", fields.times.motion)?;
        } else if let Some([a, b]) = fields.pair {
            let MotionFields { motion, verdict, last_free, .. } = fields.times;
            writeln!(out, "motion {motion}: free until {last_free:.6}, {verdict}: {a} and {b}")?;
        }
    }
    Ok(found.iter().flatten().filter(|verdict| verdict.is_free()).count())
}

fn fields<'r>(
    motion: usize,
    found: &Result<Sweep<PartPair>, CheckError>,
    [from, to]: &[Vec<f64>; 2],
    checker: &'r Checker,
) -> Fields<'r> {
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            let times = MotionFields::new(motion, REFUSED, 0.0);
            return Fields { times, pair: None, last_valid: None, why: Some(why.to_string()) };
        }
    };
    let mut times = MotionFields::new(motion, found.name(), found.last_free());
    match found {
        Sweep::Contact(found) => times.first_contact = Some(found.first_contact),
        Sweep::Undecided(found) => times.until = Some(found.until),
        _ => {}
    }
    let pair = found.pair().map(|pair| checker.names(pair.bodies));
    let last_valid = pair.map(|_| configuration_at(from, to, times.last_free));
    Fields { times, pair, last_valid, why: None }
}

fn sampled(
    out: &mut impl Write,
    batch: &CheckBatch<'_>,
    first: usize,
    motions: &[[Vec<f64>; 2]],
    (samples, run): (usize, &MotionRun),
    checker: &Checker,
) -> Result<usize> {
    let free = batch.sampled_motions(motions, samples)?;
    for (n, &is_free) in free.iter().enumerate() {
        let motion = first + n;
        let refused = motions[n].iter().find_map(|end| checker.check_values(end).err());
        let why = refused.map(|why| why.to_string());
        if run.options.json {
            let verdict = match (&why, is_free) {
                (Some(_), _) => REFUSED,
                (None, true) => "no_contact_found",
                (None, false) => "contact",
            };
            json_line(out, &Sampled { motion, verdict, samples, why })?;
        } else if let Some(why) = why {
            writeln!(out, "motion {motion}: {why}")?;
        } else if !is_free {
            writeln!(out, "motion {motion}: a sample collides")?;
        }
    }
    Ok(free.iter().filter(|is_free| **is_free).count())
}
