//! Two triangles: nine pairs of edges, six corners against faces, six piercings (Ericson 5.1.11).

use nalgebra::Point3;

use super::pair::Nearest;
use super::segment_triangle::piercing;
use super::{TriangleFrame, point_triangle, segment_segment};
use crate::range::in_range;
use crate::{Real, Segment};

/// The edges in the order of their start.
fn edges<T: Real>(triangle: &[Point3<T>; 3]) -> [Segment<T>; 3] {
    [0, 1, 2].map(|i| Segment { start: triangle[i], end: triangle[(i + 1) % 3] })
}

/// The best pair of a corner of `a`, or an edge of `a` that pierces, with the face of `b`.
fn against_face<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Nearest<T> {
    let frame = TriangleFrame::of(b);
    let onto = |corner| Nearest::of(corner, point_triangle::solve(&corner, b, frame.as_ref()));
    let mut best = onto(a[0]).or_closer(onto(a[1])).or_closer(onto(a[2]));
    if let Some(frame) = &frame {
        for edge in edges(a) {
            if let Some(pierced) = piercing(&edge, b, frame) {
                best = best.or_closer(pierced);
            }
        }
    }
    best
}

/// The pair of points of two triangles that are closest to each other.
///
/// Where the triangles meet the two points are one but for rounding; whether they do meet is
/// decided without rounding by [`triangles_meet`](crate::triangles_meet). Where there are many
/// closest pairs one is given. Triangles without area are the segments or points that they are. The
/// distance is within 16 `EPSILON` of the size of the least. Source: Ericson, 5.1.11.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let floor = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let above =
///     [Point3::new(1.0, 1.0, 2.0), Point3::new(5.0, 1.0, 5.0), Point3::new(1.0, 5.0, 5.0)];
/// let found = closest::triangle_triangle(&floor, &above);
/// assert_eq!((found.on_a, found.on_b), (Point3::new(1.0, 1.0, 0.0), above[0]));
/// assert_eq!(found.dist_sq, 4.0);
/// ```
#[must_use]
pub fn triangle_triangle<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Nearest<T> {
    in_range([a[0], a[1], a[2], b[0], b[1], b[2]], |[a0, a1, a2, b0, b1, b2]| {
        let (a, b) = ([a0, a1, a2], [b0, b1, b2]);
        let mut best = against_face(&a, &b).or_closer(against_face(&b, &a).swapped());
        for edge_a in edges(&a) {
            for edge_b in edges(&b) {
                best = best.or_closer(segment_segment::solve(&edge_a, &edge_b).points());
            }
        }
        best
    })
}

/// The squared distance of two triangles.
///
/// The distance is within 16 `EPSILON` of the size. Source: Ericson, 5.1.11.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::closest;
/// let a = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let b = a.map(|corner| corner + Vector3::new(-3.0, 0.0, 4.0));
/// assert_eq!(closest::dist_sq_triangle_triangle(&a, &b), 16.0);
/// ```
#[must_use]
pub fn dist_sq_triangle_triangle<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> T {
    triangle_triangle(a, b).dist_sq
}
