//! `obbtree view`: one HTML page to look at meshes, trees and poses, opened by any browser offline.
//!
//! The page holds the meshes and poses; `page.js` asks the engine in it, and shows what it says.

mod journey;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::nalgebra::Point3;
use obbtree::{Body, Mesh, Placed, Pose};
use serde::Serialize;

use self::journey::JourneyOptions;
use crate::live_page::live_page;
use crate::load::{self, MeshOptions};
use crate::marks::{MarkOptions, closest, contact_lines};
use crate::output::{ensure_not_read, say};
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
In the page: drag to rotate the view; sliders for the tree's levels and for the poses; tick `drag B`
and drag to move B, with Ctrl or the right button to turn it; with Shift along or about one axis alone.
Boxes that a search reaches and triangles that meet are red. Answers are certain while dragging too: touching counts. `Play` runs through the poses;
with --to these are a motion's, from its start to its first contact, where the answer is that they meet.
The page builds the trees from the meshes by itself, as `obbtree build` does without options.

Examples:
  obbtree view assets/bolt.obj assets/nut.stl --poses assets/nut_turning.poses -o nut.html
  obbtree view assets/bolt.obj assets/nut.stl --poses assets/nut_turning.poses --contacts --distance -o nut.html
  obbtree view assets/bolt.obj assets/nut.stl --pose \"0 0 30 0 0 0 1\" --to \"0 0 7 0 0 0 1\" --kind screw -o screw.html")]
pub(crate) struct Arguments {
    /// Mesh or tree file A
    a: PathBuf,
    /// Mesh or tree file B, if there are two
    b: Option<PathBuf>,
    /// The pose of B; the identity if not given
    #[arg(long, allow_hyphen_values = true, requires = "b", conflicts_with = "poses")]
    pose: Option<String>,
    /// A file with many poses of B
    #[arg(long, value_name = "FILE", requires = "b")]
    poses: Option<PathBuf>,
    /// Show the lines along which the meshes meet, at each pose that is given
    #[arg(long, requires = "b")]
    contacts: bool,
    #[command(flatten)]
    marks: MarkOptions,
    #[command(flatten)]
    journey: JourneyOptions,
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

/// What the page is about, as its script reads it.
#[derive(Serialize)]
struct Data<'a> {
    bodies: Vec<PageBody<'a>>,
    /// Rows of `[R | t]` of B.
    poses: Vec<[f64; 12]>,
    /// What is shown besides at each pose, if anything is.
    marks: Vec<Marks>,
    /// The diagonal of A's bounds, for the pace of dragging.
    size: f64,
}

/// Where the bodies meet, and where they are closest.
#[derive(Default, Serialize)]
struct Marks {
    contacts: Vec<[[f64; 3]; 2]>,
    closest: Option<[[f64; 3]; 2]>,
    distance: Option<f64>,
}

/// Numbers are written so that they are read as the same bits.
#[derive(Serialize)]
struct PageBody<'a> {
    vertices: &'a [f64],
    triangles: &'a [u32],
    pose: [f64; 12],
}

impl<'a> PageBody<'a> {
    fn of(mesh: &'a Mesh) -> Self {
        Self {
            vertices: mesh.vertices().as_flattened(),
            triangles: mesh.triangles().as_flattened(),
            pose: Pose::identity().to_rows(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { output, options, messages, .. } = arguments;
    let files = [Some(&arguments.a), arguments.b.as_ref(), arguments.poses.as_ref()];
    let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
    ensure_not_read(output, &files)?;
    let read = |path: &PathBuf| load::read(path, options, *messages).map(|loaded| loaded.mesh);
    let mut poses = load::poses(arguments.poses.as_ref(), arguments.pose.as_deref())?;
    let a = read(&arguments.a)?;
    let b = arguments.b.as_ref().map(read).transpose()?;
    let mut said = String::new();
    if let (Some(b), [from]) = (&b, &poses[..]) {
        (poses, said) = arguments.journey.poses([&a, b], from)?;
    }

    let data = Data {
        bodies: [Some(&a), b.as_ref()].into_iter().flatten().map(PageBody::of).collect(),
        poses: poses.iter().map(Pose::to_rows).collect(),
        marks: b.as_ref().map_or_else(Vec::new, |b| marks(arguments, [&a, b], &poses)),
        size: a.report().bounds.sides().norm(),
    };
    let page = live_page(include_str!("page.html"), include_str!("page.js"), &data)?;
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
fn marks(arguments: &Arguments, [a, b]: [&Mesh; 2], poses: &[Pose]) -> Vec<Marks> {
    let Arguments { contacts, marks: MarkOptions { distance }, messages, .. } = arguments;
    if !contacts && !distance {
        return Vec::new();
    }
    let a = Placed { body: Body::new(a.clone()), pose: Pose::identity() };
    let body = Body::new(b.clone());
    let progress = messages.steps("marking", poses.len());
    let mut marks = Vec::new();
    for pose in poses {
        let b = Placed { body: body.clone(), pose: *pose };
        let mut of_pose = Marks::default();
        if *contacts {
            of_pose.contacts = contact_lines(&a, &b).into_iter().map(coordinates).collect();
        }
        if *distance {
            let (ends, distance) = closest(&a, &b);
            (of_pose.closest, of_pose.distance) = (Some(coordinates(ends)), Some(distance));
        }
        marks.push(of_pose);
        progress.reached(marks.len());
    }
    progress.finish();
    marks
}

fn coordinates(ends: [Point3<f64>; 2]) -> [[f64; 3]; 2] {
    ends.map(Into::into)
}
