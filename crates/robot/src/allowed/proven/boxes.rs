//! Boxes of joint values, and the queue of those that wait.

use std::collections::BinaryHeap;

use super::pair::Pair;

/// Ranges of the values of a path, by their middles and half their widths.
#[derive(Clone, Debug)]
pub(super) struct JointBox {
    pub(super) middle: Vec<f64>,
    pub(super) half: Vec<f64>,
}

/// Of the largest number in a box: more than what the middle and half of one round, which are four
/// roundings. What underflows is in the rounding of frames: a slide that is not normal is less than
/// that, and a turn of so little moves nothing by more.
const VALUE_REL_ERR: f64 = 1.0 / (1_u64 << 50) as f64;
/// Values are not divided below this.
const NARROWEST: f64 = 1.0 / (1_u64 << 40) as f64;

impl JointBox {
    /// All that the values of a path can do, if these have ends.
    pub(super) fn all(pair: &Pair<'_>) -> Option<Self> {
        let ranges = pair.path.values.iter().map(|&value| pair.shared.ranges[value]);
        let ranges: Vec<[f64; 2]> = ranges.collect::<Option<_>>()?;
        let middle = ranges.iter().map(|[low, high]| 0.5 * low + 0.5 * high).collect();
        let half = |[low, high]: &[f64; 2]| {
            (0.5 * high - 0.5 * low) + VALUE_REL_ERR * low.abs().max(high.abs())
        };
        Some(Self { middle, half: ranges.iter().map(half).collect() })
    }

    /// Both halves along a value, if it is wide enough.
    pub(super) fn divided(&self, at: usize) -> Option<[Self; 2]> {
        let parts = [-0.5, 0.5].map(|side| {
            let mut part = self.clone();
            part.middle[at] += side * self.half[at];
            part.half[at] =
                0.5 * self.half[at] + VALUE_REL_ERR * (self.middle[at].abs() + self.half[at]);
            part
        });
        (self.half[at] > NARROWEST).then_some(parts)
    }
}

/// Boxes with what is known of each; the one with the least key first, of several the latest.
pub(super) struct Queue<T> {
    waiting: BinaryHeap<Waiting<T>>,
    number: usize,
}

struct Waiting<T> {
    key: f64,
    number: usize,
    content: (JointBox, T),
}

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        Self { waiting: BinaryHeap::new(), number: 0 }
    }

    pub(super) fn push(&mut self, key: f64, joint_box: JointBox, known: T) {
        self.number += 1;
        self.waiting.push(Waiting { key, number: self.number, content: (joint_box, known) });
    }

    pub(super) fn pop(&mut self) -> Option<(JointBox, T)> {
        self.waiting.pop().map(|waiting| waiting.content)
    }

    pub(super) fn peek(&self) -> Option<&JointBox> {
        self.waiting.peek().map(|waiting| &waiting.content.0)
    }
}

impl<T> PartialEq for Waiting<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Waiting<T> {}

impl<T> PartialOrd for Waiting<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Waiting<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.key.total_cmp(&self.key).then(self.number.cmp(&other.number))
    }
}
