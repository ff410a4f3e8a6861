//! Cutting a set of triangles in two along an axis of its box.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Obb, Triangle};

use super::config::Split;
use super::item::Item;

/// Sorts the set into a left and a right side, and returns the size of the left one: at least one,
/// and not all. If the rule leaves a side empty, the set is halved by count.
pub(super) fn partition(set: &mut [Item], obb: &Obb, rule: Split, side: &mut Vec<Item>) -> usize {
    let longest = obb.half.imax();
    let axis: Vector3<f64> = obb.axes.column(longest).into_owned();
    let left = match rule {
        Split::Median => 0,
        Split::Mean => {
            let about = set[0].along(&axis);
            let sum: f64 = set.iter().map(|item| item.along(&axis) - about).sum();
            divide(set, side, &axis, about + sum / set.len() as f64)
        }
        Split::Middle => divide(set, side, &axis, 3.0 * axis.dot(&obb.center.coords)),
        Split::LeastArea => match least_area(set, obb) {
            Some((axis, cut)) => divide(set, side, &axis, cut),
            None => 0,
        },
    };
    if left == 0 || left == set.len() { halve(set, &axis) } else { left }
}

/// Left: everything up to the cut, in unchanged order.
fn divide(set: &mut [Item], right: &mut Vec<Item>, axis: &Vector3<f64>, cut: f64) -> usize {
    right.clear();
    let mut left = 0;
    for i in 0..set.len() {
        let item = set[i];
        if item.along(axis) <= cut {
            set[left] = item;
            left += 1;
        } else {
            right.push(item);
        }
    }
    set[left..].copy_from_slice(right);
    left
}

/// Left: the lower half along the axis; equal ones by id, so that the result is unique.
fn halve(set: &mut [Item], axis: &Vector3<f64>) -> usize {
    let half = set.len() / 2;
    set.select_nth_unstable_by(half, |a, b| {
        a.along(axis).total_cmp(&b.along(axis)).then(a.id.cmp(&b.id))
    });
    half
}

/// The bins of an axis; more than sixteen do not improve trees, neither in the literature on
/// surface-area heuristics (Wald 2007) nor in our own trial.
const BINS: usize = 16;

/// The axis and cut (three times a position along it) for which the sum over both sides of box area
/// times triangles is least; `None` if all centroids coincide along every axis.
fn least_area(set: &[Item], obb: &Obb) -> Option<(Vector3<f64>, f64)> {
    let mut best: Option<(f64, Vector3<f64>, f64)> = None;
    for a in 0..3 {
        let axis: Vector3<f64> = obb.axes.column(a).into_owned();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for item in set {
            let along = item.along(&axis);
            low = low.min(along);
            high = high.max(along);
        }
        let width = (high - low) / BINS as f64;
        if !(width > 0.0) {
            continue;
        }
        let mut bins = [Bin::EMPTY; BINS];
        for item in set {
            let bin = ((item.along(&axis) - low) / width) as usize;
            bins[bin.min(BINS - 1)].add(&item.triangle, obb);
        }
        let mut behind = [Bin::EMPTY; BINS];
        for i in (1..BINS).rev() {
            behind[i - 1] = behind[i];
            behind[i - 1].join(&bins[i]);
        }
        let mut before = Bin::EMPTY;
        for i in 0..BINS - 1 {
            before.join(&bins[i]);
            let cost = before.cost() + behind[i].cost();
            let cut = low + width * (i + 1) as f64;
            if before.count > 0 && behind[i].count > 0 && best.is_none_or(|(b, ..)| cost < b) {
                best = Some((cost, axis, cut));
            }
        }
    }
    best.map(|(_, axis, cut)| (axis, cut))
}

/// Bounds in the parent's axes, and the number of triangles in them.
#[derive(Clone, Copy)]
struct Bin {
    min: Vector3<f64>,
    max: Vector3<f64>,
    count: usize,
}

impl Bin {
    const EMPTY: Self = Self {
        min: Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        max: Vector3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
        count: 0,
    };

    fn add(&mut self, triangle: &Triangle, obb: &Obb) {
        for corner in triangle {
            let along = obb.axes.tr_mul(&(corner - Point3::origin()));
            self.min = self.min.inf(&along);
            self.max = self.max.sup(&along);
        }
        self.count += 1;
    }

    fn join(&mut self, other: &Self) {
        self.min = self.min.inf(&other.min);
        self.max = self.max.sup(&other.max);
        self.count += other.count;
    }

    fn cost(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let s = self.max - self.min;
        (s.x * s.y + s.y * s.z + s.z * s.x) * self.count as f64
    }
}
