//! `obbtree view`: one HTML page to look at meshes, trees and poses, opened by any browser offline.

mod journey;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::query::Placed;
use obbtree::scene::Scene;
use obbtree::{Body, Pose};
use obbtree_viewer::{Marks, Page, closest, contact_lines};

use self::journey::JourneyOptions;
use crate::load;
use crate::output::{ensure_not_read, say};
use crate::placed_files::PlacedFiles;

#[derive(clap::Args)]
#[command(after_help = "\
In the page: drag to rotate the view; sliders for the poses and for the levels of the trees; tick \
`drag it` and drag to move a body, with Ctrl or the right button to turn it; with Shift along or about \
one axis alone. Boxes that a search reaches and triangles that meet are red. Answers are certain while \
dragging too: touching counts. `Play` runs through the poses; with --to these are a motion's, from its \
start to its first contact, where the answer is that they meet. The page builds the trees from the \
meshes by itself, as `obbtree build` does without options.

Examples:
  obbtree view assets/bolt.obj assets/nut.stl --poses assets/nut_turning.poses -o nut.html
  obbtree view assets/wheel.stl assets/pinion.obj --pose \"60 0 0 0 0 0 1\" --distance -o gap.html
  obbtree view assets/bolt.obj assets/nut.stl --pose \"0 0 30 0 0 0 1\" --to \"0 0 7 0 0 0 1\" \\
      --kind screw -o screw.html")]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: PlacedFiles,
    /// A file with many poses of B
    #[arg(long, value_name = "FILE", requires = "b", conflicts_with = "pose")]
    poses: Option<PathBuf>,
    /// Show the lines along which the meshes meet, at each pose that is given
    #[arg(long, requires = "b")]
    contacts: bool,
    #[command(flatten)]
    journey: JourneyOptions,
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { files, output, .. } = arguments;
    let read = files.paths().into_iter().chain(arguments.poses.as_deref());
    ensure_not_read(output, &read.collect::<Vec<_>>())?;
    let mut poses = load::poses(arguments.poses.as_ref(), files.pose.as_deref())?;
    let bodies = files.bodies()?;
    let mut said = String::new();
    if let ([a, b], [from]) = (&bodies[..], &poses[..]) {
        (poses, said) = arguments.journey.poses([a, b], from)?;
    }

    let mut scene = Scene::new();
    let mut steps = Vec::new();
    for (n, body) in bodies.iter().enumerate() {
        let (name, pose) = (["A", "B"][n], [Pose::identity(), poses[0]][n]);
        let id = scene.add(name, body.clone(), pose)?;
        if n == 1 {
            steps = poses.iter().map(|pose| vec![(id, *pose)]).collect();
        }
    }
    let marks = marks(arguments, &bodies, &poses);
    let page = Page::new("obbtree view", &scene).played(&steps, marks).with_boxes().html()?;
    std::fs::write(output, &page).with_context(|| output.display().to_string())?;
    say(format_args!(
        "{}: {said}{} poses, {} kB",
        output.display(),
        poses.len(),
        page.len() / 1000
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The marks of each pose; none at all if none are wanted.
fn marks(arguments: &Arguments, bodies: &[Body], poses: &[Pose]) -> Vec<Marks> {
    let Arguments { contacts, files: PlacedFiles { distance, messages, .. }, .. } = arguments;
    let [a, b] = bodies else { return Vec::new() };
    if !contacts && !distance {
        return Vec::new();
    }
    let a = Placed { body: a.clone(), pose: Pose::identity() };
    let progress = messages.steps("marking", poses.len());
    let mut marks = Vec::new();
    for pose in poses {
        let b = Placed { body: b.clone(), pose: *pose };
        let mut of_pose = Marks::default();
        if *contacts {
            of_pose = of_pose.contacts(&contact_lines(&a, &b));
        }
        if *distance {
            of_pose = of_pose.closest(closest(&a, &b));
        }
        marks.push(of_pose);
        progress.reached(marks.len());
    }
    progress.finish();
    marks
}
