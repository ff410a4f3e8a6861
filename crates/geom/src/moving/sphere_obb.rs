//! A moving sphere and an oriented box, which is axis-aligned in its own frame.

use nalgebra::{Point3, Vector3};

use super::sphere_aabb;
use crate::vectors::{aabb_in_box_frame, along_axes, in_box_frame};
use crate::{Obb, Real, Sphere};

/// The time at which a moving sphere first touches an oriented box; `None` if it does not.
///
/// Sphere, motion and box are in one frame and unit, the caller's. Radius 0 is a point. Degenerate
/// boxes are points, segments or rectangles. The gap at the time found is below 16 ε of the largest
/// length.
/// Source: Ericson 5.5.7.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Sphere, moving};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let obb = Obb { axes, center: Point3::origin(), half: Vector3::new(5.0, 1.0, 1.0) };
/// // 10 along the long axis:
/// let sphere = Sphere { center: Point3::new(6.0, 8.0, 0.0), radius: 1.0 };
/// let motion = Vector3::new(-4.8, -6.4, 0.0);
/// let first: f64 = moving::sphere_obb(&sphere, &motion, &obb).expect("it touches");
/// assert!((first - 0.5).abs() < 1e-15);
/// ```
#[inline]
#[must_use]
pub fn sphere_obb<T: Real>(sphere: &Sphere<T>, motion: &Vector3<T>, obb: &Obb<T>) -> Option<T> {
    let center = Point3::from(in_box_frame(obb, &sphere.center));
    let in_frame = Sphere { center, radius: sphere.radius };
    sphere_aabb(&in_frame, &along_axes(obb, motion), &aabb_in_box_frame(obb))
}
