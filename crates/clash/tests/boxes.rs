//! Assemblies of boxes whose classes follow from their intervals along each axis: touching, gaps
//! and cuts of an ulp, boxes in boxes, boxes twice, either winding, instances; at rest and all
//! under one rotated, rounded pose, which is one affine map and changes no class.

use std::collections::BTreeMap;

use nalgebra::Rotation3;
use obbtree_assets::CUBOID_SIDES;
use obbtree_clash::{Class, Rule, RunOptions, Study};
use obbtree_collider::Body;
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_scene::Scene;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type Bounds = [[f64; 2]; 3];

/// A box with either diagonal in each face and either winding.
fn cuboid(rng: &mut Pcg64Mcg, bounds: &Bounds) -> Body {
    let vertices = (0..8_usize).map(|n| [0, 1, 2].map(|k| bounds[k][n >> k & 1])).collect();
    let is_mirrored = rng.random_range(0..4) == 0;
    let mut triangles = Vec::new();
    for mut face in CUBOID_SIDES {
        if rng.random() {
            face.rotate_left(1);
        }
        if is_mirrored {
            face.reverse();
        }
        let [a, b, c, d] = face;
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    Body::new(Mesh::new(vertices, triangles).expect("a box"))
}

/// Ends on a small lattice, some an ulp beside it.
fn random_bounds(rng: &mut Pcg64Mcg) -> Bounds {
    std::array::from_fn(|_| {
        let from = f64::from(rng.random_range(1..24)) * 0.3;
        let to = from + f64::from(rng.random_range(1..5)) * 0.3;
        [from, to].map(|x: f64| match rng.random_range(0..8) {
            0 => x.next_up(),
            1 => x.next_down(),
            _ => x,
        })
    })
}

fn truth(a: &Bounds, b: &Bounds) -> Option<Class> {
    let low = |k: usize| a[k][0].max(b[k][0]);
    let high = |k: usize| a[k][1].min(b[k][1]);
    if (0..3).any(|k| low(k) > high(k)) {
        return None;
    }
    match (0..3).filter(|&k| low(k) < high(k)).count() {
        0 => return Some(Class::TouchingPoint),
        1 => return Some(Class::TouchingLine),
        2 => return Some(Class::TouchingArea),
        _ => {}
    }
    let within = |a: &Bounds, b: &Bounds| (0..3).all(|k| a[k][0] >= b[k][0] && a[k][1] <= b[k][1]);
    Some(match (within(a, b), within(b, a)) {
        (true, true) => Class::Coincident,
        (true, false) => Class::Contained,
        (false, true) => Class::Containing,
        (false, false) => Class::Cutting,
    })
}

fn study() -> Study {
    let rule =
        "[[rules]]\nname = 'all'\nkinds = ['cutting', 'contained', 'coincident', 'touching']";
    Study::from_toml(rule).expect("a study")
}

#[test]
fn boxes_stand_as_their_intervals_do() {
    let assemblies = if std::env::var_os("OBBTREE_LONG").is_some() { 60 } else { 6 };
    let (mut rng, mut counts) = (Pcg64Mcg::seed_from_u64(34), BTreeMap::new());
    let (mut pairs, mut apart) = (0, 0);
    for assembly in 0..assemblies {
        let pose = if assembly % 2 == 0 {
            Pose::identity()
        } else {
            let angles: [f64; 3] = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
            let rotation = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
            Pose::new(*rotation.matrix(), [10.0, -20.0, 5.0].into()).expect("a rotation")
        };
        let mut scene = Scene::new();
        let mut all: Vec<(Bounds, Body)> = Vec::new();
        for n in 0..500 {
            let mut bounds = random_bounds(&mut rng);
            if n > 0 {
                let (other, body) = all[rng.random_range(0..n)].clone();
                match rng.random_range(0..20) {
                    // An instance, at the same place.
                    0 => {
                        scene.add(&format!("part {n}"), body.clone(), pose).expect("a new name");
                        all.push((other, body));
                        continue;
                    }
                    // The same box by another mesh, or one within it.
                    1 => bounds = other,
                    2 => {
                        bounds = other;
                        let k = rng.random_range(0..3);
                        bounds[k][1] = (bounds[k][0] + bounds[k][1]) / 2.0;
                    }
                    _ => {}
                }
            }
            let body = cuboid(&mut rng, &bounds);
            scene.add(&format!("part {n}"), body.clone(), pose).expect("a new name");
            all.push((bounds, body));
        }
        let report = study().run(&scene, &RunOptions::default()).expect("it runs");
        pairs += report.candidates;
        let mut found: BTreeMap<[usize; 2], Class> = BTreeMap::new();
        for clash in &report.clashes {
            let number = |name: &String| name["part ".len()..].parse().expect("a number");
            found.insert(clash.bodies.each_ref().map(number), clash.class);
        }
        for i in 0..all.len() {
            for j in i + 1..all.len() {
                let expected = truth(&all[i].0, &all[j].0);
                assert_eq!(found.get(&[i, j]), expected.as_ref(), "{:?} {:?}", all[i].0, all[j].0);
                match expected {
                    Some(class) => *counts.entry(class).or_insert(0) += 1,
                    None => apart += 1,
                }
            }
        }
    }
    println!("{pairs} candidates: {counts:?}; {apart} pairs apart");
    assert!(pairs > 2000 * assemblies && counts.len() == 7);
    assert!(counts.values().all(|&count| count >= 2 * assemblies), "{counts:?}");
}

#[test]
fn reports_are_the_same_on_any_number_of_threads() {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut scene = Scene::new();
    for n in 0..300 {
        let bounds = random_bounds(&mut rng);
        let body = cuboid(&mut rng, &bounds);
        scene.add(&format!("{n}"), body, Pose::identity()).expect("a new name");
    }
    let mut study = study();
    study.cluster = Some(0.3);
    study.rules.push(Rule { name: "near".to_owned(), clearance: 0.3, ..Rule::default() });
    let on = |threads| {
        let options = RunOptions { threads: Some(threads), ..RunOptions::default() };
        study.run(&scene, &options).expect("it runs").to_json()
    };
    let one = on(1);
    assert_eq!(one, on(2));
    let read = obbtree_clash::read_report(&one).expect("a report");
    assert_eq!(read.to_json(), one);
    assert!(!read.clusters.is_empty() && read.clusters.len() < read.clashes.len());
}
