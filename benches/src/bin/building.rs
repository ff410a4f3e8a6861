//! From mesh to tree: times of all builders and refits beside parry3d's, in one run and taking
//! turns, and what the trees are worth: bytes a triangle and visits a query.
//!
//! ```sh
//! cargo run --release -p obbtree-benches --bin building
//! ```
//!
//! Times are medians, and the least beside them for machines that others use too; quote ratios of
//! one run. Visits are exact: pairs of nodes that `all` meets, on average over the poses of a set.
//! Deformed bodies are two copies of the same, and the hint of a refit stands beside the visits
//! that it is about.

use std::hint::black_box;
use std::time::Instant;

use obbtree::collider::{Config, Effort};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_benches::Question;
use obbtree_builder::wide::{RefitReport, TriangleCountMismatch, refit, refit_frames};
use obbtree_tests::classic;
use obbtree_tests::data::for_each_pose_set_if_there;
use obbtree_tests::parry::{double, single};
use obbtree_tests::shapes::bend;
use obbtree_tests::wide;

/// How many times the contenders take turns.
const ROUNDS: usize = 15;

/// The pose sets whose visits are printed.
const SETS: [&str; 8] = [
    "bunny__bunny__gap+1",
    "bunny__bunny__gap+0.1",
    "bunny__bunny__gap-5",
    "fandisk__fandisk__gap+0.1",
    "rocker-arm__rocker-arm__gap+0.1",
    "cow__teapot__gap+0.1",
    "env__rob__random",
    "sphere4__sphere4_in__parallel",
];

fn main() {
    let best = Config::default().with_parallel(false);
    let fast = best.with_effort(Effort::Fast);
    let mut bunny = None;
    println!(
        "| visits of `all`, pairs of leaves | best | fast | bytes a triangle of A, best / fast |"
    );
    println!("|---|---:|---:|---:|");
    for_each_pose_set_if_there(|set| {
        if !SETS.contains(&set.name.as_str()) {
            return;
        }
        let [(best, best_bytes), (fast, fast_bytes)] = [best, fast].map(|config| {
            let [a, b]: [Body; 2] = [&set.a, &set.b].map(|mesh| Body::build(mesh.clone(), &config));
            let bytes = a.tree().bytes() as f64 / set.a.triangles().len() as f64;
            (visits(&a, &b, &set.poses), bytes)
        });
        println!(
            "| {} | {:.1}, {:.1} | {:.1}, {:.1} | {best_bytes:.1} / {fast_bytes:.1} |",
            set.name, best[0], best[1], fast[0], fast[1]
        );
        if set.name == SETS[0] {
            bunny = Some((set.a.clone(), set.poses.clone()));
        }
    });
    let Some((mesh, poses)) = bunny else { return };
    print_times(&mesh, best, fast);
    print_deformed(&mesh, &poses, best);
}

/// Visits and pairs of leaves a query.
fn visits(a: &Body, b: &Body, poses: &[Pose]) -> [f64; 2] {
    let mut query = Query::new().counted(true);
    Question::All.pass(&mut query, a, b, poses);
    let counts = query.counts();
    [counts.visits, counts.leaf_pairs].map(|count| count as f64 / poses.len() as f64)
}

/// A name and what is timed under it.
type Contender<'a> = (&'static str, Box<dyn FnMut() + 'a>);

fn print_times(mesh: &Mesh, best: Config, fast: Config) {
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let with_two = |config: Config| config.with_parallel(true);
    let mut trees = [(); 3].map(|()| wide::build(mesh, &best));
    let [kept, kept_by_two, rotated] = &mut trees;
    let mut contenders: Vec<Contender<'_>> = vec![
        ("parry3d-f64", Box::new(|| drop(black_box(double::trimesh(mesh))))),
        ("parry3d", Box::new(|| drop(black_box(single::trimesh(mesh))))),
        ("classic", Box::new(|| drop(black_box(classic::build(mesh, &Default::default()))))),
        ("wide, best", Box::new(|| drop(black_box(wide::build(mesh, &best))))),
        ("wide, fast", Box::new(|| drop(black_box(wide::build(mesh, &fast))))),
        (
            "wide, best, two threads",
            Box::new(|| two.install(|| drop(black_box(wide::build(mesh, &with_two(best)))))),
        ),
        (
            "wide, fast, two threads",
            Box::new(|| two.install(|| drop(black_box(wide::build(mesh, &with_two(fast)))))),
        ),
        ("refit", Box::new(|| check(refit(kept, mesh, &best)))),
        (
            "refit, two threads",
            Box::new(|| {
                check(two.install(|| refit(kept_by_two, mesh, &with_two(best))));
            }),
        ),
        ("refit with frames", Box::new(|| check(refit_frames(rotated, mesh, &best)))),
    ];
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..ROUNDS {
        for (times, (_, run)) in times.iter_mut().zip(&mut contenders) {
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let peer = [times[0][ROUNDS / 2], times[0][0]];
    println!(
        "\n| {} triangles | ms, median of {ROUNDS} | over parry3d-f64 | ms, least | over its least |",
        mesh.triangles().len()
    );
    println!("|---|---:|---:|---:|---:|");
    for (times, (name, _)) in times.iter().zip(&contenders) {
        let [median, least] = [times[ROUNDS / 2], times[0]];
        let [of_median, of_least] = [median / peer[0], least / peer[1]];
        println!("| {name} | {median:.2} | {of_median:.2} | {least:.2} | {of_least:.2} |");
    }
}

fn check(report: Result<RefitReport, TriangleCountMismatch>) {
    let _ = black_box(report.expect("as many triangles"));
}

/// A change of shape.
type Change = Box<dyn Fn([f64; 3]) -> [f64; 3]>;

fn print_deformed(mesh: &Mesh, poses: &[Pose], config: Config) {
    let bounds = mesh.report().bounds;
    let (size, middle, height) = (bounds.sides().norm(), bounds.center(), bounds.sides().z);
    let mut changes: Vec<(String, Change)> = Vec::new();
    for degrees in [5.0_f64, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0] {
        let twist = move |[x, y, z]: [f64; 3]| {
            let (sin, cos) = (degrees.to_radians() * (z - middle.z) / height).sin_cos();
            let (x, y) = (x - middle.x, y - middle.y);
            [middle.x + cos * x - sin * y, middle.y + sin * x + cos * y, z]
        };
        changes.push((format!("twist of {degrees} degrees"), Box::new(twist)));
    }
    for percent in [0.2, 0.5, 1.0, 1.5, 2.0, 3.0] {
        let wave = move |[x, y, z]: [f64; 3]| {
            // About six waves along the body.
            let [turn_x, turn_y] = [x, y].map(|along| 40.0 * along / size);
            [x, y, z + percent / 100.0 * size * turn_x.sin() * turn_y.cos()]
        };
        changes.push((format!("waves of {percent} %"), Box::new(wave)));
    }
    println!(
        "\n| change | area kept | area rotated | rebuild? | visits kept | rotated | new | kept / new \
         | rotated / new |"
    );
    println!("|---|---:|---:|---|---:|---:|---:|---:|---:|");
    let built = wide::build(mesh, &config);
    for (name, change) in changes {
        let moved = bend(mesh, |v| change(v).map(|x| f64::from(x as f32)));
        let (mut kept, mut rotated) = (built.clone(), built.clone());
        let report = refit(&mut kept, &moved, &config).expect("as many triangles");
        let anew = refit_frames(&mut rotated, &moved, &config).expect("as many triangles");
        let new = wide::build(&moved, &config);
        let [kept, rotated, new] = [kept, rotated, new].map(|tree| {
            let body = Body::from_parts(moved.clone(), tree).expect("its triangles");
            visits(&body, &body, poses)[0]
        });
        println!(
            "| {name} | {:.3} | {:.3} | {} | {kept:.1} | {rotated:.1} | {new:.1} | {:.2} | {:.2} |",
            report.area_after / report.area_before,
            anew.area_after / anew.area_before,
            if report.rebuild { "yes" } else { "no" },
            kept / new,
            rotated / new
        );
    }
}
