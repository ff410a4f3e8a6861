//! Two spheres.

use crate::{Real, Sphere};

/// Whether two closed spheres share a point.
///
/// Both are in one frame and unit, the caller's. Radius 0 is a point. The answer is correct unless
/// the gap or the overlap is below 4 ε of the distance of the centres, and exact if no square is
/// rounded, for example on small integers.
/// Source: Ericson 4.3.1.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Sphere, overlap};
/// let sphere = |x: f64| Sphere { center: Point3::new(x, 0.0, 0.0), radius: 1.0 };
/// assert!(overlap::sphere_sphere(&sphere(0.0), &sphere(2.0))); // touching
/// assert!(!overlap::sphere_sphere(&sphere(0.0), &sphere(2.5)));
/// ```
#[inline]
#[must_use]
pub fn sphere_sphere<T: Real>(a: &Sphere<T>, b: &Sphere<T>) -> bool {
    let between = b.center - a.center;
    let reach = a.radius + b.radius;
    between.dot(&between) <= reach * reach
}
