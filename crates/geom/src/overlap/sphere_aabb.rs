//! A sphere and an axis-aligned box.

use nalgebra::Vector3;

use crate::{Aabb, Real, Sphere};

/// Whether a closed sphere and a closed axis-aligned box share a point.
///
/// Clamping the centre to the box gives the closest point; its squared distance is compared with
/// the squared radius. Frame and unit are the caller's. Radius 0 is a point; degenerate boxes are
/// points, segments or rectangles. The answer is correct unless the gap or the overlap is below 4 ε
/// of the distance from the centre to the box, and exact if no square is rounded, for example on
/// small integers.
/// Source: Ericson 5.2.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, Sphere, overlap};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let sphere = |radius| Sphere { center: Point3::new(4.0, 5.0, 0.5), radius };
/// assert!(overlap::sphere_aabb(&sphere(5.0), &cube)); // 3, 4, 5: touching an edge
/// assert!(!overlap::sphere_aabb(&sphere(4.75), &cube)); // although no plane of a face separates
/// ```
#[inline]
#[must_use]
pub fn sphere_aabb<T: Real>(sphere: &Sphere<T>, aabb: &Aabb<T>) -> bool {
    let outside = Vector3::from_fn(|i, _| {
        sphere.center[i] - sphere.center[i].clamp_to(aabb.min[i], aabb.max[i])
    });
    outside.dot(&outside) <= sphere.radius * sphere.radius
}
