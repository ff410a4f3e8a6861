//! The frame of a triangle: its longest edge and the height on it.
//!
//! The two are perpendicular to full precision, however thin the triangle is: the height is
//! orthogonalised twice, the second time to remove the rounding error of the first ("twice is
//! enough", Kahan in Parlett, "The Symmetric Eigenvalue Problem", 6.9). The error of coordinates in
//! this frame is a few roundings of the point, whereas the error of barycentric coordinates of two
//! edges is larger by the ratio of length to width.

use nalgebra::{Point3, Vector3};

use crate::Real;
use crate::vectors::length;

/// Bound on the rounding error of the height, in `EPSILON` of the longest edge.
const HEIGHT_ROUNDOFFS: f64 = 16.0;

/// The longest edge and the height of a triangle; see the module documentation. All lengths are in
/// range.
pub(crate) struct TriangleFrame<T: Real> {
    /// The start of the longest edge.
    corner: Point3<T>,
    /// The longest edge.
    base: Vector3<T>,
    /// From the foot of the height, on the line of the base, to the third corner.
    height: Vector3<T>,
    /// The parameter of the foot of the height on the base, 0 to 1.
    foot: T,
    base_sq: T,
    height_sq: T,
}

impl<T: Real> TriangleFrame<T> {
    /// `None` for a triangle that is a segment or a point.
    #[inline]
    pub(crate) fn of(triangle: &[Point3<T>; 3]) -> Option<Self> {
        let edges = [0, 1, 2].map(|i| triangle[(i + 1) % 3] - triangle[i]);
        let squares = edges.map(|edge| edge.dot(&edge));
        let longest = if squares[0] >= squares[1] && squares[0] >= squares[2] {
            0
        } else if squares[1] >= squares[2] {
            1
        } else {
            2
        };
        let (corner, base, base_sq) = (triangle[longest], edges[longest], squares[longest]);
        if !(base_sq > T::zero()) {
            return None;
        }
        let side = -edges[(longest + 2) % 3];
        let foot = side.dot(&base) / base_sq;
        let once = side - base * foot;
        let height = once - base * (once.dot(&base) / base_sq);
        let height_sq = height.dot(&height);
        (height_sq > T::zero()).then_some(Self { corner, base, height, foot, base_sq, height_sq })
    }

    /// The projection of a point on the plane of the triangle, if it is in the triangle.
    #[inline]
    pub(crate) fn foot_inside(&self, point: &Point3<T>) -> Option<Point3<T>> {
        let from_corner = point - self.corner;
        let along = from_corner.dot(&self.base) / self.base_sq;
        let up = from_corner.dot(&self.height) / self.height_sq;
        // The barycentric weights of the three corners.
        let second = along - up * self.foot;
        let first = T::one() - up - second;
        (up >= T::zero() && second >= T::zero() && first >= T::zero())
            .then(|| self.corner + self.base * along + self.height * up)
    }

    /// The normal; the corners are counterclockwise seen from its side. Its length is twice the
    /// area.
    #[inline]
    pub(crate) fn normal(&self) -> Vector3<T> {
        self.base.cross(&self.height)
    }

    /// The projection on the normal of the vector from the start of the base to a point, times the
    /// length of the normal.
    #[inline]
    pub(crate) fn volume(&self, point: &Point3<T>) -> T {
        self.normal().dot(&(point - self.corner))
    }

    /// The signed distance from the plane, positive on the side of the normal. `None` if the
    /// triangle is a segment up to rounding, because its normal would be mostly rounding.
    #[inline]
    pub(crate) fn elevation(&self, point: &Point3<T>) -> Option<T> {
        let noise = T::from_f64(HEIGHT_ROUNDOFFS) * T::EPSILON;
        let normal = self.normal();
        let twice_area = length(&normal);
        let has_plane = self.height_sq > noise * noise * self.base_sq && twice_area > T::zero();
        has_plane.then(|| normal.dot(&(point - self.corner)) / twice_area)
    }

    /// The length of the longest edge.
    #[inline]
    pub(crate) fn longest(&self) -> T {
        self.base_sq.sqrt()
    }
}
