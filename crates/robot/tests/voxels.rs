//! A robot among voxels is one among as many boxes: what lanes prove of them, in configurations and
//! along motions, and what they leave to the exact tests.

mod support;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use obbtree_collider::{Shape, Voxels};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, configuration_at};
use obbtree_scene::{Part, Scene};

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

/// Centres on a wall, on a table beside the arm, and anywhere.
fn centers(random: &mut Random, count: u32) -> Vec<[f64; 3]> {
    let mut point = |n: u32| {
        let [x, y] = [random.uniform() - 0.5, random.uniform() - 0.5];
        match n % 8 {
            0 => [2.0 * x + 0.4 * x.signum(), 2.0 * y, 0.45 + random.uniform()],
            1..4 => [0.9, x, 0.4 + y],
            _ => [x, 0.7, 0.3 + 0.4 * y],
        }
    };
    (0..count).map(&mut point).collect()
}

fn voxels(case: &Case, random: &mut Random) -> Voxels {
    let centers = centers(random, case.voxels);
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
    let pose = if case.is_posed {
        let angles = Vector3::new(0.1, -0.2, 0.5 * random.uniform());
        let at = Translation3::new(0.05, random.uniform() - 0.5, 0.1);
        let pose = Isometry3::from_parts(at, UnitQuaternion::from_scaled_axis(angles));
        Pose::try_from(pose).expect("a rotation")
    } else {
        Pose::identity()
    };
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
        let [mut among_voxels, mut among_boxes] = checkers(case);
        let mut random = Random(3);
        let mut valid = 0;
        for n in 0..300 {
            let mut configuration = among_voxels.robot().random(|| random.uniform());
            // Small steps, of which clearances are remembered, after each tenth.
            for step in 0..if n % 10 == 0 { 12 } else { 1 } {
                configuration[0] += if step > 0 { 0.004 } else { 0.0 };
                let found = among_voxels.is_valid(&configuration);
                let seed = case.seed;
                assert_eq!(found, among_boxes.is_valid(&configuration), "{seed} {configuration:?}");
                valid += usize::from(found && step == 0);
            }
        }
        assert!((1..300).contains(&valid), "{} {valid}", case.seed);
    }
}

/// Motions among voxels are free or not as among boxes; and lanes prove most of what is free.
#[test]
fn motions_that_are_free_among_voxels_are_free_among_boxes() {
    let (mut clear, mut free, mut not) = (0, 0, 0);
    for case in &CASES {
        let [mut among_voxels, mut among_boxes] = checkers(case);
        let mut random = Random(4);
        let mut tried = 0;
        while tried < 20 {
            let from = among_voxels.robot().random(|| random.uniform());
            if !among_voxels.is_valid(&from) {
                continue;
            }
            let to = among_voxels.robot().random(|| random.uniform());
            let to = configuration_at(&from, &to, if tried % 3 == 0 { 0.3 } else { 0.03 });
            let is_clear = among_voxels.is_motion_clear(&from, &to);
            let found = among_voxels.is_motion_valid(&from, &to);
            assert!(found || !is_clear, "clear is proof");
            let seed = case.seed;
            assert_eq!(found, among_boxes.is_motion_valid(&from, &to), "{seed} {from:?} {to:?}");
            clear += usize::from(is_clear);
            (free, not) = (free + usize::from(found), not + usize::from(!found));
            tried += 1;
        }
    }
    assert!(free > 40 && not > 10, "{free} {not}");
    assert!(clear * 10 > free * 8, "{clear} of {free}");
}
