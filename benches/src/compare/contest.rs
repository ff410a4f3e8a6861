//! One scene: all engines are started on its bodies, checked, and timed in turns.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::contender::{Contender, LONG_TURN};
use super::driver::{Driver, Engine, without_folders};
use super::files::{read_pairs, write_bodies};
use super::question::{Column, Measure, Task, Topic};
use super::results::{Answers, SceneResult, Time, median};
use super::sets::{Choice, PosesFile, Prepared, prepare};
use super::truth::Truth;
use crate::Question;
use crate::scenes::Scene;

/// How much time is spent.
pub struct Settings {
    /// How many times the engines take turns.
    pub rounds: usize,
    /// How long about a turn is; one pass over all poses is always made.
    pub seconds: f64,
    /// An engine that takes longer for one reply is not queried further in this scene.
    pub limit: Duration,
    /// An engine whose pass for distances would take longer than so many seconds is queried at
    /// fewer poses, at least one.
    pub longest_pass: f64,
    /// The poses, and the topic.
    pub choice: Choice,
}

/// The engines whose answers are certain.
const CERTAIN: [&str; 2] = ["obbtree", "obbtree classic"];
/// Nanoseconds of a build above which an engine has one round only: builds of all engines would
/// take most of a run.
const LONG_BUILD: f64 = 2e8;
/// So that memory which a build gave back is not counted: glibc's malloc then takes blocks of this
/// size and above from the system one by one, and gives each back at once.
const MALLOC: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "65536");

/// Asks all engines about a scene.
pub fn contest(scene: &Scene, engines: &[Engine], settings: &Settings) -> io::Result<SceneResult> {
    let (pair, choice) = (scene.make(), &settings.choice);
    let meshes = write_bodies(&choice.folder, &pair)?;
    let meshes = [meshes[0].as_path(), meshes[1].as_path()];
    let triangles = [&pair.a, &pair.b].map(|part| part.mesh.triangles().len());
    let mut sets = prepare(scene, &pair, choice)?;

    let mut contenders: Vec<Contender> = Vec::new();
    if sets.iter().any(|set| set.timed.count > 0) {
        let started = engines.iter().map(|of| Contender::start(of, meshes, settings.limit));
        contenders.extend(started);
    }
    if choice.topic == Topic::Contacts {
        let total = triangles.iter().sum::<usize>() as f64;
        for (contender, engine) in contenders.iter_mut().zip(engines) {
            let grown = grown(engine, meshes, settings.limit);
            contender.body.bytes_per_triangle = grown.map(|bytes| bytes / total);
        }
    }
    for set in sets.iter_mut().filter(|set| set.timed.count > 0) {
        ask_set(set, engines, &mut contenders, settings)?;
    }
    if let (Topic::Contacts, Some(first)) = (choice.topic, sets.first()) {
        time_bodies(&mut contenders, &first.timed.path, settings);
    }
    Ok(SceneResult {
        family: scene.family.name(),
        title: scene.family.title(),
        name: scene.name.clone(),
        triangles,
        bodies: contenders.into_iter().map(|contender| contender.body).collect(),
        sets: sets.into_iter().map(|set| set.result).collect(),
    })
}

/// A question to an engine that answered it.
struct Turn {
    column: Column,
    poses: PosesFile,
    /// The answers that were checked.
    given: Vec<f64>,
    rounds: Vec<f64>,
    /// Those of what it is compared with, at the same poses.
    of_first: Vec<f64>,
}

impl Turn {
    fn is_base(&self) -> bool {
        self.column.engine == 0 && self.column.task.base() == self.column.task
    }
}

/// Checks all engines, then times them.
fn ask_set(
    set: &mut Prepared,
    engines: &[Engine],
    contenders: &mut [Contender],
    settings: &Settings,
) -> io::Result<()> {
    let topic = settings.choice.topic;
    let columns = topic.columns(contenders.len());
    // All are compared with the first engine, so its poses are those of all.
    if topic == Topic::Distances
        && let Some(count) = fitting(set, columns[0], &mut contenders[0], settings)?
    {
        set.keep(count)?;
    }
    let mut turns = Vec::new();
    for &column in &columns {
        let certain = CERTAIN.contains(&engines[column.engine].name.as_str());
        let contender = &mut contenders[column.engine];
        let (result, turn) = match column.task {
            Task::Pairs(question) => check_pairs(set, column, question, contender, settings),
            Task::Distance(measure) => {
                check_distances(set, column, measure, certain, contender, settings)?
            }
        };
        set.result.answers.push(result);
        turns.push(turn);
    }
    for _ in 0..settings.rounds {
        let mut bases: Vec<(Task, f64)> = Vec::new();
        for turn in turns.iter_mut().flatten() {
            let (base, is_base, count) =
                (turn.column.task.base(), turn.is_base(), turn.poses.count);
            if let Some(last) = turn.rounds.last().filter(|last| *last * count as f64 > LONG_TURN) {
                bases.extend(is_base.then_some((base, *last)));
                continue;
            }
            let of_first = if count < set.timed.count {
                time(Column { engine: 0, task: base }, &turn.poses, None, contenders, settings)
            } else {
                bases.iter().find(|(task, _)| *task == base).map(|(_, time)| *time)
            };
            let own = time(turn.column, &turn.poses, Some(&turn.given), contenders, settings);
            let of_first = if is_base { own } else { of_first };
            bases.extend(own.filter(|_| is_base).map(|own| (base, own)));
            if let Some(own) = own {
                turn.rounds.push(own);
                turn.of_first.extend(of_first);
            }
        }
    }
    for (turn, answers) in turns.iter().zip(&mut set.result.answers) {
        answers.time = turn.as_ref().and_then(|turn| Time::new(&turn.rounds, &turn.of_first));
    }
    Ok(())
}

/// Nanoseconds a query; answers have to be those of before.
fn time(
    column: Column,
    poses: &PosesFile,
    given: Option<&Vec<f64>>,
    contenders: &mut [Contender],
    settings: &Settings,
) -> Option<f64> {
    let contender = &mut contenders[column.engine];
    let (word, seconds) = (column.task.word(), settings.seconds);
    let (nanoseconds, found) = contender.pass::<f64>(word, seconds, &poses.path, poses.count)?;
    if given.is_some_and(|given| *given != found) {
        return contender.fail("changed its answers".to_owned());
    }
    Some(nanoseconds)
}

/// How many poses fit in the longest pass, at least one; found by asking at the first.
fn fitting(
    set: &Prepared,
    column: Column,
    contender: &mut Contender,
    settings: &Settings,
) -> io::Result<Option<usize>> {
    let first = set.spread(1, "first")?;
    let told = contender.pass::<f64>(column.task.word(), 0.0, &first.path, 1);
    let in_time = |(nanoseconds, _): (f64, Vec<f64>)| settings.longest_pass / (1e-9 * nanoseconds);
    Ok(told.map(in_time).map(|count| (count as usize).max(1)))
}

/// Holds answers about contacts against the exact ones; no time is kept.
fn check_pairs(
    set: &Prepared,
    column: Column,
    question: Question,
    contender: &mut Contender,
    settings: &Settings,
) -> (Answers, Option<Turn>) {
    let mut result = Answers::default();
    let poses = set.timed.clone();
    if let Some((_, given)) = contender.pass(question.name(), 0.0, &poses.path, poses.count) {
        result.poses = given.len();
        match question {
            Question::Any => result.wrong.any(&given, &set.exact),
            Question::All => {
                result.wrong.all(&given, &set.exact);
                list(set, contender, &settings.choice, &mut result);
            }
        }
        let turn = Turn { column, poses, given, rounds: Vec::new(), of_first: Vec::new() };
        return (result, Some(turn));
    }
    (result, None)
}

/// Holds the pairs of triangles that an engine lists against the exact ones.
fn list(set: &Prepared, contender: &mut Contender, choice: &Choice, result: &mut Answers) {
    let path = choice.folder.join("told.pairs");
    let question = format!("list {} {}", set.timed.path.display(), path.display());
    if contender.ask(&question).is_none() {
        return;
    }
    match read_pairs(&path, set.timed.count) {
        Ok(found) => {
            result.wrong.list(&found, &set.exact);
            result.listed = true;
        }
        Err(error) => {
            contender.fail::<()>(format!("{error} ({})", without_folders(&question)));
        }
    }
}

/// Holds answers about distances against the truth; no time is kept.
fn check_distances(
    set: &Prepared,
    column: Column,
    measure: Measure,
    certain: bool,
    contender: &mut Contender,
    settings: &Settings,
) -> io::Result<(Answers, Option<Turn>)> {
    let mut result = Answers::default();
    // The poses of the set were chosen for the first engine.
    let count = match column.engine {
        0 => Some(set.timed.count),
        _ => fitting(set, column, contender, settings)?,
    };
    let Some(count) = count else { return Ok((result, None)) };
    let poses = set.spread(count, &format!("of-{}", column.engine))?;
    let mut pass =
        |poses: &PosesFile| contender.pass::<f64>(measure.word(), 0.0, &poses.path, poses.count);
    let Some((_, given)) = pass(&poses) else { return Ok((result, None)) };
    result.poses = given.len();

    let is_wrong = |truth: &Truth, answer: f64| !truth.agrees(measure, answer, certain);
    let is_distance = [Measure::Distance, Measure::Kept].contains(&measure);
    for (truth, &answer) in poses.truths.iter().zip(&given) {
        let is_contact = is_distance && answer <= 0.0;
        result.wrong.false_contacts += usize::from(is_contact);
        result.wrong.off += usize::from(!is_contact && is_wrong(truth, answer));
    }
    if is_distance && poses.count == set.timed.count && set.meeting.count > 0 {
        let Some((_, found)) = pass(&set.meeting) else { return Ok((result, None)) };
        let of_meeting = set.meeting.truths.iter().zip(found);
        result.wrong.missed_contacts = of_meeting.filter(|(truth, x)| is_wrong(truth, *x)).count();
    }
    if measure == Measure::Clearance {
        let shares = poses.truths.iter().zip(&given).map(|(truth, x)| x / truth.upper);
        result.share = median(&shares.collect::<Vec<f64>>());
    }
    let (rounds, of_first) = (Vec::new(), Vec::new());
    Ok((result, Some(Turn { column, poses, given, rounds, of_first })))
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
