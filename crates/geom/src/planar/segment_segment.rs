//! Two segments in the plane: they meet if the ends of each are on different sides of the other
//! (Ericson 5.1.9.1).

use nalgebra::Point2;

use crate::Real;
use crate::range::{Unscale, in_range};
use crate::vectors::with_zero_z;

/// A common point of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<T: Real = f64> {
    /// The parameter on the first segment: 0 at its start, 1 at its end.
    pub a_parameter: T,
    /// The parameter on the second segment.
    pub b_parameter: T,
    /// The point, computed from the first segment.
    pub point: Point2<T>,
}

impl<T: Real> Unscale<T> for Crossing<T> {
    fn unscale(self, scale: T) -> Self {
        Self { point: self.point / scale, ..self }
    }
}

/// Twice the signed area of a triangle, counterclockwise positive.
#[inline]
fn twice_area<T: Real>(p: &Point2<T>, q: &Point2<T>, r: &Point2<T>) -> T {
    let (u, v) = (q - p, r - p);
    u.x * v.y - u.y * v.x
}

/// Whether the point is in the axis-aligned bounding rectangle of a segment. For points on its
/// line: whether the point is on the segment.
fn bounds_contain<T: Real>([start, end]: &[Point2<T>; 2], point: &Point2<T>) -> bool {
    (0..2).all(|i| start[i].lesser(end[i]) <= point[i] && point[i] <= start[i].greater(end[i]))
}

/// The parameter of a point of a segment.
fn parameter<T: Real>([start, end]: &[Point2<T>; 2], point: &Point2<T>) -> T {
    let (along, to_point) = (end - start, point - start);
    let square = along.dot(&along);
    let parameter = if square > T::zero() { to_point.dot(&along) / square } else { T::zero() };
    parameter.clamp_to(T::zero(), T::one())
}

/// A common point of two closed segments in the plane; `None` if there is none.
///
/// Touching counts. If the segments overlap on one line, the common point closest to the start of
/// the first is returned. A segment of length zero is a point. Ends that are within 4 `EPSILON` of
/// the largest coordinate from the line of the other segment may be classified as on either side;
/// small integers are exact. The point is within 8 `EPSILON` of the largest coordinate from both
/// segments. Source: Ericson, 5.1.9.1.
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::planar;
/// let p = |x, y| Point2::new(x, y);
/// let found = planar::segment_segment(&[p(0.0, 0.0), p(4.0, 0.0)], &[p(1.0, -1.0), p(1.0, 1.0)]);
/// let found = found.unwrap();
/// assert_eq!((found.a_parameter, found.b_parameter, found.point), (0.25, 0.5, p(1.0, 0.0)));
/// let parallel =
///     planar::segment_segment(&[p(0.0, 0.0), p(4.0, 0.0)], &[p(0.0, 1.0), p(4.0, 1.0)]);
/// assert_eq!(parallel, None);
/// ```
#[must_use]
pub fn segment_segment<T: Real>(a: &[Point2<T>; 2], b: &[Point2<T>; 2]) -> Option<Crossing<T>> {
    let points = [with_zero_z(&a[0]), with_zero_z(&a[1]), with_zero_z(&b[0]), with_zero_z(&b[1])];
    in_range(points, |points| {
        let [a0, a1, b0, b1] = points.map(|p| p.xy());
        let (a, b) = ([a0, a1], [b0, b1]);
        let of_a = [twice_area(&b0, &b1, &a0), twice_area(&b0, &b1, &a1)];
        let of_b = [twice_area(&a0, &a1, &b0), twice_area(&a0, &a1, &b1)];
        let zero = T::zero();
        let one_side = |s: [T; 2]| (s[0] > zero && s[1] > zero) || (s[0] < zero && s[1] < zero);
        if one_side(of_a) || one_side(of_b) {
            return None;
        }
        if of_a[0] == of_a[1] || of_b[0] == of_b[1] {
            return on_one_line(&a, &b);
        }
        let a_parameter = of_a[0] / (of_a[0] - of_a[1]);
        let b_parameter = of_b[0] / (of_b[0] - of_b[1]);
        Some(Crossing { a_parameter, b_parameter, point: a0 + (a1 - a0) * a_parameter })
    })
}

fn on_one_line<T: Real>(a: &[Point2<T>; 2], b: &[Point2<T>; 2]) -> Option<Crossing<T>> {
    let at = |point: Point2<T>| Crossing {
        a_parameter: parameter(a, &point),
        b_parameter: parameter(b, &point),
        point,
    };
    if bounds_contain(b, &a[0]) {
        return Some(at(a[0]));
    }
    let mut first: Option<Crossing<T>> = None;
    for end in b.iter().filter(|end| bounds_contain(a, end)) {
        let found = at(*end);
        if first.is_none_or(|first| found.a_parameter < first.a_parameter) {
            first = Some(found);
        }
    }
    first.or_else(|| bounds_contain(b, &a[1]).then(|| at(a[1])))
}

/// Whether two closed segments with integer coordinates share a point, exactly.
///
/// Touching counts; a segment of length zero is a point. The signs are those of integers of 67
/// bits, so no product overflows. Source: Ericson, 5.1.9.1.
///
/// ```
/// use obbtree_geom::planar::segments_meet_on_grid;
/// assert!(segments_meet_on_grid(&[[0, 0], [4, 4]], &[[0, 4], [4, 0]]));
/// assert!(segments_meet_on_grid(&[[0, 0], [4, 4]], &[[2, 2], [9, 2]]));
/// assert!(!segments_meet_on_grid(&[[0, 0], [4, 4]], &[[5, 5], [9, 9]]));
/// ```
#[must_use]
pub fn segments_meet_on_grid(a: &[[i32; 2]; 2], b: &[[i32; 2]; 2]) -> bool {
    let side = |[p, q]: &[[i32; 2]; 2], r: &[i32; 2]| {
        let [px, py, qx, qy, rx, ry] = [p[0], p[1], q[0], q[1], r[0], r[1]].map(i128::from);
        ((qx - px) * (ry - py) - (qy - py) * (rx - px)).signum()
    };
    let bounds_are_separate = (0..2).any(|i| {
        let (low, high) = (a[0][i].min(a[1][i]), a[0][i].max(a[1][i]));
        b[0][i].max(b[1][i]) < low || high < b[0][i].min(b[1][i])
    });
    !bounds_are_separate
        && side(a, &b[0]) * side(a, &b[1]) <= 0
        && side(b, &a[0]) * side(b, &a[1]) <= 0
}
