//! Where two placed bodies meet: the pairs of triangles that do, with what each pair shares.

use obbtree_predicates::{Placement, Pose, SharedSet, shared_set};
use obbtree_query::{Engine, interrupt::pause_at};

use crate::body::Body;
use crate::query::Query;

/// A pair of triangles that meet, and what they share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairContact {
    /// Their numbers in A's and B's mesh.
    pub triangles: [u32; 2],
    /// The point, segment or polygon that they share, in the world, with the direction and the length of
    /// their shortest way out of each other.
    pub shared: SharedSet,
}

impl<T: Engine> Query<T> {
    /// The pairs of triangles that meet, each with the set of points that the two share: ascending by the
    /// numbers of the triangles, all of them or as many as [`Query::limit`] says, the same ones that
    /// [`Query::pairs`] gives.
    ///
    /// The points are in the world, each coordinate within half an ulp of the exact one (and 2^-95 of the
    /// coordinates of the body); whether they are one point, a segment or a polygon is exact. The normal
    /// goes from A to B: B moved along it by `local_depth` no more than touches A's triangle. It is defined
    /// for every pair, see [`obbtree_predicates::shared_set`]. `local_depth` is of the two triangles alone:
    /// to part the bodies takes at least the largest of them, and may take much more, see
    /// [`Query::contact_summary`].
    ///
    /// A body inside another without a common point has no contacts.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// // Its top is a quarter below the upper one's bottom.
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 0.75])?);
    /// let contacts = Query::new().contacts(&body, &here, &body, &above);
    /// // Triangle 2 of the lower one goes through the bottom, triangle 0, along this segment.
    /// let found = contacts.iter().find(|contact| contact.triangles == [2, 0]).expect("they meet");
    /// let ends = found.shared.points();
    /// assert!(ends.len() == 2 && ends.iter().all(|end| end.z == 0.75 && end.x + end.y == 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contacts(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
    ) -> Vec<PairContact> {
        let mut contacts = Vec::new();
        self.contacts_into(a, pose_a, b, pose_b, &mut contacts);
        contacts
    }

    /// [`Query::contacts`] into memory of the caller's: what was in `contacts` is replaced. A warm query
    /// allocates nothing, but for corners that need integers of more than 256 bits.
    pub fn contacts_into(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        contacts: &mut Vec<PairContact>,
    ) {
        contacts.clear();
        let pairs = self.kept_pairs(a, pose_a, b, pose_b);
        if pairs.is_empty() {
            return;
        }
        let placement = Placement::new(pose_a, pose_b);
        contacts.extend(pairs.iter().enumerate().filter_map(|(index, &triangles)| {
            pause_at(index);
            let [in_a, in_b] = triangles;
            let shared = shared_set(&a.triangle(in_a), &b.triangle(in_b), &placement)?;
            Some(PairContact { triangles, shared })
        }));
    }
}
