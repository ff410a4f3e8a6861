//! A search for wrong or missing verdicts of translations: bodies that graze at the exact moment,
//! and one ulp off either way, against rational arithmetic.
//!
//! Corners on a small lattice make contacts that are exact: a corner on a face or an edge, edge
//! on edge, sliding in one plane or along one line, at rest, of triangles, segments and points.
//! Then one number is moved by an ulp, or not, and in half of the runs both bodies are turned by
//! a matrix that rounds everything: they graze within rounding.

use obbtree::motion::{Linear, Motion, Sweep, SweepOptions, Translation};
use obbtree::nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_tests::is_long;
use obbtree_tests::referee::{self, BigRational};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

type Corners = [[f64; 3]; 3];

/// Two triangles and the way of the second.
struct Case {
    a: Corners,
    b: Corners,
    from: [f64; 3],
    to: [f64; 3],
}

const KINDS: u32 = 8;

/// One in so many that meet at the start is kept.
const AT_START: u32 = 8;

/// At a time that is no end, the triangles touch, or some corners of theirs are level at least.
fn case(kind: u32, random: &mut Pcg64Mcg) -> Case {
    let mut lattice = |n: i32| [(); 3].map(|()| f64::from(random.random_range(-n..=n)));
    let (mut a, mut b) = ([(); 3].map(|()| lattice(3)), [(); 3].map(|()| lattice(3)));
    let mut way = lattice(4).map(|x| 2.0 * x);
    let mut pick = |n: usize| random.random_range(0..n);
    let share = [0.0, 0.25, 0.5, 0.75, 1.0];
    // A point of a triangle or an edge of it, exactly.
    let (r, s) = (share[pick(5)], share[pick(5)]);
    let within = |p: &Corners, face: bool| -> [f64; 3] {
        [0, 1, 2].map(|k| {
            let along = p[0][k] + r * (p[1][k] - p[0][k]);
            if face { along + s * (p[2][k] - along) } else { along }
        })
    };
    let meet = |b: &mut Corners, at: [f64; 3], to: [f64; 3]| {
        b.iter_mut().for_each(|p| *p = [0, 1, 2].map(|k| p[k] + to[k] - at[k]));
    };
    match kind {
        // A corner on a face, the rest above or across.
        0 => {
            let (at, to) = (b[0], within(&a, true));
            meet(&mut b, at, to);
        }
        // An edge on an edge.
        1 => {
            let (at, to) = (within(&b, false), within(&a, false));
            meet(&mut b, at, to);
        }
        // Level above a sheet, a corner down on it.
        2 => {
            a = [[-9.0, -8.0, 0.0], [9.0, -8.0, 0.0], [0.0, 12.0, 0.0]];
            b[0][2] = 0.0;
            b[1][2] = b[1][2].abs();
            b[2][2] = b[2][2].abs() + 1.0;
            way[2] = 0.0;
        }
        // In one plane.
        3 => {
            for p in a.iter_mut().chain(&mut b) {
                p[2] = 0.0;
            }
            way[2] = 0.0;
        }
        // On one line, or close to it.
        4 => {
            for p in a.iter_mut().chain(&mut b) {
                *p = [p[0], p[0], 2.0 * p[0]];
            }
            way = [way[0], way[0], 2.0 * way[0]];
        }
        // At rest: touching, or as they are.
        5 => {
            let (at, to) = (b[0], within(&a, true));
            meet(&mut b, at, to);
            way = [0.0; 3];
        }
        // Segments and points.
        6 => {
            a[2] = a[pick(2)];
            b[2] = b[0];
            if pick(2) == 0 {
                b[1] = b[0];
            }
            let (at, to) = (within(&b, false), within(&a, false));
            meet(&mut b, at, to);
        }
        _ => {}
    }
    // Back by half of the way, or so that contact is at an end, or at a third.
    let time = [0.5, 0.25, 1.0, 0.0, 1.0 / 3.0][pick(5)];
    let mut from = way.map(|x| -x * time);
    let mut to = [0, 1, 2].map(|k| from[k] + way[k]);
    // One ulp off.
    let k = pick(3);
    let ulp = |x: &mut f64, up: bool| *x = if up { x.next_up() } else { x.next_down() };
    match pick(6) {
        0 => ulp(&mut from[k], pick(2) == 0),
        1 => ulp(&mut to[k], pick(2) == 0),
        2 => ulp(&mut b[pick(3)][k], pick(2) == 0),
        3 => {
            // The same height all the way.
            let up = pick(2) == 0;
            let same = from[2] == to[2];
            ulp(&mut from[2], up);
            if same {
                to[2] = from[2];
            }
        }
        _ => {}
    }
    Case { a, b, from, to }
}

fn body(corners: &Corners) -> Body {
    Body::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle"))
}

fn triangle(corners: &Corners) -> [Point3<f64>; 3] {
    corners.map(Point3::from)
}

#[derive(Default)]
struct Tally {
    free: u32,
    without_clearance: u32,
    contact: u32,
    without_pose: u32,
    at_start: u32,
}

/// The poses of A, and of B at the start and at the end: of one matrix, or of two.
fn poses(case: &Case, turned: bool, random: &mut Pcg64Mcg) -> [Pose; 3] {
    let mut some = || Vector3::from([(); 3].map(|()| random.random_range(-2.0..2.0)));
    let (rotation, shift) = if turned {
        (Rotation3::new(some()).into_inner(), some())
    } else {
        (Matrix3::identity(), Vector3::zeros())
    };
    let pose = |t: Vector3<f64>| Pose::new(rotation, rotation * t + shift).expect("small");
    [pose(Vector3::zeros()), pose(case.from.into()), pose(case.to.into())]
}

fn check(case: &Case, poses: &[Pose; 3], linear: bool, query: &mut Query, tally: &mut Tally) {
    let [at_rest, from, to] = poses;
    let first: Option<BigRational> = referee::first_meeting(
        &triangle(&case.a),
        [at_rest, at_rest],
        &triangle(&case.b),
        [from, to],
    );
    let (a, b) = (body(&case.a), body(&case.b));
    let motion: Box<dyn Motion> = if linear {
        Box::new(Linear::new(from, to).expect("small"))
    } else {
        Box::new(Translation::new(from, (*to.translation()).into()).expect("small"))
    };
    let options = SweepOptions::default();
    let found = query.sweep(&a, at_rest, &b, &*motion, &options);
    match (&found, &first) {
        (Sweep::Free { clearance }, None) => {
            assert!(*clearance >= 0.0);
            tally.free += 1;
            tally.without_clearance += u32::from(*clearance == 0.0);
        }
        (Sweep::Contact(contact), Some(first)) => {
            let [last_free, time] = [contact.last_free, contact.first_contact]
                .map(|time| BigRational::from_float(time).expect("finite"));
            assert!(*first <= time, "{first} {contact:?}");
            if contact.first_contact == 0.0 {
                tally.at_start += 1;
            } else {
                assert!(last_free < *first, "{first} {contact:?}");
            }
            assert!(contact.first_contact - contact.last_free <= options.time_tolerance);
            assert_eq!(contact.triangle_pair(), Some([0, 0]));
            if contact.poses_meet {
                assert!(query.collide(&a, &contact.poses[0], &b, &contact.poses[1]));
            } else {
                tally.without_pose += 1;
            }
            tally.contact += 1;
        }
        _ => panic!("{found:?}, but rational arithmetic says {first:?}"),
    }
    assert_eq!(query.is_motion_free(&a, at_rest, &b, &*motion, &options), first.is_none());
}

#[test]
fn verdicts_of_translations_that_graze_are_exact() {
    let mut random = Pcg64Mcg::new(0x7A15);
    let runs = if is_long() { 100_000 } else { 600 };
    let (mut query, mut tally) = (Query::new(), Tally::default());
    for run in 0..runs {
        let (case, poses) = loop {
            let case = case(run % KINDS, &mut random);
            let poses = poses(&case, random.random(), &mut random);
            // Contacts at the start are decided by another test.
            let starts = query.collide(&body(&case.a), &poses[0], &body(&case.b), &poses[1]);
            if !starts || random.random_range(0..AT_START) == 0 {
                break (case, poses);
            }
        };
        check(&case, &poses, random.random_range(0..4) == 0, &mut query, &mut tally);
    }
    let Tally { free, without_clearance, contact, without_pose, at_start } = tally;
    println!(
        "{runs} translations: {free} free, {without_clearance} of them within rounding; \
         {contact} contacts, {at_start} of them at the start, {without_pose} at no pose"
    );
    assert_eq!(free + contact, runs);
    assert!((runs * 3 / 10..=runs * 7 / 10).contains(&free), "{free} of {runs} free");
    assert!(without_clearance > runs / 50 && without_pose > runs / 500, "too easy");
}
