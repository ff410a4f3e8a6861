//! `obbtree view`: one HTML page to look at meshes, trees and poses, opened by any browser offline.
//!
//! The page holds the meshes, their trees and the command's answers as JSON, `view/page.js`, which
//! searches them live, and plotly.js (MIT), which draws. The last comes out of the crate `plotly`
//! when this command is compiled, so nobody else's code lies in this repository and none is
//! downloaded by the page.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::{Body, Pose, Query};
use serde::Serialize;

use crate::load::{self, MeshOptions, Model};
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
In the page: drag to turn the view; sliders for the tree's levels and for the poses; tick `drag B`
and drag to move B. Boxes that a search meets and triangles that meet are red. Answers while
dragging are rounded; the certain ones at the given poses stand beside.

Example:
  obbtree view assets/bolt.obj assets/nut.stl --poses assets/nut_turning.poses -o nut.html")]
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
    /// Do the surfaces meet at that pose? The engine's answers.
    collides: Vec<bool>,
    /// The diagonal of A's bounds, for the pace of dragging.
    size: f64,
}

#[derive(Serialize)]
struct PageBody<'a> {
    vertices: &'a [f64],
    triangles: &'a [u32],
    tree: Boxes<'a>,
    pose: [f64; 12],
}

/// A tree as flat arrays: 48, 12 and 4 numbers a node, 4 a leaf.
#[derive(Serialize)]
struct Boxes<'a> {
    origin: [f64; 3],
    frame: Vec<&'a f32>,
    half: Vec<&'a f32>,
    child: Vec<u32>,
    ids: Vec<u32>,
}

impl<'a> PageBody<'a> {
    fn of(body: &'a Body) -> Self {
        let (mesh, tree) = (body.mesh(), body.tree());
        let nodes = tree.nodes().iter();
        Self {
            vertices: mesh.vertices().as_flattened(),
            triangles: mesh.triangles().as_flattened(),
            tree: Boxes {
                origin: tree.origin(),
                frame: nodes.clone().flat_map(|n| n.frame.as_flattened().as_flattened()).collect(),
                half: nodes.clone().flat_map(|node| node.half.as_flattened()).collect(),
                child: nodes.flat_map(|node| node.child.map(|child| child.bits())).collect(),
                ids: tree.leaves().iter().flat_map(|leaf| leaf.ids).collect(),
            },
            pose: Pose::identity().to_rows(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { output, options, messages, .. } = arguments;
    let read = |path: &PathBuf| -> Result<Body> { Ok(Model::read(path, options, *messages)?.body) };
    let poses = load::poses(arguments.poses.as_ref(), arguments.pose.as_deref())?;
    let a = read(&arguments.a)?;
    let b = arguments.b.as_ref().map(read).transpose()?;

    let progress = messages.steps("checking", poses.len());
    let collides = match &b {
        Some(b) => {
            let report = |done| progress.reached(done);
            let batch = Query::new().batch().reporting_to(&report);
            batch.collide(&a, &Pose::identity(), b, &poses)?
        }
        None => vec![false; poses.len()],
    };
    progress.finish();

    let data = Data {
        bodies: [Some(&a), b.as_ref()].into_iter().flatten().map(PageBody::of).collect(),
        poses: poses.iter().map(Pose::to_rows).collect(),
        collides,
        size: a.mesh().report().bounds.sides().norm(),
    };
    let page = page(&serde_json::to_string(&data)?);
    std::fs::write(output, &page).with_context(|| output.display().to_string())?;
    println!("{}: {} poses, {} kB", output.display(), poses.len(), page.len() / 1000);
    Ok(ExitCode::SUCCESS)
}

/// The whole page. Numbers and brackets alone are in the data, so nothing in it can end the script.
fn page(data: &str) -> String {
    let sources = plotly::Plot::offline_js_sources();
    // The renderer comes first; the typesetter behind it is not used.
    let renderer = sources.split_inclusive("</script>").next().unwrap_or_default();
    let own = include_str!("page.js");
    let scripts = format!("{renderer}\n<script>\n{own}\nstart({data}, window.Plotly);\n</script>");
    include_str!("page.html").replace("<!--SCRIPTS-->", &scripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let page = page("{}");
        // The renderer takes 4.7 MB, the typesetter would take 2.1 more.
        assert!((4_000_000..6_000_000).contains(&page.len()), "{} bytes", page.len());
        for tag in ["<script src", "<link", "<img", "@import"] {
            assert!(!page.contains(tag), "{tag}");
        }
        assert_eq!(page.matches("</script>").count(), 2, "the renderer and our own");
    }
}
