//! How long a cloud of a million points takes to make, on one core, and how much memory it keeps.
//!
//! ```sh
//! cargo run --release -p obbtree-cloud --example million
//! ```

use std::time::Instant;

use obbtree_cloud::PointCloud;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const POINTS: usize = 1_000_000;
const TRIES: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let random = &mut Pcg64Mcg::seed_from_u64(1);
    // A room as a sensor sees it: a floor and a wall, with some noise.
    let points: Vec<[f32; 3]> = (0..POINTS)
        .map(|n| {
            let [u, v] = [random.random_range(0.0..4.0), random.random_range(0.0..4.0)];
            let noise = random.random_range(-0.002..0.002);
            if n % 2 == 0 { [u, v, noise] } else { [u, noise, v] }
        })
        .collect();
    let wide: Vec<[f64; 3]> = points.iter().map(|point| point.map(f64::from)).collect();
    let finer: Vec<[f64; 3]> = wide.iter().map(|point| point.map(|x| x * 1.1)).collect();
    for (name, made) in [
        ("f32 numbers", made(|| PointCloud::new(&points, 0.005))?),
        ("the same given as f64", made(|| PointCloud::new(&wide, 0.005))?),
        ("f64 numbers", made(|| PointCloud::new(&finer, 0.005))?),
    ] {
        let (ms, cloud) = made;
        let bytes = cloud.bytes() as f64 / cloud.len() as f64;
        println!("{name:<22} {ms:6.1} ms, {bytes:.1} bytes a point, {} points", cloud.len());
    }
    Ok(())
}

/// The least time of some tries, in milliseconds, and what was made.
fn made<E>(make: impl Fn() -> Result<PointCloud, E>) -> Result<(f64, PointCloud), E> {
    let (mut best, mut cloud) = (f64::INFINITY, make()?);
    for _ in 0..TRIES {
        let begin = Instant::now();
        cloud = make()?;
        best = best.min(1e3 * begin.elapsed().as_secs_f64());
    }
    Ok((best, cloud))
}
