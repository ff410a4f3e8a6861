//! From placed bodies and the answer of a query to coloured faces and lines.

use obbtree::classic::{self, Tree, visited_nodes};
use obbtree::nalgebra::Point3;
use obbtree::predicates::Obb;
use obbtree::{Placed, pairs};

use super::camera::{Camera, View};
use super::colour::Colour;
use super::picture::{Picture, Size};
use super::raster;
use super::shapes::{Face, Line};
use crate::box_edges::box_edges;
use crate::marks::{self, closest, contact_lines};
use crate::palette;

/// The corners of a placed triangle, and whether it meets another.
pub(crate) type MarkedTriangle = ([Point3<f64>; 3], bool);

/// Which boxes of the trees are drawn.
#[derive(Clone, Copy)]
pub(super) enum Boxes {
    None,
    /// Those of a level; 0 is the box around everything.
    Level(usize),
    /// The smallest that a query for all pairs finds to overlap a box of the other tree.
    Visited,
}

/// Everything in the picture, in world coordinates.
pub(super) struct Scene {
    faces: Vec<Face>,
    lines: Vec<Line>,
    /// How many pairs of triangles meet.
    pub(super) pairs: usize,
}

impl Scene {
    pub(super) fn new(a: &Placed, b: Option<&Placed>, boxes: Boxes) -> Self {
        let meeting = b.map_or_else(Vec::new, |b| pairs(&a.body, &a.pose, &b.body, &b.pose));
        let boxes = boxes_of(a, b, boxes);
        let mut scene = Self { faces: Vec::new(), lines: Vec::new(), pairs: meeting.len() };
        for (index, placed) in [Some(a), b].into_iter().flatten().enumerate() {
            let mut meets = vec![false; placed.body.mesh().triangles().len()];
            for pair in &meeting {
                meets[pair[index] as usize] = true;
            }
            scene.faces.extend(faces(placed, index, &meets));
            let edges = boxes[index].iter().flat_map(|obb| box_edges(obb, &placed.pose));
            let colour = Colour::from_srgb(palette::BOXES[index]);
            scene.lines.extend(edges.map(|ends| Line {
                ends,
                colour,
                width: BOX_LINE_WIDTH,
                opacity: 1.0,
                is_mark: false,
            }));
        }
        scene.add_red_edges();
        scene
    }

    /// Of placed triangles of several bodies, of which some meet others.
    pub(super) fn of_triangles(bodies: &[Vec<MarkedTriangle>]) -> Self {
        let face = |body: usize, (corners, meets): MarkedTriangle| {
            let colour = if meets { palette::MEETING } else { palette::BODIES[body % 2] };
            Face { corners, colour: Colour::from_srgb(colour), body, shows_through: meets }
        };
        let of_body = |(n, triangles): (usize, &Vec<_>)| {
            triangles.iter().map(|triangle| face(n, *triangle)).collect::<Vec<Face>>()
        };
        let faces = bodies.iter().enumerate().flat_map(of_body).collect();
        let mut scene = Self { faces, lines: Vec::new(), pairs: 0 };
        scene.add_red_edges();
        scene
    }

    /// Adds lines where the bodies meet; where they touch in a point, a dot.
    pub(super) fn add_contacts(&mut self, a: &Placed, b: &Placed) {
        let colour = Colour::from_srgb(marks::CONTACT);
        let line = |ends| Line { ends, colour, width: MARK_WIDTH, opacity: 1.0, is_mark: true };
        self.lines.extend(contact_lines(a, b).into_iter().map(line));
    }

    /// Adds the closest points and the segment between them.
    pub(super) fn add_distance(&mut self, a: &Placed, b: &Placed) {
        let (ends, _) = closest(a, b);
        let colour = Colour::from_srgb(marks::CLOSEST);
        let line = |ends, width| Line { ends, colour, width, opacity: 1.0, is_mark: true };
        self.lines.push(line(ends, MARK_WIDTH));
        // Lines have round ends.
        self.lines.extend(ends.map(|end| line([end; 2], DOT_WIDTH)));
    }

    /// A triangle that meets may be smaller than a pixel, or have no area: its edges are drawn too.
    fn add_red_edges(&mut self) {
        let red = self.faces.iter().filter(|face| face.shows_through);
        let edges = red.flat_map(|face| {
            let [p, q, r] = face.corners;
            [[p, q], [q, r], [r, p]].map(|ends| Line {
                ends,
                colour: DARK_RED,
                width: RED_LINE_WIDTH,
                opacity: RED_LINE_OPACITY,
                is_mark: false,
            })
        });
        self.lines.extend(edges);
    }

    pub(super) fn draw(&self, view: View, size: Size) -> Picture {
        let of_faces = self.faces.iter().flat_map(|face| face.corners);
        let of_lines = self.lines.iter().flat_map(|line| line.ends);
        let points: Vec<Point3<f64>> = of_faces.chain(of_lines).collect();
        raster::draw(&self.faces, &self.lines, &Camera::around(&points, view, size), size)
    }
}

/// The triangles of a body as faces of its colour; those that meet are red.
fn faces<'b>(
    Placed { body, pose, .. }: &'b Placed,
    index: usize,
    meets: &'b [bool],
) -> impl Iterator<Item = Face> + 'b {
    meets.iter().enumerate().map(move |(id, &meets)| {
        let colour = if meets { palette::MEETING } else { palette::BODIES[index] };
        let corners = body.mesh().triangle(id).map(|corner| pose.place(&corner));
        Face { corners, colour: Colour::from_srgb(colour), body: index, shows_through: meets }
    })
}

/// The boxes to be drawn of each body, in its own frame.
fn boxes_of(a: &Placed, b: Option<&Placed>, boxes: Boxes) -> [Vec<Obb>; 2] {
    match (boxes, b) {
        (Boxes::Level(level), _) => {
            let at_level = |placed: &Placed| tree(placed).boxes_at(level);
            [at_level(a), b.map_or_else(Vec::new, at_level)]
        }
        (Boxes::Visited, Some(b)) => visited_boxes(a, b),
        _ => [Vec::new(), Vec::new()],
    }
}

/// The smallest boxes that a query for all pairs of triangles finds to overlap.
fn visited_boxes(a: &Placed, b: &Placed) -> [Vec<Obb>; 2] {
    let (tree_a, tree_b) = (tree(a), tree(b));
    let [in_a, in_b] = visited_nodes(&tree_a, &a.pose, &tree_b, &b.pose);
    [tree_a.innermost_boxes(&in_a), tree_b.innermost_boxes(&in_b)]
}

/// The classic engine's tree.
fn tree(placed: &Placed) -> Tree {
    classic::build(placed.body.mesh(), &classic::Config::default())
}

/// For the edges of triangles that meet.
const DARK_RED: Colour = Colour::from_srgb([0xA5, 0x10, 0x0C]);

/// Low enough for the red between close edges to keep its shading.
const RED_LINE_OPACITY: f32 = 0.6;

/// Pixels.
const BOX_LINE_WIDTH: f64 = 1.8;

/// Pixels: lines where bodies meet, and between closest points.
const MARK_WIDTH: f64 = 2.6;

/// Pixels: enough to see a point.
const DOT_WIDTH: f64 = 9.0;

/// Pixels: enough to see one triangle that is smaller than that.
const RED_LINE_WIDTH: f64 = 1.2;

#[cfg(test)]
mod tests {
    use obbtree::{Body, Mesh, Pose};

    use super::*;

    /// The closed unit cube at the origin.
    fn cube() -> Mesh {
        let vertices = (0..8).map(|i| [0, 1, 2].map(|k| f64::from(i >> k & 1))).collect();
        let sides =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = sides.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    /// A mesh moved along x.
    fn placed(mesh: Mesh, x: f64) -> Placed {
        let body = Body::new(mesh);
        Placed { body, pose: Pose::from_translation([x, 0.0, 0.0]).unwrap() }
    }

    fn picture(a: &Placed, b: Option<&Placed>, view: &str) -> Picture {
        let size = Size { width: 100, height: 100 };
        Scene::new(a, b, Boxes::None).draw(view.parse().unwrap(), size)
    }

    fn count(picture: &Picture, is: impl Fn(&[u8; 3]) -> bool) -> usize {
        picture.pixels().iter().filter(|rgb| is(rgb)).count()
    }

    fn is_red(&[r, g, b]: &[u8; 3]) -> bool {
        u32::from(r) > 2 * u32::from(g.max(b))
    }

    #[test]
    fn a_cube_from_the_front_fills_the_picture_up_to_the_margin() {
        let drawn = picture(&placed(cube(), 0.0), None, "0 0");
        // 92 pixels without the margins; the outline also darkens pixels above it and to its left.
        assert_eq!(count(&drawn, |&rgb| rgb != [255; 3]), 92 * 92 + 2 * 92);
        assert_eq!(count(&drawn, is_red), 0);
    }

    #[test]
    fn red_appears_exactly_where_meshes_meet() {
        let needle = || Mesh::from_soup(&[[[0.5; 3], [0.5, 0.5, 1.0], [0.5, 0.5, 2.0]]]).unwrap();
        let check = |mesh: Mesh, x: f64, meets: bool| {
            let drawn = picture(&placed(cube(), 0.0), Some(&placed(mesh, x)), "-60 25");
            let red = count(&drawn, is_red);
            assert_eq!(red > 0, meets, "B at x = {x}: {red} red pixels");
        };
        check(cube(), 0.5, true);
        check(cube(), 1.0, true); // touching
        check(cube(), 1.001, false);
        check(needle(), 0.0, true); // without area, and drawn all the same
        check(needle(), 0.6, false);
    }

    #[test]
    fn faces_that_pass_through_each_other_are_each_seen_where_they_are_in_front() {
        let [blue, sand] = palette::BODIES.map(Colour::from_srgb);
        let slope = |rise: f64, colour: Colour, body: usize| {
            let corners =
                [[-1.0, -1.0], [1.0, -1.0], [0.0, 2.0]].map(|[x, y]| Point3::new(x, y, rise * x));
            Face { corners, colour, body, shows_through: false }
        };
        let faces = [slope(1.0, blue, 0), slope(-1.0, sand, 1)];
        let points: Vec<_> = faces.iter().flat_map(|face| face.corners).collect();
        let size = Size { width: 80, height: 80 };
        let camera = Camera::around(&points, "-90 90".parse().unwrap(), size); // x is right, y is up
        let drawn = raster::draw(&faces, &[], &camera, size);
        let is_blue = |x: usize, y: usize| {
            let [r, _, b] = drawn.pixels()[y * size.width + x];
            b > r
        };
        for y in [40, 50, 60] {
            assert!(!is_blue(36, y), "left, row {y}");
            assert!(is_blue(44, y), "right, row {y}");
        }
    }

    #[test]
    fn marks_are_where_the_bodies_meet_and_where_they_are_closest() {
        // Outlines are lighter, or bluish.
        let is_dark = |&[r, g, b]: &[u8; 3]| r < 70 && r / 2 > g.max(b);
        let is_green = |&[r, g, b]: &[u8; 3]| g / 2 > r && g / 4 * 3 > b;
        let drawn = |x: f64, is_contact: bool| {
            let (a, b) = (placed(cube(), 0.0), placed(cube(), x));
            let mut scene = Scene::new(&a, Some(&b), Boxes::None);
            if is_contact {
                scene.add_contacts(&a, &b)
            } else {
                scene.add_distance(&a, &b)
            }
            scene.draw("-60 25".parse().unwrap(), Size { width: 100, height: 100 })
        };
        let [meeting, apart] = [drawn(0.5, true), drawn(1.5, true)];
        assert!(count(&meeting, is_dark) > 20 && count(&apart, is_dark) == 0);
        assert!(count(&drawn(1.5, false), is_green) > 40);
    }

    #[test]
    fn a_query_visits_the_boxes_near_the_contact() {
        let a = placed(cube(), 0.0);
        let count = |x: f64| {
            let pose = Pose::from_translation([x, 0.0, 0.0]).unwrap();
            let b = Placed { body: a.body.clone(), pose };
            visited_boxes(&a, &b).map(|boxes| boxes.len())
        };
        assert_eq!(count(3.0), [0, 0]); // not even the boxes around everything
        assert_eq!(count(0.0), [12, 12]); // those of all triangles
        let [of_a, of_b] = count(1.0); // sides that touch
        assert!((2..12).contains(&of_a) && (2..12).contains(&of_b), "{of_a}, {of_b}");
    }

    #[test]
    fn the_boxes_of_a_level_contain_the_mesh() {
        let cube = placed(cube(), 0.0);
        let (body, tree) = (&cube.body, tree(&cube));
        assert_eq!(tree.boxes_at(0).len(), 1);
        assert_eq!(tree.boxes_at(1).len(), 2);
        assert_eq!(tree.boxes_at(usize::MAX).len(), 12);
        for level in 0..tree.depth() {
            let boxes = tree.boxes_at(level);
            for vertex in body.mesh().vertices() {
                let vertex = Point3::from(*vertex);
                assert!(boxes.iter().any(|obb| obb.contains(&vertex)), "level {level}: {vertex}");
            }
        }
    }
}
