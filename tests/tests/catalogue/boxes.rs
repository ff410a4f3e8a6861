//! The box as an object: from corners and back, moved, turned, scaled; and the box of a hull
//! against the best that a search finds.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_geom::{Moments, depth, fit_obb, fit_obb_to_points, obb_from_corners};
use obbtree_predicates::{Aabb, Triangle};
use obbtree_tests::catalogue_closest::{axes, cases, hull_by_trial, obb, size};
use obbtree_tests::catalogue_planar::hull2;
use obbtree_tests::shapes::{isometry, random, vector};
use rand::RngExt;
use rand::seq::SliceRandom;

#[test]
fn corners_make_their_box_in_any_order() {
    let mut random = random(41);
    let mut thick = 0;
    for case in 0..cases(4000) {
        let mut obb = obb(&mut random);
        let scale = 10.0_f64.powi(random.random_range(-200..200));
        obb.center *= scale;
        obb.half *= scale;
        let mut corners = obb.corners();
        let tolerance = 16.0 * f64::EPSILON * size(&corners);
        let again = obb_from_corners(&corners, tolerance).expect("a box");
        for i in 0..3 {
            // An axis with a side that is not rounding is found, up to its sign.
            if obb.half[i] > 1e-3 * obb.half.amax() && obb.half[i] > 1e-3 * size(&corners) {
                let cosine = again.axes.column(i).dot(&obb.axes.column(i)).abs();
                assert!((cosine - 1.0).abs() < 1e-12, "case {case}: {cosine}");
            }
        }
        corners.shuffle(&mut random);
        let mut shuffled = again;
        if obb.half.min() > 1e-6 * size(&corners) {
            thick += 1;
            shuffled = obb_from_corners(&corners, tolerance)
                .unwrap_or_else(|e| panic!("case {case}: {e}, {obb:?}"));
        }
        for obb in [&again, &shuffled] {
            let skew = (obb.axes.transpose() * obb.axes - Matrix3::identity()).amax();
            assert!(skew < 1e-15 && obb.axes.determinant() > 0.0, "case {case}: {skew}");
            assert!((obb.half.add_scalar(0.0) - obb.half).amax() == 0.0 && obb.half.min() >= 0.0);
            for corner in obb.corners() {
                let off =
                    corners.iter().map(|p| (p - corner).amax() / scale).fold(f64::MAX, f64::min);
                assert!(off <= 2.0 * tolerance / scale, "case {case}: {off}");
            }
        }
        let pushed = random.random_range(0..8);
        let mut wrong = corners;
        let shape = obb.half.amax().max(tolerance);
        wrong[pushed] += vector(&mut random).normalize() * (shape * 0.3 + 10.0 * tolerance);
        if obb.half.min() > 0.5 * obb.half.amax() && obb.half.amax() > 1e-3 * size(&corners) {
            let refused = obb_from_corners(&wrong, tolerance).expect_err("no box");
            assert!(refused.corner < 8);
        }
    }
    assert!(thick > cases(4000) / 2, "{thick}");
    let p = Point3::new(f64::MAX, 0.0, 0.0);
    assert!(obb_from_corners(&[p; 8], 0.0).is_ok_and(|obb| obb.half.amax() == 0.0));
    assert_eq!(
        obb_from_corners(&[Point3::new(0.0, f64::NAN, 0.0); 8], 1.0).map_err(|e| e.corner),
        Err(0)
    );
}

#[test]
fn motions_of_the_box_are_motions_of_its_corners() {
    let mut random = random(42);
    for case in 0..cases(4000) {
        let obb = obb(&mut random);
        let motion = isometry(&mut random, 1.0);
        let about = Point3::from(vector(&mut random));
        let rotation: Rotation3<f64> = motion.rotation.to_rotation_matrix();
        let factor = random.random_range(-2.0..2.0);
        let shift = motion.translation.vector;
        let moved = obb.rotated(&rotation, &about).translated(&shift).scaled(factor, &about);
        let expected = obb.corners().map(|p| {
            let turned = about + rotation * (p - about) + shift;
            about + (turned - about) * factor
        });
        for corner in moved.corners() {
            let off = expected.iter().map(|p| (p - corner).norm()).fold(f64::MAX, f64::min);
            assert!(off < 1e-14, "case {case}: {off}");
        }
        // Moved together, boxes stay as far apart or as deep in each other.
        let other = self::obb(&mut random);
        let before = depth::obb_obb(&obb, &other).gap;
        let both = [obb, other].map(|b| b.rotated(&rotation, &about).translated(&shift));
        let after = depth::obb_obb(&both[0], &both[1]).gap;
        if before <= 0.0 {
            assert!((after - before).abs() < 1e-14, "case {case}: {before} {after}");
        } else {
            // Apart by nearly parallel edges: one more axis or less may count.
            assert!(after > -1e-14, "case {case}: {before} {after}");
        }
    }
}

/// The least volume among boxes with a face on a face of the hull and a side along an edge of its
/// shadow there: the least of all for most bodies, and never far above it.
fn least_volume(hull: &[Triangle], points: &[Point3<f64>]) -> f64 {
    let mut least = f64::INFINITY;
    for [p, q, r] in hull {
        let normal = (q - p).cross(&(r - p)).normalize();
        let u = (q - p).normalize();
        let v = normal.cross(&u);
        let height = |x: &Point3<f64>| normal.dot(&x.coords);
        let extent = |values: &mut dyn Iterator<Item = f64>| {
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            high - low
        };
        let tall = extent(&mut points.iter().map(height));
        let shadow: Vec<_> =
            points.iter().map(|x| [u.dot(&x.coords), v.dot(&x.coords)].into()).collect();
        let outline = hull2(&shadow);
        for i in 0..outline.len() {
            let along = (outline[(i + 1) % outline.len()] - outline[i]).normalize();
            let wide = extent(&mut outline.iter().map(|x| along.dot(&x.coords)));
            let deep = extent(&mut outline.iter().map(|x| along.perp(&x.coords)));
            least = least.min(tall * wide * deep);
        }
    }
    least
}

#[test]
fn the_box_of_a_hull_is_near_the_least() {
    let mut random = random(43);
    let (mut worst, mut smaller, n) = (0.0_f64, 0, cases(4000) / 8);
    for case in 0..n {
        let turn = axes(&mut random);
        let sides = vector(&mut random).abs().add_scalar(0.01);
        let count = random.random_range(4..13);
        let points: Vec<Point3<f64>> = (0..count)
            .map(|_| Point3::from(turn * vector(&mut random).component_mul(&sides)))
            .collect();
        let hull: Vec<Triangle> =
            hull_by_trial(&points).iter().map(|face| face.map(|i| points[i as usize])).collect();
        let fitted = fit_obb(&hull);
        assert!(points.iter().all(|p| fitted.contains(p)), "case {case}");
        let upright = Aabb::around(&points).expect("points").volume();
        let least = least_volume(&hull, &points).min(upright);
        worst = worst.max(fitted.volume() / least);
        smaller += u32::from(fitted.volume() <= upright);
    }
    let share = f64::from(smaller) / f64::from(n);
    eprintln!("{n} hulls: at worst {worst:.2} of the least box; {share} no larger than upright");
    // Conjectured for all bodies by Gottschalk (2000).
    assert!((1.0..4.63).contains(&worst), "{worst}");
    assert!(share > 0.5, "{share}");
}

/// Moments by their definition: a triangle is cut into `n * n` small ones, which weigh by their
/// area at their centroids. The error falls with the square of `n`.
fn moments_by_sums(triangles: &[Triangle], n: u32) -> (Vector3<f64>, Matrix3<f64>) {
    let (mut mass, mut first, mut second) = (0.0, Vector3::zeros(), Matrix3::zeros());
    for [p, q, r] in triangles {
        let (u, v) = ((q - p) / f64::from(n), (r - p) / f64::from(n));
        let area = u.cross(&v).norm() / 2.0;
        for i in 0..n {
            for j in 0..n - i {
                let corner = p.coords + u * f64::from(i) + v * f64::from(j);
                let turned = (i + j + 1 < n).then(|| corner + (u + v) * (2.0 / 3.0));
                for x in [Some(corner + (u + v) / 3.0), turned].into_iter().flatten() {
                    mass += area;
                    first += x * area;
                    second += x * x.transpose() * area;
                }
            }
        }
    }
    let mean = first / mass;
    (mean, second / mass - mean * mean.transpose())
}

#[test]
fn the_covariance_is_that_of_the_surface() {
    let mut random = random(44);
    for case in 0..40 {
        let triangles: Vec<Triangle> =
            (0..4).map(|_| [(); 3].map(|()| Point3::from(vector(&mut random)))).collect();
        let about = Point3::from(vector(&mut random));
        let found = Moments::of(&triangles, &about, 1.0);
        let off = |n| {
            let (mean, covariance) = moments_by_sums(&triangles, n);
            assert!((found.mean() + about.coords - mean).amax() < 1e-12, "case {case}");
            (found.covariance() - covariance).amax()
        };
        let (coarse, fine) = (off(20), off(80));
        assert!(coarse < 2e-3 && fine < coarse / 15.0, "case {case}: {coarse:e} {fine:e}");
    }
}

#[test]
fn the_box_of_points_follows_them() {
    let mut random = random(45);
    let (mut smaller, n) = (0, cases(4000));
    for case in 0..n {
        let scale = 10.0_f64.powi(random.random_range(-200..200));
        let (turn, at) = (axes(&mut random), vector(&mut random) * scale);
        let count = random.random_range(0..40);
        // Twice as long as wide, twice as wide as high.
        let points: Vec<Point3<f64>> = (0..count)
            .map(|_| {
                let x = vector(&mut random).component_mul(&Vector3::new(1.0, 0.5, 0.25)) * scale;
                Point3::from(at + turn * x)
            })
            .collect();
        let fitted = fit_obb_to_points(&points);
        assert!(points.iter().all(|p| fitted.contains(p)), "case {case}");
        let skew = (fitted.axes.transpose() * fitted.axes - Matrix3::identity()).amax();
        assert!(skew < 1e-15, "case {case}: {skew}");
        let Some(upright) = Aabb::around(&points) else {
            assert_eq!(fitted.half, Vector3::zeros());
            continue;
        };
        // No direction is wider than the box is along its first axis, but for its diagonal.
        let (half, sides) = (fitted.half / scale, upright.sides() / scale);
        assert!(half.amax() <= sides.norm() * 0.51 + 4e-14, "case {case}");
        // As numbers of unit size, as volumes leave the range.
        let volume = |half: Vector3<f64>| (half / scale).product();
        smaller += u32::from(volume(fitted.half) <= volume(upright.sides() * 0.5) * 1.000_001);
        // A point given twice as often weighs twice: the same set in any order is the same box.
        let reversed: Vec<_> = points.iter().rev().copied().collect();
        let again = fit_obb_to_points(&reversed);
        assert!((again.half - fitted.half).amax() <= 1e-6 * scale || count < 8, "case {case}");
    }
    let share = f64::from(smaller) / f64::from(n);
    eprintln!("{n} sets of points: {share} no larger than upright");
    assert!(share > 0.5, "{share}");
}
