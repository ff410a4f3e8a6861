//! Answers that were wrong, and the gaps behind them: sums that rounded down, squares that
//! underflowed, limits of which a cell is an ulp, angles whose offset rounds. Each robot is queried
//! with memory, without, and along lines.

mod support;

use std::sync::Arc;

use obbtree_ccd::SweepOptions;
use obbtree_collider::{Body, Query, Shape};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Kinematics, Robot};
use obbtree_scene::Part;

use support::{CART, alone, among, at, triangle, world};

fn robot(text: &str) -> Arc<Robot> {
    Arc::new(support::robot(text))
}

/// Corners of a triangle that points at the origin from `x`.
fn spike(x: f64) -> Body {
    triangle([[x, 0.0, 0.0], [x + 0.4, 0.1, 0.0], [x + 0.4, 0.0, 0.1]])
}

/// A sphere of radius 1e6 that slides along x by -`q`, with its surface at x = -`q`; and a spike
/// as an obstacle.
fn large_sphere(upper: &str, tip: f64) -> Checker {
    let text = format!(
        r#"<robot name="r"><link name="base"/>
        <link name="tool"><collision><origin xyz="-1000000 0 0"/><geometry>
          <sphere radius="1000000"/></geometry></collision></link>
        <joint name="j" type="prismatic"><parent link="base"/><child link="tool"/>
          <axis xyz="1 0 0"/>
        <limit lower="0" upper="{upper}" effort="1" velocity="1"/></joint></robot>"#
    );
    among(robot(&text), &world([("spike", Part::new(spike(tip)), Pose::identity())]))
}

/// The two files of data: a sphere of radius 1e6 on the root, and a mesh that slides into it.
fn slid_into(upper: &str, tip: f64) -> Checker {
    let text = format!(
        r#"<robot name="r">
        <link name="base"><collision><origin xyz="-1000000 0 0"/><geometry>
          <sphere radius="1000000"/></geometry></collision></link>
        <link name="mid"/>
        <link name="tool"><collision><geometry><mesh filename="spike.obj"/></geometry></collision>
          </link>
        <joint name="f" type="fixed"><parent link="base"/><child link="mid"/></joint>
        <joint name="j" type="prismatic"><parent link="mid"/><child link="tool"/>
          <axis xyz="-1 0 0"/>
        <limit lower="0" upper="{upper}" effort="1" velocity="1"/></joint></robot>"#
    );
    alone(Robot::from_urdf_with(&text, |_, _| Ok(spike(tip))).expect("a robot"))
}

/// Case 1: a radius of 1e6 and a tolerance of 1e-11 were 1e6, so that the table said of all values
/// "apart".
#[test]
fn a_large_radius_does_not_swallow_what_a_cell_moves() {
    let value = 1.000_087_614_493_370_1e-6;
    let mut narrow = slid_into("1.0000876144933701e-06", 1.000_048_614_493_370_1e-6);
    let mut wide = slid_into("2", 1.000_048_614_493_370_1e-6);
    assert!(!wide.is_valid(&[value]));
    assert!(!narrow.is_valid(&[value]), "it collides by 3.9e-11");
}

/// Case 2: the same along a line.
#[test]
fn a_large_radius_does_not_swallow_what_a_motion_moves() {
    let end = 1.000_000_000_09;
    let mut checker = slid_into("2", 1.000_000_000_046);
    assert!(!checker.clone().is_valid(&[end]) && checker.is_valid(&[0.0]));
    assert!(!checker.is_motion_valid(&[0.0], &[end]));
    let verdict = checker.sweep(&[0.0], &[end], &SweepOptions::default()).expect("an end");
    assert!(!verdict.is_free());
}

/// The shape moves, and the mesh is the obstacle.
#[test]
fn a_large_sphere_that_moves_is_as_certain() {
    let end = 1.000_000_000_09;
    let mut checker = large_sphere("2", 1.000_000_000_046);
    assert!(!checker.clone().is_valid(&[end]) && checker.is_valid(&[0.0]));
    assert!(!checker.is_motion_valid(&[0.0], &[end]));
    let mut path = checker.clone();
    for k in 0..=1000 {
        let q = [end * f64::from(k) / 1000.0];
        assert_eq!(path.is_valid(&q), checker.clone().remembering(false).is_valid(&q), "{q:?}");
    }
}

/// Two spheres of a radius, their centres apart by a vector: links that a joint rotates about
/// themselves.
fn two_spheres(radius: f64, away: [f64; 3]) -> Checker {
    let ([x, y, z], limit) = (away, 4.0 * radius);
    let text = format!(
        r#"<robot name="r"><link name="a"><collision><geometry><sphere radius="{radius:e}"/>
            </geometry></collision></link>
        <link name="b"><collision><origin xyz="{x:e} {y:e} {z:e}"/><geometry>
          <sphere radius="{radius:e}"/></geometry></collision></link>
        <link name="m"/>
        <joint name="j0" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
        <limit lower="-{limit:e}" upper="{limit:e}" effort="1" velocity="1"/></joint>
        <joint name="j" type="continuous"><parent link="m"/><child link="b"/><axis xyz="1 0 0"/>
          </joint></robot>"#
    );
    alone(robot(&text))
}

/// Case 5 and its siblings: two spheres that overlap, at all sizes. Squares underflowed in `f32`,
/// and below 1e-154 in `f64`.
#[test]
fn spheres_that_overlap_do_so_at_every_size() {
    for exponent in -160..=70 {
        let size = |x: &str| format!("{x}e{exponent}").parse::<f64>().expect("a number");
        let mut checker = two_spheres(size("2.9"), [size("2.776"); 3]);
        assert!(!checker.is_valid(&[0.0, 0.0]), "{exponent}");
        assert!(!checker.is_motion_valid(&[0.0, 0.0], &[0.0, 1e-3]), "{exponent}");
        assert_eq!(checker.distance(&[0.0, 0.0]).expect("a pair").lower, 0.0, "{exponent}");
    }
}

/// Spheres that overlap by a part of their size on one, two and three axes, or are apart by one.
#[test]
fn spheres_collide_at_every_scale_if_they_overlap_and_not_if_they_are_apart() {
    for exponent in (-160..-40).step_by(5) {
        let radius = 2.0_f64.powi(exponent) * 1.3;
        for axes in 1..=3_usize {
            let at = |distance: f64| {
                let x = distance * radius / (axes as f64).sqrt();
                std::array::from_fn(|k| if k < axes { x } else { 0.0 })
            };
            assert!(!two_spheres(radius, at(1.9)).is_valid(&[0.0, 0.0]), "2^{exponent} {axes}");
            assert!(two_spheres(radius, at(2.1)).is_valid(&[0.0, 0.0]), "2^{exponent} {axes}");
        }
    }
}

/// A turn about an axis that a small thing is 1e-170 beside: its distance from the axis
/// underflowed.
#[test]
fn a_turn_about_an_axis_at_an_unimaginable_distance_moves_something() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><collision><origin xyz="1e-170 0 0"/><geometry><sphere radius="1e-180"/>
          </geometry></collision></link>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
          </joint></robot>"#;
    let there = Shape::sphere([-1e-170, 0.0, 0.0], 1e-175).expect("a shape");
    let world = world([("o", Part::new(there), Pose::identity())]);
    let mut checker = among(robot(text), &world);
    assert!(checker.is_valid(&[0.0]) && !checker.is_valid(&[std::f64::consts::PI]));
    assert!(!checker.is_motion_valid(&[0.0], &[3.5]));
}

/// Values near 1e9 of a range that a few hundred ulps fill: cells of a table are an ulp, and their
/// middles round.
#[test]
fn cells_of_an_ulp_are_no_smaller_than_they_are() {
    for (lower, ulps) in [(1e9_f64, 300_u32), (3e7, 200), (2e4, 5000), (-1e9, 129)] {
        let step = lower.abs().next_up() - lower.abs();
        let upper = lower + step * f64::from(ulps);
        let text = format!(
            r#"<robot name="r"><link name="a"/><link name="b"><collision><origin xyz="1e6 0 0"/>
            <geometry><box size="1e-6 1e-6 1e-6"/></geometry></collision></link>
            <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
            <limit lower="{lower}" upper="{upper}" effort="1" velocity="1"/></joint></robot>"#
        );
        let robot = robot(&text);
        let mut kinematics = Kinematics::default();
        // In the way at one value of the range.
        let hit = lower + step * f64::from(ulps / 3);
        let rows = kinematics.link_poses(&robot, &[hit]).expect("poses")[1];
        let tip = Pose::try_from(rows).expect("a pose").place(&[1e6, 0.0, 0.0].into());
        let part = Part::new(Shape::cuboid([1e-7; 3]).expect("a shape"));
        let pose = at(tip.coords.into());
        let mut with = among(robot, &world([("o", part, pose)]));
        let mut without = with.clone().remembering(false);
        assert!(!with.is_valid(&[hit]));
        for k in 0..=ulps {
            let q = [lower + step * f64::from(k)];
            assert_eq!(with.clone().is_valid(&q), without.is_valid(&q), "{q:?}");
            assert_eq!(with.is_valid(&q), without.is_valid(&q), "{q:?}");
        }
    }
}

/// A shape one unit away from a joint, of a kind and along an axis, that follows another one with
/// an offset.
fn follower(shape: &str, [kind, axis]: [&str; 2], offset: f64) -> Arc<Robot> {
    robot(&format!(
        r#"<robot name="r"><link name="a"/><link name="m"/>
        <link name="b"><collision><origin xyz="1 0 0"/><geometry>{shape}</geometry></collision>
          </link>
        <joint name="j" type="revolute"><parent link="a"/><child link="m"/><axis xyz="0 0 1"/>
          <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
        <joint name="k" type="{kind}"><parent link="a"/><child link="b"/><axis xyz="{axis}"/>
          <limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="j" offset="{offset}"/>
          </joint></robot>"#
    ))
}

/// The angle of a joint that follows another at 1e9 rad is rounded to 1e-7: small steps of the
/// other are none, then one.
#[test]
fn an_offset_of_a_mimic_rounds_its_angle() {
    for (offset, kind) in [(1e9, "revolute"), (1e5, "revolute"), (1e9, "prismatic")] {
        let robot = follower(r#"<box size="0.1 0.1 0.1"/>"#, [kind, "0 1 0"], offset);
        let mut kinematics = Kinematics::default();
        let mut place = |q: f64| {
            let poses = kinematics.link_poses(&robot, &[q]).expect("poses");
            let pose = Pose::try_from(poses[2]).expect("a pose");
            pose.place(&[1.0, 0.0, 0.0].into())
        };
        // Beside where it is at 0, by less than the ulp of the angle.
        let ulp = f64::next_up(offset) - offset;
        let from = place(0.0);
        let to = place(ulp);
        let beside = from + (to - from) * 0.5;
        let part = Part::new(Shape::cuboid([0.05, 0.05, 0.01]).expect("a shape"));
        let away = (to - from).normalize() * 0.1001;
        let pose = at((beside + away).coords.into());
        let mut with = among(Arc::clone(&robot), &world([("o", part, pose)]));
        let mut without = with.clone().remembering(false);
        for k in -2000..=2000 {
            let q = [1e-3 * ulp * f64::from(k)];
            assert_eq!(with.is_valid(&q), without.is_valid(&q), "{offset} {q:?}");
        }
    }
}

/// Sines in lanes hold for angles up to some size: a joint whose offset alone is beyond that is
/// left to the exact tests, wherever the joint that it follows is.
#[test]
fn an_offset_of_a_mimic_is_no_angle_for_lanes() {
    for offset in [1e6, 1e13, -1e13, 1e16, 3e18] {
        let robot = follower(r#"<sphere radius="1e-5"/>"#, ["revolute", "0 0 1"], offset);
        for k in 0..20 {
            let q = 0.04 * f64::from(k) - 0.4;
            let poses = Kinematics::default().link_poses(&robot, &[q]).expect("poses");
            let pose = Pose::try_from(poses[2]).expect("a pose");
            let tip = pose.place(&[1.0, 0.0, 0.0].into());
            let dot = Part::new(Shape::sphere([0.0; 3], 1e-5).expect("a shape"));
            let world = world([("dot", dot, at(tip.coords.into()))]);
            let mut checker = among(Arc::clone(&robot), &world);
            assert!(!checker.is_valid(&[q]), "{offset} {q}");
            let [from, to] = [[q - 1e-7], [q + 1e-7]];
            assert!(!checker.is_motion_clear(&from, &to), "{offset} {q}");
            assert!(!checker.is_motion_valid(&from, &to), "{offset} {q}");
            let found = checker.sweep(&from, &to, &SweepOptions::default()).expect("a place");
            assert!(!found.is_free(), "{offset} {q}");
        }
    }
}

/// A shape among obstacles is left out where its sphere is far, and answers are those of the
/// shape.
#[test]
fn shapes_among_obstacles_are_bounded_and_answers_stay() {
    let shapes = [
        Shape::sphere([0.0, 3.0, 0.0], 1.0),
        Shape::capsule([0.0, -3.0, -1.0], [0.5, -3.0, 1.0], 0.7),
        Shape::cylinder([3.0, 0.0, -1.0], [3.0, 0.5, 1.0], 0.9),
        Shape::cone([-3.0, 0.0, -1.0], [-3.0, 1.0, 4.0], 1.5),
        Shape::hull(&[[5.0, 5.0, -1.0], [6.0, 5.0, 1.0], [5.0, 7.0, 0.0], [5.5, 5.5, 3.0]]),
        Ok(Shape::half_space()),
        Ok(Shape::plane()),
    ];
    let shapes = shapes.map(|shape| shape.expect("a shape"));
    let below = |k: usize| Pose::from_translation([0.0, 0.0, if k < 5 { 0.2 } else { -0.6 }]);
    let names = ["sphere", "capsule", "cylinder", "cone", "hull", "half-space", "plane"];
    let bodies = names.into_iter().zip(&shapes).enumerate();
    let bodies = bodies
        .map(|(k, (name, shape))| (name, Part::new(shape.clone()), below(k).expect("a pose")));
    let mut checker = among(robot(CART), &world(bodies));
    let cube = Shape::cuboid([0.5; 3]).expect("a shape");
    let (mut random, mut query) = (obbtree_robot::Random(4), Query::new());
    let mut hits = 0;
    for _ in 0..2000 {
        let q = [16.0, 16.0, 6.0].map(|wide| wide * (random.uniform() - 0.5));
        let poses = Kinematics::default().link_poses(checker.robot(), &q);
        let rows = poses.expect("poses")[1];
        let at = Pose::try_from(rows).expect("a pose");
        let meets = |(k, shape): (usize, &Shape)| {
            query.collide(&cube, &at, shape, &below(k).expect("a pose"))
        };
        let expected = !shapes.iter().enumerate().any(meets);
        assert_eq!(checker.is_valid(&q), expected, "{q:?}");
        hits += u32::from(!expected);
    }
    assert!((200..1800).contains(&hits), "{hits}");
}

/// A tiny triangle on a slide along x; a half-space, or its plane, as the obstacle.
fn over_half_space(rows: [f64; 12], is_plane: bool) -> Checker {
    let tip = triangle([[0.0; 3], [0.001, 0.0, 0.0], [0.0, 0.001, 0.0]]);
    let text = r#"<robot name="r"><link name="base"/>
        <link name="tip"><collision><geometry><mesh filename="tip.obj"/></geometry></collision>
          </link>
        <joint name="j" type="prismatic"><parent link="base"/><child link="tip"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"#;
    let robot = Robot::from_urdf_with(text, |_, _| Ok(tip.clone())).expect("a robot");
    let shape = if is_plane { Shape::plane() } else { Shape::half_space() };
    let pose = Pose::from_rows(rows).expect("a pose");
    among(robot, &world([("ground", Part::new(shape), pose)]))
}

const GROUND: [f64; 9] = [
    -0.530256404828704,
    0.10490693935161087,
    -0.8413219830802088,
    -0.7572981187006679,
    -0.5047859383870124,
    0.41435578410246987,
    -0.3812187096019383,
    0.8568463634063116,
    0.3471118047068007,
];

fn ground([x, y, z]: [f64; 3]) -> [f64; 12] {
    let [a, b, c, d, e, f, g, h, i] = GROUND;
    [a, b, c, x, d, e, f, y, g, h, i, z]
}

/// The middle of an interval decided whether a mesh is within a distance of a half-space, and its
/// *no* was read as "farther": what a checker remembered was wrong within some ulps of contact, at
/// ordinary sizes.
#[test]
fn what_is_remembered_beside_a_half_space_is_right() {
    let rows = ground([100.82020805768441, 87.43070267678041, 139.99523506394792]);
    for is_plane in [false, true] {
        let mut path = over_half_space(rows, is_plane);
        let (mut valid, mut all) = (0, 0);
        for step in [2.3772111512856154e-13 / 8.0, 1e-14, 1e-13] {
            for k in -40..=40 {
                let q = [f64::from(k) * step];
                let found = path.is_valid(&q);
                assert_eq!(found, path.clone().remembering(false).is_valid(&q), "{step:e} {k}");
                valid += usize::from(found);
                all += 1;
            }
        }
        assert!(is_plane || valid * 10 > all && valid * 10 < 9 * all, "{valid} of {all}");
    }
}

/// The same along a line: *free* was said of motions that end in the half-space.
#[test]
fn no_motion_into_a_half_space_is_free() {
    let places = [
        [0.732803212247065, 2.4609770333742143, -1.1639994177410962],
        [100.82020805768441, 87.43070267678041, 139.99523506394792],
    ];
    for (place, end) in places.into_iter().zip([2.3772111512856153e-15, 3e-13]) {
        let mut checker = over_half_space(ground(place), false);
        let mut seen = 0;
        for k in 1..=64 {
            let (from, to) = ([-end], [end * f64::from(k) / 16.0]);
            if checker.is_valid(&to) {
                continue;
            }
            seen += 1;
            let found = checker.sweep(&from, &to, &SweepOptions::default());
            assert!(!found.expect("an answer").is_free(), "{place:?} {k}");
        }
        assert!(seen > 0, "{place:?}: nothing collides");
    }
}

/// Squares of a short quaternion underflowed: a turn was none. Those shorter than 1e-6 are refused
/// now.
#[test]
fn a_floating_joint_turns_whatever_the_length_of_its_quaternion() {
    let text = r#"<robot name="r">
        <link name="a"><collision><origin xyz="3 1.000000002 0"/><geometry><sphere radius="0.5"/>
          </geometry></collision></link>
        <link name="m"/>
        <link name="b"><collision><origin xyz="3 0 0"/><geometry><sphere radius="0.5"/></geometry>
          </collision></link>
        <joint name="f" type="fixed"><parent link="a"/><child link="m"/></joint>
        <joint name="j" type="floating"><parent link="m"/><child link="b"/></joint></robot>"#;
    let mut checker = alone(robot(text));
    for w in [1.0, 1e-3, 1e-5, 1e100, 1e-7, 1e-100, 1e-153, 1e-160, 1e-165, 1e-200] {
        let from = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, w];
        let to = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5e-9 * w, w];
        let found = checker.sweep(&from, &to, &SweepOptions::default());
        assert_eq!(checker.is_valid(&from), w > 1e-6, "{w:e}");
        assert_eq!(found.is_ok(), w > 1e-6, "{w:e}");
        let is_free = found.is_ok_and(|verdict| verdict.is_free());
        assert!(checker.is_valid(&to) || !is_free, "{w:e}");
    }
}

/// How far a half-space that is carried moves was 0 times infinity where the joint slides and does
/// not turn: not a number, which was no reason not to say *free*, of any pair of the robot.
#[test]
fn a_half_space_that_is_carried_by_a_free_joint_moves() {
    let joint = |kind: &str, parent: &str, child: &str| {
        format!(
            r#"<joint name="to_{child}" type="{kind}"><parent link="{parent}"/>
            <child link="{child}"/><axis xyz="0 0 1"/>
            <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>"#
        )
    };
    for (kinds, shape) in [
        (["planar", "fixed"], Shape::half_space()),
        (["floating", "fixed"], Shape::half_space()),
        (["floating", "fixed"], Shape::plane()),
        (["floating", "revolute"], Shape::half_space()),
        (["planar", "fixed"], Shape::plane()),
    ] {
        let text = format!(
            r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/>{}{}</robot>"#,
            joint(kinds[0], "a", "b"),
            joint(kinds[1], "b", "c")
        );
        let sphere = Shape::sphere([0.0; 3], 0.2).expect("a sphere");
        let parts = [("carried", Part::new(shape)), ("sphere", Part::new(sphere))];
        let mut checker = among(robot(&text), &world(parts.map(|(n, p)| (n, p, Pose::identity()))));
        // It faces along x, a metre away.
        let facing = [0.0, 0.0, 1.0, -1.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0];
        let facing = Pose::from_rows(facing).expect("a rotation");
        checker.attach_at("carried", "c", &[], facing).expect("both are there");
        let mut from = vec![0.0; checker.robot().dof()];
        if kinds[0] == "floating" {
            from[6] = 1.0;
        }
        let mut to = from.clone();
        to[0] = 1.0;
        assert!(checker.is_valid(&from) && !checker.is_valid(&to), "{kinds:?}");
        assert!(!checker.is_motion_valid(&from, &to), "{kinds:?}");
        let found = checker.sweep(&from, &to, &SweepOptions::default()).expect("an answer");
        assert!(!found.is_free(), "{kinds:?} {found:?}");
        let region = checker.free_region(&from, 100).expect("finite").expect("it is valid");
        assert!(region.high[0] < 0.8, "{kinds:?} {region:?}");
    }
}
