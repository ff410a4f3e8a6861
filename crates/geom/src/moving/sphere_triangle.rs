//! A moving sphere and a triangle: the path of the centre, as a segment, and the triangle thickened
//! by the radius.
//!
//! The thickened triangle is the union of a prism over the triangle, which extends by the radius to
//! both sides, and of a capsule around each edge. The sphere first touches the triangle where its
//! centre first enters one of them.

use nalgebra::{Point3, Vector3};

use crate::cast::clip_to_capsule;
use crate::vectors::{largest_component, length};
use crate::{Capsule, Ray, Real, Segment, Span, Sphere};

/// The times of the first and the last contact of a moving sphere and a triangle; `None` if they do
/// not touch.
///
/// Frame and unit are the caller's. Radius 0 is a point. Degenerate triangles are treated as
/// segments. The gap at the times found is below 16 ε of (largest length / sine of the smallest
/// angle of the triangle).
/// Source: Ericson 5.5.6.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Span, Sphere, moving};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let sphere = |x| Sphere { center: Point3::new(x, 1.0, 5.0), radius: 1.0 };
/// let down = Vector3::new(0.0, 0.0, -8.0);
/// let onto = moving::sphere_triangle(&sphere(1.0), &down, &triangle);
/// assert_eq!(onto, Some(Span { enter: 0.5, exit: 0.75 }));
/// assert_eq!(moving::sphere_triangle(&sphere(-1.5), &down, &triangle), None);
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
        clip_to_capsule(&center, &capsule, Span::unit())
    };
    let edges = Span::hull(around(a, b), Span::hull(around(b, c), around(c, a)));
    Span::hull(edges, clip_to_prism(&center, sphere.radius, triangle))
}

/// The part of the motion over the triangle and within the radius of its plane; `None` if the
/// triangle has no area.
fn clip_to_prism<T: Real>(ray: &Ray<T>, radius: T, triangle: &[Point3<T>; 3]) -> Option<Span<T>> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let size = largest_component(&normal);
    if size == T::zero() {
        return None;
    }
    let normal = normal / size;
    let mut span = Span::unit().clip_to_slab(
        normal.dot(&(ray.origin - a)),
        normal.dot(&ray.direction),
        radius * length(&normal),
    )?;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let outward = (to - from).cross(&normal);
        span = span
            .clip_to_half_space(outward.dot(&(ray.origin - from)), outward.dot(&ray.direction))?;
    }
    Some(span)
}
