//! Pairs that no joint moves, such as a base and what stands beside it: a question about one is
//! answered once, as the answer is that of every configuration.
//!
//! Forward kinematics gives both items the same poses at every configuration, bit for bit, so these
//! are the exact questions about these poses: nothing is added for what frames round. What is known
//! belongs to two items at their places and to their margin, and is taken over to another world
//! together with these (`shared`).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use obbtree_collider::{Distance, Query};
use obbtree_predicates::Pose;

use crate::items::{Item, PlacedItem, ask, sphere_gap};
use crate::kinematics::Kinematics;

/// Of two items that no joint moves.
#[derive(Debug)]
pub(crate) struct FixedPair {
    /// At the margin.
    pub(crate) collides: bool,
    distance: OnceLock<Distance>,
    /// They are farther apart than all lengths, not negative, of which the bits are less than this.
    beyond: AtomicU64,
}

impl FixedPair {
    /// `kinematics` has the frames of any configuration.
    pub(crate) fn new(items: [&Item; 2], kinematics: &Kinematics, margin: f64) -> Self {
        let poses: [Option<Pose>; 2] = items.map(|item| item.pose(&kinematics.frames[item.link]));
        let placed = items.map(|item| (&kinematics.frames[item.link], item));
        let collides = match &poses {
            _ if sphere_gap(placed, margin) > 0.0 => false,
            [Some(a), Some(b)] => {
                let placed = [(items[0], a), (items[1], b)];
                ask::collide(&mut Query::new(), placed, margin).is_some()
            }
            // As in every question, what has no pose collides.
            _ => true,
        };
        Self { collides, distance: OnceLock::new(), beyond: AtomicU64::new(0) }
    }

    /// [`ask::distance_within`] of the pair where it always is.
    ///
    /// Of two threads that ask at once both search: none waits for another, which may be
    /// interrupted.
    pub(crate) fn distance_within(
        &self,
        query: &mut Query,
        placed: [PlacedItem<'_>; 2],
        at_most: f64,
    ) -> Option<Distance> {
        if !ask::is_certain(placed) {
            return ask::distance_within(query, placed, at_most);
        }
        let bits = bits_of_length(at_most);
        if bits.is_some_and(|bits| bits < self.beyond.load(Ordering::Relaxed)) {
            return None;
        }
        match self.distance.get() {
            Some(known) if at_most < known.lower => return None,
            Some(known) if known.upper <= at_most => return Some(*known),
            _ => {}
        }
        let found = ask::distance_within(query, placed, at_most);
        if let Some(found) = found {
            // Another thread may have found the same.
            let _ = self.distance.set(found);
        } else if let Some(bits) = bits {
            self.beyond.fetch_max(bits + 1, Ordering::Relaxed);
        }
        found
    }
}

/// In the order of lengths; of what is none, nothing.
fn bits_of_length(length: f64) -> Option<u64> {
    (0.0..f64::INFINITY).contains(&length).then(|| (length + 0.0).to_bits())
}
