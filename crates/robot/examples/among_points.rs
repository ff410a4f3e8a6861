//! How long a robot's configurations and motions take among the points of a table, a shelf and
//! some boxes, and among voxels of the same, on one core: those that are free, and those that are
//! not.
//!
//! ```sh
//! cargo run --release -p obbtree-robot --example among_points -- panda.urdf panda.srdf 1000000
//! ```

use std::sync::Arc;
use std::time::Instant;

use obbtree_collider::{Collider, PointCloud, Voxels};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, Robot, Srdf};
use obbtree_scene::Scene;

/// The robot without arguments.
const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.urdf");
/// The radius of a point, in metres.
const RADIUS: f64 = 0.005;
/// The side of a voxel, in metres: a million points are in some 700,000 of them.
const SIDE: f64 = 0.002;
const CONFIGURATIONS: usize = 3000;
/// Of a motion, in radians.
const LENGTH: f64 = 0.3;

/// Boxes along the axes, by their middles and half sides: a table, the boards of a shelf, and what
/// stands on the table.
const BOXES: [[[f64; 3]; 2]; 9] = [
    [[0.75, 0.0, 0.19], [0.3, 0.6, 0.01]],
    [[0.75, 0.5, 0.32], [0.06, 0.08, 0.12]],
    [[0.65, -0.3, 0.26], [0.04, 0.04, 0.06]],
    [[0.8, 0.1, 0.25], [0.1, 0.03, 0.05]],
    [[-0.75, 0.0, 0.2], [0.15, 0.5, 0.01]],
    [[-0.75, 0.0, 0.6], [0.15, 0.5, 0.01]],
    [[-0.75, 0.0, 1.0], [0.15, 0.5, 0.01]],
    [[-0.75, 0.5, 0.5], [0.15, 0.01, 0.5]],
    [[-0.75, -0.5, 0.5], [0.15, 0.01, 0.5]],
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (robot, count) = match &arguments[..] {
        [] => (Robot::read(ARM, &[])?, 10_000),
        [urdf, srdf, points] => {
            (Robot::read(urdf, &[])?.with_srdf(&Srdf::read(srdf)?)?, points.parse()?)
        }
        _ => return Err("give a URDF, an SRDF and the number of points, or nothing".into()),
    };
    let points = sampled(count);
    let begin = Instant::now();
    let cloud = PointCloud::new(&points, RADIUS)?;
    println!("the cloud is ready after {:.1} ms", 1e3 * begin.elapsed().as_secs_f64());
    let alone = Checker::new(Arc::new(robot), &Scene::new())?;
    among(&alone, cloud)?;

    let cells: Vec<[i32; 3]> =
        points.iter().map(|p| p.map(|x| (f64::from(x) / SIDE).floor() as i32)).collect();
    let begin = Instant::now();
    let voxels = Voxels::from_cells(&cells, [0.0; 3], SIDE)?;
    let ms = 1e3 * begin.elapsed().as_secs_f64();
    println!("\n{} voxels are ready after {ms:.1} ms", voxels.len());
    among(&alone, voxels)
}

fn among(alone: &Checker, seen: impl Into<Collider>) -> Result<(), Box<dyn std::error::Error>> {
    let mut world = Scene::new();
    world.add("seen", seen.into(), Pose::identity())?;
    let begin = Instant::now();
    let mut checker = alone.in_world(&world)?;
    println!("the checker is in it after {:.1} ms", 1e3 * begin.elapsed().as_secs_f64());

    let mut random = Random(1);
    let robot = Arc::clone(checker.robot());
    let [mut states, mut motions] = [const { [const { Vec::new() }; 2] }; 2];
    for _ in 0..CONFIGURATIONS {
        let from = robot.random(|| random.uniform());
        let (us, is_free) = timed(|| checker.is_valid(&from));
        states[usize::from(is_free)].push(us);
        if !is_free {
            continue;
        }
        let way: Vec<f64> = from.iter().map(|_| random.uniform() - 0.5).collect();
        let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        let to: Vec<f64> = from.iter().zip(&way).map(|(x, y)| x + LENGTH * y / length).collect();
        let (us, is_free) = timed(|| checker.is_motion_valid(&from, &to));
        motions[usize::from(is_free)].push(us);
    }
    let [hit, free] = states;
    tell("configurations that are free", free);
    tell("that are not", hit);
    let [hit, free] = motions;
    tell("motions that are free", free);
    tell("that are not", hit);
    Ok(())
}

fn timed(what: impl FnOnce() -> bool) -> (f64, bool) {
    let begin = Instant::now();
    let answer = what();
    (1e6 * begin.elapsed().as_secs_f64(), answer)
}

fn tell(name: &str, mut us: Vec<f64>) {
    us.sort_by(f64::total_cmp);
    let at = |share: f64| us.get((share * us.len() as f64) as usize).copied().unwrap_or(0.0);
    let mean = us.iter().sum::<f64>() / us.len().max(1) as f64;
    let [median, p95, most] = [at(0.5), at(0.95), at(1.0 - 1e-9)];
    let count = us.len();
    println!(
        "{name:<28} {count:5}: median {median:.2}, mean {mean:.2}, p95 {p95:.1}, most {most:.0} us"
    );
}

/// Points of the boxes' faces, evenly, in `f32`.
fn sampled(count: usize) -> Vec<[f32; 3]> {
    let mut faces = Vec::new();
    let mut area = 0.0;
    for [middle, half] in BOXES {
        for k in 0..3 {
            for side in [-1.0, 1.0] {
                area += half[(k + 1) % 3] * half[(k + 2) % 3];
                faces.push((area, middle, half, k, side));
            }
        }
    }
    let mut random = Random(2);
    let mut point = |n: usize| {
        let at = area * (n as f64 + random.uniform()) / count as f64;
        let (_, middle, half, k, side) = faces[faces.partition_point(|face| face.0 < at)];
        let mut point = middle;
        for i in 0..3 {
            let along = if i == k { side } else { 2.0 * random.uniform() - 1.0 };
            point[i] += half[i] * along;
        }
        point.map(|x| x as f32)
    };
    (0..count).map(&mut point).collect()
}
