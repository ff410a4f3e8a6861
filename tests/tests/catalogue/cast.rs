//! Casts: the places that are found lie on the surface, nothing comes before them, and misses miss.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_geom::cast::{
    SegmentPlane, line_quad, line_triangle, ray_aabb, ray_capsule, ray_cylinder, ray_obb,
    ray_polyhedron, ray_sphere, ray_triangle, segment_aabb, segment_capsule, segment_cylinder,
    segment_obb, segment_plane, segment_polyhedron, segment_sphere, segment_triangle,
};
use obbtree_geom::{Capsule, ConvexPolyhedron, Cylinder, Line, Plane, Ray, Segment, Span, Sphere};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{
    Number, Scene, TETRAHEDRON_FACES, Tally, cases, epsilon, exact, exact_vector, smallest_sine,
    solid, to_aabb, to_obb, to_segment, to_solid,
};
use parry3d_f64::math::Vector;
use parry3d_f64::query::RayCast;
use rand::RngExt;

both! {
    axis_aligned_boxes => aabbs;
    oriented_boxes => obbs;
    balls => balls_of;
    cylinders => cylinders_of;
    capsules => capsules_of;
    convex_solids => solids;
    planes => planes_of;
    triangles => triangles_of;
    quadrilaterals => quads;
}

fn ray<T: Number>(scene: &mut Scene) -> Ray<T> {
    // Fewer grids: on them every fourth ray grazes.
    scene.grid &= scene.random.random_range(0..2) == 0;
    let origin = scene.point::<T>(5.0);
    // Aimed at the middle more or less, in lengths of any size.
    let towards = (scene.place * scene.unit).map(T::from_f64) - origin.coords;
    let stretch = T::from_f64(2.0_f64.powi(scene.random.random_range(-1..4)));
    let direction = match scene.random.random_range(0..6) {
        0 => scene.vector::<T>(2.0),
        _ => towards + scene.vector::<T>(2.0),
    };
    Ray { origin, direction: direction * stretch }
}

fn as_segment<T: Number>(ray: &Ray<T>) -> Segment<T> {
    Segment { start: ray.origin, end: ray.at(T::one()) }
}

/// Ray and segment against a shape whose signed distance is known.
fn check<T: Number>(
    tallies: &mut [Tally; 2],
    scene: &Scene,
    ray: &Ray<T>,
    found: [Option<Span<T>>; 2],
    distance: impl Fn(&Point3<f64>) -> f64,
    band: f64,
    what: &dyn std::fmt::Debug,
) {
    let segment = as_segment(ray);
    let (from, along) = (exact(&ray.origin), exact_vector(&ray.direction));
    let along_segment = exact(&segment.end) - exact(&segment.start);
    if along.norm() > 0.0 {
        let far = 8.0 * scene.largest() / along.norm();
        tallies[0].see_span(found[0], |t| distance(&(from + along * t)), (0.0, far), band, what);
    } else if let Some(span) = found[0] {
        assert!(distance(&from) <= band && span.enter == T::zero() && span.exit == T::INFINITY);
    } else {
        assert!(distance(&from) >= -band);
    }
    let gap = |t: f64| distance(&(from + along_segment * t));
    tallies[1].see_span(found[1], gap, (0.0, 1.0), band, what);
}

/// `roundings` ε of the largest length; the judges err by less than 32 in `f64`.
fn band<T: Number>(scene: &Scene, roundings: f64) -> f64 {
    (roundings * epsilon::<T>() + 32.0 * f64::EPSILON) * scene.largest()
}

fn finish([rays, segments]: [Tally; 2]) {
    rays.finish();
    segments.finish();
}

fn aabbs<T: Number>() {
    let mut scene = Scene::new(31);
    let mut tallies = ["ray_aabb", "segment_aabb"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let (ray, aabb) = (ray::<T>(&mut scene), scene.aabb::<T>(1.0, 5.0));
        let found = [ray_aabb(&ray, &aabb), segment_aabb(&as_segment(&ray), &aabb)];
        let what = (&ray, &aabb);
        check(
            &mut tallies,
            &scene,
            &ray,
            found,
            |p| to_aabb(p, &aabb),
            band::<T>(&scene, 4.0),
            &what,
        );
    }
    finish(tallies);
}

fn obbs<T: Number>() {
    let mut scene = Scene::new(32);
    let mut tallies = ["ray_obb", "segment_obb"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let (ray, obb) = (ray::<T>(&mut scene), scene.obb::<T>(1.0, 2.5));
        let found = [ray_obb(&ray, &obb), segment_obb(&as_segment(&ray), &obb)];
        let what = (&ray, &obb);
        check(
            &mut tallies,
            &scene,
            &ray,
            found,
            |p| to_obb(p, &obb),
            band::<T>(&scene, 16.0),
            &what,
        );
    }
    finish(tallies);
}

fn balls_of<T: Number>() {
    let mut scene = Scene::new(33);
    let mut tallies = ["ray_sphere", "segment_sphere"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let (ray, center) = (ray::<T>(&mut scene), scene.point::<T>(1.0));
        let sphere = Sphere { center, radius: scene.number(0.0, 3.0) };
        let found = [ray_sphere(&ray, &sphere), segment_sphere(&as_segment(&ray), &sphere)];
        let what = (&ray, &sphere);
        let distance = |p: &Point3<f64>| (p - exact(&center)).norm() - sphere.radius.into();
        check(&mut tallies, &scene, &ray, found, distance, band::<T>(&scene, 16.0), &what);
    }
    finish(tallies);
}

/// An axis; now and then without length or along the ray.
fn axis<T: Number>(scene: &mut Scene, ray: &Ray<T>) -> Segment<T> {
    let start = scene.point::<T>(2.0);
    let end = match scene.random.random_range(0..24) {
        0 => start,
        1 => start + ray.direction,
        2 => start + ray.direction + scene.vector::<T>(1e-6),
        _ => scene.point(2.5),
    };
    Segment { start, end }
}

fn cylinders_of<T: Number>() {
    let mut scene = Scene::new(34);
    let mut tallies = ["ray_cylinder", "segment_cylinder"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        let cylinder = Cylinder { axis: axis(&mut scene, &ray), radius: scene.number(0.0, 3.0) };
        let found = [ray_cylinder(&ray, &cylinder), segment_cylinder(&as_segment(&ray), &cylinder)];
        let what = (&ray, &cylinder);
        let (start, end) = (exact(&cylinder.axis.start), exact(&cylinder.axis.end));
        let radius: f64 = cylinder.radius.into();
        let length = (end - start).norm();
        if length == 0.0 {
            assert_eq!(found, [None, None]);
            continue;
        }
        let along = (end - start) / length;
        let distance = |p: &Point3<f64>| {
            let from = p - start;
            let height = from.dot(&along);
            let round = (from - along * height).norm() - radius;
            let flat = (height - length).max(-height);
            if round > 0.0 && flat > 0.0 { round.hypot(flat) } else { round.max(flat) }
        };
        check(&mut tallies, &scene, &ray, found, distance, band::<T>(&scene, 32.0), &what);
    }
    finish(tallies);
}

fn capsules_of<T: Number>() {
    let mut scene = Scene::new(35);
    let mut tallies = ["ray_capsule", "segment_capsule"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        let capsule = Capsule { axis: axis(&mut scene, &ray), radius: scene.number(0.0, 3.0) };
        let found = [ray_capsule(&ray, &capsule), segment_capsule(&as_segment(&ray), &capsule)];
        let what = (&ray, &capsule);
        let (start, end) = (exact(&capsule.axis.start), exact(&capsule.axis.end));
        let distance = |p: &Point3<f64>| to_segment(p, &start, &end) - capsule.radius.into();
        check(&mut tallies, &scene, &ray, found, distance, band::<T>(&scene, 32.0), &what);
    }
    finish(tallies);
}

fn solids<T: Number>() {
    let mut scene = Scene::new(36);
    let mut tallies = ["ray_polyhedron", "segment_polyhedron"].map(Tally::new);
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        let (vertices, faces) = solid::<T>(&mut scene, 4.0);
        let Some((vertices, sine)) = vertices else { continue };
        let solid = ConvexPolyhedron { vertices: &vertices, faces };
        let found = [ray_polyhedron(&ray, &solid), segment_polyhedron(&as_segment(&ray), &solid)];
        let what = (&ray, &solid);
        let band = band::<T>(&scene, 32.0) / sine;
        check(&mut tallies, &scene, &ray, found, |p| to_solid(p, &solid), band, &what);
    }
    finish(tallies);
}

fn planes_of<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(37), Tally::new("segment_plane"));
    for _ in 0..cases() {
        scene.change::<T>();
        let segment = as_segment(&ray::<T>(&mut scene));
        let normal: Vector3<T> = scene.vector::<T>(3.0) / T::from_f64(scene.unit);
        let plane = Plane::through(&scene.point::<T>(2.0), normal);
        let height = |p: &Point3<f64>| exact_vector(&normal).dot(&p.coords) - plane.offset.into();
        let (start, end) = (exact(&segment.start), exact(&segment.end));
        let (low, high) = (height(&start).min(height(&end)), height(&start).max(height(&end)));
        let size = scene.largest().max(end.coords.amax());
        let band = 4.0
            * epsilon::<T>()
            * (exact_vector(&normal).abs().sum() * size + plane.offset.into().abs());
        let found = segment_plane(&segment, &plane);
        let what = (&segment, &plane);
        tally.see(found != SegmentPlane::Apart, low.max(-high), band, scene.grid, &what);
        match found {
            SegmentPlane::At(t) => {
                let t: f64 = t.into();
                assert!((0.0..=1.0).contains(&t));
                tally.on_surface(height(&(start + (end - start) * t)), band, &what);
            }
            SegmentPlane::Within => tally.on_surface(low.abs().max(high.abs()), band, &what),
            SegmentPlane::Apart => {}
        }
    }
    tally.finish();
}

/// How far outside a triangle a line passes, seen along it; not positive inside.
fn beside(from: &Point3<f64>, along: &Vector3<f64>, triangle: &[Point3<f64>; 3]) -> f64 {
    let along = along.normalize();
    let [a, b, c] = triangle.map(|p| p - from - along * along.dot(&(p - from)));
    let turn = along.dot(&(b - a).cross(&(c - a))).signum();
    [(a, b), (b, c), (c, a)]
        .iter()
        .map(|(p, q)| {
            let edge = q - p;
            // The line is at the origin; to its right are what turns against the triangle.
            -turn * along.dot(&edge.cross(&-p)) / edge.norm()
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The sine of the angle between a line and the plane of a triangle.
fn slant_of([a, b, c]: &[Point3<f64>; 3], along: &Vector3<f64>) -> f64 {
    let normal = (b - a).cross(&(c - a));
    let lengths = normal.norm() * along.norm();
    if lengths > 0.0 { normal.dot(along).abs() / lengths } else { 0.0 }
}

fn triangles_of<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(38), Tally::new("line_triangle"));
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        let (a, b) = (scene.point::<T>(4.0), scene.point::<T>(4.0));
        // Around the place more often than not.
        let opposite = (scene.place * scene.unit * 3.0).map(T::from_f64) - a.coords - b.coords;
        let triangle = [a, b, Point3::from(opposite) + scene.vector::<T>(2.0)];
        let line = Line { point: ray.origin, direction: ray.direction };
        let found = line_triangle(&line, &triangle);
        let what = (&line, &triangle);
        let corners = triangle.map(|p| exact(&p));
        let (from, along) = (exact(&ray.origin), exact_vector(&ray.direction));
        let (sine, slant) = (smallest_sine(&corners), slant_of(&corners, &along));
        if sine < 1e-3 || slant < 1e-3 {
            // Parallel or without area: on the grid that is exact, and a miss.
            assert!(!scene.grid || found.is_none() || sine * slant > 0.0, "{what:?}");
            continue;
        }
        let band = band::<T>(&scene, 16.0) / (sine * slant);
        let gap = beside(&from, &along, &corners);
        // Gaps of lines on the grid are nothing or more than 1e-4 units.
        let of_gap = if scene.grid { 1e-6 * scene.unit } else { band };
        tally.see(found.is_some(), gap, of_gap, scene.grid, &what);
        let reversed = line_triangle(&line, &[triangle[2], triangle[1], triangle[0]]);
        assert_eq!(found.is_some(), reversed.is_some());

        let segment = as_segment(&ray);
        let on_ray = ray_triangle(&ray, &triangle);
        let on_segment = segment_triangle(&segment, &triangle);
        if let Some(hit) = found {
            let t: f64 = hit.parameter.into();
            let weights: [f64; 3] = hit.weights.map(Into::into);
            let sum: f64 = weights.iter().sum();
            assert!((sum - 1.0).abs() <= 4.0 * epsilon::<T>(), "{what:?}");
            assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)));
            let place = (0..3).map(|i| corners[i].coords * weights[i]).sum::<Vector3<f64>>();
            let off = (place - (from + along * t).coords).norm();
            let way = (1.0 + t.abs() * along.norm() / scene.largest()).max(1.0);
            tally.on_surface(off, 2.0 * band * way, &what);
            assert_eq!(on_ray.is_some(), t >= 0.0);
            // The segment's end is rounded.
            let at_end = (t - 1.0).abs() * along.norm() <= band * way;
            assert!(
                at_end
                    || t.abs() * along.norm() <= band * way
                    || on_segment.is_some() == (0.0..=1.0).contains(&t),
                "{what:?}"
            );
        } else {
            assert!(on_ray.is_none());
        }

        // The same by parry, well away from edges. From a point of the plane itself 0.31 looks at
        // the triangle mirrored, because it takes the signs of the other side.
        let in_plane = corners.iter().all(|p| slant_of(&corners, &(from - p)) < 1e-6);
        if gap.abs() > 1e-6 * scene.largest() && scene.unit == 1.0 && !in_plane {
            let vector = |p: &Point3<f64>| Vector::new(p.x, p.y, p.z);
            let peer = parry3d_f64::shape::Triangle::new(
                vector(&corners[0]),
                vector(&corners[1]),
                vector(&corners[2]),
            );
            let direction = Vector::new(along.x, along.y, along.z);
            let peer_ray = parry3d_f64::query::Ray::new(vector(&from), direction);
            let peer = peer.cast_local_ray(&peer_ray, f64::MAX, false);
            let t: Option<f64> = on_ray.map(|hit| hit.parameter.into());
            assert_eq!(t.is_some(), peer.is_some(), "{what:?}");
            if let (Some(t), Some(peer)) = (t, peer) {
                assert!((t - peer).abs() * along.norm() <= 4.0 * band / slant + 1e-9, "{what:?}");
            }
        }
    }
    tally.finish();
}

fn quads<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(39), Tally::new("line_quad"));
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        // A parallelogram on a fine grid, exactly flat.
        let fine = T::from_f64(scene.unit / 256.0);
        let whole = |scene: &mut Scene| {
            let v = scene.vector::<f64>(4.0) / scene.unit * 256.0;
            v.map(|x| T::from_f64(x.round()) * fine)
        };
        let (u, v) = (whole(&mut scene), whole(&mut scene));
        let middle: Point3<T> = Point3::from((scene.place * scene.unit).map(T::from_f64));
        let quad = [middle + u, middle + v, middle - u, middle - v];
        let line = Line { point: ray.origin, direction: ray.direction };
        let found = line_quad(&line, &quad);
        let what = (&line, &quad);
        let corners = quad.map(|p| exact(&p));
        let (from, along) = (exact(&ray.origin), exact_vector(&ray.direction));
        let halves = [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]];
        let (sine, slant) = (smallest_sine(&halves[0]), slant_of(&halves[0], &along));
        if sine < 1e-3 || slant < 1e-3 {
            continue;
        }
        let band = band::<T>(&scene, 16.0) / (sine * slant);
        let gap = halves.iter().map(|half| beside(&from, &along, half)).fold(f64::MAX, f64::min);
        // On the diagonal both halves are touched, and there must be no gap.
        let on_diagonal = gap.abs() <= band && {
            let outer =
                [[corners[3], corners[0], corners[1]], [corners[1], corners[2], corners[3]]];
            outer.iter().any(|half| beside(&from, &along, half) < -band)
        };
        if on_diagonal {
            assert!(found.is_some(), "{what:?}");
        } else {
            tally.see(found.is_some(), gap, band, false, &what);
        }
        if let Some(hit) = found {
            let weights: [f64; 4] = hit.weights.map(Into::into);
            assert!(weights[1] == 0.0 || weights[3] == 0.0);
            let place = (0..4).map(|i| corners[i].coords * weights[i]).sum::<Vector3<f64>>();
            let t: f64 = hit.parameter.into();
            let way = (1.0 + t.abs() * along.norm() / scene.largest()).max(1.0);
            tally.on_surface((place - (from + along * t).coords).norm(), 2.0 * band * way, &what);
        }
    }
    tally.finish();
}

/// Lines through points of a fan's edges: never between two of its triangles.
#[test]
fn a_fan_of_triangles_has_no_gap() {
    let mut scene = Scene::new(40);
    for _ in 0..cases() {
        scene.change::<f64>();
        let middle = scene.point::<f64>(1.0);
        let rim: Vec<Point3<f64>> = (0..6)
            .map(|i| {
                let angle = f64::from(i) * std::f64::consts::TAU / 6.0;
                middle + Vector3::new(angle.cos(), angle.sin(), 0.3 * angle.sin()) * scene.unit
            })
            .collect();
        let on_edge = middle + (rim[0] - middle) * scene.random.random_range(0.0..0.9);
        let origin = on_edge + scene.vector::<f64>(1.0) + Vector3::z() * 4.0 * scene.unit;
        let line = Line { point: origin, direction: on_edge - origin };
        let hits = (0..6)
            .filter(|&i| line_triangle(&line, &[middle, rim[i], rim[(i + 1) % 6]]).is_some())
            .count();
        assert!(hits > 0, "{line:?}");
    }
}

#[test]
fn degenerate_input_is_answered_as_documented() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let still = |origin| Ray { origin, direction: Vector3::zeros() };
    let cube = Aabb { min: p(0.0, 0.0, 0.0), max: p(1.0, 1.0, 1.0) };
    let stays = Some(Span { enter: 0.0, exit: f64::INFINITY });
    assert_eq!(ray_aabb(&still(p(1.0, 0.5, 0.0)), &cube), stays);
    assert_eq!(ray_aabb(&still(p(1.5, 0.5, 0.0)), &cube), None);
    let ball = Sphere { center: p(0.0, 0.0, 0.0), radius: 1.0 };
    assert_eq!(ray_sphere(&still(p(1.0, 0.0, 0.0)), &ball), stays);
    assert_eq!(ray_sphere(&still(p(1.5, 0.0, 0.0)), &ball), None);
    // Origin on a slab's border, and negative zero as direction.
    let along = Ray { origin: p(0.0, 1.0, -1.0), direction: Vector3::new(-0.0, 0.0, 1.0) };
    assert_eq!(ray_aabb(&along, &cube), Some(Span { enter: 1.0, exit: 2.0 }));
    let beside = Ray { origin: p(0.0, 1.0 + f64::EPSILON, -1.0), ..along };
    assert_eq!(ray_aabb(&beside, &cube), None);
    // A point box is hit by a ray through it.
    let point = Aabb { min: p(1.0, 2.0, 3.0), max: p(1.0, 2.0, 3.0) };
    let through = Ray { origin: p(0.0, 2.0, 3.0), direction: Vector3::x() };
    assert_eq!(ray_aabb(&through, &point), Some(Span { enter: 1.0, exit: 1.0 }));
    // A capsule without length is a ball, a cylinder without length is nothing.
    let axis = Segment { start: p(0.0, 0.0, 0.0), end: p(0.0, 0.0, 0.0) };
    let ray = Ray { origin: p(-3.0, 0.0, 0.0), direction: Vector3::x() };
    assert_eq!(
        ray_capsule(&ray, &Capsule { axis, radius: 1.0 }),
        Some(Span { enter: 2.0, exit: 4.0 })
    );
    assert_eq!(ray_cylinder(&ray, &Cylinder { axis, radius: 1.0 }), None);
    // Flat triangles, lines in the plane, lines without direction.
    let triangle = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0)];
    assert_eq!(ray_triangle(&ray, &triangle), None);
    assert_eq!(ray_triangle(&still(p(0.25, 0.25, 0.0)), &triangle), None);
    let flat = [p(0.0, 0.0, 0.0), p(1.0, 1.0, 1.0), p(2.0, 2.0, 2.0)];
    assert_eq!(ray_triangle(&ray, &flat), None);
    // Solids without faces, or with faces that name no corners.
    let none = ConvexPolyhedron { vertices: &triangle, faces: &[] };
    let wrong = ConvexPolyhedron { vertices: &triangle, faces: &[[0, 1, 7], [0, 0, 1]] };
    assert_eq!(ray_polyhedron(&ray, &none), None);
    assert_eq!(ray_polyhedron(&ray, &wrong), None);
    // A plane that is everything, and one that is nothing.
    let segment = Segment { start: p(0.0, 0.0, 0.0), end: p(1.0, 0.0, 0.0) };
    let plane = |offset| Plane { normal: Vector3::zeros(), offset };
    assert_eq!(segment_plane(&segment, &plane(0.0)), SegmentPlane::Within);
    assert_eq!(segment_plane(&segment, &plane(1.0)), SegmentPlane::Apart);
}

/// Lengths times a power of two: the same parameters, to the last digit.
#[test]
fn parameters_do_not_depend_on_the_unit() {
    let mut scene = Scene::new(41);
    for _ in 0..cases() {
        scene.change::<f64>();
        let ray = ray::<f64>(&mut scene);
        let axis = axis(&mut scene, &ray);
        let radius = scene.number::<f64>(0.0, 2.0);
        let (aabb, obb) = (scene.aabb::<f64>(1.0, 5.0), scene.obb::<f64>(1.0, 2.0));
        let corners = [(); 4].map(|()| scene.point::<f64>(4.0));
        let all = |k: f64| {
            let ray = Ray { origin: ray.origin * k, direction: ray.direction * k };
            let axis = Segment { start: axis.start * k, end: axis.end * k };
            let radius = radius * k;
            let aabb = Aabb { min: aabb.min * k, max: aabb.max * k };
            let obb = Obb { axes: obb.axes, center: obb.center * k, half: obb.half * k };
            let corners = corners.map(|corner| corner * k);
            let line = Line { point: ray.origin, direction: ray.direction };
            let [a, b, c, _] = corners;
            let solid = ConvexPolyhedron { vertices: &corners, faces: &TETRAHEDRON_FACES };
            let spans = [
                ray_aabb(&ray, &aabb),
                ray_obb(&ray, &obb),
                ray_sphere(&ray, &Sphere { center: axis.start, radius }),
                ray_cylinder(&ray, &Cylinder { axis, radius }),
                ray_capsule(&ray, &Capsule { axis, radius }),
                ray_polyhedron(&ray, &solid),
            ];
            (spans, line_triangle(&line, &[a, b, c]), line_quad(&line, &corners))
        };
        let found = all(1.0);
        assert_eq!(found, all(1.0 / 256.0));
        assert_eq!(found, all(1024.0));
    }
}

/// Finite input, finite answers or infinite ones, but no NaN.
#[test]
fn nothing_is_nan_at_the_ends_of_the_numbers() {
    let sizes = [0.0, 5e-324, 1e-200, 1.0, 1e200, f64::MAX, -f64::MAX];
    let some = |x: f64| assert!(!x.is_nan());
    let span = |s: Option<Span>| {
        if let Some(s) = s {
            assert!(s.enter <= s.exit, "{s:?}");
        }
    };
    for &x in &sizes {
        for &y in &sizes {
            for &z in &sizes {
                let (p, q) = (Point3::new(x, y, z), Point3::new(z, x, y));
                let ray = Ray { origin: p, direction: Vector3::new(y, z, x) };
                let segment = Segment { start: p, end: q };
                let aabb = Aabb { min: p.inf(&q), max: p.sup(&q) };
                let half = Vector3::new(x, y, z).abs();
                let obb = Obb { axes: Matrix3::identity(), center: q, half };
                let sphere = Sphere { center: q, radius: x.abs() };
                let axis = Segment { start: Point3::origin(), end: q };
                let (capsule, cylinder) =
                    (Capsule { axis, radius: x.abs() }, Cylinder { axis, radius: x.abs() });
                let vertices = [p, q, Point3::origin(), Point3::new(x, x, z)];
                let solid = ConvexPolyhedron { vertices: &vertices, faces: &TETRAHEDRON_FACES };
                for s in [
                    ray_aabb(&ray, &aabb),
                    segment_aabb(&segment, &aabb),
                    ray_obb(&ray, &obb),
                    segment_obb(&segment, &obb),
                    ray_sphere(&ray, &sphere),
                    segment_sphere(&segment, &sphere),
                    ray_capsule(&ray, &capsule),
                    segment_capsule(&segment, &capsule),
                    ray_cylinder(&ray, &cylinder),
                    segment_cylinder(&segment, &cylinder),
                    ray_polyhedron(&ray, &solid),
                    segment_polyhedron(&segment, &solid),
                ] {
                    span(s);
                }
                let triangle = [q, Point3::origin(), Point3::new(x, x, z)];
                let line = Line { point: p, direction: ray.direction };
                if let Some(hit) = line_triangle(&line, &triangle) {
                    some(hit.parameter);
                    hit.weights.into_iter().for_each(some);
                }
                if let Some(hit) = line_quad(&line, &vertices) {
                    some(hit.parameter);
                    hit.weights.into_iter().for_each(some);
                }
                let plane = Plane { normal: Vector3::new(z, y, x), offset: z };
                if let SegmentPlane::At(t) = segment_plane(&segment, &plane) {
                    some(t);
                }
            }
        }
    }
}
