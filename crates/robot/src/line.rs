//! Straight lines between configurations.

/// The square of the Euclidean distance of the values.
pub(crate) fn distance_sq(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// The configuration at a share of the line. A value that is the same at both ends stays exactly.
pub(crate) fn point(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + share * (b - a)).collect()
}

/// Is the line free at configurations no farther than `resolution` from each other, its end among
/// them? The start is not tested. Ends of halves, quarters and so on come first: what collides
/// shows early.
pub(crate) fn is_free_at_samples(
    from: &[f64],
    to: &[f64],
    resolution: f64,
    mut is_free: impl FnMut(&[f64]) -> bool,
) -> bool {
    let intervals = (distance_sq(from, to).sqrt() / resolution).ceil().max(1.0) as usize;
    if !is_free(to) {
        return false;
    }
    let mut stride = intervals.next_power_of_two() / 2;
    while stride > 0 {
        let mut between = (stride..intervals).step_by(2 * stride);
        if !between.all(|k| is_free(&point(from, to, k as f64 / intervals as f64))) {
            return false;
        }
        stride /= 2;
    }
    true
}
