//! A sphere and a capsule.

use crate::closest::dist_sq_point_segment;
use crate::{Capsule, Real, Sphere};

/// Whether a closed sphere and a closed capsule share a point.
///
/// Both are in one frame and unit, the caller's. A capsule whose ends coincide is a sphere; one of
/// radius 0 is a segment. The answer is correct unless the gap or the overlap is below 16 ε of the
/// largest absolute coordinate.
/// Source: Ericson 4.5.1.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Capsule, Segment, Sphere, overlap};
/// let axis = Segment { start: Point3::origin(), end: Point3::new(4.0, 0.0, 0.0) };
/// let capsule = Capsule { axis, radius: 1.0 };
/// let sphere = |x| Sphere { center: Point3::new(x, 4.0, 0.0), radius: 4.0 };
/// assert!(overlap::sphere_capsule(&sphere(7.0), &capsule)); // 3, 4, 5: touching
/// assert!(!overlap::sphere_capsule(&sphere(7.25), &capsule));
/// ```
#[inline]
#[must_use]
pub fn sphere_capsule<T: Real>(sphere: &Sphere<T>, capsule: &Capsule<T>) -> bool {
    let reach = sphere.radius + capsule.radius;
    dist_sq_point_segment(&sphere.center, &capsule.axis) <= reach * reach
}
