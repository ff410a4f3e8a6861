//! A line, ray or segment and a triangle, by scalar triple products.

use nalgebra::{Point3, Vector3};

use crate::{Line, Ray, Real, Segment};

/// Where a line crosses a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit<T: Real = f64> {
    /// The parameter, in lengths of the direction; 0 to 1 for a segment.
    pub parameter: T,
    /// Barycentric weights of the three corners, not negative, with sum one: the point in the
    /// triangle.
    pub weights: [T; 3],
}

/// Where a line crosses a closed triangle; `None` if it misses or is parallel.
///
/// Both sides are hit. Frame and unit are the caller's. A line in the plane of the triangle is
/// parallel to it and gives `None`, whether or not it meets the triangle; so do triangles without
/// area and zero directions. Two triangles with a common edge leave no gap: the triple product of
/// this edge is the same number for both, with opposite signs. The point given by the weights is
/// within 32 ε of the largest length from the line, divided by the sine of the angle between line
/// and plane and by the sine of the smallest angle of the triangle. Hit and miss are decided
/// correctly unless the line passes an edge within 16 ε of the largest length.
/// Source: Ericson 5.3.4.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, cast};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let line = |x| Line { point: Point3::new(x, 1.0, -2.0), direction: Vector3::z() };
/// let hit = cast::line_triangle(&line(1.0), &triangle).expect("it hits");
/// assert_eq!((hit.parameter, hit.weights), (2.0, [0.5, 0.25, 0.25]));
/// assert!(cast::line_triangle(&line(3.0), &triangle).is_some()); // on an edge
/// assert!(cast::line_triangle(&line(3.5), &triangle).is_none());
/// ```
#[inline]
#[must_use]
pub fn line_triangle<T: Real>(line: &Line<T>, triangle: &[Point3<T>; 3]) -> Option<TriangleHit<T>> {
    let corners = triangle.map(|corner| corner - line.point);
    let weights = weights(&line.direction, &corners)?;
    let [a, b, c] = corners;
    let point = a * weights[0] + b * weights[1] + c * weights[2];
    // The direction is not zero, or there would be no weights.
    let parameter = point.dot(&line.direction) / line.direction.dot(&line.direction);
    (parameter.abs() < T::INFINITY).then_some(TriangleHit { parameter, weights })
}

/// Where a ray crosses a closed triangle, either side; `None` if it misses or is parallel.
///
/// As [`line_triangle`], with a parameter of at least 0. An origin in the triangle is a hit, up to
/// rounding.
/// Source: Ericson 5.3.6.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Ray, cast};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ray = |z| Ray { origin: Point3::new(1.0, 1.0, z), direction: Vector3::z() };
/// assert_eq!(cast::ray_triangle(&ray(-2.0), &triangle).map(|hit| hit.parameter), Some(2.0));
/// assert!(cast::ray_triangle(&ray(0.0), &triangle).is_some());
/// assert!(cast::ray_triangle(&ray(1.0), &triangle).is_none());
/// ```
#[inline]
#[must_use]
pub fn ray_triangle<T: Real>(ray: &Ray<T>, triangle: &[Point3<T>; 3]) -> Option<TriangleHit<T>> {
    let line = Line { point: ray.origin, direction: ray.direction };
    line_triangle(&line, triangle).filter(|hit| hit.parameter >= T::zero())
}

/// Where a segment crosses a closed triangle, either side; `None` if it misses or is parallel.
///
/// As [`line_triangle`], with a parameter from 0 to 1. An end in the triangle is a hit, up to
/// rounding.
/// Source: Ericson 5.3.6.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Segment, cast};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let to = |z| Segment { start: Point3::new(1.0, 1.0, 3.0), end: Point3::new(1.0, 1.0, z) };
/// assert_eq!(cast::segment_triangle(&to(-1.0), &triangle).map(|hit| hit.parameter), Some(0.75));
/// assert!(cast::segment_triangle(&to(0.0), &triangle).is_some());
/// assert!(cast::segment_triangle(&to(0.5), &triangle).is_none());
/// ```
#[inline]
#[must_use]
pub fn segment_triangle<T: Real>(
    segment: &Segment<T>,
    triangle: &[Point3<T>; 3],
) -> Option<TriangleHit<T>> {
    let ray = Ray { origin: segment.start, direction: segment.along() };
    ray_triangle(&ray, triangle).filter(|hit| hit.parameter <= T::one())
}

/// Six times the signed volume of the tetrahedron that the direction spans with an edge: its sign
/// is the side on which the line passes the edge. Exchanging the ends of the edge changes the sign
/// and nothing else.
#[inline]
fn side_of_edge<T: Real>(direction: &Vector3<T>, from: &Vector3<T>, to: &Vector3<T>) -> T {
    direction.dot(&from.cross(to))
}

/// The weights of three corners, given relative to a point of the line, at the point where the line
/// crosses the triangle.
#[inline]
pub(super) fn weights<T: Real>(
    direction: &Vector3<T>,
    corners: &[Vector3<T>; 3],
) -> Option<[T; 3]> {
    let [a, b, c] = corners;
    let sides = [
        side_of_edge(direction, b, c),
        side_of_edge(direction, c, a),
        side_of_edge(direction, a, b),
    ];
    let zero = T::zero();
    let [low, high] = [T::lesser, T::greater].map(|end| end(end(sides[0], sides[1]), sides[2]));
    let inside = (low >= zero) | (high <= zero);
    let sum = sides[0] + sides[1] + sides[2];
    // A sum of zero: the line lies in the plane of the triangle, or the direction or the area is
    // zero.
    let per_sum = T::one() / sum;
    (inside && sum != zero).then(|| sides.map(|s| (s * per_sum).greater(zero)))
}
