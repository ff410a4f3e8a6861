//! Which triangles of two placed bodies meet: the first pair, or all of them.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, Pose};
use obbtree_query::SearchMode;

use crate::body::{Body, one_inside};
use crate::query::Query;

/// Bodies come with their poses in the world.
impl Query {
    /// [`Query::collide`] of two bodies.
    #[inline]
    pub(crate) fn bodies_collide(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
    ) -> bool {
        self.first_pair(a, pose_a, b, pose_b).is_some()
            || (self.options.solid && one_inside(a, pose_a, b, pose_b))
    }

    /// A pair of triangles that meet, by their numbers in A's and B's mesh; `None` if the
    /// surfaces do not meet. Where several pairs meet, which of them is given is the same on
    /// every run, but can depend on the instruction set.
    #[must_use]
    pub fn first_pair(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
    ) -> Option<[u32; 2]> {
        if self.bounds_disjoint([a, b], [pose_a, pose_b], 0.0) {
            return None;
        }
        let placement = Placement::new(pose_a, pose_b);
        if self.options.contact_cache
            && let Some(pair) = self.contact_cache.find(a, b, &placement)
        {
            return Some(pair);
        }
        let mut first = None;
        let _ = self.search(a, b, &placement, SearchMode::First, |pair, _| {
            first = Some(pair);
            ControlFlow::Break(())
        });
        if let (true, Some(pair)) = (self.options.contact_cache, first) {
            self.contact_cache.remember(a, b, pair);
        }
        first
    }

    /// [`Query::pairs`] without a limit.
    pub(crate) fn all_pairs(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
    ) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        let _ = self.for_each_pair(a, pose_a, b, pose_b, |pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        });
        sort(&mut pairs);
        pairs
    }

    /// The pairs of triangles that meet, `[triangle of A, triangle of B]`, ascending, each once:
    /// all of them, or the first ones found up to [`Query::limit`].
    #[must_use]
    pub fn pairs(&mut self, a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        self.pairs_into(a, pose_a, b, pose_b, &mut pairs);
        pairs
    }

    /// [`Query::pairs`] into memory of the caller's: what was in `pairs` is replaced.
    pub fn pairs_into(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        pairs.clear();
        let limit = self.options.limit;
        if limit > 0 {
            let _ = self.for_each_pair(a, pose_a, b, pose_b, |pair| {
                pairs.push(pair);
                if pairs.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        sort(pairs);
    }

    /// [`Query::pairs`] in memory of the query's own.
    pub(crate) fn kept_pairs(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
    ) -> &[[u32; 2]] {
        let mut pairs = std::mem::take(&mut self.found);
        self.pairs_into(a, pose_a, b, pose_b, &mut pairs);
        self.found = pairs;
        &self.found
    }

    /// Calls back with each pair of triangles that meet, each once, in the order of the search,
    /// which is the same in every run. Breaking off ends the search, and is returned. The limit
    /// does not apply.
    pub fn for_each_pair(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.bounds_disjoint([a, b], [pose_a, pose_b], 0.0) {
            return ControlFlow::Continue(());
        }
        let placement = Placement::new(pose_a, pose_b);
        let mode = self.mode();
        self.search(a, b, &placement, mode, |pair, _| on_pair(pair))
    }
}

/// Ascending, as one number each: a third of the time of comparing arrays.
pub(crate) fn sort(pairs: &mut [[u32; 2]]) {
    pairs.sort_unstable_by_key(|&[in_a, in_b]| u64::from(in_a) << 32 | u64::from(in_b));
}
