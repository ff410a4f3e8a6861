//! Why a scene cannot be changed as asked.

use obbtree_predicates::PoseError;
use thiserror::Error;

/// A scene was not changed; it is as it was.
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
    /// A body would carry itself.
    #[error("body `{0}` would carry itself")]
    CarriesItself(String),
    /// A margin that is negative or not finite.
    #[error("the margin is {0}, not a finite number of at least 0")]
    Margin(f64),
}
