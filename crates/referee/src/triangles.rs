//! Two placed triangles in rational arithmetic: slow and simple.
//!
//! Two closed triangles meet if and only if an edge of one meets the other. The other closed
//! triangle is an intersection of half spaces, and each of them clips the parameter interval 0 to 1
//! of the edge; what remains is the common part. Segments and points are intersections of half
//! spaces too.

use nalgebra::Point3;
use num_rational::BigRational;
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::{self, cross, dot, half_spaces, is_zero, minus};
use crate::rational::exact;

pub(crate) type Vector = [BigRational; 3];
pub(crate) type HalfSpace = half_spaces::HalfSpace<BigRational>;

/// Whether two closed triangles share a point, each given in the frame of its body and placed by
/// the pose of its body, in exact arithmetic.
#[must_use]
pub fn meet(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let a = a.map(|corner| place(pose_a, &corner));
    let b = b.map(|corner| place(pose_b, &corner));
    some_edge_meets(&a, &half_spaces(&b)) || some_edge_meets(&b, &half_spaces(&a))
}

/// Whether an edge of one triangle goes through the inside of the other: its ends are strictly on
/// both sides of the other's plane, and it meets that plane strictly within the three sides. In
/// exact arithmetic; triangles that meet otherwise only touch.
#[must_use]
pub fn pierce(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let a = a.map(|corner| place(pose_a, &corner));
    let b = b.map(|corner| place(pose_b, &corner));
    some_edge_pierces(&a, &b) || some_edge_pierces(&b, &a)
}

fn some_edge_pierces(corners: &[Vector; 3], other: &[Vector; 3]) -> bool {
    // Both sides of the plane, and three sides; segments and points have no inside.
    let all = half_spaces(other);
    let normal = cross(&minus(&other[1], &other[0]), &minus(&other[2], &other[1]));
    if is_zero(&normal) {
        return false;
    }
    let (plane, sides) = all.split_at(2);
    let height = |p: &Vector| dot(&plane[0].normal, p) - &plane[0].offset;
    (0..3).any(|i| {
        let (p, q) = (&corners[i], &corners[(i + 1) % 3]);
        let (at_p, at_q) = (height(p), height(q));
        let opposite = (at_p > zero() && at_q < zero()) || (at_p < zero() && at_q > zero());
        opposite && {
            let share = &at_p / (&at_p - &at_q);
            let through = [0, 1, 2].map(|k| &p[k] + &share * (&q[k] - &p[k]));
            sides.iter().all(|side| dot(&side.normal, &through) < side.offset)
        }
    })
}

pub(crate) fn place(pose: &Pose, point: &Point3<f64>) -> Vector {
    let (r, t, p) = (pose.rotation(), pose.translation(), point.coords.map(exact));
    [0, 1, 2].map(|row| {
        let products = (0..3).map(|k| exact(r[(row, k)]) * &p[k]);
        products.fold(exact(t[row]), |sum, term| sum + term)
    })
}

pub(crate) fn zero() -> BigRational {
    exact(0.0)
}

pub(crate) fn some_edge_meets(corners: &[Vector; 3], other: &[HalfSpace]) -> bool {
    (0..3).any(|i| segment_meets(&corners[i], &corners[(i + 1) % 3], other))
}

fn segment_meets(p: &Vector, q: &Vector, other: &[HalfSpace]) -> bool {
    clipped(p, q, other).is_some()
}

/// The first and the last `s` of `p + s (q - p)`, `0 <= s <= 1`, that remain after clipping by
/// every half space, if any do.
pub(crate) fn clipped(p: &Vector, q: &Vector, other: &[HalfSpace]) -> Option<[BigRational; 2]> {
    let (mut first, mut last) = (exact(0.0), exact(1.0));
    for HalfSpace { normal, offset } in other {
        // How far outside the two ends are.
        let (at_p, at_q) = (dot(normal, p) - offset, dot(normal, q) - offset);
        if at_p == at_q {
            if at_p > zero() {
                return None;
            }
            continue;
        }
        let crossing = &at_p / (&at_p - &at_q);
        if at_q > at_p {
            last = last.min(crossing);
        } else {
            first = first.max(crossing);
        }
        if first > last {
            return None;
        }
    }
    Some([first, last])
}
