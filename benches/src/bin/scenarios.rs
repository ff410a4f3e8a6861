//! The two experiments of Chang and Kim (Computers & Graphics 33(3), 2009), with models that ship
//! here: what a faster triangle test gains a whole query. `docs/lab/TRIANGLES.md` quotes the
//! tables.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin scenarios
//! ```
//!
//! I: a small model along a recorded path within a large assembly (theirs: 404 triangles, 2,528
//! frames, an aeroplane). II: two copies of one model at relative distances from -2 to +5 percent
//! of its size (theirs: 15,536 triangles each). Every query asks for all pairs, so that every test
//! gets the same ones. One descent serves all tests ([`obbtree_benches::framed`]); its pairs with
//! the certain test are compared with the classic engine's first, and each rounded test's with
//! those.

use std::ops::ControlFlow;
use std::time::Instant;

use nalgebra::{Rotation3, Vector3};
use obbtree::query::Counts;
use obbtree::{Mesh, Pose};
use obbtree_assets::{WHEEL, gear, link, torus_knot};
use obbtree_benches::at_gap;
use obbtree_benches::framed::{FramedTree, LeafPair, for_each_leaf_pair, place, placement_of};
use obbtree_geom::{chang_kim_framed, guigue_devillers, moller, triangle_separating_axes};
use obbtree_predicates::{Placement, Stages, triangles_meet};
use obbtree_query::{Engine, SearchMode};
use obbtree_tests::classic;
use obbtree_tests::shapes::scaled;

/// The contenders take turns this many times; the least time of each pose counts.
const ROUNDS: usize = 7;
/// Answers are compared in all poses, times taken in at most so many, evenly spread.
const MOST_TIMED: usize = 100;
/// As many frames as their path.
const FRAMES: usize = 2528;
/// Gears and knots in the row.
const STATIONS: usize = 12;
/// Millimetres from one station to the next: a gear's diameter and some air.
const STATION: f64 = 60.0;
/// Rings and sides of the knot of scenario II: 15,552 triangles.
const KNOT: (usize, usize) = (216, 36);
/// Random directions of approach for each distance of scenario II.
const DIRECTIONS: usize = 40;

const NAMES: [&str; 6] = [
    "boxes alone",
    "moller",
    "guigue_devillers",
    "triangle_separating_axes",
    "chang_kim_framed",
    "triangles_meet (certain)",
];
const CERTAIN: usize = 5;

fn main() {
    let (assembly, small) = (assembly(), scaled(&link(), 100.0));
    println!(
        "## I: {} triangles along {FRAMES} frames within {}\n",
        small.triangles().len(),
        assembly.triangles().len()
    );
    let (a, b) = (FramedTree::new(&assembly), FramedTree::new(&small));
    report(&a, &b, &path());

    let knot = torus_knot(KNOT.0, KNOT.1);
    let tree = FramedTree::new(&knot);
    for (name, gap) in [("-2 %", -0.02), ("0 %", 0.0), ("+1 %", 0.01), ("+5 %", 0.05)] {
        let poses = at_gap(&knot, &knot, gap, DIRECTIONS);
        println!(
            "## II: two knots of {} triangles at {name}, {} poses\n",
            knot.triangles().len(),
            poses.len()
        );
        report(&tree, &tree, &poses);
    }
}

/// Gears and knots in turn along x, every second one tipped over.
fn assembly() -> Mesh {
    let models = [gear(WHEEL), torus_knot(220, 16)];
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for station in 0..STATIONS {
        let model = &models[station % 2];
        let tip = Rotation3::new(Vector3::new(0.4 * (station / 2 % 2) as f64, 0.0, 0.3));
        let to = Vector3::new(STATION * station as f64, 0.0, 0.0);
        let first = vertices.len() as u32;
        vertices.extend(
            model.vertices().iter().map(|&v| <[f64; 3]>::from(tip * Vector3::from(v) + to)),
        );
        triangles.extend(model.triangles().iter().map(|t| t.map(|corner| corner + first)));
    }
    Mesh::new(vertices, triangles).expect("finite vertices")
}

/// Along the row, swaying through the bores and around the knots, turning slowly.
fn path() -> Vec<Pose> {
    (0..FRAMES)
        .map(|frame| {
            let s = frame as f64 / FRAMES as f64;
            let rotation = Rotation3::new(Vector3::new(7.0 * s, 11.0 * s, 3.0 * s));
            let along = (STATIONS - 1) as f64 * STATION * s;
            let sway = Vector3::new(along, 22.0 * (40.0 * s).sin(), 18.0 * (61.0 * s).sin());
            Pose::new(rotation.into_inner(), sway).expect("a rotation")
        })
        .collect()
}

fn report(a: &FramedTree, b: &FramedTree, poses: &[Pose]) {
    let placements: Vec<Placement> = poses.iter().map(placement_of).collect();
    let (box_tests, leaf_pairs) = counts(a, b, &placements);
    let certain = pairs::<CERTAIN>(a, b, &placements);
    check_against_the_engine(a, b, poses, &certain);
    let others = [
        pairs::<1>(a, b, &placements),
        pairs::<2>(a, b, &placements),
        pairs::<3>(a, b, &placements),
        pairs::<4>(a, b, &placements),
    ];
    let n = poses.len() as f64;
    println!(
        "{} poses collide; a query makes {:.1} box tests and {:.1} triangle tests and finds {:.1} pairs\n",
        certain.iter().filter(|found| !found.is_empty()).count(),
        box_tests as f64 / n,
        leaf_pairs as f64 / n,
        certain.iter().map(Vec::len).sum::<usize>() as f64 / n
    );

    let timed: Vec<Placement> =
        placements.iter().step_by(placements.len().div_ceil(MOST_TIMED)).copied().collect();
    let times = times(a, b, &timed);
    println!("| triangle test | us a query | above the boxes, us | wrong pairs |");
    println!("|---|---:|---:|---:|");
    for (method, name) in NAMES.iter().enumerate() {
        let wrong = (1..CERTAIN).contains(&method).then(|| {
            let differ = |(x, y): (&Vec<[u32; 2]>, &Vec<[u32; 2]>)| {
                let missing = |x: &[[u32; 2]], y: &[[u32; 2]]| {
                    x.iter().filter(|pair| y.binary_search(pair).is_err()).count()
                };
                missing(x, y) + missing(y, x)
            };
            others[method - 1].iter().zip(&certain).map(differ).sum::<usize>().to_string()
        });
        let above =
            if method == 0 { String::new() } else { format!("{:.2}", times[method] - times[0]) };
        println!("| {name} | {:.2} | {above} | {} |", times[method], wrong.unwrap_or_default());
    }
    println!();
}

/// One pair to one test.
#[inline(always)]
fn meet<const METHOD: usize>(pair: &LeafPair<'_>, placement: &Placement) -> bool {
    match METHOD {
        0 => false,
        1 => moller(pair.a, &place(pair.b, placement)),
        2 => guigue_devillers(pair.a, &place(pair.b, placement)),
        3 => triangle_separating_axes(pair.a, &place(pair.b, placement)),
        4 => chang_kim_framed(pair.framed_a, pair.framed_b, &pair.b_in_a.axes, &pair.b_in_a.offset),
        _ => triangles_meet(pair.a, pair.b, placement, &mut Stages::default()),
    }
}

/// All pairs that meet, pose by pose, ascending.
fn pairs<const METHOD: usize>(
    a: &FramedTree,
    b: &FramedTree,
    placements: &[Placement],
) -> Vec<Vec<[u32; 2]>> {
    let mut stack = Vec::new();
    let of = |placement: &Placement| {
        let mut found = Vec::new();
        for_each_leaf_pair(a, b, placement, &mut stack, |pair| {
            if meet::<METHOD>(&pair, placement) {
                let [in_a, in_b] = pair.places;
                found.push([a.tree.ids()[in_a as usize], b.tree.ids()[in_b as usize]]);
            }
        });
        found.sort_unstable();
        found
    };
    placements.iter().map(of).collect()
}

fn counts(a: &FramedTree, b: &FramedTree, placements: &[Placement]) -> (u64, u64) {
    let (mut box_tests, mut leaf_pairs) = (0, 0);
    let mut stack = Vec::new();
    for placement in placements {
        box_tests += for_each_leaf_pair(a, b, placement, &mut stack, |_| leaf_pairs += 1);
    }
    (box_tests, leaf_pairs)
}

/// The same trees in the engine: leaves' boxes differ only by how they hold their triangles.
fn check_against_the_engine(
    a: &FramedTree,
    b: &FramedTree,
    poses: &[Pose],
    certain: &[Vec<[u32; 2]>],
) {
    let (mut counts, mut workspace) = (Counts::default(), classic::Workspace::default());
    for (pose, expected) in poses.iter().zip(certain) {
        let mut found = Vec::new();
        let (trees, placement) = ([&a.tree, &b.tree], placement_of(pose));
        let on_pair = |in_a, in_b| {
            found.push([in_a, in_b]);
            ControlFlow::Continue(())
        };
        let (mode, counts) = (SearchMode::All, Some(&mut counts));
        let _ = classic::Tree::search(trees, &placement, mode, counts, &mut workspace, on_pair);
        found.sort_unstable();
        assert_eq!(&found, expected, "{pose:?}");
    }
}

/// Microseconds a query: the least of the rounds for each pose, so that what the machine does
/// beside counts little; the contenders take turns.
fn times(a: &FramedTree, b: &FramedTree, placements: &[Placement]) -> [f64; 6] {
    type Pass = fn(&FramedTree, &FramedTree, &[Placement], &mut [f64]);
    let passes: [Pass; 6] = [pass::<0>, pass::<1>, pass::<2>, pass::<3>, pass::<4>, pass::<5>];
    let mut least = [(); 6].map(|()| vec![f64::INFINITY; placements.len()]);
    for _ in 0..ROUNDS {
        for (pass, least) in passes.iter().zip(&mut least) {
            pass(a, b, placements, least);
        }
    }
    least.map(|least| least.iter().sum::<f64>() * 1e6 / placements.len() as f64)
}

fn pass<const METHOD: usize>(
    a: &FramedTree,
    b: &FramedTree,
    placements: &[Placement],
    least: &mut [f64],
) {
    let mut stack = Vec::new();
    for (placement, least) in placements.iter().zip(least) {
        let mut hits = 0_u64;
        let start = Instant::now();
        for_each_leaf_pair(a, b, placement, &mut stack, |pair| {
            hits += u64::from(meet::<METHOD>(&pair, placement));
        });
        std::hint::black_box(hits);
        *least = least.min(start.elapsed().as_secs_f64());
    }
}
