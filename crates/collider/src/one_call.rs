//! The questions as single calls, for who asks once. Who asks often keeps a [`Query`].

use obbtree_predicates::Pose;

use crate::body::Body;
use crate::collider::ColliderRef;
use crate::contacts::Contact;
use crate::distance::Distance;
use crate::query::Query;
use crate::relation::Relation;

/// Questions about two placed colliders, each by the method of its name.
macro_rules! asked_once {
    ($($(#[$doc:meta])* pub fn $name:ident($($option:ident: $of:ty)?) -> $answer:ty;)+) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name<'a, 'b>(
            a: impl Into<ColliderRef<'a>>,
            pose_a: &Pose,
            b: impl Into<ColliderRef<'b>>,
            pose_b: &Pose,
            $($option: $of)?
        ) -> $answer {
            Query::default().$name(a, pose_a, b, pose_b $(, $option)?)
        }
    )+};
}

asked_once! {
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
    pub fn collide() -> bool;

    /// Where the two meet. See [`Query::contacts`].
    pub fn contacts() -> Vec<Contact>;

    /// Is the distance of the two at most `tolerance`? See [`Query::closer_than`].
    pub fn closer_than(tolerance: f64) -> bool;

    /// How far apart are the two? See [`Query::distance`].
    pub fn distance() -> Distance;
}

/// All pairs of triangles that meet, ascending. See [`Query::pairs`].
#[must_use]
pub fn pairs(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Vec<[u32; 2]> {
    Query::default().pairs(a, pose_a, b, pose_b)
}

/// How do the two bodies stand to each other? See [`Query::classify`].
#[must_use]
pub fn classify(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Relation {
    Query::default().classify(a, pose_a, b, pose_b)
}
