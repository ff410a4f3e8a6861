//! `obbtree export`: meshes, where they meet, and boxes, as a file for other viewers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use obbtree::io::Drawing;
use obbtree::nalgebra::{Point3, Vector3};
use obbtree::predicates::Triangle;
use obbtree::{Body, Placed, Pose, pairs};

use crate::box_edges::box_edges;
use crate::load::{self, MeshOptions, Model};
use crate::marks::{self, MarkOptions, closest, contact_lines};
use crate::output::{ensure_not_read, say};
use crate::palette;
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
Triangles that meet the other mesh are red; dark lines show where they meet. In a PLY file lines are \
`edge` elements, which some viewers do not draw; every viewer of GLB draws its lines.

Examples:
  obbtree export assets/bolt.obj assets/nut.stl --pose \"0 0 0.1458 0 0 0.309 0.951\" -o clash.ply
  obbtree export assets/wheel.stl assets/pinion.obj --pose \"60 0 0 0 0 0 1\" --distance -o gap.glb
  obbtree export assets/torus_knot.obj --level 3 -o boxes.glb")]
pub(crate) struct Arguments {
    /// Mesh or tree file A
    a: PathBuf,
    /// Mesh or tree file B, if there are two
    b: Option<PathBuf>,
    /// The pose of B; the identity if not given
    #[arg(long, allow_hyphen_values = true, requires = "b")]
    pose: Option<String>,
    /// The pose of A; the identity if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// Add the boxes of this level of each tree, leaves above it included; 0 is the (up to) four boxes of the root node
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    level: Option<usize>,
    #[command(flatten)]
    marks: MarkOptions,
    /// The file to write; its ending says whether PLY or GLB
    #[arg(short, long, value_name = "FILE.ply|FILE.glb")]
    output: PathBuf,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let write = match ending.to_ascii_lowercase().as_str() {
        "ply" => Drawing::to_ply,
        "glb" => Drawing::to_glb,
        _ => bail!("{}: the name must end in .ply or .glb", output.display()),
    };
    let files = [Some(&arguments.a), arguments.b.as_ref()];
    let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
    ensure_not_read(output, &files)?;
    let placed = |path: &Path, pose: Pose| -> Result<Placed> {
        let body = Model::read(path, &arguments.options, arguments.messages)?.body;
        Ok(Placed { body, pose })
    };
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let pose_b = load::pose(arguments.pose.as_deref(), "--pose")?;
    let mut bodies = vec![placed(&arguments.a, pose_a)?];
    if let Some(path) = &arguments.b {
        bodies.push(placed(path, pose_b)?);
    }

    let meeting = match &bodies[..] {
        [a, b] => pairs(&a.body, &a.pose, &b.body, &b.pose),
        _ => Vec::new(),
    };
    let mut drawing = drawing(&bodies, &meeting, arguments.level);
    if let (true, [a, b]) = (arguments.marks.distance, &bodies[..]) {
        add_distance(&mut drawing, a, b);
    }
    let bytes = write(&drawing)?;
    std::fs::write(output, bytes).with_context(|| output.display().to_string())?;
    if bodies.len() == 2 {
        say(format_args!("{}: {} pairs of triangles meet", output.display(), meeting.len()))?;
    } else {
        say(format_args!("{}", output.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One body or two, pairs of triangles that meet, and the boxes of a level.
fn drawing(bodies: &[Placed], meeting: &[[u32; 2]], level: Option<usize>) -> Drawing {
    let mut drawing = Drawing::default();
    for (index, Placed { body, pose }) in bodies.iter().enumerate() {
        let mut colours = vec![palette::BODIES[index]; body.mesh().triangles().len()];
        for pair in meeting {
            colours[pair[index] as usize] = palette::MEETING;
        }
        for (id, colour) in colours.into_iter().enumerate() {
            drawing.triangle(world_triangle(&bodies[index], id).map(coordinates), colour);
        }
        for obb in boxes(body, level) {
            for edge in box_edges(&obb, pose) {
                drawing.segment(edge.map(coordinates), palette::BOXES[index]);
            }
        }
    }
    if let [a, b] = bodies {
        for line in contact_lines(a, b) {
            drawing.segment(line.map(coordinates), marks::CONTACT);
        }
    }
    drawing
}

/// Half the length of the three lines that mark a point, relative to the segment between two points, and
/// to the size of A.
const CROSS_OF_SEGMENT: f64 = 0.1;
const CROSS_OF_BODY: f64 = 0.01;

/// The segment between the closest points, and a cross of three lines at each.
fn add_distance(drawing: &mut Drawing, a: &Placed, b: &Placed) {
    let (ends, distance) = closest(a, b);
    drawing.segment(ends.map(coordinates), marks::CLOSEST);
    let body = a.body.mesh().report().bounds.sides().norm();
    let arm = (CROSS_OF_SEGMENT * distance).max(CROSS_OF_BODY * body);
    for end in ends {
        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
            let line = [end - axis * arm, end + axis * arm];
            drawing.segment(line.map(coordinates), marks::CLOSEST);
        }
    }
}

fn boxes(body: &Body, level: Option<usize>) -> Vec<obbtree::predicates::Obb> {
    level.map_or_else(Vec::new, |level| body.tree().boxes_at(level))
}

fn world_triangle(placed: &Placed, id: usize) -> Triangle {
    placed.body.mesh().triangle(id).map(|corner| placed.pose.place(&corner))
}

fn coordinates(point: Point3<f64>) -> [f64; 3] {
    point.into()
}
