//! The query: its options, and the memory to answer in.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, Pose};
use obbtree_query::wide::{self, Workspace};
use obbtree_query::{Counts, Engine, SearchMode};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::Tree;

use crate::body::Body;
use crate::cloud::CloudMemory;
use crate::contact_cache::ContactCache;
use crate::options::QueryOptions;
use crate::sweep::SweepMemory;

/// Asks about pairs of placed colliders. Keep one per thread: it holds the memory that queries
/// work in, which grows to what they need, so that a warm query about meshes allocates nothing
/// beyond the answer.
///
/// A collider is placed in the world by its pose. Touching is meeting. Answers are those of exact
/// arithmetic on the numbers given, and the same for every query and thread; for every
/// instruction set too, but where any one pair or bound will do, as in [`Query::first_pair`].
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
pub struct Query {
    pub(crate) options: QueryOptions,
    pub(crate) workspace: Workspace,
    pub(crate) counts: Counts,
    /// Pairs of the search under way.
    pub(crate) found: Vec<[u32; 2]>,
    pub(crate) contact_cache: ContactCache,
    sweep_memory: SweepMemory,
    pub(crate) cloud_memory: CloudMemory,
}

impl Query {
    /// A query about surfaces, for all pairs. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for Query {
    fn default() -> Self {
        Self::with_options(QueryOptions::default())
    }
}

/// The options.
impl Query {
    /// A query of these options.
    #[must_use]
    pub fn with_options(options: QueryOptions) -> Self {
        let mut workspace = Workspace::default();
        workspace.choose_level(options.level);
        let (counts, found) = (Counts::default(), Vec::new());
        Self {
            options,
            workspace,
            counts,
            found,
            contact_cache: ContactCache::default(),
            sweep_memory: SweepMemory::default(),
            cloud_memory: CloudMemory::default(),
        }
    }

    /// The options.
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

    /// Tries the last contact of each pair of bodies first: faster along paths of small steps. It
    /// never changes whether bodies collide, only which pair [`Query::first_pair`] gives.
    #[must_use]
    pub fn contact_cache(mut self, cached: bool) -> Self {
        self.options.contact_cache = cached;
        self
    }

    /// Runs on this instruction set; it changes no answer, but where any one pair or bound will
    /// do it can change which one is given, as in [`Query::first_pair`].
    #[must_use]
    pub fn level(mut self, level: SimdLevel) -> Self {
        self.options.level = Some(level);
        self.workspace.choose_level(self.options.level);
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

/// What the questions are made of.
impl Query {
    /// A search for one pair uses a different strategy than one for all; the relation may need all.
    pub(crate) fn mode(&self) -> SearchMode {
        let QueryOptions { limit, relation, .. } = self.options;
        if limit <= 1 && !relation { SearchMode::First } else { SearchMode::All }
    }

    pub(crate) fn sweep_memory(&mut self) -> &mut SweepMemory {
        &mut self.sweep_memory
    }

    /// A question about solids, or about surfaces, whatever the options say.
    pub(crate) fn with_solid<R>(&mut self, solid: bool, ask: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.options.solid, solid);
        let answer = ask(self);
        self.options.solid = before;
        answer
    }

    /// Are two bodies farther apart than a tolerance of at least 0, by their bounds? If not,
    /// nothing is known.
    pub(crate) fn bounds_disjoint(
        &self,
        [a, b]: [&Body; 2],
        poses: [&Pose; 2],
        tolerance: f64,
    ) -> bool {
        wide::bounds_disjoint([a.tree(), b.tree()], poses, tolerance, &self.workspace)
    }

    /// Where a search counts, if it does, and what it works in.
    pub(crate) fn counting<R>(
        &mut self,
        search: impl FnOnce(&mut Counts, &mut Workspace) -> R,
    ) -> R {
        let mut not_requested = Counts::default();
        let counts = if self.options.counted { &mut self.counts } else { &mut not_requested };
        search(counts, &mut self.workspace)
    }

    /// The search itself; `on_pair` may keep pairs in the list that it is given, empty at first.
    pub(crate) fn search(
        &mut self,
        a: &Body,
        b: &Body,
        placement: &Placement,
        mode: SearchMode,
        mut on_pair: impl FnMut([u32; 2], &mut Vec<[u32; 2]>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { options, workspace, counts, found, .. } = self;
        found.clear();
        let counts = options.counted.then_some(counts);
        let trees = [a.tree(), b.tree()];
        Tree::search(trees, placement, mode, counts, workspace, |in_a, in_b| {
            on_pair([in_a, in_b], found)
        })
    }
}
