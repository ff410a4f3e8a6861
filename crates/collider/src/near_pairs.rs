//! Which triangles of two bodies are closer than a margin, and which of these are the closest of
//! all around them.

use std::collections::HashMap;
use std::ops::ControlFlow;

use obbtree_predicates::{Placement, Pose, Refiner, RoundedDistance, Stages, triangles_closer};
use obbtree_query::interrupt::pause_at;
use obbtree_query::{Distance as SurfaceDistance, wide};

use crate::body::Body;
use crate::distance::Distance;
use crate::pairs;
use crate::query::Query;

impl Query {
    /// The pairs of triangles at most a margin apart, in the caller's unit: ascending by the
    /// numbers of the triangles, all of them or as many as [`Query::limit`] says, each with its
    /// certified distance, its closest points and the direction between them.
    ///
    /// Each interval is at most four units in the last place wide. Which pairs are so close is
    /// exact. Triangles that meet have the distance 0. Meshes are
    /// surfaces here. With a margin that is negative or NaN there are none.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1.5])?);
    /// let mut query = Query::new();
    /// let near = query.triangles_within(&body, &here, &body, &above, 0.75);
    /// // Three triangles end in the lower one's tip, three in the upper one's corner above it.
    /// assert_eq!(near.iter().filter(|found| found.upper <= 0.5 + 1e-15).count(), 9);
    /// // The tip is closer than all around it: one place.
    /// let places = query.closest_places_within(&body, &here, &body, &above, 0.75);
    /// assert_eq!(places.len(), 1);
    /// assert_eq!(places[0].normal, Some(nalgebra::Vector3::z()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn triangles_within(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        margin: f64,
    ) -> Vec<Distance> {
        let mut found = self.all_within([a, b], [pose_a, pose_b], margin);
        found.truncate(self.options.limit);
        found
    }

    /// The places where two bodies are closest to each other, and at most a margin apart: of the
    /// pairs of [`Query::triangles_within`] those than which no pair around is closer, ascending
    /// by distance. Around a pair are the pairs of triangles each of which has a vertex with its
    /// triangle in common. Of equally close pairs around each other, by the upper ends of their
    /// intervals, the one with the lowest numbers counts. So a round knob over a table has one
    /// place, and a hand around the knob has one for each finger. [`Query::limit`] counts places.
    #[must_use]
    pub fn closest_places_within(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        margin: f64,
    ) -> Vec<Distance> {
        let all = self.all_within([a, b], [pose_a, pose_b], margin);
        let corners = |found: &Distance| {
            let [of_a, of_b] = found.triangles.map(|number| number.unwrap_or(0) as usize);
            [a.mesh().triangles()[of_a], b.mesh().triangles()[of_b]]
        };
        // For each two vertices the closest pair that has them.
        let mut closest: HashMap<[u32; 2], usize> = HashMap::new();
        for (number, found) in all.iter().enumerate() {
            pause_at(number);
            for_each_two(corners(found), |vertices| {
                let least = closest.entry(vertices).or_insert(number);
                if found.upper < all[*least].upper {
                    *least = number;
                }
            });
        }
        let mut places: Vec<Distance> = Vec::new();
        for (number, found) in all.iter().enumerate() {
            let mut is_closest = true;
            for_each_two(corners(found), |vertices| is_closest &= closest[&vertices] == number);
            if is_closest {
                places.push(*found);
            }
        }
        places.sort_by(|one, other| one.upper.total_cmp(&other.upper));
        places.truncate(self.options.limit);
        places
    }

    fn all_within(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
        margin: f64,
    ) -> Vec<Distance> {
        if !(margin >= 0.0) || self.bounds_disjoint([a, b], [pose_a, pose_b], margin) {
            return Vec::new();
        }
        let placement = Placement::new(pose_a, pose_b);
        let mut near = Vec::new();
        self.counting(|counts, workspace| {
            let trees = [a.tree(), b.tree()];
            let _ = wide::close_pairs(trees, &placement, margin, counts, workspace, &mut |i, j| {
                near.push([i, j]);
                ControlFlow::Continue(())
            });
        });
        pairs::sort(&mut near);
        let mut refiner = Refiner::new(&placement);
        let certified = |(index, triangles): (usize, [u32; 2])| {
            pause_at(index);
            let [of_a, of_b] = [a.triangle(triangles[0]), b.triangle(triangles[1])];
            let rounded = RoundedDistance::new(&of_a, &of_b, &placement);
            if rounded.lower > margin {
                return None;
            }
            let stages = &mut Stages::default();
            let found = refiner.refine(&rounded, [&of_a, &of_b], stages);
            let (lower, upper, points) = (found.lower, found.upper, found.points);
            let found = SurfaceDistance::new([lower, upper], points, triangles);
            let is_within = upper <= margin
                || (lower <= margin && triangles_closer(&of_a, &of_b, &placement, margin, stages));
            is_within.then(|| Distance::of_surfaces(&found, [a.mesh(), b.mesh()], &placement))
        };
        near.into_iter().enumerate().filter_map(certified).collect()
    }
}

fn for_each_two([of_a, of_b]: [[u32; 3]; 2], mut on_two: impl FnMut([u32; 2])) {
    for in_a in of_a {
        for in_b in of_b {
            on_two([in_a, in_b]);
        }
    }
}
