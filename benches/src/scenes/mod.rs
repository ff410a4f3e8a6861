//! What the comparison asks: pairs of bodies in the situations in which meshes meet each other,
//! family by family.
//!
//! A [`Scene`] is a pair of bodies, made here from formulas and fixed seeds; its [`Set`]s are poses
//! of the two, each set in one situation, so that no deep pose hides what a free one costs. Scenes
//! are made one at a time, by [`Scene::make`]: all of them together are gigabytes of trees.

mod approach;
mod blocks;
mod deep;
mod far;
mod figure;
mod gaps;
mod gears;
mod huge;
mod models;
mod patches;
mod paths;
mod plates;
mod room;
mod shelf;
mod slivers;
mod small;
mod smooth;
mod soups;
mod terrain;
mod threads;
mod tubes;
mod twice;

use nalgebra::{Matrix3, Rotation3, Unit, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_assets::Motion;
use obbtree_tests::shapes::bend;

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
    /// Whether the surfaces meet, where the way in which the poses were made says so for all of
    /// them.
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

/// What kind of question a scene asks. Tables and means are made for each family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Bodies of like size at gaps, and at first contact.
    Gaps,
    /// A small body against a large one.
    Small,
    /// Bodies that lie on or stand in each other, or are apart by a hair's breadth.
    Rest,
    /// Meshes or poses far from the origin, for their size.
    Far,
    /// Bodies deep in each other.
    Deep,
    /// Triangles without a surface, and bodies of many shells.
    Soups,
    /// Long thin triangles.
    Slivers,
    /// A triangle larger than all of the other body.
    Huge,
    /// A mesh on itself.
    Twice,
    /// Poses that follow each other along a smooth motion.
    Paths,
    /// Real meshes from the developers' data, where it is there.
    Models,
}

impl Family {
    /// All, in the order of the report.
    pub const ALL: [Self; 11] = [
        Self::Gaps,
        Self::Small,
        Self::Rest,
        Self::Far,
        Self::Deep,
        Self::Soups,
        Self::Slivers,
        Self::Huge,
        Self::Twice,
        Self::Paths,
        Self::Models,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Its heading in the report.
    pub fn title(self) -> &'static str {
        self.words()[1]
    }

    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Gaps => ["gaps", "Bodies of like size at gaps"],
            Self::Small => ["small", "Small against large"],
            Self::Rest => ["rest", "At rest, and a hair's breadth apart"],
            Self::Far => ["far", "Far from the origin"],
            Self::Deep => ["deep", "Deep contact"],
            Self::Soups => ["soups", "Soups and foams"],
            Self::Slivers => ["slivers", "Slivers and needles"],
            Self::Huge => ["huge", "One huge triangle"],
            Self::Twice => ["twice", "The same mesh twice"],
            Self::Paths => ["paths", "Smooth paths"],
            Self::Models => {
                ["models", "Real meshes (these need data that is not in the repository)"]
            }
        }
    }
}

/// A pair of bodies that is yet to be made.
pub struct Scene {
    /// Its kind.
    pub family: Family,
    /// Unique within its family.
    pub name: String,
    /// Is it one of the few of a quick run?
    pub quick: bool,
    make: Box<dyn Fn() -> Pair>,
}

impl Scene {
    fn new(family: Family, name: impl Into<String>, make: impl Fn() -> Pair + 'static) -> Self {
        Self { family, name: name.into(), quick: false, make: Box::new(make) }
    }

    fn quick(self, quick: bool) -> Self {
        Self { quick, ..self }
    }

    /// Meshes and poses, the same in every run.
    pub fn make(&self) -> Pair {
        (self.make)()
    }
}

/// All scenes, family by family.
pub fn scenes() -> Vec<Scene> {
    let kinds = [
        gaps::scenes,
        small::scenes,
        plates::scenes,
        tubes::scenes,
        blocks::scenes,
        gears::scenes,
        threads::scenes,
        far::scenes,
        deep::scenes,
        soups::scenes,
        slivers::scenes,
        huge::scenes,
        twice::scenes,
        paths::scenes,
        models::scenes,
    ];
    kinds.into_iter().flat_map(|of_kind| of_kind()).collect()
}

/// Those in which bodies are apart, and the smooth paths that only the questions about distances
/// use.
pub fn apart() -> Vec<Scene> {
    let meeting = [Family::Deep, Family::Soups, Family::Twice];
    let all = scenes().into_iter().chain(smooth::scenes());
    all.filter(|scene| !meeting.contains(&scene.family)).collect()
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
            Self::F32 => bend(mesh, |v| v.map(|x| f64::from(x as f32))),
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

/// A pose of the models' own motions.
fn placed(motion: Motion) -> Pose {
    let ([x, y, z], [i, j, k, w]) = (motion.translation, motion.quaternion);
    Pose::from_translation_quaternion([x, y, z, i, j, k, w]).expect("a unit quaternion")
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

/// A mesh of a family by its name, made by `obbtree-assets`, with about as many triangles.
fn named(name: &str, triangles: usize) -> Part {
    let family = obbtree_assets::named::by_name(name).expect("a name of the list");
    Part { name: format!("{name}-{triangles}"), mesh: family.mesh(triangles) }
}

/// The same part under a name of its own, every vertex moved.
fn moved(part: &Part, by: Vector3<f64>, name: &str) -> Part {
    let mesh = bend(&part.mesh, |v| (Vector3::from(v) + by).into());
    Part { name: format!("{}-{name}", part.name), mesh }
}

/// A gap as it is written in the name of a set: in percent of the size of A.
fn percent(share: f64) -> String {
    format!("{:+} %", (1e6 * share).round() / 1e4)
}
