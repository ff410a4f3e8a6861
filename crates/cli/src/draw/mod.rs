//! `obbtree draw`: two meshes as a picture, the triangles that meet in red, boxes of a tree level.
//!
//! This file turns meshes, poses and answers into coloured faces and lines; [`camera`] says where
//! they appear, [`raster`] which of them are seen. PNG is written by the `png` crate.

mod camera;
mod raster;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use nalgebra::Point3;
use obbtree::classic::{Config, Node, Scratch, Tree, build, intersecting_pairs, visited_nodes};
use obbtree::predicates::{Obb, Triangle};
use obbtree::{Mesh, Pose};

use crate::load::{self, MeshOptions};
use crate::output::Talk;
use camera::{Camera, View};
use raster::{Colour, Face, Line, Picture, Size};

#[derive(clap::Args)]
#[command(after_help = "\
Triangles that meet the other mesh are red; where something hides them, their red shines through.
The view is the direction the eye is in: degrees from x towards y, then degrees above the xy plane.

Examples:
  obbtree draw assets/wheel.stl assets/pinion.obj --pose \"40 0 0 0 0 0 1\" -o gears.png
  obbtree draw assets/torus_knot.obj --level 5 --view \"30 40\" -o boxes.png
  obbtree draw assets/wheel.stl assets/pinion.obj --pose \"40 0 0 0 0 0 1\" --visited -o query.png")]
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
    /// Draw the boxes of this level of each tree; 0 is the box around everything
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// Draw the boxes where a query for all pairs ended: the smallest that overlap one of the other
    /// tree's
    #[arg(long, requires = "b", conflicts_with = "level")]
    visited: bool,
    /// Pixels, width x height
    #[arg(long, value_name = "WxH", default_value = "1200x800")]
    size: Size,
    /// Where the eye is: azimuth and elevation in degrees
    #[arg(long, allow_hyphen_values = true, default_value = "-60 25")]
    view: View,
    /// The picture's file, PNG
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
    #[command(flatten)]
    talk: Talk,
    #[command(flatten)]
    options: MeshOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    let is_png = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    ensure!(is_png, "{}: pictures are PNG, so the name must end in .png", output.display());

    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let pose_b = load::pose(arguments.pose.as_deref(), "--pose")?;
    let Arguments { options, talk, .. } = arguments;
    let read = |path: &Path, pose: Pose| -> Result<Body> {
        let mesh = load::read(path, options, *talk)?.mesh;
        let _work = talk.work("building", path);
        Ok(Body::new(mesh, pose))
    };
    let a = read(&arguments.a, pose_a)?;
    let b = arguments.b.as_ref().map(|path| read(path, pose_b)).transpose()?;

    let (picture, pairs) = {
        let _work = talk.work("drawing", output);
        let boxes = match (arguments.level, arguments.visited) {
            (Some(level), _) => Boxes::Level(level),
            (None, true) => Boxes::Visited,
            (None, false) => Boxes::None,
        };
        let scene = Scene::new(&a, b.as_ref(), boxes);
        (scene.draw(arguments.view, arguments.size), scene.pairs)
    };
    std::fs::write(output, picture.png()?).with_context(|| output.display().to_string())?;
    match b {
        Some(_) => println!("{}: {pairs} pairs of triangles meet", output.display()),
        None => println!("{}", output.display()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Which boxes of the trees are drawn.
#[derive(Clone, Copy)]
enum Boxes {
    None,
    Level(usize),
    Visited,
}

/// A mesh, its tree and where it is.
struct Body {
    mesh: Mesh,
    tree: Tree,
    pose: Pose,
}

impl Body {
    fn new(mesh: Mesh, pose: Pose) -> Self {
        let tree = build(&mesh, &Config::default());
        Self { mesh, tree, pose }
    }

    fn triangle(&self, id: usize) -> Triangle {
        self.mesh.triangle(id).map(|corner| self.pose.place(&corner))
    }

    /// The triangles as faces of one colour, but for those that meet.
    fn faces<'b>(&'b self, part: u8, meeting: &'b [bool]) -> impl Iterator<Item = Face> + 'b {
        (0..self.mesh.triangles().len()).map(move |id| {
            let meets = meeting[id];
            let colour = if meets { RED } else { BODY_COLOURS[usize::from(part)] };
            Face { corners: self.triangle(id), colour, part, shines_through: meets }
        })
    }

    /// The edges of placed boxes: twelve a box.
    fn box_edges(&self, boxes: Vec<Obb>, colour: Colour) -> impl Iterator<Item = Line> + '_ {
        boxes.into_iter().flat_map(move |obb| {
            let corners = obb.corners().map(|corner| self.pose.place(&corner));
            // Corners whose numbers differ in one bit share an edge.
            let ends = (0..8).flat_map(|from| [1, 2, 4].map(|bit| [from, from | bit]));
            ends.filter(|[from, to]| from != to).map(move |ends| Line {
                ends: ends.map(|corner| corners[corner]),
                colour,
                width: BOX_LINE_WIDTH,
                strength: 1.0,
            })
        })
    }
}

/// The boxes of a tree's level, with the leaves above it, so that all of the mesh is covered. Below
/// the deepest level there are only leaves.
fn level_of(tree: &Tree, level: usize) -> Vec<Obb> {
    let mut boxes = Vec::new();
    let mut stack = vec![(0, 0)];
    while let Some((index, depth)) = stack.pop() {
        let node: &Node = &tree.nodes()[index as usize];
        if depth == level || node.is_leaf() {
            boxes.push(node.obb);
        } else {
            stack.extend([(node.first, depth + 1), (node.first + 1, depth + 1)]);
        }
    }
    boxes
}

/// The boxes of nodes none of whose children is among them.
fn smallest_of(tree: &Tree, nodes: &[u32]) -> Vec<Obb> {
    let has = |index: u32| nodes.binary_search(&index).is_ok();
    let ends = |node: &Node| node.is_leaf() || !(has(node.first) || has(node.first + 1));
    let nodes = nodes.iter().map(|&index| &tree.nodes()[index as usize]);
    nodes.filter(|node| ends(node)).map(|node| node.obb).collect()
}

/// Everything that can be seen, in world coordinates.
struct Scene {
    faces: Vec<Face>,
    lines: Vec<Line>,
    /// How many pairs of triangles meet.
    pairs: usize,
}

impl Scene {
    fn new(a: &Body, b: Option<&Body>, boxes: Boxes) -> Self {
        let meeting_pairs = b.map_or_else(Vec::new, |b| {
            intersecting_pairs(&a.tree, &a.pose, &b.tree, &b.pose, &mut Scratch::new())
        });
        let visited = b.filter(|_| matches!(boxes, Boxes::Visited)).map_or_else(
            || [Vec::new(), Vec::new()],
            |b| visited_nodes(&a.tree, &a.pose, &b.tree, &b.pose),
        );
        let mut scene = Self { faces: Vec::new(), lines: Vec::new(), pairs: meeting_pairs.len() };
        for (part, body) in [Some(a), b].into_iter().flatten().enumerate() {
            let mut meeting = vec![false; body.mesh.triangles().len()];
            for pair in &meeting_pairs {
                meeting[pair[part] as usize] = true;
            }
            scene.faces.extend(body.faces(part as u8, &meeting));
            let boxes = match boxes {
                Boxes::None => Vec::new(),
                Boxes::Level(level) => level_of(&body.tree, level),
                Boxes::Visited => smallest_of(&body.tree, &visited[part]),
            };
            scene.lines.extend(body.box_edges(boxes, BOX_COLOURS[part]));
        }
        // A meeting triangle may be smaller than a pixel, or have no area: its edges are seen still.
        let red_edges = scene.faces.iter().filter(|face| face.shines_through).flat_map(|face| {
            let [p, q, r] = face.corners;
            [[p, q], [q, r], [r, p]].map(|ends| Line {
                ends,
                colour: DEEP_RED,
                width: RED_LINE_WIDTH,
                strength: RED_LINE_STRENGTH,
            })
        });
        scene.lines.extend(red_edges);
        scene
    }

    fn draw(&self, view: View, size: Size) -> Picture {
        let of_faces = self.faces.iter().flat_map(|face| face.corners);
        let of_lines = self.lines.iter().flat_map(|line| line.ends);
        let points: Vec<Point3<f64>> = of_faces.chain(of_lines).collect();
        raster::draw(&self.faces, &self.lines, &Camera::around(&points, view, size), size)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(['x', 'X']).map(|(w, h)| (w.parse(), h.parse()));
        match numbers {
            Some((Ok(width @ 1..=MAX_SIDE), Ok(height @ 1..=MAX_SIDE))) => {
                Ok(Self { width, height })
            }
            _ => Err(format!("a size is like 1200x800, each side 1 to {MAX_SIDE}")),
        }
    }
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[azimuth, elevation]) if azimuth.is_finite() && elevation.is_finite() => {
                Ok(Self { azimuth, elevation })
            }
            _ => Err("a view is two numbers of degrees, like \"-60 25\"".to_owned()),
        }
    }
}

/// The longest side of a picture, in pixels. Drawing takes 67 bytes a pixel: 1.1 GB at most.
const MAX_SIDE: usize = 4096;

/// A is the blue of drawing ink, thinned, B the tone of sand: both far from red in hue and weight.
const BODY_COLOURS: [Colour; 2] = [Colour::from_srgb(0x86_A9_C9), Colour::from_srgb(0xE3_CF_A4)];

/// The bodies' tones, darkened to be read as lines over them.
const BOX_COLOURS: [Colour; 2] = [Colour::from_srgb(0x17_40_66), Colour::from_srgb(0x7A_55_10)];

/// For what meets, and for nothing else.
const RED: Colour = Colour::from_srgb(0xD8_22_1C);

/// The edges of what meets.
const DEEP_RED: Colour = Colour::from_srgb(0xA5_10_0C);

/// Light enough for the red between close edges to keep its shading.
const RED_LINE_STRENGTH: f32 = 0.6;

/// Pixels.
const BOX_LINE_WIDTH: f64 = 1.8;

/// Pixels: enough to see one triangle that is smaller than that.
const RED_LINE_WIDTH: f64 = 1.2;

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed unit cube at the origin.
    fn cube() -> Mesh {
        let vertices = (0..8).map(|i| [0, 1, 2].map(|k| f64::from(i >> k & 1))).collect();
        let sides =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = sides.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    fn picture(a: &Body, b: Option<&Body>, view: &str) -> Picture {
        let size = Size { width: 100, height: 100 };
        Scene::new(a, b, Boxes::None).draw(view.parse().unwrap(), size)
    }

    fn count(picture: &Picture, is: impl Fn(&[u8; 3]) -> bool) -> usize {
        picture.rgb().iter().filter(|rgb| is(rgb)).count()
    }

    fn is_red(&[r, g, b]: &[u8; 3]) -> bool {
        u32::from(r) > 2 * u32::from(g.max(b))
    }

    #[test]
    fn a_cube_from_the_front_fills_the_picture_up_to_the_margin() {
        let drawn = picture(&Body::new(cube(), Pose::identity()), None, "0 0");
        // 92 pixels without the margins; the outline also inks the paper left and above of it.
        assert_eq!(count(&drawn, |&rgb| rgb != [255; 3]), 92 * 92 + 2 * 92);
        assert_eq!(count(&drawn, is_red), 0);
    }

    #[test]
    fn red_appears_exactly_where_meshes_meet() {
        let needle = || Mesh::from_soup(&[[[0.5; 3], [0.5, 0.5, 1.0], [0.5, 0.5, 2.0]]]).unwrap();
        let check = |mesh: Mesh, x: f64, meets: bool| {
            let a = Body::new(cube(), Pose::identity());
            let b = Body::new(mesh, Pose::from_translation([x, 0.0, 0.0]).unwrap());
            let red = count(&picture(&a, Some(&b), "-60 25"), is_red);
            assert_eq!(red > 0, meets, "B at x = {x}: {red} red pixels");
        };
        check(cube(), 0.5, true);
        check(cube(), 1.0, true); // touching
        check(cube(), 1.001, false);
        check(needle(), 0.0, true); // no area, and seen still
        check(needle(), 0.6, false);
    }

    #[test]
    fn faces_that_pass_through_each_other_are_each_seen_where_they_are_in_front() {
        let (blue, sand) = (BODY_COLOURS[0], BODY_COLOURS[1]);
        let slope = |rise: f64, colour: Colour, part: u8| {
            let corners =
                [[-1.0, -1.0], [1.0, -1.0], [0.0, 2.0]].map(|[x, y]| Point3::new(x, y, rise * x));
            Face { corners, colour, part, shines_through: false }
        };
        let faces = [slope(1.0, blue, 0), slope(-1.0, sand, 1)];
        let points: Vec<_> = faces.iter().flat_map(|face| face.corners).collect();
        let size = Size { width: 80, height: 80 };
        let camera = Camera::around(&points, "-90 90".parse().unwrap(), size); // x is right, y is up
        let drawn = raster::draw(&faces, &[], &camera, size);
        let is_blue = |x: usize, y: usize| {
            let [r, _, b] = drawn.rgb()[y * size.width + x];
            b > r
        };
        for y in [40, 50, 60] {
            assert!(!is_blue(36, y), "left, row {y}");
            assert!(is_blue(44, y), "right, row {y}");
        }
    }

    #[test]
    fn a_query_visits_the_boxes_near_the_contact() {
        let a = Body::new(cube(), Pose::identity());
        let count = |x: f64| {
            let pose = Pose::from_translation([x, 0.0, 0.0]).unwrap();
            let nodes = visited_nodes(&a.tree, &a.pose, &a.tree, &pose);
            nodes.map(|nodes| smallest_of(&a.tree, &nodes).len())
        };
        assert_eq!(count(3.0), [0, 0]); // not even the boxes around everything
        assert_eq!(count(0.0), [12, 12]); // every triangle's
        let [of_a, of_b] = count(1.0); // sides that touch
        assert!((2..12).contains(&of_a) && (2..12).contains(&of_b), "{of_a}, {of_b}");
    }

    #[test]
    fn a_level_covers_the_mesh() {
        let tree = Body::new(cube(), Pose::identity()).tree;
        assert_eq!(level_of(&tree, 0), [tree.nodes()[0].obb]);
        assert_eq!(level_of(&tree, 1).len(), 2);
        assert_eq!(level_of(&tree, usize::MAX).len(), tree.leaf_count());
        for level in 0..tree.depth() {
            let boxes = level_of(&tree, level);
            assert!(tree.vertices().iter().all(|v| boxes.iter().any(|obb| obb.contains(v))));
        }
    }

    #[test]
    fn the_file_holds_the_pixels() {
        let drawn = picture(&Body::new(cube(), Pose::identity()), None, "-60 25");
        let bytes = drawn.png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, drawn.rgb().as_flattened());
    }

    #[test]
    fn sizes_and_views_that_are_none_are_refused() {
        assert_eq!("640x480".parse(), Ok(Size { width: 640, height: 480 }));
        for text in ["640", "0x10", "10x0", "-1x5", "1e3x10", "99999x10", ""] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
        for text in ["10", "10 20 30", "a b", "NaN 0", "inf 0", ""] {
            assert!(text.parse::<View>().is_err(), "{text}");
        }
    }
}
