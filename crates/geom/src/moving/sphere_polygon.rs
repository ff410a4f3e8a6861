//! A moving ball and a flat polygon: a segment and the polygon thickened by the radius.
//!
//! The thickened polygon is a prism over the polygon, as high as the radius on both sides, and a
//! capsule around each edge. The walls of the prism are in the capsules, so the centre enters
//! either a capsule or the floor or ceiling of the prism first.

use nalgebra::{Point3, Vector3};

use crate::cast::capsule_part;
use crate::overlap::{edges, inside, normal};
use crate::vectors::length;
use crate::{Capsule, Ray, Real, Segment, Span, Sphere};

/// When a moving ball first touches a closed simple polygon; `None` if it does not.
///
/// `corners` go once around in either sense, all in one plane; the polygon needs not be convex.
/// Frame and unit are the caller's. Radius 0 is a point. No corners are never touched; one or two,
/// or corners on a line, are the point or the segments that they are. The gap at the time found is
/// below 32 ε of the largest length, for polygons about as wide as long, plus what the corners lack
/// to lying in one plane. A polygon need not be convex, so it can be left and entered again: the
/// last contact is not told.
/// Source: Ericson 5.5.6.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Sphere, moving};
/// // An L, open at its upper right.
/// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 8.0], [0.0, 8.0]]
///     .map(|[x, y]| Point3::new(x, y, 0.0));
/// let ball = |x, y| Sphere { center: Point3::new(x, y, 5.0), radius: 1.0 };
/// let down = Vector3::new(0.0, 0.0, -8.0);
/// assert_eq!(moving::sphere_polygon(&ball(1.0, 1.0), &down, &corners), Some(0.5));
/// assert_eq!(moving::sphere_polygon(&ball(5.0, 5.0), &down, &corners), None);
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
        capsule_part(&center, &capsule, Span::unit())
    });
    let first = at_edges.map(|part| part.enter).reduce(T::lesser);
    let within = normal(&sphere.center, corners).and_then(|normal| {
        let part = Span::unit().cut_slab(
            normal.dot(&(sphere.center - corners[0])),
            normal.dot(motion),
            sphere.radius * length(&normal),
        )?;
        inside(&center.at(part.enter), corners, &normal).then_some(part.enter)
    });
    match (first, within) {
        (Some(first), Some(within)) => Some(first.lesser(within)),
        (first, within) => first.or(within),
    }
}
