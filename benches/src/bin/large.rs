//! Distances of very large meshes whose trees are read from files: two rings that hang in each
//! other, of 7.5 million triangles each, and two blobs of a million each.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin large [SHARE]
//! ```
//!
//! SHARE is a part of these numbers of triangles, 1 without. Poses are random; B is then moved
//! towards A until the gap is about a part of A's size. Before the time is taken each distance is
//! held against what `closer_than`, which computes no distance, says of both ends of its interval.
//! Of each pose the first time counts, with what the poses before left in the caches, and the least
//! of some.

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use nalgebra::{UnitQuaternion, Vector3};
use obbtree::collider::Config;
use obbtree::io::{read_mesh, tree_bytes};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::named::by_name;
use obbtree_tests::shapes::{random, vector};
use rand_pcg::Pcg64Mcg;

const RING: usize = 7_500_000;
const BLOB: usize = 1_000_000;
/// How wide a ring's tube is, where the circle in its middle has the radius 1.
const TUBE: f64 = 0.15;
/// Segments around the tube for one along the ring: triangles about as long as wide.
const ALONG: usize = 6;
const POSES: usize = 31;
const ROUNDS: usize = 5;
/// As parts of A's size.
const GAPS: [f64; 3] = [0.1, 1e-2, 1e-3];
/// How often B is moved towards A: the closest points change on the way.
const STEPS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let share: f64 = std::env::args().nth(1).map_or(Ok(1.0), |share| share.parse())?;
    let count_of = |count: usize| ((count as f64 * share) as usize).max(1000);
    let file = std::env::temp_dir().join(format!("large-{}.obbt", std::process::id()));
    println!(
        "what, triangles each, seconds to build and to read, gap, us first and least: median, most"
    );
    let found = row("rings", ring(count_of(RING)), &file, in_each_other);
    let found = found.and_then(|()| {
        let blob = by_name("blob").ok_or("no blob")?;
        row("blobs", blob.mesh(count_of(BLOB)), &file, apart)
    });
    std::fs::remove_file(&file)?;
    found
}

/// A torus around the z axis; coordinates are `f32` numbers.
fn ring(triangles: usize) -> Mesh {
    let around = ((triangles / (2 * ALONG)) as f64).sqrt() as usize;
    let along = around * ALONG;
    let vertex = |n: usize| {
        let turn = |part: usize, of: usize| TAU * part as f64 / of as f64;
        let ((s, c), (t, u)) =
            (libm::sincos(turn(n / around, along)), libm::sincos(turn(n % around, around)));
        let radius = 1.0 + TUBE * u;
        [radius * c, radius * s, TUBE * t].map(|x| f64::from(x as f32))
    };
    let number = |i: usize, j: usize| (i % along * around + j % around) as u32;
    let quad = |n: usize| {
        let (i, j) = (n / around, n % around);
        let [p, q, r, s] =
            [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| number(i, j));
        [[p, q, r], [p, r, s]]
    };
    let vertices = (0..along * around).map(vertex).collect();
    Mesh::new(vertices, (0..along * around).flat_map(quad).collect()).expect("finite")
}

/// B hangs in A: its middle near A's circle, its plane about perpendicular to A's.
fn in_each_other(random: &mut Pcg64Mcg) -> Pose {
    let upright = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2);
    let rotation = UnitQuaternion::new(0.5 * vector(random)) * upright;
    pose(rotation, Vector3::x() + 0.2 * vector(random))
}

/// B is beside A, turned in any way.
fn apart(random: &mut Pcg64Mcg) -> Pose {
    let rotation = UnitQuaternion::new(3.0 * vector(random));
    pose(rotation, 5.0 * vector(random).normalize())
}

fn pose(rotation: UnitQuaternion<f64>, translation: Vector3<f64>) -> Pose {
    Pose::new(rotation.to_rotation_matrix().into_inner(), translation).expect("a rotation")
}

/// Prints a row for each gap.
fn row(
    name: &str,
    mesh: Mesh,
    file: &Path,
    pose: fn(&mut Pcg64Mcg) -> Pose,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let (mesh, tree) = Body::build(mesh, &Config::default()).into_parts();
    let built = start.elapsed().as_secs_f64();
    std::fs::write(file, tree_bytes(&mesh, &tree)?)?;
    drop((mesh, tree));
    let start = Instant::now();
    let loaded = read_mesh(file)?;
    let a = Body::from_parts(loaded.mesh, loaded.tree.ok_or("no tree in the file")?)?;
    let read = start.elapsed().as_secs_f64();
    let loaded = read_mesh(file)?;
    let b = Body::from_parts(loaded.mesh, loaded.tree.ok_or("no tree in the file")?)?;
    let bounds = a.mesh().report().bounds;
    let size = (bounds.max - bounds.min).norm();
    let (random, query, here) = (&mut random(29), &mut Query::new(), Pose::identity());
    for gap in GAPS {
        let mut poses = Vec::new();
        while poses.len() < POSES {
            let with_gap = moved_to(query, [&a, &b], pose(random), gap * size);
            poses.extend(with_gap.filter(|pose| is_right(query, [&a, &b], pose)));
        }
        let mut times = [Vec::new(), Vec::new()];
        for pose in &poses {
            let mut us = || {
                let start = Instant::now();
                black_box(query.distance(&a, &here, &b, pose));
                start.elapsed().as_secs_f64() * 1e6
            };
            let first = us();
            times[0].push(first);
            times[1].push((1..ROUNDS).map(|_| us()).fold(first, f64::min));
        }
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let [first, least] = times.map(|times| [times[POSES / 2], times[POSES - 1]]);
        let triangles = a.mesh().triangles().len();
        println!(
            "{name}, {triangles}, {built:.1} and {read:.2}, {gap}: {:.0}, {:.0}; {:.0}, {:.0}",
            first[0], first[1], least[0], least[1]
        );
    }
    Ok(())
}

/// B nearer to A, by straight steps along the line between the closest points; `None` where the two
/// meet before.
fn moved_to(query: &mut Query, [a, b]: [&Body; 2], mut pose: Pose, gap: f64) -> Option<Pose> {
    for _ in 0..STEPS {
        let found = query.distance(a, &Pose::identity(), b, &pose);
        let normal = found.normal?;
        let translation = pose.translation() - normal * (found.lower - gap);
        pose = Pose::new(*pose.rotation(), translation).ok()?;
    }
    Some(pose)
}

/// Panics if an end of the interval is not what another question says.
fn is_right(query: &mut Query, [a, b]: [&Body; 2], pose: &Pose) -> bool {
    let here = Pose::identity();
    let found = query.distance(a, &here, b, pose);
    if found.lower == 0.0 {
        return false;
    }
    assert!(query.closer_than(a, &here, b, pose, found.upper), "{found:?}: farther apart");
    let below = found.lower * (1.0 - 1e-12);
    assert!(!query.closer_than(a, &here, b, pose, below), "{found:?}: nearer");
    assert!(found.upper - found.lower <= 1e-9 * found.upper, "{found:?}: wide");
    true
}
