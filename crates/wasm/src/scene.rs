//! The scene of a module: bodies by name that a page moves, and which of them collide.
//!
//! A module holds one scene, read from the text of a scene file whose meshes are embedded or named
//! `#NUMBER`, which are bodies of the module. Bodies have the numbers of their places in the file,
//! from 0, and parts those of their places in the model. With a robot the scene is its world, and
//! the robot's checker says which bodies collide.

use std::collections::BTreeSet;

use nalgebra::Point3;
use obbtree_collider::{Query, contact_curves};
use obbtree_predicates::Pose;
use obbtree_scene::{BodyId, Scene, SceneQuery, scene_from_json_with, scene_to_json_with};

use crate::bodies::Bodies;
use crate::robot::PageRobot;

/// A triangle of a part that meets another body; [`WHOLE`] for a primitive, which has no triangles.
pub(crate) type Mark = [u32; 3];

/// In place of a triangle's number.
const WHOLE: u32 = u32::MAX;

/// What errors call the text: it comes from no file.
const NAME: &str = "scene";

/// A scene, and what the last questions about it found.
#[derive(Default)]
pub(crate) struct PageScene {
    pub(crate) scene: Scene,
    pub(crate) robot: Option<PageRobot>,
    query: SceneQuery,
    meshes: Query,
    /// Bodies that collide, ascending.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Body, part and triangle of all that meets, ascending.
    pub(crate) marks: Vec<Mark>,
    /// Of all bodies: the twelve numbers of `[R | t]`, row by row.
    pub(crate) poses: Vec<[f64; 12]>,
    /// Triangles to draw a part by: three corners each, in the body's frame.
    pub(crate) outline: Vec<[f64; 9]>,
    /// Other answers, as each question says.
    pub(crate) numbers: Vec<f64>,
}

impl PageScene {
    /// Reads a scene and forgets the last one. How many bodies it has.
    pub(crate) fn read(&mut self, text: &str, bodies: &Bodies) -> Result<usize, String> {
        let scene = scene_from_json_with(text, NAME, |name| bodies.named(name));
        let scene = scene.map_err(|error| error.to_string())?;
        *self = Self { scene, ..Self::default() };
        Ok(self.scene.ids().count())
    }

    /// Moves a body, and all that it carries.
    pub(crate) fn set_pose(&mut self, body: u32, pose: [f64; 12]) -> Result<usize, String> {
        let pose = Pose::from_rows(pose).map_err(|error| error.to_string())?;
        let id = self.id(body)?;
        if let Some(robot) = &mut self.robot {
            self.scene = robot.move_obstacle(id, pose)?;
            return Ok(0);
        }
        self.scene.set_pose(id, pose).map_err(|error| error.to_string())?;
        Ok(0)
    }

    /// Where all bodies are, in `self.poses`.
    pub(crate) fn find_poses(&mut self) -> Result<usize, String> {
        let of_bodies = self.scene.ids().map(|id| self.scene.pose(id).map(Pose::to_rows));
        self.poses = of_bodies.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        Ok(self.poses.len())
    }

    /// Which bodies collide, in `self.pairs`, and where, in `self.marks`. How many pairs.
    pub(crate) fn find_pairs(&mut self) -> Result<usize, String> {
        let pairs = self.colliding()?;
        let mut marks = BTreeSet::new();
        for &bodies in &pairs {
            for meeting in self.query.meeting(&self.scene, bodies).into_iter().flatten() {
                for (n, body) in bodies.into_iter().enumerate() {
                    let triangle = meeting.triangles[n].unwrap_or(WHOLE);
                    marks.insert([body.number(), meeting.parts[n] as u32, triangle]);
                }
            }
        }
        self.pairs = pairs.into_iter().map(|bodies| bodies.map(BodyId::number)).collect();
        self.marks = marks.into_iter().collect();
        Ok(self.pairs.len())
    }

    fn colliding(&mut self) -> Result<Vec<[BodyId; 2]>, String> {
        match &mut self.robot {
            Some(robot) => robot.pairs(),
            None => Ok(self.query.pairs(&self.scene)),
        }
    }

    /// Where meshes that collide meet: segments of six numbers in `self.numbers`, a point twice
    /// where they touch in one. How many.
    pub(crate) fn find_contacts(&mut self) -> Result<usize, String> {
        let mut segments = Vec::new();
        for [a, b] in self.colliding()? {
            let of_body = |body| self.scene.parts(body).map_err(|error| error.to_string());
            for (m, one) in of_body(a)?.iter().enumerate() {
                for (n, other) in of_body(b)?.iter().enumerate() {
                    let pose = |body, part| {
                        self.scene.part_pose(body, part).map_err(|error| error.to_string())
                    };
                    let contacts = self.meshes.contacts(
                        one.collider(),
                        pose(a, m)?,
                        other.collider(),
                        pose(b, n)?,
                    );
                    let (curves, patches) = contact_curves(&contacts);
                    for curve in &curves {
                        add_sides(&mut segments, &curve.points, curve.is_closed);
                    }
                    patches.iter().for_each(|patch| add_sides(&mut segments, patch, true));
                }
            }
        }
        self.numbers = segments.into_flattened();
        Ok(self.numbers.len() / 6)
    }

    /// The two bodies nearest to each other, in `self.numbers`: their numbers, the least and the
    /// largest distance, and the closest points, ten numbers in all. 1, or 0 if no pair is checked.
    pub(crate) fn find_nearest(&mut self) -> usize {
        let found = match &mut self.robot {
            Some(robot) => robot.nearest(),
            None => self.query.distance(&self.scene).ok(),
        };
        self.numbers.clear();
        let Some(found) = found else { return 0 };
        self.numbers.extend(found.bodies.map(|body| f64::from(body.number())));
        self.numbers.extend([found.lower, found.upper]);
        self.numbers.extend(found.points.iter().flat_map(|point| point.coords.iter()));
        1
    }

    /// What to draw a part by, in `self.outline`: nothing for an unbounded shape.
    pub(crate) fn find_outline(&mut self, body: u32, part: u32) -> Result<usize, String> {
        let parts = self.scene.parts(self.id(body)?).map_err(|error| error.to_string())?;
        let part = parts.get(part as usize).ok_or_else(|| format!("there is no part {part}"))?;
        self.outline.clear();
        if let Some(mesh) = part.outline() {
            for n in 0..mesh.triangles().len() {
                let corners = mesh.triangle(n).map(|corner| part.offset().place(&corner));
                let mut numbers = [0.0; 9];
                for (to, corner) in numbers.as_chunks_mut::<3>().0.iter_mut().zip(corners) {
                    *to = corner.into();
                }
                self.outline.push(numbers);
            }
        }
        Ok(self.outline.len())
    }

    /// The text of a scene file of the scene as it is now; meshes that are bodies are named.
    pub(crate) fn text(&self, bodies: &Bodies) -> String {
        scene_to_json_with(&self.scene, |part| bodies.name(part.collider().body()?))
    }

    fn id(&self, body: u32) -> Result<BodyId, String> {
        self.scene.numbered(body).map_err(|error| error.to_string())
    }
}

fn add_sides(segments: &mut Vec<[f64; 6]>, points: &[Point3<f64>], is_closed: bool) {
    let mut add = |from: &Point3<f64>, to: &Point3<f64>| {
        segments.push([from.x, from.y, from.z, to.x, to.y, to.z]);
    };
    points.windows(2).for_each(|ends| add(&ends[0], &ends[1]));
    match points {
        [point] => add(point, point),
        [first, .., last] if is_closed => add(last, first),
        _ => {}
    }
}
