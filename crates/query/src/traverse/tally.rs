//! Counting what a query does, at no cost where nobody counts.

use obbtree_predicates::Stages;

use crate::Counts;

/// A place for counts, or none.
pub(crate) trait Tally {
    /// Visits of that many box pairs in all.
    fn visit(&mut self, box_pairs: u32);
    /// Registers that reach the second phase.
    fn second_phase(&mut self, registers: usize);
    /// One leaf pair, with the triangle pairs in it, and those of them that the kernel left open:
    /// as bits of sixteen.
    fn leaf(&mut self, pairs: u32, open: u32);
    /// Where the later stages count.
    fn stages(&mut self) -> &mut Stages;
}

/// Counts nothing; the later stages, rare as they are, count into the void.
#[derive(Default)]
pub(crate) struct Uncounted(Stages);

impl Tally for Uncounted {
    #[inline(always)]
    fn visit(&mut self, _: u32) {}
    #[inline(always)]
    fn second_phase(&mut self, _: usize) {}
    #[inline(always)]
    fn leaf(&mut self, _: u32, _: u32) {}
    fn stages(&mut self) -> &mut Stages {
        &mut self.0
    }
}

impl Tally for &mut Counts {
    #[inline(always)]
    fn visit(&mut self, box_pairs: u32) {
        self.visits += 1;
        self.box_tests += u64::from(box_pairs);
    }
    #[inline(always)]
    fn second_phase(&mut self, registers: usize) {
        self.second_phase += registers as u64;
    }
    #[inline(always)]
    fn leaf(&mut self, pairs: u32, open: u32) {
        self.leaf_pairs += 1;
        self.triangle_tests += u64::from(pairs.count_ones());
        self.by_kernel += u64::from((pairs & !open).count_ones());
    }
    fn stages(&mut self) -> &mut Stages {
        &mut self.stages
    }
}
