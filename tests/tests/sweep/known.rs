//! Motions whose contacts are known.

use std::f64::consts::TAU;

use obbtree::collider::ColliderRef;
use obbtree::motion::{Linear, Motion, Path, Screw, Speed, Sweep, SweepOptions, Translation};
use obbtree::{Body, Collider, Query, Shape};
use obbtree_assets::{bolt, cuboid, nut, tetrahedron};
use obbtree_tests::shapes::at;

/// A tetrahedron of size one with a corner at the origin.
fn corner() -> Body {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    Body::new(tetrahedron(corners))
}

fn sweep(a: &Body, motion_a: &dyn Motion, b: &Body, motion_b: &dyn Motion) -> Sweep {
    Query::new().sweep(a, motion_a, b, motion_b, &SweepOptions::default())
}

/// The contact lies at a time, to within the tolerance.
fn assert_contact_at(found: &Sweep, time: f64) {
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    assert!(found.last_free <= time && time <= found.first_contact + 1e-12, "{found:?} {time}");
    assert!(found.first_contact - found.last_free <= 1e-3, "{found:?}");
}

#[test]
fn bodies_that_meet_at_the_start_meet_at_time_0() {
    let body = corner();
    let away = Translation::new(&at(1.0, 0.0, 0.0), [5.0, 0.0, 0.0]).unwrap();
    let Sweep::Contact(found) = sweep(&body, &at(0.0, 0.0, 0.0), &body, &away) else { panic!() };
    assert_eq!((found.last_free, found.first_contact), (0.0, 0.0));
    assert_eq!(found.points.unwrap()[0].coords.x, 1.0);
}

#[test]
fn a_solid_inside_another_meets_it_at_the_start() {
    let body = corner();
    let small = [[0.1, 0.1, 0.1], [0.2, 0.1, 0.1], [0.1, 0.2, 0.1], [0.1, 0.1, 0.2]];
    let small = Body::new(tetrahedron(small));
    let stays = Translation::new(&at(0.0, 0.0, 0.0), [0.05, 0.0, 0.0]).unwrap();
    let (here, options) = (at(0.0, 0.0, 0.0), SweepOptions::default());
    assert!(Query::new().sweep(&body, &here, &small, &stays, &options).is_free());
    let found = Query::new().solid(true).sweep(&body, &here, &small, &stays, &options);
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    assert_eq!((found.first_contact, found.triangle_pair()), (0.0, None));
}

#[test]
fn two_bodies_that_move_alike_stay_apart() {
    let body = corner();
    let from = [at(0.0, 0.0, 0.0), at(1.25, 0.0, 0.0)];
    let both = from.map(|pose| Translation::new(&pose, [9.0, 0.0, 0.0]).unwrap());
    // The one behind is faster: it has 0.25 to make good, at 9 - 7.75 in the time.
    let found = sweep(&body, &both[0], &body, &both[1]);
    assert_contact_at(&found, 0.25 / 1.25);
    let after = Translation::new(&from[1], [10.25, 0.0, 0.0]).unwrap();
    let Sweep::Free { clearance } = sweep(&body, &both[0], &body, &after) else { panic!() };
    assert!(0.0 < clearance && clearance <= 0.25);
}

#[test]
fn a_path_of_functions_is_proven_by_its_speed() {
    let body = corner();
    let pose = |t: f64| at(2.0 + (TAU * t).cos() * 0.999, 0.0, 0.0);
    let swing = Path::new(pose, |_, _| Speed::of_all(TAU));
    assert!(sweep(&body, &at(0.0, 0.0, 0.0), &body, &swing).is_free());
    let farther = |t: f64| at(2.0 + (TAU * t).cos() * 1.25, 0.0, 0.0);
    let speed = Speed::of_all(1.25 * TAU);
    let by_speed = Path::new(farther, move |_, _| speed);
    let bent = by_speed.clone().with_acceleration(Speed::of_all(1.25 * TAU * TAU));
    for swing in [by_speed, bent] {
        let cosine: f64 = -0.8;
        let time = cosine.acos() / TAU;
        assert_contact_at(&sweep(&body, &at(0.0, 0.0, 0.0), &body, &swing), time);
    }
}

/// A turn of the nut on its thread is proven free; along any other screw it is not.
#[test]
fn a_nut_turns_on_its_bolt() {
    const PITCH: f64 = 1.75;
    let (bolt, nut) = (Body::new(bolt()), Body::new(nut()));
    let (here, start) = (at(0.0, 0.0, 0.0), at(0.0, 0.0, 4.0 * PITCH));
    let turn = |angle: f64, advance: f64| {
        Screw::about(&start, [0.0; 3], [0.0, 0.0, 1.0], angle, advance).unwrap()
    };
    let eighth = turn(TAU / 8.0, PITCH / 8.0);
    let Sweep::Free { clearance } = sweep(&bolt, &here, &nut, &eighth) else { panic!() };
    assert!(0.0 < clearance && clearance < 0.04, "{clearance}");
    for wrong in [turn(TAU / 8.0, 0.0), turn(TAU / 8.0, -PITCH / 8.0), turn(0.0, 1.0)] {
        assert!(matches!(sweep(&bolt, &here, &nut, &wrong), Sweep::Contact(_)));
    }
}

#[test]
fn a_batch_gives_what_single_sweeps_give() {
    let (body, sphere) = (corner(), Shape::sphere([0.3; 3], 0.4).unwrap());
    let motions: Vec<Linear> = (0..40)
        .map(|n| Linear::new(&at(3.0, 0.0, 0.0), &at(0.1 * f64::from(n), 0.3, 0.2)).unwrap())
        .collect();
    let (here, options) = (at(0.0, 0.0, 0.0), SweepOptions::default());
    for other in [ColliderRef::from(&body), ColliderRef::from(&sphere)] {
        let sweep = |motion| Query::new().sweep(&body, &here, other, motion, &options);
        let single: Vec<Sweep> = motions.iter().map(|motion| sweep(motion)).collect();
        for threads in [1, 2] {
            let batch = Query::new().batch().threads(threads);
            assert_eq!(batch.sweep(&body, &here, other, &motions, &options).unwrap(), single);
            let free = batch.is_motion_free(&body, &here, other, &motions, &options).unwrap();
            assert_eq!(free, single.iter().map(Sweep::is_free).collect::<Vec<_>>());
        }
        assert!(single.iter().any(Sweep::is_free) && !single.iter().all(Sweep::is_free));
    }
}

/// Boxes with sides along the axes, as kinds of colliders.
fn boxes(half: [f64; 3]) -> Vec<(&'static str, Collider)> {
    let corners: Vec<[f64; 3]> = (0..8)
        .map(|n| [0, 1, 2].map(|k| if n >> k & 1 == 0 { -half[k] } else { half[k] }))
        .collect();
    vec![
        ("cuboid", Shape::cuboid(half).unwrap().into()),
        ("hull", Shape::hull(&corners).unwrap().into()),
        ("mesh", Body::new(cuboid(half.map(|x| -x), half)).into()),
    ]
}

/// The first contact is at a time that halves reach, where the numbers of poses are rounded: no
/// interval around it is proven, and none has a pose in its middle that meets.
#[test]
fn a_touch_that_only_rounding_tells_is_found_close_after() {
    type Case = ([f64; 3], [f64; 3], [f64; 3], [f64; 3], f64);
    let cases: [Case; 4] = [
        ([0.29, 0.44, 1.0], [0.78, 0.29, 0.63], [0.25, 1.08, -0.18], [0.02, 0.38, 0.14], 0.5),
        ([0.23, 0.91, 0.57], [0.29, 0.86, 1.13], [-0.1, 0.43, -1.775], [-0.15, 0.58, -1.475], 0.25),
        ([0.76, 0.6, 0.81], [0.4, 0.38, 0.95], [3.335, -0.29, 0.62], [0.435, 0.46, 0.22], 0.75),
        (
            [1.17, 0.91, 0.41],
            [0.74, 0.91, 0.25],
            [-4.4725, 0.31, 0.11],
            [-0.3725, 0.1, -0.2],
            0.625,
        ),
    ];
    for (half_a, half_b, from, to, time) in cases {
        let start = at(from[0], from[1], from[2]);
        let motions: [Box<dyn Motion>; 3] = [
            Box::new(Translation::new(&start, to).unwrap()),
            Box::new(Linear::new(&start, &at(to[0], to[1], to[2])).unwrap()),
            Box::new(Screw::new(&start, &at(to[0], to[1], to[2])).unwrap()),
        ];
        for (name_a, a) in boxes(half_a) {
            for (name_b, b) in boxes(half_b) {
                for motion in &motions {
                    let name = format!("{name_a} {name_b} {time}");
                    let (rest, options) = (at(0.0, 0.0, 0.0), SweepOptions::default());
                    let found = Query::new().sweep(&a, &**motion, &b, &rest, &options);
                    let Sweep::Contact(found) = found else { panic!("{name}: {found:?}") };
                    let told = [found.last_free, found.first_contact];
                    assert!(told[0] <= time + 1e-12 && time <= told[1] + 1e-12, "{name} {told:?}");
                    assert!(told[1] - told[0] <= 1e-3, "{name} {told:?}");
                    assert!(Query::new().collide(&a, &found.poses[0], &b, &found.poses[1]));
                }
            }
        }
    }
}

/// A distance tolerance gives up where they come close, not where the middle of a long interval is.
#[test]
fn within_the_distance_tolerance_contacts_are_found_and_times_are_short() {
    let sphere = Shape::sphere([0.0; 3], 1.0).unwrap();
    let options = SweepOptions::default().distance_tolerance(1e-2);
    let rest = at(0.0, 0.0, 0.0);
    let onto = Translation::new(&at(-4.0, 0.0, 0.0), [0.0; 3]).unwrap();
    assert_contact_at(&Query::new().sweep(&sphere, &onto, &sphere, &rest, &options), 0.5);
    // Past it, at a gap of 1e-12 in the middle.
    let past = Translation::new(&at(-4.0, 2.0 + 1e-12, 0.0), [4.0, 2.0 + 1e-12, 0.0]).unwrap();
    let found = Query::new().sweep(&sphere, &past, &sphere, &rest, &options);
    let Sweep::Undecided(close) = found else { panic!("{found:?}") };
    assert!(0.4 < close.last_free && close.last_free < close.until && close.until < 0.6);
    assert!(close.until - close.last_free <= 2e-3, "{close:?}");
}
