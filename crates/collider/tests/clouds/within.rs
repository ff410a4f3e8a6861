//! Which points of a cloud are within a tolerance: each as if it were alone.

use obbtree_collider::{Body, PointCloud, Query};
use obbtree_predicates::Pose;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::{cube, place, soup, vector};

/// What is true of each point by itself.
fn alone(cloud: &PointCloud, mut is_near: impl FnMut(&PointCloud) -> bool) -> Vec<bool> {
    let kept = cloud.kept();
    let radius = |n: usize| kept.radii.as_ref().map_or(cloud.largest_radius(), |radii| radii[n]);
    let one = |n: usize| PointCloud::new(&[kept.points[n]], radius(n)).expect("finite");
    (0..cloud.len()).map(|n| is_near(&one(n))).collect()
}

#[test]
fn points_near_meshes_are_those_that_are_near_alone() {
    let mut random = Pcg64Mcg::seed_from_u64(3311);
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 400 } else { 40 };
    let (mut near, mut far) = (0, 0);
    for case in 0..cases {
        let count = random.random_range(1..4000);
        let points: Vec<[f64; 3]> =
            (0..count).map(|_| (vector(&mut random) * 0.9).into()).collect();
        let radii: Vec<f64> = points.iter().map(|_| random.random_range(0.0..0.05)).collect();
        let cloud = match case % 2 {
            0 => PointCloud::new(&points, 0.02),
            _ => PointCloud::with_radii(&points, &radii),
        };
        let cloud = cloud.expect("finite");
        let body = Body::new(if case % 3 == 0 { soup(&mut random, 300, 0.1) } else { cube() });
        // The cloud is where it is, the mesh somewhere in it.
        let at = place(&mut random, false);
        let pose = Pose::new(*at.rotation(), vector(&mut random) * 0.5).expect("a rotation");
        let tolerance = [0.0, 0.1, 0.4][random.random_range(0..3)];
        let mut query = Query::new().solid(random.random_range(0..4) > 0);
        let here = Pose::identity();
        let said = query.points_within(&cloud, &here, &body, &pose, tolerance);
        let expected = alone(&cloud, |one| query.closer_than(one, &here, &body, &pose, tolerance));
        assert_eq!(said, expected, "case {case}, tolerance {tolerance}");
        assert!(query.points_within(&cloud, &here, &body, &pose, -0.1).iter().all(|near| !near));
        assert!(
            query.points_within(&cloud, &here, &body, &pose, f64::NAN).iter().all(|near| !near)
        );
        near += said.iter().filter(|near| **near).count();
        far += said.iter().filter(|near| !**near).count();
    }
    eprintln!("{near} near, {far} far");
    assert!(near * 10 > 2 * far && far * 10 > 2 * near, "{near} near, {far} far");
}

/// A mask says which points it is about by their numbers, whatever was given twice or left out.
#[test]
fn what_is_left_of_a_cloud_is_what_the_mask_does_not_name() {
    let mut random = Pcg64Mcg::seed_from_u64(3312);
    for case in 0..60 {
        let mut points: Vec<[f64; 3]> = (0..300)
            .map(|n| if n % 7 == 3 { [f64::NAN; 3] } else { vector(&mut random).into() })
            .collect();
        points.extend_from_within(..20);
        let radii: Vec<f64> = points.iter().map(|_| random.random_range(0.0..0.1)).collect();
        let cloud = match case % 2 {
            0 => PointCloud::without_nan(&points, 0.05),
            _ => PointCloud::without_nan(&points, &radii[..]),
        };
        let cloud = cloud.expect("some are left");
        let mask: Vec<bool> = (0..cloud.len()).map(|_| random.random_range(0..2) == 0).collect();
        let (all, rest) = (cloud.kept(), cloud.without(&mask).expect("some are left"));
        let stays: Vec<usize> = (0..mask.len()).filter(|&n| !mask[n]).collect();
        let kept = rest.kept();
        assert_eq!(kept.points, stays.iter().map(|&n| all.points[n]).collect::<Vec<_>>());
        assert_eq!(kept.numbers, stays.iter().map(|&n| all.numbers[n]).collect::<Vec<_>>());
        let radii_of = |radii: &Vec<f64>| stays.iter().map(|&n| radii[n]).collect::<Vec<_>>();
        assert_eq!(kept.radii, all.radii.as_ref().map(radii_of));
        assert_eq!(rest.given(), cloud.given());
        assert_eq!(rest.left_out(), cloud.left_out() + mask.len() - stays.len());
    }
    let one = PointCloud::new(&[[0.0; 3]], 0.1).expect("a point");
    assert!(one.without(&[true]).expect("a mask").is_empty());
    let message = one.without(&[]).expect_err("no entry").to_string();
    assert_eq!(message, "there are 1 points and 0 entries of their mask");
}
