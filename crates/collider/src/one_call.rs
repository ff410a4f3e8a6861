//! The questions as single calls, for who asks once. Who asks often keeps a [`Query`].

use obbtree_predicates::Pose;

use crate::body::Body;
use crate::collider::ColliderRef;
use crate::contacts::Contact;
use crate::distance::Distance;
use crate::query::Query;
use crate::relation::Relation;

/// Do the two meet? See [`Query::collide`].
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
pub fn collide<'a, 'b>(
    a: impl Into<ColliderRef<'a>>,
    pose_a: &Pose,
    b: impl Into<ColliderRef<'b>>,
    pose_b: &Pose,
) -> bool {
    Query::default().collide(a, pose_a, b, pose_b)
}

/// All pairs of triangles that meet, ascending. See [`Query::pairs`].
#[must_use]
pub fn pairs(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Vec<[u32; 2]> {
    Query::default().pairs(a, pose_a, b, pose_b)
}

/// Where the two meet. See [`Query::contacts`].
#[must_use]
pub fn contacts<'a, 'b>(
    a: impl Into<ColliderRef<'a>>,
    pose_a: &Pose,
    b: impl Into<ColliderRef<'b>>,
    pose_b: &Pose,
) -> Vec<Contact> {
    Query::default().contacts(a, pose_a, b, pose_b)
}

/// Is the distance of the two at most `tolerance`? See [`Query::closer_than`].
#[must_use]
pub fn closer_than<'a, 'b>(
    a: impl Into<ColliderRef<'a>>,
    pose_a: &Pose,
    b: impl Into<ColliderRef<'b>>,
    pose_b: &Pose,
    tolerance: f64,
) -> bool {
    Query::default().closer_than(a, pose_a, b, pose_b, tolerance)
}

/// How far apart are the two? See [`Query::distance`].
#[must_use]
pub fn distance<'a, 'b>(
    a: impl Into<ColliderRef<'a>>,
    pose_a: &Pose,
    b: impl Into<ColliderRef<'b>>,
    pose_b: &Pose,
) -> Distance {
    Query::default().distance(a, pose_a, b, pose_b)
}

/// How do the two bodies stand to each other? See [`Query::classify`].
#[must_use]
pub fn classify(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Relation {
    Query::default().classify(a, pose_a, b, pose_b)
}
