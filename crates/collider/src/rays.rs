//! Rays and segments against one placed body.

use obbtree_predicates::{Pose, Ray};
use obbtree_query::{RayHit, all_ray_hits, any_ray_hit, closest_ray_hit};

use crate::body::Body;

/// Rays and segments of the world. The surface counts, from both sides; triangles are closed, so
/// a ray through an edge or a corner meets every triangle there, and none slips through. Whether
/// a ray meets a triangle, and which of two it meets first, is the answer of exact arithmetic on
/// the numbers given.
impl Body {
    /// The first triangle that a ray meets; of several that it meets at the same point, that with
    /// the least number. `None` if it meets none.
    ///
    /// A ray that begins on the surface meets it at 0. A ray in the plane of a triangle meets it
    /// where it enters it. The parameter comes as an interval, see [`RayHit`].
    ///
    /// ```
    /// use obbtree_collider::{Body, Ray};
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// let square = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let body = Body::new(Mesh::new(square, vec![[0, 1, 2], [3, 2, 1]])?);
    /// let pose = Pose::from_translation([0.0, 0.0, 2.0])?;
    /// // Through the edge that both triangles have.
    /// let ray = Ray::new([0.5, 0.5, 0.0], [0.0, 0.0, 4.0])?;
    /// let hit = body.closest_hit(&pose, &ray).expect("a hit");
    /// assert_eq!(hit.triangle, 0);
    /// assert!(hit.lower <= 0.5 && 0.5 <= hit.upper && hit.upper - hit.lower < 1e-14);
    /// assert!(!body.any_hit(&pose, &Ray::segment([0.5, 0.5, 0.0], [0.5, 0.5, 1.9])?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn closest_hit(&self, pose: &Pose, ray: &Ray) -> Option<RayHit> {
        closest_ray_hit(self.tree(), pose, ray)
    }

    /// Does a ray meet the surface? The first triangle found ends the search.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Ray};
    /// use obbtree_predicates::Pose;
    /// # let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// # let body = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    /// let here = Pose::identity();
    /// let down = |x: f64| Ray::new([x, 0.0, 1.0], [0.0, 0.0, -1.0]);
    /// assert!(body.any_hit(&here, &down(1.0)?)); // through a corner
    /// assert!(!body.any_hit(&here, &down(1.0_f64.next_up())?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn any_hit(&self, pose: &Pose, ray: &Ray) -> bool {
        any_ray_hit(self.tree(), pose, ray)
    }

    /// All triangles that a ray meets, each once, by their exact parameters, and by their numbers
    /// where these are equal: a ray through a common edge has both triangles.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Ray};
    /// use obbtree_predicates::Pose;
    /// # let square = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// # let body = Body::new(Mesh::new(square, vec![[0, 1, 2], [3, 2, 1]])?);
    /// let through_the_diagonal = Ray::new([0.25, 0.75, 1.0], [0.0, 0.0, -1.0])?;
    /// let hits = body.all_hits(&Pose::identity(), &through_the_diagonal);
    /// assert_eq!(hits.iter().map(|hit| hit.triangle).collect::<Vec<_>>(), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn all_hits(&self, pose: &Pose, ray: &Ray) -> Vec<RayHit> {
        all_ray_hits(self.tree(), pose, ray)
    }
}
