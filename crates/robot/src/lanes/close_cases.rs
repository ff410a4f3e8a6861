//! A search for leaves that `close` takes to be apart and that meet: a corner passes a face at a
//! gap from a micrometre to a millimetre, most often tangentially at the middle of the interval,
//! so that the curve of its path decides.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};
use obbtree_collider::{Body, Collider, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::UpperBound;
use obbtree_scene::Part;
use obbtree_simd::SimdLevel;

use super::close::{Around, Close, CloseMemory};
use super::lemmas::random_robot;
use super::pairs::{LaneItem, LanePair, LaneRobot, LaneWorld};
use super::sift::Undecided;
use crate::frames::Frame;
use crate::kinematics::Kinematics;
use crate::model::{Element, Robot};
use crate::random::Random;

/// Half the height of what the corner passes, whose faces are 0.6 wide at least.
const TOP: f64 = 0.1;

/// What a corner passes, with a face at z = [`TOP`].
fn with_a_face(kind: usize) -> Collider {
    match kind {
        0 => Shape::cuboid([0.5, 0.6, TOP]).expect("a box").into(),
        1 => Shape::cylinder([0.0, 0.0, -TOP], [0.0, 0.0, TOP], 0.5).expect("a cylinder").into(),
        _ => {
            let corners =
                vec![[2.0, 0.0, TOP], [-1.0, 1.7, TOP], [-1.0, -1.7, TOP], [0.0, 0.0, -9.0 * TOP]];
            let faces = vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
            Body::new(Mesh::new(corners, faces).expect("a tetrahedron")).into()
        }
    }
}

fn parts(frame: &Frame) -> (Matrix3<f64>, Vector3<f64>) {
    (Matrix3::from_fn(|i, k| frame.0[i][k]), Vector3::from_fn(|i, _| frame.0[i][3]))
}

fn frame(turn: &Matrix3<f64>, at: &Vector3<f64>) -> Frame {
    Frame([0, 1, 2].map(|i| [turn[(i, 0)], turn[(i, 1)], turn[(i, 2)], at[i]]))
}

/// Where points of one link's frame are, seen from a frame in another's.
struct Seen<'r> {
    robot: &'r Robot,
    links: [usize; 2],
    at: Frame,
}

impl Seen<'_> {
    fn place(&self, q: &[f64], point: [f64; 3]) -> Vector3<f64> {
        let mut kinematics = Kinematics::default();
        kinematics.compute(self.robot, q, SimdLevel::detect());
        let [a, b] = self.links.map(|link| &kinematics.frames[link]);
        let (turn, at) = parts(&b.times(&self.at));
        turn.tr_mul(&(Vector3::from(a.place(point)) - at))
    }
}

#[test]
fn leaves_that_are_proven_apart_are_apart() {
    const CASES: usize = 400;
    let mut random = Random(11);
    let (mut proven, mut closest, mut met) = (0, 0, 0);
    for case in 0..CASES {
        let robot = Arc::new(random_robot(&mut random));
        let q = robot.random(|| 0.2 + 0.6 * random.uniform());
        let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
        // A tetrahedron whose first corner is the lowest at the middle of the interval.
        let links = [7, if case % 2 == 0 { 0 } else { 2 }];
        let own = Vector3::from_fn(|_, _| number(0.5));
        let up = Vector3::from_fn(|_, _| number(1.0)).normalize();
        let mut corners = vec![own.into()];
        for _ in 0..3 {
            let away = Vector3::from_fn(|_, _| number(0.1));
            let rise = up * (0.01 + number(0.1).abs());
            corners.push((own + away - up * away.dot(&up) + rise).into());
        }
        let faces = vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let Ok(mesh) = Mesh::new(corners.clone(), faces) else { continue };
        let gap = 10_f64.powf(-4.5 + number(1.5));
        let mut kinematics = Kinematics::default();
        kinematics.compute(&robot, &q, SimdLevel::detect());
        let [(turn_a, _), (turn_b, at_b)] = links.map(|link| parts(&kinematics.frames[link]));
        let normal = turn_a * up;
        let side = normal.cross(&Vector3::ith(normal.iamin(), 1.0)).normalize();
        let turn = Matrix3::from_columns(&[side, normal.cross(&side), normal]);
        let lowest = Vector3::from(kinematics.frames[links[0]].place(corners[0]));
        let at = lowest - normal * (gap + TOP);
        let at = frame(&(turn_b.transpose() * turn), &(turn_b.tr_mul(&(at - at_b))));
        let seen = Seen { robot: &robot, links, at };

        // Tangential rates, most often; or of a point beside the corner.
        let still = if case % 4 == 2 {
            [0, 1, 2].map(|k| own[k] + 0.05 * up[(k + 1) % 3])
        } else {
            corners[0]
        };
        let height = |q: &[f64]| seen.place(q, still).z - TOP;
        let slope = |n: usize| {
            let [before, after] = [-1e-5, 1e-5].map(|step| {
                let mut q = q.clone();
                q[n] += step;
                height(&q)
            });
            (after - before) / 2e-5
        };
        let slopes: Vec<f64> = (0..q.len()).map(slope).collect();
        let square: f64 = slopes.iter().map(|x| x * x).sum();
        let scale = 10_f64.powf(-2.0 + number(1.5));
        let mut rates: Vec<f64> = q.iter().map(|_| number(scale)).collect();
        let along: f64 = rates.iter().zip(&slopes).map(|(a, b)| a * b).sum();
        if case % 4 == 3 {
            // Not so: it comes as near as some gaps.
            let share = gap * (0.2 + number(2.0).abs()) / along.abs();
            rates.iter_mut().for_each(|rate| *rate *= share.min(1.0));
        } else {
            for (rate, slope) in rates.iter_mut().zip(&slopes).filter(|_| square > 0.0) {
                *rate -= along * slope / square;
            }
        }

        let elements = [Body::new(mesh).into(), with_a_face(case % 3)]
            .map(|collider: Collider| Arc::new(Element::of(&Part::new(collider))));
        let frames = [Frame::IDENTITY, at];
        let items: Vec<LaneItem<'_>> = (0..2)
            .map(|n| {
                let placed_by = (UpperBound::ZERO, 0);
                LaneItem { element: &elements[n], link: links[n], frame: frames[n], placed_by }
            })
            .collect();
        let lanes = LaneRobot::new(&robot);
        let moving = if links[1] == 0 { 1 } else { 2 };
        let covers = items[..moving].iter().map(|item| lanes.cover(item)).collect();
        let pair = LanePair { items: [0, 1], margin: 0.0, is_never: false };
        let world = LaneWorld::new(&lanes, covers, &items, &[pair]);
        let from: Vec<f64> = q.iter().zip(&rates).map(|(q, rate)| q - rate).collect();
        let line: Vec<f64> = rates.iter().map(|rate| 2.0 * rate).collect();
        let mut memory = CloseMemory::default();
        memory.begin();
        let mut close = Close {
            robot: &lanes,
            world: &world,
            level: SimdLevel::detect(),
            from: &from,
            rates: &line,
            memory: &mut memory,
        };
        let leaves: Vec<Undecided> = world
            .leaves_of_pair(0)
            .into_iter()
            .map(|nodes| Undecided { pair: 0, lanes: 1, nodes })
            .collect();
        assert!(!leaves.is_empty());
        let mut left = 0;
        close.prove(Around { middle: 0.5, half: 0.5 }, &leaves, &mut |_, _| left += 1);

        let meets = (-32..=32).any(|step| {
            let time = f64::from(step) / 32.0;
            let q: Vec<f64> = q.iter().zip(&rates).map(|(q, rate)| q + time * rate).collect();
            let place = seen.place(&q, corners[0]);
            place.z < TOP - 1e-13 && place.z > 0.0 && place.x.hypot(place.y) < 0.3
        });
        assert!(left > 0 || !meets, "case {case}: gap {gap:e}, rates {rates:?}");
        proven += usize::from(left == 0);
        closest += usize::from(left == 0 && gap < 1e-5);
        met += usize::from(meets);
    }
    assert!(
        proven > CASES / 8 && closest > CASES / 40 && met > CASES / 8,
        "{proven} {closest} {met}"
    );
}
