//! Point and infinite line: the projection on the line (Ericson 5.1.2).

use nalgebra::{Point3, Vector3};

use super::dist_sq;
use super::point_segment::parameter;
use crate::range::{Unscale, direction_in_range, in_range};
use crate::{Line, Real};

/// The closest point of a line or ray, and its parameter.
pub(super) struct Foot<T: Real> {
    pub(super) point: Point3<T>,
    pub(super) parameter: T,
}

impl<T: Real> Unscale<T> for Foot<T> {
    fn unscale(self, scale: T) -> Self {
        Self { point: self.point / scale, parameter: self.parameter / scale }
    }
}

/// The closest point of a line or ray. `restrict` maps a parameter (of the scaled direction) to one
/// that the shape has.
#[inline(always)]
pub(super) fn foot_on<T: Real>(
    point: &Point3<T>,
    origin: &Point3<T>,
    direction: &Vector3<T>,
    restrict: impl Fn(T) -> T,
) -> Foot<T> {
    let (direction, scale) = direction_in_range(direction);
    let mut foot = in_range([*point, *origin], |[point, origin]| {
        let parameter = restrict(parameter(&(point - origin), &direction));
        Foot { point: origin + direction * parameter, parameter }
    });
    foot.parameter *= scale;
    foot
}

#[inline]
fn foot<T: Real>(point: &Point3<T>, line: &Line<T>) -> Foot<T> {
    foot_on(point, &line.point, &line.direction, |parameter| parameter)
}

/// The parameter of the point of an infinite line that is closest to a point, in lengths of the
/// direction.
///
/// 0 if the direction is zero. Times the length of the direction, it is within 16 `EPSILON` of the
/// size. Source: Ericson, 5.1.2.
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

/// The point of an infinite line that is closest to a point; a line with a zero direction is a
/// point.
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

/// The squared distance of a point from an infinite line.
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
    dist_sq(point, &point_line(point, line))
}
