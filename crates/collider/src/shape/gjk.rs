//! The distance of two convex shapes that know their farthest points, with bounds on both sides.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A Fast Procedure for Computing the Distance
//! Between Complex Objects in Three-Dimensional Space" (1988). Which corners, edge or face of a
//! simplex is closest to the origin is found by trying all that have the newest corner, the
//! backup procedure of that paper.
//!
//! The search itself proves nothing; its bounds do. Any direction bounds the distance from below
//! by the gap between the farthest points of both shapes along it. Any two points bound it from
//! above. Both include the rounding error of the shapes ([`super::convex`]) and of the products, so
//! every distance that is said to be above 0 is. Shapes that meet, or are closer than rounding
//! can tell, have the lower bound 0.

use nalgebra::Vector3;
use obbtree_predicates::unit_vector;

use super::convex::{Convex, PER_SIZE};

/// Bounds of the distance, and the closest points found.
pub(super) struct Gap {
    pub(super) lower: f64,
    /// 0 only where the shapes certainly meet.
    pub(super) upper: f64,
    pub(super) points: [Vector3<f64>; 2],
    /// The unit vector from B to A that gave the largest lower bound, or the best yet.
    pub(super) along: Vector3<f64>,
    /// What it gave, which may be less than 0.
    raised: f64,
}

/// A difference of farthest points, and these.
#[derive(Clone, Copy)]
struct Corner {
    way: Vector3<f64>,
    points: [Vector3<f64>; 2],
}

/// Shapes that curve are approached step by step; more than some tens of steps are rare.
const MOST_STEPS: usize = 256;
/// The search ends when the bounds are so close, relative to the sizes: about what rounding hides
/// anyway.
const CLOSE_ENOUGH: f64 = 4.0 * PER_SIZE;

/// The distance of two convex shapes.
pub(super) fn distance(a: &Convex, b: &Convex) -> Gap {
    let size = a.size + b.size;
    // Products of a unit vector, and differences of what they give.
    let slack = a.off + b.off + PER_SIZE * size;
    let start = [a.middle(), b.middle()];
    let (along, raised) = (Vector3::x(), f64::NEG_INFINITY);
    let mut gap = Gap { lower: 0.0, upper: f64::INFINITY, points: start, along, raised };
    let mut best = start[0] - start[1];
    let mut simplex: Vec<Corner> = Vec::with_capacity(4);
    for _ in 0..MOST_STEPS {
        let corner = farthest(a, b, &best);
        gap.raise(&corner, &best, slack);
        if let Some(normal) = face_normal(&simplex) {
            gap.look_along(a, b, &normal, slack);
        }
        let is_known = simplex.iter().any(|known| known.way == corner.way);
        if is_known || gap.upper - gap.lower <= slack + CLOSE_ENOUGH * size {
            break;
        }
        simplex.push(corner);
        if simplex.len() == 4 && is_within(&simplex, slack, size) {
            (gap.lower, gap.upper) = (0.0, 0.0);
            return gap;
        }
        let weights = closest(&mut simplex);
        let points = [0, 1].map(|n| mixed(&simplex, &weights, |corner| corner.points[n]));
        let way = mixed(&simplex, &weights, |corner| corner.way);
        let upper = way.norm() + slack;
        // Rounding is all that moves it now.
        let is_stuck = upper >= gap.upper;
        if upper < gap.upper {
            (gap.upper, gap.points) = (upper, points);
        }
        best = way;
        if is_stuck || way.norm() <= PER_SIZE * size {
            break;
        }
    }
    if gap.upper > SURELY_OPEN * slack && gap.upper - gap.lower > slack + CLOSE_ENOUGH * size {
        gap.polish(a, b, slack);
    }
    gap
}

/// Is there a direction from B to A, two convex sets, that parts them? Those are tried that lead
/// to their closest points, by the procedure of Gilbert, Johnson and Keerthi (1988); none is of
/// length one. `farthest` gives the point of `A - B` that is farthest against a direction; `start`
/// is any point of it.
///
/// ```
/// use nalgebra::Vector3;
/// // From a triangle down to the origin.
/// let triangle = [[1.0, -1.0, 2.0], [-1.0, 1.0, 2.0], [0.0, 1.0, 3.0]].map(Vector3::from);
/// let height = |along: &Vector3<f64>, point: &Vector3<f64>| along.dot(point);
/// let lowest = |along: &Vector3<f64>| {
///     triangle.into_iter().min_by(|p, q| height(along, p).total_cmp(&height(along, q))).unwrap()
/// };
/// let is_parted = |by: f64| {
///     let parts = |along: &Vector3<f64>| height(along, &lowest(along)) > by * along.norm();
///     obbtree_collider::has_parting_direction(triangle[0], lowest, parts)
/// };
/// assert!(is_parted(1.999) && !is_parted(2.001)); // its nearest point is (0, 0, 2)
/// ```
pub fn has_parting_direction(
    start: Vector3<f64>,
    mut farthest: impl FnMut(&Vector3<f64>) -> Vector3<f64>,
    mut parts: impl FnMut(&Vector3<f64>) -> bool,
) -> bool {
    const MOST_STEPS: usize = 32;
    let (mut best, mut least) = (start, f64::INFINITY);
    let mut simplex: Vec<Corner> = Vec::with_capacity(4);
    for _ in 0..MOST_STEPS {
        if parts(&best) || face_normal(&simplex).is_some_and(|normal| parts(&normal)) {
            return true;
        }
        let way = farthest(&best);
        if simplex.iter().any(|known| known.way == way) {
            break;
        }
        simplex.push(Corner { way, points: [Vector3::zeros(); 2] });
        if simplex.len() == 4 && is_within(&simplex, 0.0, 0.0) {
            break;
        }
        let weights = closest(&mut simplex);
        best = mixed(&simplex, &weights, |corner| corner.way);
        let length_sq = best.norm_squared();
        // Rounding is all that moves it now.
        if length_sq >= least {
            break;
        }
        least = length_sq;
    }
    false
}

/// Below so many times what rounding hides, no direction can show a gap.
const SURELY_OPEN: f64 = 3.0;
/// Steps from one direction to the next: the first, in radians, and how many times it is halved.
const FIRST_STEP: f64 = 1.0 / 64.0;
const HALVINGS: usize = 48;
/// The four steps are turned by so many radians each time, so that none is always across a ridge.
const TURN: f64 = 1.0;

impl Gap {
    /// Takes what a direction, from B to A, proves: of a corner that is farthest against it.
    fn raise(&mut self, corner: &Corner, direction: &Vector3<f64>, slack: f64) -> bool {
        let Some(along) = unit_vector(direction) else { return false };
        let found = corner.way.dot(&along) - slack;
        let is_better = found > self.raised;
        if is_better {
            (self.raised, self.along) = (found, along);
            self.lower = self.lower.max(found);
        }
        is_better
    }

    fn look_along(&mut self, a: &Convex, b: &Convex, direction: &Vector3<f64>, slack: f64) -> bool {
        self.raise(&farthest(a, b, direction), direction, slack)
    }

    /// Turns the best direction by smaller and smaller steps as long as that shows a larger gap:
    /// where shapes nearly touch, the way between the closest points is too short to be known
    /// well.
    fn polish(&mut self, a: &Convex, b: &Convex, slack: f64) {
        let (mut step, mut turn) = (FIRST_STEP, 0.0_f64);
        for _ in 0..HALVINGS {
            let across = self.along.cross(&Vector3::ith(self.along.iamin(), 1.0)).normalize();
            let beside = self.along.cross(&across);
            let (sin, cos) = turn.sin_cos();
            let (u, v) = (across * cos + beside * sin, beside * cos - across * sin);
            let mut is_better = false;
            for way in [u, -u, v, -v] {
                let direction = self.along + way * step;
                is_better |= self.look_along(a, b, &direction, slack);
            }
            if !is_better {
                step *= 0.5;
            }
            turn += TURN;
        }
    }
}

/// The farthest point of `A - B` against a direction.
fn farthest(a: &Convex, b: &Convex, direction: &Vector3<f64>) -> Corner {
    let points = [a.farthest(&-direction), b.farthest(direction)];
    Corner { way: points[0] - points[1], points }
}

/// The normal of a face that is closest: known better than the way to it where that is short.
fn face_normal(simplex: &[Corner]) -> Option<Vector3<f64>> {
    let [p, q, r] = simplex else { return None };
    let normal = (q.way - p.way).cross(&(r.way - p.way));
    Some(if normal.dot(&p.way) < 0.0 { -normal } else { normal })
}

/// Weights of up to four corners, at least 0 and with the sum 1.
type Weights = [f64; 4];

/// Reduces a simplex to the corners, edge or face that is closest to the origin; the weights of
/// its corners give the point that is. The newest corner, which is the last, stays.
fn closest(simplex: &mut Vec<Corner>) -> Weights {
    let newest = simplex.len() - 1;
    let origin = simplex[newest].way;
    let edges: [Vector3<f64>; 3] =
        [0, 1, 2].map(|n| if n < newest { simplex[n].way - origin } else { Vector3::zeros() });
    let (mut least, mut chosen, mut weights) = (f64::INFINITY, [newest; 3], [0.0; 4]);
    for (others, along) in parts(newest, &edges, &origin) {
        let [first, second] = along;
        let of_newest = 1.0 - first - second;
        let is_in_part = first >= 0.0 && second >= 0.0 && of_newest >= 0.0;
        let way = origin + edges_sum(&edges, others, along);
        if is_in_part && way.norm_squared() < least {
            least = way.norm_squared();
            (chosen, weights) = ([others[0], others[1], newest], [first, second, of_newest, 0.0]);
        }
    }
    // A part with fewer corners names the newest more than once, without weight.
    let kept = [0, 1, 2].map(|n| (simplex[chosen[n]], weights[n]));
    simplex.clear();
    weights = [0.0; 4];
    for (corner, weight) in kept.into_iter().filter(|(_, weight)| *weight > 0.0) {
        weights[simplex.len()] = weight;
        simplex.push(corner);
    }
    weights
}

/// The corner alone, the edges and the faces that have the newest corner: the numbers of the
/// other corners, and the weights for which the line or plane is closest to the origin.
fn parts(
    newest: usize,
    edges: &[Vector3<f64>; 3],
    origin: &Vector3<f64>,
) -> impl Iterator<Item = ([usize; 2], [f64; 2])> {
    let alone = std::iter::once(([newest; 2], [0.0; 2]));
    let on_edges = (0..newest).map(move |n| {
        let e = edges[n];
        ([n, newest], [-e.dot(origin) / e.norm_squared(), 0.0])
    });
    let pairs = [[0, 1], [0, 2], [1, 2]].into_iter().filter(move |[_, m]| *m < newest);
    let in_faces = pairs.map(move |[n, m]| {
        let (e, f) = (edges[n], edges[m]);
        let normal = e.cross(&f);
        let area = normal.norm_squared();
        // By cross products, which lose less than products of lengths.
        ([n, m], [normal.dot(&f.cross(origin)) / area, -normal.dot(&e.cross(origin)) / area])
    });
    alone.chain(on_edges).chain(in_faces)
}

fn edges_sum(edges: &[Vector3<f64>; 3], others: [usize; 2], along: [f64; 2]) -> Vector3<f64> {
    let edge = |n: usize| if n < 3 { edges[n] } else { Vector3::zeros() };
    edge(others[0]) * along[0] + edge(others[1]) * along[1]
}

/// The mean of corners by their weights.
fn mixed(
    simplex: &[Corner],
    weights: &Weights,
    of: impl Fn(&Corner) -> Vector3<f64>,
) -> Vector3<f64> {
    simplex.iter().zip(weights).map(|(corner, &weight)| of(corner) * weight).sum()
}

/// Is the origin within four corners, provably farther from each face than the slack? Then it is
/// within the true difference of the shapes, whose corners are so close to these.
///
/// The normal of a face is a sum of products of two sizes, its heights of three: rounding is far
/// below 2^-46 of these, which the bound includes.
fn is_within(simplex: &[Corner], slack: f64, size: f64) -> bool {
    let rounding = 8.0 * PER_SIZE * size * size * size;
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]].into_iter().all(|face| {
        let [p, q, r, opposite] = face.map(|n| simplex[n].way);
        let normal = (q - p).cross(&(r - p));
        let (origin, inner) = (-normal.dot(&p), normal.dot(&(opposite - p)));
        let least = 2.0 * slack * normal.norm() + rounding;
        origin.abs() > least && inner.abs() > least && (origin > 0.0) == (inner > 0.0)
    })
}
