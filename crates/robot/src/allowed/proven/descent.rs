//! A configuration in which two links collide, by descent of their distance: along one value after
//! the other, then in random directions, where several values have to change together.

use super::pair::Pair;
use crate::random::Random;

/// Steps begin with so much of a range, or of 4 for those without ends, and end there.
const FIRST_STEP: f64 = 0.25;
const LAST_STEP: f64 = 1.0 / 4096.0;
/// Of values without ends, so that no number overflows.
const LONGEST_STEP: f64 = (1_u64 << 40) as f64;
/// Rounds of steps along all values: a step that leads nearer is followed by one twice as long, as
/// values without ends may have far to go.
const MOST_ROUNDS: usize = 400;
/// Random steps that are tried.
const RANDOM_STEPS: usize = 200;
/// Of the samples, how many are measured.
const MEASURED: usize = 64;

/// The samples in which the pair is closest, the closest last.
pub(super) fn closest_samples<'r>(pair: &mut Pair<'r>) -> Vec<&'r Vec<f64>> {
    let samples = &pair.shared.samples;
    let measured = samples.iter().take(MEASURED).map(|sample| (pair.distance_at(sample), sample));
    let mut measured: Vec<(f64, &Vec<f64>)> = measured.collect();
    measured.sort_by(|a, b| b.0.total_cmp(&a.0));
    measured.into_iter().map(|(_, sample)| sample).collect()
}

/// Goes from a configuration to lesser distances of the pair, within the limits; where it ends, if
/// the pair collides there.
pub(super) fn descend(pair: &mut Pair<'_>, from: &[f64], random: &mut Random) -> Option<Vec<f64>> {
    let ranges: Vec<[f64; 2]> = pair
        .path
        .values
        .iter()
        .map(|&value| pair.shared.ranges[value].unwrap_or([f64::NEG_INFINITY, f64::INFINITY]))
        .collect();
    let stepped = |n: usize, value: f64, by: f64| {
        let [low, high] = ranges[n];
        let width = if high - low < f64::INFINITY { high - low } else { 4.0 };
        (value + by * width).clamp(low, high)
    };
    let mut at = from.to_vec();
    let mut best = pair.distance_at(&at);
    let mut step = FIRST_STEP;
    for _ in 0..MOST_ROUNDS {
        if best == 0.0 || step <= LAST_STEP {
            break;
        }
        let before_all = best;
        for n in 0..ranges.len() {
            let value = pair.path.values[n];
            let before = at[value];
            for by in [-step, step] {
                at[value] = stepped(n, before, by);
                let distance = pair.distance_at(&at);
                if distance < best {
                    best = distance;
                    break;
                }
                at[value] = before;
            }
        }
        step = if best == before_all { 0.5 * step } else { (2.0 * step).min(LONGEST_STEP) };
    }
    let mut step = FIRST_STEP;
    for _ in 0..RANDOM_STEPS {
        if best == 0.0 {
            break;
        }
        let mut next = at.clone();
        for n in 0..ranges.len() {
            let value = pair.path.values[n];
            next[value] = stepped(n, at[value], step * (2.0 * random.uniform() - 1.0));
        }
        let distance = pair.distance_at(&next);
        if distance < best {
            (at, best) = (next, distance);
            step = (2.0 * step).min(FIRST_STEP);
        } else {
            step = (step * 0.85).max(LAST_STEP);
        }
    }
    (pair.collides_at(&at) == Some(true)).then_some(at)
}
