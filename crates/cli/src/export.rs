//! `obbtree export`: meshes, where they meet, and boxes, as a file for other people's viewers.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use nalgebra::Point3;
use obbtree::geom::contact_outline;
use obbtree::io::{Drawing, Rgb};
use obbtree::predicates::{Obb, Triangle};
use obbtree::wide::Tree;
use obbtree::{Pose, Scratch, intersecting_pairs};

use crate::load::{self, MeshOptions, Model};
use crate::output::Talk;

#[derive(clap::Args)]
#[command(after_help = "\
Triangles that meet the other mesh are red, and where they meet there are dark lines. In a PLY lines
are `edge` elements, which some viewers leave out; every viewer of GLB draws them.

Examples:
  obbtree export assets/bolt.obj assets/nut.stl --pose \"0 0 0.1458 0 0 0.309 0.951\" -o clash.ply
  obbtree export assets/torus_knot.obj --level 3 -o boxes.glb")]
pub(crate) struct Arguments {
    /// Mesh or tree file A
    a: PathBuf,
    /// Mesh or tree file B, if there are two
    b: Option<PathBuf>,
    /// Where B is; at its own coordinates if not given
    #[arg(long, allow_hyphen_values = true, requires = "b")]
    pose: Option<String>,
    /// Where A is; at its own coordinates if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// Draw the boxes of this level of each tree too; 0 is the (up to) four boxes of the root node
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// The file to write, PLY or GLB by its ending
    #[arg(short, long, value_name = "FILE.ply|FILE.glb")]
    output: PathBuf,
    #[command(flatten)]
    talk: Talk,
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
    let read = |path: &PathBuf| Model::<Tree>::read(path, &arguments.options, arguments.talk);
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let pose_b = load::pose(arguments.pose.as_deref(), "--pose")?;
    let a = read(&arguments.a)?;
    let b = arguments.b.as_ref().map(read).transpose()?;
    let bodies: Vec<(&Model<Tree>, &Pose)> =
        [Some((&a, &pose_a)), b.as_ref().map(|b| (b, &pose_b))].into_iter().flatten().collect();

    let mut drawing = Drawing::default();
    let pairs = draw(&mut drawing, &bodies, arguments.level);
    let bytes = write(&drawing)?;
    std::fs::write(output, bytes).with_context(|| output.display().to_string())?;
    match pairs {
        Some(pairs) => println!("{}: {pairs} pairs of triangles meet", output.display()),
        None => println!("{}", output.display()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws one body or two; of two, says how many pairs of triangles meet.
fn draw(
    drawing: &mut Drawing,
    bodies: &[(&Model<Tree>, &Pose)],
    level: Option<usize>,
) -> Option<usize> {
    let placed = |part: usize, id: usize| -> Triangle {
        let (model, pose) = bodies[part];
        model.mesh.triangle(id).map(|corner| pose.place(&corner))
    };
    let pairs = match bodies {
        [(a, pose_a), (b, pose_b)] => {
            intersecting_pairs(&a.tree, pose_a, &b.tree, pose_b, &mut Scratch::new())
        }
        _ => Vec::new(),
    };
    for (part, (model, pose)) in bodies.iter().enumerate() {
        let mut colours = vec![BODY_COLOURS[part]; model.mesh.triangles().len()];
        for pair in &pairs {
            colours[pair[part] as usize] = RED;
        }
        for (id, colour) in colours.into_iter().enumerate() {
            drawing.triangle(placed(part, id).map(coordinates), colour);
        }
        for obb in level.map_or_else(Vec::new, |level| boxes_of_level(&model.tree, level)) {
            let corners = obb.corners().map(|corner| coordinates(pose.place(&corner)));
            // Corners whose numbers differ in one bit share an edge.
            for (from, bit) in (0..8).flat_map(|from| [1, 2, 4].map(|bit| (from, bit))) {
                if from & bit == 0 {
                    drawing.segment([corners[from], corners[from | bit]], BOX_COLOURS[part]);
                }
            }
        }
    }
    for &[in_a, in_b] in &pairs {
        let shared = contact_outline(&placed(0, in_a as usize), &placed(1, in_b as usize));
        let sides = if shared.len() < 3 { 1 } else { shared.len() };
        for side in 0..sides {
            let ends = [shared[side], shared[(side + 1) % shared.len()]];
            drawing.segment(ends.map(coordinates), CONTACT);
        }
    }
    (bodies.len() == 2).then_some(pairs.len())
}

/// The boxes of a level of the tree, with those of leaves above it, so that all of the mesh is
/// covered. In mesh coordinates.
pub(crate) fn boxes_of_level(tree: &Tree, level: usize) -> Vec<Obb> {
    let mut boxes = Vec::new();
    let mut stack = vec![(0, 0)];
    while let Some((index, depth)) = stack.pop() {
        let node = &tree.nodes()[index as usize];
        for (c, child) in node.child.into_iter().enumerate() {
            if child == obbtree::tree::wide::Child::EMPTY {
                continue;
            }
            if depth == level || child.is_leaf() {
                let center = Point3::from(tree.origin()) + node.center(c);
                boxes.push(Obb { axes: node.axes(c), center, half: node.half(c) });
            } else {
                stack.push((child.index(), depth + 1));
            }
        }
    }
    boxes
}

fn coordinates(point: Point3<f64>) -> [f64; 3] {
    point.into()
}

/// The blue and the sand of `obbtree draw`.
const BODY_COLOURS: [Rgb; 2] = [[0x86, 0xA9, 0xC9], [0xE3, 0xCF, 0xA4]];

/// Darker, to be told from the bodies.
const BOX_COLOURS: [Rgb; 2] = [[0x17, 0x40, 0x66], [0x7A, 0x55, 0x10]];

/// For triangles that meet.
const RED: Rgb = [0xD8, 0x22, 0x1C];

/// For where they meet.
const CONTACT: Rgb = [0x20, 0x08, 0x08];
