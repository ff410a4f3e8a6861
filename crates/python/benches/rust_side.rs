//! What `calls.py` is compared with: the same questions from Rust, with the profile of the wheel.
//!
//! ```text
//! cargo run --release --example rust_side -- MESH_A MESH_B POSES
//! ```
//!
//! Prints a JSON object: milliseconds of a build of A, nanoseconds of a single call and of a pose
//! in a batch, and how many times as much two threads do as one. Each time is the least of some
//! rounds.

use std::time::Instant;

use obbtree::{Body, Mesh, Pose, Query, io};

/// Rounds of which the least time is taken, as in `calls.py`.
const ROUNDS: usize = 7;
/// Poses of a batch, at least.
const BATCH: usize = 10_000;

fn least(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, poses] = &files[..] else { return Err("MESH_A MESH_B POSES".into()) };
    let (a, b, poses) = (Body::read(a)?, Body::read(b)?, io::read_poses(poses)?);
    let origin = Pose::identity();

    let (corners, triangles) = (a.mesh().vertices().to_vec(), a.mesh().triangles().to_vec());
    let build = least(|| {
        let mesh = Mesh::new(corners.clone(), triangles.clone()).expect("a mesh that was read");
        std::hint::black_box(Body::new(mesh));
    });

    let mut query = Query::new();
    let mut hits = 0;
    let single = least(|| {
        hits = poses.iter().filter(|pose| query.collide(&a, &origin, &b, pose)).count();
    });

    let many: Vec<Pose> = poses.iter().cycle().take(BATCH).copied().collect();
    let batch = Query::new().batch();
    let batched = least(|| {
        std::hint::black_box(batch.collide(&a, &origin, &b, &many)).expect("threads");
    });

    let alone = || {
        let mut query = Query::new();
        for pose in many.iter() {
            std::hint::black_box(query.collide(&a, &origin, &b, pose));
        }
    };
    let one = least(alone);
    let two = least(|| {
        std::thread::scope(|scope| {
            scope.spawn(alone);
            scope.spawn(alone);
        });
    });

    println!(
        "{{\"hits\": {hits}, \"build_ms\": {}, \"call_ns\": {}, \"batch_ns\": {}, \"two_threads\": {}}}",
        build * 1e3,
        single / poses.len() as f64 * 1e9,
        batched / many.len() as f64 * 1e9,
        2.0 * one / two
    );
    Ok(())
}
