//! What packing a tree saves and costs: bytes a triangle, and the times of queries over those of
//! the tree at full size. Answers are compared first.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin packing
//! ```
//!
//! The three trees take turns; the least time of each counts. All is in the cache: the price where
//! memory saves nothing.

use std::time::Instant;

use obbtree::wide::{Config, Packing};
use obbtree::{Body, Pose, Query};
use obbtree_benches::Question;
use obbtree_tests::data::for_each_pose_set_if_there;

const ROUNDS: usize = 15;
const SETS: [&str; 5] = [
    "bunny__bunny__gap+1",
    "bunny__bunny__gap+0.1",
    "bunny__bunny__gap-5",
    "fandisk__fandisk__gap-5",
    "env__rob__random",
];
const PACKINGS: [Packing; 3] = [Packing::None, Packing::Leaves, Packing::All];

fn main() {
    println!(
        "| workload | bytes a triangle of A | leaves packed, any / all | all packed, any / all |"
    );
    println!("|---|---:|---:|---:|");
    for_each_pose_set_if_there(|set| {
        if !SETS.contains(&set.name.as_str()) {
            return;
        }
        let bodies: [[Body; 2]; 3] = PACKINGS.map(|packing| {
            let config = Config::default().with_packing(packing);
            [&set.a, &set.b].map(|mesh| Body::build(mesh.clone(), &config))
        });
        let triangles = set.a.triangles().len() as f64;
        let bytes =
            bodies.each_ref().map(|[a, _]| format!("{:.1}", a.tree().bytes() as f64 / triangles));
        let [any, all] =
            Question::BOTH.map(|question| least(&bodies, &set.poses, question, &set.name));
        println!(
            "| {} | {} | {:.2} / {:.2} | {:.2} / {:.2} |",
            set.name,
            bytes.join(" / "),
            any[1] / any[0],
            all[1] / all[0],
            any[2] / any[0],
            all[2] / all[0],
        );
    });
}

/// The least seconds of a pass over all poses with each of the packings.
fn least(bodies: &[[Body; 2]; 3], poses: &[Pose], question: Question, name: &str) -> [f64; 3] {
    let mut query = Query::new();
    let [a, b] = &bodies[0];
    let expected = question.pass(&mut query, a, b, poses);
    let mut least = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        for ([a, b], least) in bodies.iter().zip(&mut least) {
            let start = Instant::now();
            let found = question.pass(&mut query, a, b, poses);
            *least = least.min(start.elapsed().as_secs_f64());
            assert_eq!(found, expected, "{name}: packing changed an answer");
        }
    }
    least
}
