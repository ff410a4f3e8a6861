//! Point in convex polyhedron: behind all faces, or all planes (Ericson 5.4.3).

use nalgebra::Point3;

use crate::closest::TriangleFrame;
use crate::range::scale_for;
use crate::vectors::largest_component;
use crate::{ConvexPolyhedron, Plane, Real};

/// Whether a point is in a convex polyhedron.
///
/// Faces without area, and faces with an index out of range, are ignored; without any other face
/// nothing is inside. Decided correctly up to 8 `EPSILON` of the largest coordinate from the plane
/// of a face. Source: Ericson, 5.4.3.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{ConvexPolyhedron, point_in};
/// let vertices = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let corner = ConvexPolyhedron { vertices: &vertices, faces: &faces };
/// assert!(point_in::point_in_convex_polyhedron(&Point3::new(1.0, 1.0, 1.0), &corner));
/// assert!(!point_in::point_in_convex_polyhedron(&Point3::new(2.0, 2.0, 2.0), &corner));
/// ```
#[must_use]
pub fn point_in_convex_polyhedron<T: Real>(
    point: &Point3<T>,
    polyhedron: &ConvexPolyhedron<'_, T>,
) -> bool {
    let size = polyhedron.vertices.iter().fold(largest_component(&point.coords), |size, vertex| {
        size.greater(largest_component(&vertex.coords))
    });
    let scale = scale_for(size).unwrap_or(T::one());
    let point = point * scale;
    let vertex = |index: u32| Some(polyhedron.vertices.get(index as usize)? * scale);
    let volume = |&[i, j, k]: &[u32; 3]| {
        Some(TriangleFrame::of(&[vertex(i)?, vertex(j)?, vertex(k)?])?.volume(&point))
    };
    let mut any = false;
    for volume in polyhedron.faces.iter().filter_map(volume) {
        if volume > T::zero() {
            return false;
        }
        any = true;
    }
    any
}

/// Whether a point is in the closed half space of every plane, on its negative side.
///
/// Without planes every point is inside. Decided correctly up to 4 `EPSILON` of the largest
/// coordinate times the length of the normal; for an infinite height the sign counts. Source:
/// Ericson, 5.4.3.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Plane, point_in};
/// let below_one = Plane { normal: Vector3::z(), offset: 1.0 };
/// let above_zero = Plane { normal: -Vector3::z(), offset: 0.0 };
/// let slab = [below_one, above_zero];
/// assert!(point_in::point_in_half_spaces(&Point3::new(7.0, 7.0, 1.0), &slab));
/// assert!(!point_in::point_in_half_spaces(&Point3::new(7.0, 7.0, 1.1), &slab));
/// ```
#[must_use]
pub fn point_in_half_spaces<T: Real>(point: &Point3<T>, planes: &[Plane<T>]) -> bool {
    planes.iter().all(|plane| {
        let height = crate::closest::signed_dist_point_plane(point, plane);
        // A plane with a zero normal contains all points or none.
        let has_no_normal = largest_component(&plane.normal) == T::zero();
        if has_no_normal { plane.offset >= T::zero() } else { height <= T::zero() }
    })
}
