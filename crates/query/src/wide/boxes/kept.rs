//! What is left of sixteen pairs of boxes.

use crate::wide::stack::Key;

/// Pairs of boxes that a question cannot rule out.
pub(in crate::wide) struct Kept<K> {
    /// As bits of sixteen.
    pub(in crate::wide) pairs: u32,
    /// What to remember of each.
    pub(in crate::wide) keys: [K; 16],
}

impl<K: Key> Kept<K> {
    /// Adds pairs of another register.
    #[inline(always)]
    pub(in crate::wide) fn add(&mut self, more: &Self) {
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
pub(in crate::wide) struct FullVisit<K> {
    pub(in crate::wide) kept: Kept<K>,
    /// Of each pair kept: the smaller, the sooner a dive takes it.
    pub(in crate::wide) order: [f32; 16],
    /// Registers that reached the second phase.
    pub(in crate::wide) second_phase: usize,
}
