//! Free regions: corners, edges and random configurations of each are free, and it is not small
//! where there is room.

mod support;

use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, Region};
use obbtree_scene::{Part, Scene};

use support::{among, at, bare_arm, robot, world};

/// The arm of the test data, 4 values, among spheres.
fn arm(random: &mut Random) -> Checker {
    let mut world = Scene::new();
    for n in 0..6 {
        let mut number = || 2.4 * random.uniform() - 1.2;
        let at = at([number(), number(), 0.3 + number()]);
        let lamp = Part::new(Shape::sphere([0.0; 3], 0.1).expect("a shape"));
        world.add(&format!("lamp {n}"), lamp, at).expect("a new name");
    }
    among(bare_arm(), &world)
}

fn in_region(region: &Region, mut share: impl FnMut() -> f64) -> Vec<f64> {
    let ends = region.low.iter().zip(&region.high);
    ends.map(|(low, high)| (low + share() * (high - low)).clamp(*low, *high)).collect()
}

#[test]
fn all_that_is_in_a_region_is_free() {
    let mut random = Random(2);
    let (mut free, mut all) = (0, 0);
    let mut checker = arm(&mut random);
    for n in 0..400 {
        if n % 40 == 0 {
            checker = arm(&mut random);
        }
        let mut sampling = checker.clone();
        let at = checker.robot().random(|| random.uniform());
        let found = checker.free_region(&at, [0, 1, 8, 64, 512][n % 5]).expect("an answer");
        all += 1;
        assert_eq!(found.is_some(), sampling.is_valid(&at));
        let Some(region) = found else { continue };
        free += 1;
        assert!(region.contains(&at));
        for k in 0..200 {
            let inside = match k % 2 {
                0 => in_region(&region, || f64::from(random.uniform() < 0.5)), // a corner
                _ => in_region(&region, || random.uniform()),
            };
            assert!(
                region.contains(&inside) && sampling.is_valid(&inside),
                "{inside:?} {region:?}"
            );
        }
    }
    assert!(free * 10 > all * 3 && free * 10 < all * 8, "{free} of {all} are free");
}

/// More effort gives a box as large or larger; with enough, as large as the way to the next
/// collision lets one expect.
#[test]
fn a_region_is_not_small_where_there_is_room() {
    let mut random = Random(4);
    let mut checked = 0;
    let mut checker = arm(&mut random);
    while checked < 60 {
        let at = checker.robot().random(|| random.uniform());
        if !checker.is_valid(&at) {
            continue;
        }
        checked += 1;
        let clearance = checker.distance(&at).expect("a pair").lower;
        let few = checker.free_region(&at, 32).expect("an answer").expect("free");
        let many = checker.free_region(&at, 256).expect("an answer").expect("free");
        let size = |region: &Region| -> f64 {
            region.low.iter().zip(&region.high).map(|(low, high)| (high - low).ln()).sum()
        };
        assert!(size(&many) >= size(&few), "{few:?} {many:?}");
        // The arm reaches no farther than 2: no value moves anything by more.
        let narrowest = many.low.iter().zip(&many.high).map(|(low, high)| high - low);
        let narrowest = narrowest.fold(f64::INFINITY, f64::min);
        assert!(narrowest > 0.5 * clearance / (4.0 * 2.0), "{narrowest} {clearance}");
    }
}

/// A turn that nothing is near is free all around, and limits are kept exactly.
#[test]
fn a_region_ends_at_limits() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="i" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
        <origin xyz="9 0 0"/></joint><joint name="j" type="prismatic"><parent link="a"/><child link="c"/>
        <axis xyz="0 0 1"/><limit lower="1.3" upper="2.7" effort="1" velocity="1"/></joint>
        </robot>"#;
    let lamp = Part::new(Shape::sphere([0.0; 3], 0.5).expect("a shape"));
    let mut checker = among(robot(text), &world([("lamp", lamp, Pose::identity())]));
    let region = checker.free_region(&[0.1, 2.0], 64).expect("an answer").expect("free");
    assert_eq!(region, Region { low: vec![0.1 - 4.0, 1.3], high: vec![0.1 + 4.0, 2.7] });
    // Beyond the limits too, down to near where the spheres touch.
    let mut wide = checker.clone().ignoring_limits(true);
    let region = wide.free_region(&[0.0, 2.0], 64).expect("an answer").expect("free");
    assert!(region.low[1] > 1.0 && region.low[1] < 1.1 && region.high[1] == 6.0, "{region:?}");
    assert!(wide.free_region(&[0.0, 0.5], 64).expect("an answer").is_none());
    let error = checker.free_region(&[0.0, 0.5], 64).expect_err("beyond the limits");
    assert!(error.to_string().contains("joint 'j'"), "{error}");
    assert!(checker.free_region(&[0.0, f64::NAN], 64).is_err());
    assert!(checker.free_region(&[0.0], 64).is_err());
}

/// A body that floats: its quaternion stays.
#[test]
fn a_floating_link_has_a_region_of_places() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="f" type="floating"><parent link="a"/><child link="b"/></joint></robot>"#;
    let lamp = Part::new(Shape::sphere([3.0, 0.0, 0.0], 0.5).expect("a shape"));
    let mut checker = among(robot(text), &world([("lamp", lamp, Pose::identity())]));
    let at = checker.robot().zero();
    let region = checker.free_region(&at, 200).expect("an answer").expect("free");
    assert_eq!((&region.low[3..], &region.high[3..]), (&at[3..], &at[3..]));
    assert!(region.high[0] > 0.5 && region.high[0] < 2.0, "{region:?}");
    let mut random = Random(6);
    for _ in 0..500 {
        assert!(checker.is_valid(&in_region(&region, || random.uniform())));
    }
}
