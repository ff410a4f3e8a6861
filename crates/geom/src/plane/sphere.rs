//! A sphere and a plane: three tests.
//!
//! All three compare the height of the centre with the radius times the length of the normal. They
//! are correct unless the surface of the sphere is within 4 ε of (largest coordinate + radius +
//! distance of the plane from the origin) of the plane. A sphere of radius 0 is a point.
//! Source: Ericson 5.2.2.

use crate::vectors::length;
use crate::{Plane, Real, Sphere};

/// Whether a sphere and a plane share a point; touching counts.
///
/// Frame and unit are the caller's; accuracy and degenerate shapes: see [`sphere_behind_plane`].
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, Sphere, plane};
/// let sphere = Sphere { center: Point3::new(0.0, 0.0, 3.0), radius: 2.0 };
/// let level = |offset| Plane { normal: Vector3::z() * 10.0, offset: 10.0 * offset };
/// assert!(plane::sphere_meets_plane(&sphere, &level(1.0))); // touching
/// assert!(!plane::sphere_meets_plane(&sphere, &level(5.5)));
/// ```
#[must_use]
pub fn sphere_meets_plane<T: Real>(sphere: &Sphere<T>, plane: &Plane<T>) -> bool {
    plane.height(&sphere.center).abs() <= sphere.radius * length(&plane.normal)
}

/// Whether a sphere is entirely on the negative side of a plane, not touching it.
///
/// Frame and unit are the caller's. A sphere of radius 0 is a point. A plane with a zero normal has
/// all of space behind it if its offset is positive, and nothing otherwise. The answer is correct
/// unless the surface of the sphere is within 4 ε of (largest coordinate + radius + distance of the
/// plane from the origin) of the plane. Source: Ericson 5.2.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, Sphere, plane};
/// let sphere = Sphere { center: Point3::new(0.0, 0.0, 3.0), radius: 2.0 };
/// let level = |offset| Plane { normal: Vector3::z(), offset };
/// assert!(plane::sphere_behind_plane(&sphere, &level(5.5)));
/// assert!(!plane::sphere_behind_plane(&sphere, &level(5.0))); // touching
/// ```
#[must_use]
pub fn sphere_behind_plane<T: Real>(sphere: &Sphere<T>, plane: &Plane<T>) -> bool {
    plane.height(&sphere.center) < -(sphere.radius * length(&plane.normal))
}

/// Whether a sphere and the closed negative side of a plane share a point; touching counts.
///
/// Frame and unit are the caller's; accuracy and degenerate shapes: see [`sphere_behind_plane`].
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, Sphere, plane};
/// let sphere = Sphere { center: Point3::new(0.0, 0.0, 3.0), radius: 2.0 };
/// let level = |offset| Plane { normal: Vector3::z(), offset };
/// assert!(plane::sphere_meets_half_space(&sphere, &level(1.0))); // touching
/// assert!(plane::sphere_meets_half_space(&sphere, &level(9.0))); // inside
/// assert!(!plane::sphere_meets_half_space(&sphere, &level(0.5)));
/// ```
#[must_use]
pub fn sphere_meets_half_space<T: Real>(sphere: &Sphere<T>, plane: &Plane<T>) -> bool {
    plane.height(&sphere.center) <= sphere.radius * length(&plane.normal)
}
