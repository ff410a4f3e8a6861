//! Point in convex polyhedron: below all faces, or all planes (Ericson 5.4.3).

use nalgebra::Point3;

use crate::closest::TriangleFrame;
use crate::range::{largest, scale_for};
use crate::{ConvexPolyhedron, Plane, Real};

/// Is the point in the convex polyhedron?
///
/// Faces without area, and faces that name a corner which is not there, are left out; without any
/// face there is no inside. Decided up to 8 `EPSILON` of the largest coordinate from a face's
/// plane. Source: Ericson, 5.4.3.
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
    let size = polyhedron
        .vertices
        .iter()
        .fold(largest(&point.coords), |size, vertex| size.greater(largest(&vertex.coords)));
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

/// Is the point on the negative side of, or in, every plane?
///
/// No planes have all space between them. Decided up to 4 `EPSILON` of the largest coordinate times
/// the normal's length; a height beyond the numbers counts by its sign. Source: Ericson, 5.4.3.
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
        // Without a normal a plane is all of space, or nothing.
        let vacuous = largest(&plane.normal) == T::zero();
        if vacuous { plane.offset >= T::zero() } else { height <= T::zero() }
    })
}
