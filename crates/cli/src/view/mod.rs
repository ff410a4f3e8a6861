//! `obbtree view`: one HTML page to look at meshes, trees and poses, opened by any browser offline.

mod journey;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use obbtree::Pose;
use obbtree::scene::Scene;
use obbtree_viewer::{CommandKind, Page};

use self::journey::JourneyOptions;
use crate::load;
use crate::output::{ensure_not_read, say_of, write_page};
use crate::placed_files::PlacedFiles;

#[derive(clap::Args)]
#[command(after_help = "\
In the page: drag to turn the view; drag a body to move it, with Ctrl or the right button to turn it, with \
Shift along one axis alone; or pick it and use the handles. Sliders for the poses and for the levels of the \
trees, X-ray, a section, distances between two clicks; `?` lists the keys. Triangles that meet are red. \
Answers are certain while dragging too: touching counts. `Play` runs through the poses; with --to these are \
a motion's, from its start to its first contact, where the answer is that they meet. The page builds the \
trees from the meshes by itself, as `obbtree build` does without options.

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
    /// Show the lines along which the meshes meet, too
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
    let paths = files.paths();
    let name = |path: &&Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let title = paths.iter().map(name).collect::<Vec<_>>().join(" and ");
    let mut words = vec!["obbtree".to_owned(), ["info", "check"][bodies.len() - 1].to_owned()];
    words.extend(paths.iter().map(|path| path.display().to_string()));
    words.extend(files.mesh_words());
    let folder = output.parent().unwrap_or(Path::new(""));
    let page = Page::new(&title, &scene, folder)
        .as_pair()
        .played(&steps)
        .showing(arguments.contacts, files.distance)
        .saved_as("scene.json".to_owned(), CommandKind::Pair, words);
    let size = write_page(output, &page)?;
    let count = poses.len();
    say_of(output, format_args!("{}: {said}{count} poses, {size} kB", output.display()))?;
    Ok(ExitCode::SUCCESS)
}
