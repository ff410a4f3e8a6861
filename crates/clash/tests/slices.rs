//! A study in slices is the study, bit by bit, whatever the division; runs in a folder go on from
//! what is finished, and refuse what is of another question. Of bodies at rest and of bodies that
//! move.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree_clash::{
    FolderError, JoinError, MotionReport, MotionTable, Report, RunError, RunOptions, Slice, Study,
    Subject, Table,
};
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

/// Each pipe and each duct slides past others and turns a little, in its own direction.
fn moves(scene: &Scene) -> Table {
    let name = |id| scene.name(id).expect("it is there").to_owned();
    let names = scene.ids().map(name);
    let moving = names.filter(|name| name.contains("/pipe ") || name.contains("/duct "));
    let poses = moving.enumerate().map(|(n, name)| {
        let id = scene.id(&name).expect("it is there");
        let [x, y, z] = (*scene.pose(id).expect("it is there").translation()).into();
        let at = |k: usize| {
            let (sin, cos) = (0.1 * k as f64).sin_cos();
            let far = [700.0, -900.0, 1100.0].map(|step| step * k as f64);
            let [u, v, w] = [n, n + 1, n + 2].map(|n| far[n % 3]);
            let numbers = [x + u, y + v, z + w, 0.6 * sin, 0.0, -0.8 * sin, cos];
            Pose::from_translation_quaternion(numbers).expect("a pose")
        };
        (name, (0..4).map(at).collect())
    });
    Table::of_poses(vec![0.0, 1.0, 2.5, 3.0], poses.collect()).expect("a table")
}

fn whole_motion(scene: &Scene, table: &Table) -> MotionReport {
    study().run_motion(scene, table, &RunOptions::default()).expect("it runs")
}

/// A field of a report of either kind.
fn candidates(report: &impl serde::Serialize) -> usize {
    let fields = serde_json::to_value(report).expect("fields");
    fields["candidates"].as_u64().expect("a number") as usize
}

fn check_divisions<S: Subject>(study: &Study, on: S, expected: &S::Report) {
    let pairs = candidates(expected);
    let expected = serde_json::to_string(expected).expect("JSON");
    for of in [1, 2, 7, pairs + 3] {
        let run = |number| {
            let threads = Some(1 + number % 3);
            let options = RunOptions { threads, ..RunOptions::default() };
            let slice = study.run_slice(on, number, of, &options).expect("a slice");
            Slice::<S::Report>::from_json(&slice.to_json()).expect("a slice")
        };
        let slices: Vec<_> = (0..of).rev().map(run).collect(); // in any order
        let shares: Vec<usize> = slices.iter().map(|slice| candidates(&slice.report)).collect();
        assert_eq!(shares.iter().sum::<usize>(), pairs);
        let [least, most] = [shares.iter().min(), shares.iter().max()].map(|x| *x.expect("some"));
        assert!(most - least <= 1, "{shares:?}");
        let joined = study.join(on, slices).expect("all are there");
        assert_eq!(serde_json::to_string(&joined).expect("JSON"), expected);
    }
}

#[test]
fn joined_slices_are_the_report_whatever_the_division() {
    let (scene, study) = (building(), study());
    let expected = whole(&scene);
    assert!(expected.clashes.len() > 100 && expected.clusters.len() > 10);
    assert!(expected.clashes.iter().any(|clash| clash.rule == "a clearance"));
    check_divisions(&study, &scene, &expected);
}

#[test]
fn joined_slices_of_bodies_that_move_are_the_report_whatever_the_division() {
    let scene = building();
    let table = moves(&scene);
    for certified in [true, false] {
        let mut study = study();
        study.motion = Some(MotionTable { certified, ..MotionTable::default() });
        study.rules[1].clearance = 800.0;
        let options = RunOptions::default();
        let expected = study.run_motion(&scene, &table, &options).expect("it runs");
        let clashes = &expected.clashes;
        assert!(clashes.len() > 50, "{}", clashes.len());
        assert!(clashes.iter().filter(|clash| !clash.contacts.is_empty()).count() > 40);
        assert!(clashes.iter().any(|clash| clash.rule == "a clearance"));
        assert!(clashes.iter().any(|clash| clash.closest.is_some()));
        check_divisions(&study, (&scene, &table), &expected);
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
    let read = Slice::<Report>::from_json(&slice(0, 1).to_json().replace("slice-1", "slice-2"));
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

/// All that a report of bodies that move depends on is in its question, and no more.
#[test]
fn a_question_depends_on_how_bodies_move() {
    let (scene, mut study) = (building(), study());
    let table = moves(&scene);
    let question = |study: &Study, table: &Table| study.question((&scene, table));
    let first = question(&study, &table);
    assert_ne!(first, study.question(&scene));
    // Without a `motion` it is the usual one; the poses that count are those that are given.
    let poses = BTreeMap::from([("level 0/slab".to_owned(), vec![[1.0; 7]; 2])]);
    let times = vec![0.0, 1.0];
    study.motion = Some(MotionTable { times, poses, ..MotionTable::default() });
    assert_eq!(question(&study, &table), first);

    let slice = study.run_slice((&scene, &table), 0, 1, &RunOptions::default()).expect("a slice");
    assert_eq!(slice.question, first);
    let refused = |study: &Study, table: &Table| {
        let error = study.join((&scene, table), [slice.clone()]).map(|_| ()).unwrap_err();
        assert!(matches!(error, JoinError::Question { number: 0, .. }), "{error}");
    };
    let changes: [fn(&mut MotionTable); 3] = [
        |motion| motion.certified = false,
        |motion| motion.time_tolerance = motion.time_tolerance.next_up(),
        |motion| motion.distance_tolerance = f64::MIN_POSITIVE,
    ];
    for change in changes {
        let mut other = study.clone();
        change(other.motion.as_mut().expect("there is one"));
        refused(&other, &table);
    }
    let given = || -> (Vec<f64>, BTreeMap<String, Vec<Pose>>) {
        let poses = table.poses().map(|(name, poses)| (name.to_owned(), poses.to_vec()));
        (table.times().to_vec(), poses.collect())
    };
    let table_of = |(times, poses)| Table::of_poses(times, poses).expect("a table");
    assert_eq!(question(&study, &table_of(given())), first);
    let (mut times, poses) = given();
    times[2] = times[2].next_up();
    refused(&study, &table_of((times, poses)));
    let (times, mut poses) = given();
    let last = poses.values_mut().last().expect("a body").last_mut().expect("a pose");
    let mut rotation = *last.rotation();
    rotation[(2, 0)] = rotation[(2, 0)].next_up();
    *last = Pose::new(rotation, *last.translation()).expect("a pose");
    refused(&study, &table_of((times, poses)));
    let (times, mut poses) = given();
    let (name, of_last) = poses.pop_last().expect("a body");
    poses.insert(name.replace("pipe", "pipf"), of_last); // the last one still, and as long
    refused(&study, &table_of((times, poses)));

    // Nor is a slice of bodies at rest one of those that move.
    let at_rest = study.run_slice(&scene, 0, 1, &RunOptions::default()).expect("a slice").to_json();
    let error = Slice::<MotionReport>::from_json(&at_rest).unwrap_err().to_string();
    assert!(error.contains("obbtree-clash-slice-1") && error.contains("motion"), "{error}");
    let motion = slice.to_json();
    let error = Slice::<Report>::from_json(&motion).unwrap_err().to_string();
    assert!(error.contains("obbtree-motion-clash-slice-1"), "{error}");
    let joined = study.join((&scene, &table), [slice.clone()]).expect("it is all");
    assert_eq!(joined, whole_motion(&scene, &table));
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

fn check_that_it_goes_on<S: Subject>(study: &Study, on: S, expected: &S::Report)
where
    S::Report: Debug + PartialEq,
{
    let (own, pairs) = (TempDir::new().expect("a folder"), candidates(expected));
    let folder = own.path().join("slices");
    let (cancel, reached) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |done: usize, total: usize| {
        assert_eq!(total, pairs);
        reached.fetch_max(done, Ordering::Relaxed);
        cancel.fetch_or(done > total / 2, Ordering::Relaxed);
    };
    let options = RunOptions { threads: Some(2), cancel: Some(&cancel), progress: Some(&progress) };
    let ended = study.run_in_folder(on, &folder, 10, &options);
    assert!(matches!(ended, Err(FolderError::Run(RunError::Batch(_)))));
    let before = files(&folder);
    assert!((4..10).contains(&before.len()), "{before:?}");
    // What a killed process leaves behind is nobody's.
    let left = folder.join(before[0].0.replace(".json", ".1.unfinished"));
    std::fs::write(&left, "{").expect("written");
    std::fs::write(folder.join("notes.txt"), "mine").expect("written");

    cancel.store(false, Ordering::Relaxed);
    let options = RunOptions { cancel: None, progress: None, ..options };
    let report = study.run_in_folder(on, &folder, 10, &options).expect("it runs");
    assert_eq!(report, *expected);
    std::fs::remove_file(&left).expect("it is there");
    let after = files(&folder);
    assert_eq!(after.len(), 10 + 1);
    assert!(before.iter().all(|file| after.contains(file)), "a slice was run again");
    // Nothing is left to do: not a pair is looked at.
    let again = study.run_in_folder(on, &folder, 10, &options).expect("it runs");
    assert_eq!((&again, files(&folder)), (expected, after));
}

#[test]
fn a_run_that_was_cancelled_goes_on_from_what_is_finished() {
    let scene = building();
    check_that_it_goes_on(&study(), &scene, &whole(&scene));
}

#[test]
fn a_run_of_bodies_that_move_goes_on_from_what_is_finished() {
    let scene = building();
    let table = moves(&scene);
    check_that_it_goes_on(&study(), (&scene, &table), &whole_motion(&scene, &table));
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
    let table = moves(&scene);
    let moving = study.run_in_folder((&scene, &table), folder, 4, &options).map(|_| ());
    let error = moving.unwrap_err().to_string();
    assert!(error.contains(&before[0].0) && error.contains("obbtree-motion-clash"), "{error}");
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
