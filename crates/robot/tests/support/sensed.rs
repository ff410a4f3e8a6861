//! What robots do among things that sensors see is what they do among as many shapes.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, configuration_at};

/// Points of a wall, of a table beside the arm, and some anywhere.
pub(crate) fn points(random: &mut Random, count: u32) -> Vec<[f64; 3]> {
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

/// A pose that turns and moves what is seen.
pub(crate) fn turned_and_moved(random: &mut Random) -> Pose {
    let angles = Vector3::new(0.1, -0.2, 0.5 * random.uniform());
    let at = Translation3::new(0.05, random.uniform() - 0.5, 0.1);
    let pose = Isometry3::from_parts(at, UnitQuaternion::from_scaled_axis(angles));
    Pose::try_from(pose).expect("a rotation")
}

/// Configurations are valid in both worlds or in none.
pub(crate) fn ensure_configurations_agree(seed: u64, [mut a, mut b]: [Checker; 2]) {
    let mut random = Random(3);
    let mut valid = 0;
    for n in 0..300 {
        let mut configuration = a.robot().random(|| random.uniform());
        // Small steps, of which clearances are remembered, after each tenth.
        for step in 0..if n % 10 == 0 { 12 } else { 1 } {
            configuration[0] += if step > 0 { 0.004 } else { 0.0 };
            let found = a.is_valid(&configuration);
            assert_eq!(found, b.is_valid(&configuration), "{seed} {configuration:?}");
            valid += usize::from(found && step == 0);
        }
    }
    assert!((1..300).contains(&valid), "{seed} {valid}");
}

/// Motions are free in both worlds or in none, in each of some; and lanes prove most of what is
/// free in the first.
pub(crate) fn ensure_motions_agree(worlds: impl IntoIterator<Item = (u64, [Checker; 2])>) {
    let (mut clear, mut free, mut not) = (0, 0, 0);
    for (seed, [mut a, mut b]) in worlds {
        let mut random = Random(4);
        let mut tried = 0;
        while tried < 20 {
            let from = a.robot().random(|| random.uniform());
            if !a.is_valid(&from) {
                continue;
            }
            let to = a.robot().random(|| random.uniform());
            let to = configuration_at(&from, &to, if tried % 3 == 0 { 0.3 } else { 0.03 });
            let is_clear = a.is_motion_clear(&from, &to);
            let found = a.is_motion_valid(&from, &to);
            assert!(found || !is_clear, "clear is proof");
            assert_eq!(found, b.is_motion_valid(&from, &to), "{seed} {from:?} {to:?}");
            clear += usize::from(is_clear);
            (free, not) = (free + usize::from(found), not + usize::from(!found));
            tried += 1;
        }
    }
    assert!(free > 40 && not > 10, "{free} {not}");
    assert!(clear * 10 > free * 8, "{clear} of {free}");
}
