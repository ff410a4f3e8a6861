//! Point and convex polyhedron: behind all faces, or the closest point of the closest face (Ericson
//! 5.1.7).

use nalgebra::Point3;

use super::{TriangleFrame, dist_sq, point_triangle};
use crate::range::{Unscale, scale_for};
use crate::vectors::{l1_norm, largest_component};
use crate::{ConvexPolyhedron, Real};

/// Bound on the rounding error of a height over a face, in `EPSILON` of the size. Within it a point
/// may be classified as inside or as on the surface, because both give the same point.
const HEIGHT_ROUNDOFFS: f64 = 16.0;

/// The closest point of the convex polyhedron with these faces, counterclockwise seen from outside;
/// `None` without faces. Lengths are in range.
///
/// A point is inside if it is behind every face and its distance from the surface is its depth
/// behind some face. In exact arithmetic the second condition follows from the first. It is needed
/// for very flat polyhedra, whose faces are nearly in one plane: there rounding would place distant
/// points behind all faces.
#[cold]
pub(super) fn of_faces<T: Real>(
    point: &Point3<T>,
    faces: impl Iterator<Item = [Point3<T>; 3]>,
) -> Option<Point3<T>> {
    let mut nearest: Option<(T, Point3<T>)> = None;
    let mut depth: Option<T> = None;
    // The coordinates of the point count too, because the closest point is rounded in the caller's
    // frame.
    let mut size = largest_component(&point.coords);
    for face in faces {
        let frame = TriangleFrame::of(&face);
        let candidate = point_triangle::solve(point, &face);
        let candidate_sq = dist_sq(point, &candidate);
        if nearest.is_none_or(|(least, _)| candidate_sq < least) {
            nearest = Some((candidate_sq, candidate));
        }
        let Some(frame) = frame else { continue };
        size = size.greater(frame.longest());
        if let Some(elevation) = frame.elevation(point) {
            depth = Some(depth.map_or(-elevation, |depth| depth.lesser(-elevation)));
        }
    }
    let (least_sq, nearest) = nearest?;
    let roundoff = T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON * size;
    let inside =
        depth.is_some_and(|depth| depth > T::zero() && least_sq.sqrt() <= depth + roundoff);
    Some(if inside { *point } else { nearest })
}

/// Bound on the rounding error of a volume in [`by_sides`], in `EPSILON` of the product of three
/// sums of absolute components: each of six products of three differences has five roundings of
/// half an `EPSILON`, and the sums have as many.
const VOLUME_ROUNDOFFS: f64 = 8.0;

/// The closest point, if the point is certainly behind all faces or certainly in front of one. The
/// vector from the closest point is a sum of outward normals of the faces around it with positive
/// weights, so the point is in front of one of these faces. So faces that the point is certainly
/// behind need no test, and neither do faces whose planes are farther away than the closest point
/// found so far. Lengths are in range.
fn by_sides<T: Real>(
    point: &Point3<T>,
    faces: impl Iterator<Item = [Point3<T>; 3]>,
) -> Option<Point3<T>> {
    let (mut in_front, mut uncertain) = (false, false);
    let mut nearest: Option<(T, Point3<T>)> = None;
    for face in faces {
        let (u, v, w) = (face[1] - face[0], face[2] - face[0], point - face[0]);
        let normal = u.cross(&v);
        let volume = normal.dot(&w);
        let roundoff =
            T::from_f64(VOLUME_ROUNDOFFS) * T::EPSILON * (l1_norm(&u) * l1_norm(&v)) * l1_norm(&w);
        if volume < -roundoff {
            continue;
        }
        if volume > roundoff {
            in_front = true;
            let height = volume - roundoff;
            let is_farther =
                |(least, _): (T, Point3<T>)| height * height > least * normal.dot(&normal);
            if nearest.is_some_and(is_farther) {
                continue;
            }
        } else {
            uncertain = true;
        }
        let candidate = point_triangle::solve(point, &face);
        let candidate_sq = dist_sq(point, &candidate);
        if nearest.is_none_or(|(least, _)| candidate_sq < least) {
            nearest = Some((candidate_sq, candidate));
        }
    }
    match nearest {
        Some((_, nearest)) => in_front.then_some(nearest),
        None => (!uncertain).then_some(*point),
    }
}

/// The point of a convex polyhedron that is closest to a point; a point inside is returned
/// unchanged.
///
/// `None` if there is no valid face. Faces with an index out of range are ignored; faces without
/// area are segments or points. For a polyhedron that is not convex or not closed the result is the
/// point itself or a point of the surface, but not always the closest. All faces are tested. Within
/// 32 `EPSILON` of the size from a closest point. Source: Ericson, 5.1.7.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{ConvexPolyhedron, closest};
/// let vertices = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let corner = ConvexPolyhedron { vertices: &vertices, faces: &faces };
/// let below = closest::point_convex_polyhedron(&Point3::new(1.0, 1.0, -2.0), &corner);
/// assert_eq!(below, Some(Point3::new(1.0, 1.0, 0.0)));
/// let inside = Point3::new(1.0, 1.0, 1.0);
/// assert_eq!(closest::point_convex_polyhedron(&inside, &corner), Some(inside));
/// ```
#[must_use]
pub fn point_convex_polyhedron<T: Real>(
    point: &Point3<T>,
    polyhedron: &ConvexPolyhedron<'_, T>,
) -> Option<Point3<T>> {
    let size = polyhedron.vertices.iter().fold(largest_component(&point.coords), |size, vertex| {
        size.greater(largest_component(&vertex.coords))
    });
    let scale = scale_for(size).unwrap_or(T::one());
    let vertex = |index: u32| Some(polyhedron.vertices.get(index as usize)? * scale);
    let corners = |face: &[u32; 3]| Some([vertex(face[0])?, vertex(face[1])?, vertex(face[2])?]);
    let scaled = point * scale;
    let faces = || polyhedron.faces.iter().filter_map(corners);
    faces().next()?;
    let found = match by_sides(&scaled, faces()) {
        Some(found) => found,
        None => of_faces(&scaled, faces())?,
    };
    // A point inside is returned as it was given.
    Some(if found == scaled { *point } else { found.unscale(scale) })
}

/// The squared distance of a point from a convex polyhedron; 0 if the point is inside.
///
/// `None` as for [`point_convex_polyhedron`]. The distance is within 32 `EPSILON` of the size.
/// Source: Ericson, 5.1.7.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{ConvexPolyhedron, closest};
/// let vertices = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Point3::from);
/// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let corner = ConvexPolyhedron { vertices: &vertices, faces: &faces };
/// let at = Point3::new(1.0, -3.0, -4.0);
/// assert_eq!(closest::dist_sq_point_convex_polyhedron(&at, &corner), Some(25.0));
/// ```
#[must_use]
pub fn dist_sq_point_convex_polyhedron<T: Real>(
    point: &Point3<T>,
    polyhedron: &ConvexPolyhedron<'_, T>,
) -> Option<T> {
    Some(dist_sq(point, &point_convex_polyhedron(point, polyhedron)?))
}
