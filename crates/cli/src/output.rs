//! Standard output.

use std::io::{self, Write};

use serde::Serialize;

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
