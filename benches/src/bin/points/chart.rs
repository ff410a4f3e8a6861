//! The growth as a picture: a panel for the time until a cloud is ready, for its memory and for
//! the time of a question, each against the number of points, on logarithmic scales.

use std::path::Path;

use plotters::prelude::*;

use crate::Row;

/// Of the picture, in pixels.
const SIZE: (u32, u32) = (960, 340);
const FONT: (&str, u32) = ("sans-serif", 13);
/// Colours that differ for all kinds of colour blindness (Paul Tol, "Colour Schemes", 2021,
/// bright).
const COLOURS: [RGBColor; 3] =
    [RGBColor(68, 119, 170), RGBColor(238, 102, 119), RGBColor(34, 136, 51)];

/// What is drawn in a panel.
type Panel = (&'static str, fn(&Row) -> f64);

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Writes the picture as SVG.
pub(crate) fn draw(rows: &[Row], path: &Path) -> Drawn {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let panels: [Panel; 3] = [
        ("ready after, ms", |row| row.ready_ms),
        ("bytes a point", |row| row.bytes),
        ("ns a sphere", |row| row.ns),
    ];
    for (area, what) in root.split_evenly((1, panels.len())).iter().zip(panels) {
        panel(rows, what, area)?;
    }
    root.present()?;
    Ok(())
}

fn panel(
    rows: &[Row],
    (title, of): Panel,
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
) -> Drawn {
    let range = |of: &dyn Fn(&Row) -> f64| {
        let least = rows.iter().map(of).fold(f64::INFINITY, f64::min);
        least..rows.iter().map(of).fold(0.0, f64::max)
    };
    let (x, y) = (range(&|row| row.points as f64), range(&of));
    let mut chart = ChartBuilder::on(area)
        .caption(title, FONT)
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(48)
        .build_cartesian_2d(x.log_scale(), (y.start / 1.5..y.end * 1.5).log_scale())?;
    let power = |x: &f64| format!("1e{:.0}", x.log10());
    // Of the numbers between powers of ten 2 and 5 alone: others stand too close to each other.
    let plain = |y: &f64| match y / 10.0_f64.powf(y.log10().floor()) {
        digit if [1.0, 2.0, 5.0, 10.0].iter().any(|shown| (digit - shown).abs() < 1e-6) => {
            format!("{y}")
        }
        _ => String::new(),
    };
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(WHITE).x_label_formatter(&power).y_label_formatter(&plain);
    mesh.label_style(FONT).draw()?;
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.engine) {
            names.push(row.engine);
        }
    }
    for (name, colour) in names.into_iter().zip(COLOURS) {
        let own = rows.iter().filter(|row| row.engine == name);
        let own = own.map(|row| (row.points as f64, of(row)));
        let series = LineSeries::new(own, colour.stroke_width(2)).point_size(3);
        let drawn = chart.draw_series(series)?;
        drawn.label(name).legend(move |(x, y)| {
            PathElement::new(vec![(x, y), (x + 14, y)], colour.stroke_width(2))
        });
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8));
    legend.label_font(FONT).draw()?;
    Ok(())
}
