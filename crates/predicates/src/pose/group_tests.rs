//! The group operations against exact rational arithmetic, at the limits of the domain, and by the
//! laws of a group.

use nalgebra::{Matrix3, Rotation3, Vector3};
use num_rational::BigRational;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::near_rotation::{MAX_SKEW, skew};
use crate::test_numbers::{exact, vector};
use crate::{MAX_COORDINATE, Pose, PoseError};

/// Half a unit in the last place of one.
const ROUNDOFF: f64 = f64::EPSILON / 2.0;

const CASES: usize = 200;

/// A rotation deformed so that its skew is this; every third is one about an axis, with zeros in
/// it.
fn matrix(random: &mut Pcg64Mcg, wanted: f64) -> Matrix3<f64> {
    let angle = random.random_range(-3.2..3.2);
    let rotation = match random.random_range(0..3) {
        0 => Rotation3::new(
            [Vector3::x(), Vector3::y(), Vector3::z()][random.random_range(0..3)] * angle,
        ),
        _ => Rotation3::new(vector(random) * 3.2),
    };
    let any = Matrix3::from_fn(|_, _| random.random_range(-1.0..1.0));
    let stretch = any + any.transpose();
    // A small symmetric stretch S makes `R^T R - I` = 2 S + S^2.
    let stretch = stretch * (wanted / (2.0 * stretch.norm()));
    rotation.into_inner() * (Matrix3::identity() + stretch)
}

/// Poses with a skew up to `skew` and translations of all sizes, up to the root of the largest.
fn pose(random: &mut Pcg64Mcg, skew: f64) -> Pose {
    let skew = [0.0, 1e-7, skew * 0.999][random.random_range(0..3)];
    let size = 2.0_f64.powi([-1070, -60, 0, 0, 0, 3, 125][random.random_range(0..7)]);
    Pose::new(matrix(random, skew), vector(random) * size).expect("in the domain")
}

type Exact = [[BigRational; 4]; 3];

fn exact_rows(pose: &Pose) -> Exact {
    <[[f64; 4]; 3]>::from(*pose).map(|row| row.map(exact))
}

/// Three entries of a row times those of column `k`.
fn dot(row: &[BigRational], matrix: &Exact, k: usize) -> BigRational {
    (0..3).map(|j| &row[j] * &matrix[j][k]).sum()
}

fn product(a: &Exact, b: &Exact) -> Exact {
    std::array::from_fn(|i| {
        std::array::from_fn(|k| {
            let sum = dot(&a[i][..3], b, k);
            if k == 3 { sum + &a[i][3] } else { sum }
        })
    })
}

fn inverse(a: &Exact) -> Exact {
    let cofactor = |i: usize, j: usize| {
        let at = |r: usize, c: usize| &a[(i + r) % 3][(j + c) % 3];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: BigRational = (0..3).map(|j| &a[0][j] * cofactor(0, j)).sum();
    std::array::from_fn(|i| {
        let row: [BigRational; 3] = std::array::from_fn(|j| cofactor(j, i) / &determinant);
        let t = -dot(&row, a, 3);
        let [x, y, z] = row;
        [x, y, z, t]
    })
}

/// Entries of the matrix within `rotation` roundoffs, the translation within `translation` of them
/// plus what underflows.
#[track_caller]
fn assert_near(pose: &Pose, exact_pose: &Exact, rotation: f64, translation: f64) {
    let rows = exact_rows(pose);
    for (i, k) in (0..12).map(|n| (n / 4, n % 4)) {
        let bound = match k {
            3 => exact(ROUNDOFF) * exact(translation) + exact(f64::MIN_POSITIVE),
            _ => exact(ROUNDOFF) * exact(rotation),
        };
        let error = &rows[i][k] - &exact_pose[i][k];
        assert!(error <= bound && -error <= bound, "[{i}][{k}] of {pose:?}");
    }
}

fn largest(exact: &Exact) -> f64 {
    use num_traits::ToPrimitive;
    exact.iter().map(|row| row[3].to_f64().expect("a number").abs()).fold(0.0, f64::max)
}

#[test]
fn results_are_within_their_bounds() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..CASES {
        // Half the limit each, so that the skew of every result is in the domain.
        let [a, b] = [(); 2].map(|()| pose(&mut random, MAX_SKEW / 2.1));
        let [exact_a, exact_b] = [&a, &b].map(exact_rows);
        let [t_a, t_b] = [&a, &b].map(|p| p.translation().amax());

        let composed = a.compose(&b).unwrap();
        assert_near(&composed, &product(&exact_a, &exact_b), 4.0, 8.0 * (t_a + t_b));

        assert_near(&a.inverse().unwrap(), &inverse(&exact_a), 10.0, 40.0 * t_a);

        let relative = product(&inverse(&exact_b), &exact_a);
        assert_near(&a.relative_to(&b).unwrap(), &relative, 25.0, 80.0 * largest(&relative));
    }
}

#[test]
fn the_inverse_is_within_its_bounds_up_to_the_limit_of_the_domain() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for _ in 0..CASES {
        let (rotation, t) = (matrix(&mut random, MAX_SKEW * 0.999), vector(&mut random));
        let pose = Pose::new(rotation, t * (MAX_COORDINATE / 2.0)).unwrap();
        let t = pose.translation().amax();
        assert_near(&pose.inverse().unwrap(), &inverse(&exact_rows(&pose)), 10.0, 40.0 * t);
    }
}

#[test]
fn what_is_near_stays_exact_far_from_the_origin() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..CASES {
        let rotation = matrix(&mut random, MAX_SKEW * 0.999);
        let far = vector(&mut random) * 2.0_f64.powi(random.random_range(20..249));
        let near = far + vector(&mut random) * (far.amax() * 1e-12);
        let (a, b) = (Pose::new(rotation, near).unwrap(), Pose::new(rotation, far).unwrap());
        let relative = product(&inverse(&exact_rows(&b)), &exact_rows(&a));
        assert_near(&a.relative_to(&b).unwrap(), &relative, 25.0, 80.0 * largest(&relative));
        assert_eq!(a.relative_to(&a).unwrap().translation(), &Vector3::zeros());
    }
}

/// Largest differences of the matrices and of the translations, in roundoffs.
fn difference(a: &Pose, b: &Pose) -> (f64, f64) {
    let rotation = (a.rotation() - b.rotation()).amax();
    let translation = (a.translation() - b.translation()).amax();
    (rotation / ROUNDOFF, translation / ROUNDOFF)
}

/// Either order of composing adds 11 roundoffs to the matrix: 4 from each product, and the first 4
/// times the sum of a column, at most 1.74. The translations: 24, 44 and 48 roundoffs of those
/// given.
#[test]
fn composing_is_associative_within_the_bounds() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..20 * CASES {
        let [a, b, c] = [(); 3].map(|()| pose(&mut random, MAX_SKEW / 3.1));
        let left = a.compose(&b).unwrap().compose(&c).unwrap();
        let right = a.compose(&b.compose(&c).unwrap()).unwrap();
        let size: f64 = [a, b, c].iter().map(|p| p.translation().amax()).sum();
        let (rotation, translation) = difference(&left, &right);
        assert!(rotation <= 22.0, "{rotation} roundoffs: {a:?} {b:?} {c:?}");
        let underflow = f64::MIN_POSITIVE / ROUNDOFF;
        assert!(translation <= 48.0 * size + underflow, "{translation}: {a:?} {b:?} {c:?}");
    }
}

/// From the bounds of the inverse, and of the product of the two.
#[test]
fn the_inverse_undoes_the_pose_within_the_bounds() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..20 * CASES {
        let a = pose(&mut random, MAX_SKEW);
        let back = a.inverse().unwrap();
        for identity in [a.compose(&back).unwrap(), back.compose(&a).unwrap()] {
            let (rotation, translation) = difference(&identity, &Pose::identity());
            assert!(rotation <= 22.0, "{rotation} roundoffs: {a:?}");
            let underflow = f64::MIN_POSITIVE / ROUNDOFF;
            assert!(translation <= 100.0 * a.translation().amax() + underflow, "{a:?}");
        }
    }
}

#[test]
fn the_identity_changes_no_number() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    let identity = Pose::identity();
    assert_eq!(identity.inverse().unwrap(), identity);
    for _ in 0..CASES {
        let a = pose(&mut random, MAX_SKEW);
        assert_eq!(a.compose(&identity).unwrap(), a);
        assert_eq!(identity.compose(&a).unwrap(), a);
        assert_eq!(a.relative_to(&identity).unwrap(), a);
    }
}

/// The rotations of the cube with whole translations are a group without rounding.
#[test]
fn quarter_rotations_are_exact() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let steps: [Pose; 2] =
        ["0 -1 0 3  1 0 0 -7  0 0 1 11", "1 0 0 0  0 0 -1 5  0 1 0 2"].map(|p| p.parse().unwrap());
    let (mut path, mut position) = (vec![Pose::identity()], Pose::identity());
    for _ in 0..CASES {
        let step = steps[random.random_range(0..2)];
        let next = position.compose(&step).unwrap();
        assert_eq!(next.relative_to(&position).unwrap(), step);
        assert_eq!(next.compose(&step.inverse().unwrap()).unwrap(), position);
        position = next;
        path.push(step);
    }
    let in_one = path.iter().rev().try_fold(Pose::identity(), |tail, step| step.compose(&tail));
    assert_eq!(in_one.unwrap(), position);
}

#[test]
fn what_leaves_the_domain_is_an_error() {
    let half_skewed = Pose::new(Matrix3::identity() * (1.0 + 2e-5), Vector3::zeros()).unwrap();
    let twice = half_skewed.compose(&half_skewed);
    assert!(matches!(twice, Err(PoseError::NotOrthonormal { skew }) if skew > MAX_SKEW));
    assert!(half_skewed.compose(&half_skewed.inverse().unwrap()).is_ok());
    assert!(half_skewed.inverse().unwrap().relative_to(&half_skewed).is_err());

    let far = Pose::from_translation([MAX_COORDINATE, 0.0, 0.0]).unwrap();
    let back = far.inverse().unwrap();
    assert_eq!(back.translation().x, -MAX_COORDINATE);
    let too_far =
        |result| matches!(result, Err(PoseError::TooFar { value: v }) if v.abs() > MAX_COORDINATE);
    assert!(too_far(far.compose(&far)));
    assert!(too_far(far.relative_to(&back)));
    assert_eq!(far.compose(&back).unwrap(), Pose::identity());

    // The corner of the domain, rotated onto an axis; and the largest skews, whose inverse has
    // more.
    let eighth = Rotation3::new(Vector3::z() * std::f64::consts::FRAC_PI_4).into_inner();
    let corner = Pose::new(eighth, Vector3::repeat(MAX_COORDINATE)).unwrap();
    assert!(too_far(corner.inverse()));
    let shrink = (1.0 - MAX_SKEW / 3.0_f64.sqrt() * 0.999_99).sqrt();
    let smaller = Pose::new(Matrix3::identity() * shrink, Vector3::zeros()).unwrap();
    assert!(matches!(smaller.inverse(), Err(PoseError::NotOrthonormal { .. })));
}

#[test]
fn renormalized_is_the_nearest_rotation() {
    let mut random = Pcg64Mcg::seed_from_u64(8);
    for _ in 0..20 * CASES {
        let a = pose(&mut random, MAX_SKEW);
        let nearest = a.renormalized();
        assert_eq!(nearest.translation(), a.translation());
        // The skew is rounded itself, by 3 roundoffs an entry.
        let left = skew(nearest.rotation()) / ROUNDOFF;
        assert!(left <= 16.0 + 9.0, "{left} roundoffs: {a:?}");
        // The orthogonal factor of the polar decomposition, by another method.
        let svd = a.rotation().svd(true, true);
        let polar = svd.u.unwrap() * svd.v_t.unwrap();
        assert!((nearest.rotation() - polar).amax() < 1e-14, "{a:?}");
        let moved = (nearest.rotation() - a.rotation()).norm();
        assert!(moved <= skew(a.rotation()) * 0.5001 + 8.0 * ROUNDOFF, "{moved:e} {a:?}");
    }
}

/// The accumulated error that the documentation of `renormalized` states.
#[test]
fn a_product_adds_next_to_no_skew() {
    const STEPS: usize = 100_000;
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let mut position = Pose::identity();
    for _ in 0..STEPS {
        let rotation = Rotation3::new(vector(&mut random)).into_inner();
        position = position.compose(&Pose::new(rotation, Vector3::zeros()).unwrap()).unwrap();
    }
    let skew = skew(position.rotation());
    assert!(skew <= STEPS as f64 * 3e-15, "{skew:e}");
    assert!(skew > 16.0 * ROUNDOFF, "without any skew this tests nothing: {skew:e}");
}
