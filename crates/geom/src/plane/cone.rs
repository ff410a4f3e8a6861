//! A cone and a plane, or the half space of a plane.
//!
//! The extreme points of a cone along a normal are its tip and one point of the rim of the base:
//! from the centre of the base by the radius along the part `m` of the normal that is perpendicular
//! to the axis. Ericson's `m = (n x v) x v` has this direction but not length one. Here only the
//! length of the perpendicular part of the normal is needed: the heights of the rim and of the
//! centre differ by the radius times this length.

use crate::vectors::{length, perpendicular_part};
use crate::{Cone, Plane, Real};

/// Whether a cone and the closed negative side of a plane share a point; touching counts.
///
/// Frame and unit are the caller's. A cone of radius 0 is its axis; a cone with its tip in the
/// centre of its base has no axis and is treated as its tip. The answer is correct unless the
/// lowest point of the cone is within 16 ε of (largest coordinate + radius + distance of the plane
/// from the origin) of the plane.
/// Source: Ericson 5.2.4, with `m` normalised.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Cone, Plane, Segment, plane};
/// let axis = Segment { start: Point3::new(0.0, 0.0, 2.0), end: Point3::origin() };
/// let cone = Cone { axis, radius: 1.0 };
/// let wall = |offset| Plane { normal: Vector3::x(), offset };
/// assert!(plane::cone_meets_half_space(&cone, &wall(-1.0))); // the rim touches
/// assert!(!plane::cone_meets_half_space(&cone, &wall(-1.5)));
/// ```
#[must_use]
pub fn cone_meets_half_space<T: Real>(cone: &Cone<T>, plane: &Plane<T>) -> bool {
    heights(cone, plane).0 <= T::zero()
}

/// Whether a cone and a plane share a point; touching counts.
///
/// Frame, degenerate cones, accuracy and source: see [`cone_meets_half_space`].
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Cone, Plane, Segment, plane};
/// let axis = Segment { start: Point3::new(0.0, 0.0, 2.0), end: Point3::origin() };
/// let cone = Cone { axis, radius: 1.0 };
/// let level = |offset| Plane { normal: Vector3::z(), offset };
/// assert!(plane::cone_meets_plane(&cone, &level(2.0))); // the tip touches
/// assert!(!plane::cone_meets_plane(&cone, &level(2.5)));
/// ```
#[must_use]
pub fn cone_meets_plane<T: Real>(cone: &Cone<T>, plane: &Plane<T>) -> bool {
    let (lowest, highest) = heights(cone, plane);
    lowest <= T::zero() && highest >= T::zero()
}

/// The lowest and the highest height of the cone's points.
fn heights<T: Real>(cone: &Cone<T>, plane: &Plane<T>) -> (T, T) {
    let along = cone.axis.along();
    let tip = plane.height(&cone.axis.start);
    if along.dot(&along) == T::zero() {
        return (tip, tip);
    }
    let base = plane.height(&cone.axis.end);
    let radius = cone.radius * length(&perpendicular_part(&plane.normal, &along));
    (tip.lesser(base - radius), tip.greater(base + radius))
}
