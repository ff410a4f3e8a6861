//! Two oriented boxes, by 15 separating axes, for any number type.
//!
//! The engine's own test is [`box_separating_axis`](crate::box_separating_axis), with the relative pose
//! given and the slack derived by its caller. This one starts from two boxes in one frame, as the
//! books do, and counts what they count: 24 absolute values, 117 multiplications and 87 additions
//! if no axis separates, and for the slack one multiplication and 20 additions more.

use nalgebra::Vector3;

use crate::vectors::sum;
use crate::{Obb, Real};

/// What rounding can move a projection, per axis of length one, in ε of all half sides together.
///
/// Where boxes touch, their centres are not farther apart than this sum, and everything projected
/// is shorter. A dot product of unit vectors errs by less than 2 ε and axes orthonormal to a few
/// roundings add as much; two such products and the sums stay below 8, and 16 leaves a factor of
/// two.
const SLACK: f64 = 16.0;

/// Whether two closed oriented boxes share a point.
///
/// Both are in one frame and unit, the caller's. Boxes without extent are points, segments or
/// rectangles. "Apart" is certain for axes orthonormal to a few roundings, and is said whenever the
/// gap is above 64 ε of (the sum of all half sides), or, where edges are at an angle of small sine,
/// above the lesser of that sine and of 16 ε over it, at most 4 sqrt(ε), of the sum: the cross product
/// of nearly parallel edges is no axis any more, and the slack keeps it from separating anything.
/// Source: Gottschalk, Lin, Manocha, "OBBTree" (1996); "Programmers' Computational Geometry",
/// 9.2.6, with the half sides of the box they belong to; guard against parallel edges after Ericson
/// 5.2.1.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let turned = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let at = |axes, x| Obb { axes, center: Point3::new(x, 0.0, 0.0), half: Vector3::repeat(1.0) };
/// // It reaches to 1, and the turned one by 1.4 from its centre.
/// let upright = at(Matrix3::identity(), 0.0);
/// assert!(overlap::obb_obb(&upright, &at(turned, 2.25)));
/// assert!(!overlap::obb_obb(&upright, &at(turned, 2.5)));
/// ```
#[inline]
#[must_use]
pub fn obb_obb<T: Real>(a: &Obb<T>, b: &Obb<T>) -> bool {
    let (a_half, b_half) = (&a.half, &b.half);
    // B seen from A: nine products of axes, and the centre.
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

/// The same after a look at the balls around the boxes, which part most pairs that are far apart.
///
/// Answers what [`obb_obb`] answers; only a pair that this says to meet by its slack alone may be
/// apart.
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

/// Whether the balls through the corners of two boxes share a point; if not, the boxes do not
/// either.
///
/// Both are in one frame and unit, the caller's. The balls are taken larger by 32 ε, so that
/// "apart" is certain. Source: "Programmers' Computational Geometry", 9.2.6.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, overlap};
/// let half = Vector3::new(1.0, 2.0, 2.0); // a ball of radius 3
/// let at = |x| Obb { axes: Matrix3::identity(), center: Point3::new(x, 0.0, 0.0), half };
/// assert!(overlap::bounding_spheres_meet(&at(0.0), &at(6.0))); // though the boxes do not
/// assert!(!overlap::bounding_spheres_meet(&at(0.0), &at(6.5)));
/// ```
#[inline]
#[must_use]
pub fn bounding_spheres_meet<T: Real>(a: &Obb<T>, b: &Obb<T>) -> bool {
    let between = b.center - a.center;
    let reach = a.half.dot(&a.half).sqrt() + b.half.dot(&b.half).sqrt();
    let grown = reach * (T::one() + T::EPSILON * T::from_f64(2.0 * SLACK));
    between.dot(&between) <= grown * grown
}
