//! Times a motion study of 27 parts in 141 positions, at the positions alone and certified between
//! them: `cargo run --release -p obbtree-clash --example moving`.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::time::Instant;

use obbtree_clash::{RunOptions, Study, Table};
use obbtree_collider::Body;
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_scene::Scene;

const PARTS: usize = 27;
const POSITIONS: usize = 141;

fn main() {
    let models = [8, 12, 16, 24].map(gear);
    let (mut scene, mut poses) = (Scene::new(), BTreeMap::new());
    // Close enough that neighbours meet now and then.
    for n in 0..PARTS {
        let [i, j, k] = [n % 3, n / 3 % 3, n / 9].map(|x| x as f64);
        let at = |position: usize| {
            let turn = TAU * position as f64 / (POSITIONS - 1) as f64 * (1.0 + i) / 2.0;
            let sway = 6.0 * (turn + j).sin();
            let (sin, cos) = (turn / 2.0).sin_cos();
            [45.0 * i + sway, 45.0 * j, 25.0 * k - sway, 0.0, 0.0, sin, cos]
        };
        let name = format!("part {n}");
        scene.add(&name, models[n % 4].clone(), Pose::identity()).expect("a new name");
        poses.insert(name, (0..POSITIONS).map(at).collect());
    }
    let times = (0..POSITIONS).map(|position| position as f64).collect();
    let table = Table::new(times, &poses).expect("a table");
    for certified in [false, true] {
        let text = format!("[motion]\ncertified = {certified}\n[[rules]]\nname = 'all'");
        let study = Study::from_toml(&text).expect("a study");
        for threads in [1, 2, 1, 2] {
            let options = RunOptions { threads: Some(threads), ..RunOptions::default() };
            let clock = Instant::now();
            let report = study.run_motion(&scene, &table, &options).expect("it runs");
            let time = clock.elapsed();
            let contacts: usize = report.clashes.iter().map(|clash| clash.contacts.len()).sum();
            let undecided: usize = report.clashes.iter().map(|clash| clash.undecided.len()).sum();
            println!(
                "certified {certified}, {threads} threads: {} pairs near, {} meet, {contacts} contacts, {undecided} undecided, {time:?}",
                report.candidates,
                report.clashes.len()
            );
        }
    }
}

/// A ring with teeth around it, of 4,608 triangles.
fn gear(teeth: u32) -> Body {
    const AROUND: u32 = 96;
    const ACROSS: u32 = 24;
    let mut vertices = Vec::new();
    for i in 0..AROUND {
        let angle = TAU * f64::from(i) / f64::from(AROUND);
        let wave = 1.5 * (angle * f64::from(teeth)).sin();
        for j in 0..ACROSS {
            let (sin, cos) = (TAU * f64::from(j) / f64::from(ACROSS)).sin_cos();
            let radius = 18.0 + wave + 4.0 * cos;
            vertices.push([radius * angle.cos(), radius * angle.sin(), 5.0 * sin]);
        }
    }
    let at = |i: u32, j: u32| i % AROUND * ACROSS + j % ACROSS;
    let mut triangles = Vec::new();
    for i in 0..AROUND {
        for j in 0..ACROSS {
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Body::new(Mesh::new(vertices, triangles).expect("a mesh"))
}
