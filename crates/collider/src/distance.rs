//! How far apart two placed bodies are: the questions of a [`Query`] about distances.

use obbtree_predicates::{Placement, Pose};
use obbtree_query::{Clearance, Distance, DistanceOptions, Engine};

use crate::body::{Body, one_inside};
use crate::query::Query;

/// Why there is a distance where no limit is set.
const ALWAYS: &str = "meshes have triangles, and no distance is above infinity";

impl<T: Engine> Query<T> {
    /// The distance of the two surfaces in the world, in the caller's unit, with a point on each.
    ///
    /// Certified: the Euclidean distance lies in `lower ..= upper`, which are at most four units in the
    /// last place apart; `upper` is 0 if and only if the surfaces meet. It is the distance of points
    /// of the two surfaces; [`Distance::points`] are these, rounded to world coordinates: in doubt use
    /// `lower` and `upper`, not the difference of the points.
    ///
    /// Where several pairs of triangles are closest, the answer is that of the pair with the least upper
    /// end, of equal ones that with the lowest numbers: the same on every instruction set. Where the boxes around
    /// the bodies, along the axes of their meshes, are as far apart as the bodies, as of flat parts that hover over
    /// each other, it is that of the lowest numbers among all pairs that are so close, to within its interval. Where
    /// the surfaces meet, it is a pair that meets; which one can depend on the instruction set.
    ///
    /// For solids, a body inside another has distance 0: see [`Distance::one_inside`].
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 3.0])?);
    /// let mut query = Query::new();
    /// let found = query.distance(&body, &here, &body, &above);
    /// assert!(found.lower <= 2.0 && 2.0 <= found.upper && found.upper - found.lower < 2e-15);
    /// assert_eq!(found.points.map(|p| [p.x, p.y, p.z]), [[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]]);
    /// assert_eq!(query.distance(&body, &here, &body, &here).upper, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&mut self, a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Distance {
        self.distance_within(a, pose_a, b, pose_b, &DistanceOptions::default()).expect(ALWAYS)
    }

    /// [`Query::distance`] with errors allowed, or up to a largest distance; `None` if the distance is
    /// above [`DistanceOptions::at_most`], as any is above a limit that is negative or NaN.
    ///
    /// With errors allowed the search is shorter and the interval still certain. Its width is at most
    /// `absolute_error + relative_error lower`, or four units in the last place; which of the intervals
    /// that are permitted is given can depend on the instruction set.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, DistanceOptions, Query};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 3.0])?);
    /// let mut query = Query::new();
    /// let one_per_cent = DistanceOptions::default().relative_error(0.01);
    /// let found = query.distance_within(&body, &here, &body, &above, &one_per_cent).expect("no limit");
    /// assert!(found.lower <= 3.0 && 3.0 <= found.upper && found.upper <= 1.011 * found.lower);
    /// let near = DistanceOptions::default().at_most(2.9);
    /// assert!(query.distance_within(&body, &here, &body, &above, &near).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_within(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        options: &DistanceOptions,
    ) -> Option<Distance> {
        if !(options.at_most >= 0.0) {
            return None;
        }
        let placement = Placement::new(pose_a, pose_b);
        let of_surfaces = self.of_surfaces(a, b, &placement, options);
        if !self.options().solid || of_surfaces.is_some_and(|found| found.upper == 0.0) {
            return of_surfaces;
        }
        if one_inside(a, pose_a, b, pose_b) {
            let farther = options.at_most(f64::INFINITY);
            let found = of_surfaces.or_else(|| self.of_surfaces(a, b, &placement, &farther))?;
            let mut found = found;
            (found.lower, found.upper, found.one_inside) = (0.0, 0.0, true);
            return Some(found);
        }
        of_surfaces
    }

    /// Bounds of the distance of the two surfaces in the world, in the caller's unit, for about `box_tests`
    /// tests of boxes: for planners that move on by what is surely free.
    ///
    /// Both bounds are certain. More tests never give a worse lower or upper bound. With enough of them both come
    /// to the distance of boxes and triangles in `f32`: in general within some 1e-6 of the distance, or of the sizes of
    /// the bodies where that is more; within 1e-3 of the sizes for the worst slivers, and never below about 1e-15. (The
    /// narrow interval is [`Query::distance`]'s.) 0 tests give bounds too. Surfaces that meet have the lower bound 0. For
    /// solids, both are 0 where the lower one is above 0 and one body is inside the other.
    ///
    /// The tests come up to 16 at a time; the bounds can differ between instruction sets by rounding. What the box
    /// around each body as a whole tells is known before, and costs none.
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
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        box_tests: u64,
    ) -> Clearance {
        let placement = Placement::new(pose_a, pose_b);
        let solid = self.options().solid;
        let trees = [a.tree(), b.tree()];
        let mut found = self.counting(|counts, workspace| {
            T::clearance(trees, &placement, box_tests, counts, workspace)
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
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
    ) -> Distance {
        let placement = Placement::new(pose_a, pose_b);
        self.of_surfaces(a, b, &placement, &DistanceOptions::default()).expect(ALWAYS)
    }

    /// The distance of the surfaces, within a limit.
    pub(crate) fn of_surfaces(
        &mut self,
        a: &Body<T>,
        b: &Body<T>,
        placement: &Placement,
        options: &DistanceOptions,
    ) -> Option<Distance> {
        let trees = [a.tree(), b.tree()];
        let cached = self.options().contact_cache;
        let start = if cached { self.cache().closest(a, b) } else { None };
        let found = self.counting(|counts, workspace| {
            T::distance(trees, placement, options, start, counts, workspace)
        });
        if let (true, Some(found)) = (cached, &found) {
            self.cache_mut().remember_closest(a, b, found.triangles);
        }
        found
    }
}
