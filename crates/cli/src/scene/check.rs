//! `obbtree scene FILE check`: which bodies of a scene collide, and how far apart are the others?

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use obbtree::Query;
use obbtree::scene::{BodyDistance, BodyId, PartContact, Scene, SceneError, SceneQuery};
use serde::Serialize;

use crate::output::json_line;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Treat meshes as solid: one that is wholly inside another collides, if both are closed
    #[arg(long)]
    solid: bool,
    /// Print up to so many contacts of each pair
    #[arg(long, value_name = "K", default_value_t = 0)]
    contacts: usize,
    /// Print the nearest pair
    #[arg(long)]
    distance: bool,
    /// Print one JSON object for each pair, and a summary
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PairLine<'s> {
    bodies: [&'s str; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contacts: Vec<ContactLine>,
}

#[derive(Serialize)]
struct ContactLine {
    parts: [usize; 2],
    triangles: [Option<u32>; 2],
    point: [f64; 3],
}

#[derive(Serialize)]
struct NearestLine<'s> {
    nearest: [&'s str; 2],
    lower: f64,
    upper: f64,
}

#[derive(Serialize)]
struct Summary {
    bodies: usize,
    pairs: usize,
    collides: bool,
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
) -> Result<ExitCode> {
    if let Some(why) = nothing_checked.as_ref().filter(|_| arguments.distance) {
        bail!("{}: there is no nearest pair: {why}", file.display());
    }
    let mut query = SceneQuery::with_query(Query::new().solid(arguments.solid));
    let mut out = std::io::stdout().lock();
    let found = query.contacts(scene, arguments.contacts);
    for pair in &found {
        let bodies = names(scene, pair.bodies)?;
        let contacts: Vec<ContactLine> = pair.contacts.iter().map(contact_line).collect();
        print_pair(&mut out, arguments.json, PairLine { bodies, contacts })?;
    }
    if arguments.distance {
        let BodyDistance { bodies, lower, upper, .. } = query.distance(scene)?;
        let nearest = names(scene, bodies)?;
        if arguments.json {
            json_line(&mut out, &NearestLine { nearest, lower, upper })?;
        } else {
            let [a, b] = nearest;
            writeln!(out, "nearest: {a} and {b}, {lower} to {upper} apart")?;
        }
    }
    let (bodies, pairs) = (scene.ids().count(), found.len());
    if arguments.json {
        let warning = nothing_checked.map(|why| why.to_string());
        json_line(&mut out, &Summary { bodies, pairs, collides: pairs > 0, warning })?;
    } else {
        writeln!(out, "{pairs} pairs of {bodies} bodies collide")?;
    }
    Ok(if pairs > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn print_pair(out: &mut impl Write, json: bool, line: PairLine<'_>) -> Result<()> {
    if json {
        json_line(out, &line)?;
        return Ok(());
    }
    let [a, b] = line.bodies;
    writeln!(out, "{a} and {b} collide")?;
    for ContactLine { point: [x, y, z], .. } in line.contacts {
        writeln!(out, "  at {x} {y} {z}")?;
    }
    Ok(())
}

fn contact_line(contact: &PartContact) -> ContactLine {
    let PartContact { parts, triangles, point, .. } = *contact;
    ContactLine { parts, triangles, point: point.into() }
}

fn names(scene: &Scene, [a, b]: [BodyId; 2]) -> Result<[&str; 2]> {
    Ok([scene.name(a)?, scene.name(b)?])
}
