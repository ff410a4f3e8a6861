//! An axis-aligned box and a plane: by its two extreme corners, and by its radius along the normal.

use nalgebra::Vector3;

use super::Side;
use crate::vectors::{abs, center_and_half};
use crate::{Aabb, Plane, Real};

/// The side of a plane on which an axis-aligned box is, by its lowest and its highest corner.
///
/// Frame and unit are the caller's. Degenerate boxes are points, segments or rectangles; one that
/// lies in the plane is [`Side::Tangent`]. Heights are rounded: the answer is correct unless a
/// corner is within 4 ε of (largest coordinate * |normal|_1 + |offset|) of the plane, and exact if
/// nothing is rounded, for example on small integers.
/// Source: "Programmers' Computational Geometry", 9.2.4.
/// |offset|) of the plane, and always on coordinates and normals so small or so round that nothing
/// is rounded.
/// Source: "Programmers' Computational Geometry", 9.2.4.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Plane, plane};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let side = |offset| plane::aabb_side(&cube, &Plane { normal: Vector3::repeat(1.0), offset });
/// assert_eq!(side(-1.0), plane::Side::Positive);
/// assert_eq!(side(0.0), plane::Side::Tangent);
/// assert_eq!(side(1.0), plane::Side::Intersecting);
/// assert_eq!(side(4.0), plane::Side::Negative);
/// ```
#[must_use]
pub fn aabb_side<T: Real>(aabb: &Aabb<T>, plane: &Plane<T>) -> Side {
    let corner = |towards: bool| {
        Vector3::from_fn(|i, _| {
            if (plane.normal[i] > T::zero()) == towards { aabb.max[i] } else { aabb.min[i] }
        })
    };
    Side::between(plane.height(&corner(false).into()), plane.height(&corner(true).into()))
}

/// The side of a plane on which an axis-aligned box is, by the height of its centre and its radius
/// along the normal.
///
/// The same answer as [`aabb_side`] with the same accuracy: the two can differ only where one of
/// them is rounded and a corner is within that accuracy of the plane.
/// Source: Ericson 5.2.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Plane, plane};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let below = Plane { normal: Vector3::z(), offset: -2.0 };
/// assert_eq!(plane::aabb_side_by_reach(&cube, &below), plane::Side::Positive);
/// ```
#[must_use]
pub fn aabb_side_by_reach<T: Real>(aabb: &Aabb<T>, plane: &Plane<T>) -> Side {
    let (center, half) = center_and_half(aabb);
    let radius = half.dot(&abs(&plane.normal));
    let height = plane.height(&center.into());
    Side::between(height - radius, height + radius)
}
