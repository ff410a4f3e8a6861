//! A ray or segment and a convex polyhedron, by the planes of its faces.

use crate::{ConvexPolyhedron, Ray, Real, Segment, Span};

/// The part of a ray that is inside a convex polyhedron; `None` if it misses.
///
/// Frame and unit are the caller's; faces are counterclockwise seen from outside. Faces without
/// area, and faces with an index out of range, are ignored; a polyhedron without any other face is
/// missed. A flat polyhedron that has no faces around its border is bounded by its two sides only:
/// all points between their planes count as inside. Points found are within 32 ε of (largest length
/// / sine of the smallest angle of a face) from the surface, and hit and miss are decided correctly
/// unless the ray passes it within that distance.
/// Source: Cyrus and Beck (1978), in Ericson 5.3.8.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{ConvexPolyhedron, Ray, Span, cast};
/// let p = Point3::new;
/// let vertices = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0), p(0.0, 0.0, 1.0)];
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let corner = ConvexPolyhedron { vertices: &vertices, faces: &faces };
/// let ray = Ray { origin: p(-1.0, 0.25, 0.25), direction: Vector3::new(2.0, 0.0, 0.0) };
/// assert_eq!(cast::ray_polyhedron(&ray, &corner), Some(Span { enter: 0.5, exit: 0.75 }));
/// ```
#[inline]
#[must_use]
pub fn ray_polyhedron<T: Real>(ray: &Ray<T>, solid: &ConvexPolyhedron<'_, T>) -> Option<Span<T>> {
    clip_to_faces(ray, solid, Span::half_line())
}

/// The part of a segment that is inside a convex polyhedron; `None` if it misses.
///
/// As [`ray_polyhedron`], with parameters from 0 to 1. A segment of length zero is a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{ConvexPolyhedron, Segment, Span, cast};
/// let p = Point3::new;
/// let vertices = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0), p(0.0, 0.0, 1.0)];
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let corner = ConvexPolyhedron { vertices: &vertices, faces: &faces };
/// let segment = Segment { start: p(0.25, 0.25, 0.25), end: p(0.25, 0.25, 2.25) };
/// assert_eq!(cast::segment_polyhedron(&segment, &corner), Some(Span { enter: 0.0, exit: 0.125 }));
/// ```
#[inline]
#[must_use]
pub fn segment_polyhedron<T: Real>(
    segment: &Segment<T>,
    solid: &ConvexPolyhedron<'_, T>,
) -> Option<Span<T>> {
    clip_to_faces(&segment.as_ray(), solid, Span::unit())
}

/// The part of `span` that is behind all faces.
fn clip_to_faces<T: Real>(
    ray: &Ray<T>,
    solid: &ConvexPolyhedron<'_, T>,
    mut span: Span<T>,
) -> Option<Span<T>> {
    let mut bounded = false;
    for face in solid.faces {
        let [Some(a), Some(b), Some(c)] = face.map(|i| solid.vertices.get(i as usize)) else {
            continue;
        };
        let normal = (b - a).cross(&(c - a));
        if normal.iter().all(|x| *x == T::zero()) {
            continue;
        }
        bounded = true;
        span =
            span.clip_to_half_space(normal.dot(&(ray.origin - a)), normal.dot(&ray.direction))?;
    }
    bounded.then_some(span)
}
