//! Which pairs cannot have met since they were last asked: each has a budget, a certified part of its clearance,
//! and every step of the configuration is paid from it.

use obbtree_simd::{Kernel, Lanes};

use super::reach::{LANES, Reach};

/// Pays for the roundings of a sum of products of as many joints as a robot has, and of the steps.
const GROWN: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;
/// Pays for the rounding of a difference, so that no number of tiny steps adds up to more than was taken.
const SHRUNK: f64 = 1.0 - f64::EPSILON;

/// Takes a step from all budgets: `sum over values of |step| reach`. Returns whether some pair has none left.
/// What each pair paid stays in `prices`.
pub(super) struct Pay<'k> {
    pub(super) reach: &'k Reach,
    /// By value: how much it changed.
    pub(super) steps: &'k [f64],
    /// By pair; columns as those of the reach.
    pub(super) budgets: &'k mut [f64],
    pub(super) prices: &'k mut [f64],
    pub(super) pairs: usize,
}

impl Kernel for Pay<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> bool {
        let Self { reach, steps, budgets, prices, pairs } = self;
        let columns = reach.columns;
        let mut least = [f64::INFINITY; LANES];
        for first in (0..columns).step_by(LANES) {
            let mut sum = [0.0; LANES];
            for (value, &step) in steps.iter().enumerate() {
                let row = &reach.rows[value * columns + first..][..LANES];
                for lane in 0..LANES {
                    sum[lane] += step * row[lane];
                }
            }
            let budgets = &mut budgets[first..][..LANES];
            let prices = &mut prices[first..][..LANES];
            for lane in 0..LANES {
                prices[lane] = sum[lane];
                let left = (budgets[lane] - sum[lane] * GROWN) * SHRUNK;
                budgets[lane] = left;
                // The unused columns of the last row have budgets without end.
                least[lane] = if left < least[lane] { left } else { least[lane] };
            }
        }
        debug_assert!(pairs <= columns);
        let mut some = false;
        for lane in 0..LANES {
            some |= !(least[lane] > 0.0);
        }
        some
    }
}
