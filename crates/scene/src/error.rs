//! Why a scene cannot be changed, or a question about it has no answer.

use obbtree_predicates::PoseError;
use thiserror::Error;

/// A scene was not changed, or a question about it names what is not there or has nothing to be
/// about.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SceneError {
    /// There is a body of this name.
    #[error("there is a body `{0}` already")]
    NameInUse(String),
    /// There is no body of this name.
    #[error("there is no body `{0}`")]
    NoSuchName(String),
    /// There is no body of this number, or it was removed.
    #[error("there is no body of number {0}")]
    NoSuchBody(u32),
    /// A body has no part of this number.
    #[error("body `{body}` has no part {part}: it has {parts}, from 0 on")]
    NoSuchPart {
        /// The body.
        body: String,
        /// The number of the part.
        part: usize,
        /// How many parts the body has.
        parts: usize,
    },
    /// A change of a part that is something else.
    #[error("part {part} of body `{body}` is not {expected}")]
    OtherKind {
        /// The body.
        body: String,
        /// The number of the part.
        part: usize,
        /// What such a change is for: a point cloud, or voxels.
        expected: &'static str,
    },
    /// A question about a body that is not enabled, and so is in no question.
    #[error("body `{0}` is not enabled, so no question is about it")]
    NotEnabled(String),
    /// No pair of bodies is checked, so there is no nearest one.
    #[error("{}", no_pairs(*bodies, *enabled))]
    NoPairs {
        /// How many bodies the scene has.
        bodies: usize,
        /// How many of them are enabled.
        enabled: usize,
    },
    /// Each pair that is checked has a point cloud or voxels without any, so none is the nearest.
    #[error("in each pair that is checked, one body is point clouds or voxels without any")]
    NoDistance,
    /// Both names of a pair are the same.
    #[error("`{0}` with itself is no pair")]
    OneBody(String),
    /// A sweep in which no body moves.
    #[error("no body is given a motion")]
    NoMoves,
    /// A body is given two motions.
    #[error("body `{0}` is given more than one motion")]
    MovedTwice(String),
    /// A threshold that is negative or not a number.
    #[error("the threshold is {0}, not a number of at least 0")]
    Threshold(f64),
    /// A body without parts.
    #[error("body `{0}` has no parts")]
    NoParts(String),
    /// The pose of a part, or of an attached body, follows from others and cannot be used.
    #[error("body `{body}` cannot be there: {reason}")]
    Pose {
        /// The body.
        body: String,
        /// What is wrong with the pose that follows.
        reason: PoseError,
    },
    /// A tree that is not that of its mesh.
    #[error("{0}")]
    Tree(String),
    /// A body would carry itself.
    #[error("body `{0}` would carry itself")]
    CarriesItself(String),
    /// A padding that is negative or not finite.
    #[error("the padding is {0}, not a finite number of at least 0")]
    Padding(f64),
    /// A margin that is negative or not finite.
    #[error("the margin is {0}, not a finite number of at least 0")]
    Margin(f64),
}

/// Why no pair of a scene is checked.
fn no_pairs(bodies: usize, enabled: usize) -> String {
    match (bodies, enabled) {
        (0, _) => "there is no body in the scene".to_owned(),
        (1, 1) => "there is only one body in the scene".to_owned(),
        (_, 0) => format!("no pair is checked: of {bodies} bodies none is enabled"),
        (_, 1) => format!("no pair is checked: of {bodies} bodies only one is enabled"),
        _ => format!(
            "no pair of the {enabled} enabled bodies is checked: all are allowed to collide, \
             carry each other, or are in groups that are not checked together"
        ),
    }
}
