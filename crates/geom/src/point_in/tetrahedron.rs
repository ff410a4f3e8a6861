//! Point in tetrahedron: behind all four faces (Ericson 5.4.3).

use nalgebra::Point3;

use crate::Real;
use crate::closest::{TriangleFrame, outward_faces};
use crate::range::in_range;

/// Whether a point is in a tetrahedron, whose corners are in any order.
///
/// A tetrahedron without volume contains nothing. Decided correctly up to 8 `EPSILON` of the
/// largest coordinate from the plane of a face. Source: Ericson, 5.4.3.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::point_in;
/// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// assert!(point_in::point_in_tetrahedron(&Point3::new(1.0, 1.0, 1.0), &corner));
/// assert!(point_in::point_in_tetrahedron(&Point3::new(1.0, 1.0, 0.0), &corner));
/// assert!(!point_in::point_in_tetrahedron(&Point3::new(2.0, 2.0, 2.0), &corner));
/// ```
#[must_use]
pub fn point_in_tetrahedron<T: Real>(point: &Point3<T>, corners: &[Point3<T>; 4]) -> bool {
    let [a, b, c, d] = *corners;
    in_range([*point, a, b, c, d], |[point, a, b, c, d]| {
        outward_faces(&[a, b, c, d]).is_some_and(|faces| {
            faces.iter().all(|face| {
                TriangleFrame::of(face).is_some_and(|frame| frame.volume(&point) <= T::zero())
            })
        })
    })
}
