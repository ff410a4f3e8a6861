//! What is true, in rational arithmetic: squared distances, and roots between two bounds.

use nalgebra::Point3;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use obbtree::{Mesh, Pose};
use obbtree_predicates::Triangle;

use crate::referee::{self, BigRational};

pub use obbtree_referee::half_spaces::{cross, dot, minus};

/// The number itself.
pub fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// The square of the number.
pub fn square(x: f64) -> BigRational {
    rational(x).pow(2)
}

/// The squared distance of two surfaces: the least of all pairs of triangles.
pub fn squared_distance(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> BigRational {
    let mut least: Option<BigRational> = None;
    for of_a in a.corners() {
        for of_b in b.corners() {
            let found = referee::squared_distance(&of_a, pose_a, &of_b, pose_b);
            if found.is_zero() {
                return found;
            }
            if least.as_ref().is_none_or(|least| found < *least) {
                least = Some(found);
            }
        }
    }
    least.expect("triangles")
}

/// The pairs of triangles of two placed meshes that meet.
pub fn pairs(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (n, of_a) in a.corners().enumerate() {
        for (m, of_b) in b.corners().enumerate() {
            if referee::meet(&of_a, pose_a, &of_b, pose_b) {
                pairs.push([n as u32, m as u32]);
            }
        }
    }
    pairs
}

/// Bits that the bounds of a root agree in, at least.
const ROOT_BITS: u64 = 200;

/// Two numbers with the root of a number between them, which agree in some 200 bits.
pub fn root(square: &BigRational) -> [BigRational; 2] {
    assert!(!square.is_negative(), "{square}");
    if square.is_zero() {
        return [square.clone(), square.clone()];
    }
    let (numerator, denominator) = (square.numer(), square.denom());
    // floor(sqrt(n d 4^k)) / (d 2^k), with enough bits.
    let bits = (numerator * denominator).bits();
    let shift = ROOT_BITS.saturating_sub(bits / 2);
    let scaled: BigInt = (numerator * denominator) << (2 * shift);
    let floor = scaled.sqrt();
    let unit = denominator << shift;
    let is_exact = &floor * &floor == scaled;
    let above = if is_exact { floor.clone() } else { &floor + 1 };
    [BigRational::new(floor, unit.clone()), BigRational::new(above, unit)]
}

/// A vector of exact numbers.
pub type Exact3 = [BigRational; 3];

/// A point where a pose puts it.
pub fn placed(point: &Point3<f64>, pose: &Pose) -> Exact3 {
    [0, 1, 2].map(|k| {
        let row = (0..3).map(|l| rational(pose.rotation()[(k, l)]) * rational(point[l]));
        row.fold(rational(pose.translation()[k]), |sum, x| sum + x)
    })
}

/// A plane through three placed points, by its normal and a point.
#[derive(Clone, Debug)]
pub struct ExactPlane {
    /// Twice the area of the triangle long.
    pub normal: Exact3,
    /// Of the plane.
    pub point: Exact3,
    /// The squared length of the normal.
    pub normal_sq: BigRational,
}

impl ExactPlane {
    /// Through the corners of a placed triangle.
    pub fn new(plane: &Triangle, pose: &Pose) -> Self {
        let [p, q, r] = plane.each_ref().map(|corner| placed(corner, pose));
        let normal = cross(&minus(&q, &p), &minus(&r, &p));
        let normal_sq = dot(&normal, &normal);
        Self { normal, point: p, normal_sq }
    }

    /// The height of a point, times the length of the normal.
    pub fn height(&self, point: &Exact3) -> BigRational {
        dot(&self.normal, &minus(point, &self.point))
    }
}

/// How a number that is known as its square compares with an `f64`, exactly.
#[derive(Clone, Debug)]
pub struct Length {
    /// The square.
    pub square: BigRational,
}

impl Length {
    /// Is it at most that?
    pub fn at_most(&self, x: &BigRational) -> bool {
        !x.is_negative() && self.square <= x * x
    }

    /// Is it at least that?
    pub fn at_least(&self, x: &BigRational) -> bool {
        !x.is_positive() || self.square >= x * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_lie_between_their_bounds() {
        for x in [2.0, 4.0, 1e-300, 5e-324, 1e150, 0.1, 0.0] {
            let [low, high] = root(&rational(x));
            assert!(&low * &low <= rational(x) && rational(x) <= &high * &high);
            assert!((&high - &low) * rational(1e50) <= high, "{x:e}");
        }
        assert_eq!(root(&rational(4.0)), [rational(2.0), rational(2.0)]);
    }
}
