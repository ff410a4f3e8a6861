//! Planar polygons in space: edges, normal, and whether a point projects to the interior.

use nalgebra::{Point3, Vector3};

use crate::Real;
use crate::vectors::largest_component;

/// Newell's normal, scaled so that its largest component is one; `None` for a polygon without area.
pub(crate) fn newell_normal<T: Real>(
    reference: &Point3<T>,
    corners: &[Point3<T>],
) -> Option<Vector3<T>> {
    let mut normal = Vector3::from_element(T::zero());
    for (start, end) in edges(corners) {
        normal += (start - reference).cross(&(end - reference));
    }
    let size = largest_component(&normal);
    (size > T::zero() && size < T::INFINITY).then(|| normal / size)
}

/// The edges, the one from the last corner to the first included.
pub(crate) fn edges<T: Real>(
    corners: &[Point3<T>],
) -> impl Iterator<Item = (Point3<T>, Point3<T>)> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(start, end)| (*start, *end))
}

/// Whether the projection of a point on the plane of the polygon is inside, by the parity of ray
/// crossings in the coordinate plane with the largest projection of the polygon.
pub(crate) fn projection_is_inside<T: Real>(
    point: &Point3<T>,
    corners: &[Point3<T>],
    normal: &Vector3<T>,
) -> bool {
    let foot = point - normal * (normal.dot(&(point - corners[0])) / normal.dot(normal));
    let size = |i: usize| normal[i].abs();
    let drop = if size(0) >= size(1) && size(0) >= size(2) {
        0
    } else if size(1) >= size(2) {
        1
    } else {
        2
    };
    let (x, y) = ((drop + 1) % 3, (drop + 2) % 3);
    let mut odd = false;
    for (start, end) in edges(corners) {
        let (from, to) = (start - foot, end - foot);
        if (from[y] > T::zero()) != (to[y] > T::zero()) {
            // The edge crosses the line of the ray; the orientation decides whether it does so on
            // the ray.
            let orientation = from[x] * to[y] - from[y] * to[x];
            if (orientation > T::zero()) == (to[y] > from[y]) {
                odd = !odd;
            }
        }
    }
    odd
}
