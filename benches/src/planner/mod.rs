//! What planners ask: a small body against a large one, and bodies that rest on each other.
//!
//! A [`Scene`] is a pair of bodies, made here from formulas and fixed seeds; its [`Set`]s are poses
//! of the two, each set in one situation, so that no deep pose hides what a free one costs. Scenes
//! are made one at a time, by [`Scene::make`]: all of them together are gigabytes of trees.

mod blocks;
mod figure;
mod gears;
mod patches;
mod plates;
mod room;
mod shelf;
mod small;
mod terrain;
mod threads;
mod tubes;
mod twice;

pub mod fcl;
pub mod report;
pub mod time;

use nalgebra::{Matrix3, Rotation3, Unit, Vector3};
use obbtree::{Mesh, Pose};

/// Poses of A and B.
pub type Poses = [Pose; 2];

/// A body and the name of its file.
pub struct Part {
    /// A file's name without ending; the same name is always the same mesh.
    pub name: String,
    /// At its own coordinates.
    pub mesh: Mesh,
}

/// Poses in one situation.
pub struct Set {
    /// The situation.
    pub name: String,
    /// Where A and B are.
    pub poses: Vec<Poses>,
    /// Whether the surfaces meet, where the way in which the poses were made says so for all of them.
    pub meets: Option<bool>,
}

/// A pair of bodies with its sets.
pub struct Pair {
    /// The body that is named first in every question.
    pub a: Part,
    /// The other one.
    pub b: Part,
    /// Its poses.
    pub sets: Vec<Set>,
}

/// What kind of question a scene asks. Means are taken over a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A small body against a large one.
    Small,
    /// Bodies that lie on, stand in or coincide with each other.
    Rest,
}

impl Family {
    /// Both, in the order of the report.
    pub const BOTH: [Self; 2] = [Self::Small, Self::Rest];

    /// `small` or `rest`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Rest => "rest",
        }
    }
}

/// A pair of bodies that is yet to be made.
pub struct Scene {
    /// Its kind.
    pub family: Family,
    /// Unique within its family.
    pub name: String,
    make: Box<dyn Fn() -> Pair>,
}

impl Scene {
    fn new(family: Family, name: impl Into<String>, make: impl Fn() -> Pair + 'static) -> Self {
        Self { family, name: name.into(), make: Box::new(make) }
    }

    /// Meshes and poses, the same in every run.
    #[must_use]
    pub fn make(&self) -> Pair {
        (self.make)()
    }
}

/// All scenes, family by family.
#[must_use]
pub fn scenes() -> Vec<Scene> {
    let mut all = small::scenes();
    for of_kind in [plates::scenes, tubes::scenes, blocks::scenes, gears::scenes, threads::scenes] {
        all.extend(of_kind());
    }
    all.extend(twice::scenes());
    all
}

/// What of the coordinates is kept.
#[derive(Clone, Copy, PartialEq)]
enum Coordinates {
    /// All are `f32` numbers, as in most mesh files.
    F32,
    /// All bits of `f64`.
    F64,
}

impl Coordinates {
    fn of(self, mesh: &Mesh) -> Mesh {
        match self {
            Self::F32 => {
                let vertices = mesh.vertices().iter().map(|v| v.map(|x| f64::from(x as f32)));
                Mesh::new(vertices.collect(), mesh.triangles().to_vec()).expect("finite vertices")
            }
            Self::F64 => mesh.clone(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// Degrees by which bodies at rest are rotated where their axes are not to be the frame's.
const DEGREES: f64 = 11.0;

/// Rotated by [`DEGREES`] about an axis that is no coordinate axis.
fn tilt() -> Matrix3<f64> {
    let axis = Unit::new_normalize(Vector3::new(1.0, 2.0, 3.0));
    Rotation3::from_axis_angle(&axis, DEGREES.to_radians()).into_inner()
}

/// Rotated about z; heights stay as they are, exactly.
fn rotation_about_z(radians: f64) -> Matrix3<f64> {
    let (sin, cos) = (libm::sin(radians), libm::cos(radians));
    Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0)
}

fn pose(rotation: Matrix3<f64>, translation: Vector3<f64>) -> Pose {
    Pose::new(rotation, translation).expect("a rotation")
}

fn shift(x: f64, y: f64, z: f64) -> Pose {
    pose(Matrix3::identity(), Vector3::new(x, y, z))
}

/// Both bodies carried along by one motion: rounding moves them against each other by some 1e-17.
fn carried(rotation: Matrix3<f64>, poses: &[Poses]) -> Vec<Poses> {
    let place = |old: &Pose| pose(rotation * old.rotation(), rotation * old.translation());
    poses.iter().map(|both| both.each_ref().map(place)).collect()
}

/// B at these poses, A at its own coordinates.
fn b_at(poses: impl IntoIterator<Item = Pose>) -> Vec<Poses> {
    poses.into_iter().map(|b| [Pose::identity(), b]).collect()
}
