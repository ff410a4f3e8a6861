//! Planes: every answer against the heights of the corners, or of points of the rim.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_geom::plane::{
    Side, aabb_side, aabb_side_by_reach, cone_meets_half_space, cone_meets_plane, obb_side,
    obb_side_by_corners, sphere_behind_plane, sphere_meets_half_space, sphere_meets_plane,
};
use obbtree_geom::{Cone, Plane, Segment, Sphere};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{
    Number, Scene, Tally, cases, corners, epsilon, exact, exact_vector, least, tally,
};

both! {
    sides_of_axis_aligned_boxes_agree_with_their_corners => aabbs;
    sides_of_oriented_boxes_agree_with_their_corners_by_both_methods => obbs;
    spheres_are_behind_across_or_in_front => spheres;
    cones_agree_with_their_tip_and_rim => cones;
}

/// A plane near the centre of the scene, with a normal of any length.
fn plane<T: Number>(scene: &mut Scene) -> Plane<T> {
    let normal: Vector3<T> = scene.vector::<T>(3.0) / T::from_f64(scene.unit);
    Plane::through(&scene.point::<T>(3.0), normal)
}

fn height<T: Number>(plane: &Plane<T>, p: &Point3<f64>) -> f64 {
    exact_vector(&plane.normal).dot(&p.coords) - plane.offset.into()
}

/// The smallest and the largest of some heights.
fn range(heights: impl Iterator<Item = f64>) -> (f64, f64) {
    heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)))
}

/// The rounding of heights, in units of the plane.
fn band<T: Number>(scene: &Scene, plane: &Plane<T>, roundings: f64) -> f64 {
    let normal = exact_vector(&plane.normal).abs().sum();
    roundings * epsilon::<T>() * (scene.largest() * normal + plane.offset.into().abs())
}

/// The side that a body is on, except for tangent bodies.
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
    tally::<T>("aabb_side", 1, cases(), |scene, tally| {
        let (aabb, plane) = (scene.aabb::<T>(3.0, 4.0), plane::<T>(scene));
        let (min, max) = (exact(&aabb.min), exact(&aabb.max));
        let corner = |i: usize| Point3::from(Vector3::from_fn(|k, _| [min, max][i >> k & 1][k]));
        let heights = range((0..8).map(|i| height(&plane, &corner(i))));
        let band = band(scene, &plane, 4.0);
        let (side, other) = (aabb_side(&aabb, &plane), aabb_side_by_reach(&aabb, &plane));
        check_side(tally, side, heights, band, scene);
        if scene.grid || heights.0.abs().min(heights.1.abs()) > band {
            assert_eq!(side, other);
        }
    });
}

fn obbs<T: Number>() {
    tally::<T>("obb_side", 2, cases(), |scene, tally| {
        let (obb, plane) = (scene.obb::<T>(3.0, 2.0), plane::<T>(scene));
        let heights = range(corners(&obb).iter().map(|corner| height(&plane, corner)));
        let band = band(scene, &plane, 8.0);
        let side = obb_side(&obb, &plane);
        check_side(tally, side, heights, band, scene);
        assert_eq!(side, obb_side_by_corners(&obb, &plane));
    });
}

fn spheres<T: Number>() {
    tally::<T>("sphere and plane", 3, cases(), |scene, tally| {
        let plane = plane::<T>(scene);
        let sphere = Sphere { center: scene.point::<T>(3.0), radius: scene.number(0.0, 3.0) };
        let length = exact_vector(&plane.normal).norm();
        let center = height(&plane, &exact(&sphere.center));
        let (low, high) =
            (center - length * sphere.radius.into(), center + length * sphere.radius.into());
        let band = band(scene, &plane, 4.0);
        let meets = sphere_meets_plane(&sphere, &plane);
        tally.see(meets, low.max(-high), band, false, &(&sphere, &plane));
        if low.abs() > band {
            assert_eq!(sphere_meets_half_space(&sphere, &plane), low < 0.0);
        }
        if high.abs() > band {
            assert_eq!(sphere_behind_plane(&sphere, &plane), high < 0.0);
        }
        // The three answers together: behind, across, or in front.
        let in_front = !sphere_meets_half_space(&sphere, &plane);
        let behind = sphere_behind_plane(&sphere, &plane);
        assert_eq!(u8::from(meets) + u8::from(behind) + u8::from(in_front), 1);
    });
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
        // Points of the rim by angle; a cone of height zero is its tip.
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
fn degenerate_shapes_are_treated_as_documented() {
    let p = Point3::new(1.0, 2.0, 3.0);
    let point_box = Aabb { min: p, max: p };
    let point_obb = Obb { axes: Matrix3::identity(), center: p, half: Vector3::zeros() };
    for (offset, side) in [(6.0, Side::Tangent), (5.0, Side::Positive), (7.0, Side::Negative)] {
        let plane = Plane { normal: Vector3::repeat(1.0), offset };
        assert_eq!(aabb_side(&point_box, &plane), side);
        assert_eq!(aabb_side_by_reach(&point_box, &plane), side);
        assert_eq!(obb_side(&point_obb, &plane), side);
        let sphere = Sphere { center: p, radius: 0.0 };
        assert_eq!(sphere_meets_plane(&sphere, &plane), side.meets());
        // The base is wide, but a cone of height zero is only its tip.
        let cone = Cone { axis: Segment { start: p, end: p }, radius: 9.0 };
        assert_eq!(cone_meets_plane(&cone, &plane), side.meets());
    }
    // A box in the plane, and planes with a zero normal.
    let flat = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 0.0) };
    assert_eq!(aabb_side(&flat, &Plane { normal: Vector3::z(), offset: 0.0 }), Side::Tangent);
    for (offset, side) in [(0.0, Side::Tangent), (1.0, Side::Negative), (-1.0, Side::Positive)] {
        let plane = Plane { normal: Vector3::zeros(), offset };
        assert_eq!(aabb_side(&flat, &plane), side);
        assert_eq!(obb_side(&point_obb, &plane), side);
    }
}

/// A cone with a slanted axis: if `m` is not normalised it is too short and the rim is missed.
#[test]
fn the_rim_of_a_slanted_cone_is_found() {
    let axis = Segment { start: Point3::new(0.0, 0.0, 10.0), end: Point3::new(6.0, 0.0, 2.0) };
    let cone = Cone { axis, radius: 5.0 }; // its lowest point is at 2 - 5 * 0.6 = -1
    let level = |offset| Plane { normal: Vector3::z(), offset };
    assert!(cone_meets_half_space(&cone, &level(-0.999)));
    assert!(!cone_meets_half_space(&cone, &level(-1.001)));
}
