//! Point and segment: the projection on the line, with the parameter clamped to the segment
//! (Ericson 5.1.2).

use nalgebra::{Point3, Vector3};

use super::dist_sq;
use crate::range::{Unitless, in_range, is_ordinary, most_square};
use crate::{Real, Segment};

/// The parameter of the projection of a vector on the line of another one, `along`, in lengths of
/// `along`; 0 if `along` is zero.
#[inline]
pub(super) fn parameter<T: Real>(to_point: &Vector3<T>, along: &Vector3<T>) -> T {
    let along_sq = along.dot(along);
    if along_sq > T::zero() { to_point.dot(along) / along_sq } else { T::zero() }
}

/// [`parameter_on_segment`] for lengths in range.
#[inline]
pub(super) fn clamped_parameter<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> T {
    parameter(&(point - segment.start), &segment.along()).clamp_to(T::zero(), T::one())
}

/// The point at a parameter from 0 to 1; at 0 and 1 exactly the ends.
#[inline]
pub(super) fn at<T: Real>(segment: &Segment<T>, parameter: T) -> Point3<T> {
    let (end, between) = (segment.end, segment.at(parameter));
    // Component by component, which compiles to no branch: whether it is the end cannot be
    // predicted.
    let is_end = parameter == T::one();
    let choose = |end, between| if is_end { end } else { between };
    Point3::new(choose(end.x, between.x), choose(end.y, between.y), choose(end.z, between.z))
}

/// The parameter of the point of a segment that is closest to a point: 0 at the start to 1 at the
/// end.
///
/// 0 for a segment of length zero. Times the length of the segment, it is within 16 `EPSILON` of
/// the size. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let segment = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// assert_eq!(closest::parameter_on_segment(&Point3::new(1.0, 5.0, 0.0), &segment), 0.25);
/// assert_eq!(closest::parameter_on_segment(&Point3::new(9.0, 5.0, 0.0), &segment), 1.0);
/// ```
#[inline]
#[must_use]
pub fn parameter_on_segment<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> T {
    let Unitless(parameter) =
        in_range([*point, segment.start, segment.end], |[point, start, end]| {
            Unitless(clamped_parameter(&point, &Segment { start, end }))
        });
    parameter
}

/// The point of a segment that is closest to a point.
///
/// A segment of length zero is a point. Within 16 `EPSILON` of the size. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let segment = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// let found = closest::point_segment(&Point3::new(1.0, 5.0, 0.0), &segment);
/// assert_eq!(found, Point3::new(1.0, 0.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_segment<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> Point3<T> {
    let along = segment.along();
    let (ahead, square) = ((point - segment.start).dot(&along), along.dot(&along));
    if is_ordinary(square) && ahead.abs() <= most_square() {
        // Branches are faster here than selecting values, because nothing waits for the result.
        return if ahead <= T::zero() {
            segment.start
        } else if ahead >= square {
            segment.end
        } else {
            segment.start + along * (ahead / square)
        };
    }
    solve_scaled(point, segment)
}

/// [`point_segment`] for lengths of any size.
#[cold]
#[inline(never)]
fn solve_scaled<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> Point3<T> {
    in_range([*point, segment.start, segment.end], |[point, start, end]| {
        let segment = Segment { start, end };
        at(&segment, clamped_parameter(&point, &segment))
    })
}

/// The squared distance of a point from a segment.
///
/// The distance is within 16 `EPSILON` of the size. It is computed from the closest point, because
/// the shorter formula of 5.1.2.1 cancels near the segment. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, closest};
/// let segment = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// assert_eq!(closest::dist_sq_point_segment(&Point3::new(7.0, 4.0, 0.0), &segment), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_segment<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> T {
    dist_sq(point, &point_segment(point, segment))
}
