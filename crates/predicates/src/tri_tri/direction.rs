//! The direction from one placed triangle to another that does not meet it.
//!
//! The vector between the closest points, in double words, is taken where the gap along it is its
//! length, almost: then no other direction shows a larger one. Where the vector is so short that
//! its own error, times the sizes, hides that, or that `f64` does not tell which features are the
//! closest, it is the vector between two features whose length is the exact distance; of several
//! the one with the largest gap. Below some 2^-90 of the sizes these are not known either; then it
//! is a direction that separates two triangles that touch.
//!
//! # Lemma
//!
//! If the gap of A and B along a unit vector `n` is `g`, then B moved by `s n` with `s >= 0` has a
//! distance of at least `g + s`. *Proof.* All of B is at least `g + s` higher along `n` than all
//! of A. *End.* So a direction that is off costs no more than `d - g` of the distance `d`: at most
//! `d 2^-44` in the first case, the rounding of the direction times the sizes in the last.

use nalgebra::Vector3;

use super::distance::RoundedDistance;
use super::refined::{Double3, RefinedPair, cross, dot, in_range, minus, scaled};
use super::stages::Stages;
use crate::numbers::double_double::Double;
use crate::numbers::sizes::unit_vector;
use crate::numbers::unit_scale::unit_scale;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// The gap along the vector between two points is at least its length times this: for distances
/// down to some 2^-26 of the sizes it is, as the vector is off by 2^-96 of them, which turns what
/// is as long as these.
const GOOD: f64 = 1.0 - 1.0 / (1_u64 << 44) as f64;

/// So much of the distance the length of the vector between the closest features may be off. Its
/// own error is 2^-96 of the sizes.
const LENGTH_ERR: f64 = 1.0 / (1_u64 << 38) as f64;

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
    let exact = rounded.refine(a, b, placement, &mut Stages::default()).upper;
    let is_as_long = |way: &Double3| {
        let length = dot(way, way).high.sqrt();
        (length - exact).abs() <= exact * LENGTH_ERR
    };
    let along = |way: Double3| {
        let largest = rounded_off(&way).amax();
        let way = scaled(&way, Double::of(unit_scale(largest)));
        let gap = pair.gap_along(&way).high / rounded_off(&way).norm();
        gap.is_finite().then_some((gap, way))
    };
    let mut ways = ways(pair.corners());
    if ways.iter().any(is_as_long) {
        ways.retain(is_as_long);
    }
    let both = ways.into_iter().flat_map(|way| [way, way.map(|x| Double::ZERO.minus(x))]);
    let best = both.filter_map(along);
    let best = best.reduce(|best, next| if best.0 < next.0 { next } else { best });
    // Without negative zeros.
    best.and_then(|(_, way)| unit_vector(&rounded_off(&way))).map(|way| way.map(|x| x + 0.0))
}

fn rounded_off(way: &Double3) -> Vector3<f64> {
    way.map(|x| x.high).into()
}

/// The vectors between two corners, a corner and the line of an edge, the lines of two edges, a
/// corner and the plane of a triangle. One is that between the closest points. Of triangles that no
/// more than touch one of these separates them, either way along it, or else an edge or what is
/// across an edge in the larger's plane.
fn ways([x, y]: [&[Double3; 3]; 2]) -> Vec<Double3> {
    let edges = |p: &[Double3; 3]| [0, 1, 2].map(|k| minus(&p[(k + 1) % 3], &p[k]));
    let (u, v) = (edges(x), edges(y));
    let [of_a, of_b] = [&u, &v].map(|edges| cross(&edges[0], &edges[1]));
    let size = |way: &Double3| rounded_off(way).amax();
    let larger = if size(&of_a) >= size(&of_b) { of_a } else { of_b };
    let mut ways = Vec::new();
    for i in 0..3 {
        for j in 0..3 {
            let way = minus(&y[j], &x[i]);
            ways.extend([way, across(&way, &u[i]), across(&way, &v[j])]);
            for axis in [cross(&u[i], &v[j]), of_a, of_b] {
                ways.extend([part_along(&way, &axis), axis]);
            }
        }
    }
    ways.extend(u.iter().chain(&v).flat_map(|edge| [*edge, cross(&larger, edge)]));
    ways
}

/// The part of a vector along another.
fn part_along(way: &Double3, axis: &Double3) -> Double3 {
    scaled(axis, dot(way, axis).over(dot(axis, axis)))
}

/// A vector without its part along another: what the first step leaves, the second takes.
fn across(way: &Double3, edge: &Double3) -> Double3 {
    let per_square = dot(edge, edge).high.recip();
    (0..2).fold(*way, |way, _| {
        minus(&way, &scaled(edge, Double::of(dot(&way, edge).high * per_square)))
    })
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Point3, Vector3};

    use super::{Placement, triangles_direction};
    use crate::pose::Pose;

    /// A corner 3e-16 beside an edge: along the vector between the two the gap is 6 % too small, as
    /// the vector's error turns the edge, and across other edges it seems larger.
    #[test]
    fn a_corner_beside_an_edge() {
        let turn = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
        let pose = |at: Vector3<f64>| Pose::new(turn, at).expect("a pose");
        let there = Vector3::new(0.2114723207477609, -0.8210102043553386, -1.10576785369545);
        let placement = Placement::new(&pose(Vector3::zeros()), &pose(there));
        let corner = Point3::new(-0.5851361693943327, -0.21487043367780112, -0.8851981971935761);
        let others = [
            [0.5824203113483808, -0.3409889766146086, -0.711576217375776],
            [-0.5828738635317015, 0.5125276572608821, 0.2663055143314632],
            [-0.37958904501080104, -0.9310175988818172, 0.18233590332798055],
            [0.10762429636156057, -0.4895068647194405, -0.8998683335689801],
        ];
        let b = [
            [0.4740537102945297, -0.5815370349921778, 0.036174461519036694],
            [0.18768377299461614, 0.11357520172465163, 0.2578778472159775],
            [0.9286507856216015, 0.05215827614302104, -0.3112678522862109],
        ];
        // By fractions.
        let expected = Vector3::new(-0.3023488747576675, -0.004046407564539041, -0.953188745484646);
        for n in 0..4 {
            let a = [corner, others[n].into(), others[(n + 1) % 4].into()];
            let found = triangles_direction(&a, &b.map(Point3::from), &placement);
            let off = found.map(|found| (found - expected).norm());
            assert!(off.is_some_and(|off| off < 1e-9), "{n}: {found:?}");
        }
    }
}
