//! A segment and a plane.

use crate::{Plane, Real, Segment};

/// How a segment meets a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentPlane<T: Real = f64> {
    /// Not at all.
    Apart,
    /// In one point, at this parameter from 0 to 1.
    At(T),
    /// All of it lies in the plane.
    Within,
}

/// How a closed segment meets a plane.
///
/// Frame and unit are the caller's; the normal may have any length. A parallel segment is
/// [`SegmentPlane::Within`] or [`SegmentPlane::Apart`], and so is one without length: nothing is
/// divided by zero. The answer depends on the two ends' heights alone, each rounded by at most 4 ε
/// of (largest coordinate * |normal|_1 + |offset|); the parameter is theirs to within 2 ε, and the
/// place moves by no more than the heights' rounding over the length of the normal off the plane.
/// Source: Ericson 5.3.1, which leaves the parallel case to the arithmetic.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::cast::{SegmentPlane, segment_plane};
/// use obbtree_geom::{Plane, Segment};
/// let ground = Plane { normal: Vector3::z(), offset: 0.0 };
/// let to = |z| Segment { start: Point3::origin() + Vector3::z(), end: Point3::new(1.0, 0.0, z) };
/// assert_eq!(segment_plane(&to(-3.0), &ground), SegmentPlane::At(0.25));
/// assert_eq!(segment_plane(&to(1.0), &ground), SegmentPlane::Apart); // parallel
/// let lying = Segment { start: Point3::origin(), end: Point3::new(1.0, 0.0, 0.0) };
/// assert_eq!(segment_plane(&lying, &ground), SegmentPlane::Within);
/// ```
#[inline]
#[must_use]
pub fn segment_plane<T: Real>(segment: &Segment<T>, plane: &Plane<T>) -> SegmentPlane<T> {
    let zero = T::zero();
    let (start, end) = (plane.height(&segment.start), plane.height(&segment.end));
    if start == zero && end == zero {
        SegmentPlane::Within
    } else if (start > zero && end > zero) || (start < zero && end < zero) {
        SegmentPlane::Apart
    } else {
        // Opposite signs or one zero: the denominator is at least the numerator and not zero.
        // Heights beyond all numbers are neither.
        let t = start / (start - end);
        if t >= zero { SegmentPlane::At(t.lesser(T::one())) } else { SegmentPlane::Apart }
    }
}
