//! The distinct corners of a set: on a closed surface a sixth of all corners, and enough to compute
//! extents.
//!
//! Vertices are distinguished by the mesh's indices, in a small direct-mapped table: a vertex that
//! was evicted from it is added twice, which costs time and changes no extent.

use super::rows::min;

/// Slots of the table: 24 KiB, which with the other data of a set are about a first-level cache.
const SLOTS: usize = 1 << 11;

/// A corner, and the bins of the triangles that share it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Point {
    pub(super) at: [f32; 3],
    /// The least bin of these triangles along each axis, then the greatest, negated.
    pub(super) bins: Bins,
}

/// Bins along three axes, the same negated, and two unused numbers that fill a vector register.
pub(super) type Bins = [f32; 8];

/// Distinct corners.
pub(super) struct Points {
    /// The first `count`, and after them one whose bins are [`NO_BINS`].
    points: Vec<Point>,
    count: usize,
    /// Slot by the low bits of the vertex index: the last vertex with them, in the low half, and
    /// the number of the set in which it was added, in the high half. Entries of other sets are
    /// void.
    seen: Box<[u64; SLOTS]>,
    /// The index of that vertex in `points`.
    index: Box<[u32; SLOTS]>,
    /// The number of the current set.
    set: u32,
}

/// Greater than the bins of any triangle.
const NO_BINS: Bins = [f32::MAX; 8];

impl Points {
    pub(super) fn new() -> Self {
        let points = vec![Point { at: [0.0; 3], bins: NO_BINS }];
        Self { points, count: 0, seen: Box::new([0; SLOTS]), index: Box::new([0; SLOTS]), set: 0 }
    }

    /// Removes all points and reserves memory for the corners of this many triangles.
    pub(super) fn clear(&mut self, triangles: usize) {
        let needed = 3 * triangles + 1;
        if self.points.len() < needed {
            self.points.resize(needed, Point { at: [0.0; 3], bins: NO_BINS });
        }
        self.count = 0;
        self.points[0].bins = NO_BINS;
        if self.set == u32::MAX {
            *self.seen = [0; SLOTS];
            self.set = 0;
        }
        self.set += 1;
    }

    /// Adds the corner of a triangle that is in these bins.
    ///
    /// Known and new corners take the same steps, as a branch would be mispredicted half of the
    /// time: the coordinates of a known corner are written again, and the entry of a new one has
    /// [`NO_BINS`] to start with.
    #[inline(always)]
    pub(super) fn add(&mut self, vertex: u32, at: [f32; 3], bins: &Bins) {
        let slot = vertex as usize % SLOTS;
        let key = u64::from(self.set) << 32 | u64::from(vertex);
        let is_known = self.seen[slot] == key;
        let index = if is_known { self.index[slot] as usize } else { self.count };
        self.seen[slot] = key;
        self.index[slot] = index as u32;
        let point = &mut self.points[index];
        point.at = at;
        for i in 0..8 {
            point.bins[i] = min(bins[i], point.bins[i]);
        }
        self.count += usize::from(!is_known);
        self.points[self.count].bins = NO_BINS;
    }

    /// Adds a corner without bins.
    #[inline(always)]
    pub(super) fn add_unbinned(&mut self, vertex: u32, at: [f32; 3]) {
        let slot = vertex as usize % SLOTS;
        let key = u64::from(self.set) << 32 | u64::from(vertex);
        let is_new = self.seen[slot] != key;
        self.seen[slot] = key;
        // A known corner is written after the last one, where the next corner overwrites it.
        self.points[self.count].at = at;
        self.count += usize::from(is_new);
    }

    pub(super) fn all(&self) -> &[Point] {
        &self.points[..self.count]
    }
}
