//! Joint values over time: what a proof has to know of them, and the straight line between two
//! configurations.

/// Joint values as a function of a share of the time, from 0 to 1.
pub(crate) trait ValuePath {
    /// The configuration at a share, rounded.
    fn at(&self, share: f64) -> Vec<f64>;

    /// At these shares, ascending: the configuration at the middle one, as [`ValuePath::at`] has
    /// it; and within how much of it every value is between the first and the last, in exact
    /// arithmetic as well as rounded. 0 of a value that stays.
    fn around(&self, shares: [f64; 3], middle: &mut [f64], half: &mut [f64]);

    /// Is every value in its range, at all times?
    fn is_within(&self, ranges: &[[f64; 2]]) -> bool;

    /// No value of this number is larger, at any time.
    fn most(&self, value: usize) -> f64;

    /// The time that a share of it stands for.
    fn time(&self, share: f64) -> f64;
}

/// The straight line between two configurations; time is from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) struct StraightLine<'l> {
    pub(crate) from: &'l [f64],
    pub(crate) to: &'l [f64],
}

impl ValuePath for StraightLine<'_> {
    fn at(&self, share: f64) -> Vec<f64> {
        // What the difference of two values is too large for has a start.
        if share == 0.0 { self.from.to_vec() } else { configuration_at(self.from, self.to, share) }
    }

    fn around(&self, [first, time, last]: [f64; 3], middle: &mut [f64], half: &mut [f64]) {
        /// More than the rounding of a value on the line, of half an interval and of this sum, of
        /// both ends' sizes: 8 roundings, where there are 5. What underflows is less than the
        /// rounding of frames holds.
        const VALUE_REL_ERR: f64 = 1.0 / (1_u64 << 50) as f64;
        let Self { from, to } = *self;
        on_line(from, to, time, middle);
        let share = 0.5 * (last - first);
        for n in 0..from.len() {
            // A value that stays is exact.
            let moves = to[n] != from[n];
            let rounding = if moves { VALUE_REL_ERR * (from[n].abs() + to[n].abs()) } else { 0.0 };
            half[n] = share * (to[n] - from[n]).abs() + rounding;
        }
    }

    /// Ranges are convex.
    fn is_within(&self, ranges: &[[f64; 2]]) -> bool {
        let is_within = |values: &[f64]| {
            values.iter().zip(ranges).all(|(x, [low, high])| low <= x && x <= high)
        };
        is_within(self.from) && is_within(self.to)
    }

    fn most(&self, value: usize) -> f64 {
        self.from[value].abs().max(self.to[value].abs())
    }

    fn time(&self, share: f64) -> f64 {
        share
    }
}

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
