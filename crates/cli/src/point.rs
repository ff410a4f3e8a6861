//! `obbtree point`: how far is a point from a mesh, and on which side?

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::Query;
use obbtree::query::PointSide;
use serde::Serialize;

use crate::load::{self, OneMesh};
use crate::numbers::three_numbers;
use crate::output::{json_line, shown, shown_all};

#[derive(clap::Args)]
#[command(after_help = "\
The distance lies between the two numbers given, which are at most four units in the last place apart. The \
side is exact; an open mesh has none.

Example:
  obbtree point assets/nut.stl --at \"0 0 0.1\" --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: OneMesh,
    /// The point, in the world
    #[arg(long, value_name = "X Y Z", allow_hyphen_values = true, value_parser = three_numbers)]
    at: [f64; 3],
    /// The pose of the mesh
    #[arg(long, allow_hyphen_values = true)]
    pose: Option<String>,
}

/// The fields of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Answer {
    mesh: String,
    /// The distance lies between these.
    lower: f64,
    upper: f64,
    /// The closest point, in the world.
    point: [f64; 3],
    /// The triangle that it is on.
    triangle: u32,
    /// `inside`, `on surface`, `outside`; null for open meshes.
    side: Option<&'static str>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let pose = load::pose(arguments.pose.as_deref(), "--pose")?;
    let model = arguments.file.read()?;
    let (body, mut query) = (&model.body, Query::new());
    let found = query.closest_point(body, &pose, arguments.at).context("--at")?;
    let side = match body.require_closed() {
        Ok(()) => Some(name(query.point_side(body, &pose, arguments.at)?)),
        Err(_) => None,
    };
    let answer = Answer {
        mesh: arguments.file.name(),
        lower: found.lower,
        upper: found.upper,
        point: found.point.into(),
        triangle: found.triangle,
        side,
    };
    let mut out = std::io::stdout().lock();
    if arguments.file.json {
        json_line(&mut out, &answer)?;
    } else {
        let Answer { lower, upper, point, triangle, .. } = answer;
        let ([lower, upper], at) = ([lower, upper].map(shown), shown_all(&point));
        let side = side.unwrap_or("open mesh");
        writeln!(out, "distance {lower} to {upper}, {side}, to triangle {triangle} at {at}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn name(side: PointSide) -> &'static str {
    match side {
        PointSide::Inside => "inside",
        PointSide::OnSurface => "on surface",
        PointSide::Outside => "outside",
    }
}
