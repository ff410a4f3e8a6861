//! Two triangles: nine pairs of edges, six corners with faces, six edges that cross faces (Ericson
//! 5.1.11).
//!
//! A pair of points is the closest if the planes through the two points, perpendicular to the
//! vector between them, have the triangles on opposite sides. So most queries end early, when a
//! pair is proven to be the closest (Larsen, Gottschalk, Lin, Manocha, "Fast proximity queries with
//! swept sphere volumes", 1999, use this for edges). The sides of the planes of the two triangles,
//! where they are certain, determine which candidates can be the closest. If a triangle is too thin
//! for that, all candidates are tested.

use nalgebra::Point3;

use super::pair::Nearest;
use super::point_triangle::{WellShaped, solve_in_frame};
use super::segment_triangle::{piercing, piercing_in_frame};
use super::{TriangleFrame, segment_segment};
use crate::range::in_range;
use crate::vectors::{l1_norm, largest_component};
use crate::{Real, Segment};

/// The three edges, in the order of their starts.
fn edges<T: Real>(triangle: &[Point3<T>; 3]) -> [Segment<T>; 3] {
    [0, 1, 2].map(|i| Segment { start: triangle[i], end: triangle[(i + 1) % 3] })
}

/// The closest pair of a corner of `a`, or of an edge of `a` that crosses the plane of `b`, with
/// the face of `b`. For any shape.
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

/// Bound on the rounding error of a height over a plane, in `EPSILON` of the sums of absolute
/// components of the normal and of the vector, times the slant of the triangle: for a slant of one
/// the relative error of the normal is less than 16, and the dot product adds two.
const HEIGHT_ROUNDOFFS: f64 = 32.0;

/// The position of a triangle relative to the plane of another.
struct Sides {
    /// It is not certain that corners are on both sides: a corner may be the closest point to the
    /// face.
    may_be_on_one_side: bool,
    /// It is not certain that all corners are on one side: the plane may cut the triangle.
    may_cross: bool,
}

/// The position of `a` relative to the plane of `b`.
#[inline]
fn sides<T: Real>(a: &[Point3<T>; 3], b: &WellShaped<T>) -> Sides {
    let (normal, corner) = b.normal();
    let vectors = a.map(|p| p - corner);
    let heights = vectors.map(|vector| normal.dot(&vector));
    let [u, v, w] = vectors.each_ref().map(l1_norm);
    let reach = u.greater(v).greater(w);
    let roundoff =
        T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON * b.slant() * l1_norm(&normal) * reach;
    let low = heights[0].lesser(heights[1]).lesser(heights[2]);
    let high = heights[0].greater(heights[1]).greater(heights[2]);
    Sides {
        may_be_on_one_side: low > -roundoff || high < roundoff,
        may_cross: low < roundoff && high > -roundoff,
    }
}

/// The closest pair of a corner of `a` whose projection is inside the face of `b`.
#[inline]
fn corners_over_face<T: Real>(a: &[Point3<T>; 3], shape: &WellShaped<T>) -> Option<Nearest<T>> {
    let mut best: Option<Nearest<T>> = None;
    for corner in a {
        if let Some(foot) = shape.foot_inside(corner) {
            keep_closer(&mut best, Nearest::of(*corner, foot));
        }
    }
    best
}

#[inline]
fn keep_closer<T: Real>(best: &mut Option<Nearest<T>>, found: Nearest<T>) {
    *best = Some(best.map_or(found, |best| best.or_closer(found)));
}

/// How much farther than the closest pair an accepted pair may be, in `EPSILON` of the size.
const CLOSEST_ROUNDOFFS: f64 = 4.0;

/// Whether the planes through the points of a pair have the triangles on opposite sides, up to the
/// slack. All corners are tested, also those of the edges that contain the pair: for a close pair
/// rounding rotates the planes, and distant corners are then on the wrong side.
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

/// The closest pair of two well-shaped triangles, with the candidates in order of their likelihood.
fn closest_in_order<T: Real>(
    a: &[Point3<T>; 3],
    b: &[Point3<T>; 3],
    a_shape: &WellShaped<T>,
    b_shape: &WellShaped<T>,
) -> Nearest<T> {
    let size =
        a.iter().chain(b).fold(T::zero(), |size, p| size.greater(largest_component(&p.coords)));
    let slack = T::from_f64(CLOSEST_ROUNDOFFS) * T::EPSILON * size;
    let (a_sides, b_sides) = (sides(a, b_shape), sides(b, a_shape));
    let mut best: Option<Nearest<T>> = None;
    if a_sides.may_cross && b_sides.may_cross {
        for edge in edges(a) {
            if let Some(pierced) = piercing(&edge, b, b_shape) {
                keep_closer(&mut best, pierced);
            }
        }
        for edge in edges(b) {
            if let Some(pierced) = piercing(&edge, a, a_shape) {
                keep_closer(&mut best, pierced.swapped());
            }
        }
        if let Some(best) = best
            && best.dist_sq <= slack * slack
        {
            return best;
        }
    }
    if a_sides.may_be_on_one_side
        && let Some(found) = corners_over_face(a, b_shape)
    {
        keep_closer(&mut best, found);
    }
    if b_sides.may_be_on_one_side
        && let Some(found) = corners_over_face(b, a_shape)
    {
        keep_closer(&mut best, found.swapped());
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
            // The edges are on opposite sides already, up to rounding; the other corners are tested
            // first.
            if across.dot(&(a[(i + 2) % 3] - found.on_a)) <= T::zero()
                && across.dot(&(b[(j + 2) % 3] - found.on_b)) >= T::zero()
                && is_closest(&found, a, b, slack)
            {
                return best.map_or(found, |best| best.or_closer(found));
            }
            keep_closer(&mut best, found);
        }
    }
    best.unwrap_or_else(|| best_of_all(a, b))
}

/// The closest pair of points of two triangles.
///
/// If the triangles meet, the two points are equal up to rounding;
/// [`triangles_meet`](crate::triangles_meet) decides without rounding whether they meet. If there
/// are several closest pairs one is returned. Degenerate triangles are segments or points. The
/// distance is within 32 `EPSILON` of the size from the smallest distance. Source: Ericson, 5.1.11.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let horizontal = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let above =
///     [Point3::new(1.0, 1.0, 2.0), Point3::new(5.0, 1.0, 5.0), Point3::new(1.0, 5.0, 5.0)];
/// let found = closest::triangle_triangle(&horizontal, &above);
/// assert_eq!((found.on_a, found.on_b), (Point3::new(1.0, 1.0, 0.0), above[0]));
/// assert_eq!(found.dist_sq, 4.0);
/// ```
#[must_use]
pub fn triangle_triangle<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Nearest<T> {
    in_range([a[0], a[1], a[2], b[0], b[1], b[2]], |[a0, a1, a2, b0, b1, b2]| {
        let (a, b) = ([a0, a1, a2], [b0, b1, b2]);
        match (WellShaped::of(&a), WellShaped::of(&b)) {
            (Some(a_shape), Some(b_shape)) => closest_in_order(&a, &b, &a_shape, &b_shape),
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
