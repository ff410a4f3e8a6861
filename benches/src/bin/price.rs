//! What certainty costs: the classic engine with its exact triangle test against the same engine
//! with Möller's rounded one, the exact stages compiled out, over the developers' pose sets.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin price
//! ```

use std::ops::ControlFlow;
use std::time::Instant;

use obbtree::Pose;
use obbtree::query::Counts;
use obbtree_geom::Rounded;
use obbtree_predicates::{Certain, Placement, TriangleTest};
use obbtree_tests::classic;
use obbtree_tests::data::for_each_pose_set_if_there;

const ROUNDS: usize = 7;

fn main() {
    println!("| workload | any certain/rounded | all certain/rounded |");
    println!("|---|---:|---:|");
    let mut logarithms = [Vec::new(), Vec::new()];
    for_each_pose_set_if_there(|set| {
        let a = classic::build(&set.a, &Default::default());
        let b = classic::build(&set.b, &Default::default());
        let ratios = [true, false].map(|first| {
            let mut least = [f64::INFINITY; 2];
            for _ in 0..ROUNDS {
                let times = [
                    pass::<Certain>(&a, &b, &set.poses, first),
                    pass::<Rounded>(&a, &b, &set.poses, first),
                ];
                least = [least[0].min(times[0]), least[1].min(times[1])];
            }
            least[0] / least[1]
        });
        println!("| {} | {:.3} | {:.3} |", set.name, ratios[0], ratios[1]);
        logarithms[0].push(ratios[0].ln());
        logarithms[1].push(ratios[1].ln());
    });
    let mean = logarithms.map(|all| (all.iter().sum::<f64>() / all.len() as f64).exp());
    println!("| geometric mean | {:.3} | {:.3} |", mean[0], mean[1]);
}

/// Seconds for all poses.
fn pass<T: TriangleTest>(a: &classic::Tree, b: &classic::Tree, poses: &[Pose], first: bool) -> f64 {
    let here = Pose::identity();
    let mut workspace = classic::Workspace::default();
    let mut counts = Counts::default();
    let start = Instant::now();
    for pose in poses {
        let placement = Placement::new(&here, pose);
        let on_pair = |_, _| if first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let _ = classic::search_by::<T>([a, b], &placement, &mut counts, &mut workspace, on_pair);
    }
    std::hint::black_box(counts);
    start.elapsed().as_secs_f64()
}
