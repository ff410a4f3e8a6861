//! Point in polyhedron by parity: a ray from the point leaves a closed surface an odd number of
//! times if it starts inside (Ericson 5.4.3).
//!
//! The ray goes along z. What makes it safe: whether it passes to the left or right of an edge is
//! found from the edge's two ends in one order, so that the two triangles beside the edge agree on
//! it whatever is rounded, and ends belong to the edges above them, so that the edges around a
//! corner agree too. The ray then passes each fold of the surface through one triangle, none
//! through a crack.

use nalgebra::Point3;

use crate::Real;

/// Where an edge crosses the plane at the point's y: x and z. None unless it begins at or below and
/// ends above it.
fn crossing<T: Real>(y: T, p: &Point3<T>, q: &Point3<T>) -> Option<[T; 2]> {
    let (low, high) = if p.y <= q.y { (p, q) } else { (q, p) };
    if !(low.y <= y && y < high.y) {
        return None;
    }
    let ratio = (y - low.y) / (high.y - low.y);
    Some([low.x + (high.x - low.x) * ratio, low.z + (high.z - low.z) * ratio])
}

/// Is the point in the solid whose surface are these triangles?
///
/// The surface has to be closed: every edge is shared by an even number of triangles, with the same
/// numbers for its ends. Triangles come in any order and turn; shells within shells are hollow, and
/// those that pass through each other count where an odd number of them holds the point. No
/// triangles have no inside. Points within 8 `EPSILON` of the largest coordinate from the surface
/// are answered either way. For a certain answer on a mesh see `collide_solid`. Source: Ericson,
/// 5.4.3.
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
    // Half of everything, so that no difference overflows.
    let half = T::from_f64(0.5);
    let point = point * half;
    let mut inside = false;
    for triangle in triangles {
        let corners = triangle.map(|corner| corner * half);
        // The plane at the point's y meets the triangle in a segment, or not at all. Its ends are
        // on two edges; the ray passes between them if one is beyond the point in x and one is not.
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
