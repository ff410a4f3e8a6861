//! Times of our engine: passes over the poses of a set.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use obbtree::{Body, Query};

use super::Poses;
use crate::Question;

/// A measurement lasts at least so long, by as many passes as that takes: reading the clock is then a
/// thousandth of it. The driver of the peer does the same.
const SHORTEST: Duration = Duration::from_micros(100);

/// One pass: for each pose 0 or 1 for `any`, the number of pairs for `all`.
pub fn answers(
    question: Question,
    query: &mut Query,
    [a, b]: [&Body; 2],
    poses: &[Poses],
) -> Vec<u64> {
    poses.iter().map(|pose| ask(question, query, [a, b], pose)).collect()
}

/// Nanoseconds a query: the least of passes for at most about `patience`, of which one is always made.
pub fn nanoseconds(
    question: Question,
    query: &mut Query,
    bodies: [&Body; 2],
    poses: &[Poses],
    patience: Duration,
) -> f64 {
    let turn = Instant::now();
    let (mut least, mut passes) = (f64::INFINITY, 1_u32);
    loop {
        let start = Instant::now();
        for _ in 0..passes {
            for pose in poses {
                black_box(ask(question, query, bodies, pose));
            }
        }
        let taken = start.elapsed();
        if taken < SHORTEST {
            passes *= 2; // and the measurement is not counted
            continue;
        }
        least = least.min(taken.as_secs_f64() * 1e9 / (f64::from(passes) * poses.len() as f64));
        if turn.elapsed() >= patience {
            return least;
        }
    }
}

#[inline]
fn ask(question: Question, query: &mut Query, [a, b]: [&Body; 2], [at_a, at_b]: &Poses) -> u64 {
    match question {
        Question::Any => u64::from(query.collide(a, at_a, b, at_b)),
        Question::All => {
            let mut found = 0;
            let _ = query.for_each_pair(a, at_a, b, at_b, |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            found
        }
    }
}
