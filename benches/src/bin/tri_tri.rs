//! The triangle tests of the catalogue on the pairs that real queries reach: operations counted,
//! then time, answers compared first. `docs/lab/TRIANGLES.md` quotes the tables.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin tri_tri
//! ```
//!
//! Pairs come from the leaves of the classic trees. Each test gets what an engine has at hand:
//! corners in their own meshes' frames and the relative pose, or, for Chang and Kim, the triangles
//! in their boxes' frames and the relative frame of the box test that let the pair through.

use std::time::Instant;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_benches::at_gap;
use obbtree_benches::framed::{FramedTree, for_each_leaf_pair, place, placement_of};
use obbtree_geom::{
    FramedTriangle, chang_kim_framed, guigue_devillers, moller, triangle_separating_axes,
};
use obbtree_predicates::{BoxInFrame, Placement, Stages, Triangle, triangles_meet};
use obbtree_tests::counted::{Counted, Counts, count};
use obbtree_tests::data::find;

/// The contenders take turns this many times; the least time of each block of pairs counts.
const ROUNDS: usize = 15;
/// Pairs timed at once: some tens of microseconds, seldom interrupted.
const BLOCK: usize = 1000;
/// Two copies of a large scan, of the developers' data; left out where that is absent.
const BUNNY: &str = "meshes/bunny.stl";
const BUNNY_POSES: &str = "poses/bunny__bunny__gap-1.txt";
const MOST_POSES: usize = 12;
/// At most so many pairs of a workload, spread evenly over its poses.
const MOST_PAIRS: usize = 30_000;

const NAMES: [&str; 6] = [
    "placing B's corners alone",
    "moller",
    "guigue_devillers",
    "triangle_separating_axes",
    "chang_kim_framed",
    "triangles_meet (certain)",
];

/// Pairs of leaves, each kind of input on its own, so that a test reads only what it needs.
#[derive(Default)]
struct Pairs {
    corners: Vec<[Triangle; 2]>,
    /// Index into `placements`.
    pose: Vec<u32>,
    placements: Vec<Placement>,
    framed: Vec<([FramedTriangle; 2], BoxInFrame)>,
}

fn main() {
    for (name, a, b, poses) in workloads() {
        println!("## {name}\n");
        let pairs = collect(&a, &b, &poses);
        report(&pairs);
    }
}

fn workloads() -> Vec<(String, Mesh, Mesh, Vec<Pose>)> {
    use obbtree_assets::{PINION, WHEEL, bolt, gear, nut, poses, torus_knot};
    let read = |steps: Vec<poses::Step>| {
        steps
            .iter()
            .map(|step| {
                let ([x, y, z], [qx, qy, qz, qw]) = (step.pose.translation, step.pose.quaternion);
                Pose::from_translation_quaternion([x, y, z, qx, qy, qz, qw]).expect("a pose")
            })
            .collect::<Vec<Pose>>()
    };
    let mut all = vec![
        ("nut on bolt".to_owned(), bolt(), nut(), read(poses::nut_turning())),
        ("pinion on wheel".to_owned(), gear(WHEEL), gear(PINION), read(poses::pinion_rolling())),
    ];
    let knot = torus_knot(160, 11);
    let deep = at_gap(&knot, &knot, -0.05, MOST_POSES);
    all.push(("two knots, 5 % deep".to_owned(), knot.clone(), knot, deep));
    if let (Some(mesh), Some(poses)) = (find(BUNNY), find(BUNNY_POSES)) {
        let bunny = obbtree::io::read_mesh(mesh).expect("a mesh").mesh;
        let mut poses = obbtree::io::read_poses(poses).expect("poses");
        poses.truncate(MOST_POSES);
        all.push(("two bunnies, 1 % deep".to_owned(), bunny.clone(), bunny, poses));
    }
    all
}

fn collect(a: &Mesh, b: &Mesh, poses: &[Pose]) -> Pairs {
    let (a, b) = (FramedTree::new(a), FramedTree::new(b));
    let mut stack = Vec::new();
    let mut reached = 0_usize;
    for pose in poses {
        for_each_leaf_pair(&a, &b, &placement_of(pose), &mut stack, |_| reached += 1);
    }
    let keep_every = reached.div_ceil(MOST_PAIRS).max(1);
    let mut pairs = Pairs::default();
    let mut seen = 0_usize;
    for pose in poses {
        let placement = placement_of(pose);
        pairs.placements.push(placement);
        let index = (pairs.placements.len() - 1) as u32;
        for_each_leaf_pair(&a, &b, &placement, &mut stack, |pair| {
            seen += 1;
            if seen.is_multiple_of(keep_every) {
                pairs.corners.push([*pair.a, *pair.b]);
                pairs.pose.push(index);
                pairs.framed.push(([*pair.framed_a, *pair.framed_b], *pair.b_in_a));
            }
        });
    }
    println!("{reached} pairs reached in {} poses, one in {keep_every} kept\n", poses.len());
    pairs
}

fn report(pairs: &Pairs) {
    let n = pairs.corners.len();
    if n == 0 {
        println!("no pair of leaves is reached\n");
        return;
    }
    let certain: Vec<bool> = (0..n).map(|i| ask(5, pairs, i)).collect();
    let hits = certain.iter().filter(|&&meet| meet).count();
    let stages = ends(pairs);
    println!(
        "{n} pairs, {hits} meet; apart by A's plane {}, by B's alone {}\n",
        stages[0], stages[1]
    );
    println!("| test | add | mul | abs | compare | ns | wrong |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let times = times(pairs);
    for (method, label) in NAMES.iter().enumerate() {
        let wrong = (1..5)
            .contains(&method)
            .then(|| (0..n).filter(|&i| ask(method, pairs, i) != certain[i]).count().to_string());
        let counted = if method < 5 {
            let mut all = Counts::default();
            (0..n).for_each(|i| all += count_one(method, pairs, i));
            assert_eq!((all.div, all.sqrt), (0, 0));
            [all.add, all.mul, all.abs, all.compare]
                .map(|c| format!("{:.1}", c as f64 / n as f64))
                .join(" | ")
        } else {
            "| | | ".to_owned()
        };
        let wrong = wrong.unwrap_or_default();
        println!("| {label} | {counted} | {:.1} | {wrong} |", times[method]);
    }
    println!();
}

/// One question to one test, with the inputs it needs.
#[inline(always)]
fn ask(method: usize, pairs: &Pairs, i: usize) -> bool {
    let [a, b] = &pairs.corners[i];
    let placement = || &pairs.placements[pairs.pose[i] as usize];
    match method {
        0 => place(b, placement()).iter().all(|p| p.x < a[0].x),
        1 => moller(a, &place(b, placement())),
        2 => guigue_devillers(a, &place(b, placement())),
        3 => triangle_separating_axes(a, &place(b, placement())),
        4 => {
            let ([a, b], b_in_a) = &pairs.framed[i];
            chang_kim_framed(a, b, &b_in_a.axes, &b_in_a.offset)
        }
        _ => triangles_meet(a, b, placement(), &mut Stages::default()),
    }
}

/// Nanoseconds a pair: the least of the rounds for each block of pairs, so that what the machine
/// does beside counts little; the contenders take turns.
fn times(pairs: &Pairs) -> [f64; 6] {
    let passes: [fn(&Pairs, &mut [f64]); 6] =
        [pass::<0>, pass::<1>, pass::<2>, pass::<3>, pass::<4>, pass::<5>];
    let blocks = pairs.corners.len().div_ceil(BLOCK);
    let mut least = [(); 6].map(|()| vec![f64::INFINITY; blocks]);
    for _ in 0..ROUNDS {
        for (pass, least) in passes.iter().zip(&mut least) {
            pass(pairs, least);
        }
    }
    least.map(|least| least.iter().sum::<f64>() * 1e9 / pairs.corners.len() as f64)
}

fn pass<const METHOD: usize>(pairs: &Pairs, least: &mut [f64]) {
    let n = pairs.corners.len();
    for (block, least) in least.iter_mut().enumerate() {
        let of_block = block * BLOCK..n.min((block + 1) * BLOCK);
        let start = Instant::now();
        std::hint::black_box(of_block.filter(|&i| ask(METHOD, pairs, i)).count());
        *least = least.min(start.elapsed().as_secs_f64());
    }
}

/// The operations of one question.
fn count_one(method: usize, pairs: &Pairs, i: usize) -> Counts {
    let counted = |x: f64| Counted(x);
    let ([framed_a, framed_b], b_in_a) = &pairs.framed[i];
    if method == 4 {
        let framed = |t: &FramedTriangle| FramedTriangle {
            half_base: Counted(t.half_base),
            half_height: Counted(t.half_height),
            apex: Counted(t.apex),
        };
        let (a, b) = (framed(framed_a), framed(framed_b));
        let (axes, offset) = (b_in_a.axes.map(counted), b_in_a.offset.map(counted));
        return count(|| chang_kim_framed(&a, &b, &axes, &offset)).1;
    }
    let [a, b] = pairs.corners[i].map(|t| t.map(|p| p.map(counted)));
    let placement = &pairs.placements[pairs.pose[i] as usize];
    let turn: Matrix3<Counted> = placement.rotation.map(counted);
    let shift: Vector3<Counted> = placement.translation.map(counted);
    // A row times a corner and the shift: nine products and nine sums a corner.
    let place = |p: &Point3<Counted>| {
        Point3::from(
            [0, 1, 2]
                .map(|k| turn[(k, 0)] * p.x + turn[(k, 1)] * p.y + turn[(k, 2)] * p.z + shift[k]),
        )
    };
    let (_, counts) = count(|| {
        let b = b.each_ref().map(place);
        match method {
            1 => moller(&a, &b),
            2 => guigue_devillers(&a, &b),
            3 => triangle_separating_axes(&a, &b),
            _ => false,
        }
    });
    counts
}

/// How many pairs A's plane tells apart, and how many of the others B's does.
fn ends(pairs: &Pairs) -> [usize; 2] {
    let mut ends = [0; 2];
    for (i, [a, b]) in pairs.corners.iter().enumerate() {
        let b = place(b, &pairs.placements[pairs.pose[i] as usize]);
        let one_side = |t: &Triangle, other: &Triangle| {
            let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
            let dist = other.each_ref().map(|p| normal.dot(&(p - t[0])));
            dist.iter().all(|&d| d > 0.0) || dist.iter().all(|&d| d < 0.0)
        };
        if one_side(a, &b) {
            ends[0] += 1;
        } else if one_side(&b, a) {
            ends[1] += 1;
        }
    }
    ends
}
