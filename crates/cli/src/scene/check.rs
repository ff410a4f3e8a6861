//! `obbtree scene FILE check`: which bodies of a scene collide, and how far apart are the others?

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use obbtree::Query;
use obbtree::scene::{BodyDistance, BodyId, Part, PartContact, Scene, SceneError, SceneQuery};
use serde::Serialize;

use crate::output::{json_line, shown, shown_all};
use crate::progress::Messages;
use crate::question::tolerance;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Treat meshes as solid: one that is wholly inside another collides, if both are closed. Open
    /// meshes have no inside; their bodies are named
    #[arg(long)]
    pub(crate) solid: bool,
    /// Print up to so many contacts of each pair
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) contacts: usize,
    /// Print the nearest pair
    #[arg(long)]
    pub(crate) distance: bool,
    /// In place of the pairs that collide print those at most so far apart, with their distances;
    /// margins and paddings do not count
    #[arg(
        long,
        value_name = "DISTANCE",
        allow_hyphen_values = true,
        value_parser = tolerance,
        conflicts_with = "contacts"
    )]
    pub(crate) within: Option<f64>,
    /// Print one JSON object for each pair, and a summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// A pair that collides, with contacts if they are wanted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PairLine<'s> {
    bodies: [&'s str; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contacts: Vec<ContactLine>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ContactLine {
    parts: [usize; 2],
    triangles: [Option<u32>; 2],
    /// Points of clouds, if a part is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    cloud_points: Option<[Option<u32>; 2]>,
    point: [f64; 3],
}

/// A pair that is near; points are in the world, the normal is from the first to the second.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NearLine<'s> {
    bodies: [&'s str; 2],
    lower: f64,
    upper: f64,
    points: [[f64; 3]; 2],
    normal: Option<[f64; 3]>,
}

/// The nearest pair, for `--distance`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NearestLine<'s> {
    nearest: [&'s str; 2],
    lower: f64,
    upper: f64,
}

/// The last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary<'s> {
    bodies: usize,
    pairs: usize,
    /// With `--solid`: bodies with a mesh that is open, and taken as a surface.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<&'s str>,
    /// Does any pair collide? Not of `--within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    collides: Option<bool>,
    /// The distance of `--within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
    /// Why no pair is checked, if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

/// `nothing_checked` says why no pair is checked, if none is.
pub(crate) fn run(
    scene: &Scene,
    file: &Path,
    nothing_checked: Option<SceneError>,
    arguments: &Arguments,
    messages: Messages,
) -> Result<ExitCode> {
    if let Some(why) = nothing_checked.as_ref().filter(|_| arguments.distance) {
        bail!("{}: there is no nearest pair: {why}", file.display());
    }
    let mut query = SceneQuery::with_query(Query::new().solid(arguments.solid));
    let mut out = std::io::stdout().lock();
    let pairs = match arguments.within {
        None => {
            let found = {
                let _checking = messages.activity("checking", file);
                query.contacts(scene, arguments.contacts)
            };
            for pair in &found {
                let bodies = names(scene, pair.bodies)?;
                let contacts: Vec<ContactLine> = pair.contacts.iter().map(contact_line).collect();
                print_pair(&mut out, arguments.json, PairLine { bodies, contacts })?;
            }
            found.len()
        }
        Some(within) => {
            let found = {
                let _checking = messages.activity("checking", file);
                query.clearances(scene, within)?
            };
            found.iter().try_for_each(|near| print_near(&mut out, scene, arguments.json, near))?;
            found.len()
        }
    };
    if arguments.distance {
        let BodyDistance { bodies, lower, upper, .. } = query.distance(scene)?;
        let nearest = names(scene, bodies)?;
        if arguments.json {
            json_line(&mut out, &NearestLine { nearest, lower, upper })?;
        } else {
            let ([a, b], [lower, upper]) = (nearest, [lower, upper].map(shown));
            writeln!(out, "nearest: {a} and {b}, {lower} to {upper} apart")?;
        }
    }
    let (bodies, within) = (scene.ids().count(), arguments.within);
    let open = if arguments.solid { open_bodies(scene)? } else { Vec::new() };
    if !arguments.json && !open.is_empty() {
        writeln!(out, "open, so taken as surfaces: {}", open.join(", "))?;
    }
    if arguments.json {
        let warning = nothing_checked.map(|why| why.to_string());
        let collides = within.is_none().then_some(pairs > 0);
        json_line(&mut out, &Summary { bodies, pairs, open, collides, within, warning })?;
    } else if let Some(within) = within {
        writeln!(out, "{pairs} pairs of {bodies} bodies are at most {within} apart")?;
    } else {
        writeln!(out, "{pairs} pairs of {bodies} bodies collide")?;
    }
    Ok(if pairs > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Bodies of which a mesh has no inside.
fn open_bodies(scene: &Scene) -> Result<Vec<&str>> {
    let is_open =
        |part: &Part| part.collider().body().is_some_and(|body| body.require_closed().is_err());
    let mut open = Vec::new();
    for id in scene.ids() {
        if scene.parts(id)?.iter().any(is_open) {
            open.push(scene.name(id)?);
        }
    }
    Ok(open)
}

fn print_near(out: &mut impl Write, scene: &Scene, json: bool, near: &BodyDistance) -> Result<()> {
    let &BodyDistance { lower, upper, points, normal, .. } = near;
    let bodies = names(scene, near.bodies)?;
    if json {
        let (points, normal) = (points.map(Into::into), normal.map(Into::into));
        json_line(out, &NearLine { bodies, lower, upper, points, normal })?;
    } else {
        let ([a, b], [lower, upper]) = (bodies, [lower, upper].map(shown));
        writeln!(out, "{a} and {b} are {lower} to {upper} apart")?;
    }
    Ok(())
}

fn print_pair(out: &mut impl Write, json: bool, line: PairLine<'_>) -> Result<()> {
    if json {
        json_line(out, &line)?;
        return Ok(());
    }
    let [a, b] = line.bodies;
    writeln!(out, "{a} and {b} collide")?;
    for ContactLine { point, .. } in line.contacts {
        writeln!(out, "  at {}", shown_all(&point))?;
    }
    Ok(())
}

fn contact_line(contact: &PartContact) -> ContactLine {
    let PartContact { parts, triangles, cloud_points, point, .. } = *contact;
    let cloud_points = (cloud_points != [None; 2]).then_some(cloud_points);
    ContactLine { parts, triangles, cloud_points, point: point.into() }
}

fn names(scene: &Scene, [a, b]: [BodyId; 2]) -> Result<[&str; 2]> {
    Ok([scene.name(a)?, scene.name(b)?])
}
