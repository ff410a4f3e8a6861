//! Where a configuration collides.

use obbtree_scene::{PairContacts, SceneQuery};

use super::check::Checker;
use crate::error::WorldError;

impl Checker {
    /// The pairs that collide, in the order of [`Checker::colliding_pairs`], each with its first
    /// `limit` contacts, in the frame of the root link; none for a pair that is only within its
    /// margin.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration.
    pub fn contacts(
        &mut self,
        configuration: &[f64],
        limit: usize,
    ) -> Result<Vec<PairContacts>, WorldError> {
        let pairs = self.colliding_pairs(configuration)?;
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let world = self.world_at(configuration)?;
        let mut query = SceneQuery::new();
        let contacts = |pair| query.contacts_between(&world, pair, limit);
        Ok(pairs.into_iter().map(contacts).collect::<Result<_, _>>()?)
    }
}
