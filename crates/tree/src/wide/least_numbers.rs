//! The least number of a triangle below each box.
//!
//! Where many pairs of triangles are equally close, a query answers with that of the least
//! numbers. It can leave out boxes below which there are only higher ones.

use super::tree::Tree;

impl Tree {
    /// By node and child: the least number of a triangle below it, or
    /// [`Leaf::NO_TRIANGLE`](super::Leaf::NO_TRIANGLE) if there is no child. Computed when it is
    /// first needed, and kept: 16 bytes a node.
    #[must_use]
    pub fn least_numbers(&self) -> &[[u32; 4]] {
        self.least_numbers.get_or_init(|| self.least_numbers_of(|_| true))
    }

    /// The least of the numbers that count.
    pub(super) fn least_numbers_of(&self, counts: impl Fn(&u32) -> bool) -> Box<[[u32; 4]]> {
        let mut least = vec![[u32::MAX; 4]; self.node_count()];
        // Children come after their parents.
        for index in (0..least.len()).rev() {
            for (place, child) in self.nodes()[index].child.into_iter().enumerate() {
                let below = match child {
                    child if child.is_node() => least[child.index() as usize],
                    child if child.is_leaf() => self.leaves()[child.index() as usize].ids,
                    _ => continue,
                };
                least[index][place] = below.into_iter().filter(&counts).fold(u32::MAX, u32::min);
            }
        }
        least.into()
    }
}
