//! Point in polygon: parity of ray crossings, and binary search for convex polygons (Ericson
//! 5.4.1).

use nalgebra::{Point2, Point3, Vector3};

use crate::Real;
use crate::range::{Unitless, in_range, scale_for};
use crate::vectors::{largest_component, with_zero_z};

/// Whether a point is in a polygon, both in the plane. The edge from the last corner to the first
/// closes the polygon; either orientation is allowed.
///
/// If edges cross each other, a point is inside if a ray from it crosses the outline an odd number
/// of times. Two corners are a segment, one is a point; an empty polygon contains nothing. Decided
/// correctly up to 4 `EPSILON` of the largest coordinate; exact on small integers. Source: Ericson,
/// 5.4.1; the half-open rule for corners on the ray is from Franklin, "PNPOLY".
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::point_in;
/// let notched = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(Point2::from);
/// assert!(point_in::point_in_polygon(&Point2::new(1.0, 2.0), &notched));
/// assert!(point_in::point_in_polygon(&Point2::new(2.0, 1.0), &notched));
/// assert!(!point_in::point_in_polygon(&Point2::new(2.0, 2.0), &notched));
/// ```
#[must_use]
pub fn point_in_polygon<T: Real>(point: &Point2<T>, polygon: &[Point2<T>]) -> bool {
    crossings(point, polygon.len(), |i| polygon[i])
}

/// The side of the line from p to q on which r is: positive on the left. Only the sign has a
/// meaning, because the points may be scaled.
#[inline]
fn side<T: Real>(p: &Point2<T>, q: &Point2<T>, r: &Point2<T>) -> T {
    let Unitless(side) = in_range([with_zero_z(p), with_zero_z(q), with_zero_z(r)], |[p, q, r]| {
        let (u, v) = (q - p, r - p);
        Unitless(u.x * v.y - u.y * v.x)
    });
    side
}

/// [`point_in_polygon`] with the corners given by a function of their index.
fn crossings<T: Real>(
    point: &Point2<T>,
    count: usize,
    corner: impl Fn(usize) -> Point2<T>,
) -> bool {
    let mut inside = false;
    for i in 0..count {
        let (start, end) = (corner(i), corner((i + 1) % count));
        let (low, high) = if start.y <= end.y { (start, end) } else { (end, start) };
        if point.y < low.y || point.y > high.y {
            continue;
        }
        if low.y == high.y {
            // A horizontal edge at the height of the point: the point is on the edge or next to it,
            // and the ray does not cross it.
            if low.x.lesser(high.x) <= point.x && point.x <= low.x.greater(high.x) {
                return true;
            }
            continue;
        }
        let left = side(&low, &high, point);
        if left == T::zero() {
            return true;
        }
        if point.y < high.y && left > T::zero() {
            inside = !inside;
        }
    }
    inside
}

/// Whether a point is in a convex polygon, both in the plane, with the corners counterclockwise.
/// The number of steps is logarithmic in the number of corners, but linear for a point on the line
/// of the last edge.
///
/// Corners within an edge, and repeated corners, are allowed. Fewer than three corners are a
/// segment or a point. The answer is wrong if the corners are clockwise or the polygon is not
/// convex. Decided correctly up to 4 `EPSILON` of the largest coordinate; exact on small integers.
/// Source: Ericson, 5.4.1.
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::point_in;
/// let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Point2::from);
/// assert!(point_in::point_in_convex_polygon(&Point2::new(4.0, 1.0), &square));
/// assert!(!point_in::point_in_convex_polygon(&Point2::new(4.1, 1.0), &square));
/// ```
#[must_use]
pub fn point_in_convex_polygon<T: Real>(point: &Point2<T>, polygon: &[Point2<T>]) -> bool {
    let count = polygon.len();
    if count < 3 {
        return point_in_polygon(point, polygon);
    }
    let side = |i: usize, j: usize| side(&polygon[i], &polygon[j], point);
    // The fan of triangles at corner 0: find the two consecutive rays of the fan between which the
    // point is.
    let (mut low, mut high) = (0, count);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if side(0, middle) >= T::zero() {
            low = middle;
        } else {
            high = middle;
        }
    }
    if low == 0 {
        return false;
    }
    if high == count {
        // Outside, unless on the line of the last edge, where several corners may be collinear.
        return side(0, count - 1) == T::zero() && point_in_polygon(point, polygon);
    }
    // A point on the line of the first ray of the fan is inside only if it is not behind the start
    // of the ray.
    side(low, high) >= T::zero() && (side(0, low) > T::zero() || side(high, 0) >= T::zero())
}

/// Whether the projection of a point on the plane of a polygon is in the polygon; for a point in
/// the plane, whether the point is.
///
/// The plane has Newell's normal (the signed areas of the projections on the coordinate planes) and
/// contains the first corner. Corners off the plane are projected along the coordinate axis in
/// which the normal is largest. A polygon without area has no plane and contains nothing. Decided
/// correctly up to 16 `EPSILON` of the largest coordinate, for polygons whose width and length are
/// similar. Source: Ericson, 5.4.1.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::point_in;
/// let tilted = [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [4.0, 4.0, 4.0], [0.0, 4.0, 0.0]];
/// let tilted = tilted.map(Point3::from);
/// assert!(point_in::point_in_polygon_3d(&Point3::new(2.0, 1.0, 2.0), &tilted));
/// assert!(!point_in::point_in_polygon_3d(&Point3::new(2.0, 5.0, 2.0), &tilted));
/// ```
#[must_use]
pub fn point_in_polygon_3d<T: Real>(point: &Point3<T>, polygon: &[Point3<T>]) -> bool {
    let Some(first) = polygon.first() else { return false };
    let size = polygon.iter().fold(largest_component(&point.coords), |size, corner| {
        size.greater(largest_component(&corner.coords))
    });
    let scale = scale_for(size).unwrap_or(T::one());
    let corner = |i: usize| polygon[i] * scale;
    let first = first * scale;
    let mut normal: Vector3<T> = Vector3::zeros();
    for i in 0..polygon.len() {
        let (p, q) = (corner(i) - first, corner((i + 1) % polygon.len()) - first);
        normal += p.cross(&q);
    }
    let normal_size = largest_component(&normal);
    if normal_size == T::zero() {
        return false;
    }
    let normal = normal / normal_size;
    let dropped = (0..3).find(|&i| normal[i].abs() == T::one()).unwrap_or(2);
    let in_plane = |p: Point3<T>| Point2::new(p[(dropped + 1) % 3], p[(dropped + 2) % 3]);
    let from_first = point * scale - first;
    let foot = point * scale - normal * (normal.dot(&from_first) / normal.dot(&normal));
    crossings(&in_plane(foot), polygon.len(), |i| in_plane(corner(i)))
}
