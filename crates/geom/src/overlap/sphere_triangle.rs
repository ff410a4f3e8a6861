//! A sphere and a triangle.

use nalgebra::Point3;

use crate::closest::dist_sq_point_triangle;
use crate::{Real, Sphere};

/// Whether a closed sphere and a closed triangle share a point.
///
/// The distance of the closest point of the triangle decides. Frame and unit are the caller's.
/// Radius 0 is a point; degenerate triangles are segments or points. The answer is correct unless
/// the gap or the overlap is below 16 ε of the largest absolute coordinate, also for very thin
/// triangles.
/// Source: Ericson 5.2.7.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Sphere, overlap};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let sphere = |z| Sphere { center: Point3::new(1.0, 1.0, z), radius: 2.0 };
/// assert!(overlap::sphere_triangle(&sphere(2.0), &triangle)); // touching
/// assert!(!overlap::sphere_triangle(&sphere(2.25), &triangle));
/// ```
#[inline]
#[must_use]
pub fn sphere_triangle<T: Real>(sphere: &Sphere<T>, triangle: &[Point3<T>; 3]) -> bool {
    dist_sq_point_triangle(&sphere.center, triangle) <= sphere.radius * sphere.radius
}
