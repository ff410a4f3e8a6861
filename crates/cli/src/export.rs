//! `obbtree export`: meshes, where they meet, and boxes, as a file for other viewers.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use obbtree::io::Drawing;

use crate::output::{ensure_not_read, is_standard_output};
use crate::placed_files::{PlacedFiles, PoseOfA, figure, save};

#[derive(clap::Args)]
#[command(after_help = "\
Triangles that meet the other mesh are red; dark lines show where they meet. In a PLY file lines are \
`edge` elements, which some viewers do not draw; every viewer of GLB draws its lines.

Examples:
  obbtree export assets/bolt.obj assets/nut.stl --pose \"0 0 0.1458 0 0 0.309 0.951\" -o clash.ply
  obbtree export assets/wheel.stl assets/pinion.obj --pose \"60 0 0 0 0 0 1\" --distance -o gap.glb
  obbtree export assets/torus_knot.obj --level 3 -o boxes.glb")]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: PlacedFiles,
    #[command(flatten)]
    pose_a: PoseOfA,
    /// Add the boxes of this level of each tree, leaves above it included; 0 is the (up to) four
    /// boxes of the root node
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    level: Option<usize>,
    /// The file to write; its ending says whether PLY or GLB. - writes PLY to standard output
    #[arg(short, long, value_name = "FILE.ply|FILE.glb")]
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let write = match ending.to_ascii_lowercase().as_str() {
        "ply" => Drawing::to_ply,
        _ if is_standard_output(output) => Drawing::to_ply,
        "glb" => Drawing::to_glb,
        _ => bail!("{}: the name must end in .ply or .glb", output.display()),
    };
    ensure_not_read(output, &arguments.files.paths())?;
    let bodies = arguments.files.placed(&arguments.pose_a)?;
    let (mut figure, pairs) = figure(&bodies);
    if let Some(level) = arguments.level {
        for (n, placed) in bodies.iter().enumerate() {
            figure.add_boxes(n, &placed.body.tree().boxes_at(level), &placed.pose);
        }
    }
    if let [a, b] = &bodies[..] {
        figure.add_contacts(a, b);
        if arguments.files.distance {
            figure.add_distance(a, b);
        }
    }
    save(output, &write(&figure.drawing())?, pairs)?;
    Ok(ExitCode::SUCCESS)
}
