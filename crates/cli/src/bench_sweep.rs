//! How long sweeps take, one motion at a time.

use std::time::Instant;

use anyhow::{Result, ensure};
use obbtree::motion::{Sweep, SweepOptions};
use obbtree::{Body, Pose, Query};
use serde::Serialize;

use crate::sweep::BoxedMotion;

/// What is printed. Times are of the fastest pass of each motion, in microseconds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SweepTiming {
    motions: usize,
    free: usize,
    contact: usize,
    closer: usize,
    /// First contacts: the mean and the median over the motions.
    sweep_us: f64,
    sweep_us_median: f64,
    /// Only whether motions are free.
    is_free_us: f64,
    is_free_us_median: f64,
    /// Whether bodies collide, at the ends of the motions.
    any_us: f64,
    /// Visits of nodes in a sweep, on average.
    visits_per_sweep: f64,
}

impl SweepTiming {
    /// Sweeps each motion so many times, and once more to compare with.
    pub(crate) fn of([a, b]: [&Body; 2], motions: &[BoxedMotion], repeat: u32) -> Result<Self> {
        let (here, options) = (Pose::identity(), SweepOptions::default());
        let mut counting = Query::default().counted(true);
        let mut query = Query::default();
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        let mut verdicts = Vec::new();
        for motion in motions {
            let expected = counting.sweep(a, &here, b, motion, &options);
            let ends = [motion.pose_at(0.0), motion.pose_at(1.0)];
            let mut least = [f64::INFINITY; 3];
            for _ in 0..repeat {
                let found = timed(&mut least[0], || query.sweep(a, &here, b, motion, &options));
                let is_free =
                    timed(&mut least[1], || query.is_motion_free(a, &here, b, motion, &options));
                let _ = timed(&mut least[2], || ends.map(|end| query.collide(a, &here, b, &end)));
                ensure!(found == expected, "a pass gave another answer than the first");
                ensure!(is_free == found.is_free(), "the two questions have different answers");
            }
            least[2] /= ends.len() as f64;
            times.iter_mut().zip(least).for_each(|(times, least)| times.push(least));
            verdicts.push(expected);
        }
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        let count = |is: fn(&Sweep) -> bool| verdicts.iter().filter(|&v| is(v)).count();
        Ok(Self {
            motions: motions.len(),
            free: count(Sweep::is_free),
            contact: count(|found| matches!(found, Sweep::Contact(_))),
            closer: count(|found| matches!(found, Sweep::Undecided(_))),
            sweep_us: mean(&times[0]),
            sweep_us_median: times[0][times[0].len() / 2],
            is_free_us: mean(&times[1]),
            is_free_us_median: times[1][times[1].len() / 2],
            any_us: mean(&times[2]),
            visits_per_sweep: counting.counts().visits as f64 / motions.len() as f64,
        })
    }
}

/// Runs once and keeps the least time, in microseconds.
fn timed<R>(least: &mut f64, run: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = run();
    *least = least.min(start.elapsed().as_secs_f64() * 1e6);
    result
}
