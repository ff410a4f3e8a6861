//! An oriented box and a plane, by the reach along the normal and by the two corners that matter.

use nalgebra::Vector3;

use super::Side;
use crate::vectors::{abs, turned};
use crate::{Obb, Plane, Real};

/// On which side of a plane an oriented box is, by the height of its centre and its reach along the
/// normal.
///
/// Frame and unit are the caller's. Boxes without extent are the point, segment or rectangle that
/// they are; one that lies in the plane is [`Side::Tangent`]. Right unless a corner is within 8 ε
/// of (largest coordinate or half side * |normal|_1 + |offset|) of the plane; a turned box is
/// tangent in exact arithmetic only where its axes are round numbers.
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
    let reach = obb.half.dot(&abs(&turned(obb, &plane.normal)));
    let height = plane.height(&obb.center);
    Side::between(height - reach, height + reach)
}

/// The same by the lowest and the highest corner, found in the box's frame.
///
/// Answers exactly what [`obb_side`] answers: a corner's signs make each product the positive or
/// the negative one, so that the sums are the same numbers.
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
    let normal = turned(obb, &plane.normal);
    let corner = |towards: bool| {
        Vector3::from_fn(|i, _| {
            if (normal[i] > T::zero()) == towards { obb.half[i] } else { -obb.half[i] }
        })
    };
    let height = plane.height(&obb.center);
    Side::between(height + corner(false).dot(&normal), height + corner(true).dot(&normal))
}
