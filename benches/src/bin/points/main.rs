//! Clouds of points, from ten thousand to as many as fit: how long until one is ready, what it
//! keeps of memory, and how long it takes to say whether a sphere meets it; beside the crates
//! `capt` and `mvtable`, in one run, on one core, or made on more. Changes in place, too.
//!
//! ```sh
//! cargo run --release -p obbtree-benches --bin points
//! cargo run --release -p obbtree-benches --bin points -- --most 100000000 --chart points.svg
//! cargo run --release -p obbtree-benches --bin points -- --threads 2 --changes
//! ```
//!
//! The points lie on a floor, walls and boxes of a room, with a radius of 5 mm; spheres are as
//! large as those that cover a robot's links, half of them near points. All answers are held to
//! those of brute force before timing: on these spheres, and on such as touch their nearest point
//! as closely as numbers of `f32` allow. `capt` and `mvtable` compute in `f32` and say so; without
//! their feature for nightly compilers they are queried one sphere at a time, as the engine is.

mod changes;
mod chart;
mod engines;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use engines::{Engine, RADII, RADIUS, ROOM, engines};

#[derive(Parser)]
struct Arguments {
    /// The largest cloud.
    #[arg(long, default_value_t = 1_000_000)]
    most: usize,
    /// Threads that clouds are made on.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Changes in place, and frames of a depth camera, alone.
    #[arg(long)]
    changes: bool,
    /// Draws the growth as SVG.
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
}

/// The smallest cloud; others are ten times as large as the one before.
const LEAST: usize = 10_000;
/// Spheres that are timed, and those that touch.
const SPHERES: usize = 2000;
const TOUCHING: usize = 5000;
/// Of making a cloud, and of asking all spheres: the least time counts.
const TRIES: usize = 5;
/// An engine that took longer is not queried about larger clouds.
const PATIENCE: f64 = 15.0;
/// Of a sphere and a point by brute force: of a large cloud only the first spheres are checked.
const MOST_TESTS: usize = 20_000_000_000;
/// Squared distances this near to the squared sum of radii, of it, are left out: `f64` cannot tell.
const UNSURE: f64 = 1e-13;
/// A sphere that is to touch counts if it does so this closely, and meets no other point.
const CLOSE: f64 = 1e-6;

/// A middle and a radius.
pub(crate) type Sphere = ([f32; 3], f32);

/// What was found of one engine and one cloud.
pub(crate) struct Row {
    pub(crate) points: usize,
    pub(crate) engine: &'static str,
    pub(crate) ready_ms: f64,
    pub(crate) bytes: f64,
    pub(crate) ns: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let one = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    if arguments.changes {
        return changes::measure();
    }
    println!(
        "| points | engine | ready, ms | bytes a point | ns a sphere | wrong of the spheres | \
         wrong of those that touch |\n|---:|---|---:|---:|---:|---:|---:|"
    );
    let mut rows: Vec<Row> = Vec::new();
    let mut remaining = engines();
    let mut count = LEAST;
    while count <= arguments.most {
        let points = room(count);
        let random = &mut Pcg64Mcg::seed_from_u64(7);
        let spheres: Vec<Sphere> = (0..SPHERES).map(|n| sphere(&points, n, random)).collect();
        let touching: Vec<Sphere> = (0..TOUCHING).map(|_| touches(&points, random)).collect();
        let truth = [(&spheres, f64::INFINITY), (&touching, CLOSE)]
            .map(|(spheres, most)| by_brute_force(&points, spheres, most));
        remaining.retain(|engine| {
            let row = one.install(|| measure(engine, &points, [&spheres, &touching], &truth));
            let is_patient = row.ready_ms < 1e3 * PATIENCE;
            rows.push(row);
            is_patient
        });
        count *= 10;
    }
    if let Some(file) = arguments.chart {
        chart::draw(&rows, &file)?;
    }
    Ok(())
}

/// Checks all answers, then takes the times, and prints both.
fn measure(
    engine: &Engine,
    points: &[[f32; 3]],
    spheres: [&Vec<Sphere>; 2],
    truth: &[Vec<Option<bool>>; 2],
) -> Row {
    let mut ready_ms = f64::INFINITY;
    let mut made = None;
    for _ in 0..TRIES {
        drop(made.take());
        let begin = Instant::now();
        made = Some((engine.make)(points));
        ready_ms = ready_ms.min(1e3 * begin.elapsed().as_secs_f64());
        if ready_ms > 1e3 * PATIENCE / TRIES as f64 {
            break;
        }
    }
    let mut cloud = made.expect("at least one try");
    let wrong = [0, 1].map(|set| {
        let answers = spheres[set].iter().map(|sphere| cloud.meets(sphere));
        answers.zip(&truth[set]).filter(|(told, truth)| truth.is_some_and(|it| it != *told)).count()
    });
    cloud.ready_for(spheres[0]);
    let mut ns = f64::INFINITY;
    for _ in 0..TRIES {
        let begin = Instant::now();
        black_box(cloud.count_meeting());
        ns = ns.min(1e9 * begin.elapsed().as_secs_f64() / SPHERES as f64);
    }
    let (count, bytes) = (points.len(), cloud.bytes() as f64 / points.len() as f64);
    let ([of_all, of_touching], [all, touching]) =
        (wrong, [0, 1].map(|set| truth[set].iter().flatten().count()));
    println!(
        "| {count} | {} | {ready_ms:.2} | {bytes:.1} | {ns:.0} | {of_all} of {all} | \
         {of_touching} of {touching} |",
        engine.name
    );
    Row { points: count, engine: engine.name, ready_ms, bytes, ns }
}

/// Does a sphere meet a point's? `None` where `f64` cannot tell, and where it misses, or reaches
/// beyond the nearest point, by more than a share of the squared sum of radii.
fn by_brute_force(points: &[[f32; 3]], spheres: &[Sphere], most: f64) -> Vec<Option<bool>> {
    let nearest = |(center, _): &Sphere| {
        let squared = points.iter().map(|point| {
            (0..3).map(|k| (f64::from(point[k]) - f64::from(center[k])).powi(2)).sum::<f64>()
        });
        squared.fold(f64::INFINITY, f64::min)
    };
    let one = |sphere: &Sphere| {
        let (squared, reach) = (nearest(sphere), (f64::from(sphere.1) + RADIUS).powi(2));
        let gap = (squared - reach).abs() / reach;
        (UNSURE < gap && gap <= most).then_some(squared <= reach)
    };
    let checked = spheres.len().min(MOST_TESTS / points.len());
    spheres[..checked].par_iter().map(one).collect()
}

/// Points on a floor, two walls and some boxes, by their areas.
fn room(count: usize) -> Vec<[f32; 3]> {
    let random = &mut Pcg64Mcg::seed_from_u64(3);
    // The least corner and the sides of boxes: flat ones are the floor and the walls.
    let mut boxes = vec![
        ([0.0; 3], [ROOM, ROOM, 0.0]),
        ([0.0; 3], [ROOM, 0.0, ROOM / 2.0]),
        ([0.0; 3], [0.0, ROOM, ROOM / 2.0]),
    ];
    for _ in 0..30 {
        let sides = [(); 3].map(|()| random.random_range(0.05..0.6));
        let corner = sides.map(|side| random.random_range(0.0..ROOM - side));
        boxes.push((corner, sides));
    }
    let area = |[a, b, c]: [f64; 3]| a * b + b * c + c * a;
    let mut until = 0.0;
    let ends: Vec<f64> = boxes
        .iter()
        .map(|(_, sides)| {
            until += area(*sides);
            until
        })
        .collect();
    let mut point = || {
        let at = random.random_range(0.0..until);
        let (corner, sides) = boxes[ends.partition_point(|end| *end <= at)];
        on_surface(corner, sides, random).map(|x| x as f32)
    };
    (0..count).map(|_| point()).collect()
}

fn on_surface(corner: [f64; 3], sides: [f64; 3], random: &mut impl Rng) -> [f64; 3] {
    let faces = [0, 1, 2].map(|k| sides[(k + 1) % 3] * sides[(k + 2) % 3]);
    let mut at = random.random_range(0.0..faces.iter().sum());
    let mut across = 0;
    while across < 2 && at >= faces[across] {
        at -= faces[across];
        across += 1;
    }
    let share = |k: usize, random: &mut dyn Rng| match k == across {
        true => f64::from(u8::from(random.random_bool(0.5))),
        false => random.random_range(0.0..1.0),
    };
    [0, 1, 2].map(|k| corner[k] + sides[k] * share(k, random))
}

/// Anywhere in the room, or, every second one, near a point.
fn sphere(points: &[[f32; 3]], n: usize, random: &mut impl Rng) -> Sphere {
    let radius = random.random_range(RADII[0]..RADII[1]);
    let center = match n % 2 {
        0 => [(); 3].map(|()| random.random_range(0.0..ROOM as f32)),
        _ => {
            let point = points[random.random_range(0..points.len())];
            point.map(|x| x + random.random_range(-0.15..0.15))
        }
    };
    (center, radius)
}

/// Its middle is as far from a point as both radii together, but for rounding.
fn touches(points: &[[f32; 3]], random: &mut impl Rng) -> Sphere {
    let radius: f32 = random.random_range(RADII[0]..RADII[1]);
    let point = points[random.random_range(0..points.len())];
    let way = [(); 3].map(|()| random.random_range(-1.0..1.0_f64));
    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    let reach = f64::from(radius) + RADIUS;
    let at = |k: usize| (f64::from(point[k]) + way[k] / length * reach) as f32;
    ([0, 1, 2].map(at), radius)
}
