//! A triangle and an oriented box, by 13 separating axes in the box's frame.

use nalgebra::{Point3, Vector3};

use super::triangle_aabb::centered;
use crate::vectors::{in_box_frame, largest_component};
use crate::{Obb, Real};

/// Whether a closed triangle and a closed oriented box share a point.
///
/// Both are in one frame and unit, the caller's. Degenerate triangles and boxes are treated as in
/// [`triangle_aabb`](super::triangle_aabb). The answer `false` is certain up to the rounding of the
/// axes of the box, and it is given whenever the gap is above 64 ε of (distance of the corners from
/// the centre of the box + half extents) / sine of the smallest angle of the triangle.
/// Source: "Programmers' Computational Geometry", 9.2.5.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let obb = Obb { axes, center: Point3::origin(), half: Vector3::new(5.0, 1.0, 1.0) };
/// let wall = |x| [Point3::new(x, 0.0, -9.0), Point3::new(x, 9.0, -9.0), Point3::new(x, 4.0, 9.0)];
/// assert!(overlap::triangle_obb(&wall(3.5), &obb));
/// assert!(!overlap::triangle_obb(&wall(4.0), &obb)); // the corner is at 3.8
/// ```
#[inline]
#[must_use]
pub fn triangle_obb<T: Real>(triangle: &[Point3<T>; 3], obb: &Obb<T>) -> bool {
    let corners = triangle.map(|corner| in_box_frame(obb, &corner));
    // Rotating into the frame of the box rounds each component relative to the entire vector.
    let far = corners.iter().map(largest_component).fold(T::zero(), T::greater);
    centered(&corners, &obb.half, &Vector3::from_element(far))
}
