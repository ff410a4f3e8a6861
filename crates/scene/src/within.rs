//! The pairs of bodies that are near each other: within one length, within the margins that the
//! scene keeps, or within lengths that a function tells.

use std::ops::ControlFlow;

use crate::distance::BodyDistance;
use crate::error::SceneError;
use crate::part_pair::closer_than;
use crate::placed::{BodyId, PlacedBody};
use crate::query::{SceneQuery, part_pairs};
use crate::scene::{Scene, State};

/// How near the two bodies of a pair have to be to be told of: at most so far apart, in the
/// caller's unit.
#[derive(Clone, Copy)]
pub enum Within<'m> {
    /// So far, all pairs alike. Margins and paddings do not count.
    Threshold(f64),
    /// The margin of the pair and both paddings, as [`Scene::margin_between`] gives them: the pairs
    /// that collide.
    Margins,
    /// What a function says of a pair, and no more than `most`: pairs of which it says less than 0,
    /// or NaN, are left out. Margins and paddings do not count.
    Each {
        /// No pair that is farther apart is told of.
        most: f64,
        /// The length for a pair, in the order in which pairs are told of.
        of: &'m dyn Fn([BodyId; 2]) -> f64,
    },
}

impl Within<'_> {
    /// The length for all pairs; without one the margins of the scene count.
    ///
    /// # Errors
    /// The length, if it is negative or NaN.
    pub fn threshold(&self) -> Result<Option<f64>, f64> {
        match *self {
            Self::Margins => Ok(None),
            Self::Threshold(most) | Self::Each { most, .. } if most >= 0.0 => Ok(Some(most)),
            Self::Threshold(most) | Self::Each { most, .. } => Err(most),
        }
    }

    /// The length for a pair, of which the scene keeps this margin; `None` if it is left out.
    pub fn of_pair(&self, bodies: [BodyId; 2], margin: impl FnOnce() -> f64) -> Option<f64> {
        let (length, most) = match self {
            Self::Threshold(length) => (*length, f64::INFINITY),
            Self::Margins => (margin(), f64::INFINITY),
            Self::Each { most, of } => (of(bodies), *most),
        };
        // Written so that NaN is left out.
        (length >= 0.0).then(|| length.min(most))
    }
}

impl SceneQuery {
    /// The pairs of bodies that are checked and at most so far apart, with their distances,
    /// ascending by number. Certain as [`closer_than`](obbtree_collider::Query::closer_than) is.
    ///
    /// # Errors
    /// If the threshold is negative or NaN.
    pub fn clearances(
        &mut self,
        scene: &Scene,
        threshold: f64,
    ) -> Result<Vec<BodyDistance>, SceneError> {
        let mut near = Vec::new();
        let _ = self.for_each_near_pair(scene, Within::Threshold(threshold), |found| {
            near.push(*found);
            ControlFlow::Continue(())
        })?;
        Ok(near)
    }

    /// Calls back with each pair of bodies that is checked and near enough, and its distance, with
    /// the closest points and the direction: ascending by number. Breaking off ends the search, and
    /// is returned. Which pairs are near enough is certain as
    /// [`closer_than`](obbtree_collider::Query::closer_than) is.
    ///
    /// # Errors
    /// If a threshold is negative or NaN.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery, Within};
    /// let sphere = Shape::sphere([0.0; 3], 1.0)?;
    /// let (mut scene, mut query) = (Scene::new(), SceneQuery::new());
    /// for (name, x) in [("a", 0.0), ("b", 2.5), ("c", 5.5)] {
    ///     scene.add(name, sphere.clone(), Pose::from_translation([x, 0.0, 0.0])?)?;
    /// }
    /// let mut near = |within| -> Result<_, Box<dyn std::error::Error>> {
    ///     let mut found = Vec::new();
    ///     let _ = query.for_each_near_pair(&scene, within, |pair| {
    ///         found.push((pair.bodies.map(|id| id.number()), pair.normal.expect("apart").x));
    ///         ControlFlow::Continue(())
    ///     })?;
    ///     Ok(found)
    /// };
    /// assert_eq!(near(Within::Threshold(0.5))?, [([0, 1], 1.0)]);
    /// assert_eq!(near(Within::Threshold(1.0))?, [([0, 1], 1.0), ([1, 2], 1.0)]);
    /// assert_eq!(near(Within::Margins)?, []);
    /// let b = scene.id("b")?;
    /// let of = |[first, _]: [_; 2]| if first == b { 1.0 } else { 0.1 };
    /// assert_eq!(near(Within::Each { most: 2.0, of: &of })?, [([1, 2], 1.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_near_pair(
        &mut self,
        scene: &Scene,
        within: Within<'_>,
        mut on_pair: impl FnMut(&BodyDistance) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SceneError> {
        let state = scene.state();
        let threshold = within.threshold().map_err(SceneError::Threshold)?;
        Ok(self.for_each_near(state, threshold, &mut near_pair(state, &within, &mut on_pair)))
    }

    /// [`SceneQuery::for_each_near_pair`] of the pairs that one body is in. The numbers of a pair
    /// ascend, whichever of the two that body is.
    ///
    /// # Errors
    /// If there is no such body, or it is not enabled; or if a threshold is negative or NaN.
    pub fn for_each_near_pair_with(
        &mut self,
        scene: &Scene,
        body: BodyId,
        within: Within<'_>,
        mut on_pair: impl FnMut(&BodyDistance) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SceneError> {
        let state = scene.state();
        let threshold = within.threshold().map_err(SceneError::Threshold)?;
        self.for_each_near_one(scene, body, threshold, &mut near_pair(state, &within, &mut on_pair))
    }

    /// The distance of two bodies that are at most so far apart.
    fn distance_within(
        &mut self,
        pair: [u32; 2],
        bodies: [&PlacedBody; 2],
        length: f64,
    ) -> Option<BodyDistance> {
        let found = self.pair_distance(pair, bodies, length)?;
        // An interval with the length in it does not tell.
        (found.upper <= length || self.are_within(bodies, length)).then_some(found)
    }

    /// Are some parts of two bodies at most so far apart?
    fn are_within(&mut self, [one, other]: [&PlacedBody; 2], length: f64) -> bool {
        let mut parts = part_pairs(one, other, length);
        parts.any(|(_, [a, b])| closer_than(&mut self.query, a, b, length))
    }
}

/// What is done with a pair whose boxes are near each other.
fn near_pair<'f>(
    state: &'f State,
    within: &'f Within<'_>,
    on_pair: &'f mut dyn FnMut(&BodyDistance) -> ControlFlow<()>,
) -> impl FnMut(&mut SceneQuery, [u32; 2], [&PlacedBody; 2]) -> ControlFlow<()> + 'f {
    move |query, pair, bodies| {
        let length = within.of_pair(pair.map(BodyId), || state.margin_of(pair, bodies));
        let found = length.and_then(|length| query.distance_within(pair, bodies, length));
        found.map_or(ControlFlow::Continue(()), |found| on_pair(&found))
    }
}
