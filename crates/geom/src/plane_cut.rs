//! Intersections of planes: two planes in a line, three planes in a point.
//!
//! Method: Ericson, "Real-Time Collision Detection" (2005), sections 5.4.4 and 5.4.5: Cramer's rule
//! with cross products, applied again to the residual (iterative refinement), because planes at a
//! small angle lose digits in proportion to the inverse of the angle.

use nalgebra::{Point3, Vector3};

use crate::range::{direction_in_range, in_range};
use crate::vectors::length;
use crate::{Line, Plane, Real};

/// Planes count as parallel if the volume of their unit normals is below this many `EPSILON`: it is
/// then mostly rounding.
const PARALLEL: f64 = 16.0;

/// Steps of refinement. Each reduces the remaining heights at least by a factor of `PARALLEL`, so
/// three steps reach the rounding error of the heights themselves. With one step, the error was
/// twice 64 `EPSILON` in one of about 100,000 triples of nearly parallel planes.
const REFINEMENTS: usize = 3;

/// The plane with a normal of length one; `None` for a zero normal or if the offset overflows.
fn unit_plane<T: Real>(plane: &Plane<T>) -> Option<Plane<T>> {
    let (normal, scale) = direction_in_range(&plane.normal);
    let size = length(&normal);
    let offset = plane.offset * scale / size;
    let fits = size > T::zero() && offset.abs() < T::INFINITY;
    fits.then(|| Plane { normal: normal / size, offset })
}

/// The line of intersection of two planes. Its direction is the cross product of the normals, with
/// length one; its point is the one closest to the origin.
///
/// `None` for parallel planes (the sine of their angle is below 16 `EPSILON`), also if they are
/// equal, and for a zero normal. The heights of the point over both planes are within 64 `EPSILON`
/// of its largest coordinate; for points farther along the line, add their distance over the sine
/// of the angle. The distance of the point from the exact closest point is within 64 `EPSILON` of
/// that coordinate over the sine. Normals may have any length. Source: Ericson, 5.4.4.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, plane_cut};
/// let vertical = Plane { normal: Vector3::new(2.0, 0.0, 0.0), offset: 6.0 }; // x = 3
/// let horizontal = Plane { normal: Vector3::z(), offset: 1.0 };
/// let line = plane_cut::plane_plane(&vertical, &horizontal).unwrap();
/// assert_eq!((line.point, line.direction), (Point3::new(3.0, 0.0, 1.0), -Vector3::y()));
/// assert_eq!(plane_cut::plane_plane(&vertical, &vertical), None);
/// ```
#[must_use]
pub fn plane_plane<T: Real>(a: &Plane<T>, b: &Plane<T>) -> Option<Line<T>> {
    let (a, b) = (unit_plane(a)?, unit_plane(b)?);
    let along = a.normal.cross(&b.normal);
    let sine = length(&along);
    if !(sine > T::from_f64(PARALLEL) * T::EPSILON) {
        return None;
    }
    let direction = along / sine;
    let offsets = Point3::new(a.offset, b.offset, T::zero());
    let point = in_range([offsets], |[offsets]| {
        let solve = |a_height: T, b_height: T| {
            (a.normal * b_height - b.normal * a_height).cross(&direction) / -sine
        };
        let mut x = solve(offsets.x, offsets.y);
        for _ in 0..REFINEMENTS {
            x += solve(offsets.x - a.normal.dot(&x), offsets.y - b.normal.dot(&x));
        }
        Point3::from(x)
    });
    Some(Line { point, direction })
}

/// The point of intersection of three planes.
///
/// `None` if there is no such point or more than one: if the volume of the unit normals is below 16
/// `EPSILON`, or a normal is zero. The heights of the point over the planes are within 64 `EPSILON`
/// of its largest coordinate, which is at least the largest offset over the root of three. Normals
/// may have any length. Source: Ericson, 5.4.5.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, plane_cut};
/// let [x, y, z] = [Vector3::x(), Vector3::y(), Vector3::z()];
/// let plane = |normal, offset| Plane { normal, offset };
/// let found = plane_cut::plane_plane_plane(&plane(x, 1.0), &plane(y, 2.0), &plane(z, 3.0));
/// assert_eq!(found, Some(Point3::new(1.0, 2.0, 3.0)));
/// assert_eq!(plane_cut::plane_plane_plane(&plane(x, 1.0), &plane(y, 2.0), &plane(x, 3.0)), None);
/// ```
#[must_use]
pub fn plane_plane_plane<T: Real>(a: &Plane<T>, b: &Plane<T>, c: &Plane<T>) -> Option<Point3<T>> {
    let (a, b, c) = (unit_plane(a)?, unit_plane(b)?, unit_plane(c)?);
    let (bc, ca, ab) =
        (b.normal.cross(&c.normal), c.normal.cross(&a.normal), a.normal.cross(&b.normal));
    let volume = a.normal.dot(&bc);
    if !(volume.abs() > T::from_f64(PARALLEL) * T::EPSILON) {
        return None;
    }
    Some(in_range([Point3::new(a.offset, b.offset, c.offset)], |[offsets]| {
        let solve =
            |heights: Vector3<T>| (bc * heights.x + ca * heights.y + ab * heights.z) / volume;
        let mut x = solve(offsets.coords);
        for _ in 0..REFINEMENTS {
            let reached = Vector3::new(a.normal.dot(&x), b.normal.dot(&x), c.normal.dot(&x));
            x += solve(offsets.coords - reached);
        }
        Point3::from(x)
    }))
}
