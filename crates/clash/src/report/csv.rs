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
/// what is not known is empty.
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
            clash.rule.clone(),
            clash.class.name().to_owned(),
            clash.bodies[0].clone(),
            clash.bodies[1].clone(),
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
            comment,
        ])?;
    }
    table.flush()
}
