//! Reports as tables.

use std::io::Write;

use crate::clash::Report;
use crate::review;

const COLUMNS: [&str; 21] = [
    "guid",
    "rule",
    "class",
    "first",
    "second",
    "first_part",
    "second_part",
    "x",
    "y",
    "z",
    "distance_lower",
    "distance_upper",
    "depth_lower",
    "depth_upper",
    "cluster",
    "first_triangle",
    "second_triangle",
    "volume_lower",
    "volume_upper",
    "state",
    "comment",
];

/// Writes a table with a line for each clash, comma-separated, with the names of the columns first;
/// what is not known is empty. Texts that a spreadsheet would take as a formula begin with `'`; in
/// JSON they are as they are.
///
/// # Errors
/// If it cannot be written.
pub fn write_csv(report: &Report, to: impl Write) -> Result<(), std::io::Error> {
    let mut table = csv::Writer::from_writer(to);
    table.write_record(COLUMNS)?;
    let number = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
    let count = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
    for clash in &report.clashes {
        let [state, comment] = review::fields(clash.review.as_ref());
        let [x, y, z] = clash.point.map(|x| x.to_string());
        table.write_record([
            clash.guid.to_string(),
            cell(&clash.rule),
            clash.class.name().to_owned(),
            cell(&clash.bodies[0]),
            cell(&clash.bodies[1]),
            clash.parts[0].to_string(),
            clash.parts[1].to_string(),
            x,
            y,
            z,
            number(clash.distance.map(|[lower, _]| lower)),
            number(clash.distance.map(|[_, upper]| upper)),
            number(clash.depth.map(|[lower, _]| lower)),
            number(clash.depth.map(|[_, upper]| upper)),
            clash.cluster.map_or_else(String::new, |n| n.to_string()),
            count(clash.triangles.map(|[a, _]| a)),
            count(clash.triangles.map(|[_, b]| b)),
            number(clash.volume.map(|[lower, _]| lower)),
            number(clash.volume.map(|[_, upper]| upper)),
            state,
            cell(&comment),
        ])?;
    }
    table.flush()
}

/// A text, behind a `'` if a spreadsheet would take it as a formula (OWASP, "CSV Injection"): names
/// are those of other people's files.
pub(crate) fn cell(text: &str) -> String {
    let begins_formula = |first| "=+-@\t\r\n\0\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(first);
    let before = if text.starts_with(begins_formula) { "'" } else { "" };
    format!("{before}{text}")
}
