//! A set of triangles that will become a child box, and what such a box costs.

use super::frame::Frame;

/// Consecutive triangles of the working copy, and what is known about their box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    /// Position of the first triangle.
    pub(super) start: usize,
    /// The number of triangles; at least one.
    pub(super) count: usize,
    /// The axes along which it is binned when it is split.
    pub(super) frame: Frame,
    /// Half the surface area of its box.
    pub(super) area: f32,
}

/// The number of triangles that a leaf holds.
pub(super) const LEAF: usize = 4;

/// The most triangles for which a count is rounded up to whole leaves.
const WHOLE_LEAVES: usize = 16;

/// The most triangles for which a count is rounded up to pairs of leaves.
const PAIRS_OF_LEAVES: usize = 32;

/// The counts whose weight is kept in a table.
const TABLE: usize = 256;

/// The cost of a box with this many triangles below it, per area.
///
/// Visits of a query grow with about the 0.7th power of the triangles: measured best, 0.5 and 0.9
/// are 7 % worse. The power used is 11/16, which takes square roots alone; every machine rounds
/// them alike. Small counts are rounded up to whole leaves, medium ones to pairs of leaves, so
/// that splits fill leaves and nodes: 8 % less memory for at most 1 % more visits.
pub(super) fn weight(triangles: usize) -> f32 {
    let n = if triangles <= WHOLE_LEAVES {
        triangles.next_multiple_of(LEAF)
    } else if triangles <= PAIRS_OF_LEAVES {
        triangles.next_multiple_of(2 * LEAF)
    } else {
        triangles
    } as f32;
    // 11/16 = 1/2 + 1/8 + 1/16.
    let root = n.sqrt();
    let eighth = root.sqrt().sqrt();
    root * eighth * eighth.sqrt()
}

/// [`weight`], from a table for the counts that nearly all sets have.
pub(super) struct Weights(Vec<f32>);

impl Weights {
    pub(super) fn new() -> Self {
        Self((0..=TABLE).map(weight).collect())
    }

    #[inline(always)]
    pub(super) fn of(&self, triangles: usize) -> f32 {
        self.0.get(triangles).copied().unwrap_or_else(|| weight(triangles))
    }
}

/// Which of the children of a node is split next: that of the largest area times the fourth root of
/// the count (other powers up to 1 were tried). `None` if all are leaves.
#[inline(always)]
pub(super) fn costliest(children: impl Iterator<Item = (f32, usize)>) -> Option<usize> {
    let mut largest: Option<(f32, usize)> = None;
    for (slot, (area, count)) in children.enumerate() {
        let cost = area * (count as f32).sqrt().sqrt();
        if count > LEAF && largest.is_none_or(|(most, _)| cost > most) {
            largest = Some((cost, slot));
        }
    }
    largest.map(|(_, slot)| slot)
}

/// How many triangles of a set without a useful cut become its first half: half of them, in whole
/// leaves.
pub(super) fn halves_of(count: usize) -> usize {
    (count / 2).next_multiple_of(LEAF).min(count - 1)
}
