//! The developers' motions: what a sweep says against 1,025 samples of each.

use obbtree::motion::{Linear, Motion, Screw, Sweep, SweepOptions};
use obbtree::{Body, Pose, Query};
use obbtree_tests::data;

/// Samples lie at multiples of this.
const STEP: f64 = 1.0 / 1024.0;

const SETS: [&str; 4] = ["bunny__bunny", "fandisk__fandisk", "cow__teapot", "env__rob"];

/// The share of the body's size at which a sweep may give up.
const CLOSE: f64 = 1e-6;

/// A motion, and the first of its samples that collides.
pub(super) struct Case {
    pub(super) motion: Box<dyn Motion>,
    pub(super) first: Option<f64>,
}

/// The bodies of a set and their motions.
pub(super) fn read(set: &str) -> ([Body; 2], Vec<Case>) {
    let (a, b) = set.split_once("__").expect("two bodies");
    let bodies = [a, b].map(|stem| Body::new(data::mesh_by_stem(stem)));
    let folder = data::path("motions");
    let ends =
        obbtree::io::read_motions(folder.join(format!("{set}__motions.txt"))).expect("motions");
    let expected = folder.join(format!("{set}__motions.expected.csv"));
    let expected = std::fs::read_to_string(expected).expect("a table");
    let cases = ends.iter().zip(expected.lines().skip(1)).map(|([from, to], row)| {
        let cells: Vec<&str> = row.split(',').collect();
        let motion: Box<dyn Motion> = match cells[0] {
            "linear" => Box::new(Linear::new(from, to).expect("two rotations")),
            "screw" => Box::new(Screw::new(from, to).expect("two rotations")),
            other => panic!("kind {other}"),
        };
        let first: i32 = cells[3].parse().expect("a number");
        Case { motion, first: (first >= 0).then(|| f64::from(first) * STEP) }
    });
    let cases: Vec<Case> = cases.collect();
    assert_eq!(cases.len(), ends.len());
    (bodies, cases)
}

#[test]
#[cfg_attr(
    not(all(data = "meshes", data = "motions")),
    ignore = "needs the developers' data: meshes and motions"
)]
fn verdicts_fit_the_samples() {
    let mut closer = 0;
    let mut all = 0;
    for set in SETS {
        let ([a, b], cases) = read(set);
        let size = b.tree().sphere_radius();
        let options = SweepOptions::default().distance_tolerance(CLOSE * size);
        let (mut query, here) = (Query::new().counted(true), Pose::identity());
        for (n, Case { motion, first }) in cases.iter().enumerate() {
            all += 1;
            query.reset_counts();
            let found = query.sweep(&a, &here, &b, &**motion, &options);
            println!("{set} {n} {} {} {:?}", found.name(), query.counts().visits, first);
            match &found {
                Sweep::Free { .. } => assert_eq!(*first, None, "{set} {n}"),
                Sweep::Contact(contact) => {
                    assert!(contact.first_contact - contact.last_free <= options.time_tolerance);
                    let [pose_a, pose_b] = &contact.poses;
                    assert!(query.collide(&a, pose_a, &b, pose_b), "{set} {n}");
                    if let Some(first) = first {
                        assert!(contact.last_free < *first, "{set} {n}: {contact:?} {first}");
                        let latest = first + options.time_tolerance;
                        assert!(contact.first_contact <= latest, "{set} {n}: {contact:?} {first}");
                    }
                }
                _ => closer += 1,
            }
            let free = query.is_motion_free(&a, &here, &b, &**motion, &options);
            assert_eq!(free, found.is_free(), "{set} {n}");
        }
    }
    assert!(closer * 100 < all, "{closer} of {all} undecided");
}
