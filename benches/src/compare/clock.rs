//! How fast the processor's clock runs while this is measured: by a chain of additions and
//! exclusive ors that each wait for the one before, which take one cycle each on all current
//! processors.

use std::hint::black_box;
use std::time::Instant;

/// Pairs of operations in one step of the loop: so many that the loop itself does not count.
const UNROLLED: usize = 64;
/// Steps of one measurement: some ten milliseconds.
const STEPS: usize = 250_000;
/// The best of so many.
const TRIES: usize = 5;

/// Gigahertz.
pub fn gigahertz() -> f64 {
    let cycles = (2 * UNROLLED * STEPS) as f64;
    let tries = (0..TRIES).map(|_| cycles / seconds());
    tries.fold(0.0, f64::max) / 1e9
}

fn seconds() -> f64 {
    let (added, crossed) = (black_box(0x9e37_79b9_7f4a_7c15_u64), black_box(0x5851_f42d_4c95_7f2d));
    let mut chain = black_box(1_u64);
    let start = Instant::now();
    for _ in 0..STEPS {
        for _ in 0..UNROLLED {
            chain = chain.wrapping_add(added) ^ crossed;
        }
    }
    black_box(chain);
    start.elapsed().as_secs_f64()
}
