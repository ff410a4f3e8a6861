//! A query allocates nothing once its scratch is warm.

use std::alloc::System;
use std::ops::ControlFlow;

use obbtree::query::Aim;
use obbtree::{Counts, Engine, Mesh, Pose, classic, wide, wide::Packing};
use obbtree_tests::shapes::{pose, random, sphere};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn a_warm_scratch_allocates_nothing<T: Engine>(build: impl Fn(&Mesh) -> T) {
    let tree = build(&sphere(4, 1.0));
    let mut random = random(21);
    let poses: Vec<_> = (0..60).map(|_| pose(&mut random, 1.0)).collect();
    let here = Pose::identity();
    let mut scratch = T::Scratch::default();
    let mut ask = || {
        let mut counts = Counts::default();
        let (mut hits, mut pairs) = (0, 0);
        for pose_b in &poses {
            let counts = &mut counts;
            let (a, b, scratch) = (&tree, &tree, &mut scratch);
            let first =
                T::search(a, &here, b, pose_b, Aim::First, Some(counts), scratch, |_, _| {
                    ControlFlow::Break(())
                });
            hits += u32::from(first.is_break());
            let _ = T::search(a, &here, b, pose_b, Aim::All, Some(counts), scratch, |_, _| {
                pairs += 1;
                ControlFlow::Continue(())
            });
        }
        (hits, pairs, counts)
    };
    let warm = ask();
    assert!(warm.0 > 10 && warm.1 > 1000, "{warm:?}");

    let region = Region::new(COUNTED);
    let again = ask();
    let change = region.change();
    assert_eq!(again, warm);
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    // The last stage of the triangle test may allocate big numbers; generic poses never reach it.
    assert_eq!(again.2.stages.exact, 0);
}

/// One test for both engines: the allocator counts for the whole process.
#[test]
fn warm_scratches_allocate_nothing() {
    a_warm_scratch_allocates_nothing(|mesh| classic::build(mesh, &Default::default()));
    a_warm_scratch_allocates_nothing(|mesh| wide::build(mesh, &Default::default()));
    let packed = wide::Config { packing: Packing::All, ..Default::default() };
    a_warm_scratch_allocates_nothing(|mesh| wide::build(mesh, &packed));
}
