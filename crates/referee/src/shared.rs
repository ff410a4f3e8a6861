//! What two placed triangles share, in rational arithmetic.
//!
//! A corner of the shared set is on an edge of one triangle and in the other: inside of both,
//! either the planes differ and the set extends along their common line, or it extends to all
//! sides. So the corners are among the ends of what each edge keeps when the half spaces of the
//! other triangle clip it.

use num_rational::BigRational;
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::{cross, dot, half_spaces, is_zero, minus};
use crate::triangles::{Vector, clipped, place, zero};

/// The corners of a triangle in the world.
#[must_use]
pub fn placed(triangle: &Triangle, pose: &Pose) -> [[BigRational; 3]; 3] {
    triangle.map(|corner| place(pose, &corner))
}

/// The corners of what two closed triangles share, in the world, in no particular order: none if
/// they do not meet, one of a point, two of a segment, three to six of a polygon.
#[must_use]
pub fn shared_corners(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
) -> Vec<[BigRational; 3]> {
    let (a, b) = (placed(a, pose_a), placed(b, pose_b));
    let mut ends: Vec<Vector> = Vec::new();
    for (own, other) in [(&a, half_spaces(&b)), (&b, half_spaces(&a))] {
        for i in 0..3 {
            let (p, q) = (&own[i], &own[(i + 1) % 3]);
            for share in clipped(p, q, &other).into_iter().flatten() {
                let end = [0, 1, 2].map(|k| &p[k] + &share * (&q[k] - &p[k]));
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
        }
    }
    // What is between two others is no corner.
    let is_between = |x: &Vector, p: &Vector, q: &Vector| {
        let (to_p, to_q) = (minus(p, x), minus(q, x));
        is_zero(&cross(&to_p, &to_q)) && dot(&to_p, &to_q) < zero()
    };
    let is_corner = |x: &&Vector| !ends.iter().any(|p| ends.iter().any(|q| is_between(x, p, q)));
    ends.iter().filter(is_corner).cloned().collect()
}
