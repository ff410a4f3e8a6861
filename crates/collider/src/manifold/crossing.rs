//! Triangles that cross each other: along which segment, and how deep they are in each other.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::Triangle;

use crate::polygon::Few;

/// How far a part of one triangle, over or under the other one, is below the other's plane, at
/// most: the lesser of both. Each comes with its outer normal. 0 where neither is below the other.
pub(super) fn depth_at([a, b]: [&Triangle; 2], [of_a, of_b]: [&Vector3<f64>; 2]) -> f64 {
    let sunk = sunk(a, b, of_b);
    if sunk > 0.0 { sunk.min(self::sunk(b, a, of_a)) } else { 0.0 }
}

/// How far the part of one triangle over or under another one is below this one's plane, at most.
fn sunk(one: &Triangle, other: &Triangle, normal: &Vector3<f64>) -> f64 {
    let [p, q, r] = other;
    let turn = (q - p).cross(&(r - p)).dot(normal).signum();
    let mut left = Few::from(&one.map(|corner| corner - p));
    for (from, to) in [(p, q), (q, r), (r, p)] {
        let inwards = normal.cross(&(to - from)) * turn;
        let start = from - p;
        left = left.above(
            |corner| inwards.dot(&(corner - start)),
            |here, there, part| here + (there - here) * part,
        );
    }
    left.iter().fold(0.0, |most: f64, corner| most.max(-corner.dot(normal)))
}

/// The segment that two triangles have in common, rounded.
pub(super) fn segment(a: &Triangle, b: &Triangle) -> Option<[Point3<f64>; 2]> {
    let mut ends: Few<Point3<f64>> = Few::default();
    for (one, other) in [(a, b), (b, a)] {
        for k in 0..3 {
            if let Some(point) = crossing([&one[k], &one[(k + 1) % 3]], other) {
                ends.push(point);
            }
        }
    }
    let mut longest: Option<(f64, [Point3<f64>; 2])> = None;
    for (n, end) in ends.iter().enumerate() {
        for other in &ends[..n] {
            let square = (end - other).norm_squared();
            if square > longest.map_or(0.0, |(most, _)| most) {
                longest = Some((square, [*other, *end]));
            }
        }
    }
    longest.map(|(_, ends)| ends)
}

/// Where a segment goes through a triangle.
fn crossing([from, to]: [&Point3<f64>; 2], [p, q, r]: &Triangle) -> Option<Point3<f64>> {
    let normal = (q - p).cross(&(r - p));
    let (above, below) = ((from - p).dot(&normal), (to - p).dot(&normal));
    if (above > 0.0) == (below > 0.0) || above == below {
        return None;
    }
    let point = from + (to - from) * (above / (above - below));
    let slack = -ON_EDGE * normal.norm_squared();
    let is_within = |from: &Point3<f64>, to: &Point3<f64>| {
        (to - from).cross(&(point - from)).dot(&normal) >= slack
    };
    (is_within(p, q) && is_within(q, r) && is_within(r, p)).then_some(point)
}

/// A point outside a triangle by less than this part of its area is on its edge.
const ON_EDGE: f64 = 1e-9;
