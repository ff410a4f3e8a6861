//! Finds the triangles of a tree that are copies of others.

use std::collections::HashMap;

use super::copies::Copies;
use super::leaf::Leaf;
use super::tree::Tree;

impl Tree {
    /// Which triangles are copies of others. Computed when it is first needed, and kept: a byte a
    /// triangle and 16 bytes a node.
    #[must_use]
    pub fn copies(&self) -> &Copies {
        self.copies.get_or_init(|| {
            let is_copy = self.find_copies();
            let is_first = |&triangle: &u32| !is_copy.get(triangle as usize).is_some_and(|&is| is);
            let least_numbers = self.least_numbers_of(is_first);
            Copies { is_copy, least_numbers }
        })
    }

    fn find_copies(&self) -> Box<[bool]> {
        let mut is_copy = Vec::new();
        let mut first = HashMap::with_capacity(self.leaf_count());
        for leaf in self.leaves() {
            for (slot, &triangle) in leaf.ids.iter().enumerate() {
                if triangle == Leaf::NO_TRIANGLE {
                    continue;
                }
                let least = first.entry(corner_bits(self, leaf, slot)).or_insert(triangle);
                let copy = triangle.max(*least);
                let is_new = *least == triangle;
                *least = triangle.min(*least);
                if !is_new {
                    is_copy.resize(is_copy.len().max(copy as usize + 1), false);
                    is_copy[copy as usize] = true;
                }
            }
        }
        is_copy.into()
    }
}

fn corner_bits(tree: &Tree, leaf: &Leaf, slot: usize) -> [[u64; 3]; 3] {
    tree.triangle(leaf, slot).map(|corner| [0, 1, 2].map(|k| corner[k].to_bits()))
}
