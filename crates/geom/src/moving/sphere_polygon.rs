//! A moving sphere and a planar polygon: the path of the centre, as a segment, and the polygon
//! thickened by the radius.
//!
//! The thickened polygon is the union of a prism over the polygon, which extends by the radius to
//! both sides, and of a capsule around each edge. The side walls of the prism are inside the
//! capsules, so the centre first enters either a capsule or one of the two parallel faces of the
//! prism.

use nalgebra::{Point3, Vector3};

use crate::cast::clip_to_capsule;
use crate::polygon::{edges, newell_normal, projection_is_inside};
use crate::vectors::length;
use crate::{Capsule, Ray, Real, Segment, Span, Sphere};

/// The time at which a moving sphere first touches a closed simple polygon; `None` if it does not.
///
/// `corners` go once around in either orientation, all in one plane; the polygon need not be
/// convex. Frame and unit are the caller's. Radius 0 is a point. An empty polygon is never touched;
/// one or two corners, or corners on a line, are treated as a point or as segments. The gap at the
/// time found is below 32 ε of the largest length (for polygons whose width and length are
/// similar), plus the deviation of the corners from one plane. The time of the last contact is not
/// returned, because a sphere can leave a polygon that is not convex and touch it again.
/// Source: Ericson 5.5.6.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Sphere, moving};
/// // The shape of an L.
/// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 8.0], [0.0, 8.0]]
///     .map(|[x, y]| Point3::new(x, y, 0.0));
/// let sphere = |x, y| Sphere { center: Point3::new(x, y, 5.0), radius: 1.0 };
/// let down = Vector3::new(0.0, 0.0, -8.0);
/// assert_eq!(moving::sphere_polygon(&sphere(1.0, 1.0), &down, &corners), Some(0.5));
/// assert_eq!(moving::sphere_polygon(&sphere(5.0, 5.0), &down, &corners), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_polygon<T: Real>(
    sphere: &Sphere<T>,
    motion: &Vector3<T>,
    corners: &[Point3<T>],
) -> Option<T> {
    let center = Ray { origin: sphere.center, direction: *motion };
    let at_edges = edges(corners).filter_map(|(start, end)| {
        let capsule = Capsule { axis: Segment { start, end }, radius: sphere.radius };
        clip_to_capsule(&center, &capsule, Span::unit())
    });
    let at_edges = at_edges.map(|span| span.enter).reduce(T::lesser);
    let at_interior = newell_normal(&sphere.center, corners).and_then(|normal| {
        let span = Span::unit().clip_to_slab(
            normal.dot(&(sphere.center - corners[0])),
            normal.dot(motion),
            sphere.radius * length(&normal),
        )?;
        projection_is_inside(&center.at(span.enter), corners, &normal).then_some(span.enter)
    });
    match (at_edges, at_interior) {
        (Some(at_edges), Some(at_interior)) => Some(at_edges.lesser(at_interior)),
        (at_edges, at_interior) => at_edges.or(at_interior),
    }
}
