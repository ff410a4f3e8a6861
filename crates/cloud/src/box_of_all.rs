//! The box around all items: it grows with what comes, and is looked for again where what goes was
//! at one of its faces.

use crate::blocks::WIDE;
use crate::parts::Shared;

impl Shared {
    /// The box around all items has to hold one more.
    pub(crate) fn widen(&mut self, [low, high]: [[f64; 3]; 2]) {
        for k in 0..3 {
            self.aabb.min[k] = self.aabb.min[k].min(low[k]);
            self.aabb.max[k] = self.aabb.max[k].max(high[k]);
        }
    }

    /// The faces of the box around all that an item reaches to, a bit for each.
    pub(crate) fn touches(&self, [low, high]: [[f64; 3]; 2]) -> u32 {
        (0..3).fold(0, |faces, k| {
            let at = [low[k] <= self.aabb.min[k], high[k] >= self.aabb.max[k]];
            faces | u32::from(at[0]) << (2 * k) | u32::from(at[1]) << (2 * k + 1)
        })
    }

    /// The box around all items, which is no larger than before, where some of its faces were.
    pub(crate) fn narrow(&mut self, faces: u32) {
        if self.count() == 0 {
            return;
        }
        for k in 0..3 {
            if faces >> (2 * k) & 1 == 1 {
                self.aabb.min[k] = self.extreme(k, 0, self.aabb.min[k]);
            }
            if faces >> (2 * k + 1) & 1 == 1 {
                self.aabb.max[k] = self.extreme(k, 1, self.aabb.max[k]);
            }
        }
    }

    /// The largest of the coordinates of all items along an axis, `side` 1, or the least, `side` 0:
    /// exact. Known to be none beyond `known`.
    fn extreme(&self, axis: usize, side: usize, known: f64) -> f64 {
        let sign = [-1.0, 1.0][side];
        let mut best = f64::NEG_INFINITY;
        let mut waiting = vec![(f64::INFINITY, self.levels.len(), 0)];
        while let Some((bound, kind, block)) = waiting.pop() {
            if bound <= best {
                continue;
            }
            if kind == 0 {
                let used = self.used(block);
                for slot in (0..WIDE).filter(|slot| used >> slot & 1 == 1) {
                    let [low, high] = self.corners(WIDE * block + slot);
                    best = best.max(sign * [low, high][side][axis]);
                }
                if best >= sign * known {
                    break;
                }
                continue;
            }
            let level = &self.levels[kind - 1];
            let first = waiting.len();
            for slot in 0..WIDE.min(level.count - WIDE * block) {
                let boxes = &level.blocks[block];
                let (center, half) = (boxes.center[axis][slot], boxes.half[axis][slot]);
                if half < 0.0 {
                    continue;
                }
                // Exact but for the last two sums; NaN where nothing is known.
                let reach = sign * f64::from(center) + f64::from(half);
                let bound = (reach.next_up() + sign * self.origin[axis]).next_up();
                let bound = if bound.is_nan() { f64::INFINITY } else { bound };
                if bound > best {
                    waiting.push((bound, kind - 1, WIDE * block + slot));
                }
            }
            waiting[first..].sort_unstable_by(|p, q| p.0.total_cmp(&q.0));
        }
        sign * best
    }
}
