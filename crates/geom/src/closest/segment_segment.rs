//! Two segments (Ericson 5.1.9).
//!
//! If the angle is not small, the foot of the common perpendicular, clamped to the first segment,
//! gives the closest point of the second, and that gives the closest point of the first. Otherwise
//! the best of five pairs is chosen: the closest pair contains an end of a segment or is the pair
//! of feet of the common perpendicular. So parallel segments need no special case: for nearly
//! parallel segments the perpendicular is inaccurate, but then a pair with an end is as close.

use nalgebra::Point3;

use super::dist_sq;
use super::pair::NearestAlong;
use super::point_segment::{at, clamped_parameter};
use crate::range::{in_range, is_ordinary, most_square};
use crate::{Real, Segment};

/// Segments count as nearly parallel if the square of the sine of their angle is below this value.
/// The error of the foot is some roundings over the sine, and the error of the distance there is
/// these roundings.
const LEAST_SINE_SQ: f64 = 1.0 / 64.0;

/// [`segment_segment`] for lengths in range.
#[inline]
pub(super) fn solve<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
    at_an_angle(a, b).unwrap_or_else(|| best_of_five(a, b))
}

/// The pair for segments of ordinary size and non-zero length that are not nearly parallel.
#[inline]
fn at_an_angle<T: Real>(a: &Segment<T>, b: &Segment<T>) -> Option<NearestAlong<T>> {
    let (zero, one) = (T::zero(), T::one());
    let (d, e, from_b) = (a.along(), b.along(), a.start - b.start);
    let (dd, ee, de) = (d.dot(&d), e.dot(&e), d.dot(&e));
    let (from_d, from_e) = (d.dot(&from_b), e.dot(&from_b));
    let normal = d.cross(&e);
    let normal_sq = normal.dot(&normal);
    if !(is_ordinary(dd)
        && is_ordinary(ee)
        && normal_sq >= dd * ee * T::from_f64(LEAST_SINE_SQ)
        && from_d.abs() + from_e.abs() < most_square())
    {
        return None;
    }
    let s = (e.cross(&from_b).dot(&normal) / normal_sq).clamp_to(zero, one);
    let t = ((de * s + from_e) / ee).clamp_to(zero, one);
    let s = ((de * t - from_d) / dd).clamp_to(zero, one);
    let (on_a, on_b) = (at(a, s), at(b, t));
    let dist_sq = dist_sq(&on_a, &on_b);
    Some(NearestAlong { a_parameter: s, b_parameter: t, on_a, on_b, dist_sq })
}

/// The best of five pairs, see the module documentation. Never inlined, because few pairs need it.
#[cold]
#[inline(never)]
fn best_of_five<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
    let (zero, one) = (T::zero(), T::one());
    let pair = |s: T, t: T| {
        let (on_a, on_b): (Point3<T>, Point3<T>) = (at(a, s), at(b, t));
        NearestAlong { a_parameter: s, b_parameter: t, on_a, on_b, dist_sq: dist_sq(&on_a, &on_b) }
    };
    let mut best = pair(zero, clamped_parameter(&a.start, b));
    let mut consider = |s: T, t: T| {
        let candidate = pair(s, t);
        if candidate.dist_sq < best.dist_sq {
            best = candidate;
        }
    };
    consider(one, clamped_parameter(&a.end, b));
    consider(clamped_parameter(&b.start, a), zero);
    consider(clamped_parameter(&b.end, a), one);

    // As for two lines. The two projections find the point within the segments and correct rounding
    // errors.
    let (d, e, between) = (a.along(), b.along(), b.start - a.start);
    let normal = d.cross(&e);
    let normal_sq = normal.dot(&normal);
    if normal_sq > zero {
        let s = (between.cross(&e).dot(&normal) / normal_sq).clamp_to(zero, one);
        let t = clamped_parameter(&at(a, s), b);
        consider(clamped_parameter(&at(b, t), a), t);
    }
    best
}

/// The closest pair of points of two segments.
///
/// For segments that cross or touch the two points are equal up to rounding. If there are several
/// closest pairs, as for parallel segments next to each other, the result is one that contains an
/// end. A segment of length zero is a point. The distance is within 16 `EPSILON` of the size from
/// the smallest distance, for any angle. Source: Ericson, 5.1.9; the choice among candidates
/// replaces its determinant, which cancels for small angles.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let a = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// let b = Segment { start: Point3::new(1.0, -1.0, 3.0), end: Point3::new(1.0, 1.0, 3.0) };
/// let found = closest::segment_segment(&a, &b);
/// assert_eq!((found.a_parameter, found.b_parameter, found.dist_sq), (0.25, 0.5, 9.0));
/// ```
#[must_use]
pub fn segment_segment<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
    at_an_angle(a, b).unwrap_or_else(|| {
        in_range([a.start, a.end, b.start, b.end], |[a_start, a_end, b_start, b_end]| {
            solve(&Segment { start: a_start, end: a_end }, &Segment { start: b_start, end: b_end })
        })
    })
}

/// The squared distance of two segments.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.9.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let a = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// let b = Segment { start: Point3::new(7.0, 4.0, 0.0), end: Point3::new(9.0, 4.0, 0.0) };
/// assert_eq!(closest::dist_sq_segment_segment(&a, &b), 25.0);
/// ```
#[must_use]
pub fn dist_sq_segment_segment<T: Real>(a: &Segment<T>, b: &Segment<T>) -> T {
    segment_segment(a, b).dist_sq
}
