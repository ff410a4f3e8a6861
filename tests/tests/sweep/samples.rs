//! Random motions of the shipped models: what a sweep says against dense samples.

use obbtree::motion::{Linear, Motion, Screw, Sweep, SweepOptions};
use obbtree::nalgebra::{Rotation3, Vector3};
use obbtree::{Body, Pose, Query};
use obbtree_tests::is_long;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

const PAIRS: [[&str; 2]; 5] = [
    ["torus_knot.obj", "link.stl"],
    ["wall.obj", "l_piece.stl"],
    ["wheel.stl", "pinion.obj"],
    ["terrain.obj", "link.stl"],
    ["bolt.obj", "nut.stl"],
];

fn read(name: &str) -> Body {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/");
    Body::read(format!("{folder}{name}")).expect("a model")
}

/// A pose near a body: at a distance of its size from its middle, in any rotation.
fn pose(random: &mut Pcg64Mcg, around: &Body, size: f64) -> Pose {
    let mut vector = || Vector3::from([(); 3].map(|()| random.random_range(-1.0..1.0)));
    let rotation = Rotation3::new(vector() * 3.0).into_inner();
    let middle = Vector3::from(around.tree().sphere_center());
    Pose::new(rotation, middle + vector() * size).expect("a rotation")
}

#[test]
fn no_free_motion_has_a_sample_that_collides() {
    let (motions, samples) = if is_long() { (64, 10_000) } else { (8, 500) };
    let mut random = Pcg64Mcg::new(0x5A);
    let (mut free, mut contacts) = (0, 0);
    for [a, b] in PAIRS {
        let (a, b) = (read(a), read(b));
        let size = a.tree().sphere_radius() + b.tree().sphere_radius();
        let options = SweepOptions::default().distance_tolerance(1e-6 * size);
        let (mut query, here) = (Query::new(), Pose::identity());
        for n in 0..motions {
            let mut from = pose(&mut random, &a, size);
            while query.collide(&a, &here, &b, &from) {
                from = pose(&mut random, &a, size);
            }
            let to = pose(&mut random, &a, size);
            let motion: Box<dyn Motion> = if n % 2 == 0 {
                Box::new(Linear::new(&from, &to).expect("rotations"))
            } else {
                Box::new(Screw::new(&from, &to).expect("rotations"))
            };
            let found = query.sweep(&a, &here, &b, &*motion, &options);
            let mut times = (0..=samples).map(|k| f64::from(k) / f64::from(samples));
            let first = times.find(|&t| query.collide(&a, &here, &b, &motion.pose_at(t)));
            match (&found, first) {
                (Sweep::Free { .. }, first) => {
                    assert_eq!(first, None, "{n}");
                    free += 1;
                }
                (Sweep::Contact(found), first) => {
                    assert!(query.collide(&a, &here, &b, &found.poses[1]));
                    if let Some(first) = first {
                        assert!(found.last_free < first, "{n}: {found:?} {first}");
                        assert!(found.first_contact <= first + options.time_tolerance);
                    }
                    contacts += 1;
                }
                (other, _) => panic!("{n}: {other:?}"),
            }
        }
    }
    println!("{free} free, {contacts} with a contact");
    assert!(free > motions / 2 && contacts > motions, "{free} {contacts}");
}
