//! Triangles that are copies of others: the same corners, number by number, in the same order.
//!
//! Whatever is true of a triangle is true of its copies. Where a query answers with the least
//! numbers of equally close pairs, it can leave out copies of triangles with lower numbers, and
//! boxes that hold nothing else.

/// Which triangles are copies of others with lower numbers.
#[derive(Clone, Debug)]
pub struct Copies {
    /// By the numbers of triangles.
    pub(super) is_copy: Box<[bool]>,
    pub(super) least_numbers: Box<[[u32; 4]]>,
}

impl Copies {
    /// Is this triangle a copy of one with a lower number?
    #[inline]
    #[must_use]
    pub fn is_copy(&self, triangle: u32) -> bool {
        self.is_copy.get(triangle as usize) == Some(&true)
    }

    /// [`Tree::least_numbers`](super::Tree::least_numbers) of the triangles that are no copies, and
    /// [`Leaf::NO_TRIANGLE`](super::Leaf::NO_TRIANGLE) where there are none.
    #[inline]
    #[must_use]
    pub fn least_numbers(&self) -> &[[u32; 4]] {
        &self.least_numbers
    }
}
