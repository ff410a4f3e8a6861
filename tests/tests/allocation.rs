//! A query allocates nothing once its scratch is warm.

use std::alloc::System;

use obbtree::Pose;
use obbtree::classic::{Scratch, build, collide, for_each_pair};
use obbtree_tests::shapes::{pose, random, sphere};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_warm_scratch_allocates_nothing() {
    let tree = build(&sphere(4, 1.0), &Default::default());
    let mut random = random(21);
    let poses: Vec<_> = (0..60).map(|_| pose(&mut random, 1.0)).collect();
    let here = Pose::identity();
    let mut scratch = Scratch::new();
    let mut ask = || {
        let (mut hits, mut pairs) = (0, 0);
        for pose_b in &poses {
            hits += u32::from(collide(&tree, &here, &tree, pose_b, &mut scratch));
            let _ = for_each_pair(&tree, &here, &tree, pose_b, &mut scratch, |_, _| {
                pairs += 1;
                std::ops::ControlFlow::Continue(())
            });
        }
        (hits, pairs)
    };
    let warm = ask();
    assert!(warm.0 > 10 && warm.1 > 1000, "{warm:?}");

    let region = Region::new(COUNTED);
    let again = ask();
    let change = region.change();
    assert_eq!(again, warm);
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    // The last stage of the triangle test may allocate big numbers; generic poses never reach it.
    assert_eq!(scratch.counts.stages.exact, 0);
}
