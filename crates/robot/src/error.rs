//! Why a robot was not read.

use std::path::{Path, PathBuf};

use obbtree_collider::ShapeError;
use obbtree_io::ReadError;
use obbtree_predicates::PoseError;
use obbtree_scene::SceneError;
use thiserror::Error;

/// Why a robot, its SRDF or a file of configurations was not read: names the file, and what in it.
#[derive(Debug, Error)]
#[error("{}: {problem}", .file.display())]
#[non_exhaustive]
pub struct RobotError {
    /// The file, as the caller named it.
    pub file: PathBuf,
    /// What is wrong there.
    pub problem: RobotProblem,
}

/// Why a question about a configuration has no answer.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CheckError {
    /// A value is not finite, or places nothing.
    #[error("joint '{joint}': {problem}")]
    NotPlaced {
        /// The joint.
        joint: String,
        /// What is wrong with its values.
        problem: String,
    },
    /// A value is beyond its joint's limits.
    #[error(
        "joint '{joint}': its value {value} is beyond its limits, {} to {}", .limits[0], .limits[1]
    )]
    BeyondLimits {
        /// The joint.
        joint: String,
        /// Its value.
        value: f64,
        /// The least and the largest value; one of them may be infinite.
        limits: [f64; 2],
    },
    /// It has another number of values than the robot has degrees of freedom.
    #[error("a configuration of this robot has {dof} values, not {given}")]
    Length {
        /// How many there are.
        given: usize,
        /// How many there have to be: [`Robot::dof`](crate::Robot::dof).
        dof: usize,
    },
    /// There is no joint of this number.
    #[error("there is no joint of number {0}")]
    NoSuchJoint(usize),
    /// A threshold that is negative or not a number.
    #[error("the threshold is {0}, not a number of at least 0")]
    Threshold(f64),
    /// There is no pair to be checked.
    #[error("nothing is checked: {0}")]
    NothingChecked(NothingChecked),
}

/// Why a robot's world is not made or changed.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The change of the scene has no meaning.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A pose of the change cannot be used.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// The part of a link cannot be made.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The configuration has no answer.
    #[error(transparent)]
    Configuration(#[from] CheckError),
    /// A body of the world has the name of a link.
    #[error("the world has a body `{0}`, which is the name of a link of the robot")]
    LinkName(String),
    /// A change took a link out of the world.
    #[error("link `{0}` was removed from the world of its robot")]
    LinkRemoved(String),
    /// A change made a link of other parts, which the robot has not got.
    #[error("link `{0}` was made of other parts in the world of its robot")]
    LinkParts(String),
    /// A change attached a link to a body.
    #[error("link `{0}` was attached to a body: joints carry the links of a robot")]
    LinkAttached(String),
    /// A change enabled a link without collision elements: a frame, which collides with nothing.
    #[error("link `{0}` was enabled: it has no collision element, and collides with nothing")]
    LinkWithoutElements(String),
    /// The robot has no link of this name.
    #[error("the robot has no link `{0}`")]
    NoSuchLink(String),
}

/// Why no pair is checked.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NothingChecked {
    /// No link has a collision element.
    #[error("no link of the robot has a <collision> element")]
    NoElements,
    /// There is no obstacle, and every pair of links is of one link, of two that one joint joins,
    /// or switched off.
    #[error("there is no obstacle, and no pair of links is left to be checked")]
    NoPairs,
}

/// What is wrong with the description of a robot.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RobotProblem {
    /// The operating system reports an error.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// Not XML, or XML of a depth that no robot has; the message has the line and the column.
    #[error("{0}")]
    Xml(String),
    /// XML that is no URDF.
    #[error("not a URDF: {0}")]
    Urdf(String),
    /// A xacro document that was not expanded: what its macros stand for would be left out.
    #[error(
        "line {line}: {found} is of xacro: expand the document first, as by \
         `xacro FILE.xacro > FILE.urdf`"
    )]
    Xacro {
        /// The line, counted from 1.
        line: usize,
        /// The element or the value.
        found: String,
    },
    /// XML that is no SRDF, or one of another robot.
    #[error("not an SRDF of this robot: {0}")]
    Srdf(String),
    /// A group of an SRDF that is not there, or names what the robot does not have.
    #[error("group '{group}': {problem}")]
    Group {
        /// The group.
        group: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A named state of an SRDF that does not fit the robot.
    #[error("state '{state}': {problem}")]
    State {
        /// The state.
        state: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Two links or two joints of one name.
    #[error("two {what}s are called '{name}'")]
    Twice {
        /// `link` or `joint`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A joint names a link, or a mimic a joint, that is not there.
    #[error("joint '{joint}' names the {what} '{name}', which does not exist")]
    Unknown {
        /// The joint.
        joint: String,
        /// `parent link`, `child link` or `joint to mimic`.
        what: &'static str,
        /// The name that it gives.
        name: String,
    },
    /// Links and joints are not one tree.
    #[error("links and joints are not one tree: {0}")]
    NotATree(String),
    /// A number of a joint cannot be used.
    #[error("joint '{joint}': {problem}")]
    Joint {
        /// The joint.
        joint: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A number of a collision element cannot be used.
    #[error("link '{link}', collision element {element}: {problem}")]
    Element {
        /// The link.
        link: String,
        /// The element's number in the link, counted from 0.
        element: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A mesh was not read.
    #[error("link '{link}', collision element {element}: mesh '{written}': {source}")]
    Mesh {
        /// The link.
        link: String,
        /// The element's number in the link, counted from 0.
        element: usize,
        /// The mesh's name in the URDF.
        written: String,
        /// What is wrong, with the file.
        source: Box<ReadError>,
    },
    /// A `package://` name that no root has.
    #[error(
        "link '{link}', collision element {element}: mesh '{written}' is not there; looked at {}",
        list(.looked_at)
    )]
    NoMesh {
        /// The link.
        link: String,
        /// The element's number in the link, counted from 0.
        element: usize,
        /// The mesh's name in the URDF.
        written: String,
        /// The paths that were tried.
        looked_at: Vec<PathBuf>,
    },
    /// A line of a file of configurations.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

impl RobotProblem {
    pub(crate) fn in_file(self, file: &Path) -> RobotError {
        RobotError { file: file.to_owned(), problem: self }
    }

    pub(crate) fn joint(joint: &str, problem: impl Into<String>) -> Self {
        Self::Joint { joint: joint.to_owned(), problem: problem.into() }
    }
}

/// What is wrong with the numbers of a collision element.
#[derive(Debug, Error)]
pub(crate) enum ElementProblem {
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error(transparent)]
    Pose(#[from] PoseError),
    #[error("{0}")]
    Size(String),
}
