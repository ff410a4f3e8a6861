//! Batches give the answers of asking one by one, and so does the cache of contacts.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree::query::{BatchError, Placed};
use obbtree::{Body, Pose, Query};
use obbtree_tests::shapes::{isometry, pose, random, soup, sphere};

#[test]
fn batches_answer_in_input_order() {
    let mut random = random(51);
    let (a, b) = (Body::new(soup(&mut random, 300, 0.08)), Body::new(sphere(2, 0.3)));
    let pose_a = pose(&mut random, 0.2);
    let poses: Vec<Pose> = (0..500).map(|_| pose(&mut random, 1.0)).collect();
    let mut query = Query::new();
    let one_by_one: Vec<bool> =
        poses.iter().map(|pose_b| query.collide(&a, &pose_a, &b, pose_b)).collect();
    let hits = one_by_one.iter().filter(|&&hit| hit).count();
    assert!((150..=350).contains(&hits), "{hits} of 500 hit");

    let most = AtomicUsize::new(0);
    let report = |done| {
        most.fetch_max(done, Ordering::Relaxed);
    };
    let batch = query.batch().reporting_to(&report);
    assert_eq!(batch.collide(&a, &pose_a, &b, &poses), Ok(one_by_one.clone()));
    assert_eq!(most.load(Ordering::Relaxed), 500);

    let placed = |body: &Body, pose| Placed { body: body.clone(), pose };
    let pairs: Vec<_> =
        poses.iter().map(|&pose_b| [placed(&a, pose_a), placed(&b, pose_b)]).collect();
    assert_eq!(query.batch().collide_pairs(&pairs), Ok(one_by_one));
    let lists = query.batch().pairs(&a, &pose_a, &b, &poses).unwrap();
    for (list, pose_b) in lists.iter().zip(&poses) {
        assert_eq!(*list, query.pairs(&a, &pose_a, &b, pose_b));
    }
}

#[test]
fn a_raised_flag_cancels() {
    let (body, here) = (Body::new(sphere(1, 1.0)), Pose::identity());
    let poses = vec![Pose::identity(); 1000];
    let flag = AtomicBool::new(false);
    let query = Query::new();
    assert_eq!(
        query.batch().cancelled_by(&flag).collide(&body, &here, &body, &poses),
        Ok(vec![true; 1000])
    );
    let raise = |_| flag.store(true, Ordering::Relaxed);
    let batch = query.batch().cancelled_by(&flag).reporting_to(&raise);
    assert_eq!(batch.collide(&body, &here, &body, &poses), Err(BatchError::Cancelled));
}

#[test]
fn a_contact_cache_never_changes_an_answer() {
    let mut random = random(52);
    let [a, b] = [(); 2].map(|()| Body::new(soup(&mut random, 200, 0.1)));
    let here = Pose::identity();
    let mut query = Query::new();
    let mut cached = Query::new().contact_cache(true);
    let (mut hits, mut again, mut before) = (0, 0, None);
    for _ in 0..10 {
        let (from, to) = (isometry(&mut random, 1.4), isometry(&mut random, 1.4));
        for step in 0..100 {
            let pose = from.lerp_slerp(&to, f64::from(step) / 100.0).try_into().unwrap();
            let found = cached.first_pair(&a, &here, &b, &pose);
            let hit = query.collide(&a, &here, &b, &pose);
            assert_eq!(found.is_some(), hit);
            hits += usize::from(hit);
            again += usize::from(hit && before == found);
            before = found.or(before);
        }
    }
    assert!((300..=700).contains(&hits), "{hits} of 1000 hit");
    assert!(again > hits / 2, "{again} of {hits} found by the last contact");
}
