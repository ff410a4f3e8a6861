//! Poses that are skewed by as much as a pose may be, far apart and near: boxes are tested with
//! next to no room beyond what the skew needs, most of all where a box is a single point.

use nalgebra::{Matrix3, Vector3};
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::exact_closer;
use obbtree_tests::shapes::{bend, pose, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::distance::{Scene, check};
use super::support::rounds;

/// Half of the skew that a pose may have: of `R (1 + s S)` it is `2 s` and a little, if `S` is
/// symmetric and of norm one.
const MOST: f64 = 0.4999e-4;

/// A symmetric matrix of Frobenius norm one: of any kind, along one direction, or of all.
fn stretch(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let along = vector(random).normalize();
    let any = Matrix3::from_fn(|_, _| random.random_range(-1.0..1.0));
    let stretch = match random.random_range(0..4) {
        0 => Matrix3::identity(),
        1 => along * along.transpose(),
        2 => Matrix3::identity() - along * along.transpose(),
        _ => any + any.transpose(),
    };
    stretch / stretch.norm()
}

/// At a place, turned and skewed.
fn skewed(random: &mut Pcg64Mcg, place: Vector3<f64>, most: f64) -> Pose {
    let turn = match random.random_range(0..3) {
        0 => Matrix3::identity(),
        _ => *pose(random, 0.0).rotation(),
    };
    let skew = stretch(random) * most * [-1.0, 1.0][random.random_range(0..2)];
    Pose::new(turn * (Matrix3::identity() + skew), place).expect("as skewed as it may be")
}

/// Points, segments, thin and tiny triangles, in a cube, on a sphere, in a plane or on a line; of
/// `f32` numbers or not, and around the origin of the mesh or far from it.
fn scattered(random: &mut Pcg64Mcg, size: f64) -> Mesh {
    let count = random.random_range(1..90);
    let (kind, of) = (random.random_range(0..5), random.random_range(0..4));
    let tiny = 10.0_f64.powi(-random.random_range(1..7));
    let far = [0.0, 0.0, 1.0, 1e3][random.random_range(0..4)] * size;
    let away = vector(random) * far;
    let [u, v] = [vector(random), vector(random)];
    let mut triangles: Vec<[[f64; 3]; 3]> = Vec::new();
    for _ in 0..count {
        let p = vector(random);
        let place = match kind {
            0 | 1 => p,
            2 => p.normalize(),
            3 => u * p.x + v * p.y,
            _ => u * p.x,
        };
        let corners = match of {
            0 => [place; 3],
            1 => [place, place, place + u * tiny],
            2 => [place, place + vector(random) * tiny, place + vector(random) * tiny],
            _ => [place, place + vector(random), place + vector(random) * tiny],
        };
        triangles.push(corners.map(|corner| (corner * size + away).into()));
    }
    let mesh = Mesh::from_soup(&triangles).expect("finite");
    match random.random_range(0..2) {
        0 => bend(&mesh, |p| p.map(|x| f64::from(x as f32))),
        _ => mesh,
    }
}

/// Where the first vertex of a mesh is, in the world.
fn first_at(mesh: &Mesh, turn: &Matrix3<f64>) -> Vector3<f64> {
    turn * Vector3::from(mesh.vertices()[0])
}

fn scene(random: &mut Pcg64Mcg) -> Scene {
    let size = 2.0_f64.powi([0, 0, 0, 1, -20, -60, 20, 30, 40][random.random_range(0..9)]);
    let ratio = [1.0, 1.0, 0.1, 1e-3, 30.0][random.random_range(0..5)];
    let meshes = [scattered(random, size), scattered(random, size * ratio)];
    let gap = size * 10.0_f64.powf(random.random_range(-4.0..3.0));
    let far = [0.0, 1.0, 1e4][random.random_range(0..3)] * size;
    let (place, toward) = (vector(random) * far, vector(random).normalize() * gap);
    let most = [MOST, MOST, 1e-6, 0.0][random.random_range(0..4)];
    let [a, b] = [0, 1].map(|_| skewed(random, Vector3::zeros(), most));
    let at_a = place - first_at(&meshes[0], a.rotation());
    let at_b = place + toward - first_at(&meshes[1], b.rotation());
    let [a, b] = [(a, at_a), (b, at_b)];
    let poses = [a, b].map(|(pose, at)| Pose::new(*pose.rotation(), at).expect("in range"));
    let here = Pose::identity();
    let poses = if random.random_range(0..4) == 0 { [here, poses[1]] } else { poses };
    Scene { meshes, poses }
}

/// Distances are those of all pairs; what is closer than a length changes at them, in every
/// instruction set; so do pairs within a length, and bounds hold after any effort.
#[test]
fn answers_of_skewed_poses_are_those_of_all_pairs() {
    let mut random = random(171);
    let [mut apart, mut met] = [0; 2];
    for round in 0..rounds(250) {
        let scene = scene(&mut random);
        let found = check(&scene);
        let length = found.upper * [1.0, 1.0 + 1e-5, 1.2][round % 3];
        let expected = (round % 5 == 0).then(|| (length, pairs_within(&scene, length)));
        let Scene { meshes, poses: [at_a, at_b] } = &scene;
        let [a, b] = meshes.each_ref().map(|mesh| Body::new(mesh.clone()));
        for level in SimdLevel::all_available() {
            let query = &mut Query::new().level(level);
            let mut closer = |length| query.closer_than(&a, at_a, &b, at_b, length);
            assert!(closer(found.upper), "{round} {level:?}");
            assert!(closer(found.upper * 1.25), "{round} {level:?}");
            if found.lower > 0.0 {
                assert!(!closer(found.lower.next_down()), "{round} {level:?}");
                assert!(!closer(found.lower * 0.75), "{round} {level:?}");
            }
            for effort in [0, 8, 64, 100_000] {
                let bounds = query.clearance(&a, at_a, &b, at_b, effort);
                let holds = bounds.lower <= found.upper && found.lower <= bounds.upper;
                assert!(holds, "{round} {level:?} {effort}: {bounds:?} {found:?}");
            }
            if let Some((length, expected)) = &expected {
                let within = query.triangles_within(&a, at_a, &b, at_b, *length);
                let within: Vec<_> = within.iter().map(|found| found.triangles).collect();
                assert_eq!(within, *expected, "{round} {level:?}");
            }
        }
        apart += usize::from(found.lower > 0.0);
        met += usize::from(found.upper == 0.0);
    }
    assert!(apart > 9 * met, "{apart} apart, {met} meet");
}

fn pairs_within(scene: &Scene, length: f64) -> Vec<[Option<u32>; 2]> {
    let Scene { meshes: [a, b], poses: [at_a, at_b] } = scene;
    let mut found = Vec::new();
    for (i, of_a) in (0..).zip(a.corners()) {
        for (j, of_b) in (0..).zip(b.corners()) {
            if exact_closer(&of_a, at_a, &of_b, at_b, length) {
                found.push([Some(i), Some(j)]);
            }
        }
    }
    found
}
