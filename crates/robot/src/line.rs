//! Straight lines between configurations.

/// The square of the Euclidean distance of the values.
pub(crate) fn distance_sq(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// The configuration at a time from 0 to 1 on the straight line of values between two:
/// `from + time (to - from)`, rounded, and the ends exactly. A value that is the same at both ends
/// stays exactly.
///
/// # Panics
/// If the second has fewer values than the first.
///
/// ```
/// use obbtree_robot::configuration_at;
/// assert_eq!(configuration_at(&[1.0, 0.5], &[2.0, 0.5], 0.25), [1.25, 0.5]);
/// ```
#[must_use]
pub fn configuration_at(from: &[f64], to: &[f64], time: f64) -> Vec<f64> {
    let mut at = from.to_vec();
    on_line(from, to, time, &mut at);
    at
}

/// [`configuration_at`], into `at`.
pub(crate) fn on_line(from: &[f64], to: &[f64], time: f64, at: &mut [f64]) {
    for n in 0..at.len() {
        at[n] = if time == 1.0 { to[n] } else { from[n] + time * (to[n] - from[n]) };
    }
}
