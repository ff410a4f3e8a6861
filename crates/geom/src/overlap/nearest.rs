//! Nearest points that the tests with radii need.

use nalgebra::Point3;

use crate::vectors::largest;
use crate::{Real, Segment};

/// The point of a segment nearest to a point; the start of a segment without length.
pub(super) fn point_segment<T: Real>(point: &Point3<T>, segment: &Segment<T>) -> Point3<T> {
    let along = segment.along();
    let along_sq = along.dot(&along);
    if along_sq == T::zero() {
        return segment.start;
    }
    let t = (point - segment.start).dot(&along) / along_sq;
    if t >= T::one() { segment.end } else { segment.at(t.greater(T::zero())) }
}

/// The nearest points of two segments.
///
/// One of the two is an end unless the common perpendicular hits both, so four ends and that are
/// compared by distance: for parallel segments, where the perpendicular is not defined, the ends
/// have the answer.
pub(super) fn segment_segment<T: Real>(a: &Segment<T>, b: &Segment<T>) -> (Point3<T>, Point3<T>) {
    let mut best = (a.start, point_segment(&a.start, b));
    let mut best_sq = (best.0 - best.1).norm_sq();
    let mut offer = |on_a: Point3<T>, on_b: Point3<T>| {
        let distance_sq = (on_a - on_b).norm_sq();
        if distance_sq < best_sq {
            (best, best_sq) = ((on_a, on_b), distance_sq);
        }
    };
    offer(a.end, point_segment(&a.end, b));
    offer(point_segment(&b.start, a), b.start);
    offer(point_segment(&b.end, a), b.end);
    // Minimise |a.start + u s - b.start - v t|: the residual is perpendicular to u and to v. With
    // unit vectors the determinant is the squared sine of the angle.
    let (u, v) = (a.along(), b.along());
    let (u_sq, v_sq) = (u.dot(&u), v.dot(&v));
    if u_sq == T::zero() || v_sq == T::zero() {
        return best;
    }
    let (u_length, v_length) = (u_sq.sqrt(), v_sq.sqrt());
    let (u, v) = (u / u_length, v / v_length);
    let from_b = a.start - b.start;
    let cosine = u.dot(&v);
    let sine_sq = T::one() - cosine * cosine;
    if sine_sq > T::zero() {
        let s = (cosine * v.dot(&from_b) - u.dot(&from_b)) / sine_sq;
        if s > T::zero() && s < u_length {
            let on_b = point_segment(&(a.start + u * s), b);
            let on_a = point_segment(&on_b, a);
            offer(on_a, point_segment(&on_a, b));
        }
    }
    best
}

/// The point of a triangle nearest to a point: the foot of the perpendicular if it is inside, and
/// otherwise on an edge. Flat triangles are their edges.
pub(super) fn point_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> Point3<T> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let size = largest(&normal);
    if size > T::zero() {
        let normal = normal / size;
        let inside = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(from, to)| normal.cross(&(*to - *from)).dot(&(point - *from)) >= T::zero());
        if inside {
            return point - normal * (normal.dot(&(point - a)) / normal.dot(&normal));
        }
    }
    let mut best = *a;
    let mut best_sq = T::INFINITY;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let on_edge = point_segment(point, &Segment { start: *from, end: *to });
        let distance_sq = (point - on_edge).norm_sq();
        if distance_sq < best_sq {
            (best, best_sq) = (on_edge, distance_sq);
        }
    }
    best
}

/// The squared length, for vectors of any [`Real`].
pub(super) trait NormSq<T> {
    /// The sum of the squares.
    fn norm_sq(&self) -> T;
}

impl<T: Real> NormSq<T> for nalgebra::Vector3<T> {
    #[inline]
    fn norm_sq(&self) -> T {
        self.dot(self)
    }
}
