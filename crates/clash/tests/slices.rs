//! A study in slices is the study, bit by bit, whatever the division; runs in a folder go on from
//! what is finished, and refuse what is of another question.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree_clash::{FolderError, JoinError, Report, RunError, RunOptions, Slice, Study};
use obbtree_collider::Body;
use obbtree_predicates::Pose;
use obbtree_scene::{Scene, scene_from_json};
use tempfile::TempDir;

const RULES: &str = "name = 'sliced'
cluster = 1000.0
depth = true
[groups]
structure = ['*/slab', '*/column *', '*/beam *']
[[rules]]
name = 'last of all by name'
kinds = ['cutting', 'contained', 'coincident', 'touching']
[[rules]]
name = 'a clearance'
these = ['*/pipe *', '*/riser']
clearance = 50.0
[[rules]]
name = 'nobody'
these = ['*/roof']
";

fn building() -> Scene {
    let text = obbtree_assets::building([3, 2], 2);
    scene_from_json(&text, "building.json").expect("a scene")
}

fn study() -> Study {
    Study::from_toml(RULES).expect("a study")
}

fn whole(scene: &Scene) -> Report {
    study().run(scene, &RunOptions::default()).expect("it runs")
}

#[test]
fn joined_slices_are_the_report_whatever_the_division() {
    let (scene, options) = (building(), RunOptions::default());
    let (study, expected) = (study(), whole(&scene));
    assert!(expected.clashes.len() > 100 && expected.clusters.len() > 10);
    assert!(expected.clashes.iter().any(|clash| clash.rule == "a clearance"));
    let more_than_pairs = expected.candidates + 3;
    for of in [1, 2, 7, more_than_pairs] {
        let run = |number| {
            let threads = Some(1 + number % 3);
            let options = RunOptions { threads, ..options };
            let slice = study.run_slice(&scene, number, of, &options).expect("a slice");
            Slice::from_json(&slice.to_json()).expect("a slice")
        };
        let pairs: Vec<usize> = (0..of).map(|number| run(number).report.candidates).collect();
        assert_eq!(pairs.iter().sum::<usize>(), expected.candidates);
        let [least, most] = [pairs.iter().min(), pairs.iter().max()].map(|x| *x.expect("some"));
        assert!(most - least <= 1, "{pairs:?}");
        // In any order.
        let joined = study.join(&scene, (0..of).rev().map(run)).expect("all are there");
        assert_eq!(joined.to_json(), expected.to_json());
    }
}

#[test]
fn slices_that_do_not_belong_together_are_refused() {
    let (scene, study, options) = (building(), study(), RunOptions::default());
    let slice = |number, of| study.run_slice(&scene, number, of, &options).expect("a slice");
    let join = |slices: Vec<Slice>| study.join(&scene, slices).map(|_| ()).unwrap_err().to_string();
    assert_eq!(join(vec![slice(0, 3), slice(2, 3)]), "slice 1 of 3 is missing");
    assert_eq!(join(vec![slice(1, 2)]), "slice 0 of 2 is missing");
    assert_eq!(join(vec![]), "slice 0 of 1 is missing");
    assert_eq!(join(vec![slice(0, 2), slice(0, 2), slice(1, 2)]), "slice 0 is there twice");
    assert_eq!(join(vec![slice(0, 2), slice(1, 3)]), "slice 1 is one of 3, not of 2");
    let none = study.run_slice(&scene, 2, 2, &options);
    assert_eq!(none, Err(RunError::NoSuchSlice { number: 2, of: 2 }));
    let read = Slice::from_json(&slice(0, 1).to_json().replace("slice-1", "slice-2"));
    assert!(read.unwrap_err().to_string().contains("obbtree-clash-slice-2"));

    // Anything that the report depends on is another question.
    let mut moved = building();
    let id = moved.id("level 0/slab").expect("it is there");
    let [x, y, z] = (*moved.pose(id).expect("it is there").translation()).into();
    moved
        .set_pose(id, Pose::from_translation([x, y, z.next_up()]).expect("finite"))
        .expect("it is");
    let mut renamed = study.clone();
    renamed.rules[1].clearance = 50.0_f64.next_up();
    let mut allowed = building();
    allowed.allow("level 0/slab", "level 1/slab");
    let one = slice(0, 1);
    for (study, scene) in [(&study, &moved), (&renamed, &scene), (&study, &allowed)] {
        let error = study.join(scene, [one.clone()]).map(|_| ()).unwrap_err();
        assert!(matches!(error, JoinError::Question { number: 0, .. }), "{error}");
    }
    assert_eq!(study.join(&scene, [one]).expect("it is all"), whole(&scene));
}

#[test]
fn a_question_depends_on_meshes_and_not_on_how_they_are_shared() {
    let mesh = |x: f64| obbtree_assets::cuboid([0.0; 3], [1.0, 1.0, x]);
    let question = |bodies: [Body; 2]| {
        let mut scene = Scene::new();
        for (name, body) in ["a", "b"].into_iter().zip(bodies) {
            scene.add(name, body, Pose::identity()).expect("a new name");
        }
        study().question(&scene)
    };
    let shared = Body::new(mesh(1.0));
    let same = question([shared.clone(), shared]);
    assert_eq!(same.len(), 64);
    assert_eq!(same, question([Body::new(mesh(1.0)), Body::new(mesh(1.0))]));
    let other = Body::new(mesh(1.0_f64.next_up()));
    assert_ne!(same, question([Body::new(mesh(1.0)), other]));
}

/// The names of files in a folder, and their times.
fn files(folder: &Path) -> Vec<(String, std::time::SystemTime)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| {
        let entry = entry.expect("a file");
        let time = entry.metadata().and_then(|of| of.modified()).expect("a time");
        (entry.file_name().to_string_lossy().into_owned(), time)
    });
    let mut files: Vec<_> = entries.collect();
    files.sort();
    files
}

#[test]
fn a_run_that_was_cancelled_goes_on_from_what_is_finished() {
    let (scene, study, folder) = (building(), study(), TempDir::new().expect("a folder"));
    let (folder, expected) = (folder.path().join("slices"), whole(&scene));
    let (cancel, reached) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |done: usize, total: usize| {
        assert_eq!(total, expected.candidates);
        reached.fetch_max(done, Ordering::Relaxed);
        cancel.fetch_or(done > total / 2, Ordering::Relaxed);
    };
    let options = RunOptions { threads: Some(2), cancel: Some(&cancel), progress: Some(&progress) };
    let ended = study.run_in_folder(&scene, &folder, 10, &options);
    assert!(matches!(ended, Err(FolderError::Run(RunError::Batch(_)))));
    let before = files(&folder);
    assert!((4..10).contains(&before.len()), "{before:?}");
    // What a killed process leaves behind is nobody's.
    let left = folder.join(before[0].0.replace(".json", ".1.unfinished"));
    std::fs::write(&left, "{").expect("written");
    std::fs::write(folder.join("notes.txt"), "mine").expect("written");

    cancel.store(false, Ordering::Relaxed);
    let options = RunOptions { cancel: None, progress: None, ..options };
    let report = study.run_in_folder(&scene, &folder, 10, &options).expect("it runs");
    assert_eq!(report.to_json(), expected.to_json());
    std::fs::remove_file(&left).expect("it is there");
    let after = files(&folder);
    assert_eq!(after.len(), 10 + 1);
    assert!(before.iter().all(|file| after.contains(file)), "a slice was run again");
    // Nothing is left to do: not a pair is looked at.
    let again = study.run_in_folder(&scene, &folder, 10, &options).expect("it runs");
    assert_eq!((again.to_json(), files(&folder)), (expected.to_json(), after));
}

#[test]
fn machines_write_slices_of_one_folder_and_others_are_refused() {
    let (scene, study, own) = (building(), study(), TempDir::new().expect("a folder"));
    let (folder, options) = (own.path(), RunOptions::default());
    for numbers in [[3, 1], [0, 1], [2, 3]] {
        let found = study.run_slices_in_folder(&scene, folder, &numbers, 4, &options);
        let found = found.expect("they run");
        assert_eq!(found.iter().map(|slice| slice.number).collect::<Vec<_>>(), numbers);
    }
    let before = files(folder);
    let report = study.run_in_folder(&scene, folder, 4, &options).expect("it runs");
    assert_eq!((report.to_json(), files(folder)), (whole(&scene).to_json(), before.clone()));

    let refused = |study: &Study, of: usize| {
        study.run_in_folder(&scene, folder, of, &options).map(|_| ()).unwrap_err().to_string()
    };
    let error = refused(&study, 5);
    assert!(error.contains("another division than of 5; take another folder"), "{error}");
    let error = refused(&study, 0);
    assert_eq!(error, "there is no slice 0 of 0: they are counted from 0");
    let mut other = study.clone();
    other.rules[0].tolerance = 1.0;
    let error = refused(&other, 4);
    assert!(error.contains(&before[0].0) && error.contains("another question"), "{error}");
    let [first, second] = [0, 1].map(|n| folder.join(&before[n].0));
    std::fs::copy(&first, &second).expect("written");
    let error = refused(&study, 4);
    assert!(error.contains(&before[1].0) && error.contains("it is slice 0, not 1"), "{error}");
    std::fs::write(&first, "{").expect("written");
    let error = refused(&study, 4);
    assert!(error.contains(&before[0].0) && error.contains("line 1"), "{error}");
}
