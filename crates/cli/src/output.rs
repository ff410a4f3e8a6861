//! Standard output.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use obbtree_viewer::Page;
use serde::Serialize;

/// The exit status of a command whose output nobody reads any more: as of one ended by SIGPIPE.
pub(crate) const READER_GONE: u8 = 141;

/// Prints one line.
pub(crate) fn say(line: Arguments<'_>) -> io::Result<()> {
    print_text(format_args!("{line}\n"))
}

/// Prints text as it is.
pub(crate) fn print_text(text: Arguments<'_>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_fmt(text)?;
    out.flush()
}

/// A number in words: the shortest that is read back as it is, without long rows of zeros.
pub(crate) fn shown(x: f64) -> String {
    let is_plain = x == 0.0 || (1e-6..1e16).contains(&x.abs());
    if is_plain { x.to_string() } else { format!("{x:e}") }
}

/// The same of several, as of a point, with blanks between them.
pub(crate) fn shown_all(numbers: &[f64]) -> String {
    numbers.iter().copied().map(shown).collect::<Vec<_>>().join(" ")
}

/// The start of the JSON object of a motion.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MotionFields {
    pub(crate) motion: usize,
    pub(crate) verdict: &'static str,
    pub(crate) last_free: f64,
    /// For `contact`: at this time there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_contact: Option<f64>,
    /// For `undecided`: from `last_free` to here nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<f64>,
}

impl MotionFields {
    /// Without times of a contact.
    pub(crate) fn new(motion: usize, verdict: &'static str, last_free: f64) -> Self {
        Self { motion, verdict, last_free, first_contact: None, until: None }
    }
}

/// Writes a file; `-` is standard output.
pub(crate) fn write_file(output: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if is_standard_output(output) {
        let mut out = io::stdout().lock();
        out.write_all(bytes.as_ref())?;
        return Ok(out.flush()?);
    }
    std::fs::write(output, bytes).with_context(|| output.display().to_string())
}

/// Prints one line about a file that was written: on standard error if it is standard output.
pub(crate) fn say_of(output: &Path, line: Arguments<'_>) -> io::Result<()> {
    if is_standard_output(output) {
        return writeln!(io::stderr(), "{line}");
    }
    say(line)
}

pub(crate) fn is_standard_output(output: &Path) -> bool {
    output == Path::new("-")
}

/// Refuses to write over a file that is read.
pub(crate) fn ensure_not_read(output: &Path, read: &[&Path]) -> Result<()> {
    let Ok(there) = output.canonicalize() else { return Ok(()) };
    for input in read {
        let is_same = input.canonicalize().is_ok_and(|input| input == there);
        ensure!(!is_same, "{}: the output would replace what is read", output.display());
    }
    Ok(())
}

/// Bytes from which on a page is slow to open in a browser.
const LARGE_PAGE: usize = 50_000_000;

/// Writes a page, after a warning if it is large: how many kilobytes it has.
pub(crate) fn write_page(output: &Path, page: &Page) -> Result<usize> {
    let html = page.html()?;
    let file = output.display();
    if html.len() > LARGE_PAGE {
        eprintln!(
            "warning: {file}: the page has {} MB: its meshes are large for a browser",
            html.len() / 1_000_000
        );
    }
    write_file(output, &html)?;
    Ok(html.len() / 1000)
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

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn numbers_are_read_back_and_have_no_long_rows_of_zeros() {
        let large = [1e15 + 0.5, 1e16, f64::MAX, f64::INFINITY];
        let small = [0.0, 5e-324, 9.5e-7, 1e-6, 0.1, 1.0 + f64::EPSILON];
        for x in large.into_iter().chain(small).flat_map(|x| [x, -x]) {
            let text = shown(x);
            assert_eq!(text.parse::<f64>().expect("a number").to_bits(), x.to_bits(), "{text}");
            assert!(text.len() < 26, "{text}");
        }
    }
}
