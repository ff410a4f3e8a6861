//! Point and oriented box: each coordinate along the axes of the box is clamped to its interval
//! (Ericson 5.1.4).

use nalgebra::{Point3, Vector3};

use crate::range::in_range;
use crate::{Obb, Real};

/// The point of an oriented box that is closest to a point; a point inside is returned unchanged.
///
/// Degenerate boxes are rectangles, segments or points. Within 16 `EPSILON` of the size, for axes
/// of length one. Source: Ericson, 5.1.4.
///
/// ```
/// use nalgebra::{Point3, Rotation3, Vector3};
/// use obbtree_geom::{Obb, closest};
/// let rotation = Rotation3::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_4);
/// let half = Vector3::new(1.0, 1.0, 1.0);
/// let diamond = Obb { axes: rotation.into_inner(), center: Point3::origin(), half };
/// let found = closest::point_obb(&Point3::new(5.0, 0.0, 0.5), &diamond);
/// assert!((found - Point3::new(2.0_f64.sqrt(), 0.0, 0.5)).norm() < 1e-15);
/// ```
#[inline]
#[must_use]
pub fn point_obb<T: Real>(point: &Point3<T>, obb: &Obb<T>) -> Point3<T> {
    in_range([*point, obb.center, obb.half.into()], |[point, center, half]| {
        let along = obb.axes.tr_mul(&(point - center));
        let clamped = along.zip_map(&half.coords, |along, half| along.clamp_to(-half, half));
        // A point inside is not converted to the frame of the box and back, which would round it.
        if clamped == along { point } else { center + obb.axes * clamped }
    })
}

/// The squared distance of a point from an oriented box; 0 if the point is inside.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.4.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, closest};
/// let half = Vector3::new(1.0, 2.0, 3.0);
/// let aligned = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// assert_eq!(closest::dist_sq_point_obb(&Point3::new(4.0, 0.0, 7.0), &aligned), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_obb<T: Real>(point: &Point3<T>, obb: &Obb<T>) -> T {
    let beyond = in_range([*point, obb.center, obb.half.into()], |[point, center, half]| {
        // How far each coordinate exceeds the half extent; no conversion back is needed.
        let along = obb.axes.tr_mul(&(point - center));
        let excess = |along: T, half: T| (along.abs() - half).greater(T::zero());
        Point3::from(along.zip_map(&half.coords, excess))
    });
    let beyond: Vector3<T> = beyond.coords;
    beyond.dot(&beyond)
}
