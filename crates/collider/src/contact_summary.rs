//! The contact of two bodies as a whole: where it is, and how to end it.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Aabb, Pose};

use crate::body::Body;
use crate::contact_curves::{ContactCurve, contact_curves};
use crate::contacts::Contact;
use crate::deepest_point::{DeepestPoint, deepest_point};
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::separation::Separation;

/// The contact of two bodies as a whole. Lengths in the caller's unit, points and vectors in the
/// world.
///
/// Its depths are different things with different names. [`Contact::local_depth`] is how far its
/// two triangles reach into each other, and no more. The length of
/// [`separating_translation`](Self::separating_translation) is enough to part the bodies. The
/// depth of a [`DeepestPoint`] is how far inside a vertex is. The penetration depth, which is the
/// length of the shortest translation that parts the surfaces, is at least the largest
/// `local_depth` and at most that of `separating_translation`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactSummary {
    /// The pairs of triangles that meet, as [`Query::contacts`] gives them.
    pub contacts: Vec<Contact>,
    /// Where the surfaces cross or touch: the segments that pairs of triangles share, chained,
    /// and single points.
    pub curves: Vec<ContactCurve>,
    /// Where triangles overlap in one plane: convex polygons, one for each pair.
    pub patches: Vec<Vec<Point3<f64>>>,
    /// The box around all of these; `None` if there are none.
    pub bounds: Option<Aabb>,
    /// A translation that frees B: added to the translation of B's pose, in `f64`, it gives a
    /// pose at which the bodies are proven not to collide, nor, of closed bodies, one to be
    /// inside the other. Zero if they are so already; `None` if none was found within the range
    /// of coordinates. It is short, not always the shortest.
    pub separating_translation: Option<Vector3<f64>>,
    /// Of A's vertices the deepest inside B, and of B's the deepest inside A. `None` if none is
    /// inside, or if the other body is open. Where edges alone go through each other no vertex is
    /// inside.
    pub deepest_points: [Option<DeepestPoint>; 2],
}

impl Query {
    /// The contact of two bodies as a whole: all pairs, the curves along which they meet, a
    /// translation that parts the bodies, the deepest vertices.
    ///
    /// It asks some hundred times whether the bodies collide, and once for each vertex whether it
    /// is inside the other body: for a look at a contact, not for an inner loop. [`Query::limit`]
    /// limits the contacts that are looked at. The answer is the same in every run.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// // Its top is a quarter inside the upper one.
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.25, 0.25, 0.75])?);
    /// let mut query = Query::new();
    /// let found = query.contact_summary(&body, &here, &body, &above);
    /// let free = above.translation() + found.separating_translation.expect("in range");
    /// assert!(!query.collide(&body, &here, &body, &Pose::from_translation(free.into())?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contact_summary(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
    ) -> ContactSummary {
        let contacts = self.contacts(a, pose_a, b, pose_b);
        let (curves, patches) = contact_curves(&contacts);
        let points = contacts.iter().flat_map(|contact| contact.points());
        let bounds = Aabb::around(points);
        let separating_translation = self.separating_translation(a, pose_a, b, pose_b, &contacts);
        let deepest_points = self.deepest_points([a, b], [pose_a, pose_b]);
        ContactSummary { contacts, curves, patches, bounds, separating_translation, deepest_points }
    }

    /// [`ContactSummary::deepest_points`] alone, of A and B.
    #[must_use]
    pub fn deepest_points(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
    ) -> [Option<DeepestPoint>; 2] {
        [deepest_point(self, a, pose_a, b, pose_b), deepest_point(self, b, pose_b, a, pose_a)]
    }

    /// [`ContactSummary::separating_translation`] alone; the contacts give directions to try.
    #[must_use]
    pub fn separating_translation(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        contacts: &[Contact],
    ) -> Option<Vector3<f64>> {
        let solids = [PlacedSolid::mesh(a, pose_a), PlacedSolid::mesh(b, pose_b)];
        Separation::new(self, solids).find(contacts, None)
    }
}
