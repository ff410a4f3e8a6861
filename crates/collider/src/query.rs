//! The query: what is asked, and the memory to answer in.

use std::ops::ControlFlow;

use obbtree_predicates::{
    Contact, LengthSum, Placement, Pose, classify_triangles, exact_closer_than_sum,
};
use obbtree_query::{Counts, Engine, SearchMode};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide;

use crate::answer::Answer;
use crate::body::{Body, one_inside};
use crate::contact_cache::ContactCache;
use crate::options::QueryOptions;
use crate::relation::Relation;
use crate::sweep::SweepMemory;

/// Asks about pairs of placed bodies. Keep one per thread: it holds the memory that queries work in,
/// which grows to what they need, so that a warm query allocates nothing beyond the answer.
///
/// A body is placed in the world by its pose. Touching is meeting. Answers are those of exact
/// arithmetic on the numbers given, and the same for every query and thread; for every instruction set too, but
/// where any one pair or bound will do, as in [`Query::first_pair`].
///
/// ```
/// use obbtree_collider::{Body, Query, Relation};
/// use obbtree_mesh::Mesh;
/// use obbtree_predicates::Pose;
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
/// let here = Pose::identity();
/// let aside = Pose::from_translation([0.5, 0.25, 0.0])?;
/// let away = Pose::from_translation([0.0, 0.0, 3.0])?;
///
/// let mut query = Query::new();
/// assert!(query.collide(&body, &here, &body, &aside));
/// assert!(query.pairs(&body, &here, &body, &aside).contains(&[2, 3]));
/// assert_eq!(query.classify(&body, &here, &body, &here), Relation::Coincident);
/// assert!(query.closer_than(&body, &here, &body, &away, 2.0)); // exactly 2 apart
/// assert!(!query.closer_than(&body, &here, &body, &away, 1.99));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query<T: Engine = wide::Tree> {
    options: QueryOptions,
    workspace: T::Workspace,
    counts: Counts,
    /// Pairs of the search under way.
    found: Vec<[u32; 2]>,
    contact_cache: ContactCache,
    sweep_memory: SweepMemory,
}

impl Query {
    /// A query about surfaces, for all pairs. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T: Engine> Default for Query<T> {
    fn default() -> Self {
        Self::with_options(QueryOptions::default())
    }
}

/// What is asked.
impl<T: Engine> Query<T> {
    /// A query of these options.
    #[must_use]
    pub fn with_options(options: QueryOptions) -> Self {
        let mut workspace = T::Workspace::default();
        T::choose_level(&mut workspace, options.level);
        let (counts, found) = (Counts::default(), Vec::new());
        Self {
            options,
            workspace,
            counts,
            found,
            contact_cache: ContactCache::default(),
            sweep_memory: SweepMemory::default(),
        }
    }

    /// What is asked.
    #[must_use]
    pub fn options(&self) -> &QueryOptions {
        &self.options
    }

    /// Is a body wholly inside another a collision? Only closed bodies have an inside: see
    /// [`Body::require_closed`].
    #[must_use]
    pub fn solid(mut self, solid: bool) -> Self {
        self.options.solid = solid;
        self
    }

    /// Ends a search for pairs after so many: the first that are found, which are the same in every
    /// run. With 0 none is reported.
    #[must_use]
    pub fn limit(mut self, pairs: usize) -> Self {
        self.options.limit = pairs;
        self
    }

    /// Should [`Query::ask`] tell how the bodies stand to each other?
    #[must_use]
    pub fn relation(mut self, wanted: bool) -> Self {
        self.options.relation = wanted;
        self
    }

    /// Is the work counted? It costs a few per cent of the time.
    #[must_use]
    pub fn counted(mut self, counted: bool) -> Self {
        self.options.counted = counted;
        self
    }

    /// Tries the last contact of each pair of bodies first: faster along paths of small steps. It never
    /// changes whether bodies collide, only which pair [`Query::first_pair`] gives.
    #[must_use]
    pub fn contact_cache(mut self, cached: bool) -> Self {
        self.options.contact_cache = cached;
        self
    }

    /// Runs on this instruction set; it changes no answer, but where any one pair or bound will do it can change
    /// which one is given, as in [`Query::first_pair`].
    #[must_use]
    pub fn level(mut self, level: SimdLevel) -> Self {
        self.options.level = Some(level);
        T::choose_level(&mut self.workspace, self.options.level);
        self
    }

    /// The work of all searches so far, if it is counted; zeros else.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Counts from zero again.
    pub fn reset_counts(&mut self) {
        self.counts = Counts::default();
    }
}

/// The questions. Bodies come with their poses in the world.
impl<T: Engine> Query<T> {
    /// Do the two bodies collide? The first contact found ends the search.
    #[must_use]
    pub fn collide(&mut self, a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> bool {
        self.first_pair(a, pose_a, b, pose_b).is_some()
            || (self.options.solid && one_inside(a, pose_a, b, pose_b))
    }

    /// A pair of triangles that meet, by their numbers in A's and B's mesh; `None` if the surfaces do
    /// not meet. Where several pairs meet, which of them is given is the same on every run, but can
    /// depend on the instruction set.
    #[must_use]
    pub fn first_pair(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
    ) -> Option<[u32; 2]> {
        if T::bounds_disjoint([a.tree(), b.tree()], [pose_a, pose_b], 0.0, &self.workspace) {
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

    /// The pairs of triangles that meet, `[triangle of A, triangle of B]`, ascending, each once: all of
    /// them, or the first ones found up to [`Query::limit`].
    #[must_use]
    pub fn pairs(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
    ) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        self.pairs_into(a, pose_a, b, pose_b, &mut pairs);
        pairs
    }

    /// [`Query::pairs`] into memory of the caller's: what was in `pairs` is replaced.
    pub fn pairs_into(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
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
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
    ) -> &[[u32; 2]] {
        let mut pairs = std::mem::take(&mut self.found);
        self.pairs_into(a, pose_a, b, pose_b, &mut pairs);
        self.found = pairs;
        &self.found
    }

    /// Calls back with each pair of triangles that meet, each once, in the order of the search, which
    /// is the same in every run. Breaking off ends the search, and is returned. The limit does not
    /// apply.
    pub fn for_each_pair(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if T::bounds_disjoint([a.tree(), b.tree()], [pose_a, pose_b], 0.0, &self.workspace) {
            return ControlFlow::Continue(());
        }
        let placement = Placement::new(pose_a, pose_b);
        let mode = self.mode();
        self.search(a, b, &placement, mode, |pair, _| on_pair(pair))
    }

    /// Is the Euclidean distance of the two surfaces at most `tolerance`, in the caller's unit?
    ///
    /// Certain, as all answers here: exact arithmetic decides where rounding could matter. With
    /// tolerance 0 it says whether the surfaces meet; a tolerance that is negative or NaN gives false.
    /// For solids, a body inside another has distance 0.
    #[must_use]
    pub fn closer_than(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        self.surfaces_closer_than(a, pose_a, b, pose_b, tolerance)
            || (self.options.solid && tolerance >= 0.0 && one_inside(a, pose_a, b, pose_b))
    }

    /// [`Query::closer_than`] of the surfaces, for bodies that are solid too.
    pub(crate) fn surfaces_closer_than(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        let trees = [a.tree(), b.tree()];
        // A tolerance that is negative or NaN is left to the search.
        if tolerance >= 0.0
            && T::bounds_disjoint(trees, [pose_a, pose_b], tolerance, &self.workspace)
        {
            return false;
        }
        let placement = Placement::new(pose_a, pose_b);
        let counts = self.options.counted.then_some(&mut self.counts);
        T::closer_than(trees, &placement, tolerance, counts, &mut self.workspace).is_some()
    }

    /// Is the distance of the surfaces at most a sum of lengths, which is not rounded? Certain.
    ///
    /// A sum that `f64` cannot hold lies between two neighbours, or a few numbers apart. What they do not tell, exact
    /// arithmetic does, for each pair of triangles that may be so close.
    pub(crate) fn surfaces_within(
        &mut self,
        a: &Body<T>,
        pose_a: &Pose,
        b: &Body<T>,
        pose_b: &Pose,
        sum: &LengthSum,
    ) -> bool {
        if let Some(tolerance) = sum.exact() {
            return self.surfaces_closer_than(a, pose_a, b, pose_b, tolerance);
        }
        let [lower, upper] = [sum.lower().get(), sum.upper().get()];
        if !self.surfaces_closer_than(a, pose_a, b, pose_b, upper) {
            return false;
        }
        if self.surfaces_closer_than(a, pose_a, b, pose_b, lower) {
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
            T::close_pairs(trees, &placement, upper, counts, workspace, &mut is_closer).is_break()
        })
    }

    /// How the two bodies stand to each other. One search, which ends as soon as an edge is seen to
    /// pierce a triangle.
    #[must_use]
    pub fn classify(&mut self, a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Relation {
        self.find_all([a, b], [pose_a, pose_b], 0, true)
            .unwrap_or_else(|| Relation::without_piercing(a, pose_a, b, pose_b, &self.found))
    }

    /// Everything that the options ask for, by one search: whether the bodies collide, the pairs up to
    /// the limit, and their relation.
    #[must_use]
    pub fn ask(&mut self, a: &Body<T>, pose_a: &Pose, b: &Body<T>, pose_b: &Pose) -> Answer {
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

    /// Finds pairs until there are `limit` of them and, if the relation is wanted, until one pierces
    /// the other; with no pair that does, all pairs are in `found`. The relation, if that settles it.
    fn find_all(
        &mut self,
        [a, b]: [&Body<T>; 2],
        poses: [&Pose; 2],
        limit: usize,
        relation: bool,
    ) -> Option<Relation> {
        self.found.clear();
        if T::bounds_disjoint([a.tree(), b.tree()], poses, 0.0, &self.workspace) {
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

    /// A search for one pair goes about it otherwise than one for all; the relation may need all.
    fn mode(&self) -> SearchMode {
        let QueryOptions { limit, relation, .. } = self.options;
        if limit <= 1 && !relation { SearchMode::First } else { SearchMode::All }
    }

    pub(crate) fn cache(&self) -> &ContactCache {
        &self.contact_cache
    }

    pub(crate) fn cache_mut(&mut self) -> &mut ContactCache {
        &mut self.contact_cache
    }

    pub(crate) fn sweep_memory(&mut self) -> &mut SweepMemory {
        &mut self.sweep_memory
    }

    /// Where a search counts, if it does, and what it works in.
    pub(crate) fn counting<R>(
        &mut self,
        search: impl FnOnce(&mut Counts, &mut T::Workspace) -> R,
    ) -> R {
        let mut not_asked_for = Counts::default();
        let counts = if self.options.counted { &mut self.counts } else { &mut not_asked_for };
        search(counts, &mut self.workspace)
    }

    /// The search itself; `on_pair` may keep pairs in the list that it is given, empty at first.
    fn search(
        &mut self,
        a: &Body<T>,
        b: &Body<T>,
        placement: &Placement,
        mode: SearchMode,
        mut on_pair: impl FnMut([u32; 2], &mut Vec<[u32; 2]>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { options, workspace, counts, found, .. } = self;
        found.clear();
        let counts = options.counted.then_some(counts);
        let trees = [a.tree(), b.tree()];
        T::search(trees, placement, mode, counts, workspace, |in_a, in_b| {
            on_pair([in_a, in_b], found)
        })
    }
}

/// Ascending, as one number each: a third of the time of comparing arrays.
pub(crate) fn sort(pairs: &mut [[u32; 2]]) {
    pairs.sort_unstable_by_key(|&[in_a, in_b]| u64::from(in_a) << 32 | u64::from(in_b));
}
