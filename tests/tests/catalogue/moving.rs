//! Motions: at the times found the gap is zero, before them it is not, and bodies that are reported
//! to pass do not touch.

use std::fmt::Debug;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_assets::{CUBOID_FACES, TETRAHEDRON_FACES};
use obbtree_geom::moving::{
    aabb_aabb, aabb_plane, interval_halving, obb_obb, polyhedron_polyhedron, sphere_aabb,
    sphere_obb, sphere_plane, sphere_polygon, sphere_sphere, sphere_triangle,
};
use obbtree_geom::{ConvexPolyhedron, Plane, Span, Sphere, overlap};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{
    Number, Scaled, Scene, Tally, at_the_limits, between_obbs, between_solids, cases, epsilon,
    exact, exact_vector, least, smallest_sine, solid, star, tally, to_aabb, to_obb, to_triangle,
};
use obbtree_tests::shapes::random;
use rand::RngExt;

both! {
    a_sphere_and_a_plane => spheres_and_planes;
    a_box_and_a_plane => aabbs_and_planes;
    spheres => spheres_of;
    a_sphere_and_a_triangle => spheres_and_triangles;
    a_sphere_and_a_polygon => spheres_and_polygons;
    a_sphere_and_an_axis_aligned_box => spheres_and_aabbs;
    a_sphere_and_an_oriented_box => spheres_and_obbs;
    axis_aligned_boxes => aabbs;
    oriented_boxes => obbs;
    convex_polyhedra => solids;
    any_motion_by_halving => halving;
}

/// A motion, usually towards the centre of the scene.
fn motion<T: Number>(scene: &mut Scene, from: &Point3<T>) -> Vector3<T> {
    // Fewer grids, because on a grid every fourth motion is tangent.
    scene.grid &= scene.random.random_range(0..3) == 0;
    let towards = (scene.place * scene.unit).map(T::from_f64) - from.coords;
    match scene.random.random_range(0..6) {
        0 => scene.vector(3.0),
        1 if scene.random.random() => Vector3::zeros(),
        _ => towards + scene.vector::<T>(2.5),
    }
}

fn plane<T: Number>(scene: &mut Scene) -> Plane<T> {
    let normal: Vector3<T> = scene.vector::<T>(3.0) / T::from_f64(scene.unit);
    Plane::through(&scene.point::<T>(2.0), normal)
}

/// The accuracy of heights over a plane: lengths times the length of the normal.
fn of_plane<T: Number>(scene: &Scene, plane: &Plane<T>, roundings: f64) -> f64 {
    let normal = exact_vector(&plane.normal).abs().sum();
    let size = scene.largest() * normal + plane.offset.into().abs();
    (roundings * epsilon::<T>() + 8.0 * f64::EPSILON) * size
}

fn spheres_and_planes<T: Number>() {
    tally::<T>("sphere_plane", 51, cases(), |scene, tally| {
        let (plane, center) = (plane::<T>(scene), scene.point::<T>(4.0));
        let motion = motion::<T>(scene, &center);
        let sphere = Sphere { center, radius: scene.number(0.0, 1.0) };
        let (normal, radius) = (exact_vector(&plane.normal), sphere.radius.into());
        let height = |t: f64| {
            let p = exact(&center) + exact_vector(&motion) * t;
            (normal.dot(&p.coords) - plane.offset.into()).abs() - radius * normal.norm()
        };
        let found = sphere_plane(&sphere, &motion, &plane);
        let band = of_plane(scene, &plane, 8.0);
        tally.see_span(found, height, (0.0, 1.0), band, &(&sphere, &motion, &plane));
    });
}

fn aabbs_and_planes<T: Number>() {
    tally::<T>("aabb_plane", 52, cases(), |scene, tally| {
        let (plane, aabb) = (plane::<T>(scene), scene.aabb::<T>(4.0, 1.5));
        let motion = motion::<T>(scene, &aabb.min);
        let normal = exact_vector(&plane.normal);
        let ends = [exact(&aabb.min), exact(&aabb.max)];
        let height = |t: f64| {
            let heights = (0..8).map(|i| {
                let corner = Vector3::from_fn(|k, _| ends[i >> k & 1][k]);
                normal.dot(&(corner + exact_vector(&motion) * t)) - plane.offset.into()
            });
            let (low, high) =
                heights.fold((f64::MAX, f64::MIN), |(low, high), h: f64| (low.min(h), high.max(h)));
            low.max(-high)
        };
        let found = aabb_plane(&aabb, &motion, &plane);
        let band = of_plane(scene, &plane, 16.0);
        tally.see_span(found, height, (0.0, 1.0), band, &(&aabb, &motion, &plane));
    });
}

fn spheres_of<T: Number>() {
    tally::<T>("sphere_sphere", 53, cases(), |scene, tally| {
        let (a, b) = (scene.point::<T>(3.0), scene.point::<T>(3.0));
        let (a_motion, b_motion) = (motion::<T>(scene, &a), motion::<T>(scene, &b));
        let a = Sphere { center: a, radius: scene.number(0.0, 1.6) };
        let b = Sphere { center: b, radius: scene.number(0.0, 1.6) };
        let relative = exact_vector(&b_motion) - exact_vector(&a_motion);
        let between = exact(&b.center) - exact(&a.center);
        let reach: f64 = a.radius.into() + b.radius.into();
        let gap = |t: f64| (between + relative * t).norm() - reach;
        let found = sphere_sphere(&a, &a_motion, &b, &b_motion);
        let what = (&a, &a_motion, &b, &b_motion);
        let swapped = sphere_sphere(&b, &b_motion, &a, &a_motion);
        assert_eq!(found, swapped, "{what:?}");
        tally.see_span(found, gap, (0.0, 1.0), scene.band::<T>(16.0, 32.0), &what);
    });
}

/// Spheres up to a radius that move, against shapes at rest, each with its distance from a point.
fn spheres_and<T: Number, S: Debug, D: Fn(&Point3<f64>) -> f64>(
    (name, seed, most): (&'static str, u64, f64),
    shape: impl Fn(&mut Scene) -> (S, D),
    see: impl Fn(&mut Tally, &Sphere<T>, &Vector3<T>, &S, &dyn Fn(f64) -> f64, f64),
) {
    tally::<T>(name, seed, cases(), |scene, tally| {
        let center = scene.point::<T>(4.0);
        let (shape, distance) = shape(scene);
        let motion = motion::<T>(scene, &center);
        let sphere = Sphere { center, radius: scene.number(0.0, most) };
        let at = |t: f64| exact(&center) + exact_vector(&motion) * t;
        let gap = |t: f64| distance(&at(t)) - sphere.radius.into();
        see(tally, &sphere, &motion, &shape, &gap, scene.band::<T>(16.0, 32.0));
    });
}

fn spheres_and_triangles<T: Number>() {
    spheres_and::<T, _, _>(
        ("sphere_triangle", 54, 2.0),
        |scene| {
            let mut triangle = [(); 3].map(|()| scene.point::<T>(3.0));
            if scene.random.random_range(0..20) == 0 {
                triangle[2] = triangle[scene.random.random_range(0..2)];
            }
            (triangle, move |p: &Point3<f64>| {
                to_triangle(p, &triangle.map(|corner| exact(&corner)))
            })
        },
        |tally, sphere, motion, triangle, gap, band| {
            let sine = smallest_sine(&triangle.map(|p| exact(&p)));
            let band = band / if sine > 0.0 { sine } else { 1.0 };
            let found = sphere_triangle(sphere, motion, triangle);
            tally.see_span(found, gap, (0.0, 1.0), band, &(sphere, motion, triangle));
        },
    );
}

fn spheres_and_aabbs<T: Number>() {
    spheres_and::<T, _, _>(
        ("sphere_aabb", 55, 1.5),
        |scene| {
            let aabb = scene.aabb::<T>(1.5, 4.0);
            (aabb, move |p: &Point3<f64>| to_aabb(p, &aabb))
        },
        |tally, sphere, motion, aabb, gap, band| {
            let found = sphere_aabb(sphere, motion, aabb);
            tally.see_first(found, gap, band, &(sphere, motion, aabb));
        },
    );
}

fn spheres_and_obbs<T: Number>() {
    spheres_and::<T, _, _>(
        ("sphere_obb", 56, 1.5),
        |scene| {
            let obb = scene.obb::<T>(1.5, 2.0);
            (obb, move |p: &Point3<f64>| to_obb(p, &obb))
        },
        |tally, sphere, motion, obb, gap, band| {
            let found = sphere_obb(sphere, motion, obb);
            tally.see_first(found, gap, band, &(sphere, motion, obb));
        },
    );
}

/// Outlines as fans of triangles around the centre: the gap to each triangle is convex in time.
fn spheres_and_polygons<T: Number>() {
    tally::<T>("sphere_polygon", 61, cases(), |scene, tally| {
        let (corners, fan) = star::<T>(scene, 4.0);
        let center = scene.point::<T>(4.0);
        let motion = motion::<T>(scene, &center);
        let sphere = Sphere { center, radius: scene.number(0.0, 1.5) };
        let to_part = |part: &[Point3<f64>; 3], t: f64| {
            to_triangle(&(exact(&center) + exact_vector(&motion) * t), part) - sphere.radius.into()
        };
        let band = scene.band::<T>(32.0, 32.0);
        let what = (&sphere, &motion, &corners);
        let found = sphere_polygon(&sphere, &motion, &corners);
        let (at, gap) = fan
            .iter()
            .map(|part| least(|t| to_part(part, t), 0.0, 1.0))
            .min_by(|x, y| x.1.total_cmp(&y.1))
            .expect("corners");
        tally.see(found.is_some(), gap, band, false, &what);
        let Some(first) = found else { return };
        let first: f64 = first.into();
        let reached = fan.iter().map(|part| to_part(part, first)).fold(f64::INFINITY, f64::min);
        tally.on_surface(if first == 0.0 { reached.max(0.0) } else { reached }, band, &what);
        assert!(gap >= -2.0 * band || first <= at, "{at}: {what:?}");
        // Nothing is touched earlier: before the first contact the distance to every triangle is
        // positive.
        let before = fan.iter().map(|part| least(|t| to_part(part, t), 0.0, first).1);
        let before = before.fold(f64::INFINITY, f64::min);
        assert!(first == 0.0 || before >= -band, "{before:e}: {what:?}");
    });
}

fn aabbs<T: Number>() {
    tally::<T>("aabb_aabb", 57, cases(), |scene, tally| {
        let (a, b) = (scene.aabb::<T>(3.0, 3.0), scene.aabb::<T>(3.0, 3.0));
        let (a_motion, b_motion) = (motion::<T>(scene, &a.min), motion::<T>(scene, &b.min));
        let relative = exact_vector(&b_motion) - exact_vector(&a_motion);
        let gap = |t: f64| {
            let low = exact(&b.min) + relative * t - exact(&a.max);
            let high = exact(&a.min) - (exact(&b.max) + relative * t);
            low.sup(&high).max()
        };
        let found = aabb_aabb(&a, &a_motion, &b, &b_motion);
        let what = (&a, &a_motion, &b, &b_motion);
        let band = scene.band::<T>(8.0, 32.0);
        tally.see_span(found, gap, (0.0, 1.0), band, &what);
        assert_eq!(found, aabb_aabb(&b, &b_motion, &a, &a_motion), "{what:?}");
        // At time 0 the test of boxes at rest decides.
        let at_start = found.is_some_and(|span| span.enter == T::zero());
        assert!(at_start == overlap::aabb_aabb(&a, &b) || gap(0.0).abs() <= band, "{what:?}");
    });
}

fn moved<T: Number>(obb: &Obb<T>, by: &Vector3<f64>) -> Obb<f64> {
    Obb {
        axes: obb.axes.map(Into::into),
        center: exact(&obb.center) + by,
        half: exact_vector(&obb.half),
    }
}

fn obbs<T: Number>() {
    // The reference tests 24 edges, a hundred times per motion.
    tally::<T>("obb_obb", 58, cases() / 4, |scene, tally| {
        let (a, mut b) = (scene.obb::<T>(3.0, 1.5), scene.obb::<T>(3.0, 1.5));
        if scene.random.random_range(0..5) == 0 {
            b.axes = a.axes;
        }
        let (a_motion, b_motion) = (motion::<T>(scene, &a.center), motion::<T>(scene, &b.center));
        let relative = exact_vector(&b_motion) - exact_vector(&a_motion);
        let still = moved(&a, &Vector3::zeros());
        let gap = |t: f64| between_obbs(&still, &moved(&b, &(relative * t)));
        let found = obb_obb(&a, &a_motion, &b, &b_motion);
        let what = (&a, &a_motion, &b, &b_motion);
        tally.see_span(found, gap, (0.0, 1.0), scene.band::<T>(16.0, 32.0), &what);
    });
}

fn solids<T: Number>() {
    // The reference tests every edge with every face, a hundred times per motion.
    tally::<T>("polyhedron_polyhedron", 59, cases() / 8, |scene, tally| {
        let (a, a_faces) = solid::<T>(scene, 3.0);
        let (b, b_faces) = solid::<T>(scene, 3.0);
        let (Some((mut a, a_sine)), Some((b, b_sine))) = (a, b) else { return };
        // Usually separate at the start.
        let away = scene.vector::<T>(5.0);
        a.iter_mut().for_each(|corner| *corner += away);
        let (a_motion, b_motion) = (motion::<T>(scene, &a[0]), motion::<T>(scene, &b[0]));
        let relative = exact_vector(&b_motion) - exact_vector(&a_motion);
        let solid = |vertices, faces| ConvexPolyhedron { vertices, faces };
        let (solid_a, solid_b) = (solid(&a, a_faces), solid(&b, b_faces));
        let still: Vec<_> = a.iter().map(exact).collect();
        let gap = |t: f64| {
            let corners: Vec<_> = b.iter().map(|p| exact(p) + relative * t).collect();
            between_solids(
                &ConvexPolyhedron { vertices: &still, faces: a_faces },
                &ConvexPolyhedron { vertices: &corners, faces: b_faces },
            )
        };
        let found = polyhedron_polyhedron(&solid_a, &a_motion, &solid_b, &b_motion);
        let what = (&solid_a, &a_motion, &solid_b, &b_motion);
        let band = scene.band::<T>(32.0, 32.0) / a_sine.min(b_sine);
        tally.see_span(found, gap, (0.0, 1.0), band, &what);
    });
}

/// A point on a circle and a sphere: the distance is known, and there is no contact before the time
/// found.
fn halving<T: Number>() {
    let mut random = random(60);
    let mut hits = 0;
    let cases = cases() / 4;
    for _ in 0..cases {
        let turn = random.random_range(-3.0..3.0);
        let center =
            Vector3::new(random.random_range(-1.5..1.5), random.random_range(-1.5..1.5), 0.2);
        let radius = random.random_range(0.1..1.3);
        let gap = |t: f64| {
            let angle: f64 = turn * t;
            (Vector3::new(angle.cos(), angle.sin(), 0.0) - center).norm() - radius
        };
        let tolerance = 1e-4;
        // The speed is rounded up, and distances in `f32` are rounded.
        let speed = T::from_f64(turn.abs() * (1.0 + 1e-6));
        let distance = |t: T| T::from_f64(gap(t.into()) - 4.0 * epsilon::<T>());
        let found = interval_halving(distance, speed, T::from_f64(tolerance));
        let sampled = (0..=4000).map(|i| f64::from(i) / 4000.0);
        let contact = sampled.clone().find(|t| gap(*t) <= 0.0);
        match found {
            None => assert_eq!(contact, None),
            Some(first) => {
                let first: f64 = first.into();
                assert!(contact.is_none_or(|contact| first <= contact), "{first} {contact:?}");
                assert!(gap((first + tolerance / 2.0).min(1.0)) <= turn.abs() * tolerance);
                hits += 1;
            }
        }
    }
    assert!((cases * 3 / 10..cases * 7 / 10).contains(&hits), "{hits} of {cases}");
}

#[test]
fn halving_ends_for_any_distance_and_tolerance() {
    for tolerance in [0.0, -1.0, f64::NAN, 1e-300] {
        let mut tested = 0;
        let first = interval_halving(
            |t: f64| {
                tested += 1;
                0.3 - t
            },
            1.0,
            tolerance,
        );
        let first = first.expect("a contact at 0.3");
        assert!((first - 0.3).abs() <= 2.0_f64.powi(-51), "{first}");
        assert!(tested < 200, "{tested} distances");
    }
    assert_eq!(interval_halving(|_: f64| f64::NAN, 1.0, 0.5), Some(0.0));
    assert_eq!(interval_halving(|_: f32| 1.0, 0.0, 0.5), None);
    assert_eq!(interval_halving(|_: f32| 0.0, 0.0, 0.5), Some(0.0));
}

#[test]
fn degenerate_input_is_treated_as_documented() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let still = Vector3::<f64>::zeros();
    let whole = Some(Span { enter: 0.0, exit: 1.0 });
    let cube = Aabb { min: p(0.0, 0.0, 0.0), max: p(1.0, 1.0, 1.0) };
    let beside = Aabb { min: p(2.0, 0.0, 0.0), max: p(3.0, 1.0, 1.0) };
    // No relative motion along the axis that separates them; no motion at all; touching at the
    // start.
    assert_eq!(aabb_aabb(&cube, &Vector3::y(), &beside, &still), None);
    assert_eq!(aabb_aabb(&cube, &still, &beside, &still), None);
    assert_eq!(aabb_aabb(&cube, &Vector3::x(), &beside, &Vector3::x()), None);
    assert_eq!(aabb_aabb(&cube, &Vector3::y(), &cube, &Vector3::y()), whole);
    // Contact exactly at the end.
    let last = Some(Span { enter: 1.0, exit: 1.0 });
    assert_eq!(aabb_aabb(&cube, &Vector3::x(), &beside, &still), last);
    let obb = |x| Obb { axes: Matrix3::identity(), center: p(x, 0.0, 0.0), half: still };
    assert_eq!(obb_obb(&obb(0.0), &still, &obb(0.0), &still), whole);
    assert_eq!(obb_obb(&obb(0.0), &Vector3::x(), &obb(1.0), &still), last);
    assert_eq!(obb_obb(&obb(0.0), &Vector3::y(), &obb(1.0), &still), None);
    // Points given as spheres, boxes and triangles.
    let point = Sphere { center: p(0.0, 0.0, 0.0), radius: 0.0 };
    let there = p(2.0, 0.0, 0.0);
    let way = Vector3::x() * 4.0;
    let half = Some(Span { enter: 0.5, exit: 0.5 });
    assert_eq!(sphere_sphere(&point, &way, &Sphere { center: there, radius: 0.0 }, &still), half);
    assert_eq!(sphere_aabb(&point, &way, &Aabb { min: there, max: there }), Some(0.5));
    assert_eq!(sphere_triangle(&point, &way, &[there; 3]), half);
    assert_eq!(sphere_triangle(&point, &still, &[point.center; 3]), whole);
    // Planes with a zero normal: all points, or none.
    let plane = |offset| Plane { normal: still, offset };
    assert_eq!(sphere_plane(&point, &way, &plane(0.0)), whole);
    assert_eq!(sphere_plane(&point, &way, &plane(1.0)), None);
    assert_eq!(aabb_plane(&cube, &way, &plane(-1.0)), None);
    // Polyhedra without corners, or with indices out of range.
    let none = ConvexPolyhedron { vertices: &[], faces: &TETRAHEDRON_FACES };
    let vertices = [p(0.0, 0.0, 0.0)];
    let wrong = ConvexPolyhedron { vertices: &vertices, faces: &CUBOID_FACES };
    assert_eq!(polyhedron_polyhedron(&none, &still, &wrong, &still), None);
    assert_eq!(polyhedron_polyhedron(&wrong, &still, &none, &still), None);
    assert_eq!(polyhedron_polyhedron(&wrong, &still, &wrong, &still), whole);
}

/// Every edge and every corner of a box is hit from outside, so that every corner number is tested.
#[test]
fn every_edge_and_corner_of_a_box_is_found() {
    let cube = Aabb { min: Point3::new(-1.0, -2.0, -3.0), max: Point3::new(1.0, 2.0, 3.0) };
    let radius = 0.5;
    for sides in 0..27 {
        let side = Vector3::new(sides % 3, sides / 3 % 3, sides / 9).map(|s| f64::from(s - 1));
        if side == Vector3::zeros() {
            continue;
        }
        let on_box = side.component_mul(&cube.max.coords);
        let sphere = Sphere { center: Point3::from(on_box + side * 4.0), radius };
        let first = sphere_aabb(&sphere, &(side * -8.0), &cube).expect("straight at it");
        // The centre is a radius in front of the box when the sphere touches.
        let expected = (4.0 * side.norm() - radius) / (8.0 * side.norm());
        assert!((first - expected).abs() < 1e-15, "{side:?}: {first} {expected}");
    }
}

/// Lengths multiplied by a power of two: exactly the same times.
#[test]
fn times_do_not_depend_on_the_unit() {
    let mut scene = Scene::new(61);
    for _ in 0..cases() {
        scene.change::<f64>();
        let (p, q) = (scene.point::<f64>(3.0), scene.point::<f64>(3.0));
        let (motion, other) = (motion(&mut scene, &p), motion(&mut scene, &q));
        let radius = scene.number::<f64>(0.0, 1.5);
        let (box_a, box_b) = (scene.aabb::<f64>(2.0, 2.0), scene.aabb::<f64>(2.0, 2.0));
        let (obb_a, obb_b) = (scene.obb::<f64>(2.0, 1.0), scene.obb::<f64>(2.0, 1.0));
        let triangle = [(); 3].map(|()| scene.point::<f64>(3.0));
        let plane = plane::<f64>(&mut scene);
        let all = |k: f64| {
            let sphere = Sphere { center: p * k, radius: radius * k };
            let other_sphere = Sphere { center: q * k, radius: radius * k };
            let (motion, other) = (motion * k, other * k);
            let plane = Plane { normal: plane.normal, offset: plane.offset * k };
            let first = |t: Option<f64>| t.map(|t| Span { enter: t, exit: t });
            [
                sphere_plane(&sphere, &motion, &plane),
                aabb_plane(&box_a.times(k), &motion, &plane),
                sphere_sphere(&sphere, &motion, &other_sphere, &other),
                sphere_triangle(&sphere, &motion, &triangle.times(k)),
                first(sphere_aabb(&sphere, &motion, &box_a.times(k))),
                first(sphere_obb(&sphere, &motion, &obb_a.times(k))),
                aabb_aabb(&box_a.times(k), &motion, &box_b.times(k), &other),
                obb_obb(&obb_a.times(k), &motion, &obb_b.times(k), &other),
            ]
        };
        let found = all(1.0);
        assert_eq!(found, all(1.0 / 256.0));
        assert_eq!(found, all(1024.0));
    }
}

/// Finite input gives no NaN.
#[test]
fn nothing_is_nan_at_the_limits_of_the_range() {
    at_the_limits(|x, y, z| {
        let (p, q) = (Point3::new(x, y, z), Point3::new(z, x, y));
        let (motion, other) = (Vector3::new(y, z, x), Vector3::new(x, -y, z));
        let (sphere, other_sphere) =
            (Sphere { center: p, radius: 1.0 }, Sphere { center: q, radius: x.abs() });
        let aabb = Aabb { min: p.inf(&q), max: p.sup(&q) };
        let obb = Obb { axes: Matrix3::identity(), center: q, half: p.coords.abs() };
        let plane = Plane { normal: Vector3::new(z, y, x), offset: z };
        let vertices = [p, q, Point3::origin(), Point3::new(x, x, z)];
        let solid = ConvexPolyhedron { vertices: &vertices, faces: &TETRAHEDRON_FACES };
        let spans = [
            sphere_plane(&sphere, &motion, &plane),
            aabb_plane(&aabb, &motion, &plane),
            sphere_sphere(&sphere, &motion, &other_sphere, &other),
            sphere_triangle(&sphere, &motion, &[p, q, Point3::origin()]),
            aabb_aabb(&aabb, &motion, &aabb, &other),
            obb_obb(&obb, &motion, &obb, &other),
            polyhedron_polyhedron(&solid, &motion, &solid, &other),
        ];
        for Span { enter, exit } in spans.into_iter().flatten() {
            assert!(0.0 <= enter && enter <= exit && exit <= 1.0);
        }
        for first in [sphere_aabb(&sphere, &motion, &aabb), sphere_obb(&sphere, &motion, &obb)] {
            assert!(first.is_none_or(|t| (0.0..=1.0).contains(&t)));
        }
    });
}

/// Found in a long campaign: the search for the smallest gap ended in the wrong one of two local
/// minima. The times found are correct: the reference finds no gap at these times, and a gap just
/// before.
#[test]
fn polyhedra_whose_gap_has_two_minima() {
    let a = [
        [-5.470185430337467, -0.7527394890177836, -0.8234410338598486],
        [-5.460365090382018, 2.535872544423283, -0.15108798150626823],
        [-0.8495787743658529, -1.1971309812445887, -0.9096908251498692],
        [-2.8290010631539566, 3.4496131043924354, -1.5929181611301675],
    ]
    .map(Point3::from);
    let b = [
        [-0.4581603182504992, 2.7069090235493363, -0.2998461842802258],
        [-1.84798948999175, 2.8251757593855835, 2.6699342630221548],
        [-2.06283333635492, -2.9308361695205143, 1.395213789756732],
        [2.437388176584033, 1.1622713702849765, -2.391441574162377],
    ]
    .map(Point3::from);
    let a_motion = Vector3::new(4.880708873865624, 1.535449086970921, -0.17397190939650087);
    let b_motion = Vector3::new(2.4801013682808044, -2.7069090235493363, 0.2998461842802258);
    fn solid(vertices: &[Point3<f64>; 4]) -> ConvexPolyhedron<'_> {
        ConvexPolyhedron { vertices, faces: &TETRAHEDRON_FACES }
    }
    let found = polyhedron_polyhedron(&solid(&a), &a_motion, &solid(&b), &b_motion);
    let found: Span = found.expect("they touch");
    let gap = |t: f64| {
        let moved = b.map(|p| p + (b_motion - a_motion) * t);
        between_solids(&solid(&a), &solid(&moved))
    };
    assert!(gap(found.enter).abs() < 1e-12, "{found:?} {}", gap(found.enter));
    assert!(gap(found.enter - 1e-6) > 1e-9 && gap((found.enter + found.exit) / 2.0) < -1e-9);
}
