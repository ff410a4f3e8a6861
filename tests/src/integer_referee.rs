//! Two placed triangles in whole numbers: the referee's method
//! (`crates/referee/src/triangles.rs`), an edge of one clipped by the half spaces of the other,
//! without fractions that are brought to lowest terms, which is where the referee spends its
//! time.
//!
//! All corners are placed exactly and brought to one power of two; parameters of an edge are
//! compared by cross multiplication.

use nalgebra::Point3;
use num_bigint::{BigInt, Sign};
use obbtree::Pose;
use obbtree_predicates::Triangle;
use obbtree_referee::dyadic::{Dyadic, placed};
use obbtree_referee::half_spaces::{self, dot, half_spaces};

type Vector = [BigInt; 3];
type HalfSpace = half_spaces::HalfSpace<BigInt>;

/// Whether two closed triangles share a point, each given in the frame of its body and placed by
/// the pose of its body, in exact arithmetic.
pub fn meet(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let [a, b] = corners(a, pose_a, b, pose_b);
    if a.iter().any(|corner| b.contains(corner)) {
        return true;
    }
    some_edge_meets(&a, &half_spaces(&b)) || some_edge_meets(&b, &half_spaces(&a))
}

/// All six in one unit.
fn corners(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> [[Vector; 3]; 2] {
    let place = |pose: &Pose, corner: &Point3<f64>| placed(pose, corner);
    let placed = [a.map(|corner| place(pose_a, &corner)), b.map(|corner| place(pose_b, &corner))];
    let all = placed.iter().flatten().flatten();
    let unit = all.filter(|x| x.digits != BigInt::ZERO).map(|x| x.exponent).min().unwrap_or(0);
    let whole = |x: &Dyadic| match x.digits.sign() {
        Sign::NoSign => BigInt::ZERO,
        _ => &x.digits << (x.exponent - unit),
    };
    placed.each_ref().map(|triangle| triangle.each_ref().map(|corner| corner.each_ref().map(whole)))
}

fn some_edge_meets(corners: &[Vector; 3], other: &[HalfSpace]) -> bool {
    // How far outside of each half space the corners are.
    let outside: Vec<[BigInt; 3]> = other
        .iter()
        .map(|HalfSpace { normal, offset }| corners.each_ref().map(|p| dot(normal, p) - offset))
        .collect();
    (0..3).any(|i| segment_meets(&outside, i, (i + 1) % 3))
}

/// A share of an edge, numerator and positive denominator.
struct Share(BigInt, BigInt);

impl Share {
    fn is_above(&self, other: &Self) -> bool {
        &self.0 * &other.1 > &other.0 * &self.1
    }
}

/// Whether anything of `p + s (q - p)`, `0 <= s <= 1`, remains after clipping by every half space.
fn segment_meets(outside: &[[BigInt; 3]], p: usize, q: usize) -> bool {
    let mut first = Share(BigInt::ZERO, BigInt::from(1));
    let mut last = Share(BigInt::from(1), BigInt::from(1));
    for distances in outside {
        let (at_p, at_q) = (&distances[p], &distances[q]);
        let (p_out, q_out) = (*at_p > BigInt::ZERO, *at_q > BigInt::ZERO);
        if p_out && q_out {
            return false;
        }
        if p_out {
            let enters = Share(at_p.clone(), at_p - at_q);
            first = if enters.is_above(&first) { enters } else { first };
        } else if q_out {
            let leaves = Share(-at_p, at_q - at_p);
            last = if last.is_above(&leaves) { leaves } else { last };
        }
        if first.is_above(&last) {
            return false;
        }
    }
    true
}
