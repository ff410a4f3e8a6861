//! Small things that several files of the catalogue do with vectors and boxes of any [`Real`].

use nalgebra::{Point3, Vector3};

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

/// The largest absolute component.
#[inline]
pub(crate) fn largest<T: Real>(v: &Vector3<T>) -> T {
    v.x.abs().greater(v.y.abs()).greater(v.z.abs())
}

/// The Euclidean length.
#[inline]
pub(crate) fn length<T: Real>(v: &Vector3<T>) -> T {
    v.dot(v).sqrt()
}

/// `v` without its part along `axis`; all of it where the axis has no length.
#[inline]
pub(crate) fn across<T: Real>(v: &Vector3<T>, axis: &Vector3<T>) -> Vector3<T> {
    let axis_sq = axis.dot(axis);
    if axis_sq == T::zero() { *v } else { v - axis * (v.dot(axis) / axis_sq) }
}

/// The components of a vector along a box's axes.
#[inline]
pub(crate) fn turned<T: Real>(obb: &Obb<T>, v: &Vector3<T>) -> Vector3<T> {
    Vector3::new(obb.axes.column(0).dot(v), obb.axes.column(1).dot(v), obb.axes.column(2).dot(v))
}

/// A point seen from a box's centre, along its axes.
#[inline]
pub(crate) fn in_frame<T: Real>(obb: &Obb<T>, point: &Point3<T>) -> Vector3<T> {
    turned(obb, &(point - obb.center))
}

/// Centre and half sides.
#[inline]
pub(crate) fn middle_and_half<T: Real>(aabb: &Aabb<T>) -> (Vector3<T>, Vector3<T>) {
    let half = T::from_f64(0.5);
    let (low, high) = (aabb.min.coords * half, aabb.max.coords * half);
    (high + low, high - low)
}

/// An oriented box in its own frame.
#[inline]
pub(crate) fn own_frame<T: Real>(obb: &Obb<T>) -> Aabb<T> {
    Aabb { min: Point3::from(-obb.half), max: Point3::from(obb.half) }
}
