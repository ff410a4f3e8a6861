//! Boxes that move from corner to corner of a lattice, without rotating: when they meet follows
//! from their intervals along each axis. And boxes that turn, looked at many times in between.

use std::collections::BTreeMap;

use nalgebra::{Rotation3, UnitQuaternion};
use obbtree_clash::{MotionReport, RunOptions, Study, Table, read_motion_report};
use obbtree_collider::{Linear, Motion, Query, Shape};
use obbtree_predicates::Pose;
use obbtree_scene::Scene;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

struct Model {
    halves: Vec<[f64; 3]>,
    times: Vec<f64>,
    /// For each box a place at each time.
    places: Vec<Vec<[f64; 3]>>,
}

fn random_model(rng: &mut Pcg64Mcg) -> Model {
    let steps = rng.random_range(2..6);
    let mut time = f64::from(rng.random_range(-3..3));
    let mut times = vec![time];
    for _ in 1..steps {
        time += f64::from(rng.random_range(1..9)) * 0.25;
        times.push(time);
    }
    let halves = (0..4).map(|_| [0, 1, 2].map(|_| f64::from(rng.random_range(1..5)) * 0.5));
    let halves: Vec<[f64; 3]> = halves.collect();
    let place = |rng: &mut Pcg64Mcg| [0, 1, 2].map(|_| f64::from(rng.random_range(-8..9)) * 0.5);
    let mut places: Vec<Vec<[f64; 3]>> = Vec::new();
    for n in 0..4 {
        let mut at = place(rng);
        let of_one = (0..times.len()).map(|_| {
            // The first one stays; others now and then.
            if n > 0 && rng.random_range(0..4) > 0 {
                at = place(rng);
            }
            at
        });
        places.push(of_one.collect());
    }
    Model { halves, times, places }
}

impl Model {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new();
        for (n, half) in self.halves.iter().enumerate() {
            let pose = Pose::from_translation(self.places[n][0]).expect("finite");
            scene.add(&format!("{n}"), Shape::cuboid(*half).expect("a box"), pose).expect("new");
        }
        scene
    }

    fn table(&self) -> Table {
        let numbers = |[x, y, z]: &[f64; 3]| [*x, *y, *z, 0.0, 0.0, 0.0, 1.0];
        let of = |n: usize| (format!("{n}"), self.places[n].iter().map(numbers).collect());
        let poses: BTreeMap<String, Vec<[f64; 7]>> = (1..4).map(of).collect();
        Table::new(self.times.clone(), &poses).expect("a table")
    }

    /// The place of one box seen from another, at a time after the time of a number, from 0 to 1.
    fn apart(&self, [a, b]: [usize; 2], k: usize, s: f64) -> [f64; 3] {
        [0, 1, 2].map(|axis| {
            let [from, to] = [k, k + 1].map(|k| self.places[b][k][axis] - self.places[a][k][axis]);
            from + s * (to - from)
        })
    }

    /// When two boxes meet: closed intervals, in one piece where they have a time in common.
    fn truth(&self, pair: [usize; 2]) -> Vec<[f64; 2]> {
        let mut found: Vec<[f64; 2]> = Vec::new();
        for k in 0..self.times.len() - 1 {
            let (mut low, mut high) = (0.0_f64, 1.0_f64);
            for axis in 0..3 {
                let reach = self.halves[pair[0]][axis] + self.halves[pair[1]][axis];
                let [from, to] = [0.0, 1.0].map(|s| self.apart(pair, k, s)[axis]);
                if from == to {
                    if from.abs() > reach {
                        low = f64::INFINITY;
                    }
                } else {
                    let [p, q] = [-reach, reach].map(|end| (end - from) / (to - from));
                    low = low.max(p.min(q));
                    high = high.min(p.max(q));
                }
            }
            if low <= high {
                let length = self.times[k + 1] - self.times[k];
                let [low, high] = [low, high].map(|s| self.times[k] + s * length);
                match found.last_mut() {
                    Some(before) if before[1] >= low => before[1] = high,
                    _ => found.push([low, high]),
                }
            }
        }
        found
    }
}

fn study(text: &str) -> Study {
    Study::from_toml(&format!("[motion]\n{text}\n[[rules]]\nname = 'all'\nclearance = 1.5"))
        .expect("a study")
}

fn run(study: &Study, model: &Model, threads: usize) -> MotionReport {
    let options = RunOptions { threads: Some(threads), ..RunOptions::default() };
    study.run_motion(&model.scene(), &model.table(), &options).expect("it runs")
}

const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

#[test]
fn boxes_meet_when_their_intervals_do() {
    let models = if std::env::var_os("OBBTREE_LONG").is_some() { 20_000 } else { 400 };
    let mut rng = Pcg64Mcg::seed_from_u64(141);
    let certified = study("time_tolerance = 1e-4");
    let (mut meeting, mut grazing, mut apart) = (0, 0, 0);
    for n in 0..models {
        let model = random_model(&mut rng);
        let report = run(&certified, &model, 1 + n % 2);
        for pair in PAIRS {
            let names = pair.map(|n| n.to_string());
            let found = report.clashes.iter().find(|clash| clash.bodies == names);
            let contacts = found.map_or(&[][..], |clash| &clash.contacts);
            let truth = model.truth(pair);
            // How much the truth here is rounded, and how well a time is told.
            let (off, within) = (1e-12, 2.5 * 1e-4);
            // Grazing boxes may be an interval of no length, which rounding makes two or none.
            if truth.iter().any(|[from, to]| to - from < off) {
                grazing += 1;
                continue;
            }
            assert!(found.is_none_or(|clash| clash.undecided.is_empty()), "{n}: {found:?}");
            assert_eq!(contacts.len(), truth.len(), "{n} {pair:?}: {contacts:?} {truth:?}");
            for (contact, [from, to]) in contacts.iter().zip(&truth) {
                let ([a, b], [c, d]) = (contact.first, contact.last);
                assert!(a <= from + off && from - off <= b && b - a < within, "{n}: {contact:?}");
                assert!(c <= to + off && to - off <= d && d - c < within, "{n}: {contact:?}");
            }
            if truth.is_empty() { apart += 1 } else { meeting += 1 }
        }
    }
    assert!(
        meeting > models && apart > models && grazing < models / 2,
        "{meeting} {apart} {grazing}"
    );
}

#[test]
fn at_the_times_alone_boxes_meet_where_they_are() {
    let mut rng = Pcg64Mcg::seed_from_u64(142);
    let sampled = study("certified = false");
    let (mut contacts, mut approaches) = (0, 0);
    for _ in 0..200 {
        let model = random_model(&mut rng);
        let report = run(&sampled, &model, 1);
        assert_eq!(report, run(&sampled, &model, 2));
        for pair @ [a, b] in PAIRS {
            let gap = |k: usize| {
                let place = [0, 1, 2].map(|x| model.places[b][k][x] - model.places[a][k][x]);
                let gaps = [0, 1, 2]
                    .map(|x| (place[x].abs() - model.halves[a][x] - model.halves[b][x]).max(0.0));
                gaps.iter().map(|gap| gap * gap).sum::<f64>().sqrt()
            };
            let gaps: Vec<f64> = (0..model.times.len()).map(gap).collect();
            let names = pair.map(|n| n.to_string());
            let found = report.clashes.iter().find(|clash| clash.bodies == names);
            let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
            let Some(found) = found else {
                assert!(least > 1.5, "{pair:?} {gaps:?}");
                continue;
            };
            let is_in = |k: usize| {
                let time = model.times[k];
                found.contacts.iter().any(|of| of.first[1] <= time && time <= of.last[0])
            };
            for (k, gap) in gaps.iter().enumerate() {
                assert_eq!(is_in(k), *gap == 0.0, "{k} {gaps:?} {found:?}");
            }
            contacts += found.contacts.len();
            if let Some(closest) = &found.closest {
                let [lower, upper] = closest.distance;
                assert!(lower <= least + 1e-12 && least <= upper + 1e-12 && upper <= 1.5);
                assert!(
                    (gaps[model.times.iter().position(|t| *t == closest.time).expect("one")]
                        - least)
                        .abs()
                        < 1e-12
                );
                approaches += 1;
            } else {
                assert!(least == 0.0);
            }
        }
    }
    assert!(contacts > 100 && approaches > 20, "{contacts} {approaches}");
}

/// Of boxes that turn: at no time outside of the intervals of a report do two meet, and at the
/// times at which they are told to meet they did so once before, and do so once after.
#[test]
fn nothing_meets_outside_of_what_is_told() {
    let mut rng = Pcg64Mcg::seed_from_u64(143);
    let (study, mut query) = (study("time_tolerance = 1e-3"), Query::new().solid(true));
    let (mut free, mut meeting) = (0, 0);
    for _ in 0..40 {
        let pose = |rng: &mut Pcg64Mcg| {
            let angles = [0, 1, 2].map(|_| rng.random_range(-1.5..1.5));
            let turn = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
            let q = UnitQuaternion::from_rotation_matrix(&turn);
            let [x, y, z] = [0, 1, 2].map(|_| rng.random_range(-2.5..2.5));
            [x, y, z, q.i, q.j, q.k, q.w]
        };
        let places: Vec<Vec<[f64; 7]>> =
            (0..2).map(|_| (0..4).map(|_| pose(&mut rng)).collect()).collect();
        let shapes =
            [[1.0, 0.5, 0.25], [0.75, 0.75, 0.5]].map(|half| Shape::cuboid(half).expect("a box"));
        let mut scene = Scene::new();
        for (n, shape) in shapes.iter().enumerate() {
            scene.add(&format!("{n}"), shape.clone(), Pose::identity()).expect("new");
        }
        let poses = places.iter().enumerate().map(|(n, of)| (format!("{n}"), of.clone())).collect();
        let times = vec![0.0, 1.0, 3.0, 3.5];
        let table = Table::new(times.clone(), &poses).expect("a table");
        let report = study.run_motion(&scene, &table, &RunOptions::default()).expect("it runs");
        let found = report.clashes.first();
        let (contacts, undecided) =
            found.map_or((&[][..], &[][..]), |found| (&found.contacts, &found.undecided));
        for k in 0..3 {
            let at = |n: usize, k: usize| {
                Pose::from_translation_quaternion(places[n][k]).expect("a pose")
            };
            let ways = [0, 1].map(|n| Linear::new(&at(n, k), &at(n, k + 1)).expect("a motion"));
            for step in 0..=200 {
                let s = f64::from(step) / 200.0;
                let time = times[k] + s * (times[k + 1] - times[k]);
                let [a, b] = ways.each_ref().map(|way| way.pose_at(s));
                let is_told = contacts.iter().any(|of| of.first[0] <= time && time <= of.last[1])
                    || undecided.iter().any(|of| of[0] <= time && time <= of[1]);
                if query.collide(&shapes[0], &a, &shapes[1], &b) {
                    meeting += 1;
                    assert!(is_told, "{time}: {found:?}");
                } else {
                    free += 1;
                }
            }
        }
        for pair in contacts.windows(2) {
            assert!(pair[0].last[1] < pair[1].first[0], "{contacts:?}");
        }
        for contact in contacts {
            let ([a, b], [c, d]) = (contact.first, contact.last);
            assert!(a <= b && c <= d && a <= d && b <= d && a <= c, "{contact:?}");
            assert!(b - a < 3e-3 && d - c < 3e-3, "{contact:?}");
        }
        if let Some(closest) = found.and_then(|found| found.closest.as_ref()) {
            assert!(closest.distance[0] <= closest.distance[1] && closest.distance[1] <= 1.5);
        }
    }
    assert!(free > 3000 && meeting > 3000, "{free} {meeting}");
}

#[test]
fn what_cannot_be_run_is_told() {
    let model = random_model(&mut Pcg64Mcg::seed_from_u64(1));
    let mut scene = model.scene();
    let message = |scene: &Scene, table: &Table| {
        study("").run_motion(scene, table, &RunOptions::default()).unwrap_err().to_string()
    };
    let missing =
        Table::of_csv("time,body,x,y,z,qx,qy,qz,qw\n0,lid,0,0,9,0,0,0,1\n1,lid,0,0,1,0,0,0,1\n");
    assert_eq!(message(&scene, &missing.expect("a table")), "there is no body `lid`");
    let [zero, one] = ["0", "1"].map(|name| scene.id(name).expect("there"));
    scene.attach(zero, one).expect("both are there");
    assert_eq!(
        message(&scene, &model.table()),
        "body \"0\" is carried by \"1\", which moves: give the poses of both"
    );
}

/// As in `study.rs`: of two samples about as near, the second is nearer by an ulp.
#[test]
fn the_closest_approach_is_that_of_all_samples() {
    let mut scene = Scene::new();
    let cuboid = |half: f64| Shape::cuboid([half; 3]).expect("a box");
    scene.add("a", cuboid(0.5), Pose::identity()).expect("a new name");
    scene.add("b", cuboid(0.25), Pose::identity()).expect("a new name");
    let ulp = 0.5_f64.powi(52);
    let text = "[motion]\ntimes = []\nposes = {}\ncertified = false\n";
    let rule = "[[rules]]\nname = 'near'\nclearance = 1.0";
    let study = Study::from_toml(&format!("{text}{rule}")).expect("a study");
    // From y = 0.5 to y = 1.25, and an ulp less.
    for ends in [[1.5, 1.5 - ulp], [1.5 - ulp, 1.5]] {
        let pose = |y: f64| Pose::from_translation([0.0, y, 0.0]).expect("finite");
        let poses = BTreeMap::from([("b".to_owned(), ends.map(pose).to_vec())]);
        let table = Table::of_poses(vec![0.0, 1.0], poses).expect("a table");
        let report = study.run_motion(&scene, &table, &RunOptions::default()).expect("it runs");
        let [lower, upper] = report.clashes[0].closest.as_ref().expect("near").distance;
        assert!(lower <= 0.75 - ulp && 0.75 - ulp <= upper, "{lower} {upper}");
        assert_eq!(read_motion_report(&report.to_json()), Ok(report));
    }
    let other = r#"{"format":"obbtree-clash-1"}"#;
    assert!(read_motion_report(other).unwrap_err().to_string().contains("motion-clash-1"));
}
