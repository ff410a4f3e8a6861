//! A thinned cloud contains all that the cloud does, in rational arithmetic.

use num_rational::BigRational;
use obbtree_cloud::{CloudError, PointCloud};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// Rounded, to look exactly only where it may matter.
fn rough_distance(p: &[f64; 3], q: &[f64; 3]) -> f64 {
    p.iter().zip(q).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

fn squared_distance(p: &[f64; 3], q: &[f64; 3]) -> BigRational {
    let away = [0, 1, 2].map(|k| rational(p[k]) - rational(q[k]));
    away.iter().map(|x| x * x).sum()
}

/// Is what is around one point around the other, also where a pose makes lengths 1 + 5e-5 times as
/// long, as none does?
fn contains(large: (&[f64; 3], f64), small: (&[f64; 3], f64)) -> bool {
    if rough_distance(large.0, small.0) > large.1 - small.1 + 1e-3 {
        return false;
    }
    let spare = rational(large.1) - rational(small.1);
    let stretch = rational(1.0) + rational(5e-5);
    spare >= rational(0.0)
        && squared_distance(large.0, small.0) * &stretch * &stretch <= &spare * &spare
}

#[test]
fn what_is_left_contains_all_that_was_there() {
    let mut random = Pcg64Mcg::seed_from_u64(3321);
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 300 } else { 30 };
    let mut fewer = 0;
    for case in 0..cases {
        let at = [0.0, 1e3, -1e9][case % 3];
        let on_lattice = case % 4 == 0;
        let mut coordinate = || match on_lattice {
            true => at + 0.25 * f64::from(random.random_range(-3..4)),
            false => at + random.random_range(-0.6..0.6),
        };
        let points: Vec<[f64; 3]> =
            (0..250).map(|_| [coordinate(), coordinate(), coordinate()]).collect();
        let radii: Vec<f64> = points.iter().map(|_| random.random_range(0.0..0.1)).collect();
        let cloud = match case % 2 {
            0 => PointCloud::new(&points, 0.0625),
            _ => PointCloud::with_radii(&points, &radii),
        };
        let cloud = cloud.expect("finite");
        let distance = [0.25, 0.5, 0.1][case % 3];
        let thinned = cloud.thinned(distance).expect("a distance");
        let (all, left) = (cloud.kept(), thinned.kept());
        let radius = |n: usize| all.radii.as_ref().map_or(0.0625, |radii| radii[n]);
        let left_radius =
            |n: usize| left.radii.as_ref().map_or(thinned.largest_radius(), |radii| radii[n]);
        let is_covered = |n: usize| {
            (0..left.points.len())
                .any(|m| contains((&left.points[m], left_radius(m)), (&all.points[n], radius(n))))
        };
        assert!((0..all.points.len()).all(is_covered), "case {case}");
        // No more than that, of points that were there, far from each other.
        assert!(thinned.largest_radius() <= cloud.largest_radius() + distance * (1.0 + 1e-4));
        let apart = rational(distance) * rational(distance);
        for (m, point) in left.points.iter().enumerate() {
            assert!(points[left.numbers[m] as usize] == *point, "it keeps its number");
            // But for rounding: what is rounded up to more than the distance stays.
            let is_far = |other: &[f64; 3]| {
                rough_distance(point, other) > distance + 1e-3
                    || squared_distance(point, other) >= apart
            };
            assert!(left.points[..m].iter().all(is_far), "case {case}");
        }
        fewer += usize::from(2 * left.points.len() < all.points.len());
        assert_eq!(thinned.left_out(), all.points.len() - left.points.len());
    }
    assert!(fewer * 3 > cases, "{fewer} of {cases}");
}

#[test]
fn distances_without_a_meaning_are_refused() {
    let cloud = PointCloud::new(&[[0.0; 3], [1.0, 0.0, 0.0]], 0.5).expect("finite");
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let error = cloud.thinned(value).expect_err("no distance");
        assert!(matches!(error, CloudError::Distance { .. }), "{error}");
    }
    assert_eq!(cloud.thinned(0.0).expect("a distance").kept().points, cloud.kept().points);
    assert_eq!(cloud.thinned(0.5).expect("a distance").len(), 2);
    let one = cloud.thinned(1.0).expect("a distance");
    assert_eq!(one.len(), 1, "exactly the distance counts");
    let far = PointCloud::new(&[[0.0; 3], [1e60, 1e60, 0.0]], 0.5).expect("in range");
    assert_eq!(far.thinned(1e-60).expect("a distance").len(), 2);
}
