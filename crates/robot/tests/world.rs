//! The world of a checker: what is changed in it, attached and held counts as if it had been so
//! from the start, and every answer is that of the scene that the world is at a configuration.

mod support;

use std::ops::ControlFlow;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_robot::{
    CheckBatch, CheckError, Checker, Kinematics, PlanOptions, Random, Srdf, WorldError, plan_path,
};
use obbtree_scene::{BodyDistance, BodyId, Part, Scene, SceneError, SceneQuery, Within};

use support::sensed::turned_and_moved;
use support::{alone, among, arm, at, data, names, random_configurations, robot, triangle, world};

fn sheet(z: f64) -> Part {
    Part::new(triangle([[-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 9.0, z]]))
}

/// A sphere, a board and a can around the arm.
fn room() -> Scene {
    let sphere = Shape::sphere([0.0; 3], 0.2).expect("a shape");
    let board = Shape::cuboid([0.3, 0.02, 0.3]).expect("a shape");
    let can = Shape::cylinder([0.0, 0.0, -0.1], [0.0, 0.0, 0.1], 0.06).expect("a shape");
    world([
        ("sphere", Part::new(sphere), at([0.7, 0.2, 0.3])),
        ("board", Part::new(board).at(at([0.0, 0.0, 0.1])), at([-0.3, 0.8, 0.2])),
        ("can", Part::new(can), at([0.5, -0.6, 0.4])),
    ])
}

/// The pairs of a scene of which one moves with the robot, by name, sorted within and among each
/// other.
fn of_scene(checker: &Checker, configuration: &[f64]) -> Vec<[String; 2]> {
    let world = checker.world_at(configuration).expect("a place");
    let moves = |body: &BodyId| {
        let parent = world.parent(*body).expect("a body");
        checker.link_of(parent.unwrap_or(*body)).is_some()
    };
    let pairs: Vec<_> = SceneQuery::new().pairs(&world);
    let pairs: Vec<_> = pairs.into_iter().filter(|pair| pair.iter().any(moves)).collect();
    sorted(names(checker, &pairs))
}

fn sorted(mut pairs: Vec<[String; 2]>) -> Vec<[String; 2]> {
    pairs.iter_mut().for_each(|pair| pair.sort());
    pairs.sort();
    pairs
}

/// Holds a checker to its scene on random configurations and on a path, with memory and without;
/// returns how many of the former are valid.
fn hold_to_scene(checker: &mut Checker, seed: u64) -> usize {
    let mut fresh = checker.clone().remembering(false);
    let all = random_configurations(checker.robot(), 150, seed);
    let mut valid = 0;
    for q in &all {
        let expected = of_scene(checker, q);
        let found = checker.colliding_pairs(q).expect("a place");
        assert_eq!(sorted(names(checker, &found)), expected, "{q:?}");
        assert_eq!(checker.is_valid(q), expected.is_empty(), "{q:?}");
        let near = near_pairs(checker, q, Within::Margins, usize::MAX);
        assert_eq!(near, found, "{q:?}");
        assert_eq!(near_pairs(checker, q, Within::Margins, 1), found[..found.len().min(1)]);
        valid += usize::from(expected.is_empty());
    }
    for ends in all.windows(2).take(5) {
        for k in 0..60 {
            let t = f64::from(k) / 60.0;
            let q: Vec<f64> = ends[0].iter().zip(&ends[1]).map(|(a, b)| a + t * (b - a)).collect();
            assert_eq!(checker.is_valid(&q), fresh.is_valid(&q), "{q:?}");
        }
        let near: Vec<f64> = ends[0].iter().zip(&ends[1]).map(|(a, b)| a + 0.1 * (b - a)).collect();
        if checker.is_motion_valid(&ends[0], &near) {
            assert!(fresh.is_motion_valid_sampled(&ends[0], &near, 65), "{ends:?}");
        }
    }
    valid
}

/// The pairs that are near, until so many are found; each is as near as it is said to be.
fn near_pairs(
    checker: &mut Checker,
    q: &[f64],
    within: Within<'_>,
    most: usize,
) -> Vec<[BodyId; 2]> {
    let mut near = Vec::new();
    let flow = checker.for_each_near_pair(q, within, |found| {
        assert_eq!(found.normal.is_some(), found.lower > 0.0, "{found:?}");
        near.push(found.bodies);
        if near.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(flow.expect("a place").is_break(), near.len() == most);
    near
}

/// A function says how near each pair has to be; of less than 0 and NaN it is left out.
#[test]
fn a_function_says_which_pairs_are_near() {
    let mut checker = among(arm(), &room());
    for q in random_configurations(checker.robot(), 40, 12) {
        let all = checker.distances_within(&q, 0.3).expect("a place");
        let length = |bodies: [BodyId; 2]| match bodies[0].number() % 3 {
            0 => f64::NAN,
            1 => -1.0,
            _ => f64::from(bodies[1].number() % 5) * 0.1,
        };
        let expected: Vec<_> = all
            .iter()
            .filter(|found| found.upper <= length(found.bodies))
            .map(|found| found.bodies)
            .collect();
        let within = Within::Each { most: 0.3, of: &length };
        assert_eq!(near_pairs(&mut checker, &q, within, usize::MAX), expected, "{q:?}");
    }
    for most in [-1.0, f64::NAN] {
        let zero = checker.robot().zero();
        let refused = checker
            .for_each_near_pair(&zero, Within::Threshold(most), |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(CheckError::Threshold(_))), "{refused:?}");
    }
}

/// A sphere of radius 0.5 that slides along z over things whose top is at z = 0.5.
const SLIDE: &str = r#"<robot name="r"><link name="rail"/>
    <link name="tool"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    <joint name="j" type="prismatic"><parent link="rail"/><child link="tool"/><axis xyz="0 0 1"/>
      <limit lower="-1" upper="4" effort="1" velocity="1"/></joint></robot>"#;

/// *At most the margin* collides, one ulp more does not: by margins, by paddings, and by both;
/// what is remembered, tables and proofs of motions count them too.
#[test]
fn a_margin_is_certain_to_an_ulp() {
    let shape = |shape: Result<Shape, _>| Part::new(shape.expect("a shape"));
    let things = [
        ("sphere", shape(Shape::sphere([0.0; 3], 0.5)), Pose::identity()),
        ("box", shape(Shape::cuboid([0.5; 3])), Pose::identity()),
        ("half-space", Part::new(Shape::half_space()), at([0.0, 0.0, 0.5])),
        ("mesh", sheet(0.5), Pose::identity()),
    ];
    type Set = fn(&mut Scene, [BodyId; 2]) -> Result<(), SceneError>;
    let ways: [Set; 4] = [
        |world, _| world.set_margin(0.25),
        |world, [tool, _]| world.set_padding(tool, 0.25),
        |world, [tool, thing]| {
            world.set_margin(0.0625)?;
            world.set_padding(tool, 0.0625)?;
            world.set_padding(thing, 0.125)
        },
        |world, _| {
            world.set_margin(0.75)?;
            world.set_pair_margin("tool", "thing", Some(0.25))
        },
    ];
    for (kind, part, pose) in things {
        for (n, set) in ways.into_iter().enumerate() {
            let mut checker = among(robot(SLIDE), &world([("thing", part.clone(), pose)]));
            let [tool, thing] = ["tool", "thing"].map(|name| checker.world().id(name).unwrap());
            checker.change(|world| set(world, [tool, thing])).expect("lengths");
            let mut fresh = checker.clone().remembering(false);
            for step in [f64::EPSILON, 1e-12, 1e-3] {
                for k in -40..=40 {
                    let q = [1.25 + step * f64::from(k)];
                    assert_eq!(checker.is_valid(&q), k > 0, "{kind} {n} {q:?}");
                    assert_eq!(fresh.is_valid(&q), k > 0, "{kind} {n} {q:?}");
                    let is_free = checker.is_motion_valid(&[3.0], &q);
                    assert!(!is_free || k > 0, "{kind} {n} {q:?}");
                    assert!(is_free || k <= 0 || step < 1e-9, "{kind} {n} {q:?}");
                }
            }
            let verdict = checker.sweep(&[3.0], &[0.0], &SweepOptions::default());
            let Sweep::Contact(found) = verdict.expect("within limits") else {
                panic!("{kind} {n}")
            };
            assert!((3.0 - 3.0 * found.first_contact - 1.25).abs() < 0.004, "{kind} {n} {found:?}");
            // Distances are those of the bodies themselves.
            let closest = checker.distance(&[1.5]).expect("a pair");
            assert!((closest.lower - 0.5).abs() < 1e-9, "{kind} {n} {closest:?}");
        }
    }
}

#[test]
fn every_answer_is_that_of_the_scene_whatever_is_changed() {
    let mut checker = among(arm(), &room());
    let body = |checker: &Checker, name: &str| checker.world().id(name).expect("a body");
    let mut valid = vec![hold_to_scene(&mut checker, 1)];
    let sphere = body(&checker, "sphere");
    checker.change(|world| world.set_pose(sphere, at([-0.6, -0.3, 0.5]))).expect("a pose");
    valid.push(hold_to_scene(&mut checker, 2));
    checker.change(|world| world.set_margin(0.05)).expect("a margin");
    valid.push(hold_to_scene(&mut checker, 3));
    let hand = body(&checker, "hand");
    checker.change(|world| world.set_padding(hand, 0.1)).expect("a padding");
    valid.push(hold_to_scene(&mut checker, 4));
    let allow = |world: &mut Scene| {
        world.allow("hand", "board");
        world.forbid("forearm", "hand")?; // which the SRDF allows
        world.set_margin(0.0)
    };
    checker.change(allow).expect("names of bodies");
    valid.push(hold_to_scene(&mut checker, 5));
    let add = |world: &mut Scene| {
        let board = world.id("board")?;
        world.set_enabled(board, false)?;
        world.add("floor", Part::new(Shape::half_space()), at([0.0, 0.0, -0.2]))
    };
    checker.change(add).expect("a new name");
    valid.push(hold_to_scene(&mut checker, 6));
    checker.attach("can", "hand", &["finger_a"], &[0.3, 0.4, 0.2, 0.01]).expect("a link");
    valid.push(hold_to_scene(&mut checker, 7));
    checker.change(|world| world.set_margin(0.02)).expect("a margin");
    valid.push(hold_to_scene(&mut checker, 8));
    checker.detach("can", &[1.3, 0.4, 0.2, 0.01]).expect("a body");
    checker.change(|world| world.remove(sphere)).expect("a body");
    valid.push(hold_to_scene(&mut checker, 9));
    assert!(valid.iter().all(|valid| (5..145).contains(valid)), "{valid:?}");
}

/// What is made by steps is what is made at once: the same answers, and the same pairs.
#[test]
fn a_changed_world_is_a_new_one() {
    let mut checker = among(arm(), &Scene::new());
    let mut other = room();
    checker.set_world(&other).expect("no link's name");
    let sphere = other.id("sphere").expect("a body");
    other.set_pose(sphere, at([0.5, 0.5, 0.2])).expect("a pose");
    let mut second = checker.in_world(&other).expect("no link's name");
    checker.change(|world| world.set_pose(sphere, at([0.5, 0.5, 0.2]))).expect("a pose");
    let mut fresh = among(arm(), &other);
    for q in random_configurations(fresh.robot(), 200, 3) {
        let expected = fresh.colliding_pairs(&q);
        assert_eq!(checker.colliding_pairs(&q), expected, "{q:?}");
        assert_eq!(second.colliding_pairs(&q), expected, "{q:?}");
        assert_eq!(checker.distance(&q), fresh.distance(&q), "{q:?}");
    }
}

#[test]
fn worlds_that_cannot_be_are_refused_and_change_nothing() {
    let board = || Part::new(Shape::cuboid([0.3; 3]).expect("a shape"));
    let named = world([("tool", board(), Pose::identity())]);
    let found = Checker::new(robot(SLIDE).into(), &named).map(drop);
    assert_eq!(found, Err(WorldError::LinkName("tool".to_owned())));
    let mut checker = among(robot(SLIDE), &world([("board", board(), Pose::identity())]));
    let tool = checker.world().id("tool").expect("a link");
    assert_eq!(checker.set_world(&named), Err(WorldError::LinkName("tool".to_owned())));
    let removed = checker.change(|world| world.remove(tool));
    assert_eq!(removed, Err(WorldError::LinkRemoved("tool".to_owned())));
    // What a link is made of is the robot's: other parts were in the world alone, in no answer.
    let made = checker.change(|world| world.set_parts(tool, board()));
    assert_eq!(made, Err(WorldError::LinkParts("tool".to_owned())));
    let filled =
        checker.change(|world| world.change_part(tool, 0, |part| *part = Shape::point().into()));
    assert_eq!(filled, Err(WorldError::LinkParts("tool".to_owned())));
    // What carries a body is not checked against it.
    let attached = Err(WorldError::LinkAttached("tool".to_owned()));
    assert_eq!(checker.attach("tool", "rail", &[], &[0.0]), attached);
    assert_eq!(checker.attach_at("tool", "rail", &[], Pose::identity()), attached);
    let board = checker.world().id("board").expect("a body");
    assert_eq!(checker.change(|world| world.attach(tool, board)), attached);
    // The frame of a link without elements is a point of the scene, and in no answer.
    let rail = checker.world().id("rail").expect("a link");
    let enabled = checker.change(|world| world.set_enabled(rail, true));
    assert_eq!(enabled, Err(WorldError::LinkWithoutElements("rail".to_owned())));
    let switched = checker.change(|world| {
        world.set_enabled(rail, true)?;
        world.set_enabled(rail, false)
    });
    assert_eq!(switched, Ok(()));
    let missing = WorldError::NoSuchLink("hook".to_owned());
    assert_eq!(checker.attach("board", "hook", &[], &[0.0]), Err(missing.clone()));
    assert_eq!(checker.attach("board", "rail", &["hook"], &[0.0]), Err(missing));
    let cup = WorldError::Scene(SceneError::NoSuchName("cup".to_owned()));
    assert_eq!(checker.attach("cup", "rail", &[], &[0.0]), Err(cup));
    let length = WorldError::Configuration(CheckError::Length { given: 0, dof: 1 });
    assert_eq!(checker.attach("board", "rail", &[], &[]), Err(length.clone()));
    assert_eq!(checker.detach("board", &[]), Err(length));
    assert!(!checker.is_valid(&[0.5]) && checker.is_valid(&[1.0]));
}

/// A body at a pose in the frame of a link is exactly there, moves with it, collides with other
/// bodies, and not with the link that carries it or those it may touch.
#[test]
fn an_attached_body_moves_with_its_link() {
    let part = |radius| Part::new(Shape::sphere([0.0; 3], radius).expect("a shape"));
    let mut checker = among(
        robot(SLIDE),
        &world([
            ("cup", part(0.25), at([5.0, 0.0, 0.0])),
            ("lamp", part(0.5), at([0.0, 0.0, 3.0])),
        ]),
    );
    assert!(checker.is_valid(&[1.5]) && !checker.is_valid(&[2.0]));
    checker.attach_at("cup", "tool", &[], at([0.0, 0.0, 0.375])).expect("a link");
    let [cup, lamp] = ["cup", "lamp"].map(|name| checker.world().id(name).expect("a body"));
    assert_eq!(checker.world_at(&[1.5]).unwrap().pose(cup), Ok(&at([0.0, 0.0, 1.875])));
    // The top of the cup is at 0.625 above the tool, and the lamp begins at 2.5.
    for (q, is_valid) in [(1.874, true), (1.875, false), (1.875 - 1e-15, true)] {
        assert_eq!(checker.is_valid(&[q]), is_valid, "{q}");
    }
    assert_eq!(checker.colliding_pairs(&[1.9]), Ok(vec![[cup, lamp]]));
    assert!(checker.is_motion_valid(&[0.0], &[1.87]) && !checker.is_motion_valid(&[0.0], &[1.9]));
    // A second one on the same link is part of the same thing.
    let add = |world: &mut Scene| world.add("lid", part(0.25), at([0.0, 0.0, 1.0]));
    checker.change(add).expect("a new name");
    checker.attach("lid", "tool", &["tool"], &[0.5]).expect("a link");
    assert_eq!(checker.colliding_pairs(&[1.9]).map(|pairs| pairs.len()), Ok(2));
    // A frame without collision elements carries as well; that link does not move.
    checker.attach_at("cup", "rail", &["tool"], at([0.0, 0.0, 0.0])).expect("a link");
    checker.detach("lid", &[0.0]).expect("a body");
    // The lid was left at 0.5, and touches the cup, whatever the tool does.
    assert_eq!(
        checker.colliding_pairs(&[-1.0]),
        Ok(vec![[cup, checker.world().id("lid").unwrap()]])
    );
}

/// A body on a body that a link carries is placed by one pose after the other, as in the scene: of
/// the product of both a contact was missed, or one was found that is none, by what rounds.
#[test]
fn what_an_attached_body_carries_is_where_the_scene_has_it() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 2 3"/>
          <origin xyz="0.1 0.2 0.3"/></joint></robot>"#;
    let random = &mut Random(3);
    for n in 0..30 {
        let far = [0.0, 1e3, 1e6][n % 3];
        let [tray, on_it] = [0; 2].map(|_| {
            let by = turned_and_moved(random);
            let away = [0; 3].map(|_| far * (random.uniform() - 0.5));
            by.compose(&at(away)).expect("a pose").compose(&by).expect("a pose")
        });
        let there = tray.compose(&on_it).expect("a pose");
        let back = there.inverse().expect("a pose");
        let cup = Part::new(Shape::sphere([0.0; 3], 0.5).expect("a shape")).at(back);
        let floor = Part::new(Shape::cuboid([5.0, 5.0, 1.0]).expect("a shape"));
        let bodies = [
            ("tray", Part::new(Shape::point()), tray),
            ("cup", cup, there),
            ("floor", floor, Pose::identity()),
        ];
        let mut checker = among(robot(text), &world(bodies));
        let [tray, cup, floor] =
            ["tray", "cup", "floor"].map(|name| checker.world().id(name).expect("a body"));
        let put = |world: &mut Scene| {
            world.allow("tray", "floor");
            world.attach(cup, tray)
        };
        checker.change(put).expect("bodies");
        checker.attach("tray", "b", &[], &[0.0]).expect("a link");
        let q = [6.0 * random.uniform() - 3.0];
        let collides = |checker: &mut Checker, height: f64| {
            let put = |world: &mut Scene| world.set_pose(floor, at([0.0, 0.0, height]));
            checker.change(put).expect("a pose");
            SceneQuery::new().collides(&checker.world_at(&q).expect("a place"))
        };
        let (mut touches, mut apart) = (-1.0, -9.0);
        for _ in 0..60 {
            let height = 0.5 * (touches + apart);
            *(if collides(&mut checker, height) { &mut touches } else { &mut apart }) = height;
        }
        for (height, is_valid) in [(touches, false), (apart, true)] {
            assert_eq!(collides(&mut checker, height), !is_valid);
            assert_eq!(checker.is_valid(&q), is_valid, "{n}");
            let [from, to] = [-1e-9, 1e-9].map(|by| [q[0] + by]);
            let found = checker.sweep(&from, &to, &SweepOptions::default()).expect("ends");
            assert!(is_valid || !found.is_free(), "{n}: {found:?}");
        }
    }
}

#[test]
fn held_joints_are_those_of_the_whole_robot() {
    let mut whole = among(arm(), &room());
    let robot = std::sync::Arc::clone(whole.robot());
    let srdf = Srdf::read(data("arm.srdf")).expect("an SRDF");
    let [all, elbow] = [robot.group(&srdf, "all").unwrap(), vec![robot.joint("elbow").unwrap()]];
    let groups = [&all[..], &elbow[..], &[0, 3], &[0, 1, 2], &[]];
    for (n, joints) in groups.into_iter().enumerate() {
        let held = random_configurations(&robot, 1, n as u64).remove(0);
        let mut of_group = whole.for_group(joints, &held).expect("joints");
        let part = std::sync::Arc::clone(of_group.robot());
        let names: Vec<&str> = part.active_joints().map(|joint| joint.name()).collect();
        assert!(names.len() == part.dof() && names.len() <= joints.len());
        for values in random_configurations(&part, 60, 7) {
            let mut full = held.clone();
            for (place, joint) in robot.active_joints().enumerate() {
                if let Some(of_part) = names.iter().position(|name| *name == joint.name()) {
                    full[place] = values[of_part];
                }
            }
            let poses = [(&part, &values), (&robot, &full)]
                .map(|(robot, q)| Kinematics::default().link_poses(robot, q).expect("poses"));
            assert_eq!(poses[0], poses[1], "{full:?}");
            assert_eq!(of_group.colliding_pairs(&values), whole.colliding_pairs(&full));
            assert_eq!(of_group.is_valid(&values), whole.is_valid(&full), "{full:?}");
        }
    }
    let unknown = WorldError::Configuration(CheckError::NoSuchJoint(99));
    assert_eq!(whole.for_group(&[99], &robot.zero()).map(drop), Err(unknown));
    // A planner for the group.
    let held = [2.0, -0.2, 0.0, 0.05];
    let mut of_group = whole.for_group(&[0, 1], &held).expect("joints");
    let part = std::sync::Arc::clone(of_group.robot());
    let free: Vec<_> = random_configurations(&part, 60, 1)
        .into_iter()
        .filter(|q| of_group.is_valid(q))
        .take(2)
        .collect();
    let path = plan_path(&part, &mut of_group, &free[0], &free[1], &PlanOptions::default());
    let full = |q: &[f64]| vec![q[0], q[1], held[2], held[3]];
    let path = path.expect("a path");
    assert!(path.windows(2).all(|line| whole.is_motion_valid(&full(&line[0]), &full(&line[1]))));
}

/// Joints of every kind are held where they were, bit for bit; mimics with what they follow.
#[test]
fn planar_and_floating_joints_are_held() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
        <link name="e"/><link name="f"/>
        <joint name="plane" type="planar"><parent link="a"/><child link="b"/><origin xyz="1 2 3"/>
          <axis xyz="0.6 0 0.8"/></joint>
        <joint name="fly" type="floating"><parent link="b"/><child link="c"/></joint>
        <joint name="turn" type="continuous"><parent link="c"/><child link="d"/>
          <origin xyz="0 1 0" rpy="0.1 0.2 0.3"/><axis xyz="0 0.6 0.8"/></joint>
        <joint name="slide" type="prismatic"><parent link="d"/><child link="e"/>
          <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
        <joint name="follow" type="continuous"><parent link="e"/><child link="f"/>
          <mimic joint="turn" multiplier="-2" offset="0.1"/></joint></robot>"#;
    let robot = robot(text);
    for q in random_configurations(&robot, 40, 2) {
        let expected = Kinematics::default().link_poses(&robot, &q).expect("poses");
        for moving in 0..32_usize {
            let joints: Vec<usize> = (0..5).filter(|joint| moving >> joint & 1 != 0).collect();
            let held = robot.holding(&joints, &q).expect("joints");
            let (mut rest, mut first) = (Vec::new(), 0);
            for (n, dof) in [3, 7, 1, 1].into_iter().enumerate() {
                if joints.contains(&n) {
                    rest.extend_from_slice(&q[first..first + dof]);
                }
                first += dof;
            }
            assert_eq!(held.dof(), rest.len());
            let found = Kinematics::default().link_poses(&held, &rest);
            assert_eq!(found.expect("poses"), expected, "{joints:?}");
        }
    }
}

#[test]
fn contacts_and_close_pairs_are_those_of_the_scene() {
    let mut checker = among(arm(), &room());
    let (mut colliding, mut contacts, mut near) = (0, 0, 0);
    for q in random_configurations(checker.robot(), 120, 11) {
        let world = checker.world_at(&q).expect("a place");
        let pairs = checker.colliding_pairs(&q).expect("a place");
        let found = checker.contacts(&q, 3).expect("a place");
        assert_eq!(found.iter().map(|found| found.bodies).collect::<Vec<_>>(), pairs);
        colliding += found.len();
        for pair in &found {
            assert!(pair.contacts.len() <= 3);
            contacts += pair.contacts.len();
        }
        let within = checker.distances_within(&q, 0.3).expect("a place");
        let of_pair = |found: &BodyDistance| found.bodies;
        let expected = SceneQuery::new().clearances(&world, 0.3).expect("a threshold");
        let is_ours = |body: &BodyId| checker.link_of(*body).is_some();
        let expected = expected.into_iter().filter(|found| found.bodies.iter().any(is_ours));
        let mut expected: Vec<_> =
            expected.map(|found| (found.bodies, found.lower, found.upper)).collect();
        let mut ordered: Vec<_> = within.iter().collect();
        let ascending = |mut pair: [BodyId; 2]| {
            pair.sort();
            pair
        };
        ordered.sort_by_key(|found| ascending(of_pair(found)));
        expected.sort_by_key(|found| found.0);
        assert_eq!(ordered.len(), expected.len(), "{q:?}");
        for (found, (bodies, lower, upper)) in ordered.into_iter().zip(expected) {
            assert_eq!(ascending(found.bodies), bodies, "{q:?}");
            // A cylinder lies between prisms a thousandth of its radius apart.
            assert!(found.lower <= upper + 1e-12 && lower <= found.upper + 1e-12, "{found:?}");
            assert!(found.upper - found.lower < 1e-3, "{found:?}");
            if found.lower > 0.0 {
                let [p, q] = found.points;
                assert!(((p - q).norm() - found.upper).abs() < 1e-3, "{found:?}");
            }
            near += 1;
        }
        let closest = checker.distance(&q).expect("a pair");
        if let Some(least) = within.iter().map(|found| found.upper).reduce(f64::min) {
            assert!(closest.lower <= least && least <= closest.upper, "{q:?} {closest:?}");
        }
    }
    let all = random_configurations(checker.robot(), 300, 5);
    let batch = CheckBatch::new(&checker).threads(2);
    let (within, found) = (batch.distances_within(&all, 0.1), batch.contacts(&all, 2));
    let mut one = checker.clone();
    for (n, (within, found)) in within.unwrap().into_iter().zip(found.unwrap()).enumerate() {
        assert_eq!(within, one.distances_within(&all[n], 0.1));
        assert_eq!(found, one.contacts(&all[n], 2));
    }
    assert!(colliding > 20 && contacts > 20 && near > 100, "{colliding} {contacts} {near}");
    let refused = checker.distances_within(&[0.0; 4], f64::NAN);
    assert!(matches!(refused, Err(CheckError::Threshold(_))));
}

/// A box is solid also where it is so large that a mesh fits into it.
#[test]
fn a_mesh_inside_a_box_collides() {
    let text = SLIDE.replace(r#"<sphere radius="0.5"/>"#, r#"<box size="4 4 4"/>"#);
    let text = text.replace(r#"lower="-1""#, r#"lower="-4""#);
    let chip = Part::new(triangle([[0.0; 3], [0.25, 0.0, 0.0], [0.0, 0.25, 0.0]]));
    let mut checker = among(robot(&text), &world([("chip", chip, Pose::identity())]));
    for k in -160..=160 {
        let z = f64::from(k) / 40.0;
        for z in [z.next_down(), z, z.next_up()].into_iter().filter(|z| z.abs() <= 4.0) {
            assert_eq!(checker.is_valid(&[z]), z.abs() > 2.0, "{z}");
        }
    }
}

#[test]
fn a_robot_alone_has_no_pairs_until_something_is_there() {
    let mut checker = alone(robot(SLIDE));
    assert!(checker.nothing_checked().is_some() && checker.distance(&[0.0]).is_err());
    let add = |world: &mut Scene| world.add("sheet", sheet(0.5), Pose::identity());
    checker.change(add).expect("a new name");
    assert!(checker.nothing_checked().is_none() && !checker.is_valid(&[1.0]));
}
