//! The distinct corners of a set: on a closed surface a sixth of all corners, and extents ask for
//! no more.
//!
//! Vertices are told apart by the mesh's own numbers, in a small table without chains: what falls
//! out of it is kept twice, which costs time and changes no extent.

use super::rows::min;

/// Places of the table: 24 KiB, beside what else is in use within the first cache or not far off.
const PLACES: usize = 1 << 11;

/// A corner, and the sides of cuts it is on.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Point {
    pub(super) at: [f32; 3],
    /// Least bin of the triangles at this corner along each axis, then the greatest, negated.
    pub(super) bins: Bins,
}

/// Bins along three axes and their negatives, and two numbers more that fill a vector.
pub(super) type Bins = [f32; 8];

/// Distinct corners.
pub(super) struct Points {
    /// The first `count`, and one place behind them whose bins are [`NO_BINS`].
    points: Vec<Point>,
    count: usize,
    /// For the low bits of a vertex's number: the last vertex with them, below the number of the
    /// set that it was seen in; what other sets left does not count.
    seen: Box<[u64; PLACES]>,
    /// Where that one stands.
    place: Box<[u32; PLACES]>,
    /// The number of this set.
    set: u32,
}

/// What the bins of any triangle are less than.
const NO_BINS: Bins = [f32::MAX; 8];

impl Points {
    pub(super) fn new() -> Self {
        let points = vec![Point { at: [0.0; 3], bins: NO_BINS }];
        Self { points, count: 0, seen: Box::new([0; PLACES]), place: Box::new([0; PLACES]), set: 0 }
    }

    /// Forgets all points and makes room for the corners of so many triangles.
    pub(super) fn clear(&mut self, triangles: usize) {
        let places = 3 * triangles + 1;
        if self.points.len() < places {
            self.points.resize(places, Point { at: [0.0; 3], bins: NO_BINS });
        }
        self.count = 0;
        self.points[0].bins = NO_BINS;
        if self.set == u32::MAX {
            *self.seen = [0; PLACES];
            self.set = 0;
        }
        self.set += 1;
    }

    /// Adds the corner of a triangle that is in these bins.
    ///
    /// Known or new takes the same steps, as a branch on it would be guessed wrong half of the
    /// time: a corner's coordinates are written again, and a new one's place has bins to take the
    /// least of.
    #[inline(always)]
    pub(super) fn add(&mut self, vertex: u32, at: [f32; 3], bins: &Bins) {
        let slot = vertex as usize % PLACES;
        let key = u64::from(self.set) << 32 | u64::from(vertex);
        let is_known = self.seen[slot] == key;
        let place = if is_known { self.place[slot] as usize } else { self.count };
        self.seen[slot] = key;
        self.place[slot] = place as u32;
        let point = &mut self.points[place];
        point.at = at;
        for i in 0..8 {
            point.bins[i] = min(bins[i], point.bins[i]);
        }
        self.count += usize::from(!is_known);
        self.points[self.count].bins = NO_BINS;
    }

    /// Adds a corner whose bins nobody asks for.
    #[inline(always)]
    pub(super) fn add_place(&mut self, vertex: u32, at: [f32; 3]) {
        let slot = vertex as usize % PLACES;
        let key = u64::from(self.set) << 32 | u64::from(vertex);
        let is_new = self.seen[slot] != key;
        self.seen[slot] = key;
        // What is known already is written behind the last, where the next one goes.
        self.points[self.count].at = at;
        self.count += usize::from(is_new);
    }

    pub(super) fn all(&self) -> &[Point] {
        &self.points[..self.count]
    }
}
