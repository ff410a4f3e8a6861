//! What a sweep of a robot says besides its times: the parts that meet, where, and how close what
//! is given up on comes.

mod support;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::{Body, Query, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Robot, configuration_at};
use obbtree_scene::{Part, PartPair};

use support::{alone, among, at, robot, world};

/// A sphere of radius 0.5, and a box beside it, that slide along x.
const CART: &str = r#"<robot name="cart"><link name="rail"/>
    <link name="cart"><collision><geometry><sphere radius="0.5"/></geometry></collision>
      <collision><origin xyz="0 2 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
    <joint name="drive" type="prismatic"><parent link="rail"/><child link="cart"/>
      <axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint></robot>"#;

/// The plane x = 4, of two triangles: the box's side has y above 0.
fn wall() -> Part {
    let corners = vec![[4.0, 1.0, -9.0], [4.0, 9.0, -9.0], [4.0, 9.0, 9.0], [4.0, 1.0, 9.0]];
    Part::new(Body::new(Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh")))
}

fn sphere(radius: f64) -> Part {
    Part::new(Shape::sphere([0.0; 3], radius).expect("a shape"))
}

fn sweep(checker: &mut Checker, from: f64, to: f64, options: SweepOptions) -> Sweep<PartPair> {
    checker.sweep(&[from], &[to], &options).expect("within the limits")
}

#[test]
fn a_contact_says_which_parts_meet_and_where() {
    let scene =
        world([("wall", wall(), Pose::identity()), ("lamp", sphere(1.0), at([0.0, 9.0, 0.0]))]);
    let mut checker = among(robot(CART), &scene);
    let wall = checker.world().id("wall").expect("a body");
    let cart = checker.world().id("cart").expect("a link");
    let found = sweep(&mut checker, -1.0, 9.0, SweepOptions::default());
    assert_eq!(found.pair().map(|pair| (pair.bodies, pair.parts)), Some(([cart, wall], [1, 0])));
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    assert!(found.last_free < 0.45 && 0.45 <= found.first_contact && found.poses_meet);
    assert!(found.first_contact - found.last_free <= 1e-3, "{found:?}");
    // The poses are those of the box, and of the wall, and make them meet at the points.
    let q = configuration_at(&[-1.0], &[9.0], found.first_contact);
    assert_eq!(found.poses, [at([q[0], 2.0, 0.0]), Pose::identity()]);
    let cube = Shape::cuboid([0.5; 3]).expect("a shape");
    let world = checker.world();
    let other = world.parts(wall).expect("parts")[0].collider();
    assert!(Query::new().collide(&cube, &found.poses[0], other, &found.poses[1]));
    let [on_cart, on_wall] = found.points.expect("points");
    assert!((on_cart - on_wall).norm() < 1e-9 && (on_wall.x - 4.0).abs() < 1e-9, "{found:?}");
    assert!(found.triangles[0].is_none() && found.triangles[1].is_some_and(|id| id < 2));
}

/// A margin moves the contact away from the surface, and is what is proven of a free motion.
#[test]
fn a_margin_is_where_the_contact_is() {
    let mut checker = among(robot(CART), &world([("lamp", sphere(1.0), at([5.0, 0.0, 0.0]))]));
    let plain = SweepOptions::default();
    let free = |clearance| Sweep::Free { clearance };
    assert_eq!(sweep(&mut checker, 0.0, 3.4, plain), free(0.0));
    checker.change(|world| world.set_margin(0.25)).expect("a margin");
    assert_eq!(sweep(&mut checker, 0.0, 3.2, plain), free(0.25));
    let Sweep::Contact(found) = sweep(&mut checker, 0.0, 4.0, plain) else { panic!("no contact") };
    assert!((4.0 * found.first_contact - 3.25).abs() < 0.005 && found.poses_meet, "{found:?}");
    let [on_cart, on_lamp] = found.points.expect("points");
    assert!(((on_lamp - on_cart).norm() - 0.25).abs() < 0.005, "{found:?}");
    assert_eq!(sweep(&mut alone(robot(CART)), 0.0, 9.0, plain), free(f64::INFINITY));
}

/// The sphere passes at 1e-4: proven, with a tolerance too. At 1e-7 it is given up on; and a
/// contact is found whatever the tolerance.
#[test]
fn what_comes_closer_than_the_tolerance_is_given_up_on() {
    let passing = |gap: f64| world([("lamp", sphere(1.0), at([5.0, -1.5 - gap, 0.0]))]);
    let plain = SweepOptions::default();
    let tolerant = plain.distance_tolerance(1e-2);
    let mut checker = among(robot(CART), &passing(1e-4));
    for options in [plain, tolerant, plain.distance_tolerance(1e-9)] {
        assert!(sweep(&mut checker, 0.0, 9.0, options).is_free());
    }
    let mut checker = among(robot(CART), &passing(1e-7));
    let found = sweep(&mut checker, 0.0, 9.0, tolerant);
    let Sweep::Undecided(close) = &found else { panic!("{found:?}") };
    assert!(close.last_free > 0.5 && close.until > close.last_free && close.until < 0.6);
    assert!(close.distance >= 9e-8 && close.distance < 2e-2, "{close:?}");
    let [p, q] = close.points;
    assert!(((p - q).norm() - close.distance).abs() < 1e-9, "{close:?}");
    // Deeper by 0.1 it is a contact, known to within the time tolerance.
    let mut checker = among(robot(CART), &world([("lamp", sphere(1.0), at([5.0, -1.4, 0.0]))]));
    for options in [plain, plain.distance_tolerance(1e-6)] {
        let Sweep::Contact(found) = sweep(&mut checker, 0.0, 9.0, options) else { panic!("free") };
        assert!(found.first_contact - found.last_free <= 1e-3, "{found:?}");
    }
}

/// The sphere passes at 1e-7, which takes many intervals.
#[test]
fn effort_ends_a_search() {
    let lamp = world([("lamp", sphere(1.0), at([5.0, -1.5 - 1e-7, 0.0]))]);
    let mut checker = among(robot(CART), &lamp);
    for effort in [0, 1, 9] {
        let found = sweep(&mut checker, 0.0, 9.0, SweepOptions::default().effort(effort));
        let Sweep::Undecided(close) = found else { panic!("{effort}: {found:?}") };
        assert!(close.last_free < close.until && close.distance > 0.0, "{close:?}");
    }
    // Nothing is checked, and nothing takes no effort.
    assert!(sweep(&mut alone(robot(CART)), -9.0, 9.0, SweepOptions::default().effort(0)).is_free());
}

/// Two slides, each as long as a coordinate may be: the sum is beyond all poses, and what is not
/// surely apart meets.
#[test]
fn links_without_poses_meet_and_have_no_points() {
    let sphere = r#"<collision><geometry><sphere radius="1"/></geometry></collision>"#;
    let slide = |name: &str, from: &str, to: &str| {
        format!(
            r#"<joint name="{name}" type="prismatic"><parent link="{from}"/><child link="{to}"/>
            <axis xyz="1 0 0"/><limit lower="-inf" upper="inf" effort="1" velocity="1"/></joint>"#
        )
    };
    let text = format!(
        r#"<robot name="far"><link name="a"/><link name="b"/><link name="c">{sphere}</link>
        <link name="m"/><link name="d">{sphere}</link>{}{}
        <joint name="k" type="fixed"><parent link="c"/><child link="m"/></joint>
        <joint name="l" type="fixed"><parent link="m"/><child link="d"/><origin xyz="0 5 0"/>
          </joint></robot>"#,
        slide("i", "a", "b"),
        slide("j", "b", "c")
    );
    let mut checker = alone(robot(&text));
    let (here, far) = ([0.0; 2], [obbtree_predicates::MAX_COORDINATE; 2]);
    assert!(checker.is_valid(&here) && !checker.is_valid(&far));
    let near = checker.distance(&far).expect("an answer");
    assert!(near.upper == 0.0 && near.points[0].x.is_nan(), "{near:?}");
    let found = checker.sweep(&far, &far, &SweepOptions::default()).expect("an answer");
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    assert!(found.first_contact == 0.0 && !found.poses_meet && found.points.is_none());
}

/// A name that the robot does not have was left out, and its joint held.
#[test]
fn a_group_of_names_that_do_not_exist_is_refused() {
    let text = r#"<robot name="r"><link name="base"/><link name="left"/><link name="right"/>
        <link name="tip"/>
        <joint name="l" type="continuous"><parent link="base"/><child link="left"/></joint>
        <joint name="r" type="continuous"><parent link="base"/><child link="right"/></joint>
        <joint name="t" type="continuous"><parent link="left"/><child link="tip"/></joint>
        </robot>"#;
    let robot: Robot = robot(text);
    let groups = |group: &str| {
        let text = format!(
            r#"<robot name="r"><virtual_joint name="v"/>
            <group name="g">{group}</group><group name="empty"/></robot>"#
        );
        let srdf = text.parse().expect("an SRDF");
        robot.group(&srdf, "g").map_err(|problem| problem.to_string())
    };
    for (group, expected) in [
        (r#"<joint name="t"/><joint name="v"/><group name="empty"/>"#, &[2][..]),
        (r#"<link name="tip"/><link name="base"/><group name="g"/>"#, &[2]),
        (r#"<chain base_link="base" tip_link="tip"/>"#, &[0, 2]),
        (r#"<chain base_link="left" tip_link="tip"/>"#, &[2]),
        // Through the link that both branches leave.
        (r#"<chain base_link="right" tip_link="tip"/>"#, &[0, 1, 2]),
    ] {
        assert_eq!(groups(group).as_deref(), Ok(expected), "{group}");
    }
    for (group, expected) in [
        (r#"<joint name="x"/>"#, "group 'g': the robot has no joint 'x'"),
        (r#"<link name="x"/>"#, "group 'g': the robot has no link 'x'"),
        (r#"<chain base_link="x" tip_link="tip"/>"#, "group 'g': the robot has no link 'x'"),
        (r#"<group name="x"/>"#, "group 'x': there is no such group"),
    ] {
        assert_eq!(groups(group).expect_err("a wrong name"), expected);
    }
}
