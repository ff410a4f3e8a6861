//! Temporal coherence: what collided a moment ago is asked first.
//!
//! Along a path of small steps the pair of triangles that met last usually meets again. Asking it first
//! costs one triangle test; if it meets, the trees are not opened at all. The answer is never another
//! than without.

use std::ops::ControlFlow;

use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use crate::engine::{Aim, Engine};
use crate::solid::Body;

/// What two bodies last met at. Keep one for each pair of bodies; a fresh one knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    pair: Option<[u32; 2]>,
}

impl Witness {
    /// The pair of triangles (of A, of B) that met in the last colliding query.
    #[must_use]
    pub fn pair(&self) -> Option<[u32; 2]> {
        self.pair
    }

    /// Do the two surfaces meet? As [`crate::collide`], but the last witness is asked first, and the
    /// new one remembered.
    #[must_use]
    pub fn collide<T: Engine>(
        &mut self,
        a: &Body<'_, T>,
        pose_a: &Pose,
        b: &Body<'_, T>,
        pose_b: &Pose,
        scratch: &mut T::Scratch,
    ) -> bool {
        if let Some([in_a, in_b]) = self.pair {
            let triangles = (a.mesh().triangles().len(), b.mesh().triangles().len());
            // Ids of other bodies are no danger, only no help.
            if (in_a as usize) < triangles.0 && (in_b as usize) < triangles.1 {
                let (of_a, of_b) =
                    (a.mesh().triangle(in_a as usize), b.mesh().triangle(in_b as usize));
                let placement = Placement::new(pose_a, pose_b);
                if triangles_meet(&of_a, &of_b, &placement, &mut Stages::default()) {
                    return true;
                }
            }
        }
        let remember = |in_a, in_b| {
            self.pair = Some([in_a, in_b]);
            ControlFlow::Break(())
        };
        T::search(a.tree(), pose_a, b.tree(), pose_b, Aim::First, None, scratch, remember)
            .is_break()
    }
}
