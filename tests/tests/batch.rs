//! Batches and witnesses give the answers of asking one by one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree::{
    Batch, Body, Cancelled, Placed, Pose, Scratch, Witness, build, collide, intersecting_pairs,
};
use obbtree_tests::shapes::{isometry, pose, random, soup, sphere};

#[test]
fn batches_answer_in_input_order() {
    let mut random = random(51);
    let (a, b) = (soup(&mut random, 300, 0.08), sphere(2, 0.3));
    let (tree_a, tree_b) = (build(&a, &Default::default()), build(&b, &Default::default()));
    let pose_a = pose(&mut random, 0.2);
    let poses: Vec<Pose> = (0..500).map(|_| pose(&mut random, 1.0)).collect();
    let mut scratch = Scratch::new();
    let one_by_one: Vec<bool> =
        poses.iter().map(|p| collide(&tree_a, &pose_a, &tree_b, p, &mut scratch)).collect();
    let hits = one_by_one.iter().filter(|&&hit| hit).count();
    assert!((150..=350).contains(&hits), "{hits} of 500 hit");

    let placed = Placed { tree: &tree_a, pose: pose_a };
    let most = AtomicUsize::new(0);
    let report = |done| {
        most.fetch_max(done, Ordering::Relaxed);
    };
    let batch = Batch::new().reporting_to(&report);
    assert_eq!(batch.collide(placed, &tree_b, &poses), Ok(one_by_one.clone()));
    assert_eq!(most.load(Ordering::Relaxed), 500);

    let pairs: Vec<_> =
        poses.iter().map(|&pose| [placed, Placed { tree: &tree_b, pose }]).collect();
    assert_eq!(Batch::new().collide_pairs(&pairs), Ok(one_by_one));
    let lists = Batch::new().intersecting_pairs(placed, &tree_b, &poses).unwrap();
    for (list, pose) in lists.iter().zip(&poses) {
        assert_eq!(*list, intersecting_pairs(&tree_a, &pose_a, &tree_b, pose, &mut scratch));
    }
}

#[test]
fn a_raised_flag_cancels() {
    let tree = build(&sphere(1, 1.0), &Default::default());
    let placed = Placed { tree: &tree, pose: Pose::identity() };
    let poses = vec![Pose::identity(); 1000];
    let flag = AtomicBool::new(false);
    assert_eq!(
        Batch::new().cancelled_by(&flag).collide(placed, &tree, &poses),
        Ok(vec![true; 1000])
    );
    let raise = |_| flag.store(true, Ordering::Relaxed);
    let batch = Batch::new().cancelled_by(&flag).reporting_to(&raise);
    assert_eq!(batch.collide(placed, &tree, &poses), Err(Cancelled));
}

#[test]
fn a_witness_never_changes_an_answer() {
    let mut random = random(52);
    let (a, b) = (soup(&mut random, 200, 0.1), soup(&mut random, 200, 0.1));
    let (tree_a, tree_b) = (build(&a, &Default::default()), build(&b, &Default::default()));
    let (body_a, body_b) = (Body::new(&a, &tree_a), Body::new(&b, &tree_b));
    let here = Pose::identity();
    let mut scratch = Scratch::new();
    let mut witness = Witness::default();
    let (mut hits, mut again) = (0, 0);
    for _ in 0..10 {
        let (from, to) = (isometry(&mut random, 1.4), isometry(&mut random, 1.4));
        for step in 0..100 {
            let pose = from.lerp_slerp(&to, f64::from(step) / 100.0).try_into().unwrap();
            let before = witness.pair();
            let hit = witness.collide(&body_a, &here, &body_b, &pose, &mut scratch);
            assert_eq!(hit, collide(&tree_a, &here, &tree_b, &pose, &mut scratch));
            hits += usize::from(hit);
            again += usize::from(hit && before == witness.pair());
        }
    }
    assert!((300..=700).contains(&hits), "{hits} of 1000 hit");
    assert!(again > hits / 2, "{again} of {hits} found by the last witness");
}
