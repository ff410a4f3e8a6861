//! A cone and a plane or its half space.
//!
//! The extreme points of a cone along a normal are its tip and one point of the base's rim: from
//! the middle of the base by the radius against the part `m` of the normal across the axis.
//! Ericson's `m = (n x v) x v` has that direction but not length one; here only the length of the
//! normal's part across the axis is needed, because the height of the rim differs from that of the
//! middle by the radius times this length.

use crate::vectors::{across, length};
use crate::{Cone, Plane, Real};

/// Whether a cone and the closed negative side of a plane share a point; touching counts.
///
/// Frame and unit are the caller's. A cone of radius 0 is its axis; one whose tip is in the middle
/// of its base has no axis and is taken for its tip. Right unless the lowest point of the cone is
/// within 16 ε of (largest coordinate + radius + the plane's distance from the origin) of the
/// plane.
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
    let reach = cone.radius * length(&across(&plane.normal, &along));
    (tip.lesser(base - reach), tip.greater(base + reach))
}
