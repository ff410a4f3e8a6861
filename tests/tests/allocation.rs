//! A query allocates nothing once it is warm.

use std::alloc::System;
use std::sync::Mutex;

use obbtree::query::{Counts, Relation};
use obbtree::{Body, Pose, Query};
use obbtree_tests::shapes::{pose, random, sphere};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The allocator counts for the whole process: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Answers of one round, to be the same in the next.
#[derive(Debug, PartialEq)]
struct Answers {
    hits: usize,
    pairs: usize,
    /// Separated, intersecting, containing.
    relations: [usize; 3],
    counts: Counts,
}

/// A large sphere, a small one, and poses of the small one outside, across and inside.
fn bodies() -> ([Body; 2], Vec<Pose>) {
    let mut random = random(21);
    let poses = (0..60).map(|_| pose(&mut random, 1.0)).collect();
    ([sphere(4, 1.0), sphere(4, 0.4)].map(Body::new), poses)
}

/// Runs a round that warms the query up and counts what the next one allocates.
fn check_second_round<R: PartialEq + std::fmt::Debug>(mut round: impl FnMut() -> R) -> R {
    let warm = round();
    let region = Region::new(COUNTED);
    let again = round();
    let change = region.change();
    assert_eq!(again, warm);
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    again
}

#[test]
fn warm_queries_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock();
    let ([a, b], poses) = bodies();
    let here = Pose::identity();
    let mut query = Query::default().counted(true);
    let mut cached = Query::default().contact_cache(true);
    let mut solid = Query::default().solid(true);
    let mut list = Vec::new();
    let answers = check_second_round(|| {
        query.reset_counts();
        let (mut hits, mut pairs, mut relations) = (0, 0, [0; 3]);
        for pose_b in &poses {
            let hit = query.collide(&a, &here, &b, pose_b);
            assert_eq!(cached.collide(&a, &here, &b, pose_b), hit);
            hits += usize::from(hit);
            query.pairs_into(&a, &here, &b, pose_b, &mut list);
            pairs += list.len();
            let relation = match query.classify(&a, &here, &b, pose_b) {
                Relation::Separated => 0,
                Relation::Intersecting => 1,
                Relation::Containing => 2,
                // Bodies that only touch are compared in lists that a query does not keep.
                other => panic!("{other} at a generic pose"),
            };
            relations[relation] += 1;
            assert_eq!(solid.collide(&a, &here, &b, pose_b), relation != 0);
        }
        Answers { hits, pairs, relations, counts: query.counts() }
    });
    assert!(answers.hits > 10 && answers.pairs > 1000, "{answers:?}");
    assert!(answers.relations.iter().all(|&count| count > 2), "{answers:?}");
    // The last stage of the triangle test may allocate big numbers; generic poses never reach it.
    assert_eq!(answers.counts.stages.exact(), 0);
}

#[test]
fn warm_queries_for_closer_than_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock();
    let ([a, b], poses) = bodies();
    let here = Pose::identity();
    let mut query = Query::default();
    let closer = check_second_round(|| {
        let closer = |pose_b: &&Pose| query.closer_than(&a, &here, &b, pose_b, 0.01);
        poses.iter().filter(closer).count()
    });
    assert!((10..55).contains(&closer), "{closer} of 60");
}

#[test]
fn warm_queries_for_distance_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock();
    let ([a, b], poses) = bodies();
    let here = Pose::identity();
    let mut query = Query::default().contact_cache(true);
    let sum = check_second_round(|| {
        let distance = |pose_b: &Pose| query.distance(&a, &here, &b, pose_b).upper;
        poses.iter().map(distance).sum::<f64>()
    });
    assert!(sum > 1.0, "{sum}");
}

#[test]
fn warm_queries_for_contacts_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock();
    let ([a, b], poses) = bodies();
    let here = Pose::identity();
    let (mut query, mut contacts) = (Query::default(), Vec::new());
    let found = check_second_round(|| {
        let mut found = 0;
        for pose_b in &poses {
            query.contacts_into(&a, &here, &b, pose_b, &mut contacts);
            found += contacts.len();
        }
        found
    });
    assert!(found > 1_000, "{found}");
}
