//! The distinct corners of a set: on a closed surface a sixth of all corners, and extents ask for no
//! more.
//!
//! Vertices are told apart by the mesh's own numbers, in a small table without chains: what falls out
//! of it is kept twice, which costs time and changes no extent.

/// Places of the table: 16 KiB, beside everything else that is in use within the first cache.
const PLACES: usize = 1 << 12;

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
    pub(super) points: Vec<Point>,
    /// The mesh's number of each.
    vertex: Vec<u32>,
    /// Where the last vertex with these low bits stands, if it does: stale entries are found out by
    /// comparing the number there.
    seen: Vec<u32>,
}

impl Points {
    pub(super) fn new() -> Self {
        Self { points: Vec::new(), vertex: Vec::new(), seen: vec![0; PLACES] }
    }

    /// Forgets all points.
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.vertex.clear();
    }

    /// Adds the corner of a triangle that is in these bins.
    #[inline(always)]
    pub(super) fn add(&mut self, vertex: u32, at: [f32; 3], bins: &Bins) {
        let seen = &mut self.seen[vertex as usize % PLACES];
        if self.vertex.get(*seen as usize) == Some(&vertex) {
            let known = &mut self.points[*seen as usize].bins;
            for i in 0..8 {
                known[i] = if bins[i] < known[i] { bins[i] } else { known[i] };
            }
        } else {
            *seen = self.vertex.len() as u32;
            self.vertex.push(vertex);
            self.points.push(Point { at, bins: *bins });
        }
    }
}
