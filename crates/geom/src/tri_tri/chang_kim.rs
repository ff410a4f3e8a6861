//! The triangle test in the frame of the boxes, rounded: it reuses what the box test has computed.
//!
//! Method: J.-W. Chang, M.-S. Kim, "Efficient triangle-triangle intersection test for OBB-based
//! collision detection", Computers & Graphics 33(3), 2009. A leaf with one triangle has a flat box:
//! the rectangle on the longest edge of the triangle. In the frame of this box a triangle is three
//! numbers, its plane is `z = 0`, and B's corners in A's frame follow from B's three numbers and
//! the relative pose of the box test. A distance that needs three products and more in other tests
//! needs one here: three corners share `r_x h` and `r_y v`, so a plane rejection takes 3 products
//! and 5 sums. After both rejections the intervals on the common line are compared as in
//! [`super::on_line`]. The line has the direction `(0, 0, 1) x n`, so `x` or `y` of A's frame
//! orders its points.
//!
//! Derived from this idea, not copied: the available text of the paper begins at its equation 6.

use nalgebra::{Matrix3, Point3, Vector3};

use super::in_plane::planar_triangles_meet;
use super::on_line::{intervals_meet, on_one_side};
use crate::{Obb, Real};

/// If the planes have not separated the triangles, heights over the other plane below this many
/// epsilons of the sizes of the boxes are set to zero: the error of the relative pose and its
/// products is about 6.
const IN_PLANE: f64 = 16.0;

/// A triangle in the frame of its box: the rectangle on its longest edge, in the plane `z = 0`.
///
/// The corners are `(-half_base, -half_height, 0)`, `(half_base, -half_height, 0)` and `(apex,
/// half_height, 0)`. The half extents of the box are `(half_base, half_height, 0)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FramedTriangle<T: Real = f64> {
    /// Half of the longest edge.
    pub half_base: T,
    /// Half of the height over the longest edge.
    pub half_height: T,
    /// The coordinate of the third corner along the base, from its centre.
    pub apex: T,
}

impl<T: Real> FramedTriangle<T> {
    /// A triangle in its frame, and its box in the frame of the corners.
    ///
    /// The axes are right-handed and orthonormal to a few epsilons; each corner is reproduced
    /// within a few epsilons of its size. A segment has height 0 and arbitrary perpendicular axes,
    /// a point has the unit axes. No finite triangle gives NaN, unless a difference of its
    /// coordinates overflows.
    ///
    /// ```
    /// use nalgebra::Point3;
    /// use obbtree_geom::FramedTriangle;
    /// let corners = [[1.0, 1.0, 0.0], [1.0, 1.0, 4.0], [1.0, 3.0, 1.0]].map(Point3::from);
    /// let (framed, its_box) = FramedTriangle::of(&corners);
    /// assert_eq!(framed, FramedTriangle { half_base: 2.0, half_height: 1.0, apex: -1.0 });
    /// let back = its_box.axes * framed.corners()[2].coords + its_box.center.coords;
    /// assert_eq!(back, corners[2].coords);
    /// ```
    #[must_use]
    pub fn of(triangle: &[Point3<T>; 3]) -> (Self, Obb<T>) {
        let zero = T::zero();
        let edges: [Vector3<T>; 3] = std::array::from_fn(|i| triangle[(i + 1) % 3] - triangle[i]);
        let size = edges.iter().flatten().fold(zero, |most, &x| most.greater(x.abs()));
        if !(size > zero) {
            let framed = Self { half_base: zero, half_height: zero, apex: zero };
            let half = Vector3::repeat(zero);
            return (framed, Obb { axes: unit_axes(), center: triangle[0], half });
        }
        // Scaled to near one, so that squares of very long and very short edges stay in range.
        let scaled = edges.map(|edge| edge / size);
        let squares = scaled.each_ref().map(|edge| edge.dot(edge));
        let longest = (1..3).fold(0, |most, i| if squares[i] > squares[most] { i } else { most });
        let base = squares[longest].sqrt();
        let x = scaled[longest] / base;
        // From the start of the base to the third corner: the negative of the edge that leads back.
        let to_apex = -scaled[(longest + 2) % 3];
        let along = x.dot(&to_apex);
        let (y, height) = match unit_vector(&(to_apex - x * along)) {
            // A second pass removes the component of x that rounding left in the y of a very thin
            // triangle.
            Some(y) => {
                let y = unit_vector(&(y - x * x.dot(&y))).unwrap_or(y);
                (y, y.dot(&to_apex))
            }
            None => (perpendicular_to(&x), zero),
        };
        let half = T::from_f64(0.5);
        let framed = Self {
            half_base: base * half * size,
            half_height: height * half * size,
            apex: (along - base * half) * size,
        };
        let center = triangle[longest] + x * framed.half_base + y * framed.half_height;
        let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
        (
            framed,
            Obb { axes, center, half: Vector3::new(framed.half_base, framed.half_height, zero) },
        )
    }

    /// The three corners in the triangle's frame.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> [Point3<T>; 3] {
        self.planar_corners().map(|[x, y]| Point3::new(x, y, T::zero()))
    }

    #[inline]
    fn planar_corners(&self) -> [[T; 2]; 3] {
        let Self { half_base, half_height, apex } = *self;
        [[-half_base, -half_height], [half_base, -half_height], [apex, half_height]]
    }

    /// `per_x x + per_y y + from` for the three corners: 3 products and 5 sums.
    #[inline]
    fn along(&self, per_x: T, per_y: T, from: T) -> [T; 3] {
        let (base, height) = (per_x * self.half_base, per_y * self.half_height);
        let low = from - height;
        [low - base, low + base, from + height + per_x * self.apex]
    }
}

/// Whether two triangles share a point, **up to rounding**. Each triangle is in the frame of its
/// box; `axes` and `offset` are B's box in the frame of A's box, as in the box test
/// ([`crate::BoxInFrame`]).
///
/// For touching triangles rounding decides. Degenerate triangles are segments or points.
///
/// Accuracy, measured in `docs/lab/TRIANGLES.md` against exact answers: correct unless moving one
/// triangle by 64 epsilons of the size of boxes and offset changes the answer, or the planes agree
/// within about 1e-12 (`f64`) but not within 1e-15, where rounding can decide.
/// [`crate::triangles_meet`] is never wrong. The comparisons have degree 3, and the axes have no
/// unit: lengths between about 1e-100 and 1e100 (`f64`), or 1e-12 and 1e12 (`f32`), neither
/// overflow nor underflow.
///
/// ```
/// use nalgebra::{Matrix3, Vector3};
/// use obbtree_geom::{FramedTriangle, chang_kim_framed};
/// let triangle = FramedTriangle { half_base: 2.0, half_height: 1.0, apex: 0.0 };
/// // B is vertical, its base parallel to A's, its plane through A's centre, translated by `z`.
/// let axes = Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0);
/// let meet = |z: f64| chang_kim_framed(&triangle, &triangle, &axes, &Vector3::new(0.0, 0.0, z));
/// assert!(meet(0.5));
/// assert!(!meet(1.5));
/// ```
#[inline]
#[must_use]
pub fn chang_kim_framed<T: Real>(
    a: &FramedTriangle<T>,
    b: &FramedTriangle<T>,
    axes: &Matrix3<T>,
    offset: &Vector3<T>,
) -> bool {
    let m = axes;
    let mut b_dist = b.along(m[(2, 0)], m[(2, 1)], offset.z);
    if on_one_side(&b_dist) {
        return false;
    }
    // B's plane in A's frame: its normal is B's third axis.
    let (n_x, n_y, n_z) = (m[(0, 2)], m[(1, 2)], m[(2, 2)]);
    let b_plane = n_x * offset.x + n_y * offset.y + n_z * offset.z;
    let mut a_dist = a.along(n_x, n_y, -b_plane);
    if on_one_side(&a_dist) {
        return false;
    }

    // In rotated frames no corner is exactly in the plane of the other triangle; a height that
    // rounding can cause is set to zero.
    let size = a.half_base + a.half_height + b.half_base + b.half_height;
    let reach = size + offset.x.abs() + offset.y.abs() + offset.z.abs();
    let bound = T::from_f64(IN_PLANE) * T::EPSILON * reach;
    let round_to_plane = |dist: &mut [T; 3]| {
        dist.iter_mut().filter(|d| d.abs() <= bound).for_each(|d| *d = T::zero());
        *dist == [T::zero(); 3]
    };
    let (a_in_plane, b_in_plane) = (round_to_plane(&mut a_dist), round_to_plane(&mut b_dist));
    let b_x = || b.along(m[(0, 0)], m[(0, 1)], offset.x);
    let b_y = || b.along(m[(1, 0)], m[(1, 1)], offset.y);
    // In one plane. A degenerate triangle may have a frame in another plane, so the plane of the
    // other one is used.
    if a_in_plane {
        let a_from_b = |k: usize| {
            let back = m[(0, k)] * offset.x + m[(1, k)] * offset.y + m[(2, k)] * offset.z;
            a.along(m[(0, k)], m[(1, k)], -back)
        };
        return planar_triangles_meet(&pairs(a_from_b(0), a_from_b(1)), &b.planar_corners());
    }
    if b_in_plane {
        return planar_triangles_meet(&a.planar_corners(), &pairs(b_x(), b_y()));
    }
    // The line has the direction (-n_y, n_x, 0).
    let (a_along, b_along) = if n_y.abs() > n_x.abs() {
        (a.planar_corners().map(|p| p[0]), b_x())
    } else {
        (a.planar_corners().map(|p| p[1]), b_y())
    };
    intervals_meet((&a_along, &a_dist), (&b_along, &b_dist))
}

/// Whether two triangles, in one frame, share a point, **up to rounding**: [`chang_kim_framed`]
/// with both frames computed for this call. For comparison of answers only, because computing the
/// frames costs several times the test.
///
/// Touching, degenerate triangles and accuracy are as for [`chang_kim_framed`].
///
/// ```
/// use nalgebra::Point3;
/// let horizontal = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ends = [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)];
/// let vertical = |x: f64| ends.map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::chang_kim(&horizontal, &vertical(1.0)));
/// assert!(!obbtree_geom::chang_kim(&horizontal, &vertical(5.0)));
/// ```
#[must_use]
pub fn chang_kim<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    // Relative to a_0, so that large common offsets cost no digits.
    let relative = |t: &[Point3<T>; 3]| t.each_ref().map(|p| Point3::from(p - a[0]));
    let (framed_a, box_a) = FramedTriangle::of(&relative(a));
    let (framed_b, box_b) = FramedTriangle::of(&relative(b));
    let axes = box_a.axes.tr_mul(&box_b.axes);
    let offset = box_a.axes.tr_mul(&(box_b.center - box_a.center));
    chang_kim_framed(&framed_a, &framed_b, &axes, &offset)
}

fn unit_axes<T: Real>() -> Matrix3<T> {
    let (o, l) = (T::zero(), T::one());
    Matrix3::new(l, o, o, o, l, o, o, o, l)
}

/// Three points of the plane from their coordinates.
fn pairs<T: Copy>(x: [T; 3], y: [T; 3]) -> [[T; 2]; 3] {
    [[x[0], y[0]], [x[1], y[1]], [x[2], y[2]]]
}

/// A height of less than this many epsilons of the longest edge is the rounding of zero.
const ROUNDED_HEIGHT: f64 = 8.0;

/// The unit vector in the direction of a vector of size about one; `None` if it is too short to
/// have a direction.
fn unit_vector<T: Real>(v: &Vector3<T>) -> Option<Vector3<T>> {
    let length = v.dot(v).sqrt();
    (length > T::from_f64(ROUNDED_HEIGHT) * T::EPSILON).then(|| v / length)
}

/// A unit vector perpendicular to a unit vector.
fn perpendicular_to<T: Real>(x: &Vector3<T>) -> Vector3<T> {
    let (a, b, c) = (x.x.abs(), x.y.abs(), x.z.abs());
    let (o, l) = (T::zero(), T::one());
    let other = if a <= b && a <= c {
        Vector3::new(l, o, o)
    } else if b <= c {
        Vector3::new(o, l, o)
    } else {
        Vector3::new(o, o, l)
    };
    let perpendicular = x.cross(&other);
    // The smallest component is at most 0.58, so this is at least 0.8 long.
    perpendicular / perpendicular.dot(&perpendicular).sqrt()
}
