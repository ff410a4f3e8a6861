//! A sphere and a planar polygon: its edges first, then its interior.

use nalgebra::Point3;

use crate::closest::dist_sq_point_segment;
use crate::polygon::{edges, newell_normal, projection_is_inside};
use crate::vectors::length;
use crate::{Real, Segment, Sphere};

/// Whether a closed sphere and a closed simple polygon share a point.
///
/// `corners` go once around the polygon in either orientation, all in one plane; the polygon need
/// not be convex. If an edge is within the radius the answer is yes. Otherwise the sphere meets the
/// polygon if it meets the plane and the projection of its centre is inside. Frame and unit are the
/// caller's. An empty polygon meets nothing; one or two corners, or corners on a line, are treated
/// as a point or as segments. The answer is correct unless the gap or the overlap is below 32 ε of
/// the largest distance from the centre of the sphere to a corner (for polygons whose width and
/// length are similar), plus the deviation of the corners from one plane.
/// Source: Ericson 5.2.8; the normal is Newell's (Sutherland, Sproull, Schumacker 1974).
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Sphere, overlap};
/// // The shape of an L.
/// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 8.0], [0.0, 8.0]]
///     .map(|[x, y]| Point3::new(x, y, 0.0));
/// let sphere = |x, y| Sphere { center: Point3::new(x, y, 0.5), radius: 0.75 };
/// assert!(overlap::sphere_polygon(&sphere(1.0, 1.0), &corners));
/// assert!(!overlap::sphere_polygon(&sphere(5.0, 5.0), &corners));
/// ```
#[inline]
#[must_use]
pub fn sphere_polygon<T: Real>(sphere: &Sphere<T>, corners: &[Point3<T>]) -> bool {
    let center = &sphere.center;
    let radius_sq = sphere.radius * sphere.radius;
    let touches_edge = edges(corners)
        .any(|(start, end)| dist_sq_point_segment(center, &Segment { start, end }) <= radius_sq);
    touches_edge
        || newell_normal(center, corners).is_some_and(|normal| {
            let height = normal.dot(&(center - corners[0]));
            height.abs() <= sphere.radius * length(&normal)
                && projection_is_inside(center, corners, &normal)
        })
}
