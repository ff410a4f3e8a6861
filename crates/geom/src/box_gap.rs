//! The gap or the overlap of two boxes along one axis, in space and in the plane.

use nalgebra::SVector;

use crate::Real;
use crate::range::Unscale;

/// The gap of two boxes along the axis with the largest gap; a negative gap is an overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxGap<T: Real = f64, const D: usize = 3> {
    /// The number of the axis. In space 0 to 2 are the face normals of A, 3 to 5 those of B, and
    /// `6 + 3 i + j` is the cross product of axis `i` of A with axis `j` of B. In the plane 0 and 1
    /// are the axes of A, 2 and 3 those of B.
    pub axis: u8,
    /// The axis, of length one, from A towards B. If the centres have the same projection on the
    /// axis, it is one of the two directions.
    pub direction: SVector<T, D>,
    /// The distance of the projections of the boxes on the axis; if negative, their overlap.
    pub gap: T,
}

impl<T: Real, const D: usize> BoxGap<T, D> {
    /// Whether the closed boxes share a point.
    #[inline]
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.gap <= T::zero()
    }

    /// The shortest translation of B after which the boxes just touch; `None` if they do not
    /// overlap.
    #[inline]
    #[must_use]
    pub fn minimum_translation(&self) -> Option<SVector<T, D>> {
        self.overlaps().then(|| self.direction * -self.gap)
    }
}

impl<T: Real, const D: usize> Unscale<T> for BoxGap<T, D> {
    fn unscale(self, scale: T) -> Self {
        Self { gap: self.gap / scale, ..self }
    }
}
