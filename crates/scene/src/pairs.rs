//! Which pairs of bodies of a scene are asked about.

use std::sync::Arc;

use crate::error::SceneError;
use crate::masks::Groups;
use crate::placed::BodyId;
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

    /// Allows two bodies to collide: the pair is not asked about. By names, which bodies may get later.
    pub fn allow(&mut self, a: &str, b: &str) {
        self.set_allowed([a, b], Some(()));
    }

    /// Takes an allowance back.
    pub fn forbid(&mut self, a: &str, b: &str) {
        self.set_allowed([a, b], None);
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

    /// Gives a pair of names a margin of its own, or takes it away.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn set_pair_margin(
        &mut self,
        a: &str,
        b: &str,
        margin: Option<f64>,
    ) -> Result<(), SceneError> {
        margin.map_or(Ok(()), check_margin)?;
        let State { margins, ids, .. } = Arc::make_mut(&mut self.state);
        margins.set([a, b], margin, |name| ids.get(name).map(|id| id.0));
        Ok(())
    }

    /// The pairs that have margins of their own, ascending by name.
    pub fn pair_margins(&self) -> impl Iterator<Item = (&[String; 2], f64)> {
        self.state.margins.iter()
    }

    /// Is a pair of bodies asked about?
    #[must_use]
    pub fn is_asked(&self, a: BodyId, b: BodyId) -> bool {
        match (self.body(a), self.body(b)) {
            (Ok(one), Ok(other)) => {
                one.enabled && other.enabled && self.state.is_asked([a.0, b.0], [one, other])
            }
            _ => false,
        }
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
