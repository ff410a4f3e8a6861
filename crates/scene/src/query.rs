//! Questions about a scene, and the memory to answer in.

use std::ops::{ControlFlow, Range};

use obbtree_collider::{Query, interrupt::pause_at};
use obbtree_predicates::Aabb;

use crate::aabb_tree::are_near;
use crate::error::SceneError;
use crate::part_pair::{At, PartContact, PartMeeting, closer_than, contacts, meeting};
use crate::placed::{BodyId, PlacedBody};
use crate::scene::{Scene, State};

/// Asks about scenes. Keep one per thread.
///
/// Bodies collide if they meet, touching included, or come within the margin of the pair.
/// Surfaces of meshes are meant, or solids, as the inner [`Query`] says; primitives are solid.
/// Pairs are answered in ascending order of their numbers, the smaller number first, whatever the
/// order of changes of the scene was.
#[derive(Clone, Debug, Default)]
pub struct SceneQuery {
    pub(crate) query: Query,
    counts: SceneCounts,
    near: Vec<u32>,
    /// Nodes of the tree that are yet to be opened.
    pub(crate) stack: Vec<u32>,
}

/// What is done with a pair of bodies and their numbers.
pub(crate) type OnPair<'f> =
    &'f mut dyn FnMut(&mut SceneQuery, [u32; 2], [&PlacedBody; 2]) -> ControlFlow<()>;

/// The work of all questions so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneCounts {
    /// Boxes of the broad phase that were compared with one.
    pub boxes: u64,
    /// Pairs of bodies whose boxes are within their margin, and that are checked.
    pub pairs: u64,
    /// Pairs of parts that were checked.
    pub parts: u64,
}

/// Two bodies that collide, and where.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairContacts {
    /// The bodies, ascending.
    pub bodies: [BodyId; 2],
    /// Where they meet; nothing for bodies that are only within their margin, or one inside the
    /// other.
    pub contacts: Vec<PartContact>,
}

impl SceneQuery {
    /// A query about surfaces.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A query that asks about meshes as the given one does.
    #[must_use]
    pub fn with_query(query: Query) -> Self {
        Self { query, ..Self::default() }
    }

    /// The work of all questions so far.
    #[must_use]
    pub fn counts(&self) -> SceneCounts {
        self.counts
    }

    /// Does any pair collide? The first one that is found ends the search. Where no pair is
    /// checked, as [`Scene::require_pairs`] tells, none does.
    #[must_use]
    pub fn collides(&mut self, scene: &Scene) -> bool {
        self.for_each_pair(scene, |_| ControlFlow::Break(())).is_break()
    }

    /// The pairs that collide, ascending.
    #[must_use]
    pub fn pairs(&mut self, scene: &Scene) -> Vec<[BodyId; 2]> {
        let mut pairs = Vec::new();
        let _ = self.for_each_pair(scene, |pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        });
        pairs
    }

    /// Calls back with each pair that collides, ascending. Breaking off ends the search, and is
    /// returned.
    pub fn for_each_pair(
        &mut self,
        scene: &Scene,
        mut on_pair: impl FnMut([BodyId; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let state = scene.state();
        self.for_each_near(state, None, &mut |this, pair, bodies| {
            let collides = this.are_closer(bodies, state.margin_of(pair, bodies));
            if collides { on_pair(pair.map(BodyId)) } else { ControlFlow::Continue(()) }
        })
    }

    /// The pairs that collide and one body is in, ascending.
    ///
    /// # Errors
    /// If there is no such body, or it is not enabled.
    pub fn pairs_with(
        &mut self,
        scene: &Scene,
        body: BodyId,
    ) -> Result<Vec<[BodyId; 2]>, SceneError> {
        let mut pairs = Vec::new();
        let _ = self.for_each_pair_with(scene, body, |pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        })?;
        Ok(pairs)
    }

    /// Does a body collide with any other? The first one that is found ends the search.
    ///
    /// # Errors
    /// If there is no such body, or it is not enabled.
    pub fn collides_with(&mut self, scene: &Scene, body: BodyId) -> Result<bool, SceneError> {
        Ok(self.for_each_pair_with(scene, body, |_| ControlFlow::Break(()))?.is_break())
    }

    /// Calls back with each pair that collides and one body is in, ascending. Breaking off ends the
    /// search, and is returned.
    ///
    /// # Errors
    /// If there is no such body, or it is not enabled.
    pub fn for_each_pair_with(
        &mut self,
        scene: &Scene,
        body: BodyId,
        mut on_pair: impl FnMut([BodyId; 2]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SceneError> {
        let state = scene.state();
        self.for_each_near_one(scene, body, None, &mut |this, pair, bodies| {
            let collides = this.are_closer(bodies, state.margin_of(pair, bodies));
            if collides { on_pair(pair.map(BodyId)) } else { ControlFlow::Continue(()) }
        })
    }

    /// The pairs that collide, each with its first `limit` contacts, ascending.
    #[must_use]
    pub fn contacts(&mut self, scene: &Scene, limit: usize) -> Vec<PairContacts> {
        let pairs = self.pairs(scene);
        pairs.into_iter().map(|bodies| self.contacts_of(scene, bodies, limit)).collect()
    }

    fn contacts_of(&mut self, scene: &Scene, bodies: [BodyId; 2], limit: usize) -> PairContacts {
        let mut found = Vec::new();
        if let [Ok(a), Ok(b)] = bodies.map(|id| scene.body(id)) {
            for (parts, at) in part_pairs(a, b, 0.0) {
                contacts(&mut self.query, parts, at, limit, &mut found);
            }
        }
        PairContacts { bodies, contacts: found }
    }

    /// What of two bodies meets, whether they are checked or not: all pairs of triangles of
    /// meshes; of a mesh and a primitive one triangle. Nothing for bodies that are only within
    /// their margin.
    ///
    /// # Errors
    /// If there is no such body, or both are the same.
    pub fn meeting(
        &mut self,
        scene: &Scene,
        [a, b]: [BodyId; 2],
    ) -> Result<Vec<PartMeeting>, SceneError> {
        let mut found = Vec::new();
        let (one, other) = (scene.body(a)?, scene.body(b)?);
        if a == b {
            return Err(SceneError::OneBody(one.name.to_string()));
        }
        for (parts, at) in part_pairs(one, other, 0.0) {
            meeting(&mut self.query, parts, at, &mut found);
        }
        Ok(found)
    }

    /// Are some parts of two bodies at most so far apart?
    fn are_closer(&mut self, [a, b]: [&PlacedBody; 2], margin: f64) -> bool {
        let mut are_closer = |[a, b]: [At<'_>; 2]| {
            self.counts.parts += 1;
            closer_than(&mut self.query, a, b, margin)
        };
        match [a, b].map(At::only) {
            // Their boxes are those of the bodies.
            [Some(one), Some(other)] => are_closer([one, other]),
            _ => part_pairs(a, b, margin).any(|(_, parts)| are_closer(parts)),
        }
    }

    /// Calls back with the pairs that are checked and whose boxes are within a length of each
    /// other, ascending: what a search of all pairs has to look at. Only pairs whose smaller number
    /// is in a range, so that threads can share the work.
    ///
    /// # Errors
    /// If the length is negative or NaN.
    ///
    /// ```
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let sphere = Shape::sphere([0.0; 3], 1.0)?;
    /// let mut scene = Scene::new();
    /// for (name, x) in [("a", 0.0), ("b", 2.5), ("c", 5.5)] {
    ///     scene.add(name, sphere.clone(), Pose::from_translation([x, 0.0, 0.0])?)?;
    /// }
    /// let (mut query, mut pairs) = (SceneQuery::new(), Vec::new());
    /// query.for_each_candidate(&scene, 0..3, 0.75, |[a, b]| pairs.push([a, b]))?;
    /// assert_eq!(pairs, [[scene.id("a")?, scene.id("b")?]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_candidate(
        &mut self,
        scene: &Scene,
        first: Range<u32>,
        within: f64,
        mut on_pair: impl FnMut([BodyId; 2]),
    ) -> Result<(), SceneError> {
        if !(within >= 0.0) {
            return Err(SceneError::Threshold(within));
        }
        let state = scene.state();
        let mut near = std::mem::take(&mut self.near);
        for n in first.start..first.end.min(state.bodies.len() as u32) {
            pause_at(n as usize);
            let body = state.bodies[n as usize].as_ref();
            let Some(one) = body.filter(|body| body.enabled) else { continue };
            self.find_near(state, n, within, n + 1, &mut near);
            for &other in &near {
                let Some(second) = &state.bodies[other as usize] else { continue };
                if self.is_pair(state, [n, other], [one, second], within, Some(within)) {
                    on_pair([BodyId(n), BodyId(other)]);
                }
            }
        }
        self.near = near;
        Ok(())
    }

    /// Calls back with each pair that is checked and whose boxes are within a threshold, or
    /// without one within the margin of the pair; ascending.
    pub(crate) fn for_each_near(
        &mut self,
        state: &State,
        threshold: Option<f64>,
        on_pair: OnPair<'_>,
    ) -> ControlFlow<()> {
        let mut near = std::mem::take(&mut self.near);
        let mut flow = ControlFlow::Continue(());
        'bodies: for (n, body) in state.bodies.iter().enumerate() {
            let Some(one) = body.as_ref().filter(|body| body.enabled) else { continue };
            pause_at(n);
            let n = n as u32;
            if n as usize + 1 == state.bodies.len() {
                break;
            }
            let margin = threshold.unwrap_or_else(|| state.most_margin(one));
            self.find_near(state, n, margin, n + 1, &mut near);
            for (index, &other) in near.iter().enumerate() {
                pause_at(index);
                let Some(second) = &state.bodies[other as usize] else { continue };
                if self.is_pair(state, [n, other], [one, second], margin, threshold) {
                    flow = on_pair(self, [n, other], [one, second]);
                    if flow.is_break() {
                        break 'bodies;
                    }
                }
            }
        }
        self.near = near;
        flow
    }

    /// [`SceneQuery::for_each_near`] of the pairs that one body is in.
    pub(crate) fn for_each_near_one(
        &mut self,
        scene: &Scene,
        body: BodyId,
        threshold: Option<f64>,
        on_pair: OnPair<'_>,
    ) -> Result<ControlFlow<()>, SceneError> {
        let (state, one) = (scene.state(), scene.body(body)?);
        if !one.enabled {
            return Err(SceneError::NotEnabled(one.name.to_string()));
        }
        let mut near = std::mem::take(&mut self.near);
        let margin = threshold.unwrap_or_else(|| state.most_margin(one));
        self.find_near(state, body.0, margin, 0, &mut near);
        let mut flow = ControlFlow::Continue(());
        for (index, &other) in near.iter().enumerate() {
            pause_at(index);
            let Some(second) = &state.bodies[other as usize] else { continue };
            let is_first = body.0 < other;
            let pair = if is_first { [body.0, other] } else { [other, body.0] };
            let bodies = if is_first { [one, second] } else { [second, one] };
            if self.is_pair(state, pair, bodies, margin, threshold) {
                flow = on_pair(self, pair, bodies);
                if flow.is_break() {
                    break;
                }
            }
        }
        self.near = near;
        Ok(flow)
    }

    /// The enabled bodies near one, from a number on, ascending.
    fn find_near(&mut self, state: &State, n: u32, margin: f64, from: u32, near: &mut Vec<u32>) {
        near.clear();
        match state.tree.bounds(n) {
            Some(bounds) => {
                let stack = &mut self.stack;
                self.counts.boxes += state.tree.for_each_near(bounds, margin, stack, |other| {
                    if other >= from && other != n {
                        near.push(other);
                    }
                });
                near.extend(state.unbounded.iter().filter(|&&other| other >= from));
            }
            None => {
                let all = state.bodies.iter().enumerate().skip(from as usize);
                let enabled = all.filter(|(_, body)| body.as_ref().is_some_and(|b| b.enabled));
                near.extend(enabled.map(|(other, _)| other as u32).filter(|&other| other != n));
            }
        }
        near.sort_unstable();
    }

    /// Is a pair that was found within a margin checked, and are the boxes of its bodies, with
    /// their paddings, within a threshold, or without one within the margin of the pair?
    fn is_pair(
        &mut self,
        state: &State,
        [a, b]: [u32; 2],
        bodies: [&PlacedBody; 2],
        found_within: f64,
        threshold: Option<f64>,
    ) -> bool {
        let margin = threshold.unwrap_or_else(|| state.margins.get(a, b).unwrap_or(state.margin));
        let boxes_near = margin == found_within
            || match [a, b].map(|n| state.tree.bounds(n)) {
                [Some(one), Some(other)] => are_near(one, other, margin),
                _ => true,
            };
        let is_pair = boxes_near && state.is_checked([a, b], bodies);
        self.counts.pairs += u64::from(is_pair);
        is_pair
    }
}

/// The pairs of parts of two bodies whose boxes are within a margin, in order.
pub(crate) fn part_pairs<'s>(
    a: &'s PlacedBody,
    b: &'s PlacedBody,
    margin: f64,
) -> impl Iterator<Item = ([usize; 2], [At<'s>; 2])> {
    let at = |body: &'s PlacedBody, n: usize| At { part: &body.parts[n], placed: &body.placed[n] };
    let pairs = (0..a.placed.len()).flat_map(|m| (0..b.placed.len()).map(move |n| [m, n]));
    pairs.map(move |[m, n]| ([m, n], [at(a, m), at(b, n)])).filter(move |(_, [one, other])| {
        let near = |p: &Aabb, q: &Aabb| are_near(p, q, margin);
        match (&one.placed.bounds, &other.placed.bounds) {
            (Some(p), Some(q)) => near(p, q),
            _ => true,
        }
    })
}
