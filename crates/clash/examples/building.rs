//! Times a study of a generated building:
//! `cargo run --release -p obbtree-clash --example building`.

use std::time::Instant;

use obbtree_clash::{RunOptions, Study};
use obbtree_collider::Query;
use obbtree_scene::{BodyId, SceneQuery, scene_from_json};

fn main() {
    let bays = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(40);
    let clock = Instant::now();
    let text = obbtree_assets::building([bays, bays], 5);
    let scene = scene_from_json(&text, "building.json").expect("a scene");
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
    for [a, b] in pairs {
        let at = |id: BodyId| {
            (scene.parts(id).expect("a body")[0].collider(), scene.part_pose(id, 0).expect("one"))
        };
        let ((one, pose_one), (other, pose_other)) = (at(a), at(b));
        let clock = Instant::now();
        std::hint::black_box(query.overlap(one, pose_one, other, pose_other));
        times.push(clock.elapsed().as_nanos());
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("a pair, in ns: half {}, nine tenths {}, 99 % {}", at(0.5), at(0.9), at(0.99));
}
