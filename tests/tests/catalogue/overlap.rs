//! Overlaps: every answer against the least distance that a search finds, near touching too.

use std::fmt::Debug;

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_geom::overlap::{
    aabb_aabb, bounding_spheres_meet, capsule_capsule, obb_obb, obb_obb_past_spheres, segment_aabb,
    segment_obb, sphere_aabb, sphere_capsule, sphere_obb, sphere_polygon, sphere_sphere,
    sphere_triangle, triangle_aabb, triangle_obb,
};
use obbtree_geom::{Capsule, Segment, Sphere};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{
    Number, Scene, Tally, between_obbs, between_segments, cases, epsilon, exact, least,
    smallest_sine, to_aabb, to_obb, to_segment, to_triangle,
};
use obbtree_tests::counted::{Counted, count};
use rand::RngExt;

both! {
    balls => balls_of;
    a_ball_and_an_axis_aligned_box => balls_and_aabbs;
    a_ball_and_an_oriented_box => balls_and_obbs;
    a_ball_and_a_triangle => balls_and_triangles;
    a_ball_and_a_polygon => balls_and_polygons;
    a_ball_and_a_capsule => balls_and_capsules;
    capsules => capsules_of;
    axis_aligned_boxes => aabbs;
    a_segment_and_an_axis_aligned_box => segments_and_aabbs;
    a_segment_and_an_oriented_box => segments_and_obbs;
    a_triangle_and_an_axis_aligned_box => triangles_and_aabbs;
    a_triangle_and_an_oriented_box => triangles_and_obbs;
    oriented_boxes => obbs;
}

/// A question asked at two scales and, if it has two sides, the other way round: one answer.
fn same_at_every_scale<T: Number>(ask: impl Fn(T) -> bool, what: &dyn Debug) -> bool {
    let found = ask(T::one());
    assert_eq!(found, ask(T::from_f64(1.0 / 64.0)), "smaller: {what:?}");
    assert_eq!(found, ask(T::from_f64(16.0)), "larger: {what:?}");
    found
}

fn scaled_aabb<T: Number>(aabb: &Aabb<T>, k: T) -> Aabb<T> {
    Aabb { min: aabb.min * k, max: aabb.max * k }
}

fn scaled_obb<T: Number>(obb: &Obb<T>, k: T) -> Obb<T> {
    Obb { axes: obb.axes, center: obb.center * k, half: obb.half * k }
}

fn scaled_segment<T: Number>(segment: &Segment<T>, k: T) -> Segment<T> {
    Segment { start: segment.start * k, end: segment.end * k }
}

fn scaled_capsule<T: Number>(capsule: &Capsule<T>, k: T) -> Capsule<T> {
    Capsule { axis: scaled_segment(&capsule.axis, k), radius: capsule.radius * k }
}

fn segment<T: Number>(scene: &mut Scene, reach: f64) -> Segment<T> {
    let start = scene.point(reach);
    let end = if scene.random.random_range(0..20) == 0 { start } else { scene.point(reach) };
    Segment { start, end }
}

/// Any two segments; every fourth pair parallel, or nearly.
fn segments<T: Number>(scene: &mut Scene, reach: f64) -> [Segment<T>; 2] {
    let a = segment(scene, reach);
    let mut b = segment(scene, reach);
    if scene.random.random_range(0..4) == 0 {
        let factor = T::from_f64(f64::from(scene.random.random_range(-4..4_i8)) / 4.0);
        b.end = b.start + a.along() * factor;
        if scene.random.random() {
            let tilt = T::from_f64(10.0_f64.powi(-scene.random.random_range(3..16)));
            b.end += scene.vector::<T>(1.0) * tilt;
        }
    }
    [a, b]
}

fn ends<T: Number>(segment: &Segment<T>) -> [Point3<f64>; 2] {
    [exact(&segment.start), exact(&segment.end)]
}

/// A radius: now and then one that nearly touches at a distance.
fn radius<T: Number>(scene: &mut Scene, distance: f64, most: f64) -> T {
    if scene.random.random_range(0..6) == 0 {
        scene.grid = false;
        let off = scene.off_touch::<T>();
        let sign = if scene.random.random() { 1.0 } else { -1.0 };
        T::from_f64((distance + sign * off).max(0.0))
    } else {
        scene.number(0.0, most)
    }
}

/// `roundings` ε of the largest length; the judges err by less than 8 in `f64`.
fn band<T: Number>(scene: &Scene, roundings: f64) -> f64 {
    (roundings * epsilon::<T>() + 8.0 * f64::EPSILON) * scene.largest()
}

fn balls_of<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(11), Tally::new("sphere_sphere"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (a, b) = (scene.point::<T>(2.0), scene.point::<T>(2.0));
        let distance = (exact(&a) - exact(&b)).norm();
        let a_radius = scene.number::<T>(0.0, 2.0);
        let b_radius = radius::<T>(&mut scene, distance - a_radius.into(), 2.0);
        let what = (&a, a_radius, &b, b_radius);
        let ask = |k: T| {
            let a = Sphere { center: a * k, radius: a_radius * k };
            let b = Sphere { center: b * k, radius: b_radius * k };
            assert_eq!(sphere_sphere(&a, &b), sphere_sphere(&b, &a));
            sphere_sphere(&a, &b)
        };
        let gap = distance - a_radius.into() - b_radius.into();
        tally.see(same_at_every_scale(ask, &what), gap, band::<T>(&scene, 4.0), false, &what);
    }
    tally.finish();
}

fn balls_and_aabbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(12), Tally::new("sphere_aabb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (center, aabb) = (scene.point::<T>(2.5), scene.aabb::<T>(2.0, 4.0));
        let distance = to_aabb(&exact(&center), &aabb).max(0.0);
        let radius = radius::<T>(&mut scene, distance, 2.0);
        let what = (&center, radius, &aabb);
        let ask = |k: T| {
            sphere_aabb(&Sphere { center: center * k, radius: radius * k }, &scaled_aabb(&aabb, k))
        };
        let found = same_at_every_scale(ask, &what);
        tally.see(found, distance - radius.into(), band::<T>(&scene, 4.0), scene.grid, &what);
    }
    tally.finish();
}

fn balls_and_obbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(13), Tally::new("sphere_obb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (center, obb) = (scene.point::<T>(2.5), scene.obb::<T>(2.0, 2.0));
        let distance = to_obb(&exact(&center), &obb).max(0.0);
        let radius = radius::<T>(&mut scene, distance, 2.0);
        let what = (&center, radius, &obb);
        let ask = |k: T| {
            sphere_obb(&Sphere { center: center * k, radius: radius * k }, &scaled_obb(&obb, k))
        };
        let found = same_at_every_scale(ask, &what);
        tally.see(found, distance - radius.into(), band::<T>(&scene, 16.0), scene.grid, &what);
    }
    tally.finish();
}

fn triangle<T: Number>(scene: &mut Scene, reach: f64) -> [Point3<T>; 3] {
    [(); 3].map(|()| scene.point(reach))
}

/// Bands over the sine of the smallest angle; a triangle without one is its edges.
fn over_sine<T: Number>(band: f64, triangle: &[Point3<T>; 3]) -> f64 {
    let sine = smallest_sine(&triangle.map(|p| exact(&p)));
    if sine > 0.0 { band / sine } else { band }
}

fn balls_and_triangles<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(14), Tally::new("sphere_triangle"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (center, triangle) = (scene.point::<T>(3.0), triangle::<T>(&mut scene, 3.0));
        let distance = to_triangle(&exact(&center), &triangle.map(|p| exact(&p)));
        let radius = radius::<T>(&mut scene, distance, 4.0);
        let what = (&center, radius, &triangle);
        let ask = |k: T| {
            sphere_triangle(
                &Sphere { center: center * k, radius: radius * k },
                &triangle.map(|p| p * k),
            )
        };
        let found = same_at_every_scale(ask, &what);
        for [i, j, k] in [[0, 2, 1], [1, 2, 0], [2, 1, 0]] {
            let turned = [triangle[i], triangle[j], triangle[k]];
            let again = sphere_triangle(&Sphere { center, radius }, &turned);
            let band = band::<T>(&scene, 16.0);
            assert!(again == found || (distance - radius.into()).abs() <= band);
        }
        let band = band::<T>(&scene, 16.0);
        tally.see(found, distance - radius.into(), band, false, &what);
    }
    tally.finish();
}

/// Polygons in a plane with whole numbers, around a middle that sees all of them: the triangles of
/// middle and edges are the polygon.
fn balls_and_polygons<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(15), Tally::new("sphere_polygon"));
    for _ in 0..cases() {
        scene.change::<T>();
        scene.grid = true;
        // Rounded to whole numbers the corners can pass each other, but not with 64 in a unit.
        let fine = scene.unit / 64.0;
        let axes = scene.axes::<T>();
        scene.grid = false;
        let middle = scene.place * scene.unit;
        let count = scene.random.random_range(3..9);
        let corners: Vec<Point3<T>> = (0..count)
            .map(|i| {
                let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
                let length = scene.random.random_range(0.5..3.0) * 64.0;
                let (u, v) = ((angle.cos() * length).round(), (angle.sin() * length).round());
                let in_plane = axes.map(Into::into) * Vector3::new(u, v, 0.0) * fine;
                Point3::from((middle + in_plane).map(T::from_f64))
            })
            .collect();
        let center = scene.point::<T>(2.5);
        let distance = (0..corners.len())
            .map(|i| {
                let (from, to) = (&corners[i], &corners[(i + 1) % corners.len()]);
                to_triangle(&exact(&center), &[middle.into(), exact(from), exact(to)])
            })
            .fold(f64::INFINITY, f64::min);
        let radius = radius::<T>(&mut scene, distance, 2.5);
        let what = (&center, radius, &corners);
        let ask = |k: T| {
            let scaled: Vec<_> = corners.iter().map(|p| p * k).collect();
            let ball = Sphere { center: center * k, radius: radius * k };
            let found = sphere_polygon(&ball, &scaled);
            let reversed: Vec<_> = scaled.into_iter().rev().collect();
            let again = sphere_polygon(&ball, &reversed);
            assert!(
                found == again || (distance - radius.into()).abs() < band::<T>(&scene, 32.0),
                "reversed: {what:?}"
            );
            found
        };
        let found = same_at_every_scale(ask, &what);
        tally.see(found, distance - radius.into(), band::<T>(&scene, 32.0), false, &what);
    }
    tally.finish();
}

fn balls_and_capsules<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(16), Tally::new("sphere_capsule"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (center, axis) = (scene.point::<T>(3.0), segment::<T>(&mut scene, 3.0));
        let [start, end] = ends(&axis);
        let distance = to_segment(&exact(&center), &start, &end);
        let of_capsule = scene.number::<T>(0.0, 2.0);
        let radius = radius::<T>(&mut scene, distance - of_capsule.into(), 2.0);
        let capsule = Capsule { axis, radius: of_capsule };
        let what = (&center, radius, &capsule);
        let ask = |k: T| {
            sphere_capsule(
                &Sphere { center: center * k, radius: radius * k },
                &scaled_capsule(&capsule, k),
            )
        };
        let gap = distance - radius.into() - of_capsule.into();
        tally.see(same_at_every_scale(ask, &what), gap, band::<T>(&scene, 16.0), false, &what);
    }
    tally.finish();
}

fn capsules_of<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(17), Tally::new("capsule_capsule"));
    for _ in 0..cases() {
        scene.change::<T>();
        let [a, b] = segments::<T>(&mut scene, 3.0);
        let distance = between_segments(&ends(&a), &ends(&b));
        let a_radius = scene.number::<T>(0.0, 1.5);
        let b_radius = radius::<T>(&mut scene, distance - a_radius.into(), 1.5);
        let (a, b) = (Capsule { axis: a, radius: a_radius }, Capsule { axis: b, radius: b_radius });
        let what = (&a, &b);
        let ask = |k: T| capsule_capsule(&scaled_capsule(&a, k), &scaled_capsule(&b, k));
        let found = same_at_every_scale(ask, &what);
        let gap = distance - a_radius.into() - b_radius.into();
        let band = band::<T>(&scene, 32.0);
        assert!(gap.abs() <= band || found == capsule_capsule(&b, &a), "swapped: {what:?}");
        tally.see(found, gap, band, false, &what);
    }
    tally.finish();
}

fn aabbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(18), Tally::new("aabb_aabb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (a, b) = (scene.aabb::<T>(2.0, 4.0), scene.aabb::<T>(2.0, 4.0));
        let (a_min, a_max) = (exact(&a.min), exact(&a.max));
        let (b_min, b_max) = (exact(&b.min), exact(&b.max));
        let gap = (a_min - b_max).sup(&(b_min - a_max)).max();
        assert_eq!(aabb_aabb(&a, &b), aabb_aabb(&b, &a));
        let ask = |k: T| aabb_aabb(&scaled_aabb(&a, k), &scaled_aabb(&b, k));
        tally.see(same_at_every_scale(ask, &(&a, &b)), gap, 0.0, true, &(&a, &b));
    }
    tally.finish();
}

fn segments_and_aabbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(19), Tally::new("segment_aabb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (mut segment, aabb) = (segment::<T>(&mut scene, 3.0), scene.aabb::<T>(1.0, 6.0));
        let way = scene.vector::<f64>(6.0);
        let moved = |s: f64| {
            let shift = (way * s).map(T::from_f64);
            Segment { start: segment.start + shift, end: segment.end + shift }
        };
        let gap = |segment: &Segment<T>| {
            let [start, end] = ends(segment);
            least(|s| to_aabb(&(start + (end - start) * s), &aabb), 0.0, 1.0).1
        };
        segment = moved(scene.near_touch::<T>(|s| gap(&moved(s))));
        let what = (&segment, &aabb);
        let ask = |k: T| segment_aabb(&scaled_segment(&segment, k), &scaled_aabb(&aabb, k));
        let found = same_at_every_scale(ask, &what);
        let band = band::<T>(&scene, 16.0);
        tally.see_certain(found, gap(&segment), band, &scene, &what);
    }
    tally.finish();
}

fn segments_and_obbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(20), Tally::new("segment_obb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (mut segment, obb) = (segment::<T>(&mut scene, 3.0), scene.obb::<T>(1.0, 3.0));
        let way = scene.vector::<f64>(6.0);
        let moved = |s: f64| {
            let shift = (way * s).map(T::from_f64);
            Segment { start: segment.start + shift, end: segment.end + shift }
        };
        let gap = |segment: &Segment<T>| {
            let [start, end] = ends(segment);
            least(|s| to_obb(&(start + (end - start) * s), &obb), 0.0, 1.0).1
        };
        segment = moved(scene.near_touch::<T>(|s| gap(&moved(s))));
        let what = (&segment, &obb);
        let ask = |k: T| segment_obb(&scaled_segment(&segment, k), &scaled_obb(&obb, k));
        let found = same_at_every_scale(ask, &what);
        let band = band::<T>(&scene, 32.0);
        tally.see_certain(found, gap(&segment), band, &scene, &what);
    }
    tally.finish();
}

/// The least over a triangle of a convex function.
fn on_triangle<T: Number>(triangle: &[Point3<T>; 3], f: impl Fn(&Point3<f64>) -> f64) -> f64 {
    let [a, b, c] = triangle.map(|p| exact(&p));
    // Chords parallel to one edge: what is convex on the triangle is convex over them.
    let along_line = |s: f64| {
        let (from, to) = (a + (b - a) * s, a + (c - a) * s);
        least(|t| f(&(from + (to - from) * t)), 0.0, 1.0).1
    };
    least(along_line, 0.0, 1.0).1
}

fn triangles_and_aabbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(21), Tally::new("triangle_aabb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (mut triangle, aabb) = (triangle::<T>(&mut scene, 3.0), scene.aabb::<T>(1.5, 4.0));
        let way = scene.vector::<f64>(5.0);
        let moved = |s: f64| triangle.map(|p| p + (way * s).map(T::from_f64));
        if scene.random.random_range(0..4) == 0 {
            let at = scene.near_touch::<T>(|s| on_triangle(&moved(s), |p| to_aabb(p, &aabb)));
            triangle = moved(at);
        }
        let what = (&triangle, &aabb);
        let ask = |k: T| triangle_aabb(&triangle.map(|p| p * k), &scaled_aabb(&aabb, k));
        let found = same_at_every_scale(ask, &what);
        let [a, b, c] = triangle;
        assert_eq!(found, triangle_aabb(&[b, c, a], &aabb), "turned: {what:?}");
        let gap = on_triangle(&triangle, |p| to_aabb(p, &aabb));
        let band = over_sine(band::<T>(&scene, 32.0), &triangle);
        tally.see_certain(found, gap, band, &scene, &what);
    }
    tally.finish();
}

fn triangles_and_obbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(22), Tally::new("triangle_obb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (mut triangle, obb) = (triangle::<T>(&mut scene, 3.0), scene.obb::<T>(1.5, 2.0));
        let way = scene.vector::<f64>(5.0);
        let moved = |s: f64| triangle.map(|p| p + (way * s).map(T::from_f64));
        if scene.random.random_range(0..4) == 0 {
            let at = scene.near_touch::<T>(|s| on_triangle(&moved(s), |p| to_obb(p, &obb)));
            triangle = moved(at);
        }
        let what = (&triangle, &obb);
        let ask = |k: T| triangle_obb(&triangle.map(|p| p * k), &scaled_obb(&obb, k));
        let found = same_at_every_scale(ask, &what);
        let gap = on_triangle(&triangle, |p| to_obb(p, &obb));
        let band = over_sine(band::<T>(&scene, 64.0), &triangle);
        tally.see_certain(found, gap, band, &scene, &what);
    }
    tally.finish();
}

fn obbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(23), Tally::new("obb_obb"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (a, mut b) = (scene.obb::<T>(1.5, 1.5), scene.obb::<T>(1.5, 1.5));
        // What the gap may be where the cross product of edges at this angle is no axis any more.
        let mut unseen = 0.0;
        if scene.random.random_range(0..4) == 0 {
            // Edges parallel to A's, up to a tilt of any smallness.
            let tilt = [0.0, 10.0_f64.powi(-scene.random.random_range(1..17))];
            let tilt =
                scene.vector::<f64>(1.0) * (tilt[scene.random.random_range(0..2)] / scene.unit);
            let axes: Matrix3<f64> = a.axes.map(Into::into);
            b.axes = (axes * Rotation3::new(tilt).into_inner()).map(T::from_f64);
            scene.grid &= tilt.norm() == 0.0;
            if tilt.norm() > 0.0 {
                let halves: f64 = (a.half.sum() + b.half.sum()).into();
                unseen = halves * tilt.norm().min(4.0 * epsilon::<T>().sqrt());
            }
        }
        let way = scene.vector::<f64>(5.0);
        let center = b.center;
        let moved = |s: f64| Obb { center: center + (way * s).map(T::from_f64), ..b };
        if !scene.grid {
            b = moved(scene.near_touch::<T>(|s| between_obbs(&a, &moved(s))));
        }
        let what = (&a, &b);
        let ask = |k: T| obb_obb(&scaled_obb(&a, k), &scaled_obb(&b, k));
        let found = same_at_every_scale(ask, &what);
        let gap = between_obbs(&a, &b);
        let near = band::<T>(&scene, 64.0) + unseen;
        for again in [obb_obb(&b, &a), obb_obb_past_spheres(&a, &b)] {
            assert!(again == found || gap.abs() < near, "swapped or by balls: {what:?}");
        }
        assert!(bounding_spheres_meet(&a, &b) || gap > 0.0);
        tally.see_certain(found, gap, near, &scene, &what);
    }
    tally.finish();
}

/// Operations as "Programmers' Computational Geometry", 9.2.6, counts them for boxes that no axis
/// parts.
#[test]
fn oriented_boxes_cost_what_the_book_counts() {
    let obb = |x: f64| Obb {
        axes: Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0).map(Counted),
        center: Point3::new(x, 0.0, 0.0).map(Counted),
        half: Vector3::new(1.0, 2.0, 3.0).map(Counted),
    };
    let (found, counts) = count(|| obb_obb(&obb(0.0), &obb(0.5)));
    assert!(found);
    // The book's, and the slack's: two products with a constant, five sums for it, one on each
    // axis.
    assert_eq!(counts.abs, 24);
    assert_eq!(counts.mul, 117 + 2);
    assert_eq!(counts.add, 87 + 5 + 15);
    assert_eq!((counts.div, counts.sqrt, counts.compare), (0, 0, 15));

    // The balls first: a difference, three squares and three sums of them, two roots.
    let (found, counts) = count(|| bounding_spheres_meet(&obb(0.0), &obb(0.5)));
    assert!(found);
    assert_eq!((counts.sqrt, counts.abs, counts.compare), (2, 0, 1));
    assert!(counts.mul <= 13 && counts.add <= 11);
    let (found, counts) = count(|| obb_obb_past_spheres(&obb(0.0), &obb(20.0)));
    assert!(!found && counts.abs == 0);
}

#[test]
fn degenerate_shapes_are_what_their_docs_say() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let cube = Aabb { min: p(0.0, 0.0, 0.0), max: p(2.0, 2.0, 2.0) };
    let obb =
        Obb { axes: Matrix3::identity(), center: p(1.0, 1.0, 1.0), half: Vector3::repeat(1.0) };
    for (at, inside) in
        [(p(2.0, 2.0, 2.0), true), (p(1.0, 1.0, 1.0), true), (p(2.0, 2.5, 1.0), false)]
    {
        let point = Segment { start: at, end: at };
        let (ball, capsule) =
            (Sphere { center: at, radius: 0.0 }, Capsule { axis: point, radius: 0.0 });
        let point_box = Aabb { min: at, max: at };
        let point_obb = Obb { axes: Matrix3::identity(), center: at, half: Vector3::zeros() };
        assert_eq!(sphere_aabb(&ball, &cube), inside);
        assert_eq!(sphere_obb(&ball, &obb), inside);
        assert_eq!(segment_aabb(&point, &cube), inside);
        assert_eq!(segment_obb(&point, &obb), inside);
        assert_eq!(triangle_aabb(&[at; 3], &cube), inside);
        assert_eq!(triangle_obb(&[at; 3], &obb), inside);
        assert_eq!(aabb_aabb(&point_box, &cube), inside);
        assert_eq!(obb_obb(&point_obb, &obb), inside);
        // A point meets itself.
        assert!(sphere_triangle(&ball, &[at; 3]) && sphere_polygon(&ball, &[at]));
        assert!(capsule_capsule(&capsule, &capsule) && sphere_capsule(&ball, &capsule));
        assert!(segment_aabb(&point, &point_box) && triangle_obb(&[at; 3], &point_obb));
        assert!(obb_obb(&point_obb, &point_obb));
    }
    let ball = Sphere { center: p(0.0, 1.0, 0.0), radius: 1.0 };
    assert!(!sphere_polygon(&ball, &[]));
    assert!(sphere_polygon(&ball, &[p(-3.0, 0.0, 0.0), p(3.0, 0.0, 0.0)]));
    // Corners on a line are a segment: on both sides of the ball, and beyond its reach.
    let line = |y: f64| [p(-3.0, y, 0.0), p(3.0, y, 0.0), p(1.0, y, 0.0)];
    assert!(sphere_triangle(&ball, &line(0.0)) && sphere_polygon(&ball, &line(0.0)));
    assert!(!sphere_triangle(&ball, &line(-0.5)) && !sphere_polygon(&ball, &line(-0.5)));
    assert!(triangle_aabb(&line(2.0), &cube) && !triangle_aabb(&line(2.5), &cube));
}

/// Finite input gives an answer, however large, small or flat.
#[test]
fn nothing_panics_at_the_ends_of_the_numbers() {
    let sizes = [0.0, 5e-324, 1e-200, 1.0, 1e200, f64::MAX, -f64::MAX];
    for &x in &sizes {
        for &y in &sizes {
            let (p, q) = (Point3::new(x, y, x), Point3::new(y, x, 1.0));
            let (segment, triangle) = (Segment { start: p, end: q }, [p, q, Point3::new(y, y, x)]);
            let (ball, capsule) =
                (Sphere { center: p, radius: 1.0 }, Capsule { axis: segment, radius: x });
            let aabb = Aabb { min: p.inf(&q), max: p.sup(&q) };
            let obb = Obb { axes: Matrix3::identity(), center: q, half: Vector3::repeat(x.abs()) };
            let answers = [
                sphere_aabb(&ball, &aabb),
                sphere_obb(&ball, &obb),
                sphere_triangle(&ball, &triangle),
                sphere_polygon(&ball, &triangle),
                sphere_capsule(&ball, &capsule),
                capsule_capsule(&capsule, &capsule),
                segment_aabb(&segment, &aabb),
                segment_obb(&segment, &obb),
                triangle_aabb(&triangle, &aabb),
                triangle_obb(&triangle, &obb),
                obb_obb_past_spheres(&obb, &obb),
            ];
            assert_eq!(answers.len(), 11);
        }
    }
}
