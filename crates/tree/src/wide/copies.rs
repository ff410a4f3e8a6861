//! Triangles that are copies of others: the same corners, number by number, in the same order.
//!
//! Whatever is true of a triangle is true of its copies. Where a query answers with the least
//! numbers of equally close pairs, it can leave out copies of triangles with lower numbers, and
//! boxes that hold nothing else.

use std::collections::HashMap;

use super::leaf::Leaf;
use super::tree::Tree;

/// Which triangles are copies of others with lower numbers.
#[derive(Clone, Debug)]
pub struct Copies {
    /// By the numbers of triangles.
    is_copy: Box<[bool]>,
    least_numbers: Box<[[u32; 4]]>,
}

impl Copies {
    /// Is this triangle a copy of one with a lower number?
    #[inline]
    #[must_use]
    pub fn is_copy(&self, triangle: u32) -> bool {
        self.is_copy.get(triangle as usize) == Some(&true)
    }

    /// [`Tree::least_numbers`] of the triangles that are no copies, and
    /// [`Leaf::NO_TRIANGLE`] where there are none.
    #[inline]
    #[must_use]
    pub fn least_numbers(&self) -> &[[u32; 4]] {
        &self.least_numbers
    }
}

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
