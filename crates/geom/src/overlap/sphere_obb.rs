//! A sphere and an oriented box, which is axis-aligned in its own frame.

use nalgebra::Point3;

use super::sphere_aabb;
use crate::vectors::{aabb_in_box_frame, in_box_frame};
use crate::{Obb, Real, Sphere};

/// Whether a closed sphere and a closed oriented box share a point.
///
/// Both are in one frame and unit, the caller's. Radius 0 is a point; degenerate boxes are points,
/// segments or rectangles. The answer is correct unless the gap or the overlap is below 16 ε of the
/// distance of the centres, plus the error of axes that are not exactly orthonormal.
/// Source: Ericson 5.2.6.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Sphere, overlap};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let obb = Obb { axes, center: Point3::origin(), half: Vector3::new(5.0, 1.0, 1.0) };
/// // 10 along the long axis:
/// let sphere = Sphere { center: Point3::new(6.0, 8.0, 0.0), radius: 5.5 };
/// assert!(overlap::sphere_obb(&sphere, &obb));
/// assert!(!overlap::sphere_obb(&Sphere { radius: 4.5, ..sphere }, &obb));
/// ```
#[inline]
#[must_use]
pub fn sphere_obb<T: Real>(sphere: &Sphere<T>, obb: &Obb<T>) -> bool {
    let center = Point3::from(in_box_frame(obb, &sphere.center));
    sphere_aabb(&Sphere { center, radius: sphere.radius }, &aabb_in_box_frame(obb))
}
