//! What was lately derived from an index, such as the node of an opened leaf: each is used several
//! times in a row.

/// How many are held.
const SLOTS: usize = 32;

/// A small table in which a later index takes the place of an earlier one.
#[derive(Clone, Debug)]
pub(crate) struct Recent<T> {
    /// Of which index each slot is.
    indices: [u32; SLOTS],
    /// Then the indices mean nothing.
    is_empty: bool,
    /// None, or all.
    slots: Vec<T>,
}

/// No index.
const NONE: u32 = u32::MAX;

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { indices: [NONE; SLOTS], is_empty: true, slots: Vec::new() }
    }
}

impl<T: Copy> Recent<T> {
    /// What is held is no longer of use.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.is_empty = true;
    }

    /// What belongs to an index: what is held, or what `derive` gives.
    pub(crate) fn get(&mut self, index: u32, derive: impl FnOnce() -> T) -> &T {
        if self.is_empty {
            self.indices = [NONE; SLOTS];
            self.is_empty = false;
        }
        // Multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4).
        let slot = index.wrapping_mul(0x9e37_79b9) as usize >> (32 - SLOTS.ilog2());
        if self.indices[slot] != index {
            let derived = derive();
            if self.slots.is_empty() {
                self.slots.resize(SLOTS, derived);
            }
            self.slots[slot] = derived;
            self.indices[slot] = index;
        }
        &self.slots[slot]
    }
}
