//! An oriented box and a plane: by its radius along the normal, and by its two extreme corners.

use nalgebra::Vector3;

use super::Side;
use crate::vectors::{abs, along_axes};
use crate::{Obb, Plane, Real};

/// The side of a plane on which an oriented box is, by the height of its centre and its radius
/// along the normal.
///
/// Frame and unit are the caller's. Degenerate boxes are points, segments or rectangles; one that
/// lies in the plane is [`Side::Tangent`]. The answer is correct unless a corner is within 8 ε of
/// (largest coordinate or half extent * |normal|_1 + |offset|) of the plane. A rotated box is found
/// tangent only if its axes are numbers for which nothing is rounded.
/// Source: "Programmers' Computational Geometry", 9.2.4, method 2; Ericson 5.2.3.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Plane, plane};
/// let half = Vector3::new(1.0, 2.0, 3.0);
/// let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let side = |offset| plane::obb_side(&obb, &Plane { normal: Vector3::y(), offset });
/// assert_eq!(side(-2.5), plane::Side::Positive);
/// assert_eq!(side(-2.0), plane::Side::Tangent);
/// assert_eq!(side(1.0), plane::Side::Intersecting);
/// assert_eq!(side(2.5), plane::Side::Negative);
/// ```
#[must_use]
pub fn obb_side<T: Real>(obb: &Obb<T>, plane: &Plane<T>) -> Side {
    let radius = obb.half.dot(&abs(&along_axes(obb, &plane.normal)));
    let height = plane.height(&obb.center);
    Side::between(height - radius, height + radius)
}

/// The side of a plane on which an oriented box is, by its lowest and its highest corner, found in
/// the frame of the box.
///
/// Exactly the same answer as [`obb_side`]: for these corners each product is plus or minus the
/// same number, so the sums are the same numbers.
/// Source: "Programmers' Computational Geometry", 9.2.4, method 1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Plane, plane};
/// let half = Vector3::new(1.0, 2.0, 3.0);
/// let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let above = Plane { normal: Vector3::z(), offset: 4.0 };
/// assert_eq!(plane::obb_side_by_corners(&obb, &above), plane::Side::Negative);
/// ```
#[must_use]
pub fn obb_side_by_corners<T: Real>(obb: &Obb<T>, plane: &Plane<T>) -> Side {
    let normal = along_axes(obb, &plane.normal);
    let corner = |towards: bool| {
        Vector3::from_fn(|i, _| {
            if (normal[i] > T::zero()) == towards { obb.half[i] } else { -obb.half[i] }
        })
    };
    let height = plane.height(&obb.center);
    Side::between(height + corner(false).dot(&normal), height + corner(true).dot(&normal))
}
