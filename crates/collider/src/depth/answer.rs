//! How deep, or why that is not known.

use nalgebra::{Point3, Vector3};
use obbtree_mesh::OpenMesh;
use obbtree_predicates::{Pose, UpperBound};
use thiserror::Error;

/// How far two solid colliders are in each other. The penetration depth is the length of the
/// shortest translation after which they have no inner point in common, or the limit of such
/// lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Depth {
    /// The depth is at least this, in the caller's unit.
    pub lower: f64,
    /// And at most this: the length of `translation`, with what adding it rounds. 0 if and only if
    /// the two do not meet.
    pub upper: f64,
    /// Added to the translation of B's pose, in `f64`, it gives a pose at which the two are proven
    /// not to meet. Zero where they do not meet.
    pub translation: Vector3<f64>,
}

/// Why two colliders have no depth that is known.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum DepthError {
    /// A mesh is open, so it has no inside.
    #[error(transparent)]
    Open(#[from] OpenMesh),
    /// A plane or half-space.
    #[error("a plane or half-space has no penetration depth here: it is unbounded")]
    Unbounded,
    /// A point cloud, or voxels.
    #[error("the depth of a point cloud or voxels in something else is not known")]
    Cloud,
    /// A direction of no length.
    #[error("the direction has no length")]
    NoDirection,
    /// No translation within the range of coordinates parts the two.
    #[error("no translation was found that parts the two")]
    NoWayOut,
}

impl Depth {
    pub(super) const NONE: Self =
        Self { lower: 0.0, upper: 0.0, translation: Vector3::new(0.0, 0.0, 0.0) };

    /// From a lower bound and a translation that is free.
    pub(super) fn from_way(
        lower: f64,
        way: Option<Vector3<f64>>,
        pose_b: &Pose,
    ) -> Result<Self, DepthError> {
        let translation = way.ok_or(DepthError::NoWayOut)?;
        let from = Point3::from(*pose_b.translation());
        let upper = UpperBound::of_distance(&(from + translation), &from).get();
        Ok(Self { lower: lower.min(upper), upper, translation })
    }
}
