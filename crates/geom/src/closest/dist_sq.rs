//! The squared distance of two points.

use nalgebra::Point3;

use crate::Real;

/// The square of the distance of two points.
#[inline]
pub(super) fn dist_sq<T: Real>(p: &Point3<T>, q: &Point3<T>) -> T {
    let between = p - q;
    between.dot(&between)
}
