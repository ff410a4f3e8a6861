//! Two triangles: nine pairs of edges, six corners against faces, six piercings (Ericson 5.1.11).
//!
//! A pair is the closest if the planes across it have the triangles on either side, so most
//! questions end early, with a pair that is seen to be the closest (Larsen, Gottschalk, Lin,
//! Manocha, "Fast proximity queries with swept sphere volumes", 1999, do so for edges). Which of the
//! candidates can be the closest is told by the sides of the two planes, as far as these are
//! certain; all are tried where a triangle is too flat for that.

use nalgebra::{Point3, Vector3};

use super::pair::Nearest;
use super::point_triangle::{WellShaped, solve_in_frame};
use super::segment_triangle::{piercing, piercing_in_frame};
use super::{TriangleFrame, segment_segment};
use crate::range::{in_range, largest};
use crate::{Real, Segment};

/// The edges in the order of their start.
fn edges<T: Real>(triangle: &[Point3<T>; 3]) -> [Segment<T>; 3] {
    [0, 1, 2].map(|i| Segment { start: triangle[i], end: triangle[(i + 1) % 3] })
}

/// The best pair of a corner of `a`, or an edge of `a` that pierces, with the face of `b`, for any
/// shape.
fn against_face<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Nearest<T> {
    let frame = TriangleFrame::of(b);
    let onto = |corner| Nearest::of(corner, solve_in_frame(&corner, b, frame.as_ref()));
    let mut best = onto(a[0]).or_closer(onto(a[1])).or_closer(onto(a[2]));
    if let Some(frame) = &frame {
        for edge in edges(a) {
            if let Some(pierced) = piercing_in_frame(&edge, b, frame) {
                best = best.or_closer(pierced);
            }
        }
    }
    best
}

/// All 21 candidates, for any two shapes.
#[cold]
#[inline(never)]
fn best_of_all<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Nearest<T> {
    let mut best = against_face(a, b).or_closer(against_face(b, a).swapped());
    for edge_a in edges(a) {
        for edge_b in edges(b) {
            best = best.or_closer(segment_segment::solve(&edge_a, &edge_b).points());
        }
    }
    best
}

/// What rounding may make of a height over a plane, in `EPSILON` of the normal's and the way's sums
/// of absolute components, times the slant of the triangle: the normal errs by less than 16 of its
/// length where that is one, and the dot product by two more.
const HEIGHT_ROUNDOFFS: f64 = 32.0;

/// Where a triangle is with respect to the plane of another.
struct Sides {
    /// No corner is beyond the others' side for certain: a corner may be the closest to the face.
    beside: bool,
    /// Not all corners are on one side for certain: the plane may cut it.
    across: bool,
}

/// The sides of the corners of `a`, as seen from the face of `b`.
#[inline]
fn sides<T: Real>(a: &[Point3<T>; 3], b: &WellShaped<T>) -> Sides {
    let (normal, corner) = b.normal();
    let sum = |v: &Vector3<T>| v.x.abs() + v.y.abs() + v.z.abs();
    let ways = a.map(|p| p - corner);
    let heights = ways.map(|way| normal.dot(&way));
    let reach = sum(&ways[0]).greater(sum(&ways[1])).greater(sum(&ways[2]));
    let roundoff = T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON * b.slant() * sum(&normal) * reach;
    let low = heights[0].lesser(heights[1]).lesser(heights[2]);
    let high = heights[0].greater(heights[1]).greater(heights[2]);
    Sides { beside: low > -roundoff || high < roundoff, across: low < roundoff && high > -roundoff }
}

/// The best of the corners of `a` that stand over the face of `b`.
#[inline]
fn corners_onto<T: Real>(a: &[Point3<T>; 3], shape: &WellShaped<T>) -> Option<Nearest<T>> {
    let mut best: Option<Nearest<T>> = None;
    for corner in a {
        if let Some(foot) = shape.foot_inside(corner) {
            keep(&mut best, Nearest::of(*corner, foot));
        }
    }
    best
}

#[inline]
fn keep<T: Real>(best: &mut Option<Nearest<T>>, found: Nearest<T>) {
    *best = Some(best.map_or(found, |best| best.or_closer(found)));
}

/// By how much a pair that is taken for the closest may be farther than it, in `EPSILON` of the
/// size.
const CLOSEST_ROUNDOFFS: f64 = 4.0;

/// Whether the planes across a pair have the triangles on either side, but for less than the slack.
/// Corners of the edges that the pair is on count too: where a pair is close, rounding turns the
/// planes, and far corners are then on the wrong side.
#[inline]
fn is_closest<T: Real>(
    pair: &Nearest<T>,
    a: &[Point3<T>; 3],
    b: &[Point3<T>; 3],
    slack: T,
) -> bool {
    let across = pair.on_b - pair.on_a;
    let ahead = a.map(|p| across.dot(&(p - pair.on_a)));
    let behind = b.map(|p| across.dot(&(pair.on_b - p)));
    let ahead = ahead[0].greater(ahead[1]).greater(ahead[2]).greater(T::zero());
    let behind = behind[0].greater(behind[1]).greater(behind[2]).greater(T::zero());
    let less = ahead + behind;
    less * less <= slack * slack * pair.dist_sq
}

/// The candidates in the order in which they are likely, for two that are well shaped.
fn first_that_is_closest<T: Real>(
    a: &[Point3<T>; 3],
    b: &[Point3<T>; 3],
    a_shape: &WellShaped<T>,
    b_shape: &WellShaped<T>,
) -> Nearest<T> {
    let size = a.iter().chain(b).fold(T::zero(), |size, p| size.greater(largest(&p.coords)));
    let slack = T::from_f64(CLOSEST_ROUNDOFFS) * T::EPSILON * size;
    let (a_sides, b_sides) = (sides(a, b_shape), sides(b, a_shape));
    let mut best: Option<Nearest<T>> = None;
    if a_sides.across && b_sides.across {
        for edge in edges(a) {
            if let Some(pierced) = piercing(&edge, b, b_shape) {
                keep(&mut best, pierced);
            }
        }
        for edge in edges(b) {
            if let Some(pierced) = piercing(&edge, a, a_shape) {
                keep(&mut best, pierced.swapped());
            }
        }
        if let Some(best) = best
            && best.dist_sq <= slack * slack
        {
            return best;
        }
    }
    if a_sides.beside
        && let Some(found) = corners_onto(a, b_shape)
    {
        keep(&mut best, found);
    }
    if b_sides.beside
        && let Some(found) = corners_onto(b, a_shape)
    {
        keep(&mut best, found.swapped());
    }
    if let Some(best) = best
        && is_closest(&best, a, b, slack)
    {
        return best;
    }
    let (a_edges, b_edges) = (edges(a), edges(b));
    for (i, edge_a) in a_edges.iter().enumerate() {
        for (j, edge_b) in b_edges.iter().enumerate() {
            let found = segment_segment::solve(edge_a, edge_b).points();
            let across = found.on_b - found.on_a;
            // The edges are on either side already, but for rounding; the other corners come first.
            if across.dot(&(a[(i + 2) % 3] - found.on_a)) <= T::zero()
                && across.dot(&(b[(j + 2) % 3] - found.on_b)) >= T::zero()
                && is_closest(&found, a, b, slack)
            {
                return best.map_or(found, |best| best.or_closer(found));
            }
            keep(&mut best, found);
        }
    }
    best.unwrap_or_else(|| best_of_all(a, b))
}

/// The pair of points of two triangles that are closest to each other.
///
/// Where the triangles meet the two points are one but for rounding; whether they do meet is
/// decided without rounding by [`triangles_meet`](crate::triangles_meet). Where there are many
/// closest pairs one is given. Triangles without area are the segments or points that they are. The
/// distance is within 32 `EPSILON` of the size of the least. Source: Ericson, 5.1.11.
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
        match (WellShaped::of(&a), WellShaped::of(&b)) {
            (Some(a_shape), Some(b_shape)) => first_that_is_closest(&a, &b, &a_shape, &b_shape),
            _ => best_of_all(&a, &b),
        }
    })
}

/// The squared distance of two triangles.
///
/// The distance is within 32 `EPSILON` of the size. Source: Ericson, 5.1.11.
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
