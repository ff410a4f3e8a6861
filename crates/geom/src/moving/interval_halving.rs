//! Any motion of which the distance can be asked: halving intervals of time.
//!
//! In an interval of time bodies cannot touch if their distance in its middle is more than they can
//! move towards each other in half of it. Ericson halves by recursion; here the intervals are
//! counted in the order of time, so that nothing is stored and the first contact is found first.

use crate::Real;

/// Intervals are not halved more often than this: the significant digits of `f64`, and an index
/// that fits a word.
const MOST_HALVINGS: u32 = 52;

/// The first time from 0 to 1 at which two bodies may touch, to within a tolerance in time.
///
/// `distance(t)` is their distance at time `t`, zero or less where they meet; `speed` is the most
/// by which it can fall per unit of time, the largest speed of any point of one seen from the
/// other. Distance and speed share the caller's unit.
///
/// Answers the start of the first interval, not longer than `tolerance`, whose contact cannot be
/// excluded: no contact comes before it, and at its middle the bodies are closer than `speed` times
/// half its length. Bodies that pass within that are said to touch. `None` is certain as far as the
/// distances are. Distances that are NaN exclude nothing. A tolerance below 2^-52 (or zero,
/// negative, NaN) is taken for that. About `log2(1 / tolerance)` distances are asked for an
/// ordinary contact, and up to `1 / tolerance` for bodies that move along each other as close as
/// that.
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
        let apart = distance(start + length * half) > speed * length * half;
        if apart {
            index += 1;
            while level > 0 && index % 2 == 0 {
                (index, level, length) = (index / 2, level - 1, length + length);
            }
            if level == 0 && index == 1 {
                return None;
            }
        } else if length <= tolerance || level == MOST_HALVINGS {
            return Some(start);
        } else {
            (index, level, length) = (index * 2, level + 1, length * half);
        }
    }
}
