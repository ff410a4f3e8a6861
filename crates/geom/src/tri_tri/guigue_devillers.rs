//! The triangle test with orientation predicates only, rounded: no intersection point is computed.
//!
//! Method: P. Guigue, O. Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using
//! Orientation Predicates", Journal of Graphics Tools 8(1), 2003. After the two plane rejections
//! the corners are permuted so that the first corner of each triangle is alone on its side of the
//! other's plane, and oriented so that this is the positive side. Then the signs of two volumes
//! order the four points in which the edges at these corners cross the common line. For triangles
//! in one plane, orientations in the plane decide; the decision tree of the paper for this rare
//! case is not used.
//!
//! Derivation of the volumes: let `L` be the common line and `t` a coordinate along it, in the
//! direction for which the crossing of `p_1 p_2` comes before that of `p_1 p_3`. A section
//! perpendicular to `L` shows that, with both first corners on positive sides, the order on the
//! other triangle is reversed: the crossing of `q_1 q_3` comes before that of `q_1 q_2`. So the
//! intervals meet if and only if `t(p_1 p_2) <= t(q_1 q_2)` and `t(q_1 q_3) <= t(p_1 p_3)`. For
//! lines that cross `L` in two points the volume `((p_2 - p_1) x (q_2 - q_1)) . (q_1 - p_1)` is the
//! distance from the first to the second point times the volume of the three directions. The latter
//! is positive, because both edges descend.

use nalgebra::Point3;

use super::on_line::lone_corner;
use super::planes::Planes;
use crate::Real;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by the signs of volumes
/// of four corners.
///
/// Touching triangles meet, if rounding permits. Where every product is exact, as for small
/// integers, the answer is correct, also for touching and coplanar triangles. A degenerate triangle
/// is a segment or a point: `false` is as reliable as for other triangles, but `true` may hold only
/// for a projection of the triangles.
///
/// Accuracy, measured in `docs/lab/TRIANGLES.md` against exact answers: correct unless moving one
/// triangle by 64 epsilons of its size changes the answer, or the planes agree within about 1e-12
/// (`f64`). [`crate::triangles_meet`] is never wrong. The volumes have degree 3: lengths between
/// about 1e-100 and 1e100 (`f64`), or 1e-12 and 1e12 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let horizontal = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ends = [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)];
/// let vertical = |x: f64| ends.map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::guigue_devillers(&horizontal, &vertical(1.0)));
/// assert!(!obbtree_geom::guigue_devillers(&horizontal, &vertical(5.0)));
/// ```
#[inline]
#[must_use]
pub fn guigue_devillers<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let Planes { a_dist, b_dist, .. } = match Planes::compare(a, b) {
        Ok(planes) => planes,
        Err(answer) => return answer,
    };
    let (first_a, a_is_positive) = first_corner(&a_dist);
    let (first_b, b_is_positive) = first_corner(&b_dist);
    // Reversing the orientation of one triangle changes the sign of its plane, not of the other's.
    let [p_1, p_2, p_3] = starting_at(a, first_a, b_is_positive);
    let [q_1, q_2, q_3] = starting_at(b, first_b, a_is_positive);

    let between = q_1 - p_1;
    let volume = |p: &Point3<T>, q: &Point3<T>| (p - p_1).cross(&(q - q_1)).dot(&between);
    volume(p_2, q_2) >= T::zero() && volume(p_3, q_3) <= T::zero()
}

/// The corner that becomes the first, and whether it is on the positive side, by its own sign or by
/// that of the others.
#[inline]
fn first_corner<T: Real>(dist: &[T; 3]) -> (usize, bool) {
    let first = lone_corner(dist);
    let (here, next) = (dist[first], dist[(first + 1) % 3]);
    // If the first corner is in the plane, both others are strictly on one side.
    (first, here > T::zero() || (here == T::zero() && next < T::zero()))
}

/// The corners in cyclic order from `first` on; the other two are exchanged unless `keep_order`.
#[inline]
fn starting_at<T: Real>(t: &[Point3<T>; 3], first: usize, keep_order: bool) -> [&Point3<T>; 3] {
    let (second, third) = (&t[(first + 1) % 3], &t[(first + 2) % 3]);
    if keep_order { [&t[first], second, third] } else { [&t[first], third, second] }
}
