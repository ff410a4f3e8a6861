//! Small operations on vectors and boxes of any [`Real`] that several files of the catalogue use.

use nalgebra::{Point2, Point3, Vector3};

use crate::{Aabb, Obb, Real};

/// The absolute values of the components.
#[inline]
pub(crate) fn abs<T: Real>(v: &Vector3<T>) -> Vector3<T> {
    Vector3::new(v.x.abs(), v.y.abs(), v.z.abs())
}

/// The sum of the components.
#[inline]
pub(crate) fn sum<T: Real>(v: &Vector3<T>) -> T {
    v.x + v.y + v.z
}

/// The sum of the absolute components.
#[inline]
pub(crate) fn l1_norm<T: Real>(v: &Vector3<T>) -> T {
    v.x.abs() + v.y.abs() + v.z.abs()
}

/// The largest absolute component.
#[inline]
pub(crate) fn largest_component<T: Real>(v: &Vector3<T>) -> T {
    v.x.abs().greater(v.y.abs()).greater(v.z.abs())
}

/// The Euclidean length. The squares of the components must be in the range of numbers.
#[inline]
pub(crate) fn length<T: Real>(v: &Vector3<T>) -> T {
    v.dot(v).sqrt()
}

/// The component of `v` perpendicular to `axis`; `v` itself if the axis has no length.
#[inline]
pub(crate) fn perpendicular_part<T: Real>(v: &Vector3<T>, axis: &Vector3<T>) -> Vector3<T> {
    let axis_sq = axis.dot(axis);
    if axis_sq == T::zero() { *v } else { v - axis * (v.dot(axis) / axis_sq) }
}

/// The components of a vector along the axes of a box.
#[inline]
pub(crate) fn along_axes<T: Real>(obb: &Obb<T>, v: &Vector3<T>) -> Vector3<T> {
    Vector3::new(obb.axes.column(0).dot(v), obb.axes.column(1).dot(v), obb.axes.column(2).dot(v))
}

/// A point in the frame of a box: relative to its centre, along its axes.
#[inline]
pub(crate) fn in_box_frame<T: Real>(obb: &Obb<T>, point: &Point3<T>) -> Vector3<T> {
    along_axes(obb, &(point - obb.center))
}

/// An oriented box in its own frame, where it is axis-aligned.
#[inline]
pub(crate) fn aabb_in_box_frame<T: Real>(obb: &Obb<T>) -> Aabb<T> {
    Aabb { min: Point3::from(-obb.half), max: Point3::from(obb.half) }
}

/// Centre and half extents of an axis-aligned box.
#[inline]
pub(crate) fn center_and_half<T: Real>(aabb: &Aabb<T>) -> (Vector3<T>, Vector3<T>) {
    let half = T::from_f64(0.5);
    let (low, high) = (aabb.min.coords * half, aabb.max.coords * half);
    (high + low, high - low)
}

/// A point of the plane in space, at `z = 0`.
#[inline]
pub(crate) fn with_zero_z<T: Real>(point: &Point2<T>) -> Point3<T> {
    Point3::new(point.x, point.y, T::zero())
}
