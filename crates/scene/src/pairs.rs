//! Which pairs of bodies of a scene are asked about.

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

    /// Allows two bodies to collide: the pair is not asked about. By names, which bodies may get
    /// later: until then, and with a name that is mistyped, more is asked and not less.
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

    /// The distance at which bodies count as colliding: of all pairs that have no margin of their own.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.state.margin
    }

    /// Bodies at most so far apart, in the caller's unit, count as colliding from now on; 0 at first.
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
        let State { margins, ids, .. } = Arc::make_mut(&mut self.state);
        margins.set([a, b], margin, |name| ids.get(name).map(|id| id.0));
        Ok(())
    }

    /// The pairs that have margins of their own, ascending by name.
    pub fn pair_margins(&self) -> impl Iterator<Item = (&[String; 2], f64)> {
        self.state.margins.iter()
    }

    /// Is a pair of bodies asked about?
    ///
    /// # Errors
    /// If there is no such body.
    pub fn is_asked(&self, a: BodyId, b: BodyId) -> Result<bool, SceneError> {
        let (one, other) = (self.body(a)?, self.body(b)?);
        Ok(one.enabled && other.enabled && self.state.is_asked([a.0, b.0], [one, other]))
    }

    /// Is any pair of bodies asked about? Else *no pair collides* says nothing about the bodies.
    /// Looks at all pairs until it finds one.
    ///
    /// # Errors
    /// If none is: why.
    pub fn require_pairs(&self) -> Result<(), SceneError> {
        let enabled: Vec<(u32, &PlacedBody)> = self.enabled().collect();
        let asked = |n: usize| {
            let (a, one) = enabled[n];
            enabled[n + 1..].iter().any(|&(b, other)| self.state.is_asked([a, b], [one, other]))
        };
        if (0..enabled.len()).any(asked) { Ok(()) } else { Err(self.without_pairs()) }
    }

    /// Why no pair is asked about.
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
    let is_usable = margin >= 0.0 && margin.is_finite();
    if is_usable { Ok(()) } else { Err(SceneError::Margin(margin)) }
}
