//! Closest pairs of points of two shapes.

use nalgebra::Point3;

use super::dist_sq;
use crate::Real;
use crate::range::Unscale;

/// A closest pair of points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<T: Real = f64> {
    /// The point of the first shape.
    pub on_a: Point3<T>,
    /// The point of the second shape.
    pub on_b: Point3<T>,
    /// The square of their distance.
    pub dist_sq: T,
}

/// A closest pair of points of two lines or segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestAlong<T: Real = f64> {
    /// The parameter on the first, in lengths of its direction: 0 at its start.
    pub a_parameter: T,
    /// The parameter on the second.
    pub b_parameter: T,
    /// The point of the first.
    pub on_a: Point3<T>,
    /// The point of the second.
    pub on_b: Point3<T>,
    /// The square of their distance.
    pub dist_sq: T,
}

impl<T: Real> Nearest<T> {
    #[inline]
    pub(super) fn of(on_a: Point3<T>, on_b: Point3<T>) -> Self {
        Self { on_a, on_b, dist_sq: dist_sq(&on_a, &on_b) }
    }

    /// The same pair with the two shapes exchanged.
    #[inline]
    pub(super) fn swapped(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, dist_sq: self.dist_sq }
    }

    /// The closer of two pairs; this one where they tie.
    #[inline]
    pub(super) fn or_closer(self, other: Self) -> Self {
        if other.dist_sq < self.dist_sq { other } else { self }
    }
}

impl<T: Real> NearestAlong<T> {
    /// The same pair without the parameters.
    #[inline]
    #[must_use]
    pub fn points(&self) -> Nearest<T> {
        Nearest { on_a: self.on_a, on_b: self.on_b, dist_sq: self.dist_sq }
    }
}

impl<T: Real> Unscale<T> for Nearest<T> {
    #[inline]
    fn unscale(self, scale: T) -> Self {
        Self {
            on_a: self.on_a / scale,
            on_b: self.on_b / scale,
            dist_sq: self.dist_sq / scale / scale,
        }
    }
}

impl<T: Real> Unscale<T> for NearestAlong<T> {
    #[inline]
    fn unscale(self, scale: T) -> Self {
        let Nearest { on_a, on_b, dist_sq } = self.points().unscale(scale);
        Self { on_a, on_b, dist_sq, ..self }
    }
}
