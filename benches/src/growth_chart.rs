//! Growth as a picture: panels side by side, each a number against a size, on logarithmic scales.

use std::path::Path;

use plotters::prelude::*;

/// A panel of the picture, in pixels.
const PANEL: (u32, u32) = (320, 340);
const FONT: (&str, u32) = ("sans-serif", 13);
/// Colours that differ for all kinds of colour blindness (Paul Tol, "Colour Schemes", 2021,
/// bright).
const COLOURS: [RGBColor; 5] = [
    RGBColor(68, 119, 170),
    RGBColor(238, 102, 119),
    RGBColor(34, 136, 51),
    RGBColor(204, 187, 68),
    RGBColor(170, 51, 119),
];

/// A size and a number, both above 0.
pub type Measured = (f64, f64);

/// What is drawn in a panel: lines by their names.
pub struct Panel {
    /// What stands above it.
    pub title: &'static str,
    /// The lines.
    pub lines: Vec<(&'static str, Vec<Measured>)>,
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Writes the picture as SVG.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(panels: &[Panel], path: &Path) -> Drawn {
    let size = (PANEL.0 * panels.len() as u32, PANEL.1);
    let root = SVGBackend::new(path, size).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, panel) in root.split_evenly((1, panels.len())).iter().zip(panels) {
        draw_one(panel, area)?;
    }
    root.present()?;
    Ok(())
}

fn draw_one(panel: &Panel, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn {
    let all = || panel.lines.iter().flat_map(|(_, points)| points);
    let range = |of: fn(&Measured) -> f64| {
        let least = all().map(of).fold(f64::INFINITY, f64::min);
        least..all().map(of).fold(0.0, f64::max)
    };
    let (x, y) = (range(|point| point.0), range(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(panel.title, FONT)
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
    for ((name, points), colour) in panel.lines.iter().zip(COLOURS) {
        let series = LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let drawn = chart.draw_series(series)?;
        drawn.label(*name).legend(move |(x, y)| {
            PathElement::new(vec![(x, y), (x + 14, y)], colour.stroke_width(2))
        });
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8));
    legend.label_font(FONT).draw()?;
    Ok(())
}
