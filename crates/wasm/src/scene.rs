//! The scene of a module: bodies by name that a page moves, and which of them collide.
//!
//! A module holds one scene, read from the text of a scene file whose meshes are all embedded.
//! Bodies have the numbers of their places in the file, from 0, and parts those of their places in
//! the model.

use std::collections::BTreeSet;

use obbtree_predicates::Pose;
use obbtree_scene::{BodyId, Scene, SceneQuery, scene_from_json, scene_to_json};

/// A triangle of a part that meets another body; [`WHOLE`] for a primitive, which has no triangles.
pub(crate) type Mark = [u32; 3];

/// In place of a triangle's number.
const WHOLE: u32 = u32::MAX;

/// What errors call the text: it comes from no file.
const NAME: &str = "scene";

/// A scene, and what the last questions about it found.
#[derive(Default)]
pub(crate) struct PageScene {
    scene: Scene,
    query: SceneQuery,
    /// Bodies that collide, ascending.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Body, part and triangle of all that meets, ascending.
    pub(crate) marks: Vec<Mark>,
    /// Of all bodies: the twelve numbers of `[R | t]`, row by row.
    pub(crate) poses: Vec<[f64; 12]>,
    /// Triangles to draw a part by: three corners each, in the body's frame.
    pub(crate) outline: Vec<[f64; 9]>,
}

impl PageScene {
    /// Reads a scene and forgets the last one. How many bodies it has.
    pub(crate) fn read(&mut self, text: &str) -> Result<usize, String> {
        let scene = scene_from_json(text, NAME).map_err(|error| error.to_string())?;
        *self = Self { scene, ..Self::default() };
        Ok(self.scene.ids().count())
    }

    /// Moves a body, and all that it carries.
    pub(crate) fn set_pose(&mut self, body: u32, pose: [f64; 12]) -> Result<usize, String> {
        let pose = Pose::from_rows(pose).map_err(|error| error.to_string())?;
        let id = self.id(body)?;
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
    pub(crate) fn find_pairs(&mut self) -> usize {
        let pairs = self.query.pairs(&self.scene);
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
        self.pairs.len()
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

    /// The text of a scene file of the scene as it is now, with all meshes embedded.
    pub(crate) fn text(&self) -> String {
        scene_to_json(&self.scene, None)
    }

    fn id(&self, body: u32) -> Result<BodyId, String> {
        self.scene.numbered(body).map_err(|error| error.to_string())
    }
}
