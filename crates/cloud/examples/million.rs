//! How long a cloud of a million points takes to make, and a million voxels, on one core, and how
//! much memory they keep.
//!
//! ```sh
//! cargo run --release -p obbtree-cloud --example million
//! ```

use std::time::Instant;

use obbtree_cloud::{PointCloud, Voxels};
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
    // A floor and a wall of cells, in no order.
    let mut cells: Vec<[i32; 3]> = (0..POINTS as i32 / 2)
        .flat_map(|n| [[n % 1000, n / 1000, 0], [n % 1000, 500, n / 1000 - 100]])
        .collect();
    for n in (1..cells.len()).rev() {
        cells.swap(n, random.random_range(0..=n));
    }
    let sizes: Vec<u32> = cells.iter().map(|cell| 1 + u32::from(cell[0] % 2 == 0)).collect();
    let centers: Vec<[f64; 3]> =
        cells.iter().map(|cell| cell.map(|c| 0.004 * (f64::from(c) + 0.5))).collect();
    for (name, made) in [
        ("cells", made(|| Voxels::from_cells(&cells, [0.0; 3], 0.004))?),
        ("cells of two sizes", made(|| Voxels::with_sizes(&cells, &sizes, [0.0; 3], 0.004))?),
        ("leaves", made(|| Voxels::from_leaves(&centers, 0.002))?),
    ] {
        let (ms, voxels) = made;
        let bytes = voxels.bytes() as f64 / voxels.len() as f64;
        println!("{name:<22} {ms:6.1} ms, {bytes:.1} bytes a voxel, {} voxels", voxels.len());
    }
    Ok(())
}

/// The least time of some tries, in milliseconds, and what was made.
fn made<C, E>(make: impl Fn() -> Result<C, E>) -> Result<(f64, C), E> {
    let (mut best, mut cloud) = (f64::INFINITY, make()?);
    for _ in 0..TRIES {
        let begin = Instant::now();
        cloud = make()?;
        best = best.min(1e3 * begin.elapsed().as_secs_f64());
    }
    Ok((best, cloud))
}
