//! Point and tetrahedron: the convex polyhedron of four faces (Ericson 5.1.6).

use nalgebra::Point3;

use super::{TriangleFrame, dist_sq, point_polyhedron, point_triangle};
use crate::Real;
use crate::range::{in_range, largest};

/// What rounding may make of a corner's height over the opposite face, relative to the face: a
/// tetrahedron of less height is flat.
const HEIGHT_ROUNDOFFS: f64 = 16.0;

/// The four faces, each with its corners so ordered that the fourth corner is below it; `None` if
/// the corners are in a plane but for rounding. Lengths are in range.
pub(crate) fn outward_faces<T: Real>([a, b, c, d]: &[Point3<T>; 4]) -> Option<[[Point3<T>; 3]; 4]> {
    let outward = |face: [Point3<T>; 3], fourth: &Point3<T>| {
        let frame = TriangleFrame::of(&face)?;
        let height = frame.elevation(fourth)?;
        let roundoff = T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON * frame.longest();
        let turned = if height > T::zero() { [face[0], face[2], face[1]] } else { face };
        (height.abs() > roundoff).then_some(turned)
    };
    Some([
        outward([*a, *b, *c], d)?,
        outward([*a, *b, *d], c)?,
        outward([*a, *c, *d], b)?,
        outward([*b, *c, *d], a)?,
    ])
}

/// What rounding may make of the volumes in [`by_sides`], in `EPSILON` of the cube of the longest
/// component: six products of three, each factor with one rounding, and their sums.
const VOLUME_ROUNDOFFS: f64 = 32.0;

/// The closest point if it is certain that the point is inside, or that it is above a face. Then
/// the answer is on one of the faces that it is not certainly below. Lengths are in range.
#[inline]
fn by_sides<T: Real>(point: &Point3<T>, corners: &[Point3<T>; 4]) -> Option<Point3<T>> {
    let [a, b, c, d] = corners.map(|corner| corner - point);
    let (ab, cd) = (a.cross(&b), c.cross(&d));
    // Of the point with each face, by the corner opposite: all of one sign inside.
    let volumes = [cd.dot(&b), -cd.dot(&a), ab.dot(&d), -ab.dot(&c)];
    let total = (volumes[0] + volumes[1]) + (volumes[2] + volumes[3]);
    let size = largest(&a).greater(largest(&b)).greater(largest(&c)).greater(largest(&d));
    let roundoff = T::from_f64(VOLUME_ROUNDOFFS) * T::EPSILON * size * size * size;
    if !(total.abs() > T::from_f64(4.0) * roundoff) {
        return None;
    }
    let heights = if total > T::zero() { volumes } else { volumes.map(|volume| -volume) };
    if heights.iter().all(|height| *height > roundoff) {
        return Some(*point);
    }
    if !heights.iter().any(|height| *height < -roundoff) {
        return None;
    }
    let [a, b, c, d] = *corners;
    let mut nearest: Option<(T, Point3<T>)> = None;
    for (height, face) in heights.into_iter().zip([[b, c, d], [a, c, d], [a, b, d], [a, b, c]]) {
        if height <= roundoff {
            let candidate = point_triangle::solve(point, &face);
            let candidate_sq = dist_sq(point, &candidate);
            if nearest.is_none_or(|(least, _)| candidate_sq < least) {
                nearest = Some((candidate_sq, candidate));
            }
        }
    }
    nearest.map(|(_, nearest)| nearest)
}

/// The point of a tetrahedron that is closest to a point; a point inside is its own answer.
///
/// The corners come in any order. A flat tetrahedron is the polygon, segment or point that it is.
/// Within 32 `EPSILON` of the size from a point whose distance is the least. Source: Ericson,
/// 5.1.6.
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

/// The squared distance of a point from a tetrahedron; 0 inside.
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
