//! In the plane: segments against whole numbers, boxes against their corners, rectangles against
//! every direction.

use nalgebra::{Point2, Vector2};
use obbtree_geom::planar::{Box2, box_box, hull_rectangle, segment_segment, segments_meet_on_grid};
use obbtree_tests::catalogue_closest::cases;
use obbtree_tests::catalogue_planar::{box2, hull2, vector2};
use obbtree_tests::shapes::random;
use rand::RngExt;

/// The smallest height of an end over the other segment's line, as a share of the size: how near
/// the question is to a tie.
fn margin(a: &[Point2<f64>; 2], b: &[Point2<f64>; 2]) -> f64 {
    let height = |s: &[Point2<f64>; 2], p: &Point2<f64>| {
        let along = s[1] - s[0];
        if along.norm() == 0.0 { 0.0 } else { (along.perp(&(p - s[0])) / along.norm()).abs() }
    };
    let heights = [height(a, &b[0]), height(a, &b[1]), height(b, &a[0]), height(b, &a[1])];
    let size = [a[0], a[1], b[0], b[1]].iter().map(|p| p.coords.amax()).fold(0.0, f64::max);
    heights.into_iter().fold(f64::INFINITY, f64::min) / size
}

#[test]
fn segments_cross_as_whole_numbers_say() {
    let mut random = random(21);
    let n = cases(20_000);
    let (mut hits, mut near) = (0, 0);
    for case in 0..n {
        let reach = [3, 1 << 30][random.random_range(0..2)];
        let mut p = [(); 4].map(|()| [(); 2].map(|()| random.random_range(-reach..=reach)));
        if case % 7 == 0 {
            // An end almost on the other: its middle, rounded to the grid.
            p[2] = [0, 1].map(|i| (p[0][i] + p[1][i]) / 2);
        }
        let (a, b) = ([p[0], p[1]], [p[2], p[3]]);
        let exact = segments_meet_on_grid(&a, &b);
        assert_eq!(exact, segments_meet_on_grid(&b, &a));
        assert_eq!(exact, segments_meet_on_grid(&[a[1], a[0]], &b));
        let floats = |s: [[i32; 2]; 2]| s.map(|p| Point2::from(p.map(f64::from)));
        let (a, b) = (floats(a), floats(b));
        let found = segment_segment(&a, &b);
        hits += u32::from(exact);
        if reach > 3 && margin(&a, &b) < 4.0 * f64::EPSILON {
            near += 1;
        } else {
            assert_eq!(found.is_some(), exact, "case {case}: {a:?} {b:?}");
        }
        let single = |s: [Point2<f64>; 2]| s.map(|p| p.map(|x| x as f32));
        if reach == 3 {
            assert_eq!(segment_segment(&single(a), &single(b)).is_some(), exact, "{a:?} {b:?}");
        }
        if let Some(found) = found {
            let size = [a, b].concat().iter().map(|p| p.coords.amax()).fold(0.0, f64::max);
            for (parameter, on) in [(found.a_parameter, a), (found.b_parameter, b)] {
                assert!((0.0..=1.0).contains(&parameter), "{a:?} {b:?}");
                // The distance from the segment, found by trying: nearest among foot and ends.
                let along = on[1] - on[0];
                let t = ((found.point - on[0]).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
                let foot = if t.is_nan() { on[0] } else { on[0] + along * t };
                let off = (found.point - foot).norm();
                // Near a tie the point is on A and within the tie of B.
                assert!(off <= 8.0 * f64::EPSILON * size, "case {case}: {off} {a:?} {b:?}");
            }
            for power in [40, -40, 300, -300] {
                let scale = 2.0_f64.powi(power);
                let scaled = segment_segment(&a.map(|p| p * scale), &b.map(|p| p * scale));
                assert_eq!(
                    scaled.map(|f| (f.a_parameter, f.point / scale)),
                    Some((found.a_parameter, found.point))
                );
            }
        }
    }
    let share = f64::from(hits) / f64::from(n);
    eprintln!("{n} pairs of segments, {share} meet, {near} too near to tell");
    assert!((0.3..0.7).contains(&share), "{share}");
    assert!(f64::from(near) < 0.05 * f64::from(n), "{near}");
}

#[test]
fn overlapping_segments_share_their_first_point() {
    let p = |x: f64| Point2::new(x, 2.0 * x);
    let found = segment_segment(&[p(0.0), p(4.0)], &[p(3.0), p(1.0)]).expect("they overlap");
    assert_eq!((found.a_parameter, found.b_parameter, found.point), (0.25, 1.0, p(1.0)));
    assert_eq!(segment_segment(&[p(0.0), p(1.0)], &[p(2.0), p(3.0)]), None);
    assert!(segment_segment(&[p(1.0); 2], &[p(1.0); 2]).is_some());
    assert!(segment_segment(&[p(1.0); 2], &[p(0.0), p(3.0)]).is_some());
    assert!(segment_segment(&[p(1.0); 2], &[p(2.0); 2]).is_none());
    let wild = [0.0, 5e-324, 1.0, f64::MAX, -f64::MAX];
    for a in wild {
        for b in wild {
            let (s, t) =
                ([Point2::new(a, b), Point2::new(b, a)], [Point2::new(b, b), Point2::new(a, -a)]);
            if let Some(found) = segment_segment(&s, &t) {
                assert!(!(found.a_parameter + found.b_parameter).is_nan(), "{s:?} {t:?}");
            }
        }
    }
}

/// The room between two boxes along a direction, from their corners.
fn room(a: &Box2, b: &Box2, direction: &Vector2<f64>) -> f64 {
    let reach = |b: &Box2, sign: f64| {
        b.corners()
            .iter()
            .map(|p| sign * direction.dot(&p.coords))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    -reach(b, -1.0) - reach(a, 1.0)
}

#[test]
fn boxes_part_along_the_shortest_way() {
    let mut random = random(22);
    let n = cases(4000);
    let mut hits = 0;
    for case in 0..n {
        let (a, b) = (box2(&mut random), box2(&mut random));
        let found = box_box(&a, &b);
        let tolerance = 8.0 * f64::EPSILON * 2.0;
        assert!((room(&a, &b, &found.direction) - found.gap).abs() <= tolerance, "case {case}");
        // No direction tells more: B could leave along any of them.
        for step in 0..64 {
            let (sin, cos) = (f64::from(step) * std::f64::consts::PI / 32.0).sin_cos();
            let other = room(&a, &b, &Vector2::new(cos, sin));
            assert!(
                found.gap > 0.0 || other <= found.gap + tolerance,
                "case {case}: {other} {found:?}"
            );
        }
        let swapped = box_box(&b, &a);
        assert!((swapped.gap - found.gap).abs() <= tolerance);
        hits += u32::from(found.overlaps());
        if let Some(minimum_translation) = found.minimum_translation() {
            let moved = Box2 { center: b.center + minimum_translation, ..b };
            assert!(box_box(&a, &moved).gap.abs() <= tolerance, "case {case}: {found:?}");
        } else {
            // Apart by corners too: no corner of either is within the other.
            let inside = |of: &Box2, p: &Point2<f64>| {
                (0..2).all(|i| of.axes[i].dot(&(p - of.center)).abs() <= of.half[i] - tolerance)
            };
            assert!(!a.corners().iter().any(|p| inside(&b, p)), "case {case}");
            assert!(!b.corners().iter().any(|p| inside(&a, p)), "case {case}");
        }
    }
    let share = f64::from(hits) / f64::from(n);
    eprintln!("{n} pairs of boxes, {share} overlap");
    assert!((0.3..0.7).contains(&share), "{share}");
}

#[test]
fn the_covariance_rectangle_is_at_most_twice_the_least() {
    let mut random = random(23);
    let mut worst = 0.0_f64;
    for case in 0..cases(4000) / 4 {
        let count = random.random_range(3..12);
        let thin = random.random_range(0.01..1.0);
        let points: Vec<Point2<f64>> = (0..count)
            .map(|_| vector2(&mut random).component_mul(&Vector2::new(1.0, thin)).into())
            .collect();
        let hull = hull2(&points);
        let area = |axis: Vector2<f64>| {
            let across = Vector2::new(-axis.y, axis.x);
            let extent = |axis: Vector2<f64>| {
                let along = hull.iter().map(|p| axis.dot(&p.coords));
                along.clone().fold(f64::NEG_INFINITY, f64::max)
                    - along.fold(f64::INFINITY, f64::min)
            };
            extent(axis) * extent(across)
        };
        // The least has a side along an edge of the hull (Freeman and Shapira 1975).
        let edges = (0..hull.len()).map(|i| (hull[(i + 1) % hull.len()] - hull[i]).normalize());
        let least = edges.map(area).fold(f64::INFINITY, f64::min);
        let fitted = hull_rectangle(&hull).expect("points");
        assert!((fitted.area() - area(fitted.axes[0])).abs() <= 1e-14, "case {case}");
        for p in &hull {
            for i in 0..2 {
                let beyond = fitted.axes[i].dot(&(p - fitted.center)).abs() - fitted.half[i];
                assert!(beyond <= 8.0 * f64::EPSILON, "case {case}: {beyond}");
            }
        }
        worst = worst.max(fitted.area() / least);
    }
    eprintln!("covariance rectangle over the least: {worst}");
    assert!((1.0..=2.0).contains(&worst), "{worst}");
    assert_eq!(hull_rectangle::<f64>(&[]), None);
    let point = hull_rectangle(&[Point2::new(1.0, 2.0); 3]).expect("points");
    assert_eq!((point.center, point.area()), (Point2::new(1.0, 2.0), 0.0));
}
