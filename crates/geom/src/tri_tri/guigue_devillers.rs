//! The triangle test of orientations alone, rounded: no intersection is ever computed.
//!
//! Method: P. Guigue, O. Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
//! Predicates", Journal of Graphics Tools 8(1), 2003. After the two plane rejections the corners are
//! permuted so that the first of each triangle is alone on its side of the other's plane, and turned
//! so that this is the positive side. Then the signs of two volumes order the four points in which
//! the edges from these corners cross the common line. In one plane, orientations of the plane decide;
//! the paper's decision tree for that rare case is not used.
//!
//! Which volumes, derived: let `L` be the common line and `t` a coordinate along it, in the direction in
//! which the crossing of `p_1 p_2` comes before that of `p_1 p_3`. In a section across `L` one sees that
//! with both first corners on positive sides the order on the other triangle is the opposite one: the
//! crossing of `q_1 q_3` comes before that of `q_1 q_2`. So the intervals meet exactly if
//! `t(p_1 p_2) <= t(q_1 q_2)` and `t(q_1 q_3) <= t(p_1 p_3)`. For lines that cross `L` in two points the
//! volume `((p_2 - p_1) x (q_2 - q_1)) . (q_1 - p_1)` is the way from the first to the second point times
//! the volume of the three directions, and that one is positive, as both edges go down.

use nalgebra::Point3;

use super::on_line::alone;
use super::planes::Planes;
use crate::Real;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by the signs of volumes of
/// four corners.
///
/// Touching is yes where rounding permits. Where every product is exact, as on small integers, the
/// answer is right, touching and common planes included. A triangle without area is a segment or a
/// point: a no can be trusted as for others, a yes may speak of its shadow alone.
///
/// Accuracy, measured in `docs/TRIANGLES.md` against exact answers: right unless moving one triangle by
/// 64 epsilons of its size changes the answer, or the planes agree within about 1e-12 (`f64`), where
/// rounding can decide. [`crate::triangles_meet`] is never wrong. The volumes have degree 3: lengths
/// between about 1e-100 and 1e100 (`f64`), 1e-12 and 1e12 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let flat = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let upright = |x: f64| [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)].map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::guigue_devillers(&flat, &upright(1.0)));
/// assert!(!obbtree_geom::guigue_devillers(&flat, &upright(5.0)));
/// ```
#[inline]
#[must_use]
pub fn guigue_devillers<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let Planes { a_dist, b_dist, .. } = match Planes::compare(a, b) {
        Ok(planes) => planes,
        Err(answer) => return answer,
    };
    let (first_a, a_is_above) = first_corner(&a_dist);
    let (first_b, b_is_above) = first_corner(&b_dist);
    // Turning one triangle over turns the sign of its plane, not that of the other's.
    let [p_1, p_2, p_3] = led_by(a, first_a, b_is_above);
    let [q_1, q_2, q_3] = led_by(b, first_b, a_is_above);

    let between = q_1 - p_1;
    let volume = |p: &Point3<T>, q: &Point3<T>| (p - p_1).cross(&(q - q_1)).dot(&between);
    volume(p_2, q_2) >= T::zero() && volume(p_3, q_3) <= T::zero()
}

/// The corner that leads, and whether it is on the positive side, itself or by the others.
#[inline]
fn first_corner<T: Real>(dist: &[T; 3]) -> (usize, bool) {
    let first = alone(dist);
    let (here, next) = (dist[first], dist[(first + 1) % 3]);
    // A leading corner in the plane has both others strictly on one side.
    (first, here > T::zero() || (here == T::zero() && next < T::zero()))
}

/// The corners in cyclic order from one, the other two exchanged unless `kept`.
#[inline]
fn led_by<T: Real>(t: &[Point3<T>; 3], first: usize, kept: bool) -> [&Point3<T>; 3] {
    let (second, third) = (&t[(first + 1) % 3], &t[(first + 2) % 3]);
    if kept { [&t[first], second, third] } else { [&t[first], third, second] }
}
