//! Point and oriented box: each coordinate along the box's axes to its interval (Ericson 5.1.4).

use nalgebra::{Point3, Vector3};

use crate::range::in_range;
use crate::{Obb, Real};

/// The point of an oriented box that is closest to a point; a point in the box is its own answer.
///
/// A flat box or a point box is the rectangle, segment or point that it is. Within 16 `EPSILON` of
/// the size, for axes of length one. Source: Ericson, 5.1.4.
///
/// ```
/// use nalgebra::{Point3, Rotation3, Vector3};
/// use obbtree_geom::{Obb, closest};
/// let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_4);
/// let half = Vector3::new(1.0, 1.0, 1.0);
/// let diamond = Obb { axes: turned.into_inner(), center: Point3::origin(), half };
/// let found = closest::point_obb(&Point3::new(5.0, 0.0, 0.5), &diamond);
/// assert!((found - Point3::new(2.0_f64.sqrt(), 0.0, 0.5)).norm() < 1e-15);
/// ```
#[inline]
#[must_use]
pub fn point_obb<T: Real>(point: &Point3<T>, obb: &Obb<T>) -> Point3<T> {
    in_range([*point, obb.center, obb.half.into()], |[point, center, half]| {
        let along = obb.axes.tr_mul(&(point - center));
        let kept = along.zip_map(&half.coords, |along, half| along.within(-half, half));
        // A point inside is not passed through the box's frame and back, which would round it.
        if kept == along { point } else { center + obb.axes * kept }
    })
}

/// The squared distance of a point from an oriented box; 0 in it.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.4.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, closest};
/// let half = Vector3::new(1.0, 2.0, 3.0);
/// let plain = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// assert_eq!(closest::dist_sq_point_obb(&Point3::new(4.0, 0.0, 7.0), &plain), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_obb<T: Real>(point: &Point3<T>, obb: &Obb<T>) -> T {
    let beyond = in_range([*point, obb.center, obb.half.into()], |[point, center, half]| {
        // What the coordinates along the axes exceed the half sides by: no way back is needed.
        let along = obb.axes.tr_mul(&(point - center));
        let excess = |along: T, half: T| (along.abs() - half).greater(T::zero());
        Point3::from(along.zip_map(&half.coords, excess))
    });
    let beyond: Vector3<T> = beyond.coords;
    beyond.dot(&beyond)
}
