//! A segment and a plane.

use crate::{Plane, Real, Segment};

/// How a segment meets a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentPlane<T: Real = f64> {
    /// They share no point.
    Separate,
    /// They share one point, at this parameter from 0 to 1.
    At(T),
    /// The segment lies in the plane.
    InPlane,
}

/// How a closed segment meets a plane.
///
/// Frame and unit are the caller's; the normal may have any length. A parallel segment, or one of
/// length zero, is [`SegmentPlane::InPlane`] or [`SegmentPlane::Separate`]: nothing is divided by
/// zero. The answer depends only on the heights of the two ends, each with an error of at most 4 ε
/// of (largest coordinate * |normal|_1 + |offset|). The parameter is within 2 ε of the exact one
/// for these heights, and the point found is off the plane by at most the error of the heights over
/// the length of the normal. Source: Ericson 5.3.1, which leaves the parallel case to the
/// arithmetic.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::cast::{SegmentPlane, segment_plane};
/// use obbtree_geom::{Plane, Segment};
/// let ground = Plane { normal: Vector3::z(), offset: 0.0 };
/// let to = |z| Segment { start: Point3::origin() + Vector3::z(), end: Point3::new(1.0, 0.0, z) };
/// assert_eq!(segment_plane(&to(-3.0), &ground), SegmentPlane::At(0.25));
/// assert_eq!(segment_plane(&to(1.0), &ground), SegmentPlane::Separate); // parallel
/// let lying = Segment { start: Point3::origin(), end: Point3::new(1.0, 0.0, 0.0) };
/// assert_eq!(segment_plane(&lying, &ground), SegmentPlane::InPlane);
/// ```
#[inline]
#[must_use]
pub fn segment_plane<T: Real>(segment: &Segment<T>, plane: &Plane<T>) -> SegmentPlane<T> {
    let zero = T::zero();
    let (start, end) = (plane.height(&segment.start), plane.height(&segment.end));
    if start == zero && end == zero {
        SegmentPlane::InPlane
    } else if (start > zero && end > zero) || (start < zero && end < zero) {
        SegmentPlane::Separate
    } else {
        // The signs are opposite or one height is zero: the denominator is not zero and not smaller
        // than the numerator. Infinite heights give NaN and no point.
        let t = start / (start - end);
        if t >= zero { SegmentPlane::At(t.lesser(T::one())) } else { SegmentPlane::Separate }
    }
}
