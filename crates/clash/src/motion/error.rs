//! Why a motion study has no report.

use obbtree_collider::BatchError;
use obbtree_scene::SceneError;
use thiserror::Error;

use crate::study::StudyError;

/// Why a motion study has no report.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotionRunError {
    /// The study cannot be used.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A body is not in the scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The flag was raised, or there were no threads.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Poses between which there is no motion.
    #[error("body {body:?}: {why}")]
    Motion {
        /// Its name.
        body: String,
        /// Why.
        why: String,
    },
    /// A body that is carried by one that moves, and has no poses itself.
    #[error("body {body:?} is carried by {parent:?}, which moves: give the poses of both")]
    Carried {
        /// Its name.
        body: String,
        /// What carries it.
        parent: String,
    },
}
