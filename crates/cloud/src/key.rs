//! Where a point is along the curve: thirty bits.

/// Cells along each axis of the box that the keys are for.
const CELLS: f64 = 1024.0;

/// Gives points of a box their keys; cells are cubes. A point that rounding puts beyond the box has
/// the key of a cell at its end: keys decide how good boxes are, and no answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    low: [f64; 3],
    per_length: f64,
}

impl Keys {
    /// For a box with these ends.
    pub(crate) fn new(low: [f64; 3], high: [f64; 3]) -> Self {
        let side = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
        Self { low, per_length: if side > 0.0 { CELLS / side } else { 0.0 } }
    }

    /// The key of a point.
    #[inline(always)]
    pub(crate) fn of(&self, point: [f64; 3]) -> u32 {
        let cell = |k: usize| {
            let cell = (point[k] - self.low[k]) * self.per_length;
            // Written so that NaN, of sides that underflow, is 0.
            let cell = if cell > 0.0 { cell } else { 0.0 };
            let cell = if cell < LAST { cell } else { LAST };
            // The sum has the cell, rounded to nearest, in its last bits.
            SPREAD[(cell + INTEGERS).to_bits() as usize % SPREAD.len()]
        };
        cell(0) | cell(1) << 1 | cell(2) << 2
    }
}

/// The last cell.
const LAST: f64 = CELLS - 1.0;

/// 2^52: sums with it are integers.
const INTEGERS: f64 = (1_u64 << 52) as f64;

/// Ten bits, two places between each and the next.
static SPREAD: [u32; CELLS as usize] = {
    let mut table = [0; CELLS as usize];
    let mut x = 0;
    while x < table.len() {
        let mut bit = 0;
        while bit < 10 {
            table[x] |= ((x >> bit & 1) << (3 * bit)) as u32;
            bit += 1;
        }
        x += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_box_have_the_first_and_the_last_key() {
        let keys = Keys::new([-1.0; 3], [1.0; 3]);
        assert_eq!(keys.of([-1.0; 3]), 0);
        assert_eq!(keys.of([1.0; 3]), (1 << 30) - 1);
        assert_eq!(Keys::new([5.0; 3], [5.0; 3]).of([5.0; 3]), 0);
        assert_eq!(keys.of([1.0, -1.0, -1.0]).count_ones(), 10);
        let tiny = Keys::new([0.0; 3], [5e-324; 3]);
        assert_ne!(tiny.of([0.0; 3]), tiny.of([5e-324; 3]));
    }
}
