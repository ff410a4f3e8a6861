//! Two segments: the best of five pairs (Ericson 5.1.9).
//!
//! The closest pair has an end of one segment, or is the foot pair of the common perpendicular of
//! the two lines. All five are computed and the closest is taken. So nothing has to be decided
//! about parallel segments: where they are nearly so, the perpendicular is found badly, but then an
//! end does as well.

use nalgebra::Point3;

use super::dist_sq;
use super::pair::NearestAlong;
use super::point_segment::{at, clamped};
use crate::range::in_range;
use crate::{Real, Segment};

/// [`segment_segment`] for lengths in range.
#[inline]
pub(super) fn solve<T: Real>(a: &Segment<T>, b: &Segment<T>) -> NearestAlong<T> {
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
    in_range([a.start, a.end, b.start, b.end], |[a_start, a_end, b_start, b_end]| {
        solve(&Segment { start: a_start, end: a_end }, &Segment { start: b_start, end: b_end })
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
