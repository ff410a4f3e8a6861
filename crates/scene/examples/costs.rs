//! What a scene costs a planner: adding a body, moving one, a query of one that moved among many,
//! and one pair of shapes, each as time for one.
//!
//! ```sh
//! cargo run --release -p obbtree-scene --example costs
//! ```

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_scene::{BodyId, Part, Scene, SceneQuery};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Boxes, as many as an octree of a room has cells.
const BOXES: usize = 50_000;
/// Steps that are timed, after as many that warm up.
const STEPS: usize = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let random = &mut Pcg64Mcg::seed_from_u64(1);
    let side = (BOXES as f64).cbrt();
    let places: Vec<Pose> = (0..BOXES).map(|_| place(random, side)).collect::<Result<_, _>>()?;
    let names: Vec<String> = (0..BOXES).map(|n| n.to_string()).collect();

    let start = Instant::now();
    let boxes: Vec<Part> = names
        .iter()
        .map(|_| Ok(Part::new(cuboid([0.25; 3])?)))
        .collect::<Result<_, Box<dyn Error>>>()?;
    report("make a box", start, BOXES);
    let mut scene = Scene::new();
    let start = Instant::now();
    for ((name, part), place) in names.iter().zip(boxes).zip(&places) {
        scene.add(name, part, *place)?;
    }
    report("add a box", start, BOXES);

    let ids: Vec<BodyId> = scene.ids().collect();
    let step = |pose: &Pose, by: f64| {
        let at = pose.translation();
        Pose::new(*pose.rotation(), [at.x + by, at.y, at.z].into())
    };
    let mover = scene.add("mover", cuboid([0.25; 3])?, places[0])?;
    for (what, by) in [("move by a thousandth", 0.00025), ("move by half of its side", 0.25)] {
        let mut path = Vec::new();
        for n in 0..STEPS {
            path.push(step(&places[n % 64], by * (n / 64 % 64) as f64)?);
        }
        path.sort_by(|p, q| p.translation().x.total_cmp(&q.translation().x));
        let start = Instant::now();
        for pose in &path {
            scene.set_pose(mover, *pose)?;
        }
        report(what, start, STEPS);
    }
    // Each of many by a little: the work of a world in motion.
    let moves: Vec<(BodyId, Pose)> = (0..STEPS)
        .map(|n| {
            let at = n * 7919 % BOXES;
            Ok((ids[at], step(&places[at], 0.001 * (n / BOXES) as f64)?))
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let start = Instant::now();
    for (id, pose) in &moves {
        scene.set_pose(*id, *pose)?;
    }
    report("move one of many", start, STEPS);

    let mut query = SceneQuery::new();
    let far = 1e-3; // the mover is smaller than the cells: one box near it on the mean
    let path: Vec<Pose> = (0..STEPS)
        .map(|n| step(&places[n / 100 % 2000], far * (n % 100) as f64))
        .collect::<Result<_, _>>()?;
    for round in 0..2 {
        let (mut found, mut spent) = (0, std::time::Duration::ZERO);
        let start = Instant::now();
        for pose in &path {
            scene.set_pose(mover, *pose)?;
            found += query.pairs_with(&scene, mover)?.len();
        }
        spent += start.elapsed();
        if round == 1 {
            let each = spent.as_secs_f64() * 1e9 / STEPS as f64;
            println!(
                "{:28} {each:9.1} ns, {:.2} pairs",
                "move and ask",
                found as f64 / STEPS as f64
            );
        }
    }

    for (what, other) in [
        ("box and sphere", Shape::sphere([0.0; 3], 0.5)?),
        ("box and box", cuboid([0.5; 3])?),
        ("box and capsule", Shape::capsule([0.0; 3], [0.0, 0.0, 0.5], 0.25)?),
    ] {
        let scenes: Vec<Scene> = (0..256)
            .map(|_| {
                let mut scene = Scene::new();
                scene.add("box", cuboid([0.5; 3])?, turned(random, 0.0)?)?;
                scene.add("other", other.clone(), turned(random, 1.0)?)?;
                Ok(scene)
            })
            .collect::<Result<_, Box<dyn Error>>>()?;
        let mut met = 0;
        let start = Instant::now();
        for n in 0..STEPS {
            met += usize::from(black_box(query.collides(&scenes[n % scenes.len()])));
        }
        report(what, start, STEPS);
        println!("{:28} {:9.1} % meet", "", 100.0 * met as f64 / STEPS as f64);
    }
    Ok(())
}

fn cuboid(half: [f64; 3]) -> Result<Shape, Box<dyn Error>> {
    Ok(Shape::cuboid(half)?)
}

fn report(what: &str, start: Instant, times: usize) {
    let each = start.elapsed().as_secs_f64() * 1e9 / times as f64;
    println!("{what:28} {each:9.1} ns");
}

fn place(random: &mut Pcg64Mcg, side: f64) -> Result<Pose, Box<dyn Error>> {
    let mut number = || random.random_range(0.0..side);
    Ok(Pose::from_translation([number(), number(), number()])?)
}

/// A random rotation, at a random place at most so far from the origin along each axis.
fn turned(random: &mut Pcg64Mcg, reach: f64) -> Result<Pose, Box<dyn Error>> {
    let mut number = |most: f64| random.random_range(-1.0..1.0) * most;
    let q = nalgebra::UnitQuaternion::from_scaled_axis(nalgebra::Vector3::new(
        number(3.0),
        number(3.0),
        number(3.0),
    ));
    let at = [number(reach), number(reach), number(reach)];
    Ok(Pose::new(q.to_rotation_matrix().into_inner(), at.into())?)
}
