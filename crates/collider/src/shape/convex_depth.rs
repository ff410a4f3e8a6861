//! The penetration depth of two convex shapes that know their farthest points, with bounds on both
//! sides.
//!
//! # Lemma 1
//!
//! B moved by `t` meets A if and only if `t` is in `C = A - B`. For closed convex A and B the least
//! `|t|` outside of the interior of C is the minimum of `h(n) = max over c in C of c.n` over unit
//! vectors `n`, where the origin is in C. *Proof.* C is the intersection of its half-spaces
//! `x.n <= h(n)`, so each `|t|` below the minimum is in C; `t = h(n) n` is on the border of one.
//! *End.* (S. Cameron, R. Culley, "Determining the Minimum Translational Distance Between Two
//! Convex Polyhedra", 1986.)
//!
//! # Lemma 2
//!
//! Let `c` be a point of C and `T` the cone of three vectors `n_i`. If `a`, the least of
//! `c.n_i / |n_i|`, is at least 0, then `h(n) >= a` for all unit `n` in T. *Proof.* `c.n >= a |n|`
//! is a convex cone, as `a >= 0`, that holds the three vectors, and so T; and `h(n) >= c.n`. *End.*
//!
//! The search covers all directions with cones, at first those of an octahedron's faces, and halves
//! the edges of the cone with the least bound until that is near the least `h` found. Corners are
//! on the octahedron `|x| + |y| + |z| = 1`, so middles are exact and cones leave no gap. The point
//! of a cone is a mean of farthest points in its corners and its middle that makes the least of the
//! three products large: near the face of C that is closest to the origin, it is close to the
//! closest point there, and then the bound is off by the square of the size of the cone only.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::unit_vector;
use obbtree_query::interrupt::pause_at;

use super::convex::{Convex, PER_SIZE};

/// Bounds of the depth, and the unit vector along which B leaves A by the upper one.
pub(super) struct ConvexDepth {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) along: Vector3<f64>,
}

/// The search ends when the bounds are so close to each other, relative to the depth, if no larger
/// error is allowed,
const CLOSE_ENOUGH: f64 = 1e-7;
/// or after so many cones: spheres of many facets have many directions that are nearly the best.
const MOST_CONES: usize = 1 << 14;

/// A cone of directions, and at most the least `h` in it.
struct Cone {
    bound: f64,
    corners: [Vector3<f64>; 3],
    /// The farthest points of C in the corners.
    farthest: [Vector3<f64>; 3],
}

struct Search<'c> {
    shapes: [&'c Convex; 2],
    upper: f64,
    along: Vector3<f64>,
}

/// The depth of two convex shapes; the lower bound is 0 if they are not known to meet. The bounds
/// may be `error` times the depth apart.
pub(super) fn depth(a: &Convex, b: &Convex, error: f64) -> ConvexDepth {
    let close_enough = error.max(CLOSE_ENOUGH);
    let size = a.size + b.size;
    // The shapes are off, and so are products with unit vectors and means of points.
    let slack = a.off + b.off + 4.0 * PER_SIZE * size;
    let mut search = Search { shapes: [a, b], upper: f64::INFINITY, along: Vector3::x() };
    let mut open = BinaryHeap::new();
    for n in 0..8 {
        let side = |k: usize| if n >> k & 1 == 0 { 1.0 } else { -1.0 };
        let corners = [0, 1, 2].map(|k| Vector3::ith(k, side(k)));
        let farthest = corners.map(|corner| search.farthest(&corner));
        open.push(search.cone(corners, farthest));
    }
    let mut lower = 0.0;
    for index in 0..MOST_CONES {
        pause_at(index);
        let Some(Cone { bound, corners: [p, q, r], farthest: [f, g, h] }) = open.pop() else {
            break;
        };
        lower = bound;
        if search.upper - bound <= close_enough * search.upper + slack {
            break;
        }
        let middles = [(p + q) * 0.5, (q + r) * 0.5, (r + p) * 0.5];
        let [fg, gh, hf] = middles.map(|middle| search.farthest(&middle));
        let [pq, qr, rp] = middles;
        for (corners, farthest) in [
            ([p, pq, rp], [f, fg, hf]),
            ([q, qr, pq], [g, gh, fg]),
            ([r, rp, qr], [h, hf, gh]),
            ([pq, qr, rp], [fg, gh, hf]),
        ] {
            let mut cone = search.cone(corners, farthest);
            // What is known of all directions is known of some.
            cone.bound = cone.bound.max(bound);
            open.push(cone);
        }
    }
    let (lower, upper) = ((lower - slack).max(0.0), search.upper + slack);
    ConvexDepth { lower: lower.min(upper), upper, along: search.along }
}

impl Search<'_> {
    /// The point of C that is farthest along a direction, which may be the best one.
    fn farthest(&mut self, direction: &Vector3<f64>) -> Vector3<f64> {
        let [a, b] = self.shapes;
        let point = a.farthest(direction) - b.farthest(&-direction);
        if let Some(along) = unit_vector(direction) {
            let height = point.dot(&along);
            if height < self.upper {
                (self.upper, self.along) = (height, along);
            }
        }
        point
    }

    fn cone(&mut self, corners: [Vector3<f64>; 3], farthest: [Vector3<f64>; 3]) -> Cone {
        let units = corners.map(|corner| corner.normalize());
        let [f, g, h] = farthest;
        let middle = self.farthest(&(units[0] + units[1] + units[2]));
        // The points of one face of C have its normal.
        let _ = self.farthest(&(g - f).cross(&(h - f)));
        let _ = self.farthest(&(f - g).cross(&(h - f)));
        let all = [f, g, h, middle];
        let mut bound = f64::NEG_INFINITY;
        let least = |point: Vector3<f64>| {
            units.iter().map(|unit| unit.dot(&point)).fold(f64::INFINITY, f64::min)
        };
        for point in all {
            bound = f64::max(bound, least(point));
        }
        for [i, j, k] in [[0, 1, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            if let Some(point) = balanced([all[i], all[j], all[k]], &units) {
                bound = f64::max(bound, least(point));
            }
        }
        // Products below 0 bound nothing.
        Cone { bound: bound.max(0.0), corners, farthest }
    }
}

/// The mean of three points that has equal products with three unit vectors, if its weights are not
/// negative.
fn balanced(points: [Vector3<f64>; 3], units: &[Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let products = Matrix3::from_fn(|row, column| units[row].dot(&points[column]));
    let weights = products.try_inverse()? * Vector3::repeat(1.0);
    let sum = weights.sum();
    let weights = weights / sum;
    let is_mean = weights.iter().all(|&weight| weight >= 0.0) && sum != 0.0;
    is_mean.then(|| points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2])
}

impl Ord for Cone {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

impl PartialOrd for Cone {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cone {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cone {}
