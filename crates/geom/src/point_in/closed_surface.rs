//! Point in polyhedron by parity: a ray from a point crosses a closed surface an odd number of
//! times if the point is inside (Ericson 5.4.3).
//!
//! The ray is parallel to the z axis. Two rules make the parity reliable. On which side of an edge
//! the ray passes is computed from the two ends of the edge in a fixed order, so the two triangles
//! with this edge agree, whatever is rounded. An end of an edge belongs to the edges above it only,
//! so the edges around a corner agree too. Therefore the ray crosses the surface at a common edge
//! through exactly one of the two triangles and never between them.

use nalgebra::Point3;

use crate::Real;

/// The x and z coordinates of the point where an edge crosses the plane at the given y; `None`
/// unless one end is at or below y and the other above.
fn crossing<T: Real>(y: T, p: &Point3<T>, q: &Point3<T>) -> Option<[T; 2]> {
    let (low, high) = if p.y <= q.y { (p, q) } else { (q, p) };
    if !(low.y <= y && y < high.y) {
        return None;
    }
    let ratio = (y - low.y) / (high.y - low.y);
    Some([low.x + (high.x - low.x) * ratio, low.z + (high.z - low.z) * ratio])
}

/// Whether a point is in the solid with these surface triangles.
///
/// The surface must be closed: every edge is shared by an even number of triangles, with identical
/// coordinates of its ends. The order and the orientation of the triangles do not matter. Shells
/// inside shells are cavities; where shells overlap, points inside an odd number of them are
/// inside. Without triangles nothing is inside. For points within 8 `EPSILON` of the largest
/// coordinate from the surface either answer is possible. For a certain answer on a mesh use
/// `collide_solid`. Source: Ericson, 5.4.3.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::point_in;
/// let [o, x, y, z] =
///     [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let surface = [[o, y, x], [o, x, z], [x, y, z], [y, o, z]];
/// assert!(point_in::point_in_closed_surface(&Point3::new(1.0, 1.0, 1.0), &surface));
/// assert!(!point_in::point_in_closed_surface(&Point3::new(2.0, 2.0, 2.0), &surface));
/// ```
#[must_use]
pub fn point_in_closed_surface<'a, T: Real>(
    point: &Point3<T>,
    triangles: impl IntoIterator<Item = &'a [Point3<T>; 3]>,
) -> bool {
    // All coordinates are halved, so that no difference overflows.
    let half = T::from_f64(0.5);
    let point = point * half;
    let mut inside = false;
    for triangle in triangles {
        let corners = triangle.map(|corner| corner * half);
        // The plane at the y of the point meets the triangle in a segment or not at all. The ends
        // of the segment are on two edges. The ray passes between them if one has a larger x than
        // the point and the other does not.
        let (mut before, mut beyond) = (None, None);
        for i in 0..3 {
            if let Some([x, z]) = crossing(point.y, &corners[i], &corners[(i + 1) % 3]) {
                let end = if x > point.x { &mut beyond } else { &mut before };
                *end = Some([x, z]);
            }
        }
        if let (Some([x0, z0]), Some([x1, z1])) = (before, beyond) {
            let ratio = (point.x - x0) / (x1 - x0);
            if z0 + (z1 - z0) * ratio > point.z {
                inside = !inside;
            }
        }
    }
    inside
}
