//! Are two placed bodies within a length of each other?

use std::ops::ControlFlow;

use obbtree_predicates::{LengthSum, Placement, Pose, exact_closer_than_sum};
use obbtree_query::{Engine, wide};
use obbtree_tree::wide::Tree;

use crate::body::{Body, one_inside};
use crate::query::Query;

impl Query {
    /// [`Query::closer_than`] of two bodies.
    pub(crate) fn bodies_closer_than(
        &mut self,
        bodies @ [a, b]: [&Body; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
        tolerance: f64,
    ) -> bool {
        self.surfaces_closer_than(bodies, poses, tolerance)
            || (self.options().solid && tolerance >= 0.0 && one_inside(a, pose_a, b, pose_b))
    }

    /// [`Query::closer_than`] of the surfaces, for bodies that are solid too.
    fn surfaces_closer_than(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        tolerance: f64,
    ) -> bool {
        let trees = bodies.map(Body::tree);
        // A tolerance that is negative or NaN is left to the search.
        if tolerance >= 0.0 && self.bounds_disjoint(bodies, poses, tolerance) {
            return false;
        }
        let placement = Placement::new(poses[0], poses[1]);
        let Self { options, counts, workspace, .. } = self;
        let counts = options.counted.then_some(counts);
        Tree::closer_than(trees, &placement, tolerance, counts, workspace).is_some()
    }

    /// Is the distance of the surfaces at most a sum of lengths, which is not rounded? Certain.
    ///
    /// A sum that `f64` cannot hold lies between two neighbours, or a few numbers apart. What
    /// they do not tell, exact arithmetic does, for each pair of triangles that may be so close.
    pub(crate) fn surfaces_within(
        &mut self,
        bodies @ [a, b]: [&Body; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
        sum: &LengthSum,
    ) -> bool {
        if let Some(tolerance) = sum.exact() {
            if tolerance == 0.0 {
                return self.first_pair(a, pose_a, b, pose_b).is_some();
            }
            return self.surfaces_closer_than(bodies, poses, tolerance);
        }
        let [lower, upper] = [sum.lower().get(), sum.upper().get()];
        if !self.surfaces_closer_than(bodies, poses, upper) {
            return false;
        }
        if self.surfaces_closer_than(bodies, poses, lower) {
            return true;
        }
        let placement = Placement::new(pose_a, pose_b);
        let mut is_closer = |in_a, in_b| {
            let (of_a, of_b) = (a.triangle(in_a), b.triangle(in_b));
            match exact_closer_than_sum(&of_a, pose_a, &of_b, pose_b, sum) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let trees = [a.tree(), b.tree()];
        self.counting(|counts, workspace| {
            wide::close_pairs(trees, &placement, upper, counts, workspace, &mut is_closer)
                .is_break()
        })
    }
}
