//! Times a study of a generated building of BAYS times BAYS bays, 40 without, or of a scene file
//! that holds its meshes:
//! `cargo run --release -p obbtree-clash --example building [BAYS | SCENE.json]`.

use std::time::Instant;

use obbtree_clash::{RunOptions, Study};
use obbtree_collider::Query;
use obbtree_scene::{BodyId, SceneQuery, scene_from_json};

fn main() {
    let what = std::env::args().nth(1).unwrap_or("40".to_owned());
    let clock = Instant::now();
    let text = match what.parse() {
        Ok(bays) => obbtree_assets::building([bays, bays], 5),
        Err(_) => std::fs::read_to_string(&what).expect("a file"),
    };
    let scene = scene_from_json(&text, &what).expect("a scene");
    println!("{} bodies read in {:?}", scene.ids().count(), clock.elapsed());
    let all = "[[rules]]\nname = 'all'\nkinds = ['cutting', 'contained', 'coincident', 'touching']";
    let study = Study::from_toml(all).expect("a study");
    for threads in [1, 2, 1, 2] {
        let options = RunOptions { threads: Some(threads), ..RunOptions::default() };
        let clock = Instant::now();
        let report = study.run(&scene, &options).expect("it runs");
        let (time, counts) = (clock.elapsed(), report.counts());
        println!("{threads} threads: {} candidates in {time:?}: {counts:?}", report.candidates);
    }
    let mut pairs: Vec<[BodyId; 2]> = Vec::new();
    let mut boxes = SceneQuery::new();
    let found = boxes.for_each_candidate(&scene, 0..u32::MAX, 0.0, |pair| pairs.push(pair));
    found.expect("a length");
    let mut query = Query::new();
    let mut times: Vec<u128> = Vec::new();
    for bodies in pairs {
        let parts = bodies.map(|id| scene.parts(id).expect("a body").len());
        let clock = Instant::now();
        for (m, n) in (0..parts[0]).flat_map(|m| (0..parts[1]).map(move |n| (m, n))) {
            let [a, b] = [(bodies[0], m), (bodies[1], n)].map(|(id, part)| {
                let collider = scene.parts(id).expect("a body")[part].collider();
                (collider, scene.part_pose(id, part).expect("a part"))
            });
            std::hint::black_box(query.overlap(a.0, a.1, b.0, b.1));
        }
        times.push(clock.elapsed().as_nanos());
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("a pair, in ns: half {}, nine tenths {}, 99 % {}", at(0.5), at(0.9), at(0.99));
}
