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
        // A conversion from `f64` ends at the ends of `u32`.
        let cell = |k: usize| {
            let cell = ((point[k] - self.low[k]) * self.per_length) as u32;
            spread(if cell < CELLS as u32 { cell } else { CELLS as u32 - 1 })
        };
        cell(0) | cell(1) << 1 | cell(2) << 2
    }
}

/// Ten bits, two places between each and the next.
#[inline(always)]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_by_three() {
        for x in 0..1024 {
            let naive: u32 = (0..10).map(|bit| (x >> bit & 1) << (3 * bit)).sum();
            assert_eq!(spread(x), naive);
        }
    }

    #[test]
    fn the_ends_of_the_box_have_the_first_and_the_last_key() {
        let keys = Keys::new([-1.0; 3], [1.0; 3]);
        assert_eq!(keys.of([-1.0; 3]), 0);
        assert_eq!(keys.of([1.0; 3]), (1 << 30) - 1);
        assert_eq!(Keys::new([5.0; 3], [5.0; 3]).of([5.0; 3]), 0);
    }
}
