//! Casts: the points found are on the surface, no point before them is, and misses are misses.

use std::fmt::Debug;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_assets::TETRAHEDRON_FACES;
use obbtree_geom::cast::{
    SegmentPlane, line_quad, line_triangle, ray_aabb, ray_capsule, ray_cylinder, ray_obb,
    ray_polyhedron, ray_sphere, ray_triangle, segment_aabb, segment_capsule, segment_cylinder,
    segment_obb, segment_plane, segment_polyhedron, segment_sphere, segment_triangle,
};
use obbtree_geom::{Capsule, ConvexPolyhedron, Cylinder, Line, Plane, Ray, Segment, Span, Sphere};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{
    Number, Scaled, Scene, Tally, at_the_limits, cases, epsilon, exact, exact_vector,
    smallest_sine, solid, tally, to_aabb, to_obb, to_segment, to_solid,
};
use parry3d_f64::math::Vector;
use parry3d_f64::query::RayCast;
use rand::RngExt;

both! {
    axis_aligned_boxes => aabbs;
    oriented_boxes => obbs;
    spheres => spheres_of;
    cylinders => cylinders_of;
    capsules => capsules_of;
    convex_polyhedra => solids;
    planes => planes_of;
    triangles => triangles_of;
    quadrilaterals => quads;
}

fn ray<T: Number>(scene: &mut Scene) -> Ray<T> {
    // Fewer grids, because on a grid every fourth ray is tangent.
    scene.grid &= scene.random.random_range(0..2) == 0;
    let origin = scene.point::<T>(5.0);
    // Roughly towards the centre, with directions of any length.
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

/// Rays, and segments to their points at 1, against shapes, each with its signed distance from a
/// point and what its bounds are divided by.
fn cast_at<T: Number, S: Debug, D: Fn(&Point3<f64>) -> f64>(
    (names, seed, roundings): ([&'static str; 2], u64, f64),
    shape: impl Fn(&mut Scene, &Ray<T>) -> Option<(S, f64, D)>,
    cast_ray: impl Fn(&Ray<T>, &S) -> Option<Span<T>>,
    cast_segment: impl Fn(&Segment<T>, &S) -> Option<Span<T>>,
) {
    let (mut scene, [mut rays, mut segments]) = (Scene::new(seed), names.map(Tally::new));
    for _ in 0..cases() {
        scene.change::<T>();
        let ray = ray::<T>(&mut scene);
        let Some((shape, sine, distance)) = shape(&mut scene, &ray) else { continue };
        let (what, band) = ((&ray, &shape), scene.band::<T>(roundings, 32.0) / sine);
        let segment = as_segment(&ray);
        let (from, along) = (exact(&ray.origin), exact_vector(&ray.direction));
        let along_segment = exact(&segment.end) - exact(&segment.start);
        let found = cast_ray(&ray, &shape);
        if along.norm() > 0.0 {
            let far = 8.0 * scene.largest() / along.norm();
            rays.see_span(found, |t| distance(&(from + along * t)), (0.0, far), band, &what);
        } else if let Some(span) = found {
            assert!(distance(&from) <= band && span.enter == T::zero() && span.exit == T::INFINITY);
        } else {
            assert!(distance(&from) >= -band);
        }
        let gap = |t: f64| distance(&(from + along_segment * t));
        segments.see_span(cast_segment(&segment, &shape), gap, (0.0, 1.0), band, &what);
    }
    rays.finish();
    segments.finish();
}

fn aabbs<T: Number>() {
    cast_at::<T, _, _>(
        (["ray_aabb", "segment_aabb"], 31, 4.0),
        |scene, _| {
            let aabb = scene.aabb::<T>(1.0, 5.0);
            Some((aabb, 1.0, move |p: &Point3<f64>| to_aabb(p, &aabb)))
        },
        ray_aabb,
        segment_aabb,
    );
}

fn obbs<T: Number>() {
    cast_at::<T, _, _>(
        (["ray_obb", "segment_obb"], 32, 16.0),
        |scene, _| {
            let obb = scene.obb::<T>(1.0, 2.5);
            Some((obb, 1.0, move |p: &Point3<f64>| to_obb(p, &obb)))
        },
        ray_obb,
        segment_obb,
    );
}

fn spheres_of<T: Number>() {
    cast_at::<T, _, _>(
        (["ray_sphere", "segment_sphere"], 33, 16.0),
        |scene, _| {
            let sphere = Sphere { center: scene.point::<T>(1.0), radius: scene.number(0.0, 3.0) };
            let (center, radius): (_, f64) = (exact(&sphere.center), sphere.radius.into());
            Some((sphere, 1.0, move |p: &Point3<f64>| (p - center).norm() - radius))
        },
        ray_sphere,
        segment_sphere,
    );
}

/// An axis; sometimes of length zero or parallel to the ray.
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
    cast_at::<T, _, _>(
        (["ray_cylinder", "segment_cylinder"], 34, 32.0),
        |scene, ray| {
            let cylinder = Cylinder { axis: axis(scene, ray), radius: scene.number(0.0, 3.0) };
            let (start, end) = (exact(&cylinder.axis.start), exact(&cylinder.axis.end));
            let (length, radius) = ((end - start).norm(), cylinder.radius.into());
            if length == 0.0 {
                assert_eq!(ray_cylinder(ray, &cylinder), None);
                assert_eq!(segment_cylinder(&as_segment(ray), &cylinder), None);
                return None;
            }
            let along = (end - start) / length;
            let distance = move |p: &Point3<f64>| {
                let from = p - start;
                let height = from.dot(&along);
                let round = (from - along * height).norm() - radius;
                let flat = (height - length).max(-height);
                if round > 0.0 && flat > 0.0 { round.hypot(flat) } else { round.max(flat) }
            };
            Some((cylinder, 1.0, distance))
        },
        ray_cylinder,
        segment_cylinder,
    );
}

fn capsules_of<T: Number>() {
    cast_at::<T, _, _>(
        (["ray_capsule", "segment_capsule"], 35, 32.0),
        |scene, ray| {
            let capsule = Capsule { axis: axis(scene, ray), radius: scene.number(0.0, 3.0) };
            let (start, end) = (exact(&capsule.axis.start), exact(&capsule.axis.end));
            Some((capsule, 1.0, move |p: &Point3<f64>| {
                to_segment(p, &start, &end) - capsule.radius.into()
            }))
        },
        ray_capsule,
        segment_capsule,
    );
}

/// Corners and faces.
type Solid<T> = (Vec<Point3<T>>, &'static [[u32; 3]]);

fn polyhedron<T: Number>((vertices, faces): &Solid<T>) -> ConvexPolyhedron<'_, T> {
    ConvexPolyhedron { vertices, faces }
}

fn solids<T: Number>() {
    cast_at::<T, Solid<T>, _>(
        (["ray_polyhedron", "segment_polyhedron"], 36, 32.0),
        |scene, _| {
            let (vertices, faces) = solid::<T>(scene, 4.0);
            let (vertices, sine) = vertices?;
            let solid = (vertices, faces);
            Some((solid.clone(), sine, move |p: &Point3<f64>| to_solid(p, &polyhedron(&solid))))
        },
        |ray, solid| ray_polyhedron(ray, &polyhedron(solid)),
        |segment, solid| segment_polyhedron(segment, &polyhedron(solid)),
    );
}

fn planes_of<T: Number>() {
    tally::<T>("segment_plane", 37, cases(), |scene, tally| {
        let segment = as_segment(&ray::<T>(scene));
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
        tally.see(found != SegmentPlane::Separate, low.max(-high), band, scene.grid, &what);
        match found {
            SegmentPlane::At(t) => {
                let t: f64 = t.into();
                assert!((0.0..=1.0).contains(&t));
                tally.on_surface(height(&(start + (end - start) * t)), band, &what);
            }
            SegmentPlane::InPlane => tally.on_surface(low.abs().max(high.abs()), band, &what),
            SegmentPlane::Separate => {}
        }
    });
}

/// The distance by which a line passes outside a triangle, seen along the line; not positive
/// inside.
fn distance_outside(from: &Point3<f64>, along: &Vector3<f64>, triangle: &[Point3<f64>; 3]) -> f64 {
    let along = along.normalize();
    let [a, b, c] = triangle.map(|p| p - from - along * along.dot(&(p - from)));
    let turn = along.dot(&(b - a).cross(&(c - a))).signum();
    [(a, b), (b, c), (c, a)]
        .iter()
        .map(|(p, q)| {
            let edge = q - p;
            // The line is at the origin; edges with negative orientation have it on their outer
            // side.
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
    tally::<T>("line_triangle", 38, cases(), |scene, tally| {
        let ray = ray::<T>(scene);
        let (a, b) = (scene.point::<T>(4.0), scene.point::<T>(4.0));
        // Usually near the centre of the scene.
        let opposite = (scene.place * scene.unit * 3.0).map(T::from_f64) - a.coords - b.coords;
        let triangle = [a, b, Point3::from(opposite) + scene.vector::<T>(2.0)];
        let line = Line { point: ray.origin, direction: ray.direction };
        let found = line_triangle(&line, &triangle);
        let what = (&line, &triangle);
        let corners = triangle.map(|p| exact(&p));
        let (from, along) = (exact(&ray.origin), exact_vector(&ray.direction));
        let (sine, slant) = (smallest_sine(&corners), slant_of(&corners, &along));
        if sine < 1e-3 || slant < 1e-3 {
            // Parallel or degenerate: exact on the grid, and a miss.
            assert!(!scene.grid || found.is_none() || sine * slant > 0.0, "{what:?}");
            return;
        }
        let band = scene.band::<T>(16.0, 32.0) / (sine * slant);
        let gap = distance_outside(&from, &along, &corners);
        // On the grid the distance of a line is zero or more than 1e-4 units.
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
            // The end of the segment is rounded.
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

        // The same with parry, far from edges. For a point in the plane itself version 0.31 tests
        // the mirrored triangle, because it uses the signs of the other side.
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
    });
}

fn quads<T: Number>() {
    tally::<T>("line_quad", 39, cases(), |scene, tally| {
        let ray = ray::<T>(scene);
        // A parallelogram on a fine grid, exactly planar.
        let fine = T::from_f64(scene.unit / 256.0);
        let whole = |scene: &mut Scene| {
            let v = scene.vector::<f64>(4.0) / scene.unit * 256.0;
            v.map(|x| T::from_f64(x.round()) * fine)
        };
        let (u, v) = (whole(scene), whole(scene));
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
            return;
        }
        let band = scene.band::<T>(16.0, 32.0) / (sine * slant);
        let gap = halves
            .iter()
            .map(|half| distance_outside(&from, &along, half))
            .fold(f64::MAX, f64::min);
        // On the diagonal both halves are touched, and there must be no gap.
        let on_diagonal = gap.abs() <= band && {
            let outer =
                [[corners[3], corners[0], corners[1]], [corners[1], corners[2], corners[3]]];
            outer.iter().any(|half| distance_outside(&from, &along, half) < -band)
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
    });
}

/// Lines through points on the edges of a fan: never between two of its triangles.
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
fn degenerate_input_is_treated_as_documented() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let still = |origin| Ray { origin, direction: Vector3::zeros() };
    let cube = Aabb { min: p(0.0, 0.0, 0.0), max: p(1.0, 1.0, 1.0) };
    let stays = Some(Span { enter: 0.0, exit: f64::INFINITY });
    assert_eq!(ray_aabb(&still(p(1.0, 0.5, 0.0)), &cube), stays);
    assert_eq!(ray_aabb(&still(p(1.5, 0.5, 0.0)), &cube), None);
    let sphere = Sphere { center: p(0.0, 0.0, 0.0), radius: 1.0 };
    assert_eq!(ray_sphere(&still(p(1.0, 0.0, 0.0)), &sphere), stays);
    assert_eq!(ray_sphere(&still(p(1.5, 0.0, 0.0)), &sphere), None);
    // The origin on the boundary of a slab, and negative zero in the direction.
    let along = Ray { origin: p(0.0, 1.0, -1.0), direction: Vector3::new(-0.0, 0.0, 1.0) };
    assert_eq!(ray_aabb(&along, &cube), Some(Span { enter: 1.0, exit: 2.0 }));
    let beside = Ray { origin: p(0.0, 1.0 + f64::EPSILON, -1.0), ..along };
    assert_eq!(ray_aabb(&beside, &cube), None);
    // A box of size zero is hit by a ray through it.
    let point = Aabb { min: p(1.0, 2.0, 3.0), max: p(1.0, 2.0, 3.0) };
    let through = Ray { origin: p(0.0, 2.0, 3.0), direction: Vector3::x() };
    assert_eq!(ray_aabb(&through, &point), Some(Span { enter: 1.0, exit: 1.0 }));
    // A capsule of length zero is a sphere, a cylinder of length zero is empty.
    let axis = Segment { start: p(0.0, 0.0, 0.0), end: p(0.0, 0.0, 0.0) };
    let ray = Ray { origin: p(-3.0, 0.0, 0.0), direction: Vector3::x() };
    assert_eq!(
        ray_capsule(&ray, &Capsule { axis, radius: 1.0 }),
        Some(Span { enter: 2.0, exit: 4.0 })
    );
    assert_eq!(ray_cylinder(&ray, &Cylinder { axis, radius: 1.0 }), None);
    // Degenerate triangles, lines in the plane, zero directions.
    let triangle = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0)];
    assert_eq!(ray_triangle(&ray, &triangle), None);
    assert_eq!(ray_triangle(&still(p(0.25, 0.25, 0.0)), &triangle), None);
    let flat = [p(0.0, 0.0, 0.0), p(1.0, 1.0, 1.0), p(2.0, 2.0, 2.0)];
    assert_eq!(ray_triangle(&ray, &flat), None);
    // Polyhedra without faces, or with indices out of range.
    let none = ConvexPolyhedron { vertices: &triangle, faces: &[] };
    let wrong = ConvexPolyhedron { vertices: &triangle, faces: &[[0, 1, 7], [0, 0, 1]] };
    assert_eq!(ray_polyhedron(&ray, &none), None);
    assert_eq!(ray_polyhedron(&ray, &wrong), None);
    // Planes with a zero normal: all points, and none.
    let segment = Segment { start: p(0.0, 0.0, 0.0), end: p(1.0, 0.0, 0.0) };
    let plane = |offset| Plane { normal: Vector3::zeros(), offset };
    assert_eq!(segment_plane(&segment, &plane(0.0)), SegmentPlane::InPlane);
    assert_eq!(segment_plane(&segment, &plane(1.0)), SegmentPlane::Separate);
}

/// Lengths multiplied by a power of two: exactly the same parameters.
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
            let (ray, axis, radius) = (ray.times(k), axis.times(k), radius * k);
            let corners = corners.times(k);
            let line = Line { point: ray.origin, direction: ray.direction };
            let [a, b, c, _] = corners;
            let solid = ConvexPolyhedron { vertices: &corners, faces: &TETRAHEDRON_FACES };
            let spans = [
                ray_aabb(&ray, &aabb.times(k)),
                ray_obb(&ray, &obb.times(k)),
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

/// Finite input gives finite or infinite results, but no NaN.
#[test]
fn nothing_is_nan_at_the_limits_of_the_range() {
    let some = |x: f64| assert!(!x.is_nan());
    at_the_limits(|x, y, z| {
        let (p, q) = (Point3::new(x, y, z), Point3::new(z, x, y));
        let ray = Ray { origin: p, direction: Vector3::new(y, z, x) };
        let segment = Segment { start: p, end: q };
        let aabb = Aabb { min: p.inf(&q), max: p.sup(&q) };
        let obb = Obb { axes: Matrix3::identity(), center: q, half: p.coords.abs() };
        let (radius, axis) = (x.abs(), Segment { start: Point3::origin(), end: q });
        let sphere = Sphere { center: q, radius };
        let (capsule, cylinder) = (Capsule { axis, radius }, Cylinder { axis, radius });
        let vertices = [p, q, Point3::origin(), Point3::new(x, x, z)];
        let solid = ConvexPolyhedron { vertices: &vertices, faces: &TETRAHEDRON_FACES };
        let spans = [
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
        ];
        for Span { enter, exit } in spans.into_iter().flatten() {
            assert!(enter <= exit, "{enter} {exit}");
        }
        let line = Line { point: p, direction: ray.direction };
        if let Some(hit) = line_triangle(&line, &[vertices[1], vertices[2], vertices[3]]) {
            hit.weights.into_iter().chain([hit.parameter]).for_each(some);
        }
        if let Some(hit) = line_quad(&line, &vertices) {
            hit.weights.into_iter().chain([hit.parameter]).for_each(some);
        }
        let plane = Plane { normal: Vector3::new(z, y, x), offset: z };
        if let SegmentPlane::At(t) = segment_plane(&segment, &plane) {
            some(t);
        }
    });
}
