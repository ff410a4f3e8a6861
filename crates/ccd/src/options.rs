//! How near a sweep has to come.

/// The options of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SweepOptions {
    /// The time of a first contact is known to within this; the whole motion takes time 1.
    pub time_tolerance: f64,
    /// Bodies that come within this distance of each other, in the caller's unit, without a
    /// contact that is found and without a proof that there is none, are given up on as
    /// [`Undecided`](crate::Sweep::Undecided). Translations never are.
    pub distance_tolerance: f64,
    /// At most so many intervals of time are tested, each by a search of the trees; then the sweep
    /// gives up as well.
    pub effort: u32,
}

impl SweepOptions {
    /// The time of a first contact is known to within this. What is not above 0 counts as the
    /// smallest that is supported, 2^-40.
    #[must_use]
    pub fn time_tolerance(mut self, time: f64) -> Self {
        self.time_tolerance = time;
        self
    }

    /// Bodies that come within this distance may be given up on; 0 for as long as it takes. What is
    /// negative or NaN counts as 0.
    #[must_use]
    pub fn distance_tolerance(mut self, distance: f64) -> Self {
        self.distance_tolerance = distance;
        self
    }

    /// At most so many intervals of time are tested.
    #[must_use]
    pub fn effort(mut self, intervals: u32) -> Self {
        self.effort = intervals;
        self
    }
}

impl Default for SweepOptions {
    /// A thousandth of the motion, no distance at which to give up, and 10,000 intervals, which is
    /// tens of milliseconds for bodies of some ten thousand triangles.
    fn default() -> Self {
        Self { time_tolerance: 1e-3, distance_tolerance: 0.0, effort: 10_000 }
    }
}
