//! Which pairs of bodies of a scene are checked, and how far apart they have to be.
//!
//! A pair is tested if both bodies are enabled, their groups meet, none carries the other, and it
//! is not allowed to collide. It collides if the distance of the bodies is at most its margin and
//! both paddings together. The margin is that of the pair, if it has one
//! ([`Scene::set_pair_margin`]), else that of the scene ([`Scene::set_margin`]); paddings belong
//! to bodies ([`Scene::set_padding`]). The sum is exact where `f64` can hold it, else rounded up:
//! so *no* is certain always. Distances, contacts and sweeps are of the bodies themselves.
//!
//! What changes here costs the same in a scene of ten bodies and of 50,000: a table entry, or the
//! box of one body.

use std::sync::Arc;

use crate::error::SceneError;
use crate::masks::Groups;
use crate::placed::{BodyId, PlacedBody};
use crate::scene::{Scene, State};

/// Pairs.
impl Scene {
    /// The groups of a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn groups(&self, id: BodyId) -> Result<Groups, SceneError> {
        Ok(self.body(id)?.groups)
    }

    /// Puts a body into groups.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_groups(&mut self, id: BodyId, groups: Groups) -> Result<(), SceneError> {
        self.body_mut(id)?.groups = groups;
        Ok(())
    }

    /// Allows two bodies to collide: the pair is not checked. By names, which bodies may get
    /// later: until then, and with a name that is mistyped, more is checked, not less.
    pub fn allow(&mut self, a: &str, b: &str) {
        self.set_allowed([a, b], Some(()));
    }

    /// Takes an allowance back.
    ///
    /// # Errors
    /// If there is no such allowance, and no body of one of the names: the pair that is meant may
    /// still be allowed.
    pub fn forbid(&mut self, a: &str, b: &str) -> Result<(), SceneError> {
        if !self.state.allowed.has([a, b]) {
            self.check_pair([a, b])?;
        }
        self.set_allowed([a, b], None);
        Ok(())
    }

    /// The pairs that are allowed to collide, ascending by name.
    pub fn allowed(&self) -> impl Iterator<Item = &[String; 2]> {
        self.state.allowed.iter().map(|(names, ())| names)
    }

    /// The distance at which bodies count as colliding: of all pairs that have no margin of their
    /// own.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.state.margin
    }

    /// Bodies at most so far apart, in the caller's unit, count as colliding from now on; 0 at
    /// first.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn set_margin(&mut self, margin: f64) -> Result<(), SceneError> {
        check_margin(margin)?;
        Arc::make_mut(&mut self.state).margin = margin;
        Ok(())
    }

    /// Gives a pair of bodies a margin of its own, or takes it away. It belongs to their names:
    /// bodies that get these later have it too.
    ///
    /// # Errors
    /// If it is negative or not finite, or no body has one of the names and the pair no margin of
    /// its own.
    pub fn set_pair_margin(
        &mut self,
        a: &str,
        b: &str,
        margin: Option<f64>,
    ) -> Result<(), SceneError> {
        margin.map_or(Ok(()), check_margin)?;
        if !self.state.margins.has([a, b]) {
            self.check_pair([a, b])?;
        }
        let State { margins, ids, bodies, .. } = Arc::make_mut(&mut self.state);
        margins.set([a, b], margin, |name| ids.get(name).map(|id| id.0));
        for name in [a, b] {
            if let Some(body) = ids.get(name).and_then(|id| bodies[id.0 as usize].as_mut()) {
                body.most_margin = margins.of(name).map(|(_, margin)| margin).fold(0.0, f64::max);
            }
        }
        Ok(())
    }

    /// How much larger a body counts, in the caller's unit; 0 at first.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn padding(&self, id: BodyId) -> Result<f64, SceneError> {
        Ok(self.body(id)?.padding)
    }

    /// Lets a body count as larger by a length on all sides, in the caller's unit: the margins of
    /// its pairs grow by the paddings of both. It goes with the body, not with its name.
    ///
    /// # Errors
    /// If there is no such body, or the length is negative or not finite.
    ///
    /// ```
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let sphere = Shape::sphere([0.0; 3], 1.0)?;
    /// let (mut scene, mut query) = (Scene::new(), SceneQuery::new());
    /// let left = scene.add("left", sphere.clone(), Pose::identity())?;
    /// let right = scene.add("right", sphere, Pose::from_translation([3.0, 0.0, 0.0])?)?;
    /// scene.set_padding(left, 0.25)?;
    /// scene.set_padding(right, 0.5)?;
    /// scene.set_margin(0.125)?; // 7/8 in all, at a distance of 1
    /// assert!(!query.collides(&scene));
    /// scene.set_margin(0.25)?;
    /// assert!(query.collides(&scene));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_padding(&mut self, id: BodyId, padding: f64) -> Result<(), SceneError> {
        if !is_length(padding) {
            return Err(SceneError::Padding(padding));
        }
        self.body_mut(id)?.padding = padding;
        Arc::make_mut(&mut self.state).refresh(id);
        Ok(())
    }

    /// The pairs that have margins of their own, ascending by name.
    pub fn pair_margins(&self) -> impl Iterator<Item = (&[String; 2], f64)> {
        self.state.margins.iter()
    }

    /// Is a pair of bodies checked?
    ///
    /// # Errors
    /// If there is no such body.
    pub fn is_checked(&self, a: BodyId, b: BodyId) -> Result<bool, SceneError> {
        let (one, other) = (self.body(a)?, self.body(b)?);
        Ok(one.enabled && other.enabled && self.state.is_checked([a.0, b.0], [one, other]))
    }

    /// Is any pair of bodies checked? Else *no pair collides* says nothing about the bodies.
    /// Looks at all pairs until it finds one.
    ///
    /// # Errors
    /// If none is: why.
    pub fn require_pairs(&self) -> Result<(), SceneError> {
        let enabled: Vec<(u32, &PlacedBody)> = self.enabled().collect();
        let has_pair = |n: usize| {
            let (a, one) = enabled[n];
            enabled[n + 1..].iter().any(|&(b, other)| self.state.is_checked([a, b], [one, other]))
        };
        if (0..enabled.len()).any(has_pair) { Ok(()) } else { Err(self.without_pairs()) }
    }

    /// Why no pair is checked.
    pub(crate) fn without_pairs(&self) -> SceneError {
        SceneError::NoPairs { bodies: self.ids().count(), enabled: self.enabled().count() }
    }

    fn enabled(&self) -> impl Iterator<Item = (u32, &PlacedBody)> {
        let bodies = (0_u32..).zip(&self.state.bodies);
        bodies.filter_map(|(n, body)| Some((n, body.as_ref().filter(|body| body.enabled)?)))
    }

    /// Are these the names of two bodies?
    pub(crate) fn check_pair(&self, [a, b]: [&str; 2]) -> Result<(), SceneError> {
        let ids = [self.id(a)?, self.id(b)?];
        if ids[0] == ids[1] { Err(SceneError::OneBody(a.to_owned())) } else { Ok(()) }
    }

    fn set_allowed(&mut self, names: [&str; 2], value: Option<()>) {
        let State { allowed, ids, .. } = Arc::make_mut(&mut self.state);
        allowed.set(names, value, |name| ids.get(name).map(|id| id.0));
    }
}

fn check_margin(margin: f64) -> Result<(), SceneError> {
    if is_length(margin) { Ok(()) } else { Err(SceneError::Margin(margin)) }
}

fn is_length(length: f64) -> bool {
    length >= 0.0 && length.is_finite()
}
