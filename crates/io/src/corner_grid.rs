//! Corners of a polygon in a uniform grid, so that those in a triangle are found without a test of
//! all.

use robust::Coord;

/// The largest number of cells along one side: a million cells, 4 MB.
const MAX_SIDE: usize = 1024;

/// Corners sorted by the cell of a uniform grid, about one a cell.
#[derive(Default)]
pub(crate) struct CornerGrid {
    low: [f64; 2],
    cells_per_length: [f64; 2],
    side: usize,
    /// The start of each cell in `corners`, and the end of the last.
    begins: Vec<u32>,
    corners: Vec<u32>,
}

impl CornerGrid {
    /// A grid over the bounds of all points, with some of them in it.
    pub(crate) fn new(points: &[Coord<f64>], corners: Vec<u32>) -> Self {
        let side = corners.len().isqrt().clamp(1, MAX_SIDE);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for (axis, value) in [point.x, point.y].into_iter().enumerate() {
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
            }
        }
        let cells_per_length = [0, 1].map(|axis| side as f64 / (high[axis] - low[axis]));
        let mut grid =
            Self { low, cells_per_length, side, begins: vec![0; side * side + 1], corners };
        // Counting sort by cell: count, sum, distribute.
        let cell_of = |grid: &Self, corner: u32| {
            let point = points[corner as usize];
            grid.line(1, point.y) * side + grid.line(0, point.x)
        };
        let unsorted = std::mem::take(&mut grid.corners);
        for &corner in &unsorted {
            let cell = cell_of(&grid, corner);
            grid.begins[cell + 1] += 1;
        }
        for cell in 0..side * side {
            grid.begins[cell + 1] += grid.begins[cell];
        }
        let mut fill = grid.begins.clone();
        grid.corners = vec![0; unsorted.len()];
        for corner in unsorted {
            let cell = cell_of(&grid, corner);
            grid.corners[fill[cell] as usize] = corner;
            fill[cell] += 1;
        }
        grid
    }

    /// The column (axis 0) or row (axis 1) of a coordinate. Rounding is monotonic, so a point
    /// between two others is in a column between theirs; the NaN of a grid without extent becomes
    /// column 0, infinity the last.
    fn line(&self, axis: usize, value: f64) -> usize {
        let line = (value - self.low[axis]) * self.cells_per_length[axis];
        (line as usize).min(self.side - 1)
    }

    /// Is `check` true for the corners of every cell that overlaps the bounds of a triangle?
    pub(crate) fn all_in_box_of(
        &self,
        triangle: &[Coord<f64>; 3],
        mut check: impl FnMut(&[u32]) -> bool,
    ) -> bool {
        let range = |axis: usize, values: [f64; 3]| {
            let [p, q, r] = values.map(|value| self.line(axis, value));
            p.min(q).min(r)..=p.max(q).max(r)
        };
        let columns = range(0, triangle.map(|p| p.x));
        let mut rows = range(1, triangle.map(|p| p.y));
        rows.all(|row| {
            // The cells of a row are consecutive, and so are their corners.
            let first = self.begins[row * self.side + columns.start()] as usize;
            let last = self.begins[row * self.side + columns.end() + 1] as usize;
            check(&self.corners[first..last])
        })
    }
}
