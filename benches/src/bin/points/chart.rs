//! The growth as a picture: a panel for the time until a cloud is ready, for its memory and for
//! the time of a question, each against the number of points.

use std::path::Path;

use obbtree_benches::growth_chart::{self, Panel};

use crate::Row;

/// Writes the picture as SVG.
pub(crate) fn draw(rows: &[Row], path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.engine) {
            names.push(row.engine);
        }
    }
    let panel = |title, of: fn(&Row) -> f64| {
        let own = |name| rows.iter().filter(move |row| row.engine == name);
        let line = |&name| (name, own(name).map(|row| (row.points as f64, of(row))).collect());
        Panel { title, lines: names.iter().map(line).collect() }
    };
    let panels = [
        panel("ready after, ms", |row| row.ready_ms),
        panel("bytes a point", |row| row.bytes),
        panel("ns a sphere", |row| row.ns),
    ];
    growth_chart::draw(&panels, path)
}
