//! Planes: every answer against the heights of the corners, or of the points of a rim.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_geom::plane::{
    Side, aabb_side, aabb_side_by_reach, cone_meets_half_space, cone_meets_plane, obb_side,
    obb_side_by_corners, sphere_behind_plane, sphere_meets_half_space, sphere_meets_plane,
};
use obbtree_geom::{Cone, Plane, Segment, Sphere};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::catalogue_meet::{
    Number, Scene, Tally, cases, corners, epsilon, exact, exact_vector, least,
};

/// A plane near the place, with a normal of any length.
fn plane<T: Number>(scene: &mut Scene) -> Plane<T> {
    let normal: Vector3<T> = scene.vector::<T>(3.0) / T::from_f64(scene.unit);
    Plane::through(&scene.point::<T>(3.0), normal)
}

fn height<T: Number>(plane: &Plane<T>, p: &Point3<f64>) -> f64 {
    exact_vector(&plane.normal).dot(&p.coords) - plane.offset.into()
}

/// The lowest and the highest of some heights.
fn range(heights: impl Iterator<Item = f64>) -> (f64, f64) {
    heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)))
}

/// How heights are rounded, in units of the plane's own.
fn band<T: Number>(scene: &Scene, plane: &Plane<T>, roundings: f64) -> f64 {
    let normal = exact_vector(&plane.normal).abs().sum();
    roundings * epsilon::<T>() * (scene.largest() * normal + plane.offset.into().abs())
}

/// The side that a body is on, except for tangency.
fn check_side(tally: &mut Tally, side: Side, (low, high): (f64, f64), band: f64, scene: &Scene) {
    let gap = low.max(-high);
    tally.see(side.meets(), gap, band, scene.grid, &scene);
    match side {
        Side::Positive => assert!(low > -band),
        Side::Negative => assert!(high < band),
        Side::Tangent => assert!(low.abs().min(high.abs()) <= band),
        Side::Intersecting => assert!(low < band && high > -band),
    }
    if scene.grid {
        let exact = if low > 0.0 {
            Side::Positive
        } else if high < 0.0 {
            Side::Negative
        } else if low == 0.0 || high == 0.0 {
            Side::Tangent
        } else {
            Side::Intersecting
        };
        assert_eq!(side, exact, "{scene:?}");
    }
}

fn aabbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(1), Tally::new("aabb_side"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (aabb, plane) = (scene.aabb::<T>(3.0, 4.0), plane::<T>(&mut scene));
        let (min, max) = (exact(&aabb.min), exact(&aabb.max));
        let corner = |i: usize| Point3::from(Vector3::from_fn(|k, _| [min, max][i >> k & 1][k]));
        let heights = range((0..8).map(|i| height(&plane, &corner(i))));
        let band = band(&scene, &plane, 4.0);
        let (side, other) = (aabb_side(&aabb, &plane), aabb_side_by_reach(&aabb, &plane));
        check_side(&mut tally, side, heights, band, &scene);
        if scene.grid || heights.0.abs().min(heights.1.abs()) > band {
            assert_eq!(side, other);
        }
    }
    tally.finish();
}

fn obbs<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(2), Tally::new("obb_side"));
    for _ in 0..cases() {
        scene.change::<T>();
        let (obb, plane) = (scene.obb::<T>(3.0, 2.0), plane::<T>(&mut scene));
        let heights = range(corners(&obb).iter().map(|corner| height(&plane, corner)));
        let band = band(&scene, &plane, 8.0);
        let side = obb_side(&obb, &plane);
        check_side(&mut tally, side, heights, band, &scene);
        assert_eq!(side, obb_side_by_corners(&obb, &plane));
    }
    tally.finish();
}

fn spheres<T: Number>() {
    let (mut scene, mut tally) = (Scene::new(3), Tally::new("sphere and plane"));
    for _ in 0..cases() {
        scene.change::<T>();
        let plane = plane::<T>(&mut scene);
        let sphere = Sphere { center: scene.point::<T>(3.0), radius: scene.number(0.0, 3.0) };
        let length = exact_vector(&plane.normal).norm();
        let center = height(&plane, &exact(&sphere.center));
        let (low, high) =
            (center - length * sphere.radius.into(), center + length * sphere.radius.into());
        let band = band(&scene, &plane, 4.0);
        let meets = sphere_meets_plane(&sphere, &plane);
        tally.see(meets, low.max(-high), band, false, &(&sphere, &plane));
        if low.abs() > band {
            assert_eq!(sphere_meets_half_space(&sphere, &plane), low < 0.0);
        }
        if high.abs() > band {
            assert_eq!(sphere_behind_plane(&sphere, &plane), high < 0.0);
        }
        // The three together: behind, or across, or in front.
        let in_front = !sphere_meets_half_space(&sphere, &plane);
        let behind = sphere_behind_plane(&sphere, &plane);
        assert_eq!(u8::from(meets) + u8::from(behind) + u8::from(in_front), 1);
    }
    tally.finish();
}

fn cones<T: Number>() {
    let mut scene = Scene::new(4);
    let (mut crossed, mut below) = (Tally::new("cone and plane"), Tally::new("cone, half space"));
    for _ in 0..cases() {
        scene.change::<T>();
        let plane = plane::<T>(&mut scene);
        let axis = Segment { start: scene.point::<T>(3.0), end: scene.point::<T>(3.0) };
        let cone = Cone { axis, radius: scene.number(0.0, 2.0) };
        let (tip, base) = (exact(&axis.start), exact(&axis.end));
        let along = base - tip;
        // Points of the rim by angle; a cone without height is its tip.
        let least_axis = along.iamin();
        let u = along.cross(&Vector3::ith(least_axis, 1.0));
        let (u, v) = (u, along.cross(&u));
        let (u, v) = (u.try_normalize(0.0), v.try_normalize(0.0));
        let (mut low, mut high) = range([tip, base].iter().map(|p| height(&plane, p)));
        if let (Some(u), Some(v)) = (u, v) {
            let rim = |t: f64| {
                let r: f64 = cone.radius.into();
                height(&plane, &(base + (u * t.cos() + v * t.sin()) * r))
            };
            // Unimodal around the best of 16 samples.
            let step = std::f64::consts::TAU / 16.0;
            for sign in [1.0, -1.0] {
                let best = (0..16)
                    .map(|i| f64::from(i) * step)
                    .min_by(|s, t| (rim(*s) * sign).total_cmp(&(rim(*t) * sign)))
                    .expect("sixteen");
                let (_, extreme) = least(|t| rim(t) * sign, best - step, best + step);
                (low, high) = (low.min(extreme * sign), high.max(extreme * sign));
            }
        }
        let band = band(&scene, &plane, 16.0);
        let what = (&cone, &plane);
        crossed.see(cone_meets_plane(&cone, &plane), low.max(-high), band, false, &what);
        below.see(cone_meets_half_space(&cone, &plane), low, band, false, &what);
    }
    crossed.finish();
    eprintln!("{below:?}");
}

#[test]
fn axis_aligned_boxes_are_where_their_corners_are() {
    aabbs::<f64>();
    aabbs::<f32>();
}

#[test]
fn oriented_boxes_are_where_their_corners_are_by_both_methods() {
    obbs::<f64>();
    obbs::<f32>();
}

#[test]
fn balls_are_behind_across_or_in_front() {
    spheres::<f64>();
    spheres::<f32>();
}

#[test]
fn cones_reach_as_far_as_tip_and_rim() {
    cones::<f64>();
    cones::<f32>();
}

#[test]
fn degenerate_shapes_are_what_their_docs_say() {
    let p = Point3::new(1.0, 2.0, 3.0);
    let point_box = Aabb { min: p, max: p };
    let point_obb = Obb { axes: Matrix3::identity(), center: p, half: Vector3::zeros() };
    for (offset, side) in [(6.0, Side::Tangent), (5.0, Side::Positive), (7.0, Side::Negative)] {
        let plane = Plane { normal: Vector3::repeat(1.0), offset };
        assert_eq!(aabb_side(&point_box, &plane), side);
        assert_eq!(aabb_side_by_reach(&point_box, &plane), side);
        assert_eq!(obb_side(&point_obb, &plane), side);
        let ball = Sphere { center: p, radius: 0.0 };
        assert_eq!(sphere_meets_plane(&ball, &plane), side.meets());
        // The base is wide, but without height there is only the tip.
        let cone = Cone { axis: Segment { start: p, end: p }, radius: 9.0 };
        assert_eq!(cone_meets_plane(&cone, &plane), side.meets());
    }
    // A box in the plane, and planes that are everything or nothing.
    let flat = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 0.0) };
    assert_eq!(aabb_side(&flat, &Plane { normal: Vector3::z(), offset: 0.0 }), Side::Tangent);
    for (offset, side) in [(0.0, Side::Tangent), (1.0, Side::Negative), (-1.0, Side::Positive)] {
        let plane = Plane { normal: Vector3::zeros(), offset };
        assert_eq!(aabb_side(&flat, &plane), side);
        assert_eq!(obb_side(&point_obb, &plane), side);
    }
}

/// A cone at a slant to the plane: without normalising, `m` is too short and the rim is missed.
#[test]
fn the_rim_is_found_where_the_axis_is_slanted() {
    let axis = Segment { start: Point3::new(0.0, 0.0, 10.0), end: Point3::new(6.0, 0.0, 2.0) };
    let cone = Cone { axis, radius: 5.0 }; // its lowest point is at 2 - 5 * 0.6 = -1
    let level = |offset| Plane { normal: Vector3::z(), offset };
    assert!(cone_meets_half_space(&cone, &level(-0.999)));
    assert!(!cone_meets_half_space(&cone, &level(-1.001)));
}
