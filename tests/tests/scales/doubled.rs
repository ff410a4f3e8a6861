//! Bodies of tens of triangles at every scale: a question times a power of two has the answer
//! times it; and where no axis is turned into another, each axis may have a power of its own and
//! the same triangles meet.
//!
//! Coordinates are multiples of a power of two that is still a number after scaling, so nothing is
//! rounded.

use nalgebra::{Matrix3, Vector3};
use obbtree::query::{Distance, DistanceOptions};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_tests::bisection::quarter_turns;
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::quick_referee;
use obbtree_tests::scales::exact::rational;
use obbtree_tests::scales::numbers::power;
use obbtree_tests::scales::{Findings, PlacedMesh, Scene};
use obbtree_tests::shapes::{self, random, soup, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::{Asker, classic_askers, scenes, wide_askers};

/// Coordinates are multiples of 2^-20.
const GRID: f64 = (1 << 20) as f64;

fn on_grid(x: f64) -> f64 {
    (x * GRID).round() / GRID
}

/// Exponents that scenes are scaled by: near those at which squares, products of three and numbers
/// themselves leave the range of `f32` and `f64`. Coordinates stay on the grid of subnormal
/// numbers.
fn exponent(random: &mut Pcg64Mcg) -> i32 {
    const NEAR: [i32; 16] =
        [-1054, -1022, -720, -511, -360, -341, -170, -149, -126, -100, -75, -63, -50, 60, 120, 235];
    let near = NEAR[random.random_range(0..NEAR.len())];
    (near + random.random_range(-12..=12)).clamp(-1054, 240)
}

fn base_mesh(random: &mut Pcg64Mcg) -> Mesh {
    let mesh = match random.random_range(0..4) {
        0 => shapes::sphere(random.random_range(0..2), 1.0),
        1 => soup(random, 20, 0.2),
        2 => soup(random, 8, 0.5),
        _ => {
            let one = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            let at = |n: i32| [f64::from(n % 8) - 4.0, f64::from(n / 8) - 4.0, 0.0];
            let grid: Vec<_> =
                (0..16).map(|n| one.map(|v| [0, 1, 2].map(|k| 0.25 * (v[k] + at(n)[k])))).collect();
            Mesh::from_soup(&grid).expect("finite")
        }
    };
    let (vertices, triangles) = mesh.into_parts();
    let vertices = vertices.into_iter().map(|v| v.map(on_grid)).collect();
    Mesh::new(vertices, triangles).expect("in range")
}

/// Two meshes near contact: moved apart along the way between their closest points.
fn scene(random: &mut Pcg64Mcg, is_turned: bool) -> Scene {
    let mut turn = || match is_turned {
        true => *shapes::pose(random, 0.0).rotation(),
        false => quarter_turns(random.random_range(0..24)),
    };
    let turns: [Matrix3<f64>; 2] = [turn(), turn()];
    let [a, b] = [base_mesh(random), base_mesh(random)];
    let place = |turn: Matrix3<f64>, at: Vector3<f64>| {
        Pose::new(turn, at.map(on_grid)).expect("a rotation")
    };
    let pose_a = place(turns[0], vector(random));
    let way = vector(random).try_normalize(0.0).unwrap_or_else(Vector3::x);
    let far = place(turns[1], way * 8.0);
    let found = obbtree::distance(&Body::new(a.clone()), &pose_a, &Body::new(b.clone()), &far);
    let to = found.points[0] - found.points[1];
    let gap = match random.random_range(0..4) {
        0 | 1 => -power(-random.random_range(2..21)),
        _ => power(-random.random_range(1..21)),
    };
    let nearer = to - to.normalize() * gap;
    let pose_b = place(turns[1], far.translation() + nearer);
    let placed = [PlacedMesh { mesh: a, pose: pose_a }, PlacedMesh { mesh: b, pose: pose_b }];
    Scene { placed, gap }
}

/// The scene with each axis of the world scaled. With powers that differ all rotations must be
/// quarter turns.
fn scaled(scene: &Scene, exponents: [i32; 3]) -> Option<Scene> {
    let scale = Vector3::from(exponents.map(power));
    let placed = scene.placed.each_ref().map(|PlacedMesh { mesh, pose }| {
        let axes: [f64; 3] = [0, 1, 2].map(|l| scale[pose.rotation().column(l).iamax()]);
        let (vertices, triangles) = mesh.clone().into_parts();
        let vertices = vertices.into_iter().map(|v| [0, 1, 2].map(|k| v[k] * axes[k])).collect();
        let mesh = Mesh::new(vertices, triangles).ok()?;
        let at = pose.translation().component_mul(&scale);
        Some(PlacedMesh { mesh, pose: Pose::new(*pose.rotation(), at).ok()? })
    });
    let [a, b] = placed;
    Some(Scene { placed: [a?, b?], gap: scene.gap * scale.x })
}

/// What the scene as it was said.
struct Base {
    pairs: Vec<[u32; 2]>,
    distance: Distance,
    own: Vec<[u32; 2]>,
}

fn check<T: Built>(
    askers: &mut [Asker<T>],
    scene: &Scene,
    exponents: [i32; 3],
    base: &Base,
    findings: &mut Findings,
) {
    let [a, b] = &scene.placed;
    let [body_a, body_b] = [T::body(&a.mesh), T::body(&b.mesh)];
    let at = [&a.pose, &b.pose];
    let meets = !base.pairs.is_empty();
    let is_even = exponents[0] == exponents[1] && exponents[1] == exponents[2];
    let times = power(exponents[0]);
    for Asker { name, query } in askers {
        let case = |what: String| format!("{}\n// 2^{exponents:?}: {what}", scene.as_rust());
        let mut answers = findings.by(name, &case);
        let found = query.collide(&body_a, at[0], &body_b, at[1]);
        answers.check(found == meets, "collide", || format!("collide: {found}"));
        let found = query.pairs(&body_a, at[0], &body_b, at[1]);
        answers.check(found == base.pairs, "pairs", || format!("pairs: {found:?}"));
        let found = query.pairs(&body_b, at[1], &body_a, at[0]);
        answers.check(found.len() == base.pairs.len(), "pairs", || format!("swapped: {found:?}"));
        let own = query.self_intersections(&body_a);
        answers.check(own == base.own, "self_intersections", || {
            format!("self: {own:?}, not {:?}", base.own)
        });
        let found = query.distance(&body_a, at[0], &body_b, at[1]);
        answers.check((found.upper == 0.0) == meets, "distance: 0 where they meet", || {
            format!("{found:?}")
        });
        for tolerance in
            [0.0, f64::from_bits(1), found.upper, found.upper.next_up(), found.lower.next_down()]
        {
            let closer = query.closer_than(&body_a, at[0], &body_b, at[1], tolerance);
            let expected = match tolerance {
                _ if tolerance >= found.upper => true,
                _ if tolerance < found.lower => false,
                _ => continue,
            };
            answers.check(closer == expected, "closer_than and distance", || {
                format!("{tolerance:?}: {closer}, {found:?}")
            });
        }
        let clearances = [0, 20, 200, 1_000_000]
            .map(|effort| query.clearance(&body_a, at[0], &body_b, at[1], effort));
        for (n, clearance) in clearances.iter().enumerate() {
            let holds = clearance.lower <= found.upper && found.lower <= clearance.upper;
            answers.check(holds && clearance.lower >= 0.0, "clearance and distance", || {
                format!("{clearance:?}, {found:?}")
            });
            let before = clearances[n.max(1) - 1];
            let is_better = before.lower <= clearance.lower && clearance.upper <= before.upper;
            answers.check(is_better, "clearance of more effort is worse", || {
                format!("{before:?}, {clearance:?}")
            });
        }
        let options = DistanceOptions::default().relative_error(1e-3);
        let near = query.distance_within(&body_a, at[0], &body_b, at[1], &options);
        let holds = near.is_some_and(|near| near.lower <= found.upper && found.lower <= near.upper);
        answers.check(holds, "distance_within and distance", || format!("{near:?}, {found:?}"));
        if !is_even {
            continue;
        }
        // Both hold the same distance, in their units: the intervals have a number in common.
        let [lower, upper] =
            [base.distance.lower, base.distance.upper].map(|x| rational(x) * rational(times));
        let holds = rational(found.lower) <= upper && lower <= rational(found.upper);
        answers.check(holds, "distance times the power", || {
            format!("{found:?}, was {:?}", base.distance)
        });
        for (effort, clearance) in [0, 20, 200, 1_000_000].into_iter().zip(&clearances) {
            let above = clearance.upper.min(f64::MAX);
            let holds = rational(clearance.lower) <= upper && lower <= rational(above);
            answers
                .check(holds, "clearance", || format!("effort {effort}: {clearance:?}, {found:?}"));
        }
    }
}

fn campaign(seed: u64, count: usize, is_turned: bool, name: &str) {
    let (mut random, mut findings) = (random(seed), Findings::default());
    let (mut wide, mut classic) = (wide_askers(), classic_askers());
    for _ in 0..count {
        let scene = scene(&mut random, is_turned);
        let [a, b] = &scene.placed;
        let placed = [a, b].map(|placed| quick_referee::Placed::new(&placed.mesh, &placed.pose));
        let pairs = quick_referee::intersecting_pairs(&placed[0], &placed[1]);
        let [body_a, body_b] = [a, b].map(|placed| Body::new(placed.mesh.clone()));
        let distance = obbtree::distance(&body_a, &a.pose, &body_b, &b.pose);
        let base = Base { pairs, distance, own: Query::new().self_intersections(&body_a) };
        findings.answer("the bodies meet", !base.pairs.is_empty());
        for round in 0..2 {
            let mut exponents = [exponent(&mut random); 3];
            if !is_turned && round > 0 {
                let axis = random.random_range(0..3);
                exponents[axis] = exponent(&mut random);
                if random.random_range(0..2) == 0 {
                    exponents = [(); 3].map(|()| exponent(&mut random));
                }
            }
            let Some(scene) = scaled(&scene, exponents) else { continue };
            check::<wide::Tree>(&mut wide, &scene, exponents, &base, &mut findings);
            check::<classic::Tree>(&mut classic, &scene, exponents, &base, &mut findings);
        }
    }
    findings.finish(name);
}

#[test]
fn bodies_times_a_power_of_two() {
    campaign(2630, scenes(6, 1000), true, "bodies times a power of two");
}

#[test]
fn bodies_with_a_power_of_two_for_each_axis() {
    campaign(2631, scenes(6, 1000), false, "bodies with a power of two for each axis");
}
