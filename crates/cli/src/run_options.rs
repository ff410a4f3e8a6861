//! What commands of many questions have in common: on how many threads these are answered, how the
//! answers are printed, and the exit status.

use std::fmt::Arguments;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use crate::numbers::threads;
use crate::output::json_line;
use crate::progress::Messages;

/// On how many threads questions are answered, and how the answers are printed.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct RunOptions {
    /// How many threads answer, at most 1024; 0 for as many as there are cores. The output is the
    /// same
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = threads)]
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
