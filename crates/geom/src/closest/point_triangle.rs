//! Point and triangle (Ericson 5.1.5).
//!
//! The book's barycentric products cancel for very thin triangles. Here the height on an edge is
//! used instead of the second edge: in two perpendicular directions the error of a point is a few
//! roundings of its coordinates, whatever the shape of the triangle is, and its region follows from
//! sums and one product. Triangles that are degenerate up to rounding use the frame of their
//! longest edge. Outside the face the closest of three points on the edges is chosen, so rounding
//! can only choose between two points with nearly equal distances.

use nalgebra::{Point3, Vector3};

use super::{TriangleFrame, dist_sq, point_segment};
use crate::range::{in_range, is_ordinary, most_square};
use crate::{Real, Segment};

/// If the square of the sine of an angle is below this value, the height on one of its sides is
/// orthogonalised twice: a single pass leaves an error of one rounding over the sine.
const ONCE_IS_ENOUGH: f64 = 1.0 / 64.0;

/// A triangle of ordinary size that is not degenerate up to rounding, given by an edge and the
/// height on it.
pub(crate) struct WellShaped<T: Real> {
    corner: Point3<T>,
    /// The vectors to the next corner and to the last one.
    edges: [Vector3<T>; 2],
    squares: [T; 2],
    /// The height on the first edge, from its foot to the last corner.
    height: Vector3<T>,
    /// The parameter of the foot of the height, in lengths of the first edge.
    foot: T,
    /// One over the squares of the first edge and of the height.
    per_square: [T; 2],
}

impl<T: Real> WellShaped<T> {
    /// `None` for any other triangle.
    #[inline(always)]
    pub(crate) fn of(triangle: &[Point3<T>; 3]) -> Option<Self> {
        let (shape, well) = Self::with_validity::<false>(triangle);
        well.then_some(shape)
    }

    /// The values for any triangle, and whether they are valid. With `LANES`, for SIMD loops,
    /// nothing branches; without it, work that is rarely needed is skipped. The numbers are the
    /// same.
    #[inline(always)]
    pub(crate) fn with_validity<const LANES: bool>(triangle: &[Point3<T>; 3]) -> (Self, bool) {
        let [corner, next, last] = triangle;
        let (e, f) = (next - corner, last - corner);
        let (ee, ff, ef) = (e.dot(&e), f.dot(&f), e.dot(&f));
        let per_ee = T::one() / ee;
        let mut foot = ef * per_ee;
        let mut height = f - e * foot;
        let mut height_sq = height.dot(&height);
        let once = height_sq >= ff * T::from_f64(ONCE_IS_ENOUGH);
        if LANES || !once {
            // "Twice is enough", Kahan in Parlett, "The Symmetric Eigenvalue Problem", 6.9.
            let rest = e.dot(&height) * per_ee;
            let rest = if once { T::zero() } else { rest };
            foot += rest;
            height -= e * rest;
            height_sq = height.dot(&height);
        }
        let well = is_ordinary(ee) & is_ordinary(ff) & (height_sq > ff * T::EPSILON);
        let shape = Self {
            corner: *corner,
            edges: [e, f],
            squares: [ee, ff],
            height,
            foot,
            per_square: [per_ee, T::one() / height_sq],
        };
        (shape, well)
    }

    /// The normal and a corner; the corners are counterclockwise seen from the side of the normal.
    #[inline]
    pub(super) fn normal(&self) -> (Vector3<T>, Point3<T>) {
        (self.edges[0].cross(&self.height), self.corner)
    }

    /// The square of an edge over the square of the height: an upper bound on the relative error of
    /// the normal, in roundings.
    #[inline]
    pub(super) fn slant(&self) -> T {
        self.squares[1] * self.per_square[1]
    }

    /// The projection of a point on the plane, if it is in the triangle.
    #[inline]
    pub(super) fn foot_inside(&self, point: &Point3<T>) -> Option<Point3<T>> {
        let from_corner = point - self.corner;
        let along = self.edges[0].dot(&from_corner) * self.per_square[0];
        let up = self.height.dot(&from_corner) * self.per_square[1];
        let v = along - self.foot * up;
        ((v >= T::zero()) & (up >= T::zero()) & (T::one() - v >= up))
            .then(|| self.corner + self.edges[0] * along + self.height * up)
    }

    /// The closest point; `None` for a point so far away that lengths must be scaled first.
    #[inline(always)]
    pub(super) fn closest(&self, point: &Point3<T>) -> Option<Point3<T>> {
        let (found, near) = self.closest_unchecked(point);
        near.then_some(found)
    }

    /// The closest point, and whether the given point is near enough for the result to be valid.
    ///
    /// If the point is beyond exactly one edge, the closest point is on that edge. If it is beyond
    /// two, the closest point is on the edge along which it projects beyond the common corner, or
    /// at that corner, where both edges end. All candidates are computed and the right one is
    /// selected, because which one it is cannot be predicted.
    #[inline(always)]
    pub(crate) fn closest_unchecked(&self, point: &Point3<T>) -> (Point3<T>, bool) {
        let (zero, one) = (T::zero(), T::one());
        let from_corner = point - self.corner;
        let ([e, f], [_, ff]) = (&self.edges, self.squares);
        let (to_e, to_f) = (e.dot(&from_corner), f.dot(&from_corner));
        let third = f - e;
        let third_sq = third.dot(&third);
        let to_third = third.dot(&(from_corner - e));
        let near = to_e.abs() + to_f.abs() < most_square();
        // The barycentric weights of the three corners.
        let w = self.height.dot(&from_corner) * self.per_square[1];
        let along_e = to_e * self.per_square[0];
        let v = along_e - self.foot * w;
        let u = one - v - w;
        // The parameters of the closest points on the two edges at the first corner, and on the
        // edge from the next to the last corner. If this third edge has length zero its parameter
        // is NaN, and it is not selected or gives an end.
        let on_e = one.lesser(along_e).greater(zero);
        let on_f = ff.lesser(to_f).greater(zero) / ff;
        let on_third = one.lesser(to_third / third_sq).greater(zero);
        // Negative if the closest point is certainly on this edge, zero if it may be. One
        // comparison each, and products with one or zero instead of a selection, so that no branch
        // is compiled.
        let by_f = v.greater(-to_f.greater(w));
        let by_third = u.greater(-to_third.greater(w)).greater(-(third_sq - to_third).greater(v));
        // Three different comparisons: two of the same kind would be compiled to one and then
        // separated by a branch.
        let e_has = if w <= zero { one } else { zero };
        let f_has = if by_f > zero { zero } else { one };
        let third_has = if by_third < zero { one } else { zero };
        let [e_not, f_not, third_not] = [one - e_has, one - f_has, one - third_has];
        let x = (v * e_not + on_e * e_has) * f_not;
        let y = w * e_not * f_not + on_f * f_has;
        let x = x * third_not + (one - on_third) * third_has;
        let y = y * third_not + on_third * third_has;
        (self.corner + e * x + f * y, near)
    }
}

/// [`point_triangle`] for lengths in range.
#[inline]
pub(super) fn solve<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> Point3<T> {
    solve_shaped(point, triangle, WellShaped::of(triangle).as_ref())
}

/// [`solve`] with the shape known; `None` if it is not well shaped.
#[inline]
pub(super) fn solve_shaped<T: Real>(
    point: &Point3<T>,
    triangle: &[Point3<T>; 3],
    shape: Option<&WellShaped<T>>,
) -> Point3<T> {
    shape
        .and_then(|shape| shape.closest(point))
        .unwrap_or_else(|| solve_in_frame(point, triangle, TriangleFrame::of(triangle).as_ref()))
}

/// [`solve`] for any shape; the frame is `None` for a triangle that is a segment or a point.
#[cold]
#[inline(never)]
pub(super) fn solve_in_frame<T: Real>(
    point: &Point3<T>,
    triangle: &[Point3<T>; 3],
    frame: Option<&TriangleFrame<T>>,
) -> Point3<T> {
    if let Some(foot) = frame.and_then(|frame| frame.foot_inside(point)) {
        return foot;
    }
    let mut nearest = triangle[0];
    let mut nearest_sq = dist_sq(point, &nearest);
    for i in 0..3 {
        let edge = Segment { start: triangle[i], end: triangle[(i + 1) % 3] };
        let candidate = point_segment::at(&edge, point_segment::clamped_parameter(point, &edge));
        let candidate_sq = dist_sq(point, &candidate);
        if candidate_sq < nearest_sq {
            (nearest, nearest_sq) = (candidate, candidate_sq);
        }
    }
    nearest
}

/// [`point_triangle`] for lengths of any size.
#[cold]
#[inline(never)]
fn solve_scaled<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> Point3<T> {
    in_range([*point, triangle[0], triangle[1], triangle[2]], |[point, a, b, c]| {
        solve(&point, &[a, b, c])
    })
}

/// The point of a triangle that is closest to a point.
///
/// Degenerate triangles are segments or points. Both orders of the corners give the same point up
/// to rounding. Within 32 `EPSILON` of the size from a closest point, also for very thin triangles.
/// Source: Ericson, 5.1.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let above = closest::point_triangle(&Point3::new(1.0, 1.0, 5.0), &triangle);
/// assert_eq!(above, Point3::new(1.0, 1.0, 0.0));
/// let beyond = closest::point_triangle(&Point3::new(1.0, -3.0, 5.0), &triangle);
/// assert_eq!(beyond, Point3::new(1.0, 0.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn point_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> Point3<T> {
    WellShaped::of(triangle)
        .and_then(|shape| shape.closest(point))
        .unwrap_or_else(|| solve_scaled(point, triangle))
}

/// The squared distance of a point from a triangle.
///
/// The distance is within 32 `EPSILON` of the size. Source: Ericson, 5.1.5.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::closest;
/// let triangle =
///     [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let at = Point3::new(1.0, -3.0, 4.0);
/// assert_eq!(closest::dist_sq_point_triangle(&at, &triangle), 25.0);
/// ```
#[inline]
#[must_use]
pub fn dist_sq_point_triangle<T: Real>(point: &Point3<T>, triangle: &[Point3<T>; 3]) -> T {
    dist_sq(point, &point_triangle(point, triangle))
}
