//! Point and convex polyhedron: inside of all faces, or the nearest point of the nearest face
//! (Ericson 5.1.7).

use nalgebra::{Point3, Vector3};

use super::{TriangleFrame, dist_sq, point_triangle};
use crate::range::{Lengths, largest, scale_for};
use crate::{ConvexPolyhedron, Real};

/// What rounding may make of a height over a face, relative to the size: the choice between the
/// inside and the surface is free within it, as the two are then the same point.
const HEIGHT_ROUNDOFFS: f64 = 16.0;

/// The closest point of the convex solid with these faces, counterclockwise from outside; none for
/// no faces. Lengths are in range.
///
/// Inside is who is below every face and has the nearest point of the surface straight below one:
/// the second condition holds by itself but for rounding, and keeps the tip of a sliver, whose
/// faces are all but one plane, from reaching far out.
#[cold]
pub(super) fn of_faces<T: Real>(
    point: &Point3<T>,
    faces: impl Iterator<Item = [Point3<T>; 3]>,
) -> Option<Point3<T>> {
    let mut nearest: Option<(T, Point3<T>)> = None;
    let mut depth: Option<T> = None;
    // Of the coordinates too, as the nearest point is rounded to the caller's frame.
    let mut size = largest(&point.coords);
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

/// What rounding may make of a volume in [`by_sides`], in `EPSILON` of the product of three sums of
/// absolute components: each of six products of three differences has five roundings of half an
/// `EPSILON`, and their sums as many.
const VOLUME_ROUNDOFFS: f64 = 8.0;

/// The closest point if it is certain that the point is below all faces, or that it is above one.
/// The way to the closest point is then a sum of outward normals of the faces around it, so the
/// point is above one of these: faces that it is certainly below need no look, nor those whose
/// planes are farther than what is found. Lengths are in range.
fn by_sides<T: Real>(
    point: &Point3<T>,
    faces: impl Iterator<Item = [Point3<T>; 3]>,
) -> Option<Point3<T>> {
    let sum = |v: &Vector3<T>| v.x.abs() + v.y.abs() + v.z.abs();
    let (mut above, mut unsure) = (false, false);
    let mut nearest: Option<(T, Point3<T>)> = None;
    for face in faces {
        let (u, v, w) = (face[1] - face[0], face[2] - face[0], point - face[0]);
        let normal = u.cross(&v);
        let volume = normal.dot(&w);
        let roundoff = T::from_f64(VOLUME_ROUNDOFFS) * T::EPSILON * (sum(&u) * sum(&v)) * sum(&w);
        if volume < -roundoff {
            continue;
        }
        if volume > roundoff {
            above = true;
            let beyond = volume - roundoff;
            let is_farther =
                |(least, _): (T, Point3<T>)| beyond * beyond > least * normal.dot(&normal);
            if nearest.is_some_and(is_farther) {
                continue;
            }
        } else {
            unsure = true;
        }
        let candidate = point_triangle::solve(point, &face);
        let candidate_sq = dist_sq(point, &candidate);
        if nearest.is_none_or(|(least, _)| candidate_sq < least) {
            nearest = Some((candidate_sq, candidate));
        }
    }
    match nearest {
        Some((_, nearest)) => above.then_some(nearest),
        None => (!unsure).then_some(*point),
    }
}

/// The point of a convex polyhedron that is closest to a point; a point inside is its own answer.
///
/// `None` if there is no face with corners. Faces that name a corner which is not there are left
/// out; faces without area count as segments. A polyhedron that is not convex, or not closed, gives
/// the point or a point of its surface, not always the nearest. Looks at every face. Within 32
/// `EPSILON` of the size from a point whose distance is the least. Source: Ericson, 5.1.7.
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
    let size = polyhedron
        .vertices
        .iter()
        .fold(largest(&point.coords), |size, vertex| size.greater(largest(&vertex.coords)));
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
    // A point inside is handed back as it came.
    Some(if found == scaled { *point } else { found.over(scale) })
}

/// The squared distance of a point from a convex polyhedron; 0 inside.
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
