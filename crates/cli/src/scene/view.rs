//! `obbtree scene FILE view`: a page that shows the scene, each body by name; what meets in red.
//!
//! The page needs nothing else: plotly.js is in it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::scene::Scene;
use serde_json::{Value, json};

use super::shown::{ShownBody, bodies};
use crate::palette;
use crate::renderer::renderer;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub(crate) fn run(scene: &Scene, arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    let (shown, pairs) = bodies(scene)?;
    let traces: Vec<Value> =
        shown.iter().enumerate().map(|(n, body)| trace(body, palette::BODIES[n % 2])).collect();
    let page = page(&serde_json::to_string(&traces)?);
    std::fs::write(output, &page).with_context(|| output.display().to_string())?;
    println!(
        "{}: {} bodies, {pairs} pairs collide, {} kB",
        output.display(),
        shown.len(),
        page.len() / 1000
    );
    Ok(ExitCode::SUCCESS)
}

/// A body as plotly's `mesh3d`, with a colour for each triangle.
fn trace(body: &ShownBody, colour: palette::Rgb) -> Value {
    let corners: Vec<[f64; 3]> =
        body.triangles.iter().flat_map(|(corners, _)| corners.map(Into::into)).collect();
    let along = |k: usize| corners.iter().map(|corner| corner[k]).collect::<Vec<f64>>();
    let number = |k: usize| (0..body.triangles.len()).map(|n| 3 * n + k).collect::<Vec<usize>>();
    let css = |[r, g, b]: palette::Rgb| format!("rgb({r},{g},{b})");
    let of_triangle = |meets: bool| css(if meets { palette::MEETING } else { colour });
    let colours: Vec<String> =
        body.triangles.iter().map(|(_, meets)| of_triangle(*meets)).collect();
    json!({
        "type": "mesh3d", "name": body.name, "showlegend": true, "hoverinfo": "name",
        "flatshading": true, "color": css(colour), "facecolor": colours,
        "x": along(0), "y": along(1), "z": along(2),
        "i": number(0), "j": number(1), "k": number(2),
    })
}

fn page(traces: &str) -> String {
    let renderer = renderer();
    // Names of bodies are the only text: none of them can end the script.
    let traces = traces.replace('<', "\\u003c");
    let layout = json!({
        "scene": { "aspectmode": "data" }, "margin": { "l": 0, "r": 0, "t": 0, "b": 0 },
    });
    format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>scene</title>\n{renderer}\n\
         </head><body style=\"margin:0\"><div id=\"scene\" style=\"width:100vw;height:100vh\"></div>\n\
         <script>Plotly.newPlot(\"scene\", {traces}, {layout}, {{ responsive: true }});</script>\n\
         </body></html>\n"
    )
}
