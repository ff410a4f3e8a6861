//! The direction from one placed triangle to another that does not meet it.
//!
//! The vector between the closest points, in double words, is taken where the gap along it is its
//! length, almost: then no other direction shows a larger one. For triangles that are so close
//! that
//! `f64` does not tell which features are the closest, all vectors between features are tried, and
//! the one with the largest gap is it. Below some 2^-90 of the sizes these are not known either;
//! then it is a direction that separates two triangles that touch.
//!
//! # Lemma
//!
//! If the gap of A and B along a unit vector `n` is `g`, then B moved by `s n` with `s >= 0` has a
//! distance of at least `g + s`. *Proof.* All of B is at least `g + s` higher along `n` than all
//! of A. *End.* So a direction that is off costs no more than `d - g` of the distance `d`: at most
//! `d 2^-44` in the first case, the rounding of the direction times the sizes in the second.

use nalgebra::Vector3;

use super::distance::RoundedDistance;
use super::refined::{Double3, RefinedPair, cross, dot, in_range, minus, scaled};
use crate::numbers::double_double::Double;
use crate::numbers::sizes::unit_vector;
use crate::numbers::unit_scale::unit_scale;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// The gap along the vector between two points is at least its length times this: for distances
/// down to some 2^-50 of the sizes it is, as the vector is off by 2^-96 of them.
const GOOD: f64 = 1.0 - 1.0 / (1_u64 << 44) as f64;

/// The vector of length one in the world, up to some roundings, from the point of A's triangle
/// that is closest to B's to that of B's; of triangles that do not meet. `a` and `b` are in the
/// frames of their meshes. B moved along it parts from A by as much as it moves.
///
/// Where several points are closest, as of parallel faces, all have it in common. `None` if none
/// is found, as of triangles that meet in points.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_predicates::{Placement, Pose, triangles_direction};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// for height in [1.0, 1e-30, -1e-200] {
///     let there = Pose::from_translation([0.25, 0.25, height])?;
///     let placement = Placement::new(&Pose::identity(), &there);
///     let found = triangles_direction(&triangle, &triangle, &placement);
///     assert_eq!(found, Some(Vector3::z() * f64::signum(height)));
/// }
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn triangles_direction(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Option<Vector3<f64>> {
    match in_range(a, b, placement) {
        None => direction(a, b, placement),
        Some((a, b, placement, _)) => direction(&a, &b, &placement),
    }
}

fn direction(a: &Triangle, b: &Triangle, placement: &Placement) -> Option<Vector3<f64>> {
    let rounded = RoundedDistance::new(a, b, placement);
    let pair = RefinedPair::new(a, b, placement);
    let way = rounded.way_in(&pair);
    let (square, gap) = (dot(&way, &way).high, pair.gap_along(&way).high);
    if square > 0.0 && gap >= square * GOOD {
        return unit_vector(&rounded_off(&way));
    }
    let along = |way: Double3| {
        let largest = rounded_off(&way).amax();
        let way = scaled(&way, Double::of(unit_scale(largest)));
        let gap = pair.gap_along(&way).high / rounded_off(&way).norm();
        gap.is_finite().then_some((gap, way))
    };
    let ways = ways(pair.corners()).into_iter();
    let both = ways.flat_map(|way| [way, way.map(|x| Double::ZERO.minus(x))]).filter_map(along);
    let best = both.reduce(|best, next| if best.0 < next.0 { next } else { best });
    // Without negative zeros.
    best.and_then(|(_, way)| unit_vector(&rounded_off(&way))).map(|way| way.map(|x| x + 0.0))
}

fn rounded_off(way: &Double3) -> Vector3<f64> {
    way.map(|x| x.high).into()
}

/// Both ways along these: between two corners, from a corner to the line of an edge, across two
/// edges, across a triangle. One is that between the closest points. Of triangles that no more
/// than touch one separates them, or else an edge or what is across an edge in the larger's plane.
fn ways([x, y]: [&[Double3; 3]; 2]) -> Vec<Double3> {
    let edges = |p: &[Double3; 3]| [0, 1, 2].map(|k| minus(&p[(k + 1) % 3], &p[k]));
    let (u, v) = (edges(x), edges(y));
    let [of_a, of_b] = [&u, &v].map(|edges| cross(&edges[0], &edges[1]));
    let size = |way: &Double3| rounded_off(way).amax();
    let larger = if size(&of_a) >= size(&of_b) { of_a } else { of_b };
    let mut ways = vec![of_a, of_b];
    for i in 0..3 {
        for j in 0..3 {
            let way = minus(&y[j], &x[i]);
            ways.extend([way, across(&way, &u[i]), across(&way, &v[j]), cross(&u[i], &v[j])]);
        }
    }
    ways.extend(u.iter().chain(&v).flat_map(|edge| [*edge, cross(&larger, edge)]));
    ways
}

/// A vector without its part along another: what the first step leaves, the second takes.
fn across(way: &Double3, edge: &Double3) -> Double3 {
    let per_square = dot(edge, edge).high.recip();
    (0..2).fold(*way, |way, _| {
        minus(&way, &scaled(edge, Double::of(dot(&way, edge).high * per_square)))
    })
}
