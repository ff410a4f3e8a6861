//! `obbtree ray`: where does a ray or segment meet a mesh?

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::query::{Ray, RayHit};
use serde::Serialize;

use crate::load::{self, OneMesh};
use crate::numbers::{direction, three_numbers};
use crate::output::{json_line, shown, shown_all};

#[derive(clap::Args)]
#[command(after_help = "\
Touching counts, at edges and corners too, from both sides. A hit's parameter t is an interval that holds \
the exact one; the point is origin + t direction. Exit status 0: no hit, 1: a hit, 2: error.

Examples:
  obbtree ray assets/wheel.stl --origin \"0 0 100\" --direction \"0 0 -1\"
  obbtree ray assets/wheel.stl --origin \"0 0 100\" --to \"20 0 -100\" --all --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: OneMesh,
    /// Where the ray begins, in the world
    #[arg(long, value_name = "X Y Z", allow_hyphen_values = true, value_parser = three_numbers)]
    origin: [f64; 3],
    /// Its direction, of any length
    #[arg(
        long,
        value_name = "X Y Z",
        allow_hyphen_values = true,
        value_parser = direction,
        conflicts_with = "to"
    )]
    direction: Option<[f64; 3]>,
    /// Ask about the segment to this point instead
    #[arg(long, value_name = "X Y Z", allow_hyphen_values = true, value_parser = three_numbers)]
    to: Option<[f64; 3]>,
    /// The pose of the mesh
    #[arg(long, allow_hyphen_values = true)]
    pose: Option<String>,
    /// List all hits, not only the closest
    #[arg(long)]
    all: bool,
}

/// The fields of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Answer {
    mesh: String,
    /// In order along the ray, then of their triangles.
    hits: Vec<Hit>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Hit {
    triangle: u32,
    /// The parameter lies between these.
    lower: f64,
    upper: f64,
    point: [f64; 3],
}

impl From<RayHit> for Hit {
    fn from(hit: RayHit) -> Self {
        let RayHit { triangle, lower, upper, point, .. } = hit;
        Self { triangle, lower, upper, point: point.into() }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let pose = load::pose(arguments.pose.as_deref(), "--pose")?;
    let ray = match (arguments.direction, arguments.to) {
        (Some(direction), _) => Ray::new(arguments.origin, direction).context("--direction")?,
        (None, Some(to)) => Ray::segment(arguments.origin, to).context("--to")?,
        (None, None) => anyhow::bail!("either --direction or --to says where the ray goes"),
    };
    let model = arguments.file.read()?;
    let hits = match arguments.all {
        true => model.body.all_hits(&pose, &ray),
        false => model.body.closest_hit(&pose, &ray).into_iter().collect(),
    };
    let hits: Vec<Hit> = hits.into_iter().map(Hit::from).collect();
    let status = if hits.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    let mut out = std::io::stdout().lock();
    if arguments.file.json {
        json_line(&mut out, &Answer { mesh: arguments.file.name(), hits })?;
    } else {
        for Hit { triangle, lower, upper, point } in &hits {
            let ([lower, upper], point) = ([*lower, *upper].map(shown), shown_all(point));
            writeln!(out, "triangle {triangle} at t {lower} to {upper}, point {point}")?;
        }
        if hits.is_empty() {
            writeln!(out, "no hit")?;
        }
    }
    Ok(status)
}
