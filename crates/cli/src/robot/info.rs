//! `obbtree robot URDF info`: what a robot is made of.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::Shape;
use obbtree::collider::ShapeKind;
use obbtree::robot::{Joint, Link, Robot};
use obbtree::scene::Part;
use serde::Serialize;

use super::load::Files;
use crate::output::json_line;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The robot.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields<'r> {
    robot: &'r str,
    root: &'r str,
    values: usize,
    joints: Vec<JointFields<'r>>,
    links: Vec<LinkFields<'r>>,
    triangles: usize,
    pairs: Vec<[&'r str; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JointFields<'r> {
    joint: &'r str,
    kind: &'static str,
    parent: &'r str,
    child: &'r str,
    /// How many numbers of a configuration are its own.
    values: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mimics: Option<&'r str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LinkFields<'r> {
    link: &'r str,
    shapes: Vec<ShapeFields<'r>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ShapeFields<'r> {
    kind: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    mesh: &'r str,
    #[serde(skip_serializing_if = "is_zero")]
    triangles: usize,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    let (robot, warnings) = files.robot_and_warnings()?;
    for warning in &warnings {
        eprintln!("warning: {warning}");
    }
    let fields = fields(&robot, warnings);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        json_line(&mut out, &fields)?;
    } else {
        in_words(&mut out, &fields)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn fields(robot: &Robot, warnings: Vec<String>) -> Fields<'_> {
    let name = |link: usize| robot.links()[link].name();
    let joint = |joint: &'_ Joint| -> JointFields<'_> {
        let mimics = joint.mimic().and_then(|mimic| mimic.joint);
        JointFields {
            joint: robot.joints()[robot.joint(joint.name()).unwrap_or(0)].name(),
            kind: joint.kind().name(),
            parent: name(joint.parent()),
            child: name(joint.child()),
            values: if joint.first_value().is_some() { joint.kind().dof() } else { 0 },
            limits: joint.limits(),
            mimics: mimics.map(|followed| robot.joints()[followed].name()),
        }
    };
    let links: Vec<LinkFields<'_>> = robot.links().iter().map(link).collect();
    Fields {
        robot: robot.name(),
        root: name(robot.root()),
        values: robot.dof(),
        joints: robot.joints().iter().map(joint).collect(),
        triangles: links.iter().flat_map(|link| &link.shapes).map(|shape| shape.triangles).sum(),
        links,
        pairs: robot.pairs().iter().map(|pair| pair.map(name)).collect(),
        warnings,
    }
}

fn link(link: &Link) -> LinkFields<'_> {
    let shapes = link.parts().iter().enumerate().map(|(n, part)| ShapeFields {
        kind: kind(part),
        mesh: link.source(n),
        triangles: part.collider().body().map_or(0, |body| body.mesh().triangles().len()),
    });
    LinkFields { link: link.name(), shapes: shapes.collect() }
}

/// As a URDF calls it.
fn kind(part: &Part) -> &'static str {
    match part.collider().shape().map(Shape::kind) {
        Some(ShapeKind::Cuboid { .. }) => "box",
        Some(ShapeKind::Cylinder { .. }) => "cylinder",
        Some(ShapeKind::Capsule { .. }) => "capsule",
        Some(ShapeKind::Sphere { .. }) => "sphere",
        _ => "mesh",
    }
}

fn in_words(out: &mut impl Write, fields: &Fields<'_>) -> std::io::Result<()> {
    let Fields { robot, root, values, joints, links, triangles, pairs, .. } = fields;
    writeln!(out, "robot {robot}: {} links, root {root}, {} joints", links.len(), joints.len())?;
    writeln!(out, "a configuration has {values} values:")?;
    for joint in joints.iter().filter(|joint| joint.values > 0) {
        let of =
            if joint.values == 1 { String::new() } else { format!(", {} values", joint.values) };
        let limits = joint.limits.map_or(String::new(), |[low, high]| format!(" {low} to {high}"));
        writeln!(out, "  {} {}{limits}{of}", joint.joint, joint.kind)?;
    }
    for joint in joints {
        if let Some(followed) = joint.mimics {
            writeln!(out, "  {} {} follows {followed}", joint.joint, joint.kind)?;
        }
    }
    writeln!(out, "links with shapes, {triangles} triangles:")?;
    for link in links.iter().filter(|link| !link.shapes.is_empty()) {
        let shapes: Vec<String> = link.shapes.iter().map(shape_in_words).collect();
        writeln!(out, "  {}: {}", link.link, shapes.join(", "))?;
    }
    let frames: Vec<&str> =
        links.iter().filter(|link| link.shapes.is_empty()).map(|link| link.link).collect();
    if !frames.is_empty() {
        writeln!(out, "links without collision elements: {}", frames.join(" "))?;
    }
    writeln!(out, "{} pairs of links are checked:", pairs.len())?;
    for [a, b] in pairs {
        writeln!(out, "  {a} {b}")?;
    }
    Ok(())
}

fn shape_in_words(shape: &ShapeFields<'_>) -> String {
    match shape.triangles {
        0 => shape.kind.to_owned(),
        triangles => format!("{} ({triangles} triangles)", shape.mesh),
    }
}
