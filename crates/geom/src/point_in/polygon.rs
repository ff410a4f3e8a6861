//! Point in polygon: crossings of a ray, and binary search for convex polygons (Ericson 5.4.1).

use nalgebra::{Point2, Point3, Vector3};

use crate::Real;
use crate::range::{Pure, in_range, largest, scale_for};

/// Is the point in the polygon, both in the plane? The polygon is closed by the edge from its last
/// corner to its first; either order.
///
/// Where edges cross each other, a point is in if a ray from it leaves the outline an odd number of
/// times. Two corners are a segment, one is a point, none has no point. Decided up to 4 `EPSILON`
/// of the largest coordinate; exact on small integers. Source: Ericson, 5.4.1; the half-open rule
/// for corners on the ray is in Franklin, "PNPOLY".
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

#[inline]
fn lifted<T: Real>(p: &Point2<T>) -> Point3<T> {
    Point3::new(p.x, p.y, T::zero())
}

/// On which side of the line from p to q is r: more than 0 on the left. The number itself is in no
/// unit, only its sign tells.
#[inline]
fn side<T: Real>(p: &Point2<T>, q: &Point2<T>, r: &Point2<T>) -> T {
    let Pure(side) = in_range([lifted(p), lifted(q), lifted(r)], |[p, q, r]| {
        let (u, v) = (q - p, r - p);
        Pure(u.x * v.y - u.y * v.x)
    });
    side
}

/// [`point_in_polygon`] for corners by their number.
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
            // SimdLevel with the point: it is on the edge or beside it, and the ray does not cross.
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

/// Is the point in the convex polygon, both in the plane? Corners counterclockwise; takes as many
/// steps as the number of corners has bits, but all corners for a point on the line of the last
/// edge.
///
/// Corners on an edge, and corners given twice in a row, are allowed. Fewer than three corners are
/// a segment or a point. Corners in clockwise order, or not of a convex polygon, give a wrong
/// answer. Decided up to 4 `EPSILON` of the largest coordinate; exact on small integers. Source:
/// Ericson, 5.4.1.
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
    // The fan of triangles at corner 0: between which two of its rays is the point?
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
        // Outside, unless on the line of the last edge: there corners may be in a row.
        return side(0, count - 1) == T::zero() && point_in_polygon(point, polygon);
    }
    // A point on the line of the first ray is in only if it is not behind its start.
    side(low, high) >= T::zero() && (side(0, low) > T::zero() || side(high, 0) >= T::zero())
}

/// Is the foot of the perpendicular from the point to the polygon's plane in the polygon? For a
/// point in the plane: is it in the polygon?
///
/// The plane is that of the corners' signed areas on the coordinate planes (Newell's normal),
/// through the first corner; corners off it count by their shadow along the coordinate in which the
/// normal is the largest. A polygon without area has no plane and no point. Decided up to 16
/// `EPSILON` of the largest coordinate, for polygons about as wide as long. Source: Ericson, 5.4.1.
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
    let size = polygon
        .iter()
        .fold(largest(&point.coords), |size, corner| size.greater(largest(&corner.coords)));
    let scale = scale_for(size).unwrap_or(T::one());
    let corner = |i: usize| polygon[i] * scale;
    let first = first * scale;
    let mut normal: Vector3<T> = Vector3::zeros();
    for i in 0..polygon.len() {
        let (p, q) = (corner(i) - first, corner((i + 1) % polygon.len()) - first);
        normal += p.cross(&q);
    }
    let normal_size = largest(&normal);
    if normal_size == T::zero() {
        return false;
    }
    let normal = normal / normal_size;
    let drop = (0..3).find(|&i| normal[i].abs() == T::one()).unwrap_or(2);
    let flat = |p: Point3<T>| Point2::new(p[(drop + 1) % 3], p[(drop + 2) % 3]);
    let from_first = point * scale - first;
    let foot = point * scale - normal * (normal.dot(&from_first) / normal.dot(&normal));
    crossings(&flat(foot), polygon.len(), |i| flat(corner(i)))
}
