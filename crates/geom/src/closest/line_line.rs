//! Two infinite lines: the ends of their common perpendicular (Ericson 5.1.8).
//!
//! Let d and e be the directions, n = d x e the normal, and r the vector from the point of the
//! first line to that of the second. The ends of the common perpendicular are at parameters s and t
//! with r = s d - t e + h n. The cross product with e, projected on n, gives s n.n = (r x e).n. The
//! book's Gram determinant `a e - b b` is equal to n.n, but for nearly parallel lines it cancels.

use super::dist_sq;
use super::pair::NearestAlong;
use super::point_segment::parameter;
use crate::range::{Unscale, direction_in_range, in_range};
use crate::{Line, Real};

/// Lines count as parallel if the sine of their angle is below this many `EPSILON`: the cross
/// product of two unit vectors is then mostly rounding.
const PARALLEL: f64 = 4.0;

/// A pair with parameters of directions that are not scaled.
struct Found<T: Real>(NearestAlong<T>);

impl<T: Real> Unscale<T> for Found<T> {
    fn unscale(self, scale: T) -> Self {
        let mut found = self.0.unscale(scale);
        found.a_parameter /= scale;
        found.b_parameter /= scale;
        Self(found)
    }
}

/// The closest pair of points of two lines.
///
/// For parallel lines, and lines with an angle below 4 `EPSILON`, the point of the first line at
/// parameter 0 and its projection on the second are returned. A line with a zero direction is a
/// point. The points are within 32 `EPSILON` of the size from their lines. The vector between them
/// is perpendicular to the second line within 16 `EPSILON`, and to the first within 64 `EPSILON`
/// over the sine of the angle; here the size includes the points found, which are far away for
/// nearly parallel lines.
/// Source: Ericson, 5.1.8, solved from the two conditions of perpendicularity.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, closest};
/// let a = Line { point: Point3::origin(), direction: Vector3::x() };
/// let b = Line { point: Point3::new(3.0, 7.0, 2.0), direction: Vector3::new(0.0, 2.0, 0.0) };
/// let found = closest::line_line(&a, &b);
/// assert_eq!((found.a_parameter, found.b_parameter, found.dist_sq), (3.0, -3.5, 4.0));
/// ```
#[must_use]
pub fn line_line<T: Real>(a: &Line<T>, b: &Line<T>) -> NearestAlong<T> {
    let (d, d_scale) = direction_in_range(&a.direction);
    let (e, e_scale) = direction_in_range(&b.direction);
    let Found(mut found) = in_range([a.point, b.point], |[start_a, start_b]| {
        let between = start_b - start_a;
        let normal = d.cross(&e);
        let normal_sq = normal.dot(&normal);
        let least = T::from_f64(PARALLEL) * T::EPSILON;
        let s = if normal_sq > least * least * d.dot(&d) * e.dot(&e) {
            between.cross(&e).dot(&normal) / normal_sq
        } else if d.dot(&d) > T::zero() && e.dot(&e) == T::zero() {
            parameter(&between, &d)
        } else {
            T::zero()
        };
        let on_a = start_a + d * s;
        // By projection of the point found, so that the two points are close even if s is rounded.
        let t = parameter(&(on_a - start_b), &e);
        let on_b = start_b + e * t;
        let dist_sq = dist_sq(&on_a, &on_b);
        Found(NearestAlong { a_parameter: s, b_parameter: t, on_a, on_b, dist_sq })
    });
    found.a_parameter *= d_scale;
    found.b_parameter *= e_scale;
    found
}
