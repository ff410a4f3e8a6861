//! Changes in place: a cell of a map, a point of a cloud, a frame of a depth camera.
//!
//! Answers are held to those of voxels and points that are made at once, before anything is timed.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use obbtree::collider::{Camera, PointCloud, Unseen, Voxels};
use obbtree::{Body, Pose, Query, Shape};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Cells of a map of so many, and points of a cloud.
const COUNT: usize = 1_000_000;
/// Cells of the floor, along a side.
const SIDE: i32 = 1000;
/// Changes that are timed together, and how often that is done. The median counts.
const TOGETHER: usize = 200;
const TRIES: usize = 100;
/// Of what takes long.
const FEW_TRIES: usize = 5;
/// Coordinates of a frame are rounded by less.
const ROUNDED: f64 = 1e-6;
/// Spheres of the questions.
const SPHERES: usize = 500;
/// Pixels of a frame.
const FRAME: [usize; 2] = [640, 480];

/// A cell, and whether it is occupied from now on.
type Flip = ([i32; 3], bool);

/// Checks, takes the times and prints them.
pub(crate) fn measure() -> Result<(), Box<dyn std::error::Error>> {
    let random = &mut Pcg64Mcg::seed_from_u64(8);
    println!("\n| change | median |\n|---|---:|");
    let cells: Vec<[i32; 3]> = (0..COUNT as i32)
        .map(|n| {
            let (i, j) = (n / 2 % SIDE, n / 2 / SIDE);
            if n % 2 == 0 { [i, j, 0] } else { [i, 0, 1 + j] }
        })
        .collect();
    // Near each other, as what moves in a map is, and anywhere.
    for (name, reach) in [("near each other", 30), ("anywhere", SIDE / 2 - 40)] {
        let mut voxels = Voxels::from_cells(&cells, [0.0; 3], 0.05)?;
        let cell = |random: &mut Pcg64Mcg| {
            [(); 3].map(|()| random.random_range(1..30)).map(|c: i32| c * reach / 30 + 1)
        };
        let mut occupied: HashSet<[i32; 3]> = cells.iter().copied().collect();
        let flips: Vec<Flip> = (0..TOGETHER * TRIES)
            .map(|_| {
                let cell = cell(random);
                let was_there = occupied.remove(&cell);
                if !was_there {
                    occupied.insert(cell);
                }
                (cell, !was_there)
            })
            .collect();
        let (tried, timed) = flips.split_at(flips.len() / 4);
        for &(cell, is_there) in tried {
            assert_eq!(voxels.set(&[cell], is_there)?, 1);
        }
        same_answers(&voxels, random)?;
        let mut per_cell = |of_one: fn(Flip, &mut Voxels)| {
            median(timed.chunks(TOGETHER).map(|some| {
                let begin = Instant::now();
                some.iter().for_each(|&flip| of_one(flip, &mut voxels));
                1e9 * begin.elapsed().as_secs_f64() / some.len() as f64
            }))
        };
        let flipped = per_cell(|(cell, is_there), voxels| {
            black_box(voxels.set(&[cell], is_there)).expect("cells are left");
        });
        let looked_up = per_cell(|(cell, _), voxels| {
            black_box(voxels.contains(cell));
        });
        println!("| a cell of 10^6 flipped, {name} | {flipped:.0} ns |");
        println!("| one looked up | {looked_up:.0} ns |");
    }
    println!(
        "| a cell of 10^6 voxels of 4 a side becomes free | {:.0} ns |",
        of_large_ones(random)?
    );
    let point = |random: &mut Pcg64Mcg| [(); 3].map(|()| random.random_range(0.0_f32..5.0));
    let points: Vec<[f32; 3]> = (0..COUNT).map(|_| point(random)).collect();
    let mut cloud = PointCloud::new(&points, 0.005)?;
    let mut number = 0;
    let ns = median((0..TRIES).map(|_| {
        let more: Vec<[f32; 3]> = (0..TOGETHER).map(|_| point(random)).collect();
        let numbers: Vec<u32> = (0..TOGETHER as u32).map(|n| number + 7 * n).collect();
        number += 7 * TOGETHER as u32;
        let begin = Instant::now();
        cloud.insert(&more, 0.005).expect("finite");
        cloud.remove(&numbers).expect("some are left");
        1e9 * begin.elapsed().as_secs_f64() / (2 * TOGETHER) as f64
    }));
    println!("| a point of 10^6, added or taken out, anywhere | {ns:.0} ns |");
    let depths = frame(random);
    let camera = Camera::new([525.0, 525.0], [319.5, 239.5]).with_scale(0.001).within(0.3, 8.0);
    let seen = PointCloud::from_depth(&depths, FRAME[0], &camera, 0.005)?;
    let sorted = PointCloud::new(&seen.kept().points, 0.005)?;
    for _ in 0..SPHERES {
        let (sphere, at) = sphere(random)?;
        let told = [&seen, &sorted]
            .map(|cloud| Query::new().distance(cloud, &Pose::identity(), &sphere, &at));
        assert_eq!(told[0].lower.to_bits(), told[1].lower.to_bits());
    }
    let ms = median((0..TRIES).map(|_| {
        let begin = Instant::now();
        black_box(PointCloud::from_depth(&depths, FRAME[0], &camera, 0.005)).expect("a cloud");
        1e3 * begin.elapsed().as_secs_f64()
    }));
    println!("| a frame of {} x {} depths | {ms:.2} ms |", FRAME[0], FRAME[1]);
    for tile in [1, 4, 8] {
        let unseen = Unseen::default().with_tile(tile);
        let make = || Body::behind_depth(&depths, FRAME[0], &camera, &unseen);
        let behind = make()?;
        behind.require_closed()?;
        for _ in 0..SPHERES {
            let (sphere, at) = sphere(random)?;
            // It is at every point that is seen, but for rounding to `f32`.
            let mut query = Query::new().solid(true);
            let [solid, point] = [
                query.distance(&behind, &Pose::identity(), &sphere, &at),
                query.distance(&seen, &Pose::identity(), &sphere, &at),
            ];
            assert!(solid.lower <= point.upper + seen.largest_radius() + ROUNDED);
        }
        let ms = median((0..FEW_TRIES).map(|_| {
            let begin = Instant::now();
            black_box(make()).expect("something is solid");
            1e3 * begin.elapsed().as_secs_f64()
        }));
        let megabytes = 1e-6 * (behind.mesh().bytes() + behind.tree().bytes()) as f64;
        let triangles = behind.mesh().triangles().len();
        println!(
            "| the space behind it, in tiles of {tile} x {tile} pixels: {triangles} triangles, \
             {megabytes:.1} MB | {ms:.0} ms |"
        );
    }
    for (name, cloud) in [("of the frame", &seen), ("of its points, sorted", &sorted)] {
        let spheres: Vec<(Shape, Pose)> =
            (0..SPHERES).map(|_| sphere(random)).collect::<Result<_, _>>()?;
        let mut query = Query::new();
        let ns = median((0..TRIES).map(|_| {
            let begin = Instant::now();
            for (sphere, at) in &spheres {
                black_box(query.collide(cloud, &Pose::identity(), sphere, at));
            }
            1e9 * begin.elapsed().as_secs_f64() / SPHERES as f64
        }));
        println!("| a sphere beside the cloud {name} | {ns:.0} ns |");
    }
    Ok(())
}

/// Nanoseconds of a cell that becomes free of a voxel of four cells a side.
fn of_large_ones(random: &mut Pcg64Mcg) -> Result<f64, Box<dyn std::error::Error>> {
    let lows: Vec<[i32; 3]> =
        (0..COUNT as i32).map(|n| [n / SIDE, n % SIDE, 0].map(|c| 4 * c)).collect();
    let mut voxels = Voxels::with_sizes(&lows, &vec![4; COUNT], [0.0; 3], 0.05)?;
    let given = voxels.given();
    let mut cells = lows;
    cells.shuffle(random);
    cells.truncate(TOGETHER * TRIES);
    for cell in &mut cells {
        *cell = cell.map(|c| c + random.random_range(0..4));
    }
    let ns = median(cells.chunks(TOGETHER).map(|some| {
        let begin = Instant::now();
        for &cell in some {
            black_box(voxels.set(&[cell], false)).expect("its side is a power of two");
        }
        1e9 * begin.elapsed().as_secs_f64() / some.len() as f64
    }));
    assert_eq!(voxels.given() - given, 14 * cells.len());
    assert!(cells.iter().all(|&cell| voxels.contains(cell) == Some(false)));
    Ok(ns)
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.collect();
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Spheres beside the voxels, and beside such that are made at once.
fn same_answers(voxels: &Voxels, random: &mut Pcg64Mcg) -> Result<(), Box<dyn std::error::Error>> {
    let kept = voxels.kept();
    let fresh = Voxels::of_cubes(&kept.cubes)?;
    assert_eq!((voxels.aabb(), voxels.len()), (fresh.aabb(), fresh.len()));
    for _ in 0..SPHERES {
        let (sphere, at) = sphere(random)?;
        let found = [voxels, &fresh]
            .map(|voxels| Query::new().distance(voxels, &Pose::identity(), &sphere, &at));
        let [told, wanted] = &found;
        assert_eq!([told.lower, told.upper], [wanted.lower, wanted.upper]);
        if told.upper > 0.0 {
            let place = wanted.cloud_points[0].expect("of voxels") as usize;
            assert_eq!(told.cloud_points[0], Some(kept.numbers[place]));
        }
    }
    Ok(())
}

fn sphere(random: &mut impl Rng) -> Result<(Shape, Pose), Box<dyn std::error::Error>> {
    let at = [(); 3].map(|()| random.random_range(-1.0..3.0));
    let sphere = Shape::sphere([0.0; 3], random.random_range(0.02..0.08))?;
    Ok((sphere, Pose::from_translation(at)?))
}

/// A wall with boxes before it, noise, and pixels that show nothing.
fn frame(random: &mut impl Rng) -> Vec<u16> {
    let mut depths = Vec::new();
    for v in 0..FRAME[1] {
        for u in 0..FRAME[0] {
            let is_box = (u / 80 + v / 60) % 3 == 0;
            let depth = if is_box { 1500 + v / 3 } else { 2500 + u / 4 };
            let is_seen = random.random_range(0..20) > 0;
            depths.push(if is_seen { depth as u16 + random.random_range(0..6) } else { 0 });
        }
    }
    depths
}
