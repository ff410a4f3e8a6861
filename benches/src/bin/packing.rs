//! What packing a tree saves and costs: bytes a triangle, and the times of queries over those of the tree
//! at full size. Answers are compared first.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin packing
//! ```
//!
//! The three trees take turns; the least time of each counts. All is in the cache: the price where memory
//! saves nothing.

use std::ops::ControlFlow;
use std::time::Instant;

use obbtree::query::Aim;
use obbtree::wide::{self, Config, Packing, Scratch, Tree};
use obbtree::{Engine, Pose};
use obbtree_tests::data::for_each_pose_set;

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
    for_each_pose_set(|set| {
        if !SETS.contains(&set.name.as_str()) {
            return;
        }
        let trees = PACKINGS.map(|packing| {
            let config = Config { packing, ..Config::default() };
            [wide::build(&set.a, &config), wide::build(&set.b, &config)]
        });
        let triangles = set.a.triangles().len() as f64;
        let bytes = trees.each_ref().map(|[a, _]| format!("{:.1}", a.bytes() as f64 / triangles));
        let [any, all] =
            [Aim::First, Aim::All].map(|aim| least(&trees, &set.poses, aim, &set.name));
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

/// The least seconds of a pass over all poses with each of the trees.
fn least(trees: &[[Tree; 2]; 3], poses: &[Pose], aim: Aim, name: &str) -> [f64; 3] {
    let mut scratch = Scratch::new();
    let expected = pass(&trees[0], poses, aim, &mut scratch);
    let mut least = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        for (trees, least) in trees.iter().zip(&mut least) {
            let start = Instant::now();
            let found = pass(trees, poses, aim, &mut scratch);
            *least = least.min(start.elapsed().as_secs_f64());
            assert_eq!(found, expected, "{name}: packing changed an answer");
        }
    }
    least
}

/// Poses with a contact, or all pairs.
fn pass([a, b]: &[Tree; 2], poses: &[Pose], aim: Aim, scratch: &mut Scratch) -> usize {
    let here = Pose::identity();
    let mut found = 0;
    for pose in poses {
        let _ = Tree::search(a, &here, b, pose, aim, None, scratch, |_, _| {
            found += 1;
            if aim == Aim::First { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    found
}
