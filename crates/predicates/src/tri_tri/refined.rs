//! Two placed triangles in double words: points on them from weights, and the vector between the
//! points made as short as 106 bits allow.
//!
//! # Lemma
//!
//! `X_i = R_a a_i` and `Y_j = R_b b_j + (t_b - t_a)` are computed with errors of a few `v^2 S` in
//! every component, with `S = |a| + |b| + |t_b - t_a|` the sum of the largest coordinates and `v` =
//! 2^-53: products of two `f64` are exact, the six sums that a component has round by `3.1 v^2` of
//! a partial sum, which is at most `1.74 S`: 20 `v^2 S` at most. Differences of corners are at most
//! `3.5 S` and round by `11 v^2 S`: off by `51 v^2 S` with both corners. The vector `r` between two
//! points is one difference and at most four products of an edge and a weight, with weights that
//! are exact numbers in 0 to 1; the sum of two of them may exceed one by `4 v^2`, which moves a
//! point by `14 v^2 S`. Every product adds `(51 + 25) v^2 S` times its weight, every sum
//! `22 v^2 S`. The corrections of the weights enter as four more such products, far smaller. So `r`
//! has an error below `2^9 v^2 S = 2^-97 S` in a component, and by less than
//! [`ERROR`]` S = 2^-96 S` in length.
//!
//! For `L = r`, which as computed is an exact vector, a projection of a difference of two corners
//! is off by `51 v^2 S |L|_1` from the corners and `53 v^2 S |L|_1` from a product and two sums in
//! three components, so a gap is off by less than `2^8 v^2 S |L|_1`, which is below
//! [`ERROR`]` S |L|` as well. `|L|^2` is computed with a relative error below `16 v^2`. *End.*
//!
//! Checked by Gappa (`tests/proofs/double_words.gappa`): how these errors add up. By hand: bounds
//! of lengths and weights, and the counts of operations.

use super::world_pair::Features;
use crate::numbers::double_double::Double;
use crate::numbers::unit_scale::unit_scale;
use crate::pose::Pose;
use crate::pose::placement::Placement;
use crate::{Real3, Triangle};

/// See the lemma; relative to `S`.
pub(super) const ERROR: f64 = f64::from_bits((1023 - 96) << 52);

/// Bounds the relative error of a squared length, `16 v^2`, and of a sum, `3.1 v^2`.
pub(super) const ERROR_OF_SQUARE: f64 = f64::from_bits((1023 - 100) << 52);

/// Sizes for which no underflow or overflow of a product of double words matters.
pub(super) const SIZES: std::ops::Range<f64> = 1e-60..1e60;

/// Directions are parallel if the squared sine of their angle is at most this: then a step that
/// moves both points would lose too many digits.
const PARALLEL: f64 = 1.0 / (1_u64 << 40) as f64;

/// Where both points are moved in several steps, each of which is off by this part of the last one.
const NEARLY_PARALLEL: f64 = 1.0 / (1_u64 << 49) as f64;
const STEPS: usize = 8;

pub(super) type Double3 = [Double; 3];

/// Two triangles along world axes, relative to A's translation.
pub(super) struct RefinedPair {
    x: Corners,
    y: Corners,
    /// `S` of the lemma.
    pub(super) size: f64,
}

/// A point of A, a point of B, and the vector from one to the other.
pub(super) struct Points {
    /// Relative to A's translation.
    pub(super) on_a: Double3,
    pub(super) on_b: Double3,
    pub(super) a_to_b: Double3,
    /// Whether the weights are those of points in the triangles.
    pub(super) are_inside: bool,
}

/// Directions in which points can move: the first of A's or B's, and their weights so far.
struct Moves {
    /// The point of A, of B, where all weights are 0.
    start: [Double3; 2],
    /// `r` gains `weight * direction`.
    directions: [Double3; 2],
    weights: [Double; 2],
    /// Whether a direction moves the point of A.
    of_a: [bool; 2],
}

/// Corners along world axes, relative to A's translation, in double words.
type Corners = [Double3; 3];

/// The triangles of A and of B that were placed last. Pairs that are equally close, at a corner or
/// an edge, have one of them in common.
#[derive(Clone, Debug, Default)]
pub(super) struct LastPlaced([Option<(Triangle, Corners)>; 2]);

impl LastPlaced {
    /// The corners of A's triangle (0) or of B's (1).
    fn corners(
        &mut self,
        body: usize,
        triangle: &Triangle,
        make: impl FnOnce() -> Corners,
    ) -> Corners {
        match &self.0[body] {
            Some((last, corners)) if same_bits(last, triangle) => *corners,
            _ => self.0[body].insert((*triangle, make())).1,
        }
    }
}

/// Equal numbers could be zeros of two signs, and the answer would depend on which came first.
fn same_bits(p: &Triangle, q: &Triangle) -> bool {
    p.iter().zip(q).all(|(p, q)| p.coords.map(f64::to_bits) == q.coords.map(f64::to_bits))
}

impl RefinedPair {
    pub(super) fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        Self::with(&mut LastPlaced::default(), a, b, placement)
    }

    /// With what was computed for the triangles before, under the same placement.
    pub(super) fn with(
        last: &mut LastPlaced,
        a: &Triangle,
        b: &Triangle,
        placement: &Placement,
    ) -> Self {
        let (pose_a, pose_b) = (&placement.pose_a, &placement.pose_b);
        let moved =
            [0, 1, 2].map(|k| Double::difference(pose_b.translation()[k], pose_a.translation()[k]));
        let x = last.corners(0, a, || a.each_ref().map(|corner| rotated(pose_a, &corner.coords)));
        let y = last.corners(1, b, || {
            b.each_ref().map(|corner| plus(&rotated(pose_b, &corner.coords), &moved))
        });
        let largest = |t: &Triangle| t.iter().fold(0.0_f64, |most, p| most.max(p.coords.amax()));
        let shift = moved.iter().fold(0.0_f64, |most, x| most.max(x.high.abs()));
        Self { x, y, size: largest(a) + largest(b) + shift }
    }

    /// The points of the weights found in `f64`, improved: one step of Newton's method,
    /// which is exact for the quadratic function that the squared distance is, up to rounding.
    pub(super) fn points(&self, features: &Features) -> Points {
        let mut moves = self.moves(features);
        let r = moves.vector();
        let is_edge = matches!(features, Features::Edges(..));
        let better = moves.corrected(&r, is_edge);
        if let Some(weights) = better {
            moves.weights = weights;
        }
        let [on_a, on_b] = moves.points();
        let a_to_b = if better.is_some() { moves.vector() } else { r };
        Points { on_a, on_b, a_to_b, are_inside: moves.are_inside(is_edge) }
    }

    /// The points of the features that are closest, of all 42: corners, edges and faces. Where
    /// `f64` does not tell which these are.
    #[cold]
    pub(super) fn closest_points(&self) -> [Double3; 2] {
        const ALL: [usize; 3] = [0, 1, 2];
        const STARTS: [[f64; 2]; 4] = [[0.0, 0.0], [0.0, 0.5], [0.5, 0.0], [0.5, 0.5]];
        let edges = ALL.into_iter().flat_map(|i| ALL.map(|j| [i, j]));
        let edges = edges.flat_map(|edges| STARTS.map(|at| Features::Edges(edges, at)));
        let faces = ALL.into_iter().flat_map(|corner| {
            let middle = [1.0 / 3.0; 2];
            [Features::FaceOfA(corner, middle), Features::FaceOfB(corner, middle)]
        });
        let found = edges.chain(faces).filter_map(|features| self.moves(&features).shortest());
        let square = |[p, q]: &[Double3; 2]| {
            let way = minus(q, p);
            dot(&way, &way)
        };
        let nearer = |one, other| if square(&other).is_less(square(&one)) { other } else { one };
        found.reduce(nearer).unwrap_or([self.x[0], self.y[0]])
    }

    fn moves(&self, features: &Features) -> Moves {
        let Self { x, y, .. } = self;
        match *features {
            Features::Edges([i, j], [s, t]) => Moves {
                start: [x[i], y[j]],
                directions: [minus(&x[i], &x[(i + 1) % 3]), minus(&y[(j + 1) % 3], &y[j])],
                weights: [s, t].map(Double::of),
                of_a: [true, false],
            },
            Features::FaceOfA(j, weights) => {
                let ([p, q, r], weights) = seen_from_wide_corner(x, weights);
                Moves {
                    start: [p, y[j]],
                    directions: [minus(&p, &q), minus(&p, &r)],
                    weights,
                    of_a: [true, true],
                }
            }
            Features::FaceOfB(i, weights) => {
                let ([p, q, r], weights) = seen_from_wide_corner(y, weights);
                Moves {
                    start: [x[i], p],
                    directions: [minus(&q, &p), minus(&r, &p)],
                    weights,
                    of_a: [false, false],
                }
            }
        }
    }

    /// The corners of A and of B, along world axes, relative to A's translation.
    pub(super) fn corners(&self) -> [&[Double3; 3]; 2] {
        [&self.x, &self.y]
    }

    /// The corners relative to A's first, rounded.
    pub(super) fn rounded(&self) -> [[Real3; 3]; 2] {
        let rounded = |p: &Double3| Real3::from(minus(p, &self.x[0]).map(|x| x.high));
        [self.x.each_ref().map(rounded), self.y.each_ref().map(rounded)]
    }

    /// The normal of A's triangle or of B's on the side of a vector, divided by a power of two near
    /// the square of the size; of no length if there is none.
    pub(super) fn normal(&self, body: usize, side: &Double3) -> Double3 {
        let corners = if body == 0 { &self.x } else { &self.y };
        let scale = Double::of(unit_scale(self.size));
        let [p, q] = [1, 2].map(|v| scaled(&minus(&corners[v], &corners[0]), scale));
        let normal = cross(&p, &q);
        if dot(&normal, side).high < 0.0 { normal.map(|x| Double::ZERO.minus(x)) } else { normal }
    }

    /// The gap of the projections on a vector, which points from A to B.
    pub(super) fn gap_along(&self, axis: &Double3) -> Double {
        let origin = &self.x[0];
        let mut highest = Double::ZERO;
        for x in &self.x[1..] {
            let height = dot(axis, &minus(x, origin));
            highest = if highest.is_less(height) { height } else { highest };
        }
        let mut lowest = dot(axis, &minus(&self.y[0], origin));
        for y in &self.y[1..] {
            let height = dot(axis, &minus(y, origin));
            lowest = if height.is_less(lowest) { height } else { lowest };
        }
        lowest.minus(highest)
    }
}

impl Moves {
    /// From the point of A to the point of B.
    fn vector(&self) -> Double3 {
        let mut r = minus(&self.start[1], &self.start[0]);
        for m in 0..2 {
            if self.weights[m].high != 0.0 {
                r = plus(&r, &scaled(&self.directions[m], self.weights[m]));
            }
        }
        r
    }

    /// The point of A and the point of B.
    fn points(&self) -> [Double3; 2] {
        let [mut on_a, mut on_b] = self.start;
        for m in 0..2 {
            let step = scaled(&self.directions[m], self.weights[m]);
            if self.of_a[m] {
                // `r` gains what the point of A loses.
                on_a = minus(&on_a, &step);
            } else {
                on_b = plus(&on_b, &step);
            }
        }
        [on_a, on_b]
    }

    /// The points that are closest, of edges or a face; `None` if these are on the border.
    fn shortest(mut self) -> Option<[Double3; 2]> {
        let is_edge = self.of_a[0] != self.of_a[1];
        for _ in 0..STEPS {
            let Some(weights) = self.shorter(&self.vector(), is_edge, NEARLY_PARALLEL) else {
                break;
            };
            self.weights = weights;
        }
        self.are_inside(is_edge).then(|| self.points())
    }

    /// As [`Moves::shorter`]; `None` too if these lead out of the features.
    fn corrected(&self, r: &Double3, is_edge: bool) -> Option<[Double; 2]> {
        let weights = self.shorter(r, is_edge, PARALLEL)?;
        Moves { weights, ..*self }.are_inside(is_edge).then_some(weights)
    }

    /// The weights that make the vector shortest; `None` if all of them stay: those of edges that
    /// are 0 or 1. So does one of two edges that are parallel.
    fn shorter(&self, r: &Double3, is_edge: bool, parallel: f64) -> Option<[Double; 2]> {
        let [c, d] = self.directions.each_ref().map(high);
        let free = self.weights.map(|weight| !is_edge || (weight.high > 0.0 && weight.high < 1.0));
        if free == [false; 2] {
            return None;
        }
        // Double words here: these are differences of nearly equal numbers.
        let residual = |m: usize| -dot(&self.directions[m], r).high;
        let (cc, cd, dd) = (c.norm_squared(), c.dot(&d), d.norm_squared());
        let determinant = cc * dd - cd * cd;
        // Of parallel edges one point can stay.
        let both = free == [true, true] && !are_parallel(&c, &d, parallel);
        let steps = if both {
            let (p, q) = (residual(0), residual(1));
            [(p * dd - q * cd) / determinant, (q * cc - p * cd) / determinant]
        } else if free[0] {
            [residual(0) / cc, 0.0]
        } else {
            [0.0, residual(1) / dd]
        };
        Some([0, 1].map(|m| self.weights[m].plus(Double::of(steps[m]))))
    }

    /// Whether the weights are those of points in the features; not if one is NaN.
    fn are_inside(&self, is_edge: bool) -> bool {
        let in_range = |weight: Double| {
            weight.high.is_finite()
                && !weight.is_less(Double::of(0.0))
                && !Double::of(1.0).is_less(weight)
        };
        self.weights.into_iter().all(in_range)
            && (is_edge || in_range(self.weights[0].plus(self.weights[1])))
    }
}

/// Corners of a face and the weights of the second and the third, of a point that is given by those
/// of corners 1 and 2: as they are, or, where the edges at corner 0 are parallel, from the corner
/// opposite to the longest edge, whose angle is the widest.
fn seen_from_wide_corner(corners: &Corners, [u, v]: [f64; 2]) -> (Corners, [Double; 2]) {
    let [p, q, r] = corners;
    let [to_q, to_r] = [q, r].map(|corner| high(&minus(corner, p)));
    if !are_parallel(&to_q, &to_r, PARALLEL) {
        return (*corners, [u, v].map(Double::of));
    }
    let [of_q, of_r, of_qr] = [to_q, to_r, to_r - to_q].map(|edge| edge.norm_squared());
    let of_p = Double::of(1.0).minus(Double::of(u)).minus(Double::of(v));
    let [u, v] = [u, v].map(Double::of);
    if of_qr >= of_q && of_qr >= of_r {
        (*corners, [u, v])
    } else if of_r >= of_q {
        ([*q, *r, *p], [v, of_p])
    } else {
        ([*r, *p, *q], [of_p, u])
    }
}

/// Is the squared sine of the angle between two vectors at most this?
#[inline(always)]
fn are_parallel(c: &Real3, d: &Real3, square: f64) -> bool {
    let (cc, cd, dd) = (c.norm_squared(), c.dot(d), d.norm_squared());
    !(cc * dd - cd * cd > square * (cc * dd))
}

#[inline(always)]
fn high(vector: &Double3) -> Real3 {
    Real3::new(vector[0].high, vector[1].high, vector[2].high)
}

/// `R p`.
#[inline(always)]
fn rotated(pose: &Pose, p: &Real3) -> Double3 {
    if pose.is_identity() {
        return [p.x, p.y, p.z].map(Double::of);
    }
    let r = pose.rotation();
    [0, 1, 2].map(|k| {
        let xy = Double::product(r[(k, 0)], p.x).plus(Double::product(r[(k, 1)], p.y));
        xy.plus(Double::product(r[(k, 2)], p.z))
    })
}

#[inline(always)]
pub(super) fn dot(p: &Double3, q: &Double3) -> Double {
    p[0].times(q[0]).plus(p[1].times(q[1])).plus(p[2].times(q[2]))
}

#[inline(always)]
pub(super) fn cross(p: &Double3, q: &Double3) -> Double3 {
    [(1, 2), (2, 0), (0, 1)].map(|(u, v)| p[u].times(q[v]).minus(p[v].times(q[u])))
}

#[inline(always)]
pub(super) fn minus(p: &Double3, q: &Double3) -> Double3 {
    [p[0].minus(q[0]), p[1].minus(q[1]), p[2].minus(q[2])]
}

#[inline(always)]
fn plus(p: &Double3, q: &Double3) -> Double3 {
    [p[0].plus(q[0]), p[1].plus(q[1]), p[2].plus(q[2])]
}

#[inline(always)]
pub(super) fn scaled(p: &Double3, weight: Double) -> Double3 {
    [p[0].times(weight), p[1].times(weight), p[2].times(weight)]
}
/// The same triangles and poses with all lengths times a power of two, and that number, where
/// products of the lengths themselves would underflow or overflow.
pub(super) fn in_range(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Option<(Triangle, Triangle, Placement, f64)> {
    let Placement { pose_a, pose_b, .. } = placement;
    let sizes = a.iter().chain(b).map(|corner| corner.coords.amax());
    let shifts = [pose_a, pose_b].map(|pose| pose.translation().amax());
    let size = sizes.chain(shifts).fold(0.0, f64::max);
    if size == 0.0 || SIZES.contains(&size) {
        return None;
    }
    let scale = unit_scale(size);
    let triangle = |t: &Triangle| t.map(|corner| corner * scale);
    let pose = |pose: &Pose| Pose::new(*pose.rotation(), pose.translation() * scale).ok();
    let placement = Placement::new(&pose(pose_a)?, &pose(pose_b)?);
    Some((triangle(a), triangle(b), placement, scale))
}
