//! A cloud is the same bit by bit, on however many threads it is made.

#![cfg(feature = "parallel")]

mod support;

use obbtree_cloud::{PointCloud, Voxels};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use support::{check_boxes, places};

/// Everything that is kept, in words: numbers in all their digits.
fn on(threads: usize, make: &(dyn Fn() -> PointCloud + Sync)) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| format!("{:?}", make()))
}

#[test]
fn clouds_do_not_depend_on_the_number_of_threads() {
    let random = &mut Pcg64Mcg::seed_from_u64(221);
    // Above the number of points from which on all threads are used; some are equal.
    let count = 70_000;
    let single: Vec<[f32; 3]> = (0..count)
        .map(|n| match n % 9 {
            0 => [0.25 * f32::from(n as u8 % 8), 0.5, 1e-3],
            _ => [(); 3].map(|()| random.random_range(-1.0_f32..1.0)),
        })
        .collect();
    let double: Vec<[f64; 3]> = single.iter().map(|p| p.map(|x| 0.1 * f64::from(x))).collect();
    let radii: Vec<f64> = (0..count).map(|n| 1e-3 * f64::from(n as u8)).collect();
    let cells: Vec<[i32; 3]> = single.iter().map(|p| p.map(|x| (40.0 * x) as i32)).collect();
    let makes: [&(dyn Fn() -> PointCloud + Sync); 5] = [
        &|| PointCloud::new(&single, 0.01).expect("finite"),
        &|| PointCloud::new(&double, 0.01).expect("finite"),
        &|| PointCloud::with_radii(&single, &radii).expect("finite"),
        &|| Voxels::from_cells(&cells, [0.1; 3], 0.1).expect("cells").items().clone(),
        &|| Voxels::from_leaves(&double, 0.01).expect("leaves").items().clone(),
    ];
    for (n, make) in makes.into_iter().enumerate() {
        let one = on(1, make);
        for threads in [2, 3, 7] {
            assert!(one == on(threads, make), "cloud {n} on {threads} threads");
        }
        let cloud = make();
        assert!(one == format!("{cloud:?}"), "cloud {n} where nobody gives threads");
        assert_eq!(places(&cloud).len(), cloud.len());
    }
    let some: Vec<[f64; 3]> = double[..66_000].iter().copied().step_by(1).collect();
    check_boxes(&PointCloud::new(&some[..40_000], 0.0).expect("finite"));
    // What is wrong is said of the first, whoever finds it.
    let mut wrong = double.clone();
    for n in [69_999, 40_001, 50_000] {
        wrong[n][1] = f64::INFINITY;
    }
    let message = PointCloud::new(&wrong, 0.0).expect_err("infinite").to_string();
    assert_eq!(message, "point 40001 has y = inf, not a finite number");
}
