//! Batches: what each question gets alone, bit by bit, on every instruction set and for any length.

use std::fmt::Debug;

use nalgebra::{Point3, Vector3};
use obbtree_geom::batch::{
    SimdLevel, point_triangles, points_triangle, ray_aabbs, ray_obbs, rays_aabb, rays_obb,
};
use obbtree_geom::cast::{ray_aabb, ray_obb};
use obbtree_geom::closest::point_triangle;
use obbtree_geom::{Aabb, Obb, Ray};
use obbtree_tests::both;
use obbtree_tests::catalogue_meet::{Number, Scene, cases};
use rand::RngExt;

both! {
    rays_against_one_upright_box => many_rays_one_aabb;
    one_ray_against_upright_boxes => one_ray_many_aabbs;
    rays_against_one_oriented_box => many_rays_one_obb;
    one_ray_against_oriented_boxes => one_ray_many_obbs;
    points_near_one_triangle => many_points_one_triangle;
    one_point_near_triangles => one_point_many_triangles;
    slices_may_differ_in_length => lengths;
}

/// None, less than a register, a register and one, around one block of 32 and two, and beyond four.
const LENGTHS: [usize; 12] = [0, 1, 7, 9, 31, 32, 33, 63, 64, 65, 100, 131];

/// Batches of each length. A batch's single question changes from one to the next.
const ROUNDS: usize = 40;

/// All answers are those of the twin, and the share of hits is between the given percentages.
fn check<T, Q, A, S>(
    seed: u64,
    hits: [usize; 2],
    one: impl Fn(&mut Scene) -> S,
    many: impl Fn(&mut Scene) -> Q,
    alone: impl Fn(&S, &Q) -> A,
    together: impl Fn(&S, &[Q], &mut [A], SimdLevel) -> usize,
    is_hit: impl Fn(&A) -> bool,
) where
    T: Number,
    Q: Debug,
    A: Copy + PartialEq + Debug,
    S: Debug,
{
    let mut scene = Scene::new(seed);
    let levels = SimdLevel::all_available();
    let (mut asked, mut met) = (0, 0);
    for _ in 0..ROUNDS.max(cases() / 2000) {
        for length in LENGTHS {
            scene.change::<T>();
            let one = one(&mut scene);
            let many: Vec<Q> = (0..length).map(|_| many(&mut scene)).collect();
            let expected: Vec<A> = many.iter().map(|question| alone(&one, question)).collect();
            asked += length;
            met += expected.iter().filter(|answer| is_hit(answer)).count();
            for &level in &levels {
                let Some(&stale) = expected.last() else {
                    assert_eq!(together(&one, &many, &mut [], level), 0);
                    continue;
                };
                let mut out = vec![stale; length];
                assert_eq!(together(&one, &many, &mut out, level), length);
                for i in 0..length {
                    let what = (level.name(), i, &one, &many[i]);
                    assert_eq!(out[i], expected[i], "{what:?}");
                }
            }
        }
    }
    let share = 100 * met / asked;
    assert!((hits[0]..=hits[1]).contains(&share), "{share} % of {asked} hit");
}

/// Towards the middle more or less; one in four along a plane of axes, one in thirty stands still.
fn ray<T: Number>(scene: &mut Scene) -> Ray<T> {
    let origin = scene.point::<T>(4.0);
    let middle = scene.point::<T>(1.5);
    let mut direction = middle - origin;
    match scene.random.random_range(0..30) {
        0 => direction = Vector3::from_element(T::zero()),
        1..8 => direction[scene.random.random_range(0..3)] = T::zero(),
        // A rate that is all but zero: its walls are at parameters beyond the numbers.
        8 => direction.x = T::MIN_POSITIVE,
        _ => {}
    }
    Ray { origin, direction }
}

/// Now and then flat, a segment, a point, on a line but for rounding, or of sizes whose squares
/// leave the range.
fn triangle<T: Number>(scene: &mut Scene) -> [Point3<T>; 3] {
    let mut corners = [(); 3].map(|()| scene.point::<T>(2.0));
    match scene.random.random_range(0..24) {
        0 => corners[1] = corners[0],
        1 => corners = [corners[0]; 3],
        2 => corners[2] = corners[1],
        3 => {
            let share = scene.number::<T>(0.0, 1.0);
            corners[2] = corners[0] + (corners[1] - corners[0]) * (share / scene.number(1.0, 1.0));
        }
        4 => corners = corners.map(|p| p * T::MIN_POSITIVE.sqrt()),
        5 => corners = corners.map(|p| p / T::MIN_POSITIVE.sqrt()),
        _ => {}
    }
    corners
}

fn place<T: Number>(scene: &mut Scene) -> Point3<T> {
    let point = scene.point::<T>(3.0);
    match scene.random.random_range(0..24) {
        0 => point / T::MIN_POSITIVE.sqrt(),
        1 => point * T::MIN_POSITIVE.sqrt(),
        _ => point,
    }
}

fn many_rays_one_aabb<T: Number>() {
    check::<T, Ray<T>, _, Aabb<T>>(
        71,
        [20, 80],
        |scene| scene.aabb(1.0, 5.0),
        ray,
        |aabb, ray| ray_aabb(ray, aabb),
        |aabb, rays, out, level| rays_aabb(rays, aabb, out, level),
        Option::is_some,
    );
}

fn one_ray_many_aabbs<T: Number>() {
    check::<T, Aabb<T>, _, Ray<T>>(
        72,
        [20, 80],
        ray,
        |scene| scene.aabb(1.0, 5.0),
        ray_aabb,
        ray_aabbs,
        Option::is_some,
    );
}

fn many_rays_one_obb<T: Number>() {
    check::<T, Ray<T>, _, Obb<T>>(
        73,
        [20, 80],
        |scene| scene.obb(1.0, 2.5),
        ray,
        |obb, ray| ray_obb(ray, obb),
        |obb, rays, out, level| rays_obb(rays, obb, out, level),
        Option::is_some,
    );
}

fn one_ray_many_obbs<T: Number>() {
    check::<T, Obb<T>, _, Ray<T>>(
        74,
        [20, 80],
        ray,
        |scene| scene.obb(1.0, 2.5),
        ray_obb,
        ray_obbs,
        Option::is_some,
    );
}

fn finite<T: Number>(p: &Point3<T>) -> bool {
    p.iter().all(|x| (*x).into().is_finite())
}

fn many_points_one_triangle<T: Number>() {
    check::<T, Point3<T>, _, [Point3<T>; 3]>(
        75,
        [100, 100],
        triangle,
        place,
        |triangle, point| point_triangle(point, triangle),
        |triangle, points, out, level| points_triangle(points, triangle, out, level),
        finite,
    );
}

fn one_point_many_triangles<T: Number>() {
    check::<T, [Point3<T>; 3], _, Point3<T>>(
        76,
        [100, 100],
        place,
        triangle,
        point_triangle,
        point_triangles,
        finite,
    );
}

/// What is beyond the shorter slice is neither asked nor touched.
fn lengths<T: Number>() {
    let mut scene = Scene::new(77);
    scene.change::<T>();
    let triangles: Vec<_> = (0..70).map(|_| triangle::<T>(&mut scene)).collect();
    let points: Vec<_> = (0..70).map(|_| place::<T>(&mut scene)).collect();
    let untouched = Point3::from(Vector3::from_element(T::from_f64(-77.0)));
    // The last one is flat, and goes another way.
    let flat = [points[0]; 3];
    for level in SimdLevel::all_available() {
        for (asked, room) in [(70, 66), (5, 70), (0, 3), (3, 0)] {
            let n = asked.min(room);
            let mut out = vec![untouched; room];
            assert_eq!(point_triangles(&points[0], &triangles[..asked], &mut out, level), n);
            assert!((0..n).all(|i| out[i] == point_triangle(&points[0], &triangles[i])));
            assert!(out[n..].iter().all(|p| *p == untouched));
            for one in [&triangles[0], &flat] {
                out.fill(untouched);
                assert_eq!(points_triangle(&points[..asked], one, &mut out, level), n);
                assert!((0..n).all(|i| out[i] == point_triangle(&points[i], one)));
                assert!(out[n..].iter().all(|p| *p == untouched));
            }
        }
    }
}
