//! Two triangles that move without rotation: at which times do they meet, if at any? Exactly.
//!
//! # Lemma
//!
//! Let `A` and `B` be the placed triangles at time 0, `A + t u` and `B + t v` at time `t`, and
//! `d = v - u`. Points `a + t u` and `b + t v` are one if and only if `a - b = t d`. So the
//! triangles meet at `t` if and only if `t d` is in `K = A - B`, the Minkowski difference: a convex
//! polytope, the hull of the nine `a_i - b_j`. The times at which they meet are those at which a
//! straight line is in a convex closed set: a closed interval. It is cut out by
//! `min n.a - max n.b <= t n.d <= max n.a - min n.b` for the facet normals `n` of `K`, so its ends
//! are quotients of whole numbers in units of one power of two: there are no irrational times.
//! *End.*
//!
//! A facet of a Minkowski sum is a sum of faces of both. So the normals are, by the dimension of
//! what the six edges span (as in [`crate::exact::contact::tri_tri`]):
//!
//! - space: `n_A`, `n_B`, and `e x f` for the edges `e` of A and `f` of B;
//! - a plane with normal `N`, one of those: `N`, and `N x g` for all edges `g`;
//! - a line along `g`: `g`, and `g x x`, `g x y`, `g x z`, which span the plane perpendicular to
//!   it;
//! - a point: `x`, `y`, `z`.
//!
//! Every vector gives a condition that is necessary, zero vectors too. So all of a row above are
//! used, then those of the next row where the edges span less.

use std::cmp::Ordering;

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::grid::placed::Placed;
use crate::exact::numbers::integer::{Int3, Integer, Sum, cross, difference, dot, is_zero};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// At which times two moving triangles meet: from a first to a last time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TranslatingContact {
    /// The first time is in this closed interval; both ends are that time, or neighbours among the
    /// `f64` numbers (below 2^-950 at most that far apart).
    pub first: [f64; 2],
    /// The last time, likewise.
    pub last: [f64; 2],
}

/// When do two closed triangles meet that move without rotation?
///
/// Each triangle is in the frame of its body. At time `t` the body has the matrix of its first
/// pose, and the translation `(1 - t) t_0 + t t_1` of the translations of its two poses, in exact
/// arithmetic; the matrix of the second is ignored. Only times from `times[0]` to `times[1]`
/// count, both included and from 0 to 1. `None` if the triangles meet at none of them. Touching is
/// meeting, and the answer is that of exact arithmetic.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, translating_triangles};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let at = |z: f64| Pose::from_translation([0.0, 0.0, z]).expect("small");
/// let (here, from, to) = (at(0.0), at(1.0), at(-2.0));
/// let found = translating_triangles(&a, [&here, &here], &a, [&from, &to], [0.0, 1.0]);
/// let [below, above] = found.expect("one goes through the other").first;
/// assert!(below < above && below <= 1.0 / 3.0 && 1.0 / 3.0 <= above); // a third is no f64 number
/// assert!(translating_triangles(&a, [&here, &here], &a, [&from, &to], [0.5, 1.0]).is_none());
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn translating_triangles(
    a: &Triangle,
    [a_from, a_to]: [&Pose; 2],
    b: &Triangle,
    [b_from, b_to]: [&Pose; 2],
    times: [f64; 2],
) -> Option<TranslatingContact> {
    let origin = [Point3::origin()];
    let (a, b) = (Placed::new(a, a_from), Placed::new(b, b_from));
    let ends = [a_from, a_to, b_from, b_to].map(|pose| Placed::new(&origin, pose));
    let step = ends.iter().map(Placed::step).fold(a.step().min(b.step()), i32::min);
    let [a_from, a_to, b_from, b_to] = ends.map(|end| end.on_grid::<IBig>(step)[0].clone());
    let way = difference(&difference(&b_to, &b_from), &difference(&a_to, &a_from));
    let (a, b) = (a.on_grid::<IBig>(step), b.on_grid::<IBig>(step));
    let mut found = Span { first: Quotient::of(times[0]), last: Quotient::of(times[1]) };
    let is_in = clip_by_facets(&a, &b, |normal| {
        let ([a_low, a_high], [b_low, b_high]) = (span(normal, &a), span(normal, &b));
        found.clip(&a_low.minus(&b_high), &a_high.minus(&b_low), &dot(normal, &way))
    });
    is_in.then(|| TranslatingContact { first: found.first.enclosed(), last: found.last.enclosed() })
}

/// Calls `clip` with the normals above until it returns `false`, as nothing is left; then `false`.
fn clip_by_facets(
    a: &[Int3<IBig>; 3],
    b: &[Int3<IBig>; 3],
    mut clip: impl FnMut(&Int3<IBig>) -> bool,
) -> bool {
    let edges =
        |p: &[Int3<IBig>; 3]| [(0, 1), (1, 2), (2, 0)].map(|(k, l)| difference(&p[l], &p[k]));
    let (of_a, of_b) = (edges(a), edges(b));
    let (n_a, n_b) = (cross(&of_a[0], &of_a[1]), cross(&of_b[0], &of_b[1]));
    let crossed = of_a.iter().flat_map(|e| of_b.iter().map(move |f| cross(e, f)));
    let mut some_normal = None;
    for normal in [n_a.clone(), n_b.clone()].into_iter().chain(crossed) {
        if !clip(&normal) {
            return false;
        }
        if some_normal.is_none() && !is_zero(&normal) {
            some_normal = Some(normal);
        }
    }
    let leaves = |normal: &Int3<IBig>, edge: &Int3<IBig>| Sum::sign(&dot(normal, edge)) != 0;
    if of_b.iter().any(|f| leaves(&n_a, f)) || of_a.iter().any(|e| leaves(&n_b, e)) {
        return true; // they span space
    }
    let mut edges = of_a.iter().chain(&of_b).filter(|edge| !is_zero(edge));
    if let Some(normal) = some_normal {
        return edges.all(|edge| clip(&cross(&normal, edge)));
    }
    let mut axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|axis| axis.map(IBig::from)).into_iter();
    match edges.next() {
        Some(edge) => clip(edge) && axes.all(|axis| clip(&cross(edge, &axis))),
        None => axes.all(|axis| clip(&axis)),
    }
}

/// The least and the most of three points along a vector.
fn span(normal: &Int3<IBig>, points: &[Int3<IBig>; 3]) -> [IBig; 2] {
    let [p, q, r] = points.each_ref().map(|point| dot(normal, point));
    let (low, high) = if p <= q { (p, q) } else { (q, p) };
    if r < low {
        [r, high]
    } else if r > high {
        [low, r]
    } else {
        [low, high]
    }
}

/// An exact time.
struct Quotient {
    numerator: IBig,
    /// Above 0.
    denominator: IBig,
}

/// The times from a first to a last one.
struct Span {
    first: Quotient,
    last: Quotient,
}

impl Span {
    /// Leaves the times `t` with `low <= t speed <= high`; `false` if there are none.
    fn clip(&mut self, low: &IBig, high: &IBig, speed: &IBig) -> bool {
        let zero = IBig::ZERO;
        let (first, last, denominator) = match Sum::sign(speed) {
            0 => return *low <= zero && zero <= *high,
            1 => (low.clone(), high.clone(), speed.clone()),
            _ => (zero.minus(high), zero.minus(low), zero.minus(speed)),
        };
        let first = Quotient { numerator: first, denominator: denominator.clone() };
        let last = Quotient { numerator: last, denominator };
        if first.compared_to(&self.first) == Ordering::Greater {
            self.first = first;
        }
        if last.compared_to(&self.last) == Ordering::Less {
            self.last = last;
        }
        self.first.compared_to(&self.last) != Ordering::Greater
    }
}

/// The bits of an `f64` number.
const BITS: isize = f64::MANTISSA_DIGITS as isize;

/// No time is given in finer steps than two to the power of minus this: well above where `f64`
/// numbers lose bits.
const FINEST: isize = 1000;

impl Quotient {
    fn of(time: f64) -> Self {
        let time = crate::exact::numbers::dyadic::Dyadic::new(time);
        let shifted = |n: i64, up: i32| IBig::from(n) << up.max(0) as usize;
        Self {
            numerator: shifted(time.mantissa, time.exponent),
            denominator: shifted(1, -time.exponent),
        }
    }

    fn compared_to(&self, other: &Self) -> Ordering {
        self.numerator.times(&other.denominator).cmp(&other.numerator.times(&self.denominator))
    }

    /// The largest `f64` number that is not above, and the smallest that is not below; for numbers
    /// from 0 to 1.
    fn enclosed(&self) -> [f64; 2] {
        if Sum::sign(&self.numerator) <= 0 {
            return [0.0; 2];
        }
        // Below 2^(BITS + 1) units of 2^-shift, else below 2^BITS: whole numbers of these are f64
        // numbers.
        let size = Sum::bits(&self.numerator) as isize - Sum::bits(&self.denominator) as isize;
        let shift = (BITS - size).clamp(0, FINEST);
        let (whole, exact, shift) = match self.in_units(shift) {
            (whole, _) if shift > 0 && Sum::bits(&whole) as isize > BITS => {
                let (whole, exact) = self.in_units(shift - 1);
                (whole, exact, shift - 1)
            }
            (whole, exact) => (whole, exact, shift),
        };
        let unit = 2.0_f64.powi(-(shift as i32));
        let at = |units: i64| units as f64 * unit;
        let whole = i64::try_from(whole).unwrap_or(i64::MAX);
        [at(whole), at(if exact { whole } else { whole + 1 })]
    }

    /// The whole number of units of `2^-shift` below, and whether it is the number.
    fn in_units(&self, shift: isize) -> (IBig, bool) {
        let scaled = &self.numerator << shift as usize;
        let whole = &scaled / &self.denominator;
        let exact = whole.times(&self.denominator) == scaled;
        (whole, exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(from: f64, to: f64, a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> Option<[[f64; 2]; 2]> {
        let [a, b] = [a, b].map(|corners| corners.map(Point3::from));
        let [rest, start, end] =
            [0.0, from, to].map(|x| Pose::from_translation([x, 0.0, 0.0]).expect("small"));
        let found = translating_triangles(&a, [&rest, &rest], &b, [&start, &end], [0.0, 1.0]);
        found.map(|found| [found.first, found.last])
    }

    const SHEET: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];

    #[test]
    fn all_dimensions_have_their_times() {
        let segment = [[0.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.5, 1.0, 1.0]];
        let point = [[0.0, 1.0, 1.0]; 3];
        let flat = SHEET.map(|[_, y, z]| [y, z, 0.0]);
        // From -2 to 2 in a time of 1: four a unit.
        assert_eq!(times(-2.0, 2.0, SHEET, SHEET), Some([[0.5; 2]; 2]));
        assert_eq!(times(-2.0, 2.0, SHEET, segment), Some([[0.25; 2], [0.5; 2]]));
        assert_eq!(times(-2.0, 2.0, SHEET, point), Some([[0.5; 2]; 2]));
        assert_eq!(times(-2.0, 2.0, segment, segment), Some([[0.25; 2], [0.75; 2]]));
        assert_eq!(times(-2.0, 2.0, segment, point), Some([[0.5; 2], [0.75; 2]]));
        assert_eq!(times(-2.0, 2.0, point, point), Some([[0.5; 2]; 2]));
        assert_eq!(times(-8.0, 8.0, flat, flat), Some([[0.25; 2], [0.75; 2]]));
        assert_eq!(times(-8.0, 8.0, flat, flat.map(|[x, y, _]| [x, y, 5e-324])), None);
        // An edge passes a corner.
        let raised = |by: f64| flat.map(|[x, y, z]| [x, y + by, z]);
        assert_eq!(times(-8.0, 8.0, flat, raised(4.0)), Some([[0.25; 2], [0.5; 2]]));
        assert_eq!(times(-8.0, 8.0, flat, raised(4.0_f64.next_up())), None);
    }

    #[test]
    fn at_rest_they_meet_always_or_never() {
        assert_eq!(times(0.0, 0.0, SHEET, SHEET), Some([[0.0; 2], [1.0; 2]]));
        assert_eq!(times(5e-324, 5e-324, SHEET, SHEET), None);
    }

    #[test]
    fn a_time_that_is_no_number_is_between_two() {
        let [first, last] = times(-1.0, 2.0, SHEET, SHEET).expect("through");
        assert_eq!(first, last);
        assert!(first[0] < first[1] && first[0].next_up() == first[1]);
        assert_eq!(first[0].min(first[1]), 1.0 / 3.0); // rounded down, as it happens
        // Times far below what f64 numbers hold are between 0 and what they can.
        let [first, _] = times(-5e-324, 1e30, SHEET, SHEET).expect("through");
        assert!(first[0] == 0.0 && 0.0 < first[1] && first[1] < 1e-300);
    }
}
