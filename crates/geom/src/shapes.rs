//! The shapes of the catalogue, as plain data in the frame and unit of the caller.
//!
//! All are closed sets: faces, edges and ends belong to them. Constructors check nothing; each
//! function documents its answer for degenerate shapes.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// A segment, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T: Real = f64> {
    /// The point at parameter 0.
    pub start: Point3<T>,
    /// The point at parameter 1.
    pub end: Point3<T>,
}

impl<T: Real> Segment<T> {
    /// The vector from the start to the end.
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

    /// The ray from the start through the end; the segment is its part from 0 to 1.
    #[inline]
    pub(crate) fn as_ray(&self) -> Ray<T> {
        Ray { origin: self.start, direction: self.along() }
    }
}

/// A ray: a half line. Parameters are in lengths of `direction`, which may have any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<T: Real = f64> {
    /// The point at parameter 0.
    pub origin: Point3<T>,
    /// The direction in which the parameter grows.
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

/// An infinite line. Parameters are in lengths of `direction`, which may have any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<T: Real = f64> {
    /// The point at parameter 0.
    pub point: Point3<T>,
    /// The direction in which the parameter grows.
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

/// A plane: all `x` with `normal . x = offset`. On the positive side, where the normal points,
/// `normal . x` is larger. Where a half space is meant, the plane stands for its closed negative
/// side. The normal may have any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<T: Real = f64> {
    /// The normal; it points to the positive side.
    pub normal: Vector3<T>,
    /// `normal . x` for every point in the plane.
    pub offset: T,
}

impl<T: Real> Plane<T> {
    /// The plane through a point with the given normal.
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

/// A solid sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T: Real = f64> {
    /// The centre.
    pub center: Point3<T>,
    /// The radius; not negative.
    pub radius: T,
}

/// A capsule: all points within a radius of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T: Real = f64> {
    /// The central segment.
    pub axis: Segment<T>,
    /// The radius; not negative.
    pub radius: T,
}

/// A solid circular cylinder with flat ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T: Real = f64> {
    /// From the centre of one end face to the centre of the other.
    pub axis: Segment<T>,
    /// The radius; not negative.
    pub radius: T,
}

/// A solid circular cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T: Real = f64> {
    /// From the tip to the centre of the base.
    pub axis: Segment<T>,
    /// The radius of the base; not negative.
    pub radius: T,
}

/// A rectangle in space: `center + axes[0] * u + axes[1] * v` with `|u| <= half[0]` and `|v| <=
/// half[1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle<T: Real = f64> {
    /// The centre.
    pub center: Point3<T>,
    /// Two perpendicular directions of length one.
    pub axes: [Vector3<T>; 2],
    /// Half extents; not negative.
    pub half: [T; 2],
}

/// A convex polyhedron, given by its corners and faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPolyhedron<'a, T: Real = f64> {
    /// The corners.
    pub vertices: &'a [Point3<T>],
    /// The triangles of the surface, as indices into `vertices`, counterclockwise seen from
    /// outside.
    pub faces: &'a [[u32; 3]],
}
