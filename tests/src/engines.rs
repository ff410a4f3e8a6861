//! Both engines under one name, so that a test written once checks each of them: the one that
//! ships, through a [`Query`], and the classic one, which is called directly.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{classic, wide};
use obbtree::query::{Counts, Distance, DistanceOptions, Interval, Ray, RayHit};
use obbtree::{Body, Mesh, Query};
use obbtree_predicates::{Placement, Pose};
use obbtree_query::{Engine, SearchMode, all_ray_hits, any_ray_hit, closest_ray_hit};

/// An engine, by the type of its tree.
pub trait Built {
    /// `classic` or `wide`.
    const NAME: &'static str;

    /// A mesh with its tree.
    type Body: Clone + Debug + Send + Sync;

    /// What asks about two of them.
    type Query: Asks<Self::Body> + Clone + Default + Send;

    /// The body of a mesh, built with the default config.
    fn body(mesh: &Mesh) -> Self::Body;
}

/// The questions that every engine answers, with the meaning that they have in [`Query`].
pub trait Asks<B> {
    /// [`Query::counted`].
    fn counted(self, counted: bool) -> Self;

    /// [`Query::contact_cache`].
    fn contact_cache(self, cached: bool) -> Self;

    /// [`Query::counts`].
    fn counts(&self) -> Counts;

    /// [`Query::self_intersections`].
    fn self_intersections(&mut self, body: &B) -> Vec<[u32; 2]>;

    /// [`Query::collide`].
    fn collide(&mut self, a: &B, pose_a: &Pose, b: &B, pose_b: &Pose) -> bool;

    /// [`Query::for_each_pair`].
    fn for_each_pair(
        &mut self,
        a: &B,
        pose_a: &Pose,
        b: &B,
        pose_b: &Pose,
        on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// [`Query::pairs`].
    fn pairs(&mut self, a: &B, pose_a: &Pose, b: &B, pose_b: &Pose) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        let _ = self.for_each_pair(a, pose_a, b, pose_b, |pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }

    /// [`Query::closer_than`].
    fn closer_than(&mut self, a: &B, pose_a: &Pose, b: &B, pose_b: &Pose, tolerance: f64) -> bool;

    /// [`Query::distance`].
    fn distance(&mut self, a: &B, pose_a: &Pose, b: &B, pose_b: &Pose) -> Distance {
        let found = self.distance_within(a, pose_a, b, pose_b, &DistanceOptions::default());
        found.expect("no limit")
    }

    /// [`Query::distance_within`].
    fn distance_within(
        &mut self,
        a: &B,
        pose_a: &Pose,
        b: &B,
        pose_b: &Pose,
        options: &DistanceOptions,
    ) -> Option<Distance>;

    /// [`Query::clearance`].
    fn clearance(&mut self, a: &B, pose_a: &Pose, b: &B, pose_b: &Pose, tests: u64) -> Interval;
}

impl Built for wide::Tree {
    const NAME: &'static str = "wide";

    type Body = Body;
    type Query = Query;

    fn body(mesh: &Mesh) -> Body {
        Body::new(mesh.clone())
    }
}

/// Calls of the same name and the same arguments.
macro_rules! forward {
    ($(fn $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)*) => {
        $(#[inline]
        fn $name(&mut self, $($given: $type),*) -> $answer {
            Self::$name(self, $($given),*)
        })*
    };
}

impl Asks<Body> for Query {
    fn counted(self, counted: bool) -> Self {
        Self::counted(self, counted)
    }

    fn contact_cache(self, cached: bool) -> Self {
        Self::contact_cache(self, cached)
    }

    fn counts(&self) -> Counts {
        Self::counts(self)
    }

    #[inline]
    fn for_each_pair(
        &mut self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Self::for_each_pair(self, a, pose_a, b, pose_b, on_pair)
    }

    forward! {
        fn self_intersections(body: &Body) -> Vec<[u32; 2]>;
        fn collide(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> bool;
        fn pairs(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> Vec<[u32; 2]>;
        fn closer_than(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, most: f64) -> bool;
        fn distance_within(
            a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, options: &DistanceOptions
        ) -> Option<Distance>;
        fn clearance(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, tests: u64) -> Interval;
    }
}

/// A mesh with its classic tree.
#[derive(Clone, Debug)]
pub struct ClassicBody {
    /// The mesh.
    pub mesh: Mesh,
    /// Its tree.
    pub tree: classic::Tree,
}

/// Queries the classic engine. It has no root-level test and no options: each query is one search.
#[derive(Clone, Debug, Default)]
pub struct ClassicQuery {
    workspace: classic::Workspace,
    counts: Counts,
}

impl ClassicBody {
    /// With a tree built as told.
    pub fn build(mesh: &Mesh, config: &classic::Config) -> Self {
        Self { mesh: mesh.clone(), tree: classic::build(mesh, config) }
    }

    /// [`Body::closest_hit`].
    pub fn closest_hit(&self, pose: &Pose, ray: &Ray) -> Option<RayHit> {
        closest_ray_hit(&self.tree, pose, ray)
    }

    /// [`Body::any_hit`].
    pub fn any_hit(&self, pose: &Pose, ray: &Ray) -> bool {
        any_ray_hit(&self.tree, pose, ray)
    }

    /// [`Body::all_hits`].
    pub fn all_hits(&self, pose: &Pose, ray: &Ray) -> Vec<RayHit> {
        all_ray_hits(&self.tree, pose, ray)
    }
}

impl ClassicQuery {
    fn search(
        &mut self,
        [a, b]: [&ClassicBody; 2],
        [pose_a, pose_b]: [&Pose; 2],
        mode: SearchMode,
        mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { workspace, counts } = self;
        let placement = Placement::new(pose_a, pose_b);
        let (trees, counts) = ([&a.tree, &b.tree], Some(counts));
        classic::Tree::search(trees, &placement, mode, counts, workspace, |in_a, in_b| {
            on_pair([in_a, in_b])
        })
    }
}

impl Built for classic::Tree {
    const NAME: &'static str = "classic";

    type Body = ClassicBody;
    type Query = ClassicQuery;

    fn body(mesh: &Mesh) -> ClassicBody {
        ClassicBody::build(mesh, &classic::Config::default())
    }
}

impl Asks<ClassicBody> for ClassicQuery {
    fn counted(self, _: bool) -> Self {
        self
    }

    fn contact_cache(self, _: bool) -> Self {
        self
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn self_intersections(&mut self, body: &ClassicBody) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        let _ = body.tree.self_search(&mut self.counts, &mut self.workspace, |i, j| {
            pairs.push([i, j]);
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }

    fn collide(&mut self, a: &ClassicBody, pose_a: &Pose, b: &ClassicBody, pose_b: &Pose) -> bool {
        let found = |_| ControlFlow::Break(());
        self.search([a, b], [pose_a, pose_b], SearchMode::First, found).is_break()
    }

    fn for_each_pair(
        &mut self,
        a: &ClassicBody,
        pose_a: &Pose,
        b: &ClassicBody,
        pose_b: &Pose,
        on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search([a, b], [pose_a, pose_b], SearchMode::All, on_pair)
    }

    fn closer_than(
        &mut self,
        a: &ClassicBody,
        pose_a: &Pose,
        b: &ClassicBody,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        let Self { workspace, counts } = self;
        let (trees, placement) = ([&a.tree, &b.tree], Placement::new(pose_a, pose_b));
        classic::Tree::closer_than(trees, &placement, tolerance, Some(counts), workspace).is_some()
    }

    fn distance_within(
        &mut self,
        a: &ClassicBody,
        pose_a: &Pose,
        b: &ClassicBody,
        pose_b: &Pose,
        options: &DistanceOptions,
    ) -> Option<Distance> {
        if !(options.at_most >= 0.0) {
            return None;
        }
        let Self { workspace, counts } = self;
        let (trees, placement) = ([&a.tree, &b.tree], Placement::new(pose_a, pose_b));
        let found = classic::Tree::distance(trees, &placement, options, None, counts, workspace)?;
        Some(Distance::of_surfaces(&found, [&a.mesh, &b.mesh], &placement))
    }

    fn clearance(
        &mut self,
        a: &ClassicBody,
        pose_a: &Pose,
        b: &ClassicBody,
        pose_b: &Pose,
        tests: u64,
    ) -> Interval {
        let Self { workspace, counts } = self;
        let (trees, placement) = ([&a.tree, &b.tree], Placement::new(pose_a, pose_b));
        classic::Tree::clearance(trees, &placement, tests, counts, workspace)
    }
}
