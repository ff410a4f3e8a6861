//! `obbtree draw`: two meshes as a picture, the triangles that meet in red, boxes of their trees.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use obbtree::{Mesh, Pose};
use obbtree_viewer::{Boxes, Figure, Size, View, classic_boxes};

use crate::output::is_standard_output;
use crate::placed_files::{PlacedFiles, PoseOfA, figure, save};

#[derive(clap::Args)]
#[command(after_help = "\
Triangles that meet the other mesh are red; where something hides them, the red shows through. The \
view is the direction from the scene to the eye: degrees from x towards y, then degrees above the xy \
plane. The boxes are those of the classic engine's tree.

Examples:
  obbtree draw assets/wheel.stl assets/pinion.obj --pose \"40 0 0 0 0 0 1\" -o gears.png
  obbtree draw assets/torus_knot.obj --level 5 --view \"30 40\" -o boxes.png
  obbtree draw assets/wheel.stl assets/pinion.obj --pose \"40 0 0 0 0 0 1\" --visited -o query.png
  obbtree draw assets/wheel.stl assets/pinion.obj --pose \"60 0 0 0 0 0 1\" --distance -o gap.png")]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: PlacedFiles,
    #[command(flatten)]
    pose_a: PoseOfA,
    /// Draw the boxes of this level of each tree, leaves above it included; 0 is the box around
    /// everything
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    level: Option<usize>,
    /// Draw the boxes where a query for all pairs ended: the smallest that overlap one of the other
    /// tree's
    #[arg(long, requires = "b", conflicts_with = "level")]
    visited: bool,
    /// Draw dark lines where triangles meet
    #[arg(long, requires = "b")]
    contacts: bool,
    #[command(flatten)]
    picture: PictureOptions,
    /// The file of the picture, PNG
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

/// How large a picture is, and from where the scene is seen.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct PictureOptions {
    /// Pixels, width x height
    #[arg(long, value_name = "WxH", default_value = "1200x800")]
    pub(crate) size: Size,
    /// Where the eye is: azimuth and elevation in degrees
    #[arg(long, allow_hyphen_values = true, default_value = "-60 25")]
    pub(crate) view: View,
}

/// Refuses names that say something else than what is written.
pub(crate) fn ensure_png(output: &Path) -> Result<()> {
    let is_named = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let is_png = is_standard_output(output) || is_named;
    ensure!(is_png, "{}: pictures are PNG, so the name must end in .png", output.display());
    Ok(())
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { files, pose_a, output, picture, .. } = arguments;
    ensure_png(output)?;
    let boxes = match (arguments.level, arguments.visited) {
        (Some(level), _) => Some(Boxes::Level(level)),
        (None, true) => Some(Boxes::Visited),
        (None, false) => None,
    };
    let add_boxes = |figure: &mut Figure, placed: &[(&Mesh, &Pose)]| {
        if let Some(boxes) = boxes {
            for (body, boxes) in classic_boxes(placed, boxes).iter().enumerate() {
                figure.add_boxes(body, boxes, placed[body].1);
            }
        }
    };
    let (figure, pairs) = if files.b.is_none() {
        let (mesh, pose) = (files.mesh_a()?, pose_a.read()?);
        let mut figure = Figure::of_mesh(&mesh, &pose);
        add_boxes(&mut figure, &[(&mesh, &pose)]);
        (figure, None)
    } else {
        let bodies = files.placed(pose_a)?;
        let (mut figure, pairs) = figure(&bodies);
        let placed: Vec<_> = bodies.iter().map(|one| (one.body.mesh(), &one.pose)).collect();
        add_boxes(&mut figure, &placed);
        if let [a, b] = &bodies[..] {
            if arguments.contacts {
                figure.add_contacts(a, b);
            }
            if files.distance {
                figure.add_distance(a, b);
            }
        }
        (figure, pairs)
    };
    let png = {
        let _activity = files.messages.activity("drawing", output);
        figure.png(picture.view, picture.size)?
    };
    save(output, &png, pairs)?;
    Ok(ExitCode::SUCCESS)
}
