//! Questions about one pair of bodies, whether the scene checks it or not.

use crate::error::SceneError;
use crate::part_pair::contacts;
use crate::placed::BodyId;
use crate::query::{PairContacts, SceneQuery, part_pairs};
use crate::scene::Scene;

impl Scene {
    /// The distance at which two bodies count as colliding: the margin of the pair, and both
    /// paddings; rounded up where `f64` cannot hold the sum.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn margin_between(&self, a: BodyId, b: BodyId) -> Result<f64, SceneError> {
        let bodies = [self.body(a)?, self.body(b)?];
        Ok(self.state.margin_of([a.0, b.0], bodies))
    }
}

impl SceneQuery {
    /// Where two bodies meet: the first `limit` contacts; none for bodies that are only within
    /// their margin.
    ///
    /// # Errors
    /// If there is no such body, or both are the same.
    pub fn contacts_between(
        &mut self,
        scene: &Scene,
        bodies: [BodyId; 2],
        limit: usize,
    ) -> Result<PairContacts, SceneError> {
        let [one, other] = [scene.body(bodies[0])?, scene.body(bodies[1])?];
        if bodies[0] == bodies[1] {
            return Err(SceneError::OneBody(one.name.to_string()));
        }
        let mut found = Vec::new();
        for (parts, at) in part_pairs(one, other, 0.0) {
            contacts(&mut self.query, parts, at, limit, &mut found);
        }
        Ok(PairContacts { bodies, contacts: found })
    }
}
