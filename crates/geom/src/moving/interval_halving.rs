//! Any motion for which distances can be computed: interval halving in time.
//!
//! During an interval of time bodies cannot touch if their distance at its middle is more than they
//! can approach each other in half of it. Ericson halves intervals by recursion; here they are
//! numbered in the order of time, so nothing is stored and the first contact is found first.

use crate::Real;

/// The largest number of halvings: the significant digits of `f64`, so that interval numbers fit a
/// `u64` and are exact in `f64`.
const MAX_HALVINGS: u32 = 52;

/// The first time from 0 to 1 at which two bodies may touch, to within a tolerance in time.
///
/// `distance(t)` is the distance of the bodies at time `t`, zero or negative where they meet.
/// `speed` is the largest rate at which it can decrease: the largest speed of any point of one body
/// relative to the other. Distance and speed are in the unit of the caller.
///
/// Returns the start of the first interval, of length at most `tolerance`, for which contact cannot
/// be excluded: there is no contact before it, and at its middle the distance is at most `speed`
/// times half its length. Bodies that pass each other within that distance are reported as
/// touching. `None` is certain if the distances are exact. A NaN distance excludes nothing. A
/// tolerance below 2^-52 (also zero, negative or NaN) is treated as 2^-52. About `log2(1 /
/// tolerance)` distances are computed for an ordinary contact, and up to `1 / tolerance` for bodies
/// that move along each other within that distance.
/// Source: Ericson 5.5.1.
///
/// ```
/// use obbtree_geom::moving::interval_halving;
/// // A point on a quarter of a circle, and a wall at 0.5.
/// let gap = |t: f64| 0.5 - (t * std::f64::consts::FRAC_PI_2).sin();
/// let first = interval_halving(gap, std::f64::consts::FRAC_PI_2, 1e-9).expect("it touches");
/// assert!((first - 1.0 / 3.0).abs() < 2e-9);
/// assert!(interval_halving(|t| 1.5 - t, 1.0, 1e-9).is_none());
/// ```
pub fn interval_halving<T: Real>(
    mut distance: impl FnMut(T) -> T,
    speed: T,
    tolerance: T,
) -> Option<T> {
    let half = T::from_f64(0.5);
    // The interval from `index * length` on; `length` is 2^-level.
    let (mut index, mut level, mut length) = (0_u64, 0_u32, T::one());
    loop {
        let start = T::from_f64(index as f64) * length;
        let excluded = distance(start + length * half) > speed * length * half;
        if excluded {
            index += 1;
            while level > 0 && index % 2 == 0 {
                (index, level, length) = (index / 2, level - 1, length + length);
            }
            if level == 0 && index == 1 {
                return None;
            }
        } else if length <= tolerance || level == MAX_HALVINGS {
            return Some(start);
        } else {
            (index, level, length) = (index * 2, level + 1, length * half);
        }
    }
}
