//! Which pairs cannot have come within their margins since they were last tested: each has a
//! clearance, a certified lower bound of how much farther apart than its margin it is, and every
//! step of the configuration takes from it what the pair can have moved.

use obbtree_simd::{Kernel, Lanes};

use crate::kinematics::{JacobianBound, LANES};

/// More than the sum of products of as many joints as a robot has loses, and the steps, each of
/// which is the rounded difference of two values. What underflows is in [`KEPT`].
const REL_ERR_FACTOR: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;
/// What is left after a step. The difference and this product round by `v = 2^-53` of themselves
/// each; `4 v` are taken away, so that no number of tiny steps adds up to more than was taken. The
/// other `2 v` of what is left are for products that underflow: less than 2^-1074 for each value,
/// and `2 v` of a clearance above [`LEAST_CLEARANCE`] are 2^-952.
const KEPT: f64 = 1.0 - 2.0 * f64::EPSILON;
/// A clearance that is not above this is spent: 1e-271 of the robot's unit.
pub(crate) const LEAST_CLEARANCE: f64 = f64::from_bits((1023 - 900) << 52);

/// Takes a step from all clearances: the sum over values of `|step| length`. Returns whether some
/// pair has none left. What was taken from each stays in `costs`.
pub(crate) struct SpendClearance<'k> {
    pub(crate) lengths: &'k JacobianBound,
    /// By value: how much it changed.
    pub(crate) steps: &'k [f64],
    /// By pair; columns as those of the lengths.
    pub(crate) clearances: &'k mut [f64],
    pub(crate) costs: &'k mut [f64],
    pub(crate) pairs: usize,
}

impl Kernel for SpendClearance<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> bool {
        let Self { lengths, steps, clearances, costs, pairs } = self;
        let columns = lengths.columns;
        let mut least = [f64::INFINITY; LANES];
        for first in (0..columns).step_by(LANES) {
            let mut sum = [0.0; LANES];
            for (value, &step) in steps.iter().enumerate() {
                let row = &lengths.rows[value * columns + first..][..LANES];
                for lane in 0..LANES {
                    sum[lane] += step * row[lane];
                }
            }
            let clearances = &mut clearances[first..][..LANES];
            let costs = &mut costs[first..][..LANES];
            for lane in 0..LANES {
                costs[lane] = sum[lane];
                let left = (clearances[lane] - sum[lane] * REL_ERR_FACTOR) * KEPT;
                clearances[lane] = left;
                // The unused columns of the last row have unbounded clearances.
                least[lane] = if left < least[lane] { left } else { least[lane] };
            }
        }
        debug_assert!(pairs <= columns);
        let mut some = false;
        for lane in 0..LANES {
            some |= !(least[lane] > LEAST_CLEARANCE);
        }
        some
    }
}
