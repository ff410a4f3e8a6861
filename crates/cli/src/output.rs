//! Standard output: how many answers are made and printed.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use crate::progress::Messages;

/// How many answers are made and printed.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct RunOptions {
    /// How many threads answer; 0 for as many as there are cores. The output is the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Print one JSON object for each answer, and a summary
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) messages: Messages,
}

impl RunOptions {
    /// Prints the last line. Exit status 0 if all is well, 1 if not.
    pub(crate) fn finish(
        &self,
        mut out: impl Write,
        summary: &impl Serialize,
        in_words: Arguments<'_>,
        all_well: bool,
    ) -> Result<ExitCode> {
        if self.json {
            json_line(&mut out, summary)?;
        } else {
            writeln!(out, "{in_words}")?;
        }
        out.flush()?;
        Ok(ExitCode::from(u8::from(!all_well)))
    }
}

/// The start of the JSON object of a motion.
#[derive(Serialize)]
pub(crate) struct MotionFields {
    pub(crate) motion: usize,
    pub(crate) verdict: &'static str,
    pub(crate) last_free: f64,
    /// For `contact`: at this time there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_contact: Option<f64>,
    /// For `closer`: from `last_free` to here nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<f64>,
}

impl MotionFields {
    /// Without times of a contact.
    pub(crate) fn new(motion: usize, verdict: &'static str, last_free: f64) -> Self {
        Self { motion, verdict, last_free, first_contact: None, until: None }
    }
}

/// Writes one JSON object on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// Was the output's reader gone, as behind `| head`?
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
