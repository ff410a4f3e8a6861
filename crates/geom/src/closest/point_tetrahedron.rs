//! Point and tetrahedron: a convex polyhedron of four faces (Ericson 5.1.6).

use nalgebra::Point3;

use super::{TriangleFrame, dist_sq, point_polyhedron, point_triangle};
use crate::Real;
use crate::range::in_range;
use crate::vectors::largest_component;

/// Bound on the rounding error of the height of a corner over the opposite face, in `EPSILON` of
/// the longest edge of the face: a tetrahedron of smaller height is flat.
const HEIGHT_ROUNDOFFS: f64 = 16.0;

/// The four faces, each with its corners in the order for which the fourth corner is behind it;
/// `None` if the corners are in one plane up to rounding. Lengths are in range.
pub(crate) fn outward_faces<T: Real>([a, b, c, d]: &[Point3<T>; 4]) -> Option<[[Point3<T>; 3]; 4]> {
    let outward = |face: [Point3<T>; 3], fourth: &Point3<T>| {
        let frame = TriangleFrame::of(&face)?;
        let height = frame.elevation(fourth)?;
        let roundoff = T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON * frame.longest();
        let oriented = if height > T::zero() { [face[0], face[2], face[1]] } else { face };
        (height.abs() > roundoff).then_some(oriented)
    };
    Some([
        outward([*a, *b, *c], d)?,
        outward([*a, *b, *d], c)?,
        outward([*a, *c, *d], b)?,
        outward([*b, *c, *d], a)?,
    ])
}

/// Bound on the rounding error of the volumes in [`by_sides`], in `EPSILON` of the cube of the
/// largest component: six products of three factors, each factor with one rounding, and their sums.
const VOLUME_ROUNDOFFS: f64 = 32.0;

/// How much farther than the closest point a point of the first face may be to be accepted, in
/// `EPSILON` of the largest distance to a corner: less than the rounding of one point.
const CLOSEST_ROUNDOFFS: f64 = 2.0;

/// The closest point, if the point is certainly inside or certainly in front of a face. In the
/// second case the closest point is on a face that the point is not certainly behind. Lengths are
/// in range.
#[inline]
fn by_sides<T: Real>(point: &Point3<T>, corners: &[Point3<T>; 4]) -> Option<Point3<T>> {
    let [a, b, c, d] = corners.map(|corner| corner - point);
    let (ab, cd) = (a.cross(&b), c.cross(&d));
    // The volumes of the point with each face, in the order of the opposite corners: all have the
    // same sign if the point is inside.
    let volumes = [cd.dot(&b), -cd.dot(&a), ab.dot(&d), -ab.dot(&c)];
    let total = (volumes[0] + volumes[1]) + (volumes[2] + volumes[3]);
    let size = largest_component(&a)
        .greater(largest_component(&b))
        .greater(largest_component(&c))
        .greater(largest_component(&d));
    let roundoff = T::from_f64(VOLUME_ROUNDOFFS) * T::EPSILON * size * size * size;
    if !(total.abs() > T::from_f64(4.0) * roundoff) {
        return None;
    }
    let heights = if total > T::zero() { volumes } else { volumes.map(|volume| -volume) };
    let lowest = heights[0].lesser(heights[1]).lesser(heights[2].lesser(heights[3]));
    if lowest > roundoff {
        return Some(*point);
    }
    if !(lowest < -roundoff) {
        return None;
    }
    let [a, b, c, d] = *corners;
    let faces = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]];
    // The face whose plane the point is farthest in front of, measured by volume, usually contains
    // the closest point.
    let mut first = 0;
    for i in 1..4 {
        first = if heights[i] == lowest { i } else { first };
    }
    let mut nearest = point_triangle::solve(point, &faces[first]);
    let mut nearest_sq = dist_sq(point, &nearest);
    let slack = T::from_f64(CLOSEST_ROUNDOFFS) * T::EPSILON * size;
    let across = point - nearest;
    let ahead = corners.map(|corner| across.dot(&(corner - nearest)));
    let ahead = ahead[0].greater(ahead[1]).greater(ahead[2].greater(ahead[3])).greater(T::zero());
    if ahead * ahead <= slack * slack * nearest_sq {
        return Some(nearest);
    }
    for i in 0..4 {
        if i != first && heights[i] <= roundoff {
            let candidate = point_triangle::solve(point, &faces[i]);
            let candidate_sq = dist_sq(point, &candidate);
            if candidate_sq < nearest_sq {
                (nearest, nearest_sq) = (candidate, candidate_sq);
            }
        }
    }
    Some(nearest)
}

/// The point of a tetrahedron that is closest to a point; a point inside is returned unchanged.
///
/// The corners are in any order. Degenerate tetrahedra are polygons, segments or points. Within 32
/// `EPSILON` of the size from a closest point. Source: Ericson, 5.1.6.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let found = closest::point_tetrahedron(&Point3::new(5.0, 1.0, 0.0), &corner);
/// assert!((found - Point3::new(4.0, 0.0, 0.0)).norm() < 1e-15);
/// let inside = Point3::new(1.0, 1.0, 1.0);
/// assert_eq!(closest::point_tetrahedron(&inside, &corner), inside);
/// ```
#[must_use]
pub fn point_tetrahedron<T: Real>(point: &Point3<T>, corners: &[Point3<T>; 4]) -> Point3<T> {
    let [a, b, c, d] = *corners;
    in_range([*point, a, b, c, d], |[point, a, b, c, d]| {
        if let Some(found) = by_sides(&point, &[a, b, c, d]) {
            return found;
        }
        let found = match outward_faces(&[a, b, c, d]) {
            Some(faces) => point_polyhedron::of_faces(&point, faces.into_iter()),
            None => [[a, b, c], [a, b, d], [a, c, d], [b, c, d]]
                .map(|face| point_triangle::solve(&point, &face))
                .into_iter()
                .reduce(|p, q| if dist_sq(&point, &q) < dist_sq(&point, &p) { q } else { p }),
        };
        found.unwrap_or(a)
    })
}

/// The squared distance of a point from a tetrahedron; 0 if the point is inside.
///
/// The distance is within 32 `EPSILON` of the size. Source: Ericson, 5.1.6.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let at = Point3::new(1.0, -3.0, -4.0);
/// assert_eq!(closest::dist_sq_point_tetrahedron(&at, &corner), 25.0);
/// ```
#[must_use]
pub fn dist_sq_point_tetrahedron<T: Real>(point: &Point3<T>, corners: &[Point3<T>; 4]) -> T {
    dist_sq(point, &point_tetrahedron(point, corners))
}
