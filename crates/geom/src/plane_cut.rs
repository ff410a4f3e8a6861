//! Where planes cut: two in a line, three in a point.
//!
//! Method: Ericson, "Real-Time Collision Detection" (2005), sections 5.4.4 and 5.4.5: Cramer's rule
//! in cross products, then again for what rounding left (iterative refinement), as planes at a small
//! angle lose digits in proportion to its inverse.

use nalgebra::{Point3, Vector3};

use crate::range::{direction_in_range, in_range, length};
use crate::{Line, Plane, Real};

/// Planes count as parallel if the volume of their unit normals is below this many `EPSILON`: it is
/// then mostly rounding.
const PARALLEL: f64 = 16.0;

/// Steps of refinement. Each takes at least a factor of `PARALLEL` from the heights that are left,
/// so three reach the rounding of the heights themselves; one left twice of 64 `EPSILON` in one of
/// some 100,000 triples with nearly parallel planes.
const REFINEMENTS: usize = 3;

/// The plane with a normal of length one; none without a normal, or too far off to be written so.
fn unit_plane<T: Real>(plane: &Plane<T>) -> Option<Plane<T>> {
    let (normal, scale) = direction_in_range(&plane.normal);
    let size = length(&normal);
    let offset = plane.offset * scale / size;
    let fits = size > T::zero() && offset.abs() < T::INFINITY;
    fits.then(|| Plane { normal: normal / size, offset })
}

/// The line in which two planes cut, its direction of length one along the cross product of the
/// normals, and its point the one nearest the origin.
///
/// `None` for parallel planes (an angle whose sine is below 16 `EPSILON`), equal ones among them,
/// and for a plane without a normal. The point's heights over both planes are within 64 `EPSILON`
/// of its largest coordinate, to which farther along the line the way over the sine is added; the
/// point nearest the origin is within 64 `EPSILON` of that coordinate over the sine of it.
/// Normals may have any length. Source: Ericson, 5.4.4.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, plane_cut};
/// let wall = Plane { normal: Vector3::new(2.0, 0.0, 0.0), offset: 6.0 }; // x = 3
/// let floor = Plane { normal: Vector3::z(), offset: 1.0 };
/// let line = plane_cut::plane_plane(&wall, &floor).unwrap();
/// assert_eq!((line.point, line.direction), (Point3::new(3.0, 0.0, 1.0), -Vector3::y()));
/// assert_eq!(plane_cut::plane_plane(&wall, &wall), None);
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

/// The one point of three planes.
///
/// `None` if they have no point or more than one: if the volume of the unit normals is below 16
/// `EPSILON`, or a plane has no normal. The heights of the point over the planes are within 64
/// `EPSILON` of its largest coordinate, which is no less than the offsets over the root of three;
/// normals may have any length. Source: Ericson, 5.4.5.
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
