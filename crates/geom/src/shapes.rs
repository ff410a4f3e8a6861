//! The shapes of the catalogue, as plain data in the caller's frame and unit.
//!
//! All are closed sets: faces, edges and ends belong to them. Nothing is checked where a shape is
//! made; each function says what it answers for shapes without extent.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// The points of two ends and between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T: Real = f64> {
    /// Where the parameter is 0.
    pub start: Point3<T>,
    /// Where the parameter is 1.
    pub end: Point3<T>,
}

impl<T: Real> Segment<T> {
    /// From the start to the end.
    #[inline]
    #[must_use]
    pub fn along(&self) -> Vector3<T> {
        self.end - self.start
    }

    /// The point at a parameter: 0 at the start, 1 at the end.
    #[inline]
    #[must_use]
    pub fn at(&self, parameter: T) -> Point3<T> {
        self.start + self.along() * parameter
    }
}

/// A half line. Parameters count in lengths of `direction`, which needs not be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<T: Real = f64> {
    /// Where the parameter is 0.
    pub origin: Point3<T>,
    /// Where the parameter grows.
    pub direction: Vector3<T>,
}

impl<T: Real> Ray<T> {
    /// The point at a parameter.
    #[inline]
    #[must_use]
    pub fn at(&self, parameter: T) -> Point3<T> {
        self.origin + self.direction * parameter
    }
}

/// An endless line. Parameters count in lengths of `direction`, which needs not be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<T: Real = f64> {
    /// Where the parameter is 0.
    pub point: Point3<T>,
    /// Where the parameter grows.
    pub direction: Vector3<T>,
}

impl<T: Real> Line<T> {
    /// The point at a parameter.
    #[inline]
    #[must_use]
    pub fn at(&self, parameter: T) -> Point3<T> {
        self.point + self.direction * parameter
    }
}

/// All `x` with `normal . x = offset`. The positive side, where the normal points, has more; as a half
/// space a plane stands for its negative side, itself included. The normal needs not have length one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<T: Real = f64> {
    /// Points to the positive side.
    pub normal: Vector3<T>,
    /// `normal . x` of every point in the plane.
    pub offset: T,
}

impl<T: Real> Plane<T> {
    /// Through a point.
    #[inline]
    #[must_use]
    pub fn through(point: &Point3<T>, normal: Vector3<T>) -> Self {
        Self { normal, offset: normal.dot(&point.coords) }
    }

    /// `normal . x - offset`: the signed distance times the length of the normal.
    #[inline]
    #[must_use]
    pub fn height(&self, point: &Point3<T>) -> T {
        self.normal.dot(&point.coords) - self.offset
    }
}

/// A ball: everything within a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T: Real = f64> {
    /// The middle.
    pub center: Point3<T>,
    /// Not negative.
    pub radius: T,
}

/// Everything within a radius of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T: Real = f64> {
    /// The segment in the middle.
    pub axis: Segment<T>,
    /// Not negative.
    pub radius: T,
}

/// A solid circular cylinder with flat ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T: Real = f64> {
    /// From the middle of one end to the middle of the other.
    pub axis: Segment<T>,
    /// Not negative.
    pub radius: T,
}

/// A solid circular cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T: Real = f64> {
    /// From the tip to the middle of the base.
    pub axis: Segment<T>,
    /// Of the base; not negative.
    pub radius: T,
}

/// A flat rectangle in space: `center + axes[0] * u + axes[1] * v` with `|u| <= half[0]` and
/// `|v| <= half[1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle<T: Real = f64> {
    /// The middle.
    pub center: Point3<T>,
    /// Perpendicular, of length one.
    pub axes: [Vector3<T>; 2],
    /// Half side lengths; not negative.
    pub half: [T; 2],
}

/// A convex solid by its corners and faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPolyhedron<'a, T: Real = f64> {
    /// The corners.
    pub vertices: &'a [Point3<T>],
    /// Triangles of the surface by corner numbers, counterclockwise seen from outside.
    pub faces: &'a [[u32; 3]],
}
