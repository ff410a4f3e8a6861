//! The summary as a picture: for each family a row, for each engine a dot at how many times longer
//! it takes than the first one, on a logarithmic scale; a panel for each question to all engines.

use std::path::Path;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::question::{Measure, Task};
use super::results::Results;
use crate::Question;

/// Size of the picture and of its parts, in pixels.
const WIDTH: u32 = 960;
const ROW: u32 = 30;
const AROUND: u32 = 130;
const LEGEND: u32 = 18;
const DOT: i32 = 5;
const FONT: (&str, u32) = ("sans-serif", 14);
const CAPTION: (&str, u32) = ("sans-serif", 17);
/// How far the scale goes on beyond the last dot, so that the legend covers none.
const LEGEND_ROOM: f64 = 30.0;
/// Room for the names of families.
const NAMES: u32 = 80;

/// Colours that differ for all kinds of colour blindness (Paul Tol, "Colour Schemes", 2021, muted),
/// used in turn; every round through them has another shape.
const COLOURS: [RGBColor; 9] = [
    RGBColor(204, 102, 119),
    RGBColor(51, 34, 136),
    RGBColor(221, 170, 51),
    RGBColor(17, 119, 51),
    RGBColor(136, 204, 238),
    RGBColor(136, 34, 85),
    RGBColor(68, 170, 153),
    RGBColor(153, 153, 51),
    RGBColor(170, 68, 153),
];

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Writes the picture as SVG.
pub fn draw(results: &Results, path: &Path) -> Drawn {
    let (names, mut questions) = (results.families(), results.questions());
    questions.retain(|task| task.base() == *task);
    let legend = LEGEND * results.engines.len() as u32;
    let panel = (ROW * names.len() as u32 + AROUND).max(legend + AROUND);
    let root = SVGBackend::new(path, (WIDTH, questions.len() as u32 * panel)).into_drawing_area();
    root.fill(&WHITE)?;
    let areas = root.split_evenly((questions.len(), 1));
    for (task, area) in questions.into_iter().zip(&areas) {
        draw_panel(results, &names, task, area)?;
    }
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_panel(results: &Results, names: &[&str], task: Task, area: &Area<'_>) -> Drawn {
    let what = match task {
        Task::Pairs(Question::Any) => "First contact",
        Task::Pairs(Question::All) => "All pairs",
        Task::Distance(Measure::Distance) => "Distance",
        Task::Distance(other) => other.title(),
    };
    let title = format!("{what}: times longer than {}", results.engines[0].0);
    let dots = dots(results, names, task);
    let most = dots.iter().map(|dot| dot.ratio).fold(10.0, f64::max);
    let least = dots.iter().map(|dot| dot.ratio).fold(0.9, f64::min);
    let rows = names.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(&title, CAPTION)
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(NAMES)
        .build_cartesian_2d((0.8 * least..LEGEND_ROOM * most).log_scale(), -0.7..rows - 0.3)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_label_formatter(&|x| format!("{x}"))
        .label_style(FONT)
        .draw()?;
    draw_names(names, area, &mut chart)?;
    let line = [(1.0, -0.7), (1.0, rows - 0.3)];
    chart.draw_series(LineSeries::new(line, BLACK.stroke_width(1)))?;
    for (engine, (name, _)) in results.engines.iter().enumerate().skip(1) {
        let own: Vec<&Dot> = dots.iter().filter(|dot| dot.engine == engine).collect();
        if own.is_empty() {
            continue;
        }
        let at = |dot: &&Dot| (dot.ratio, rows - 1.0 - dot.row as f64);
        let (colour, round) = colour(engine);
        let series = match round {
            0 => chart.draw_series(
                own.iter().map(|d| Circle::new(at(d), DOT, colour.filled()).into_dyn()),
            )?,
            _ => chart.draw_series(
                own.iter().map(|d| TriangleMarker::new(at(d), DOT + 1, colour.filled()).into_dyn()),
            )?,
        };
        series.label(name).legend(move |(x, y)| match round {
            0 => Circle::new((x + 6, y), DOT, colour.filled()).into_dyn(),
            _ => TriangleMarker::new((x + 6, y), DOT + 1, colour.filled()).into_dyn(),
        });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(FONT)
        .draw()?;
    Ok(())
}

type Chart<'a, 'b> = ChartContext<
    'b,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::combinators::LogCoord<f64>, RangedCoordf64>,
>;

/// Names of families at the left, each beside its row.
fn draw_names(names: &[&str], area: &Area<'_>, chart: &mut Chart<'_, '_>) -> Drawn {
    let left = area.get_pixel_range().0.start;
    let top = area.get_pixel_range().1.start;
    for (row, name) in names.iter().enumerate() {
        let (_, y) = chart.backend_coord(&(1.0, (names.len() - 1 - row) as f64));
        let style = FONT.into_font().color(&BLACK);
        area.draw_text(name, &style, (left + 14, y - top - FONT.1 as i32 / 2))?;
    }
    Ok(())
}

struct Dot {
    engine: usize,
    row: usize,
    ratio: f64,
}

fn dots(results: &Results, names: &[&str], task: Task) -> Vec<Dot> {
    let mut all = Vec::new();
    for (row, family) in names.iter().enumerate() {
        let scenes = results.of_family(family);
        for engine in 1..results.engines.len() {
            if let Some(found) = results.mean(&scenes, engine, task) {
                all.push(Dot { engine, row, ratio: found.mean });
            }
        }
    }
    all
}

/// A colour, and how often all were used before.
fn colour(engine: usize) -> (RGBColor, usize) {
    (COLOURS[(engine - 1) % COLOURS.len()], (engine - 1) / COLOURS.len())
}
