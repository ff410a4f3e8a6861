//! Points of depth images are those of the formula in rational arithmetic, to the rounding stated;
//! which pixels show nothing.

mod support;

use num_rational::BigRational;
use obbtree_cloud::{Camera, CloudError, DepthValue, PointCloud, Radius};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// Are the points of an image within this share of those of the formula?
fn check<T: DepthValue>(depths: &[T], width: usize, camera: &Camera, share: f64) {
    let cloud = PointCloud::from_depth(depths, width, camera, 0.25).expect("a cloud");
    let kept = cloud.kept();
    assert_eq!(cloud.given(), depths.len());
    let [fx, fy] = camera.focal.map(exact);
    let [cx, cy] = camera.center.map(exact);
    let mut seen = 0;
    for (pixel, &depth) in depths.iter().enumerate() {
        let depth: f64 = depth.into();
        let z = camera.scale * depth;
        let is_there = depth > 0.0 && z <= camera.far && z >= camera.near && z.is_finite();
        let place = kept.numbers.binary_search(&(pixel as u32));
        assert_eq!(place.is_ok(), is_there, "pixel {pixel}");
        let Ok(place) = place else { continue };
        seen += 1;
        let [u, v] = [pixel % width, pixel / width].map(|n| exact(n as f64));
        let z = exact(camera.scale) * exact(depth);
        let wanted = [(u - &cx) / &fx * &z, (v - &cy) / &fy * &z, z];
        for (found, wanted) in kept.points[place].map(exact).iter().zip(&wanted) {
            let (off, size) = (found - wanted, exact(share) * wanted);
            assert!(&off * &off <= &size * &size, "{found} for {wanted}");
        }
    }
    assert_eq!(seen + cloud.left_out(), depths.len());
    let all = depths.len();
    assert!(3 * seen > all && 10 * seen < 9 * all, "{seen} of {all} show something");
}

#[test]
fn points_are_those_of_the_formula() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for round in 0..20 {
        let width = 1 + round;
        let focal = [random.random_range(200.0..900.0), random.random_range(-900.0..-200.0)];
        let center = [random.random_range(-3.0..30.0), random.random_range(-3.0..30.0)];
        let camera = Camera::new(focal, center).with_scale(0.001).within(0.5, 50.0);
        let deep: Vec<u16> = (0..width * 30).map(|_| random.random()).collect();
        check(&deep, width, &camera, 6.1e-8);
        let nothing = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -2000.0, 0.0, 3e38];
        let deep: Vec<f32> = (0..width * 30)
            .map(|_| match random.random_range(0..12) {
                n @ 0..6 => nothing[n],
                _ => random.random_range(600.0..49_000.0),
            })
            .collect();
        check(&deep, width, &camera, 6.1e-8);
        let deep: Vec<f64> = deep.iter().map(|&x| f64::from(x) * (1.0 + 1e-12)).collect();
        check(&deep, width, &camera, 4.5e-16);
    }
}

#[test]
fn pixels_may_be_uncertain_each() {
    let camera = Camera::new([1.0, 1.0], [0.0, 0.0]);
    let radii = [0.1, f64::NAN, 0.3];
    let cloud = PointCloud::from_depth(&[1.0_f32, 0.0, 2.0], 3, &camera, &radii[..]).expect("one");
    assert_eq!(cloud.kept().radii, Some(vec![0.1, 0.3]));
    assert_eq!(cloud.kept().numbers, [0, 2]);
    let wrong = PointCloud::from_depth(&[1.0_f32, 0.0, 2.0], 3, &camera, &[0.1, 0.2, -1.0][..]);
    assert_eq!(wrong.unwrap_err(), CloudError::Radius { point: Some(2), value: -1.0 });
    let wrong = PointCloud::from_depth(&[1.0_f32, 0.0, 2.0], 3, &camera, &radii[..2]);
    assert_eq!(wrong.unwrap_err(), CloudError::Count { points: 3, radii: 2 });
}

#[test]
fn what_gives_no_points_is_refused() {
    let good = Camera::new([1.0, 1.0], [0.0, 0.0]);
    let check = |depths: &[f64], width, camera: &Camera, message: &str| {
        let error = PointCloud::from_depth(depths, width, camera, 0.0).unwrap_err().to_string();
        assert_eq!(error, message);
    };
    check(&[1.0; 4], 3, &good, "4 depths do not fill rows of 3");
    check(&[1.0; 4], 0, &good, "4 depths do not fill rows of 0");
    let camera = |fx, cx| Camera::new([fx, 1.0], [cx, 0.0]);
    check(&[1.0], 1, &camera(0.0, 0.0), "the camera has fx = 0.0, not a length of pixels");
    check(&[1.0], 1, &camera(1.0, f64::NAN), "the camera has cx = NaN, not a finite number");
    let scaled = good.with_scale(-1.0);
    check(&[1.0], 1, &scaled, "the camera has scale = -1.0, not a number above 0");
    let narrow = good.within(2.0, 1.0);
    check(&[1.0], 1, &narrow, "the camera has far = 1.0, not at least the nearest depth");
    let beyond = "beyond 1.8092513943330656e75, the largest coordinate that is supported";
    check(&[1.0, 1e300], 2, &good, &format!("point 1 has x = 1e300, {beyond}"));
}

#[test]
fn numbers_are_those_of_the_points_given() {
    let nan = [f64::NAN; 3];
    let points = [nan, [1.0, 2.0, 3.0], [0.0; 3], nan, [1.0, 2.0, 3.0], [0.0, f64::INFINITY, 0.0]];
    let cloud = PointCloud::without_nan(&points[..5], 0.5).expect("a cloud");
    assert_eq!((cloud.given(), cloud.len(), cloud.left_out()), (5, 2, 2));
    assert_eq!(cloud.kept().numbers, [1, 2]);
    let radii = [0.0, 1.0, 0.0, 0.0, 2.0];
    let cloud = PointCloud::without_nan(&points[..5], Radius::Each(&radii)).expect("a cloud");
    assert_eq!((cloud.kept().numbers, cloud.largest_radius()), (vec![2, 4], 2.0));
    let error = PointCloud::without_nan(&points, 0.5).unwrap_err().to_string();
    assert_eq!(error, "point 5 has y = inf, not a finite number");
    // Nothing is seen.
    let camera = Camera::new([1.0, 1.0], [0.0, 0.0]);
    for none in [
        PointCloud::without_nan(&[nan; 3], 0.5),
        PointCloud::without_nan(&[nan; 3], Radius::Each(&[0.5, -1.0, f64::NAN])),
        PointCloud::from_depth(&[0_u16; 3], 3, &camera, 0.5),
        PointCloud::from_depth(&[0.0, f64::NAN, -1.0], 1, &camera, Radius::Each(&[0.5; 3])),
    ] {
        let none = none.expect("a cloud");
        assert_eq!((none.given(), none.len(), none.left_out()), (3, 0, 3));
        assert_eq!((none.kept().numbers.len(), none.is_empty()), (0, true));
    }
    assert!(PointCloud::from_depth::<f32>(&[], 2, &camera, 0.5).expect("a cloud").is_empty());
    assert!(PointCloud::without_nan(&[nan; 3], -1.0).is_err());
    assert!(PointCloud::without_nan(&[nan; 3], Radius::Each(&[0.5; 2])).is_err());
    let three = PointCloud::new(&[[0.0; 3], [1.0; 3], [2.0; 3]], 0.0).expect("a cloud");
    for (numbers, message) in [
        (&[0, 1][..], "there are 3 points and 2 numbers of them"),
        (&[0, 2, 2], "point 2 of those kept has the number 2, which is no number of its own"),
        (&[0, 2, 9], "point 2 of those kept has the number 9, which is no number of its own"),
    ] {
        let error = three.clone().with_numbers(numbers, 9, 0).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// The same points, sorted.
fn by_sorting<T: DepthValue>(depths: &[T], width: usize, camera: &Camera) -> Vec<[f32; 3]> {
    let point = |(n, &depth): (usize, &T)| {
        let depth: f64 = depth.into();
        let z = camera.scale * depth;
        let across = ((n % width) as f64 - camera.center[0]) / camera.focal[0];
        let down = ((n / width) as f64 - camera.center[1]) / camera.focal[1];
        let is_seen = depth.is_finite() && z > 0.0 && camera.near <= z && z <= camera.far;
        let point = [across * z, down * z, z].map(|x| x as f32);
        if is_seen { point } else { [f32::NAN; 3] }
    };
    depths.iter().enumerate().map(point).collect()
}

#[test]
fn a_cloud_in_the_order_of_pixels_is_that_of_its_points() {
    let random = &mut Pcg64Mcg::seed_from_u64(231);
    for case in 0..60 {
        let (width, height) = (random.random_range(1..70), random.random_range(1..50));
        let share = [0.0, 0.1, 0.7][case % 3];
        let depths: Vec<f32> = (0..width * height)
            .map(|_| match random.random_bool(share) {
                true => [0.0, f32::NAN, -1.0, f32::INFINITY, 9.0][random.random_range(0..5)],
                false => 1.0 + (random.random_range(0..3000_u16) as f32) * 1e-3,
            })
            .collect();
        // Far from the middle, and focal lengths of all kinds: some have to be sorted.
        let center = [[31.5, 20.0], [-3e6, 2.0], [0.0, 0.0]][case / 3 % 3];
        let focal = [[50.0, 50.0], [-60.0, 1e-3], [1e30, 70.0]][case / 9 % 3];
        let camera = Camera::new(focal, center).within(0.0, 8.0);
        let radii: Vec<f64> = depths
            .iter()
            .map(|d| if d.is_finite() { 0.01 * f64::from(d.abs()) } else { -1.0 })
            .collect();
        let points = by_sorting(&depths, width, &camera);
        for radius in [Radius::One(0.01), Radius::Each(&radii)] {
            let found = PointCloud::from_depth(&depths, width, &camera, radius);
            let wanted = PointCloud::without_nan(&points, radius);
            let (found, wanted) = match (found, wanted) {
                (Ok(found), Ok(wanted)) => (found, wanted),
                (found, wanted) => {
                    assert_eq!(found.err(), wanted.err());
                    continue;
                }
            };
            assert_eq!(found.kept(), wanted.kept());
            assert_eq!((found.given(), found.left_out()), (wanted.given(), wanted.left_out()));
            assert_eq!((found.aabb(), found.is_single()), (wanted.aabb(), wanted.is_single()));
            assert_eq!(found.largest_radius(), wanted.largest_radius());
            support::check_boxes(&found);
        }
    }
}
