//! What is shown of placed bodies: triangles, those that meet in red, and lines; as a picture or a
//! file.

use anyhow::Result;
use obbtree::io::Drawing;
use obbtree::nalgebra::{Point3, Vector3};
use obbtree::query::Placed;
use obbtree::scene::{BodyId, Scene};
use obbtree::{Mesh, Pose, pairs};
use obbtree_predicates::Obb;
use rayon::prelude::*;

use crate::marks::{Segment, closest, contact_lines};
use crate::meeting::Meeting;
use crate::palette::{self, Rgb};
use crate::raster;
use crate::raster::Faces;
use crate::raster::camera::{Camera, View, bounds};
use crate::raster::colour::Colour;
use crate::raster::picture::{Picture, Size};
use crate::raster::projected::ScreenLine;
use crate::raster::shapes::{Face, Line};

/// The corners of a placed triangle, and whether it meets another body.
type MarkedTriangle = ([Point3<f64>; 3], bool);

/// Bodies and lines, in world coordinates.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    bodies: Vec<(Looks, Vec<MarkedTriangle>)>,
    lines: Vec<(LineKind, Segment)>,
}

/// How a body looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    /// Which of the two colours it has.
    pub(crate) colour: usize,
    /// Is it where something is only on its way? Then it is pale.
    pub(crate) is_ghost: bool,
}

impl Looks {
    /// Of its triangles that meet another body, or do not.
    fn colour_of(self, meets: bool) -> Rgb {
        if meets { palette::MEETING } else { palette::BODIES[self.colour] }
    }
}

/// What a line shows, which says how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// The edge of a box of a body.
    Box(usize),
    /// Bodies meet along it, whose triangles that meet are red.
    Contact,
    /// The same of bodies without red triangles: it is red itself.
    RedContact,
    /// It is between two closest points.
    Closest,
}

impl Figure {
    /// One mesh where it is.
    #[must_use]
    pub fn of_mesh(mesh: &Mesh, pose: &Pose) -> Self {
        let mut figure = Self::default();
        figure.add_mesh(mesh, pose, &vec![false; mesh.triangles().len()]);
        figure
    }

    /// Two bodies, and how many pairs of their triangles meet.
    #[must_use]
    pub fn of_pair(a: &Placed, b: &Placed) -> (Self, usize) {
        let meeting = pairs(&a.body, &a.pose, &b.body, &b.pose);
        let mut figure = Self::default();
        for (side, Placed { body, pose }) in [a, b].into_iter().enumerate() {
            let mut meets = vec![false; body.mesh().triangles().len()];
            for pair in &meeting {
                meets[pair[side] as usize] = true;
            }
            figure.add_mesh(body.mesh(), pose, &meets);
        }
        (figure, meeting.len())
    }

    /// The enabled bodies of a scene, and how many pairs of them collide. Unbounded shapes are not
    /// shown.
    ///
    /// # Errors
    /// If the scene is changed in between, which cannot happen here.
    pub fn of_scene(scene: &Scene) -> Result<(Self, usize)> {
        let meeting = Meeting::of(scene)?;
        let mut figure = Self::default();
        for (n, id) in scene.ids().enumerate() {
            if scene.is_enabled(id)? {
                let looks = Looks { colour: n % 2, is_ghost: false };
                figure.add_body(scene, id, &meeting, looks)?;
            }
        }
        Ok((figure, meeting.pairs()))
    }

    /// Two bodies of a scene, and the lines along which they meet. Of shapes, which have none, what
    /// meets is red.
    ///
    /// # Errors
    /// If a body is not in the scene.
    pub fn of_two(scene: &Scene, bodies: [BodyId; 2]) -> Result<Self> {
        let mut figure = Self::default();
        let placed = [meshes(scene, bodies[0])?, meshes(scene, bodies[1])?];
        let are_meshes = placed.iter().all(Option::is_some);
        let pairs = if are_meshes { &[][..] } else { &[bodies][..] };
        let meeting = Meeting::of_pairs(scene, pairs)?;
        for (colour, id) in bodies.into_iter().enumerate() {
            figure.add_body(scene, id, &meeting, Looks { colour, is_ghost: false })?;
        }
        if let [Some(of_a), Some(of_b)] = &placed {
            for (a, b) in of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b))) {
                figure.add_lines(LineKind::RedContact, contact_lines(a, b));
            }
        }
        Ok(figure)
    }

    /// Is there nothing in it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.bodies.iter().all(|(_, triangles)| triangles.is_empty())
    }

    fn add_mesh(&mut self, mesh: &Mesh, pose: &Pose, meets: &[bool]) {
        let looks = Looks { colour: self.bodies.len() % 2, is_ghost: false };
        self.bodies.push((looks, marked(mesh, pose, |triangle| meets[triangle]).collect()));
    }

    /// Adds a body of a scene.
    pub(crate) fn add_body(
        &mut self,
        scene: &Scene,
        id: BodyId,
        meeting: &Meeting,
        looks: Looks,
    ) -> Result<()> {
        let mut triangles = Vec::new();
        for (n, part) in scene.parts(id)?.iter().enumerate() {
            let pose = scene.part_pose(id, n)?;
            let meets = |triangle| meeting.meets(id, n, triangle);
            match part.collider().body() {
                Some(body) => triangles.par_extend(marked(body.mesh(), pose, meets)),
                None => {
                    if let Some(outline) = part.outline() {
                        triangles.par_extend(marked(&outline, pose, meets));
                    }
                }
            }
        }
        self.bodies.push((looks, triangles));
        Ok(())
    }

    /// Adds boxes of a body, in the frame of its mesh. The first body is 0.
    pub fn add_boxes(&mut self, body: usize, boxes: &[Obb], pose: &Pose) {
        let edges = boxes.iter().flat_map(|obb| box_edges(obb, pose));
        self.lines.extend(edges.map(|ends| (LineKind::Box(body % 2), ends)));
    }

    /// Adds lines where the bodies meet; where they touch in a point, a dot.
    pub fn add_contacts(&mut self, a: &Placed, b: &Placed) {
        self.add_lines(LineKind::Contact, contact_lines(a, b));
    }

    fn add_lines(&mut self, kind: LineKind, lines: Vec<Segment>) {
        self.lines.extend(lines.into_iter().map(|ends| (kind, ends)));
    }

    /// Adds the closest points and the segment between them.
    pub fn add_distance(&mut self, a: &Placed, b: &Placed) {
        self.add_closest(closest(a, b).0);
    }

    /// Adds closest points that are known.
    pub fn add_closest(&mut self, points: [Point3<f64>; 2]) {
        self.lines.push((LineKind::Closest, points));
    }

    /// The bytes of a PNG picture.
    ///
    /// # Errors
    /// If the picture cannot be compressed.
    pub fn png(&self, view: View, size: Size) -> Result<Vec<u8>> {
        self.draw(view, size).png()
    }

    pub(crate) fn draw(&self, view: View, size: Size) -> Picture {
        let triangles = self.bodies.par_iter().flat_map(|(_, triangles)| triangles);
        let of_bodies = triangles.flat_map_iter(|(corners, _)| *corners);
        let of_lines = self.lines.par_iter().flat_map_iter(|(_, ends)| *ends);
        let camera = Camera::around(of_bodies.chain(of_lines), view, size);
        let firsts: Vec<usize> = self
            .bodies
            .iter()
            .scan(0, |next, (_, triangles)| {
                *next += triangles.len();
                Some(*next - triangles.len())
            })
            .collect();
        let face = |number: usize| {
            let body = firsts.partition_point(|&first| first <= number) - 1;
            let (looks, triangles) = &self.bodies[body];
            let (corners, meets) = triangles[number - firsts[body]];
            Face {
                corners,
                colour: Colour::from_srgb(looks.colour_of(meets)),
                body,
                shows_through: meets,
                is_ghost: looks.is_ghost && !meets,
            }
        };
        let faces = Faces {
            count: self.bodies.iter().map(|(_, triangles)| triangles.len()).sum(),
            has_ghosts: self.bodies.iter().any(|(looks, triangles)| {
                looks.is_ghost && triangles.iter().any(|(_, meets)| !meets)
            }),
            make: &face,
            camera: &camera,
        };
        let lines = self.lines.iter().flat_map(|&(kind, ends)| kind.drawn(ends));
        let lines = lines.chain(self.red_edges()).map(|line| ScreenLine::new(&line, &camera));
        raster::draw(&faces, &lines.collect::<Vec<_>>(), size)
    }

    /// For other viewers: triangles in their colours, and lines; a cross at each closest point.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        for (corners, colour) in self.coloured() {
            drawing.triangle(corners.map(Into::into), colour);
        }
        for &(kind, ends) in &self.lines {
            drawing.segment(ends.map(Into::into), kind.colour());
            for arm in self.cross_arms(kind, ends) {
                drawing.segment(arm.map(Into::into), kind.colour());
            }
        }
        drawing
    }

    /// Each triangle with its colour.
    fn coloured(&self) -> impl Iterator<Item = (&[Point3<f64>; 3], Rgb)> {
        self.bodies.iter().flat_map(|(looks, triangles)| {
            triangles.iter().map(|(corners, meets)| (corners, looks.colour_of(*meets)))
        })
    }

    /// A triangle that meets may be smaller than a pixel, or have no area: its edges are drawn too,
    /// but of bodies with so many that some are seen.
    fn red_edges(&self) -> impl Iterator<Item = Line> {
        let reds =
            |triangles: &[MarkedTriangle]| triangles.iter().filter(|(_, meets)| *meets).count();
        let bodies = self.bodies.iter().filter(move |(_, body)| reds(body) <= MOST_WITH_EDGES);
        let red = bodies.flat_map(|(_, body)| body).filter(|(_, meets)| *meets);
        red.flat_map(|&([p, q, r], _)| {
            [[p, q], [q, r], [r, p]].map(|ends| Line {
                ends,
                colour: DARK_RED,
                width: RED_LINE_WIDTH,
                opacity: RED_LINE_OPACITY,
                is_mark: false,
            })
        })
    }

    /// Three lines through each of two closest points.
    fn cross_arms(&self, kind: LineKind, ends: Segment) -> Vec<Segment> {
        if kind != LineKind::Closest {
            return Vec::new();
        }
        let of_first = self.bodies.par_iter().take(1).flat_map(|(_, triangles)| triangles);
        let of_first = of_first.flat_map_iter(|(corners, _)| *corners);
        let body = bounds(of_first).map_or(0.0, |bounds| bounds.sides().norm());
        let arm = (CROSS_OF_SEGMENT * (ends[1] - ends[0]).norm()).max(CROSS_OF_BODY * body);
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let cross = |end: Point3<f64>| axes.map(|axis| [end - axis * arm, end + axis * arm]);
        ends.into_iter().flat_map(cross).collect()
    }
}

impl LineKind {
    fn colour(self) -> Rgb {
        match self {
            Self::Box(body) => palette::BOXES[body],
            Self::Contact => palette::CONTACT,
            Self::RedContact => palette::MEETING,
            Self::Closest => palette::CLOSEST,
        }
    }

    /// The lines of a picture: between closest points one with a dot at each end.
    fn drawn(self, ends: Segment) -> Vec<Line> {
        let (colour, is_mark) = (Colour::from_srgb(self.colour()), !matches!(self, Self::Box(_)));
        let width = match self {
            Self::Box(_) => BOX_LINE_WIDTH,
            Self::RedContact => RED_CONTACT_WIDTH,
            Self::Contact | Self::Closest => MARK_WIDTH,
        };
        let line = |ends, width| Line { ends, colour, width, opacity: 1.0, is_mark };
        let mut lines = vec![line(ends, width)];
        if self == Self::Closest {
            // Lines have round ends.
            lines.extend(ends.map(|end| line([end; 2], DOT_WIDTH)));
        }
        lines
    }
}

/// The parts of a body, placed; `None` if one is no mesh.
fn meshes(scene: &Scene, id: BodyId) -> Result<Option<Vec<Placed>>> {
    let mut placed = Vec::new();
    for (n, part) in scene.parts(id)?.iter().enumerate() {
        let Some(body) = part.collider().body() else { return Ok(None) };
        placed.push(Placed { body: body.clone(), pose: *scene.part_pose(id, n)? });
    }
    Ok(Some(placed))
}

/// The placed triangles of a mesh, with whether each meets another body.
fn marked<'m>(
    mesh: &'m Mesh,
    pose: &'m Pose,
    meets: impl Fn(usize) -> bool + Send + Sync + 'm,
) -> impl ParallelIterator<Item = MarkedTriangle> + 'm {
    (0..mesh.triangles().len())
        .into_par_iter()
        .map(move |n| (mesh.triangle(n).map(|corner| pose.place(&corner)), meets(n)))
}

/// The twelve edges of a box whose body is placed by a pose, in world coordinates.
fn box_edges(obb: &Obb, pose: &Pose) -> impl Iterator<Item = Segment> + use<> {
    let corners = obb.corners().map(|corner| pose.place(&corner));
    // Corners whose numbers differ in one bit share an edge.
    let edges = (0..8).flat_map(|from| [1, 2, 4].map(|bit| [from, from | bit]));
    edges.filter(|[from, to]| from != to).map(move |ends| ends.map(|corner| corners[corner]))
}

/// For the edges of triangles that meet.
const DARK_RED: Colour = Colour::from_srgb(palette::RED_EDGE);

/// Triangles of a body that meet, of more of which no edges are drawn.
const MOST_WITH_EDGES: usize = 3000;

/// Low enough for the red between close edges to keep its shading.
const RED_LINE_OPACITY: f32 = 0.6;

/// Pixels.
const BOX_LINE_WIDTH: f64 = 1.8;

/// Pixels: lines where bodies meet, and between closest points.
const MARK_WIDTH: f64 = 2.6;

/// Pixels: a clash is small in a picture of two bodies.
const RED_CONTACT_WIDTH: f64 = 4.0;

/// Pixels: enough to see a point.
const DOT_WIDTH: f64 = 9.0;

/// Pixels: enough to see one triangle that is smaller than that.
const RED_LINE_WIDTH: f64 = 1.2;

/// Half the length of the three lines that mark a point in files, relative to the segment between
/// two points, and to the size of A.
const CROSS_OF_SEGMENT: f64 = 0.1;
const CROSS_OF_BODY: f64 = 0.01;

#[cfg(test)]
pub(crate) mod tests {
    use obbtree::scene::Part;
    use obbtree::{Body, Shape};

    use super::*;

    /// The closed unit cube at the origin.
    pub(crate) fn cube() -> Mesh {
        obbtree_assets::cuboid([0.0; 3], [1.0; 3])
    }

    /// A mesh moved along x.
    fn placed(mesh: Mesh, x: f64) -> Placed {
        let body = Body::new(mesh);
        Placed { body, pose: Pose::from_translation([x, 0.0, 0.0]).unwrap() }
    }

    fn picture(figure: &Figure, view: &str) -> Picture {
        figure.draw(view.parse().unwrap(), Size { width: 100, height: 100 })
    }

    fn count(picture: &Picture, is: impl Fn(&[u8; 3]) -> bool) -> usize {
        picture.pixels().iter().filter(|rgb| is(rgb)).count()
    }

    fn is_red(&[r, g, b]: &[u8; 3]) -> bool {
        u32::from(r) > 2 * u32::from(g.max(b))
    }

    #[test]
    fn a_cube_from_the_front_fills_the_picture_up_to_the_margin() {
        let drawn = picture(&Figure::of_mesh(&cube(), &Pose::identity()), "0 0");
        // 92 pixels without the margins; the outline also darkens pixels above it and to its left.
        assert_eq!(count(&drawn, |&rgb| rgb != [255; 3]), 92 * 92 + 2 * 92);
        assert_eq!(count(&drawn, is_red), 0);
    }

    #[test]
    fn red_appears_exactly_where_meshes_meet() {
        let needle = || Mesh::from_soup(&[[[0.5; 3], [0.5, 0.5, 1.0], [0.5, 0.5, 2.0]]]).unwrap();
        let check = |mesh: Mesh, x: f64, meets: bool| {
            let (figure, _) = Figure::of_pair(&placed(cube(), 0.0), &placed(mesh, x));
            let drawn = picture(&figure, "-60 25");
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
            Face { corners, colour, body, shows_through: false, is_ghost: false }
        };
        let faces = [slope(1.0, blue, 0), slope(-1.0, sand, 1)];
        let points = faces.par_iter().flat_map_iter(|face| face.corners);
        let size = Size { width: 80, height: 80 };
        let camera = Camera::around(points, "-90 90".parse().unwrap(), size); // x is right, y is up
        let make = |number: usize| faces[number].clone();
        let (count, camera) = (faces.len(), &camera);
        let faces = Faces { count, has_ghosts: false, make: &make, camera };
        let drawn = raster::draw(&faces, &[], size);
        let is_blue = |x: usize, y: usize| {
            let [r, _, b] = drawn.pixels()[y * size.width + x];
            b > r
        };
        for y in [40, 50, 60] {
            assert!(!is_blue(36, y), "left, row {y}");
            assert!(is_blue(44, y), "right, row {y}");
        }
    }

    /// A slab of twelve triangles and a pipe through its middle: a curve, and no face all red.
    #[test]
    fn of_two_bodies_the_curve_is_shown_and_of_shapes_what_meets() {
        let slab = obbtree_assets::cuboid([-4.0, -4.0, -0.1], [4.0, 4.0, 0.1]);
        let pipe = obbtree_assets::cuboid([-0.3, -0.3, -2.0], [0.3, 0.3, 2.0]);
        let drawn = |pipe: Part, x: f64| {
            let mut scene = Scene::new();
            let slab = Part::new(Body::new(slab.clone()));
            let a = scene.add("slab", vec![slab], Pose::identity()).unwrap();
            let pose = Pose::from_translation([x, 0.0, 0.0]).unwrap();
            let b = scene.add("pipe", vec![pipe], pose).unwrap();
            picture(&Figure::of_two(&scene, [a, b]).unwrap(), "-60 25")
        };
        let red = count(&drawn(Part::new(Body::new(pipe.clone())), 0.0), is_red);
        assert!((10..300).contains(&red), "{red}");
        let apart = drawn(Part::new(Body::new(pipe)), 9.0);
        assert_eq!(count(&apart, is_red), 0);
        let sphere = Part::new(Shape::sphere([0.0; 3], 1.0).unwrap());
        assert!(count(&drawn(sphere, 0.0), is_red) > 300);
    }

    #[test]
    fn marks_are_where_the_bodies_meet_and_where_they_are_closest() {
        // Outlines are lighter, or bluish.
        let is_dark = |&[r, g, b]: &[u8; 3]| r < 70 && r / 2 > g.max(b);
        let is_green = |&[r, g, b]: &[u8; 3]| g / 2 > r && g / 4 * 3 > b;
        let drawn = |x: f64, is_contact: bool| {
            let (a, b) = (placed(cube(), 0.0), placed(cube(), x));
            let (mut figure, _) = Figure::of_pair(&a, &b);
            if is_contact {
                figure.add_contacts(&a, &b);
                return picture(&figure, "-60 25");
            }
            // The lowest numbers of equally close triangles are those of the sides below.
            figure.add_distance(&a, &b);
            picture(&figure, "-60 -25")
        };
        let [meeting, apart] = [drawn(0.5, true), drawn(1.5, true)];
        assert!(count(&meeting, is_dark) > 20 && count(&apart, is_dark) == 0);
        assert!(count(&drawn(1.5, false), is_green) > 40);
    }
}
