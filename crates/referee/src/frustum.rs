//! A triangle and a solid frustum of a cone about the z axis, in rational arithmetic.
//!
//! The triangle is clipped to the heights of the frustum. What remains meets it at an edge, along
//! which `x^2 + y^2 - r(z)^2` is a quadratic polynomial, or around the axis.

use num_rational::BigRational;
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::minus;
use crate::rational::exact;
use crate::self_intersection::clipped;
use crate::triangles::{HalfSpace, Vector, place, zero};

/// Whether a closed placed triangle meets the solid between the disc of the first radius around the
/// origin and that of the second around `(0, 0, height)`, both perpendicular to the z axis;
/// `height` is positive.
///
/// # Panics
/// If a number is not finite.
#[must_use]
pub fn meets_upright_frustum(
    triangle: &Triangle,
    pose: &Pose,
    height: f64,
    radii: [f64; 2],
) -> bool {
    let [height, first, second] = [height, radii[0], radii[1]].map(exact);
    let up = [zero(), zero(), exact(1.0)];
    let down = up.clone().map(|x| -x);
    let corners = triangle.each_ref().map(|corner| place(pose, corner)).to_vec();
    let below_top = clipped(&corners, &HalfSpace { normal: up, offset: height.clone() });
    let polygon = clipped(&below_top, &HalfSpace { normal: down, offset: zero() });
    let radius = |z: &BigRational| &first + (&second - &first) * z / &height;
    let outside = |p: &Vector| &p[0] * &p[0] + &p[1] * &p[1] - radius(&p[2]).pow(2);
    let edges = || (0..polygon.len()).map(|n| [&polygon[n], &polygon[(n + 1) % polygon.len()]]);
    edges().any(|[p, q]| {
        // Its values at 0, at 1, and in the middle determine the polynomial a t^2 + b t + c.
        let at = |t: f64| {
            let offset = minus(q, p);
            outside(&[0, 1, 2].map(|k| &p[k] + exact(t) * &offset[k]))
        };
        let (c, end, middle) = (at(0.0), at(1.0), at(0.5));
        let a = exact(2.0) * (&end + &c) - exact(4.0) * middle;
        let b = &end - &c - &a;
        let is_valley = a > zero() && b < zero() && -b.clone() < exact(2.0) * &a;
        let least = if is_valley { &c - &b * &b / (exact(4.0) * &a) } else { c.clone().min(end) };
        least <= zero()
    }) || surrounds_axis(edges())
}

/// Whether a polygon, seen along the z axis, has the origin strictly inside.
fn surrounds_axis<'p>(edges: impl Iterator<Item = [&'p Vector; 2]>) -> bool {
    let turns: Vec<BigRational> = edges.map(|[p, q]| &p[0] * &q[1] - &p[1] * &q[0]).collect();
    !turns.is_empty()
        && (turns.iter().all(|turn| *turn > zero()) || turns.iter().all(|turn| *turn < zero()))
}
