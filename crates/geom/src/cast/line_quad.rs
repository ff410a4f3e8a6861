//! A line and a planar convex quadrilateral, tested as the two triangles on either side of a
//! diagonal.

use nalgebra::Point3;

use super::line_triangle::weights;
use crate::{Line, Real};

/// Where a line crosses a quadrilateral.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuadHit<T: Real = f64> {
    /// The parameter on the line, in lengths of its direction.
    pub parameter: T,
    /// Barycentric weights of the four corners, not negative, with sum one. The weight of the
    /// second or of the fourth is zero: the diagonal from the first to the third corner divides the
    /// quadrilateral.
    pub weights: [T; 4],
}

/// Where a line crosses a closed quadrilateral; `None` if it misses or is parallel.
///
/// The corners go once around in either orientation; both sides are hit. Frame and unit are the
/// caller's. The quadrilateral is treated as two triangles along the diagonal from the first corner
/// to the third, whether or not they lie in one plane; if a line hits both, the hit on the first
/// triangle is returned. Parallel lines, degenerate triangles and accuracy are as in
/// [`line_triangle`](super::line_triangle); there is no gap along the diagonal.
/// Source: Ericson 5.3.5.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, cast};
/// let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
/// let square = corners.map(|[x, y]| Point3::new(x, y, 1.0));
/// let line = |x| Line { point: Point3::new(x, 3.0, 0.0), direction: Vector3::z() };
/// let hit = cast::line_quad(&line(1.0), &square).expect("it hits");
/// assert_eq!((hit.parameter, hit.weights), (1.0, [0.25, 0.0, 0.25, 0.5]));
/// assert!(cast::line_quad(&line(3.0), &square).is_some()); // on the diagonal
/// assert!(cast::line_quad(&line(4.5), &square).is_none());
/// ```
#[inline]
#[must_use]
pub fn line_quad<T: Real>(line: &Line<T>, quad: &[Point3<T>; 4]) -> Option<QuadHit<T>> {
    let [a, b, c, d] = quad.map(|corner| corner - line.point);
    let direction = &line.direction;
    let zero = T::zero();
    let weights = match weights(direction, &[a, b, c]) {
        Some([of_a, of_b, of_c]) => [of_a, of_b, of_c, zero],
        None => {
            let [of_a, of_c, of_d] = weights(direction, &[a, c, d])?;
            [of_a, zero, of_c, of_d]
        }
    };
    let point = a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3];
    let parameter = point.dot(direction) / direction.dot(direction);
    (parameter.abs() < T::INFINITY).then_some(QuadHit { parameter, weights })
}
