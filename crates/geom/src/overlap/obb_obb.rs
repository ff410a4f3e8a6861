//! Two oriented boxes, by 15 separating axes, for any number type.
//!
//! The engine itself uses [`box_separating_axis`](crate::box_separating_axis), where the caller
//! gives the relative pose and derives the slack. The function here starts from two boxes in one
//! frame, as the books do, and its operation count agrees with theirs: 24 absolute values, 117
//! multiplications and 87 additions if no axis separates. The slack adds one multiplication and 20
//! additions.

use nalgebra::Vector3;

use crate::vectors::sum;
use crate::{Obb, Real};

/// Bound on the rounding error of a projection on an axis of length one, in ε times the sum of all
/// half extents.
///
/// If boxes touch, the distance of their centres is at most this sum, and no projection is larger.
/// The error of a dot product of unit vectors is less than 2 ε, and axes that are orthonormal to a
/// few roundings add as much. Two such products and the sums stay below 8; 16 leaves a factor of
/// two.
const SLACK: f64 = 16.0;

/// Whether two closed oriented boxes share a point.
///
/// Both are in one frame and unit, the caller's. Degenerate boxes are points, segments or
/// rectangles. The answer `false` is certain if the axes are orthonormal to a few roundings. It is
/// given whenever the gap is above 64 ε of `s`, the sum of all half extents. If two edges are
/// nearly parallel, with sine `x` of their angle, it may need a gap above `min(x, 16 ε / x) s`,
/// which is at most `4 sqrt(ε) s`: the cross product of such edges is mostly rounding, and the
/// slack keeps it from separating.
/// Source: Gottschalk, Lin, Manocha, "OBBTree" (1996); "Programmers' Computational Geometry",
/// 9.2.6, with each half extent taken from the box it belongs to; nearly parallel edges after
/// Ericson 5.2.1.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let rotated = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let at = |axes, x| Obb { axes, center: Point3::new(x, 0.0, 0.0), half: Vector3::repeat(1.0) };
/// // The first box reaches to x = 1, the rotated one to 1.4 from its centre.
/// let aligned = at(Matrix3::identity(), 0.0);
/// assert!(overlap::obb_obb(&aligned, &at(rotated, 2.25)));
/// assert!(!overlap::obb_obb(&aligned, &at(rotated, 2.5)));
/// ```
#[inline]
#[must_use]
pub fn obb_obb<T: Real>(a: &Obb<T>, b: &Obb<T>) -> bool {
    let (a_half, b_half) = (&a.half, &b.half);
    // B in the frame of A: nine products of axes, and the centre.
    let m: [[T; 3]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| a.axes.column(i).dot(&b.axes.column(j))));
    let between = b.center - a.center;
    let t: Vector3<T> = Vector3::new(
        a.axes.column(0).dot(&between),
        a.axes.column(1).dot(&between),
        a.axes.column(2).dot(&between),
    );
    let abs: [[T; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| m[i][j].abs()));
    let slack = T::EPSILON * T::from_f64(SLACK) * (sum(a_half) + sum(b_half));

    for i in 0..3 {
        let of_b = b_half[0] * abs[i][0] + b_half[1] * abs[i][1] + b_half[2] * abs[i][2];
        if t[i].abs() > a_half[i] + of_b + slack {
            return false;
        }
    }
    for j in 0..3 {
        let distance = t[0] * m[0][j] + t[1] * m[1][j] + t[2] * m[2][j];
        let of_a = a_half[0] * abs[0][j] + a_half[1] * abs[1][j] + a_half[2] * abs[2][j];
        if distance.abs() > b_half[j] + of_a + slack {
            return false;
        }
    }
    for i in 0..3 {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            let distance = t[v] * m[u][j] - t[u] * m[v][j];
            let of_a = a_half[u] * abs[v][j] + a_half[v] * abs[u][j];
            let of_b = b_half[k] * abs[i][l] + b_half[l] * abs[i][k];
            if distance.abs() > of_a + of_b + slack {
                return false;
            }
        }
    }
    true
}

/// [`obb_obb`] after a test of the bounding spheres, which separates most pairs that are far from
/// each other.
///
/// The same answer as [`obb_obb`], except that a pair which [`obb_obb`] reports only because of its
/// slack may be reported as separate.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let at = |x| Obb {
///     axes: Matrix3::identity(),
///     center: Point3::new(x, 0.0, 0.0),
///     half: Vector3::repeat(1.0),
/// };
/// assert!(overlap::obb_obb_past_spheres(&at(0.0), &at(2.0))); // touching
/// assert!(!overlap::obb_obb_past_spheres(&at(0.0), &at(9.0)));
/// ```
#[inline]
#[must_use]
pub fn obb_obb_past_spheres<T: Real>(a: &Obb<T>, b: &Obb<T>) -> bool {
    bounding_spheres_meet(a, b) && obb_obb(a, b)
}

/// Whether the spheres through the corners of two boxes share a point. If they do not, the boxes do
/// not either.
///
/// Both are in one frame and unit, the caller's. The radii are enlarged by 32 ε, so that `false` is
/// certain. Source: "Programmers' Computational Geometry", 9.2.6.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let half = Vector3::new(1.0, 2.0, 2.0); // bounding sphere of radius 3
/// let at = |x| Obb { axes: Matrix3::identity(), center: Point3::new(x, 0.0, 0.0), half };
/// assert!(overlap::bounding_spheres_meet(&at(0.0), &at(6.0))); // although the boxes do not
/// assert!(!overlap::bounding_spheres_meet(&at(0.0), &at(6.5)));
/// ```
#[inline]
#[must_use]
pub fn bounding_spheres_meet<T: Real>(a: &Obb<T>, b: &Obb<T>) -> bool {
    let between = b.center - a.center;
    let reach = a.half.dot(&a.half).sqrt() + b.half.dot(&b.half).sqrt();
    let enlarged = reach * (T::one() + T::EPSILON * T::from_f64(2.0 * SLACK));
    between.dot(&between) <= enlarged * enlarged
}
