//! What is left of sixteen pairs of boxes.

use super::key::Key;

/// Pairs of boxes that a question cannot rule out.
pub(crate) struct Kept<K> {
    /// As bits of sixteen.
    pub(crate) pairs: u32,
    /// What to remember of each.
    pub(crate) keys: [K; 16],
}

impl<K: Key> Kept<K> {
    /// Adds pairs of another register.
    #[inline(always)]
    pub(crate) fn add(&mut self, more: &Self) {
        self.pairs |= more.pairs;
        if K::STORED {
            for pair in 0..16 {
                if more.pairs >> pair & 1 != 0 {
                    self.keys[pair] = more.keys[pair];
                }
            }
        }
    }
}

/// A visit through both phases at once, as a dive makes it.
pub(crate) struct FullVisit<K> {
    pub(crate) kept: Kept<K>,
    /// Of each pair kept: the smaller, the sooner a dive takes it.
    pub(crate) order: [f32; 16],
    /// Registers that reached the second phase.
    pub(crate) second_phase: usize,
}
