//! What it costs to ask whether two bodies are closer than a tolerance, at half and at twice their
//! distance, beside asking whether they meet, at the same poses.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin closer_than
//! ```
//!
//! Poses are those of the developers' data at which the bodies are apart, with the distances
//! recorded there; and nested spheres and gears, whose distances are found by bisection over the
//! question itself. Words behind the command choose workloads by a part of their name. Every answer
//! is checked first, with both engines: no at half the distance, yes at twice. The three questions
//! take turns, each on a warm query; the least time of each counts. Visits are exact.

use std::time::Duration;

use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::{PINION, WHEEL, gear};
use obbtree_benches::{Pass, Question, at_gap, is_chosen, least_seconds};
use obbtree_tests::classic;
use obbtree_tests::data::for_each_pose_set_if_there;
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::shapes::{pose, random, sphere};

/// How long a question is timed on a workload.
const PATIENCE: Duration = Duration::from_millis(400);
/// How many times the questions take turns.
const ROUNDS: usize = 5;
/// Tolerances, as shares of the distance.
const SHARES: [f64; 2] = [0.5, 2.0];
/// Directions of approach of the gears.
const DIRECTIONS: usize = 24;
/// How well the distance is found where it is not known: far better than the shares differ.
const ACCURACY: f64 = 1e-9;

fn main() {
    println!(
        "| workload | poses | any, ns | closer at half, ns | at twice, ns | half / any | twice / any \
         | visits any / half / twice |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut ratios = [Vec::new(), Vec::new()];
    let mut add = |row: [f64; 2]| {
        ratios.iter_mut().zip(row).for_each(|(column, ratio)| column.push(ratio));
    };
    for_each_pose_set_if_there(|set| {
        let apart = set.poses.iter().zip(&set.distances);
        let apart: Vec<_> =
            apart.filter_map(|(&pose, &distance)| Some((pose, distance?))).collect();
        if !apart.is_empty() && is_chosen(&set.name, &[""]) {
            add(report(&set.name, &set.a, &set.b, &apart));
        }
    });
    for (name, a, b, poses) in generated() {
        if is_chosen(&name, &[""]) {
            let apart = with_distances(&a, &b, poses);
            add(report(&name, &a, &b, &apart));
        }
    }
    for (column, name) in ratios.iter().zip(["half", "twice"]) {
        let mean = column.iter().map(|ratio| ratio.ln()).sum::<f64>() / column.len() as f64;
        let most = column.iter().copied().fold(0.0, f64::max);
        println!("\n{name} / any: geometric mean {:.2}, at most {most:.2}", mean.exp());
    }
}

/// Bodies that do not meet.
fn generated() -> Vec<(String, Mesh, Mesh, Vec<Pose>)> {
    let mut all = Vec::new();
    for level in [4, 6] {
        let mut random = random(5);
        let poses = (0..20).map(|_| pose(&mut random, 0.003)).collect();
        all.push((
            format!("sphere{level}__inside"),
            sphere(level, 1.0),
            sphere(level, 0.98),
            poses,
        ));
    }
    let (wheel, pinion) = (gear(WHEEL), gear(PINION));
    for (name, gap) in [("+0.1", 0.001), ("+5", 0.05), ("+100", 1.0)] {
        let poses = at_gap(&wheel, &pinion, gap, DIRECTIONS);
        all.push((format!("wheel__pinion__gap{name}"), wheel.clone(), pinion.clone(), poses));
    }
    all
}

/// The distance at each pose at which the bodies are apart.
fn with_distances(a: &Mesh, b: &Mesh, poses: Vec<Pose>) -> Vec<(Pose, f64)> {
    let [a, b] = [a, b].map(|mesh| Body::new(mesh.clone()));
    let mut query = Query::new();
    let size = a.mesh().report().bounds.sides().norm();
    let here = Pose::identity();
    let mut distance = |pose: &Pose| {
        let mut closer = |tolerance| query.closer_than(&a, &here, &b, pose, tolerance);
        let (mut below, mut above) = (0.0, size);
        while !closer(above) {
            (below, above) = (above, 2.0 * above);
        }
        while above - below > ACCURACY * above {
            let middle = 0.5 * (below + above);
            if closer(middle) { above = middle } else { below = middle }
        }
        above
    };
    let apart = |pose: &Pose| !obbtree::collide(&a, &here, &b, pose);
    poses.into_iter().filter(apart).map(|pose| (pose, distance(&pose))).collect()
}

/// Asks at every pose with a share of its distance as the tolerance: how many are closer.
fn closer<B>(query: &mut impl Asks<B>, [a, b]: &[B; 2], apart: &[(Pose, f64)], share: f64) -> u64 {
    let here = Pose::identity();
    let closer =
        |(pose, distance): &&(Pose, f64)| query.closer_than(a, &here, b, pose, share * distance);
    apart.iter().filter(closer).count() as u64
}

/// None meets, none is closer than half its distance, each is closer than twice that.
fn check<B, Q: Asks<B> + Default>(
    name: &str,
    bodies: &[B; 2],
    apart: &[(Pose, f64)],
    poses: &[Pose],
) {
    let query = &mut Q::default();
    assert_eq!(Question::Any.pass(query, &bodies[0], &bodies[1], poses), 0, "{name} meets");
    let found = SHARES.map(|share| closer(query, bodies, apart, share));
    assert_eq!(found, [0, apart.len() as u64], "{name}: closer at half and at twice");
}

/// Prints a row; gives the times at half and at twice over those of `any`.
fn report(name: &str, a: &Mesh, b: &Mesh, apart: &[(Pose, f64)]) -> [f64; 2] {
    let bodies = &[a, b].map(|mesh| Body::new(mesh.clone()));
    let poses: &Vec<Pose> = &apart.iter().map(|(pose, _)| *pose).collect();
    check::<_, ClassicQuery>(name, &[a, b].map(classic::Tree::body), apart, poses);
    check::<_, Query>(name, bodies, apart, poses);

    let any = |query: &mut Query| Question::Any.pass(query, &bodies[0], &bodies[1], poses);
    let [half, twice] =
        SHARES.map(|share| move |query: &mut Query| closer(query, bodies, apart, share));
    let asks: [&dyn Fn(&mut Query) -> u64; 3] = [&any, &half, &twice];
    let visits = asks.map(|ask| {
        let mut query = Query::new().counted(true);
        ask(&mut query);
        format!("{:.1}", query.counts().visits as f64 / apart.len() as f64)
    });

    let passes = asks.iter().map(|ask| -> Pass<'_> {
        let mut query = Query::new();
        Box::new(move || ask(&mut query))
    });
    let seconds = least_seconds(&mut passes.collect::<Vec<_>>(), ROUNDS, PATIENCE);
    let ns: Vec<f64> = seconds.iter().map(|time| time * 1e9 / apart.len() as f64).collect();
    let ratios = [ns[1] / ns[0], ns[2] / ns[0]];
    println!(
        "| {name} | {} | {:.0} | {:.0} | {:.0} | {:.2} | {:.2} | {} |",
        apart.len(),
        ns[0],
        ns[1],
        ns[2],
        ratios[0],
        ratios[1],
        visits.join(" / ")
    );
    ratios
}
