//! Two segments (Ericson 5.1.9).
//!
//! At an angle that is not small, the foot of the common perpendicular, kept on the first segment,
//! leads to the closest point of the second, and that back to the one of the first. Otherwise the
//! best of five pairs is taken: the closest pair has an end of one segment, or is the foot pair of
//! the common perpendicular. So nothing has to be decided about parallel segments: where they are
//! nearly so, the perpendicular is found badly, but then an end does as well.

use nalgebra::Point3;

use super::dist_sq;
use super::pair::NearestAlong;
use super::point_segment::{at, clamped};
use crate::range::{in_range, is_ordinary, most_square};
use crate::{Real, Segment};

/// Below this square of the sine of their angle two segments count as nearly parallel. The foot errs
/// by some roundings over the sine, the distance at it by these roundings.
const LEAST_SINE_SQ: f64 = 1.0 / 64.0;

/// [`segment_segment`] for lengths in range.
#[inline]
pub(super) fn solve<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
    at_an_angle(a, b).unwrap_or_else(|| best_of_five(a, b))
}

/// The pair for segments that are not nearly parallel, none of them without length, of ordinary
/// size.
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
    let s = (e.cross(&from_b).dot(&normal) / normal_sq).within(zero, one);
    let t = ((de * s + from_e) / ee).within(zero, one);
    let s = ((de * t - from_d) / dd).within(zero, one);
    let (on_a, on_b) = (at(a, s), at(b, t));
    let dist_sq = dist_sq(&on_a, &on_b);
    Some(NearestAlong { a_parameter: s, b_parameter: t, on_a, on_b, dist_sq })
}

/// As the head of this file says; never inlined, as few pairs need it.
#[cold]
#[inline(never)]
fn best_of_five<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
    let (zero, one) = (T::zero(), T::one());
    let pair = |s: T, t: T| {
        let (on_a, on_b): (Point3<T>, Point3<T>) = (at(a, s), at(b, t));
        NearestAlong { a_parameter: s, b_parameter: t, on_a, on_b, dist_sq: dist_sq(&on_a, &on_b) }
    };
    let mut best = pair(zero, clamped(&a.start, b));
    let mut consider = |s: T, t: T| {
        let candidate = pair(s, t);
        if candidate.dist_sq < best.dist_sq {
            best = candidate;
        }
    };
    consider(one, clamped(&a.end, b));
    consider(clamped(&b.start, a), zero);
    consider(clamped(&b.end, a), one);

    // As for two lines; the two projections find the point in reach, and correct what was rounded.
    let (d, e, between) = (a.along(), b.along(), b.start - a.start);
    let normal = d.cross(&e);
    let normal_sq = normal.dot(&normal);
    if normal_sq > zero {
        let s = (between.cross(&e).dot(&normal) / normal_sq).within(zero, one);
        let t = clamped(&at(a, s), b);
        consider(clamped(&at(b, t), a), t);
    }
    best
}

/// The pair of points of two segments that are closest to each other.
///
/// Segments that cross or touch give two points that are one but for rounding. Where there are many
/// closest pairs, as for parallel segments side by side, one is given in which an end takes part. A
/// segment without length is its start. The distance is within 16 `EPSILON` of the size of the
/// least, however small the angle. Source: Ericson, 5.1.9; the choice among candidates replaces its
/// determinant, which cancels for small angles.
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
