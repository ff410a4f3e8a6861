//! What is told of many numbers.

use serde::Serialize;

/// Of an empty list all are zero.
#[derive(Serialize)]
pub(crate) struct Statistics {
    pub(crate) count: usize,
    mean: f64,
    median: f64,
    p95: f64,
    max: f64,
}

impl Statistics {
    pub(crate) fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        let at = |share: f64| sorted.get((share * count as f64) as usize).copied();
        Self {
            count,
            mean: sorted.iter().fold(0.0, |sum, number| sum + number) / count.max(1) as f64,
            median: at(0.5).unwrap_or_default(),
            p95: at(0.95).unwrap_or_default(),
            max: sorted.last().copied().unwrap_or_default(),
        }
    }
}
