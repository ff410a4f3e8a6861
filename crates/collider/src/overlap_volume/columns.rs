//! The plane, cut into rectangles that few triangles of either mesh are above.

use obbtree_predicates::UpperBound;

use super::prism::{Measured, Prism, Rectangle};
use crate::polygon::Few;

/// So many pairs of triangles are not worth cutting.
const FEW: usize = 48;
/// A cut that leaves more than this part of the pairs to a half gains nothing.
const WORTH: f64 = 0.5;
/// So many cuts may gain nothing, one after the other.
const TRIES: usize = 4;

pub(super) struct Columns<'a> {
    prisms: &'a [Vec<Prism>; 2],
    sum: Measured,
    /// What adding to the sum lost.
    lost: f64,
    /// The sum of absolute values: of these the rounding of `lost` is a small part.
    added: f64,
}

/// The triangles of one mesh that are above a rectangle.
#[derive(Clone, Default)]
struct Above {
    prisms: Vec<u32>,
    /// Are there others that are nowhere above the floor?
    is_cut: bool,
}

impl<'a> Columns<'a> {
    pub(super) fn new(prisms: &'a [Vec<Prism>; 2]) -> Self {
        Self { prisms, sum: Measured::default(), lost: 0.0, added: 0.0 }
    }

    /// The volume above a rectangle.
    pub(super) fn measure(mut self, over: Rectangle) -> Measured {
        let all = self
            .prisms
            .each_ref()
            .map(|prisms| Above { prisms: (0..prisms.len() as u32).collect(), is_cut: false });
        self.descend(over, &all, f64::NEG_INFINITY, 0);
        let value = self.sum.value + self.lost;
        // Each sum that was lost is off by 2^-53 of all that was lost so far, 2^-53 of `added`.
        let of_sums = UpperBound::from(self.added * 1e-20) + UpperBound::from(value.abs() * 4e-16);
        Measured { value, error: self.sum.error + of_sums }
    }

    fn descend(&mut self, over: Rectangle, all: &[Above; 2], floor: f64, tries: usize) {
        let mut above = all.each_ref().map(|all| Above { prisms: Vec::new(), ..*all });
        let mut lowest = [floor; 2];
        for side in 0..2 {
            let prism = |n: u32| &self.prisms[side][n as usize];
            let here = all[side].prisms.iter().filter(|&&n| prism(n).is_over(&over));
            above[side].prisms.extend(here);
            if !all[side].is_cut {
                let heights = above[side].prisms.iter().map(|&n| prism(n).from[2]);
                lowest[side] = heights.fold(f64::INFINITY, f64::min);
            }
        }
        // Below the lowest triangle of either nothing is in both.
        let floor = lowest[0].max(lowest[1]);
        for side in 0..2 {
            let count = above[side].prisms.len();
            above[side].prisms.retain(|&n| self.prisms[side][n as usize].to[2] > floor);
            above[side].is_cut |= above[side].prisms.len() < count;
        }
        let pairs = above[0].prisms.len() * above[1].prisms.len();
        if pairs == 0 {
            return;
        }
        let sides = [0, 1].map(|k| over.to[k] - over.from[k]);
        let k = usize::from(sides[1] > sides[0]);
        let middle = over.from[k] + 0.5 * sides[k];
        let can_be_cut = over.from[k] < middle && middle < over.to[k];
        let before = (all[0].prisms.len() * all[1].prisms.len()) as f64;
        let tries = if pairs as f64 > before * WORTH { tries + 1 } else { 0 };
        if pairs <= FEW || tries > TRIES || !can_be_cut {
            self.add(&above, &over, floor);
            return;
        }
        let (mut low, mut high) = (over, over);
        (low.to[k], high.from[k]) = (middle, middle);
        for part in [low, high] {
            self.descend(part, &above, floor, tries);
        }
    }

    /// All pairs above a rectangle.
    fn add(&mut self, above: &[Above; 2], over: &Rectangle, floor: f64) {
        let [x, y] = [0, 1].map(|k| [over.from[k], over.to[k]]);
        let whole = Few::from(&[[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]]);
        let [all_a, all_b] = self.prisms;
        for &n in &above[0].prisms {
            let a = &all_a[n as usize];
            let below = if a.is_seen() { a.clip(&whole) } else { Few::default() };
            for &m in &above[1].prisms {
                let b = &all_b[m as usize];
                if (0..2).any(|k| a.from[k] >= b.to[k] || b.from[k] >= a.to[k]) {
                    continue;
                }
                if !(a.is_seen() && b.is_seen()) {
                    let tallest = UpperBound::from((a.to[2].min(b.to[2]) - floor).next_up());
                    for unseen in [a, b].into_iter().filter(|prism| !prism.is_seen()) {
                        self.sum.error += unseen.unseen_area() * tallest;
                    }
                    continue;
                }
                let polygon = b.clip(&below);
                let found = a.integrate(b, &polygon, over, floor);
                self.put(found);
            }
        }
    }

    /// Adds by two-sum (Knuth), so that what is lost is kept.
    fn put(&mut self, found: Measured) {
        let before = self.sum.value;
        let sum = before + found.value;
        let of_found = sum - before;
        self.lost += (before - (sum - of_found)) + (found.value - of_found);
        self.sum = Measured { value: sum, error: self.sum.error + found.error };
        self.added += found.value.abs();
    }
}
