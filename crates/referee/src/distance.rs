//! The distance of two placed triangles, and of two meshes, with a proof for each answer.
//!
//! The squared distance of two points, one in each triangle, is a convex quadratic function of
//! their barycentric weights. It is minimised with active sets: for each choice of corners that may
//! have weight, the closest points of their affine hulls follow from a linear system. If all
//! weights are not negative, the points are in the triangles. They are the closest points if and
//! only if the vector between them has all of one triangle on its near side and all of the other on
//! its far side (the condition of Karush, Kuhn and Tucker). So an answer does not depend on which
//! choices were tried: each one is verified against all six corners before it is returned.
//!
//! Some closest pair has as few weights as possible, and for it the system has exactly one
//! solution. At most three vectors in space are independent, so no choice has more than five
//! corners.

use nalgebra::Vector3;
use num_bigint::BigInt;
use num_rational::BigRational;
use obbtree_mesh::Mesh;
use obbtree_predicates::{LowerBound, Pose, Triangle};

use crate::boxes::{PaddedBox, boxes};
use crate::half_spaces::{dot, minus};
use crate::rational::exact;

/// The corners that may have weight: all choices of one, two or three.
const CHOICES: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[2, 0], &[0, 1, 2]];

type Int3 = [BigInt; 3];

/// The squared Euclidean distance of two closed triangles, each given in the frame of its body and
/// placed by the pose of its body, in exact arithmetic. Zero if they meet.
///
/// # Panics
/// If a number is not finite.
#[must_use]
pub fn squared_distance(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> BigRational {
    let (a, b, finest) = common_grid(a, pose_a, b, pose_b);
    let (numerator, denominator) = squared_in_steps(&a, &b);
    // A step is 2^finest, squared in an area.
    let power = BigInt::from(1) << (2 * finest.unsigned_abs());
    if finest < 0 {
        BigRational::new(numerator, denominator * power)
    } else {
        BigRational::new(numerator * power, denominator)
    }
}

/// Whether the distance of two closed triangles is at most the tolerance.
///
/// # Panics
/// If a number is not finite.
#[must_use]
pub fn closer(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose, tolerance: f64) -> bool {
    tolerance == f64::INFINITY
        || tolerance >= 0.0 && squared_distance(a, pose_a, b, pose_b) <= exact(tolerance).pow(2)
}

/// The squared distance of two surfaces; `None` if one has no triangles.
#[must_use]
pub fn mesh_squared_distance(
    a: &Mesh,
    pose_a: &Pose,
    b: &Mesh,
    pose_b: &Pose,
) -> Option<BigRational> {
    let mut least: Option<BigRational> = None;
    for (at_least, [of_a, of_b]) in pairs_by_distance(a, pose_a, b, pose_b, f64::INFINITY) {
        if least.as_ref().is_some_and(|least| *least <= exact(at_least).pow(2)) {
            break;
        }
        let (of_a, of_b) = (a.triangle(of_a as usize), b.triangle(of_b as usize));
        let found = squared_distance(&of_a, pose_a, &of_b, pose_b);
        if least.as_ref().is_none_or(|least| found < *least) {
            least = Some(found);
        }
    }
    least
}

/// Whether the distance of two surfaces is at most the tolerance; `false` if a surface has no
/// triangles.
#[must_use]
pub fn mesh_closer(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose, tolerance: f64) -> bool {
    let candidates = pairs_by_distance(a, pose_a, b, pose_b, tolerance);
    candidates.into_iter().any(|(_, [of_a, of_b])| {
        let (of_a, of_b) = (a.triangle(of_a as usize), b.triangle(of_b as usize));
        closer(&of_a, pose_a, &of_b, pose_b, tolerance)
    })
}

/// The pairs of triangles, `[index in A, index in B]`, whose distance may be `at_most`, each with a
/// lower bound on its distance, sorted by this bound.
fn pairs_by_distance(
    a: &Mesh,
    pose_a: &Pose,
    b: &Mesh,
    pose_b: &Pose,
    at_most: f64,
) -> Vec<(f64, [u32; 2])> {
    let (boxes_a, boxes_b) = (boxes(a, pose_a), boxes(b, pose_b));
    let mut pairs = Vec::new();
    for one in &boxes_a {
        let gaps = boxes_b.iter().map(|other| (gap(one, other), [one.id, other.id]));
        pairs.extend(gaps.filter(|(gap, _)| *gap <= at_most));
    }
    pairs.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    pairs
}

/// A lower bound on the distance of the contents of two boxes. [`LowerBound::of_length`] takes
/// rounded differences.
fn gap(one: &PaddedBox, other: &PaddedBox) -> f64 {
    let between = |k: usize| {
        let beyond = (other.min[k] - one.max[k]).max(one.min[k] - other.max[k]);
        beyond.max(0.0)
    };
    LowerBound::of_length(&Vector3::from([0, 1, 2].map(between))).get()
}

/// Numerator and positive denominator of the squared distance of triangles with integer corners.
fn squared_in_steps(a: &[Int3; 3], b: &[Int3; 3]) -> (BigInt, BigInt) {
    let mut choices: Vec<[&[usize]; 2]> =
        CHOICES.iter().flat_map(|of_a| CHOICES.map(|of_b| [*of_a, of_b])).collect();
    choices.sort_by_key(|[of_a, of_b]| of_a.len() + of_b.len());
    choices
        .into_iter()
        .take_while(|[of_a, of_b]| of_a.len() + of_b.len() <= 5)
        .find_map(|[of_a, of_b]| minimum(a, b, of_a, of_b))
        .expect("a closest pair has at most five weights")
}

/// The squared distance of the closest points of two affine hulls, if these points are in the
/// triangles and are their closest points.
fn minimum(
    a: &[Int3; 3],
    b: &[Int3; 3],
    of_a: &[usize],
    of_b: &[usize],
) -> Option<(BigInt, BigInt)> {
    let (first_a, first_b) = (&a[of_a[0]], &b[of_b[0]]);
    // The vector from the point of B to that of A is w + sum z_k c_k.
    let w = minus(first_a, first_b);
    let mut columns: Vec<Int3> = of_a[1..].iter().map(|&i| minus(&a[i], first_a)).collect();
    columns.extend(of_b[1..].iter().map(|&j| minus(first_b, &b[j])));

    // Normal equations, by Cramer's rule: z_k = weights[k] / divisor.
    let gram: Vec<Vec<BigInt>> =
        columns.iter().map(|c| columns.iter().map(|d| dot(c, d)).collect()).collect();
    let divisor = determinant(&gram);
    if divisor == BigInt::ZERO {
        return None;
    }
    let right: Vec<BigInt> = columns.iter().map(|c| -dot(c, &w)).collect();
    let weights: Vec<BigInt> = (0..columns.len())
        .map(|k| {
            let mut replaced = gram.clone();
            for (row, value) in replaced.iter_mut().zip(&right) {
                row[k] = value.clone();
            }
            determinant(&replaced)
        })
        .collect();

    // The weight of the first corner is what the others leave; it must not be negative either.
    let (weights_a, weights_b) = weights.split_at(of_a.len() - 1);
    let is_inside = |weights: &[BigInt]| {
        weights.iter().all(|z| *z >= BigInt::ZERO) && weights.iter().sum::<BigInt>() <= divisor
    };
    if !is_inside(weights_a) || !is_inside(weights_b) {
        return None;
    }

    let b_to_a =
        columns.iter().zip(&weights).fold(w.map(|x| x * &divisor), |sum, (column, weight)| {
            [0, 1, 2].map(|k| &sum[k] + &column[k] * weight)
        });
    // The first corners are as far along the vector as the points.
    let is_closest = a.iter().all(|x| dot(&b_to_a, &minus(x, first_a)) >= BigInt::ZERO)
        && b.iter().all(|y| dot(&b_to_a, &minus(y, first_b)) <= BigInt::ZERO);
    is_closest.then(|| (dot(&b_to_a, &b_to_a), &divisor * &divisor))
}

/// The determinant of at most three rows and columns, expanded along the first row.
fn determinant(rows: &[Vec<BigInt>]) -> BigInt {
    let Some((first, below)) = rows.split_first() else { return BigInt::from(1) };
    let mut sum = BigInt::ZERO;
    for (k, entry) in first.iter().enumerate() {
        let minor: Vec<Vec<BigInt>> = below
            .iter()
            .map(|row| {
                let others = row.iter().enumerate().filter(|(column, _)| *column != k);
                others.map(|(_, value)| value.clone()).collect()
            })
            .collect();
        let term = entry * determinant(&minor);
        if k % 2 == 0 { sum += term } else { sum -= term }
    }
    sum
}

/// The corners in the world as multiples of `2^exponent`, and this exponent.
fn common_grid(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
) -> ([Int3; 3], [Int3; 3], i32) {
    let finest = |numbers: &mut dyn Iterator<Item = f64>| {
        numbers.filter(|x| *x != 0.0).map(|x| parts(x).1).min().unwrap_or(0)
    };
    let finest_of = |triangle: &Triangle, pose: &Pose| {
        let points = finest(&mut triangle.iter().flat_map(|p| p.coords.iter().copied()));
        let rotation = finest(&mut pose.rotation().iter().copied());
        (points + rotation).min(finest(&mut pose.translation().iter().copied()))
    };
    let exponent = finest_of(a, pose_a).min(finest_of(b, pose_b));
    (place(a, pose_a, exponent), place(b, pose_b, exponent), exponent)
}

/// `R p + t` in units of `2^exponent`, which divides all of its terms.
fn place(triangle: &Triangle, pose: &Pose, exponent: i32) -> [Int3; 3] {
    let (r, t) = (pose.rotation(), pose.translation());
    let scaled = |whole: BigInt, from: i32| {
        if whole == BigInt::ZERO { whole } else { whole << (from - exponent) as usize }
    };
    triangle.map(|p| {
        [0, 1, 2].map(|row| {
            let (whole, from) = parts(t[row]);
            let mut sum = scaled(whole, from);
            for k in 0..3 {
                let ((r_whole, r_from), (p_whole, p_from)) = (parts(r[(row, k)]), parts(p[k]));
                sum += scaled(r_whole * p_whole, r_from + p_from);
            }
            sum
        })
    })
}

/// `whole * 2^exponent`, exactly.
fn parts(x: f64) -> (BigInt, i32) {
    let ratio = exact(x);
    // In lowest terms, one of the two is a power of two beside an odd number.
    let twos = ratio.numer().trailing_zeros().unwrap_or(0);
    let exponent = twos as i32 - (ratio.denom().bits() as i32 - 1);
    (ratio.numer() >> twos, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    fn squared(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> BigRational {
        let (a, b) = (a.map(Point3::from), b.map(Point3::from));
        let here = Pose::identity();
        let found = squared_distance(&a, &here, &b, &here);
        assert_eq!(found, squared_distance(&b, &here, &a, &here));
        found
    }

    #[test]
    fn known_distances() {
        let base = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        assert_eq!(squared(base, base), exact(0.0));
        assert_eq!(squared(base, [[1.0, 1.0, 0.25]; 3]), exact(0.0625));
        assert_eq!(squared(base, [[7.0, -4.0, 12.0]; 3]), exact(169.0));
        // The hypotenuse from (4, 4): the root of 8.
        assert_eq!(squared(base, [[4.0, 4.0, 0.0]; 3]), exact(8.0));
        // Thirds are no dyadic numbers: the origin and the plane x + y + z = 1.
        let third = BigRational::new(1.into(), 3.into());
        let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(squared(unit, [[0.0; 3]; 3]), third);
        // Crossing triangles, without a corner or an edge close to the other.
        assert_eq!(squared(base, [[1.0, 1.0, -1.0], [1.5, 1.0, 1.0], [1.0, 1.5, 1.0]]), exact(0.0));
    }

    /// The squares of the gaps underflowed: the farther pair came first, and the search ended with
    /// it.
    #[test]
    fn the_nearest_of_two_tiny_pairs_is_found() {
        let point = |p: [f64; 3]| Mesh::new(vec![p], vec![[0; 3]]).expect("a point");
        for size in [1e-150, 1e-160, 1e-200, 3e-308] {
            // The first is nearer, but its gap has two components whose squares are lost.
            let (near, far) = ([3.0 * size, 4.0 * size, 0.0], [6.0 * size, 0.0, 0.0]);
            let both = Mesh::new(vec![far, near], vec![[0; 3], [1; 3]]).expect("two points");
            let here = Pose::identity();
            let found = mesh_squared_distance(&point([0.0; 3]), &here, &both, &here);
            let expected =
                squared_distance(&[Point3::origin(); 3], &here, &[Point3::from(near); 3], &here);
            assert_eq!(found, Some(expected), "{size:e}");
        }
    }

    #[test]
    fn the_tolerance_itself_counts() {
        let point = |x: f64| [Point3::new(x, 0.0, 0.0); 3];
        let here = Pose::identity();
        for size in [5e-324, 1e-200, 0.1, 1e75] {
            assert!(closer(&point(0.0), &here, &point(size), &here, size));
            assert!(!closer(&point(0.0), &here, &point(size), &here, size.next_down()));
        }
    }
}
