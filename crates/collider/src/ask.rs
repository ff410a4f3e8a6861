//! How two placed bodies stand to each other, and everything that one search can tell.

use std::ops::ControlFlow;

use obbtree_predicates::{Contact, Placement, Pose, classify_triangles};
use obbtree_query::SearchMode;

use crate::answer::Answer;
use crate::body::{Body, one_inside};
use crate::options::QueryOptions;
use crate::pairs::sort;
use crate::query::Query;
use crate::relation::Relation;

impl Query {
    /// How the two bodies stand to each other. One search, which ends as soon as an edge is seen to
    /// pierce a triangle.
    #[must_use]
    pub fn classify(&mut self, a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Relation {
        self.find_all([a, b], [pose_a, pose_b], 0, true)
            .unwrap_or_else(|| Relation::without_piercing(a, pose_a, b, pose_b, &self.found))
    }

    /// Everything that the options ask for, by one search: whether the bodies collide, the pairs
    /// up to the limit, and their relation.
    #[must_use]
    pub fn ask(&mut self, a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Answer {
        let before = std::mem::take(&mut self.counts);
        let QueryOptions { limit, relation, solid, .. } = self.options;
        let pierced = self.find_all([a, b], [pose_a, pose_b], limit.max(1), relation);
        let first = self.found.first().copied();
        let relation = relation.then(|| {
            pierced.unwrap_or_else(|| Relation::without_piercing(a, pose_a, b, pose_b, &self.found))
        });
        let collides = first.is_some()
            || solid
                && relation.map_or_else(
                    || one_inside(a, pose_a, b, pose_b),
                    |relation| relation != Relation::Separated,
                );
        self.found.truncate(limit);
        let mut pairs = self.found.clone();
        sort(&mut pairs);
        let counts = self.counts;
        self.counts = before;
        self.counts += counts;
        Answer { collides, first, pairs, relation, counts }
    }

    /// Finds pairs until there are `limit` of them and, if the relation is wanted, until one
    /// pierces the other; with no pair that does, all pairs are in `found`. The relation, if that
    /// settles it.
    fn find_all(
        &mut self,
        [a, b]: [&Body; 2],
        poses: [&Pose; 2],
        limit: usize,
        relation: bool,
    ) -> Option<Relation> {
        self.found.clear();
        if self.bounds_disjoint([a, b], poses, 0.0) {
            return None;
        }
        let placement = Placement::new(poses[0], poses[1]);
        let mode = if relation { SearchMode::All } else { self.mode() };
        let mut pierced = false;
        let _ = self.search(a, b, &placement, mode, |pair @ [in_a, in_b], found| {
            found.push(pair);
            if relation && !pierced {
                let contact = classify_triangles(&a.triangle(in_a), &b.triangle(in_b), &placement);
                pierced = contact == Contact::Proper;
            }
            let done = found.len() >= limit && (!relation || pierced);
            if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        pierced.then_some(Relation::Intersecting)
    }
}
