//! Bounds of motions that were none, each with the motion that was called free, or could have been.

use std::f64::consts::PI;

use obbtree::motion::{
    Linear, Motion, Path, Rounding, Screw, Speed, Sweep, SweepOptions, Translation,
};
use obbtree::nalgebra::Vector3;
use obbtree::scene::{Part, Scene, SceneQuery};
use obbtree::{Body, Collider, Mesh, Pose, Query, Shape};
use obbtree_tests::is_long;
use obbtree_tests::shapes::{at, cuboid, pose, random, vector};

/// A box around the origin.
fn around(half: [f64; 3]) -> Mesh {
    cuboid(half.map(|x| -x), half)
}

fn sweep(a: &Mesh, b: &Mesh, motion: &dyn Motion) -> Sweep {
    let (a, b) = (Body::new(a.clone()), Body::new(b.clone()));
    let options = SweepOptions::default().effort(500);
    Query::new().sweep(&a, &Pose::identity(), &b, motion, &options)
}

/// A box through another: the length of its way was the root of a square that underflows, so it did
/// not move, and the classic engine, which had no smallest size, called it free.
#[test]
fn a_box_of_a_size_below_1e_154_moves() {
    for size in [1e-154, 1e-160, 1e-170, 1e-250, 1e-300] {
        let [a, b] = [3.0, 2.0].map(|share| around([share * 0.1 * size; 3]));
        let motion = Translation::new(&at(0.0, -3.0 * size, 0.0), [0.0, 3.0 * size, 0.0]).unwrap();
        let found = sweep(&a, &b, &motion);
        let Sweep::Contact(found) = found else { panic!("{size:e}: {found:?}") };
        // The gap of 2.5 of the 6 sizes on the way.
        let time = 2.5 / 6.0;
        assert!(found.last_free < time + 1e-12 && time - 1e-12 < found.first_contact);
        let aside = Translation::new(&at(size, -3.0 * size, 0.0), [size, 3.0 * size, 0.0]).unwrap();
        assert!(sweep(&a, &b, &aside).is_free(), "{size:e}");
    }
}

/// As above, by a rotation and by a helix: speeds and accelerations were roots of squares too.
#[test]
fn tiny_bodies_rotate() {
    for size in [1e-160, 1e-170, 1e-250] {
        let [a, b] = [3.0, 2.0].map(|share| around([share * 0.1 * size; 3]));
        let start = at(0.0, -3.0 * size, 0.0);
        // Half a turn about an axis between them: it ends inside of A. And along y with a turn
        // about it.
        let around = Screw::about(&start, [0.0, 1.5 * size, 0.0], [1.0, 0.0, 0.0], PI, 0.0);
        let turned: Pose = "0 0 0  0 0.6 0 0.8".parse().unwrap();
        let to = Pose::new(*turned.rotation(), [0.0, 3.0 * size, 0.0].into()).unwrap();
        let linear = Linear::new(&start, &to).unwrap();
        let screw = Screw::new(&start, &to).unwrap();
        let around = around.unwrap();
        for motion in [&around as &dyn Motion, &linear, &screw] {
            let found = sweep(&a, &b, motion);
            assert!(!found.is_free(), "{size:e}: {found:?}");
        }
    }
}

/// A direction of any length is one: of 1e-160 its square had lost its digits, and the helix was
/// another.
#[test]
fn an_axis_has_a_direction_of_any_length() {
    let from = at(1.0, 2.0, 3.0);
    let screw = |length: f64| {
        Screw::about(&from, [1.0, 0.0, 0.0], [0.0, length, length], 2.0, 3.0).expect("an axis")
    };
    for length in [1e-310, 1e-170, 1e-160, 1e160, 1e300] {
        let (one, other) = (screw(1.0).pose_at(0.7), screw(length).pose_at(0.7));
        assert!((one.translation() - other.translation()).norm() < 1e-14, "{length:e}");
        assert!((one.rotation() - other.rotation()).norm() < 1e-14, "{length:e}");
    }
    for none in [[0.0; 3], [f64::NAN, 1.0, 0.0], [f64::INFINITY, 1.0, 0.0]] {
        assert!(Screw::about(&from, [0.0; 3], none, 2.0, 3.0).is_err());
    }
}

/// The origin of a half-space that turns about it is at rest. So the half-space was taken to be,
/// and a sphere that it turns over was free.
#[test]
fn a_half_space_turns_about_its_own_origin() {
    let sphere = Shape::sphere([0.0, 0.0, 5.0], 1.0).unwrap();
    let mut scene = Scene::new();
    let lid = scene.add("lid", Shape::half_space(), Pose::identity()).unwrap();
    scene.add("sphere", sphere, Pose::identity()).unwrap();
    let half = Screw::about(&Pose::identity(), [0.0; 3], [1.0, 0.0, 0.0], PI, 0.0).unwrap();
    // At the start, in the middle and at the end it is below: that was all that was looked at.
    let twice = Screw::about(&Pose::identity(), [0.0; 3], [1.0, 0.0, 0.0], 4.0 * PI, 0.0).unwrap();
    let still = Path::new(|_| Pose::identity(), |_, _| Speed::of_all(0.0));
    let up = Translation::new(&Pose::identity(), [0.0, 0.0, 3.5]).unwrap();
    let too_far = Translation::new(&Pose::identity(), [0.0, 0.0, 4.5]).unwrap();
    let options = SweepOptions::default().effort(500);
    let sweep = |motion: &dyn Motion| {
        SceneQuery::new().sweep(&scene, &[(lid, motion)], &options).expect("a body")
    };
    for motion in [&twice as &dyn Motion, &half] {
        let found = sweep(motion);
        assert!(!found.is_free(), "{found:?}");
    }
    // What moves as a whole is bounded everywhere.
    assert!(sweep(&still).is_free() && sweep(&up).is_free());
    assert!(matches!(sweep(&too_far), Sweep::Contact(_)));
}

/// A turn that only rounding has, and a turn at all, made the speed of a plane infinite somewhere:
/// no motion of it was proven, whatever was beside it.
#[test]
fn planes_that_move_are_proven_beside_what_is_bounded() {
    let turned: Pose = "0 0 0 0.1 0.3 0.2 0.9273618495495703".parse().unwrap();
    let up = turned.rotation() * Vector3::z();
    let over = |height: f64| Pose::new(*turned.rotation(), up * height).unwrap();
    let partners: [Collider; 3] = [
        Shape::sphere([0.0; 3], 0.5).unwrap().into(),
        Shape::cuboid([0.5; 3]).unwrap().into(),
        Body::new(around([0.5; 3])).into(),
    ];
    let half = 0.5;
    let options = SweepOptions::default();
    for flat in [Shape::half_space(), Shape::plane()] {
        let rest = [turned, over(0.5)].map(|to| {
            let of: [Box<dyn Motion>; 4] = [
                Box::new(Linear::new(&turned, &to).unwrap()),
                Box::new(Linear::of_point(&turned, &to, [1.0, -2.0, 3.0]).unwrap()),
                Box::new(Screw::new(&turned, &to).unwrap()),
                Box::new(Translation::new(&turned, (*to.translation()).into()).unwrap()),
            ];
            of
        });
        for (n, motions) in rest.iter().enumerate() {
            let rise = 0.5 * n as f64;
            for motion in motions {
                for partner in &partners {
                    // It comes down from 3 to a height.
                    let sweep = |low: f64| {
                        let low = (*over(low).translation()).into();
                        let falls = Translation::new(&over(3.0), low).unwrap();
                        Query::new().sweep(&flat, &**motion, partner, &falls, &options)
                    };
                    let found = sweep(rise + half + 0.01);
                    assert!(found.is_free(), "{n} {found:?}");
                    let Sweep::Contact(found) = sweep(-1.0) else { panic!("it falls on it") };
                    let time = (3.0 - half) / (4.0 + rise);
                    assert!(found.last_free <= time + 1e-12 && time <= found.first_contact + 1e-12);
                    assert!(found.first_contact - found.last_free <= 1e-3, "{found:?}");
                }
            }
        }
        // In a scene, with a turned place in its body.
        let mut scene = Scene::new();
        let part = Part::new(flat).at(turned);
        let floor = scene.add("floor", part, Pose::identity()).unwrap();
        let sphere = scene.add("sphere", Shape::sphere([0.0; 3], 0.5).unwrap(), over(3.0)).unwrap();
        let rises = Translation::new(&Pose::identity(), (up * 0.5).into()).unwrap();
        for (low, is_free) in [(1.01, true), (0.99, false)] {
            let falls = Translation::new(&over(3.0), (up * low).into()).unwrap();
            let moves: [(_, &dyn Motion); 2] = [(floor, &rises), (sphere, &falls)];
            let found = SceneQuery::new().sweep(&scene, &moves, &options).unwrap();
            assert_eq!(found.is_free(), is_free, "{low} {found:?}");
            assert!(!matches!(found, Sweep::Undecided(_)), "{low} {found:?}");
        }
    }
    // Two planes that do not turn are proven too, though both are unbounded.
    let floor = [Shape::half_space(), Shape::plane()];
    for to in [0.5, 1.5] {
        let lowers = Linear::new(&at(0.0, 0.0, 2.0), &at(4.0, 0.0, 2.0 - to)).unwrap();
        let rises = Screw::new(&at(0.0, 0.0, 0.0), &at(0.0, 3.0, 1.0)).unwrap();
        let found = Query::new().sweep(&floor[0], &rises, &floor[1], &lowers, &options);
        assert_eq!(found.is_free(), to < 1.0, "{found:?}");
    }
}

/// Planes that turn beside spheres, against the heights of the spheres at many times.
#[test]
fn planes_that_turn_are_proven_as_their_samples_say() {
    let mut random = random(0x71A7E);
    let (mut free, mut meets) = (0, 0);
    let runs = if is_long() { 20_000 } else { 400 };
    for run in 0..runs {
        let [start, end] = [0; 2].map(|_| pose(&mut random, 2.0));
        let of_flat: Box<dyn Motion> = match run % 3 {
            0 => Box::new(Linear::new(&start, &end).unwrap()),
            1 => Box::new(Screw::new(&start, &end).unwrap()),
            _ => {
                let [point, axis] = [0; 2].map(|_| vector(&mut random).into());
                Box::new(Screw::about(&start, point, axis, 2.0, 0.5).unwrap())
            }
        };
        let flat = if run % 2 == 0 { Shape::half_space() } else { Shape::plane() };
        let (center, radius) = (vector(&mut random), 0.25);
        let sphere = Shape::sphere(center.into(), radius).unwrap();
        let [from, to] = [0; 2].map(|_| pose(&mut random, 4.0));
        let of_sphere = Linear::new(&from, &to).unwrap();
        let height = |time: f64| {
            let placed = of_sphere.pose_at(time).place(&center.into()).coords;
            let pose = of_flat.pose_at(time);
            let z = (pose.rotation().transpose() * (placed - pose.translation())).z;
            (if run % 2 == 0 { z } else { z.abs() }) - radius
        };
        let lowest = |until: f64| {
            let times = (0..=2000).map(|n| until * f64::from(n) / 2000.0);
            times.map(height).fold(f64::INFINITY, f64::min)
        };
        let options = SweepOptions::default();
        match Query::new().sweep(&flat, &*of_flat, &sphere, &of_sphere, &options) {
            Sweep::Free { clearance } => {
                assert!(0.0 < clearance && clearance <= lowest(1.0) + 1e-12, "{run}");
                free += 1;
            }
            Sweep::Contact(found) => {
                let [before, after] = [found.last_free, found.first_contact];
                assert!(after - before <= 1e-3, "{run} {found:?}");
                assert!(after == 0.0 || lowest(before) > -1e-12, "{run} {found:?}");
                assert!(height(after) < 1e-12, "{run} {found:?}");
                meets += u32::from(after > 0.0);
            }
            found => panic!("{run}: {found:?}"),
        }
    }
    assert!(free > runs / 10 && meets > runs / 10, "{free} free, {meets} meet of {runs}");
}

/// NaN is no bound, and a speed below 0 is one of its absolute value: the first made every box far
/// away.
#[test]
fn numbers_that_are_no_bounds_prove_nothing() {
    let body = around([0.5; 3]);
    // There and back, through the other.
    let pose = |t: f64| at(3.0 - 12.0 * t * (1.0 - t), 0.0, 0.0);
    let sound = Speed::of_all(12.0);
    let undefined = Rounding { absolute: f64::NAN, per_length: 0.0 };
    let below = Rounding { absolute: 0.0, per_length: -4.0 };
    let swept = |motion: &dyn Motion| [sweep(&body, &body, motion)];
    for speed in [f64::NAN, -12.0, f64::INFINITY] {
        let motion = Path::new(pose, move |_, _| Speed::of_all(speed));
        let bent = motion.clone().with_acceleration(Speed::of_all(speed));
        let turning = Path::new(pose, move |_, _| Speed::about_point([9.0, 0.0, 0.0], speed));
        for motion in [&motion as &dyn Motion, &bent, &turning] {
            for found in swept(motion) {
                assert!(!found.is_free(), "{speed}: {found:?}");
            }
        }
    }
    let apart = Path::new(|_| at(1.5, 0.0, 0.0), |_, _| Speed::of_all(0.0));
    assert!(swept(&apart).iter().all(Sweep::is_free));
    for rounding in [undefined, below] {
        let motion = Path::new(pose, move |_, _| sound).with_rounding(rounding);
        let apart = apart.clone().with_rounding(rounding);
        for found in swept(&motion).into_iter().chain(swept(&apart)) {
            assert!(!found.is_free(), "{rounding:?}: {found:?}");
        }
    }
}

/// A chosen point that is tiny: the lengths that its rotation rounds were 0.
#[test]
fn a_tiny_point_has_a_length() {
    let (from, to): (Pose, Pose) =
        ("0 0 0  0 0 0 1".parse().unwrap(), "0 0 0  0.1 0.5 0.5 0.7".parse().unwrap());
    for size in [1e-150, 1e-170, 1e-250] {
        let motion = Linear::of_point(&from, &to, [size, -3.0 * size, 2.0 * size]).unwrap();
        // A matrix rounded in its last place puts the point so far off.
        assert!(motion.rounding().absolute >= size * f64::EPSILON, "{size:e}");
        assert!(motion.speed(0.0, 1.0).at([0.0; 3]) >= size, "{size:e}");
    }
}

/// A helix far along its own axis: what the axis is off by was taken from its distance, 0, and not
/// from the advance.
#[test]
fn a_body_is_bounded_on_the_axis_of_a_long_helix() {
    let direction = [1.0, 3.0, -7.0];
    let motion =
        Screw::about(&Pose::identity(), [0.0; 3], direction, 1000.0, 1e9).expect("a helix");
    // The axis is off by about 1e9 roundings, so a point on it accelerates by 1000 times that.
    let on_axis = motion.acceleration(0.0, 1.0).expect("known").at([0.0; 3]);
    assert!(on_axis >= 1000.0 * 1e9 * f64::EPSILON, "{on_axis:e}");
}

/// Two triangles touch in passing, at no pose of rounded numbers; but at the one that is given two
/// others do, and it was said that none meet there. Far from the origin, so that poses are rounded
/// by a share of the way.
#[test]
fn poses_that_meet_are_said_to_meet() {
    let sheets = [
        [[1.0, 0.0, -2.0], [-2.0, -1.0, -2.0], [2.0, -2.0, -2.0]],
        [[-2.0, -1.0, -2.0], [1.0, 2.0, 1.0], [-2.0, -2.0, -2.0]],
    ];
    let moving = [[-2.0, 1.0, 1.0], [1.0, 0.0, -2.0], [0.0, 2.0, 2.0]];
    let (size, far) = (1e-170, [-1e-164, -1e-164, 1e-164]);
    let scaled = |p: &[f64; 3]| p.map(|x| x * size);
    let a = sheets.as_flattened().iter().map(scaled).collect();
    let a = Mesh::new(a, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let b = Mesh::new(moving.iter().map(scaled).collect(), vec![[0, 1, 2]]).unwrap();
    let place = |p: [f64; 3], gap: f64| {
        [0, 1, 2].map(|k| p[k] * size + if k == 2 { gap } else { 0.0 } + far[k])
    };
    let rest = Pose::from_translation(far).unwrap();
    let from = Pose::from_translation(place([-1.0, -4.0, -3.0], 1e-300)).unwrap();
    let motion = Translation::new(&from, place([2.0, 5.0, 2.0], 1e-300)).unwrap();
    let options = SweepOptions::default().effort(100).time_tolerance(1e-2);
    let (a, b) = (Body::new(a), Body::new(b));
    let mut query = Query::default();
    let found = query.sweep(&a, &rest, &b, &motion, &options);
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    let pair = query.first_pair(&a, &found.poses[0], &b, &found.poses[1]);
    assert_eq!(found.poses_meet, pair.is_some(), "{found:?}");
}
