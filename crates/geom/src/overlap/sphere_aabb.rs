//! A ball and an axis-aligned box.

use nalgebra::Vector3;

use crate::{Aabb, Real, Sphere};

/// Whether a closed ball and a closed axis-aligned box share a point.
///
/// The centre is clamped to the box, which gives the nearest point, and its squared distance
/// compared with the squared radius. Frame and unit are the caller's. Radius 0 is a point, and a
/// box without extent is a point, segment or rectangle. Right unless the gap or the overlap is
/// below 4 ε of the distance from the centre to the box; exact on coordinates so round that no
/// square is rounded.
/// Source: Ericson 5.2.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Aabb, Sphere, overlap};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let ball = |radius| Sphere { center: Point3::new(4.0, 5.0, 0.5), radius };
/// assert!(overlap::sphere_aabb(&ball(5.0), &cube)); // 3, 4, 5: touching an edge
/// assert!(!overlap::sphere_aabb(&ball(4.75), &cube)); // though no face's plane separates
/// ```
#[inline]
#[must_use]
pub fn sphere_aabb<T: Real>(sphere: &Sphere<T>, aabb: &Aabb<T>) -> bool {
    let outside = Vector3::from_fn(|i, _| {
        sphere.center[i] - sphere.center[i].within(aabb.min[i], aabb.max[i])
    });
    outside.dot(&outside) <= sphere.radius * sphere.radius
}
