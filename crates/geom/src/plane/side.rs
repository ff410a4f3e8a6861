//! The position of a body relative to a plane.

use crate::Real;

/// The position of a body relative to a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Entirely on the side that the normal points to, not touching the plane.
    Positive,
    /// Entirely on the other side, not touching the plane.
    Negative,
    /// Touching the plane and entirely on one closed side: a corner, an edge, a face, or all of a
    /// flat body lies in the plane.
    Tangent,
    /// With points on both open sides.
    Intersecting,
}

impl Side {
    /// Whether the body and the plane share a point.
    ///
    /// ```
    /// use obbtree_geom::plane::Side;
    /// assert!(Side::Tangent.meets() && Side::Intersecting.meets());
    /// assert!(!Side::Positive.meets() && !Side::Negative.meets());
    /// ```
    #[must_use]
    pub fn meets(self) -> bool {
        matches!(self, Self::Tangent | Self::Intersecting)
    }

    /// The side for the lowest and the highest [`Plane::height`](crate::Plane::height) of a body.
    pub(super) fn between<T: Real>(lowest: T, highest: T) -> Self {
        if lowest > T::zero() {
            Self::Positive
        } else if highest < T::zero() {
            Self::Negative
        } else if lowest == T::zero() || highest == T::zero() {
            Self::Tangent
        } else {
            Self::Intersecting
        }
    }
}
