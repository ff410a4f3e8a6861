//! How far apart the surfaces of two placed bodies are.

use obbtree_predicates::{Placement, Pose};
use obbtree_query::{Distance as SurfaceDistance, DistanceOptions, Engine, Interval};
use obbtree_tree::wide::Tree;

use crate::body::{Body, one_inside};
use crate::distance::Distance;
use crate::query::Query;

/// Why there is a distance where no limit is set.
pub(crate) const ALWAYS: &str = "meshes have triangles, and no distance is above infinity";

impl Query {
    /// The distance of two bodies; `None` if it is above the limit.
    pub(crate) fn distance_of_bodies(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
        options: &DistanceOptions,
    ) -> Option<Distance> {
        if !(options.at_most >= 0.0) {
            return None;
        }
        let placement = Placement::new(pose_a, pose_b);
        let of_surfaces = self.of_surfaces(a, b, &placement, options);
        let is_contact = of_surfaces.is_some_and(|found| found.upper == 0.0);
        if self.options().solid && !is_contact && one_inside(a, pose_a, b, pose_b) {
            let farther = options.at_most(f64::INFINITY);
            let found = of_surfaces.or_else(|| self.of_surfaces(a, b, &placement, &farther))?;
            let found = Distance::of_surfaces(&found, [a.mesh(), b.mesh()], &placement);
            return Some(Distance {
                lower: 0.0,
                upper: 0.0,
                normal: None,
                one_inside: true,
                ..found
            });
        }
        let meshes = [a.mesh(), b.mesh()];
        of_surfaces.map(|found| Distance::of_surfaces(&found, meshes, &placement))
    }

    /// Bounds of the distance of the two surfaces in the world, in the caller's unit, for about
    /// `box_tests` tests of boxes: for planners that move on by what is surely free.
    ///
    /// Both bounds are certain. More tests never give a worse lower or upper bound. With enough
    /// of them both come to the distance of boxes and triangles in `f32`: in general within some
    /// 1e-6 of the distance, or of the sizes of the bodies where that is more; within 1e-3 of the
    /// sizes for the worst slivers, and never below about 1e-15. (The narrow interval is
    /// [`Query::distance`]'s.) 0 tests give bounds too. Surfaces that meet have the lower
    /// bound 0. For solids, both are 0 where the lower one is above 0 and one body is inside the
    /// other.
    ///
    /// The tests come up to 16 at a time; the bounds can differ between instruction sets by
    /// rounding. What the box around each body as a whole tells is known before, and costs none.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 3.0])?);
    /// let free = Query::new().clearance(&body, &here, &body, &above, 64);
    /// assert!(2.9 < free.lower && free.lower <= 3.0 && 3.0 <= free.upper);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clearance(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        box_tests: u64,
    ) -> Interval {
        let placement = Placement::new(pose_a, pose_b);
        let solid = self.options().solid;
        let trees = [a.tree(), b.tree()];
        let mut found = self.counting(|counts, workspace| {
            Tree::clearance(trees, &placement, box_tests, counts, workspace)
        });
        // Only surfaces that certainly do not meet can be inside.
        if solid && found.lower > 0.0 && one_inside(a, pose_a, b, pose_b) {
            (found.lower, found.upper) = (0.0, 0.0);
        }
        found
    }

    /// [`Query::distance`] of the surfaces, for bodies that are solid too.
    pub(crate) fn surface_distance(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
    ) -> SurfaceDistance {
        let placement = Placement::new(pose_a, pose_b);
        self.of_surfaces(a, b, &placement, &DistanceOptions::default()).expect(ALWAYS)
    }

    /// The distance of the surfaces, within a limit.
    pub(crate) fn of_surfaces(
        &mut self,
        a: &Body,
        b: &Body,
        placement: &Placement,
        options: &DistanceOptions,
    ) -> Option<SurfaceDistance> {
        let trees = [a.tree(), b.tree()];
        let cached = self.options().contact_cache;
        let start = if cached { self.contact_cache.closest(a, b) } else { None };
        let found = self.counting(|counts, workspace| {
            Tree::distance(trees, placement, options, start, counts, workspace)
        });
        if let (true, Some(found)) = (cached, &found) {
            self.contact_cache.remember_closest(a, b, found.triangles);
        }
        found
    }
}
