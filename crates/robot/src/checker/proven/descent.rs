//! A configuration in which two links collide, by coordinate descent of their distance.

use super::pair::Pair;

/// Steps begin with so much of a range, or of 1 for those without ends, and end there.
const FIRST_STEP: f64 = 0.25;
const LAST_STEP: f64 = 1.0 / 4096.0;

/// Goes from a configuration to lesser distances of the pair, within the limits; the configuration
/// that it ends at, if the pair collides there.
pub(super) fn descend(pair: &mut Pair<'_>, from: &[f64]) -> Option<Vec<f64>> {
    let mut at = from.to_vec();
    let mut best = pair.distance_at(&at);
    let mut step = FIRST_STEP;
    while best > 0.0 && step > LAST_STEP {
        let mut is_nearer = false;
        for n in 0..pair.path.values.len() {
            let value = pair.path.values[n];
            let [low, high] =
                pair.shared.ranges[value].unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let width = if high - low < f64::INFINITY { high - low } else { 4.0 };
            let before = at[value];
            for by in [-step * width, step * width] {
                at[value] = (before + by).clamp(low, high);
                let distance = pair.distance_at(&at);
                if distance < best {
                    (best, is_nearer) = (distance, true);
                    break;
                }
                at[value] = before;
            }
        }
        if !is_nearer {
            step *= 0.5;
        }
    }
    pair.collides_at(&at).then_some(at)
}
