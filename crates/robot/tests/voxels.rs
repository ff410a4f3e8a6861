//! A robot among voxels is one among as many boxes: what lanes prove of them, in configurations and
//! along motions, and what they leave to the exact tests.

mod support;

use obbtree_collider::{Shape, Voxels};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random};
use obbtree_scene::{Part, Scene};

use support::sensed::{
    ensure_configurations_agree, ensure_motions_agree, points, turned_and_moved,
};
use support::{among, bare_arm, world};

/// What a world consists of.
#[derive(Clone, Copy)]
struct Case {
    seed: u64,
    voxels: u32,
    side: f64,
    /// Cells of up to so many sides; or leaves with half sides of their own.
    sizes: Option<u32>,
    margin: f64,
    /// The voxels are turned and moved.
    is_posed: bool,
}

const CASES: [Case; 6] = [
    Case { seed: 7, voxels: 120, side: 0.02, sizes: Some(1), margin: 0.0, is_posed: false },
    Case { seed: 8, voxels: 120, side: 0.03, sizes: Some(1), margin: 0.0, is_posed: true },
    Case { seed: 9, voxels: 30, side: 0.1, sizes: Some(1), margin: 0.0, is_posed: true },
    Case { seed: 10, voxels: 100, side: 0.02, sizes: Some(4), margin: 0.0, is_posed: false },
    Case { seed: 11, voxels: 60, side: 0.1, sizes: None, margin: 0.0, is_posed: true },
    Case { seed: 12, voxels: 60, side: 0.04, sizes: Some(2), margin: 0.03, is_posed: true },
];

fn voxels(case: &Case, random: &mut Random) -> Voxels {
    let centers = points(random, case.voxels);
    let mut share = || random.uniform();
    let made = match case.sizes {
        None => {
            let halves: Vec<f64> = centers.iter().map(|_| 0.5 * case.side * share()).collect();
            Voxels::from_leaves(&centers, &halves[..])
        }
        Some(most) => {
            let cells: Vec<[i32; 3]> =
                centers.iter().map(|c| c.map(|x| (x / case.side).floor() as i32)).collect();
            let sizes: Vec<u32> =
                cells.iter().map(|_| 1 + (share() * f64::from(most)) as u32 % most).collect();
            Voxels::with_sizes(&cells, &sizes, [0.001, 0.0, -0.002], case.side)
        }
    };
    made.expect("finite")
}

/// The same world twice: of voxels, and of boxes.
fn checkers(case: &Case) -> [Checker; 2] {
    let random = &mut Random(case.seed);
    let voxels = voxels(case, random);
    let pose = if case.is_posed { turned_and_moved(random) } else { Pose::identity() };
    let mut of_boxes = Scene::new();
    for (n, [low, high]) in voxels.boxes().into_iter().enumerate() {
        let corner = |n: usize| [0, 1, 2].map(|k| if n >> k & 1 == 0 { low[k] } else { high[k] });
        let hull = Shape::hull(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).expect("finite");
        of_boxes.add(&format!("{n}"), hull, pose).expect("a new name");
    }
    let mut of_voxels = world([("voxels", Part::new(voxels), pose)]);
    for world in [&mut of_voxels, &mut of_boxes] {
        world.set_margin(case.margin).expect("a margin");
    }
    [among(bare_arm(), &of_voxels), among(bare_arm(), &of_boxes)]
}

#[test]
fn configurations_among_voxels_are_valid_as_among_boxes() {
    for case in &CASES {
        ensure_configurations_agree(case.seed, checkers(case));
    }
}

#[test]
fn motions_that_are_free_among_voxels_are_free_among_boxes() {
    ensure_motions_agree(CASES.iter().map(|case| (case.seed, checkers(case))));
}
