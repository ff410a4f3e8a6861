//! Overlaps: every answer against the smallest distance that a search finds, also near touching.

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
    Number, Scaled, Scene, at_the_limits, between_obbs, between_segments, cases, epsilon, exact,
    least, smallest_sine, star, tally, to_aabb, to_obb, to_segment, to_triangle,
};
use obbtree_tests::counted::{Counted, count};
use rand::RngExt;

both! {
    spheres => spheres_of;
    a_sphere_and_an_axis_aligned_box => spheres_and_aabbs;
    a_sphere_and_an_oriented_box => spheres_and_obbs;
    a_sphere_and_a_triangle => spheres_and_triangles;
    a_sphere_and_a_polygon => spheres_and_polygons;
    a_sphere_and_a_capsule => spheres_and_capsules;
    capsules => capsules_of;
    axis_aligned_boxes => aabbs;
    a_segment_and_an_axis_aligned_box => segments_and_aabbs;
    a_segment_and_an_oriented_box => segments_and_obbs;
    a_triangle_and_an_axis_aligned_box => triangles_and_aabbs;
    a_triangle_and_an_oriented_box => triangles_and_obbs;
    oriented_boxes => obbs;
}

/// The answers, which must be the same in other units.
fn at_every_scale<T: Number, A: Scaled<T> + Debug, B: Scaled<T> + Debug, R: PartialEq + Debug>(
    a: &A,
    b: &B,
    ask: impl Fn(&A, &B) -> R,
) -> R {
    let found = ask(a, b);
    for k in [1.0 / 64.0, 16.0] {
        let again = ask(&a.times(T::from_f64(k)), &b.times(T::from_f64(k)));
        assert_eq!(found, again, "times {k}: {a:?} {b:?}");
    }
    found
}

fn segment<T: Number>(scene: &mut Scene, reach: f64) -> Segment<T> {
    let start = scene.point(reach);
    let end = if scene.random.random_range(0..20) == 0 { start } else { scene.point(reach) };
    Segment { start, end }
}

/// Any two segments; every fourth pair parallel or nearly parallel.
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

/// A radius; sometimes one with which a body at this distance nearly touches.
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

/// Spheres of a reach and a radius up to these, and shapes, each with its distance from a point.
/// The first answer counts, the others are those to other orders of corners.
fn spheres_and<T: Number, S: Scaled<T> + Debug, D: Fn(&Point3<f64>) -> f64, const N: usize>(
    (name, seed, roundings): (&'static str, u64, f64),
    [reach, most]: [f64; 2],
    is_exact_on_grid: bool,
    shape: impl Fn(&mut Scene) -> (S, D),
    ask: impl Fn(&Sphere<T>, &S) -> [bool; N],
) {
    tally::<T>(name, seed, cases(), |scene, tally| {
        let center = scene.point::<T>(reach);
        let (shape, distance) = shape(scene);
        let distance = distance(&exact(&center));
        let sphere = Sphere { center, radius: radius::<T>(scene, distance, most) };
        let [found, others @ ..] = &at_every_scale(&sphere, &shape, &ask)[..] else { return };
        let (gap, band) = (distance - sphere.radius.into(), scene.band::<T>(roundings, 8.0));
        assert!(gap.abs() <= band || others.iter().all(|other| other == found), "{shape:?}");
        let is_exact = is_exact_on_grid && scene.grid;
        tally.see(*found, gap, band, is_exact, &(&sphere, &shape));
    });
}

fn spheres_of<T: Number>() {
    spheres_and::<T, _, _, 2>(
        ("sphere_sphere", 11, 4.0),
        [2.0, 2.0],
        false,
        |scene| {
            let other = Sphere { center: scene.point::<T>(2.0), radius: scene.number(0.0, 2.0) };
            (other, move |p: &Point3<f64>| (p - exact(&other.center)).norm() - other.radius.into())
        },
        |a, b| [sphere_sphere(a, b), sphere_sphere(b, a)],
    );
}

fn spheres_and_aabbs<T: Number>() {
    spheres_and::<T, _, _, 1>(
        ("sphere_aabb", 12, 4.0),
        [2.5, 2.0],
        true,
        |scene| {
            let aabb = scene.aabb::<T>(2.0, 4.0);
            (aabb, move |p: &Point3<f64>| to_aabb(p, &aabb).max(0.0))
        },
        |sphere, aabb| [sphere_aabb(sphere, aabb)],
    );
}

fn spheres_and_obbs<T: Number>() {
    spheres_and::<T, _, _, 1>(
        ("sphere_obb", 13, 16.0),
        [2.5, 2.0],
        true,
        |scene| {
            let obb = scene.obb::<T>(2.0, 2.0);
            (obb, move |p: &Point3<f64>| to_obb(p, &obb).max(0.0))
        },
        |sphere, obb| [sphere_obb(sphere, obb)],
    );
}

fn spheres_and_triangles<T: Number>() {
    spheres_and::<T, _, _, 4>(
        ("sphere_triangle", 14, 16.0),
        [3.0, 4.0],
        false,
        |scene| {
            let triangle = [(); 3].map(|()| scene.point::<T>(3.0));
            (triangle, move |p: &Point3<f64>| {
                to_triangle(p, &triangle.map(|corner| exact(&corner)))
            })
        },
        |sphere, &[a, b, c]| {
            [[a, b, c], [a, c, b], [b, c, a], [c, b, a]].map(|t| sphere_triangle(sphere, &t))
        },
    );
}

fn spheres_and_polygons<T: Number>() {
    spheres_and::<T, _, _, 2>(
        ("sphere_polygon", 15, 32.0),
        [2.5, 2.5],
        false,
        |scene| {
            let (corners, fan) = star::<T>(scene, 3.0);
            (corners, move |p: &Point3<f64>| {
                fan.iter().map(|part| to_triangle(p, part)).fold(f64::MAX, f64::min)
            })
        },
        |sphere, corners| {
            let reversed: Vec<_> = corners.iter().rev().copied().collect();
            [sphere_polygon(sphere, corners), sphere_polygon(sphere, &reversed)]
        },
    );
}

fn spheres_and_capsules<T: Number>() {
    spheres_and::<T, _, _, 1>(
        ("sphere_capsule", 16, 16.0),
        [3.0, 2.0],
        false,
        |scene| {
            let axis = segment::<T>(scene, 3.0);
            let capsule = Capsule { axis, radius: scene.number::<T>(0.0, 2.0) };
            let [start, end] = ends(&axis);
            (capsule, move |p: &Point3<f64>| to_segment(p, &start, &end) - capsule.radius.into())
        },
        |sphere, capsule| [sphere_capsule(sphere, capsule)],
    );
}

fn capsules_of<T: Number>() {
    tally::<T>("capsule_capsule", 17, cases(), |scene, tally| {
        let [a, b] = segments::<T>(scene, 3.0);
        let distance = between_segments(&ends(&a), &ends(&b));
        let a = Capsule { axis: a, radius: scene.number::<T>(0.0, 1.5) };
        let b_radius = radius::<T>(scene, distance - a.radius.into(), 1.5);
        let b = Capsule { axis: b, radius: b_radius };
        let found = at_every_scale(&a, &b, capsule_capsule);
        let gap = distance - a.radius.into() - b.radius.into();
        let band = scene.band::<T>(32.0, 8.0);
        assert!(gap.abs() <= band || found == capsule_capsule(&b, &a), "swapped: {a:?} {b:?}");
        tally.see(found, gap, band, false, &(&a, &b));
    });
}

fn aabbs<T: Number>() {
    tally::<T>("aabb_aabb", 18, cases(), |scene, tally| {
        let (a, b) = (scene.aabb::<T>(2.0, 4.0), scene.aabb::<T>(2.0, 4.0));
        let (a_min, a_max) = (exact(&a.min), exact(&a.max));
        let (b_min, b_max) = (exact(&b.min), exact(&b.max));
        let gap = (a_min - b_max).sup(&(b_min - a_max)).max();
        assert_eq!(aabb_aabb(&a, &b), aabb_aabb(&b, &a));
        tally.see(at_every_scale(&a, &b, aabb_aabb), gap, 0.0, true, &(&a, &b));
    });
}

/// The minimum of a convex function over a segment or a triangle.
fn on_hull<T: Number, const N: usize>(
    corners: &[Point3<T>; N],
    f: impl Fn(&Point3<f64>) -> f64,
) -> f64 {
    let corners = corners.each_ref().map(exact);
    let along =
        |from: Point3<f64>, to: Point3<f64>| least(|t| f(&(from + (to - from) * t)), 0.0, 1.0).1;
    match corners[..] {
        [a, b] => along(a, b),
        // Over the chords parallel to one edge: a function that is convex on the triangle is
        // convex over them.
        [a, b, c] => least(|s| along(a + (b - a) * s, a + (c - a) * s), 0.0, 1.0).1,
        _ => panic!("{N} corners"),
    }
}

/// Segments or triangles, one in so many moved close to touching, and boxes of which the distance
/// from a point is known. The answer to the corners in another order is the same.
fn corners_and<T: Number, B: Scaled<T> + Debug, const N: usize>(
    (name, seed, roundings): (&'static str, u64, f64),
    one_in: u32,
    boxes: impl Fn(&mut Scene) -> B,
    distance: impl Fn(&Point3<f64>, &B) -> f64,
    ask: impl Fn(&[Point3<T>; N], &B) -> bool,
) {
    tally::<T>(name, seed, cases(), |scene, tally| {
        let mut corners = [(); N].map(|()| scene.point::<T>(3.0));
        if scene.random.random_range(0..20) == 0 {
            corners[0] = corners[1];
        }
        let shape = boxes(scene);
        let way = scene.vector::<f64>(5.0);
        let gap = |corners: &[Point3<T>; N]| on_hull(corners, |p| distance(p, &shape));
        let moved = |s: f64| corners.map(|p| p + (way * s).map(T::from_f64));
        if scene.random.random_range(0..one_in) == 0 {
            corners = moved(scene.near_touch::<T>(|s| gap(&moved(s))));
        }
        let found = at_every_scale(&corners, &shape, &ask);
        // Over the sine of the smallest angle; a degenerate triangle is its edges.
        let sine = match corners[..] {
            [a, b, c] => smallest_sine(&[a, b, c].map(|p| exact(&p))),
            _ => 0.0,
        };
        let band = scene.band::<T>(roundings, 8.0) / if sine > 0.0 { sine } else { 1.0 };
        tally.see_certain(found, gap(&corners), band, scene, &(&corners, &shape));
    });
}

fn segments_and_aabbs<T: Number>() {
    corners_and::<T, _, 2>(
        ("segment_aabb", 19, 16.0),
        1,
        |scene| scene.aabb::<T>(1.0, 6.0),
        to_aabb,
        |&[start, end], aabb| segment_aabb(&Segment { start, end }, aabb),
    );
}

fn segments_and_obbs<T: Number>() {
    corners_and::<T, _, 2>(
        ("segment_obb", 20, 32.0),
        1,
        |scene| scene.obb::<T>(1.0, 3.0),
        to_obb,
        |&[start, end], obb| segment_obb(&Segment { start, end }, obb),
    );
}

fn triangles_and_aabbs<T: Number>() {
    corners_and::<T, _, 3>(
        ("triangle_aabb", 21, 32.0),
        4,
        |scene| scene.aabb::<T>(1.5, 4.0),
        to_aabb,
        |&[a, b, c], aabb| {
            let found = triangle_aabb(&[a, b, c], aabb);
            assert_eq!(
                found,
                triangle_aabb(&[b, c, a], aabb),
                "turned: {a:?} {b:?} {c:?} {aabb:?}"
            );
            found
        },
    );
}

fn triangles_and_obbs<T: Number>() {
    corners_and::<T, _, 3>(
        ("triangle_obb", 22, 64.0),
        4,
        |scene| scene.obb::<T>(1.5, 2.0),
        to_obb,
        triangle_obb,
    );
}

fn obbs<T: Number>() {
    tally::<T>("obb_obb", 23, cases(), |scene, tally| {
        let (a, mut b) = (scene.obb::<T>(1.5, 1.5), scene.obb::<T>(1.5, 1.5));
        // The gap that may be missed if the cross product of edges at this angle is mostly
        // rounding.
        let mut unseen = 0.0;
        if scene.random.random_range(0..4) == 0 {
            // Edges parallel to A's, up to a tilt of any size.
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
        let found = at_every_scale(&a, &b, obb_obb);
        let gap = between_obbs(&a, &b);
        let near = scene.band::<T>(64.0, 8.0) + unseen;
        for again in [obb_obb(&b, &a), obb_obb_past_spheres(&a, &b)] {
            assert!(again == found || gap.abs() < near, "swapped or by spheres: {what:?}");
        }
        assert!(bounding_spheres_meet(&a, &b) || gap > 0.0);
        tally.see_certain(found, gap, near, scene, &what);
    });
}

/// Operations as "Programmers' Computational Geometry", 9.2.6, counts them for boxes that no axis
/// separates.
#[test]
fn operation_counts_of_oriented_boxes_are_those_of_the_book() {
    let obb = |x: f64| Obb {
        axes: Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0).map(Counted),
        center: Point3::new(x, 0.0, 0.0).map(Counted),
        half: Vector3::new(1.0, 2.0, 3.0).map(Counted),
    };
    let (found, counts) = count(|| obb_obb(&obb(0.0), &obb(0.5)));
    assert!(found);
    // The counts of the book, and those of the slack: two products with a constant, five sums for
    // it, one on each axis.
    assert_eq!(counts.abs, 24);
    assert_eq!(counts.mul, 117 + 2);
    assert_eq!(counts.add, 87 + 5 + 15);
    assert_eq!((counts.div, counts.sqrt, counts.compare), (0, 0, 15));

    // The bounding spheres: a difference, three squares and their sums, two roots.
    let (found, counts) = count(|| bounding_spheres_meet(&obb(0.0), &obb(0.5)));
    assert!(found);
    assert_eq!((counts.sqrt, counts.abs, counts.compare), (2, 0, 1));
    assert!(counts.mul <= 13 && counts.add <= 11);
    let (found, counts) = count(|| obb_obb_past_spheres(&obb(0.0), &obb(20.0)));
    assert!(!found && counts.abs == 0);
}

#[test]
fn degenerate_shapes_are_treated_as_documented() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let cube = Aabb { min: p(0.0, 0.0, 0.0), max: p(2.0, 2.0, 2.0) };
    let obb =
        Obb { axes: Matrix3::identity(), center: p(1.0, 1.0, 1.0), half: Vector3::repeat(1.0) };
    for (at, inside) in
        [(p(2.0, 2.0, 2.0), true), (p(1.0, 1.0, 1.0), true), (p(2.0, 2.5, 1.0), false)]
    {
        let point = Segment { start: at, end: at };
        let (sphere, capsule) =
            (Sphere { center: at, radius: 0.0 }, Capsule { axis: point, radius: 0.0 });
        let point_box = Aabb { min: at, max: at };
        let point_obb = Obb { axes: Matrix3::identity(), center: at, half: Vector3::zeros() };
        assert_eq!(sphere_aabb(&sphere, &cube), inside);
        assert_eq!(sphere_obb(&sphere, &obb), inside);
        assert_eq!(segment_aabb(&point, &cube), inside);
        assert_eq!(segment_obb(&point, &obb), inside);
        assert_eq!(triangle_aabb(&[at; 3], &cube), inside);
        assert_eq!(triangle_obb(&[at; 3], &obb), inside);
        assert_eq!(aabb_aabb(&point_box, &cube), inside);
        assert_eq!(obb_obb(&point_obb, &obb), inside);
        // A point meets itself.
        assert!(sphere_triangle(&sphere, &[at; 3]) && sphere_polygon(&sphere, &[at]));
        assert!(capsule_capsule(&capsule, &capsule) && sphere_capsule(&sphere, &capsule));
        assert!(segment_aabb(&point, &point_box) && triangle_obb(&[at; 3], &point_obb));
        assert!(obb_obb(&point_obb, &point_obb));
    }
    let sphere = Sphere { center: p(0.0, 1.0, 0.0), radius: 1.0 };
    assert!(!sphere_polygon(&sphere, &[]));
    assert!(sphere_polygon(&sphere, &[p(-3.0, 0.0, 0.0), p(3.0, 0.0, 0.0)]));
    // Corners on a line are a segment: on both sides of the sphere, and out of its reach.
    let line = |y: f64| [p(-3.0, y, 0.0), p(3.0, y, 0.0), p(1.0, y, 0.0)];
    assert!(sphere_triangle(&sphere, &line(0.0)) && sphere_polygon(&sphere, &line(0.0)));
    assert!(!sphere_triangle(&sphere, &line(-0.5)) && !sphere_polygon(&sphere, &line(-0.5)));
    assert!(triangle_aabb(&line(2.0), &cube) && !triangle_aabb(&line(2.5), &cube));
}

/// Finite input gives an answer, however large, small or flat.
#[test]
fn nothing_panics_at_the_limits_of_the_range() {
    at_the_limits(|x, y, _| {
        let (p, q) = (Point3::new(x, y, x), Point3::new(y, x, 1.0));
        let (segment, triangle) = (Segment { start: p, end: q }, [p, q, Point3::new(y, y, x)]);
        let (sphere, capsule) =
            (Sphere { center: p, radius: 1.0 }, Capsule { axis: segment, radius: x });
        let aabb = Aabb { min: p.inf(&q), max: p.sup(&q) };
        let obb = Obb { axes: Matrix3::identity(), center: q, half: Vector3::repeat(x.abs()) };
        let answers = [
            sphere_aabb(&sphere, &aabb),
            sphere_obb(&sphere, &obb),
            sphere_triangle(&sphere, &triangle),
            sphere_polygon(&sphere, &triangle),
            sphere_capsule(&sphere, &capsule),
            capsule_capsule(&capsule, &capsule),
            segment_aabb(&segment, &aabb),
            segment_obb(&segment, &obb),
            triangle_aabb(&triangle, &aabb),
            triangle_obb(&triangle, &obb),
            obb_obb_past_spheres(&obb, &obb),
        ];
        assert_eq!(answers.len(), 11);
    });
}
