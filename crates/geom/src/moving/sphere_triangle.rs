//! A moving ball and a triangle: a segment and the triangle thickened by the radius.
//!
//! The thickened triangle is a prism over the triangle, as high as the radius on both sides, and a
//! capsule around each edge. Where the centre first enters one of them the ball touches.

use nalgebra::{Point3, Vector3};

use crate::cast::capsule_part;
use crate::vectors::{largest, length};
use crate::{Capsule, Ray, Real, Segment, Span, Sphere};

/// When a moving ball touches a triangle; `None` if it does not.
///
/// Frame and unit are the caller's. Radius 0 is a point. Triangles whose corners coincide or lie on
/// a line are the segments that they are. The gap at the times found is below 16 ε of (largest
/// length / sine of the triangle's smallest angle).
/// Source: Ericson 5.5.6.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Span, Sphere, moving};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ball = |x| Sphere { center: Point3::new(x, 1.0, 5.0), radius: 1.0 };
/// let down = Vector3::new(0.0, 0.0, -8.0);
/// let onto = moving::sphere_triangle(&ball(1.0), &down, &triangle);
/// assert_eq!(onto, Some(Span { enter: 0.5, exit: 0.75 }));
/// assert_eq!(moving::sphere_triangle(&ball(-1.5), &down, &triangle), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_triangle<T: Real>(
    sphere: &Sphere<T>,
    motion: &Vector3<T>,
    triangle: &[Point3<T>; 3],
) -> Option<Span<T>> {
    let center = Ray { origin: sphere.center, direction: *motion };
    let [a, b, c] = *triangle;
    let around = |start, end| {
        let capsule = Capsule { axis: Segment { start, end }, radius: sphere.radius };
        capsule_part(&center, &capsule, Span::unit())
    };
    let edges = Span::join(around(a, b), Span::join(around(b, c), around(c, a)));
    Span::join(edges, prism_part(&center, sphere.radius, triangle))
}

/// The part of the motion over the triangle and within the radius of its plane; nothing where the
/// triangle has no area.
fn prism_part<T: Real>(ray: &Ray<T>, radius: T, triangle: &[Point3<T>; 3]) -> Option<Span<T>> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let size = largest(&normal);
    if size == T::zero() {
        return None;
    }
    let normal = normal / size;
    let mut part = Span::unit().cut_slab(
        normal.dot(&(ray.origin - a)),
        normal.dot(&ray.direction),
        radius * length(&normal),
    )?;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let outward = (to - from).cross(&normal);
        part = part.cut(outward.dot(&(ray.origin - from)), outward.dot(&ray.direction))?;
    }
    Some(part)
}
