//! Pairs of triangles of one mesh, in rational arithmetic.
//!
//! The intersection of two closed triangles is a convex polygon, a segment, a point or empty. Its
//! corners are computed: one triangle, clipped by the half spaces whose intersection the other is
//! (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974). The two share more than the convex
//! hull of their common corners if and only if one of these corners is outside of that hull.

use obbtree_mesh::Mesh;
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::{dot, half_spaces, is_zero, minus};
use crate::rational::exact;
use crate::triangles::{HalfSpace, Vector, place, zero};

/// Whether two triangles of one mesh share a point that is not in the convex hull of their common
/// corners, which are those of equal coordinates, or have three different ones in common. In exact
/// arithmetic.
///
/// # Panics
/// If a coordinate is not finite.
#[must_use]
pub fn share_beyond_common_corners(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = [a, b].map(|t| t.map(|corner| place(&Pose::identity(), &corner)));
    let mut common: Vec<&Vector> = a.iter().filter(|corner| b.contains(corner)).collect();
    common.sort();
    common.dedup();
    let shared = half_spaces(&b).iter().fold(a.to_vec(), |polygon, side| clipped(&polygon, side));
    match common[..] {
        [] => !shared.is_empty(),
        [p] => shared.iter().any(|x| x != p),
        [p, q] => shared.iter().any(|x| !is_between(x, p, q)),
        _ => true,
    }
}

/// All pairs of triangles of a mesh for which [`share_beyond_common_corners`] is true, the smaller
/// number first, ascending. Takes time in proportion to the square of their number.
#[must_use]
pub fn self_intersections(mesh: &Mesh) -> Vec<[u32; 2]> {
    let corners: Vec<Triangle> = mesh.corners().collect();
    let mut pairs = Vec::new();
    for (i, a) in corners.iter().enumerate() {
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            let apart = (0..3).any(|k| {
                a.iter().all(|x| b.iter().all(|y| x[k] < y[k]))
                    || a.iter().all(|x| b.iter().all(|y| x[k] > y[k]))
            });
            if !apart && share_beyond_common_corners(a, b) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

/// What of a convex polygon, given by its corners in order, lies in a half space.
pub(crate) fn clipped(polygon: &[Vector], HalfSpace { normal, offset }: &HalfSpace) -> Vec<Vector> {
    let height = |p: &Vector| dot(normal, p) - offset;
    let mut kept = Vec::new();
    for (n, p) in polygon.iter().enumerate() {
        let q = &polygon[(n + 1) % polygon.len()];
        let (at_p, at_q) = (height(p), height(q));
        if at_p <= zero() {
            kept.push(p.clone());
        }
        if (at_p < zero() && at_q > zero()) || (at_p > zero() && at_q < zero()) {
            let share = &at_p / (&at_p - &at_q);
            kept.push([0, 1, 2].map(|k| &p[k] + &share * (&q[k] - &p[k])));
        }
    }
    kept
}

/// Whether a point is on the closed segment from `p` to `q`.
fn is_between(x: &Vector, p: &Vector, q: &Vector) -> bool {
    let (edge, to_x) = (minus(q, p), minus(x, p));
    let along = dot(&edge, &to_x);
    let on_line = is_zero(&[0, 1, 2].map(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        &edge[l] * &to_x[m] - &edge[m] * &to_x[l]
    }));
    on_line && along >= exact(0.0) && along <= dot(&edge, &edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    #[test]
    fn known_cases() {
        let points = [
            [0.0, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [0.0, 4.0, 0.0],
            [2.0, 0.0, 0.0],
            [4.0, 4.0, 0.0],
            [1.0, 1.0, 3.0],
            [1.0, 1.0, -3.0],
            [8.0, 0.0, 0.0],
        ];
        let share = |a: [usize; 3], b: [usize; 3]| {
            let [a, b] = [a, b].map(|t| t.map(|v| Point3::from(points[v])));
            let found = share_beyond_common_corners(&a, &b);
            assert_eq!(found, share_beyond_common_corners(&b, &a));
            found
        };
        assert!(!share([0, 1, 2], [2, 1, 4])); // a square
        assert!(share([0, 1, 2], [0, 1, 4])); // folded
        assert!(!share([0, 1, 2], [0, 1, 5])); // at an angle
        assert!(share([0, 1, 2], [4, 5, 6])); // an edge goes through
        assert!(share([0, 1, 2], [0, 5, 6])); // the same, from a common corner
        assert!(share([0, 1, 2], [3, 4, 5])); // a corner on an edge
        assert!(!share([0, 1, 2], [1, 7, 7])); // a segment that goes on from a corner
        assert!(share([0, 1, 2], [0, 7, 7])); // one along an edge
        assert!(!share([0, 1, 2], [0, 1, 3])); // one that is an edge
        assert!(share([0, 1, 2], [2, 1, 0])); // the same triangle
    }
}
