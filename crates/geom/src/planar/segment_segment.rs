//! Two segments in the plane: each has its ends on both sides of the other (Ericson 5.1.9.1).

use nalgebra::Point2;

use super::lifted;
use crate::Real;
use crate::range::{Lengths, in_range};

/// A point that two segments share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<T: Real = f64> {
    /// Where on the first, 0 at its start to 1 at its end.
    pub a_parameter: T,
    /// Where on the second.
    pub b_parameter: T,
    /// The point, computed from the first.
    pub point: Point2<T>,
}

impl<T: Real> Lengths<T> for Crossing<T> {
    fn over(self, scale: T) -> Self {
        Self { point: self.point / scale, ..self }
    }
}

/// Twice the signed area of a triangle, counterclockwise positive.
#[inline]
fn twice_area<T: Real>(p: &Point2<T>, q: &Point2<T>, r: &Point2<T>) -> T {
    let (u, v) = (q - p, r - p);
    u.x * v.y - u.y * v.x
}

/// Is the point in the upright rectangle around a segment? For points on its line: on the segment.
fn spans<T: Real>([start, end]: &[Point2<T>; 2], point: &Point2<T>) -> bool {
    (0..2).all(|i| start[i].lesser(end[i]) <= point[i] && point[i] <= start[i].greater(end[i]))
}

/// Where on a segment a point of it is.
fn parameter<T: Real>([start, end]: &[Point2<T>; 2], point: &Point2<T>) -> T {
    let (along, to_point) = (end - start, point - start);
    let square = along.dot(&along);
    let parameter = if square > T::zero() { to_point.dot(&along) / square } else { T::zero() };
    parameter.within(T::zero(), T::one())
}

/// A point that two closed segments in the plane share; `None` if there is none.
///
/// Touching counts. Of segments that overlap on one line the shared point nearest the first one's
/// start is given. A segment without length is a point. Corners within 4 `EPSILON` of the largest
/// coordinate from the other's line may be taken for either side of it; small integers are exact.
/// The point is within 8 `EPSILON` of the size from both segments. Source: Ericson, 5.1.9.1.
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::planar;
/// let p = |x, y| Point2::new(x, y);
/// let found = planar::segment_segment(&[p(0.0, 0.0), p(4.0, 0.0)], &[p(1.0, -1.0), p(1.0, 1.0)]);
/// let found = found.unwrap();
/// assert_eq!((found.a_parameter, found.b_parameter, found.point), (0.25, 0.5, p(1.0, 0.0)));
/// let beside = planar::segment_segment(&[p(0.0, 0.0), p(4.0, 0.0)], &[p(0.0, 1.0), p(4.0, 1.0)]);
/// assert_eq!(beside, None);
/// ```
#[must_use]
pub fn segment_segment<T: Real>(a: &[Point2<T>; 2], b: &[Point2<T>; 2]) -> Option<Crossing<T>> {
    let points = [lifted(&a[0]), lifted(&a[1]), lifted(&b[0]), lifted(&b[1])];
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
    let shared = |point: Point2<T>| Crossing {
        a_parameter: parameter(a, &point),
        b_parameter: parameter(b, &point),
        point,
    };
    if spans(b, &a[0]) {
        return Some(shared(a[0]));
    }
    let mut first: Option<Crossing<T>> = None;
    for end in b.iter().filter(|end| spans(a, end)) {
        let found = shared(*end);
        if first.is_none_or(|first| found.a_parameter < first.a_parameter) {
            first = Some(found);
        }
    }
    first.or_else(|| spans(b, &a[1]).then(|| shared(a[1])))
}

/// Whether two closed segments with corners on a grid share a point, exactly.
///
/// Touching counts; a segment without length is a point. The signs are those of whole numbers of 67
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
    let apart = (0..2).any(|i| {
        let (low, high) = (a[0][i].min(a[1][i]), a[0][i].max(a[1][i]));
        b[0][i].max(b[1][i]) < low || high < b[0][i].min(b[1][i])
    });
    !apart && side(a, &b[0]) * side(a, &b[1]) <= 0 && side(b, &a[0]) * side(b, &a[1]) <= 0
}
