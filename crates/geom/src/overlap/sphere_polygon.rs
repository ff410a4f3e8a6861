//! A ball and a flat polygon: its edges first, then its inside.

use nalgebra::{Point3, Vector3};

use crate::closest::dist_sq_point_segment;
use crate::vectors::{largest, length};
use crate::{Real, Segment, Sphere};

/// Whether a closed ball and a closed simple polygon share a point.
///
/// `corners` go once around in either sense, all in one plane; the polygon needs not be convex. An
/// edge within the radius decides; otherwise the ball meets the polygon where it meets the plane,
/// if the foot of its centre is inside. Frame and unit are the caller's. No corners share nothing
/// with any ball; one or two, or corners on a line, are the point or the segments that they are.
/// Right unless the gap or the overlap is below 32 ε of the largest distance from the ball's centre
/// to a corner, for polygons about as wide as long, plus what the corners lack to lying in one
/// plane.
/// Source: Ericson 5.2.8; the normal is Newell's (Sutherland, Sproull, Schumacker 1974).
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Sphere, overlap};
/// // An L, open at its upper right.
/// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 8.0], [0.0, 8.0]]
///     .map(|[x, y]| Point3::new(x, y, 0.0));
/// let ball = |x, y| Sphere { center: Point3::new(x, y, 0.5), radius: 0.75 };
/// assert!(overlap::sphere_polygon(&ball(1.0, 1.0), &corners));
/// assert!(!overlap::sphere_polygon(&ball(5.0, 5.0), &corners));
/// ```
#[inline]
#[must_use]
pub fn sphere_polygon<T: Real>(sphere: &Sphere<T>, corners: &[Point3<T>]) -> bool {
    let center = &sphere.center;
    let radius_sq = sphere.radius * sphere.radius;
    let touches_edge = edges(corners)
        .any(|(start, end)| dist_sq_point_segment(center, &Segment { start, end }) <= radius_sq);
    touches_edge
        || normal(center, corners).is_some_and(|normal| {
            let height = normal.dot(&(center - corners[0]));
            height.abs() <= sphere.radius * length(&normal) && inside(center, corners, &normal)
        })
}

/// Newell's normal, its largest component of size one; none for a polygon without area.
pub(crate) fn normal<T: Real>(near: &Point3<T>, corners: &[Point3<T>]) -> Option<Vector3<T>> {
    let mut normal = Vector3::from_element(T::zero());
    for (start, end) in edges(corners) {
        normal += (start - near).cross(&(end - near));
    }
    let size = largest(&normal);
    (size > T::zero() && size < T::INFINITY).then(|| normal / size)
}

/// The corners pairwise, the last with the first.
pub(crate) fn edges<T: Real>(
    corners: &[Point3<T>],
) -> impl Iterator<Item = (Point3<T>, Point3<T>)> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(start, end)| (*start, *end))
}

/// Whether the foot of a point on the polygon's plane is inside, by the crossings of a ray with the
/// edges, seen along the axis in which the polygon is largest.
pub(crate) fn inside<T: Real>(
    point: &Point3<T>,
    corners: &[Point3<T>],
    normal: &Vector3<T>,
) -> bool {
    let foot = point - normal * (normal.dot(&(point - corners[0])) / normal.dot(normal));
    let along = |i: usize| normal[i].abs();
    let drop = if along(0) >= along(1) && along(0) >= along(2) {
        0
    } else if along(1) >= along(2) {
        1
    } else {
        2
    };
    let (x, y) = ((drop + 1) % 3, (drop + 2) % 3);
    let mut odd = false;
    for (start, end) in edges(corners) {
        let (from, to) = (start - foot, end - foot);
        if (from[y] > T::zero()) != (to[y] > T::zero()) {
            // The edge crosses the ray's line; to the right of its origin if the turn says so.
            let turn = from[x] * to[y] - from[y] * to[x];
            if (turn > T::zero()) == (to[y] > from[y]) {
                odd = !odd;
            }
        }
    }
    odd
}
