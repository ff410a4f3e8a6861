//! On which side of a plane is it?
//!
//! Planes are [`Plane`](crate::Plane)s, `normal . x = offset`, whose normals need not have length
//! one; their half space is the negative side. A plane with a zero normal is everything if its
//! offset is zero and otherwise nothing; the formulas see that by themselves.
//!
//! Sources: C. Ericson, "Real-Time Collision Detection" (2005), 5.2.2 to 5.2.4, and section 9.2.4
//! of "Programmers' Computational Geometry", whose second method answers "positive" on both sides
//! in print. ε is [`Real::EPSILON`] here: twice the relative error of one rounding. Lengths are
//! taken to be between the cube roots of the smallest and the largest number, where no product of
//! three over- or underflows.

mod aabb;
mod cone;
mod obb;
mod sphere;

pub use aabb::{aabb_side, aabb_side_by_reach};
pub use cone::{cone_meets_half_space, cone_meets_plane};
pub use obb::{obb_side, obb_side_by_corners};
pub use sphere::{sphere_behind_plane, sphere_meets_half_space, sphere_meets_plane};

use crate::Real;

/// Where a body is, seen from a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Wholly where the normal points, not touching.
    Positive,
    /// Wholly on the other side, not touching.
    Negative,
    /// With a point in the plane and all of it on one closed side: a corner, an edge or a face lies
    /// in the plane, or the whole of a body that is flat.
    Tangent,
    /// With points on both open sides.
    Intersecting,
}

impl Side {
    /// Whether body and plane share a point.
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

    /// By the lowest and the highest [`crate::Plane::height`] of the body.
    fn between<T: Real>(lowest: T, highest: T) -> Self {
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
