//! The questions as single calls, for who asks once. Who asks often keeps a [`Query`].

use obbtree_predicates::Pose;
use obbtree_query::{Distance, Engine};

use crate::body::Body;
use crate::contacts::PairContact;
use crate::query::Query;
use crate::relation::Relation;

/// Do the two surfaces meet? See [`Query::collide`].
///
/// ```
/// # use obbtree_mesh::Mesh;
/// use obbtree_collider::{Body, collide};
/// use obbtree_predicates::Pose;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let body = Body::new(mesh);
/// let (here, away) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1e-300])?);
/// assert!(collide(&body, &here, &body, &here));
/// assert!(!collide(&body, &here, &body, &away));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn collide<T: Engine>(a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> bool {
    Query::default().collide(a, pose_a, b, pose_b)
}

/// All pairs of triangles that meet, ascending. See [`Query::pairs`].
#[must_use]
pub fn pairs<T: Engine>(a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Vec<[u32; 2]> {
    Query::default().pairs(a, pose_a, b, pose_b)
}

/// All pairs of triangles that meet, with what they share. See [`Query::contacts`].
#[must_use]
pub fn contacts<T: Engine>(
    a: &Body<T>,
    pose_a: &Pose,
    b: &Body<T>,
    pose_b: &Pose,
) -> Vec<PairContact> {
    Query::default().contacts(a, pose_a, b, pose_b)
}

/// Is the distance of the two surfaces at most `tolerance`? See [`Query::closer_than`].
#[must_use]
pub fn closer_than<T: Engine>(
    a: &Body<T>,
    pose_a: &Pose,
    b: &Body<T>,
    pose_b: &Pose,
    tolerance: f64,
) -> bool {
    Query::default().closer_than(a, pose_a, b, pose_b, tolerance)
}

/// How far apart are the two surfaces? See [`Query::distance`].
#[must_use]
pub fn distance<T: Engine>(a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Distance {
    Query::default().distance(a, pose_a, b, pose_b)
}

/// How do the two bodies stand to each other? See [`Query::classify`].
#[must_use]
pub fn classify<T: Engine>(a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Relation {
    Query::default().classify(a, pose_a, b, pose_b)
}
