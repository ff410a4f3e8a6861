//! One scene: all engines are started on its bodies, checked, and timed in turns.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::contender::{Contender, LONG_TURN};
use super::driver::{Driver, Engine, without_folders};
use super::exact::{self, Pairs};
use super::files::{file_name, read_pairs, write_bodies, write_poses};
use super::results::{Answers, SceneResult, SetResult, Time};
use super::wrong::Wrong;
use crate::Question;
use crate::scenes::{Scene, Set};

/// How much time is spent.
pub struct Settings {
    /// How many times the engines take turns.
    pub rounds: usize,
    /// How long about a turn is; one pass over all poses is always made.
    pub seconds: f64,
    /// An engine that takes longer for one answer is not asked further in this scene.
    pub limit: Duration,
    /// A set of more poses is thinned out evenly.
    pub most_poses: usize,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

/// An engine whose turn takes so long has one round only, for building both bodies: builds of all engines would take most of a run.
const LONG_BUILD: f64 = 2e8;
/// So that memory which a build gave back is not counted: glibc's malloc then takes blocks of this size
/// and above from the system one by one, and gives each back at once.
const MALLOC: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "65536");

/// Asks all engines about a scene.
///
/// # Errors
/// Those of the file system. What goes wrong in an engine is part of the result.
///
/// # Panics
/// If the exact answers are not those with which a set was made.
pub fn contest(scene: &Scene, engines: &[Engine], settings: &Settings) -> io::Result<SceneResult> {
    let pair = scene.make();
    let folder = &settings.folder;
    let meshes = write_bodies(folder, &pair)?;
    let triangles = [&pair.a, &pair.b].map(|part| part.mesh.triangles().len());

    let mut sets = Vec::new();
    for set in &pair.sets {
        let set = thinned(set, settings.most_poses);
        let pairs = exact::pairs(folder, [&pair.a.mesh, &pair.b.mesh], &set.poses)?;
        if let Some(meets) = set.meets {
            let right = pairs.iter().all(|pairs| pairs.is_empty() != meets);
            assert!(right, "{}: {}: all poses should meet: {meets}", scene.name, set.name);
        }
        let poses = folder.join(format!("{}-{}.poses", file_name(&scene.name), sets.len()));
        write_poses(&poses, &set.poses)?;
        sets.push(Asked { set, poses, exact: pairs });
    }

    let meshes = [meshes[0].as_path(), meshes[1].as_path()];
    let mut contenders: Vec<Contender> =
        engines.iter().map(|engine| Contender::start(engine, meshes, settings.limit)).collect();
    let total = triangles.iter().sum::<usize>() as f64;
    for (contender, engine) in contenders.iter_mut().zip(engines) {
        contender.body.bytes_per_triangle =
            grown(engine, meshes, settings.limit).map(|bytes| bytes / total);
    }
    let sets = sets.iter().map(|set| ask_set(set, &mut contenders, settings)).collect();
    time_bodies(&mut contenders, &pair_poses(folder, &scene.name), settings);

    Ok(SceneResult {
        family: scene.family.name(),
        title: scene.family.title(),
        name: scene.name.clone(),
        triangles,
        bodies: contenders.into_iter().map(|contender| contender.body).collect(),
        sets,
    })
}

/// A set on its way through the engines.
struct Asked {
    set: Set,
    poses: PathBuf,
    exact: Pairs,
}

/// Checks all engines, then times them.
fn ask_set(asked: &Asked, contenders: &mut [Contender], settings: &Settings) -> SetResult {
    let mut first_answers = Vec::new();
    let mut answers = Vec::new();
    for contender in contenders.iter_mut() {
        let (result, given) = check(asked, contender, settings);
        answers.push(result);
        first_answers.push(given);
    }
    let mut rounds = vec![[Vec::new(), Vec::new()]; contenders.len()];
    let count = asked.set.poses.len();
    for _ in 0..settings.rounds {
        for (which, question) in Question::BOTH.into_iter().enumerate() {
            for (who, contender) in contenders.iter_mut().enumerate() {
                let Some(expected) = &first_answers[who][which] else { continue };
                let own: &mut Vec<f64> = &mut rounds[who][which];
                if own.last().is_some_and(|last| last * count as f64 > LONG_TURN) {
                    continue;
                }
                let told =
                    contender.pass::<u64>(question.name(), settings.seconds, &asked.poses, count);
                match told {
                    Some((_, found)) if found != *expected => {
                        contender.fail::<()>("changed its answers".to_owned());
                    }
                    Some((nanoseconds, _)) => own.push(nanoseconds),
                    None => {}
                }
            }
        }
    }
    for (own, result) in rounds.iter().zip(&mut answers) {
        result.times = [0, 1].map(|which| Time::new(&own[which], &rounds[0][which]));
    }
    SetResult {
        name: asked.set.name.clone(),
        poses: count,
        hits: asked.exact.iter().filter(|pairs| !pairs.is_empty()).count(),
        pairs: asked.exact.iter().map(Vec::len).sum(),
        answers,
    }
}

/// The answers to both questions, pose by pose, where there are any.
type Given = [Option<Vec<u64>>; 2];

/// Holds an engine's answers against the exact ones; no time is kept.
fn check(asked: &Asked, contender: &mut Contender, settings: &Settings) -> (Answers, Given) {
    let count = asked.set.poses.len();
    let mut wrong = Wrong::default();
    let given = Question::BOTH.map(|question| {
        let (_, answers) = contender.pass(question.name(), 0.0, &asked.poses, count)?;
        Some(answers)
    });
    if let Some(answers) = &given[0] {
        wrong.any(answers, &asked.exact);
    }
    if let Some(answers) = &given[1] {
        wrong.all(answers, &asked.exact);
    }
    let path = settings.folder.join("told.pairs");
    let question = format!("list {} {}", asked.poses.display(), path.display());
    let listed = contender.ask(&question).is_some() && {
        match read_pairs(&path, count) {
            Ok(found) => {
                wrong.list(&found, &asked.exact);
                true
            }
            Err(error) => {
                contender.fail::<()>(format!("{error} ({})", without_folders(&question))).is_some()
            }
        }
    };
    let answered = [given[0].is_some(), given[1].is_some(), listed];
    (Answers { answered, wrong, times: [None, None] }, given)
}

/// Building, and building with a first answer, in turns.
fn time_bodies(contenders: &mut [Contender], poses: &Path, settings: &Settings) {
    let questions = [
        format!("build {}", settings.seconds),
        format!("once {} {}", settings.seconds, poses.display()),
    ];
    let mut rounds = vec![[Vec::new(), Vec::new()]; contenders.len()];
    for _ in 0..settings.rounds {
        for (which, question) in questions.iter().enumerate() {
            for (contender, own) in contenders.iter_mut().zip(&mut rounds) {
                let own: &mut Vec<f64> = &mut own[which];
                if own.last().is_some_and(|&last| last > LONG_BUILD) {
                    continue;
                }
                own.extend(contender.nanoseconds(question));
            }
        }
    }
    for (contender, own) in contenders.iter_mut().zip(&rounds) {
        contender.body.build = Time::new(&own[0], &rounds[0][0]);
        contender.body.once = Time::new(&own[1], &rounds[0][1]);
    }
}

/// By how many bytes a fresh process of the engine grows while it builds both bodies.
fn grown(engine: &Engine, meshes: [&Path; 2], limit: Duration) -> Option<f64> {
    let mut driver = Driver::start_in(engine, meshes, limit, &[MALLOC]).ok()?;
    let before = driver.resident_bytes()?;
    driver.ask("build 0").ok()?;
    Some(driver.resident_bytes()? - before)
}

/// The poses of a scene's first set.
fn pair_poses(folder: &Path, scene: &str) -> PathBuf {
    folder.join(format!("{}-0.poses", file_name(scene)))
}

fn thinned(set: &Set, most: usize) -> Set {
    let step = set.poses.len().div_ceil(most).max(1);
    let poses = set.poses.iter().step_by(step).copied().collect();
    Set { name: set.name.clone(), poses, meets: set.meets }
}
