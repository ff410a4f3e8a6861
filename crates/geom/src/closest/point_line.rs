//! Point and endless line: the projection on the line (Ericson 5.1.2).

use nalgebra::Point3;

use super::point_segment::parameter;
use crate::range::{Lengths, direction_in_range, in_range};
use crate::{Line, Real};

/// The closest point, and its parameter for a direction that was scaled.
struct Foot<T: Real> {
    point: Point3<T>,
    parameter: T,
}

impl<T: Real> Lengths<T> for Foot<T> {
    fn over(self, scale: T) -> Self {
        Self { point: self.point / scale, parameter: self.parameter / scale }
    }
}

#[inline]
fn foot<T: Real>(point: &Point3<T>, line: &Line<T>) -> Foot<T> {
    let (direction, scale) = direction_in_range(&line.direction);
    let mut foot = in_range([*point, line.point], |[point, origin]| {
        let parameter = parameter(&(point - origin), &direction);
        Foot { point: origin + direction * parameter, parameter }
    });
    foot.parameter *= scale;
    foot
}

/// The parameter, in lengths of the direction, of the point of an endless line closest to a point.
///
/// 0 if the direction has no length. Times that length it is within 16 `EPSILON` of the size.
/// Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, closest};
/// let line = Line { point: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// assert_eq!(closest::parameter_on_line(&Point3::new(-1.0, 5.0, 0.0), &line), -0.5);
/// assert_eq!(closest::parameter_on_line(&Point3::new(8.0, 5.0, 0.0), &line), 4.0);
/// ```
#[inline]
#[must_use]
pub fn parameter_on_line<T: Real>(point: &Point3<T>, line: &Line<T>) -> T {
    foot(point, line).parameter
}

/// The point of an endless line that is closest to a point; a line without direction is its point.
///
/// Within 16 `EPSILON` of the size. Source: Ericson, 5.1.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, closest};
/// let line = Line { point: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// let found = closest::point_line(&Point3::new(-1.0, 5.0, 0.0), &line);
/// assert_eq!(found, Point3::new(-1.0, 0.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_line<T: Real>(point: &Point3<T>, line: &Line<T>) -> Point3<T> {
    foot(point, line).point
}

/// The squared distance of a point from a endless line.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.2.1.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Line, closest};
/// let line = Line { point: Point3::origin(), direction: Vector3::new(2.0, 0.0, 0.0) };
/// assert_eq!(closest::dist_sq_point_line(&Point3::new(-1.0, 5.0, 0.0), &line), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_line<T: Real>(point: &Point3<T>, line: &Line<T>) -> T {
    super::dist_sq(point, &point_line(point, line))
}
