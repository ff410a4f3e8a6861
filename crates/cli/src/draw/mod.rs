//! `obbtree draw`: two meshes as a picture, the triangles that meet in red, boxes of their trees.
//!
//! [`scene`] makes coloured faces and lines of bodies and answers, [`camera`] says where they appear,
//! [`raster`] which of them are seen.

mod camera;
mod colour;
mod picture;
mod projected;
mod raster;
mod scene;
mod shapes;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use obbtree::{Placed, Pose};

use crate::load::{self, MeshOptions, Model};
use crate::marks::MarkOptions;
use crate::output::say;
use crate::progress::Messages;
use camera::View;
use picture::Size;
pub(crate) use scene::MarkedTriangle;
use scene::{Boxes, Scene};

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
    /// Draw the boxes of this level of each tree, leaves above it included; 0 is the box around everything
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
    marks: MarkOptions,
    #[command(flatten)]
    picture: PictureOptions,
    /// The file of the picture, PNG
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

/// How large a picture is, and from where the scene is seen.
#[derive(clap::Args)]
pub(crate) struct PictureOptions {
    /// Pixels, width x height
    #[arg(long, value_name = "WxH", default_value = "1200x800")]
    size: Size,
    /// Where the eye is: azimuth and elevation in degrees
    #[arg(long, allow_hyphen_values = true, default_value = "-60 25")]
    view: View,
}

/// The PNG of placed triangles of several bodies; those that meet are red.
pub(crate) fn picture_of(
    bodies: &[Vec<MarkedTriangle>],
    options: &PictureOptions,
) -> Result<Vec<u8>> {
    Scene::of_triangles(bodies).draw(options.view, options.size).png()
}

/// Refuses names that say something else than what is written.
pub(crate) fn ensure_png(output: &Path) -> Result<()> {
    let is_png = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    ensure!(is_png, "{}: pictures are PNG, so the name must end in .png", output.display());
    Ok(())
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    ensure_png(output)?;
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let pose_b = load::pose(arguments.pose.as_deref(), "--pose")?;
    let Arguments { options, messages, .. } = arguments;
    let placed = |path: &Path, pose: Pose| -> Result<Placed> {
        Ok(Placed { body: Model::read(path, options, *messages)?.body, pose })
    };
    let a = placed(&arguments.a, pose_a)?;
    let b = arguments.b.as_ref().map(|path| placed(path, pose_b)).transpose()?;

    let (picture, pairs) = {
        let _activity = messages.activity("drawing", output);
        let boxes = match (arguments.level, arguments.visited) {
            (Some(level), _) => Boxes::Level(level),
            (None, true) => Boxes::Visited,
            (None, false) => Boxes::None,
        };
        let mut scene = Scene::new(&a, b.as_ref(), boxes);
        if let (true, Some(b)) = (arguments.contacts, &b) {
            scene.add_contacts(&a, b);
        }
        if let (true, Some(b)) = (arguments.marks.distance, &b) {
            scene.add_distance(&a, b);
        }
        (scene.draw(arguments.picture.view, arguments.picture.size), scene.pairs)
    };
    std::fs::write(output, picture.png()?).with_context(|| output.display().to_string())?;
    match b {
        Some(_) => say(format_args!("{}: {pairs} pairs of triangles meet", output.display()))?,
        None => say(format_args!("{}", output.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}
