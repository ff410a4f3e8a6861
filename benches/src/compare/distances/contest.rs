//! One scene: all engines are started on its bodies, checked, and timed in turns.

use std::io;
use std::time::Duration;

use super::asked::{Asked, Choice, PosesFile, prepare};
use super::results::{Answers, Column, SceneResult};
use super::truth::Truth;
use crate::compare::contender::{Contender, LONG_TURN};
use crate::compare::driver::Engine;
use crate::compare::files::write_bodies;
use crate::compare::measure::Measure;
use crate::compare::results::{Time, median};
use crate::scenes::Scene;

/// How much time is spent.
pub struct Settings {
    /// How many times the engines take turns.
    pub rounds: usize,
    /// How long about a turn is; one pass over all poses is always made.
    pub seconds: f64,
    /// An engine that takes longer for one reply is not asked further in this scene.
    pub limit: Duration,
    /// An engine whose pass would take longer than so many seconds is asked at fewer poses, at least one.
    pub longest_pass: f64,
    /// What is asked about.
    pub choice: Choice,
}

/// The engines whose answers are certain.
const CERTAIN: [&str; 2] = ["obbtree", "obbtree classic"];

/// Asks all engines about a scene.
///
/// # Errors
/// Those of the file system. What goes wrong in an engine is part of the result.
pub fn contest(scene: &Scene, engines: &[Engine], settings: &Settings) -> io::Result<SceneResult> {
    let pair = scene.make();
    let meshes = write_bodies(&settings.choice.folder, &pair)?;
    let meshes = [meshes[0].as_path(), meshes[1].as_path()];
    let mut sets = prepare(scene, &pair, &settings.choice)?;

    let mut contenders: Vec<Contender> = Vec::new();
    if sets.iter().any(|set| !set.free.truths.is_empty()) {
        let started = engines.iter().map(|of| Contender::start(of, meshes, settings.limit));
        contenders.extend(started);
        for set in &mut sets {
            ask_set(set, engines, &mut contenders, settings)?;
        }
    }
    Ok(SceneResult {
        family: scene.family.name(),
        title: scene.family.title(),
        name: scene.name.clone(),
        triangles: [&pair.a, &pair.b].map(|part| part.mesh.triangles().len()),
        failed: contenders.into_iter().map(|contender| contender.body.failed).collect(),
        sets: sets.into_iter().map(|set| set.result).collect(),
    })
}

/// A column that is asked.
struct Turn {
    column: Column,
    poses: PosesFile,
    /// The answers that were checked.
    given: Vec<f64>,
    rounds: Vec<f64>,
    /// Those of the first column at the same poses.
    of_first: Vec<f64>,
}

/// Checks all engines, then times them.
fn ask_set(
    set: &mut Asked,
    engines: &[Engine],
    contenders: &mut [Contender],
    settings: &Settings,
) -> io::Result<()> {
    let columns = Column::all(contenders.len());
    if set.free.truths.is_empty() {
        return Ok(());
    }
    // All are compared with the first column, so its poses are those of all.
    if let Some(count) = fitting(set, columns[0], &mut contenders[0], settings)? {
        set.keep(count)?;
    }
    let mut turns = Vec::new();
    for &column in &columns {
        let certain = CERTAIN.contains(&engines[column.engine].name.as_str());
        let (result, turn) = check(set, column, certain, &mut contenders[column.engine], settings)?;
        set.result.answers.push(result);
        turns.push(turn);
    }
    for _ in 0..settings.rounds {
        let mut first_of_all = None;
        for turn in turns.iter_mut().flatten() {
            let (count, is_first) = (turn.poses.truths.len(), turn.column == columns[0]);
            if let Some(last) = turn.rounds.last().filter(|last| *last * count as f64 > LONG_TURN) {
                first_of_all = if is_first { Some(*last) } else { first_of_all };
                continue;
            }
            let is_part = count < set.free.truths.len();
            let mut at_part = || time(columns[0], &turn.poses, None, contenders, settings);
            let of_first = if is_part { at_part() } else { first_of_all };
            let own = time(turn.column, &turn.poses, Some(&turn.given), contenders, settings);
            first_of_all = if is_first { own } else { first_of_all };
            let of_first = if is_first { own } else { of_first };
            if let (Some(own), Some(of_first)) = (own, of_first) {
                turn.rounds.push(own);
                turn.of_first.push(of_first);
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
    let (word, count) = (column.asked.word(), poses.truths.len());
    let (nanoseconds, found) = contender.pass::<f64>(word, settings.seconds, &poses.path, count)?;
    if given.is_some_and(|given| *given != found) {
        return contender.fail("changed its answers".to_owned());
    }
    Some(nanoseconds)
}

/// How many poses fit in the longest pass, at least one; found by asking at the first.
fn fitting(
    set: &Asked,
    column: Column,
    contender: &mut Contender,
    settings: &Settings,
) -> io::Result<Option<usize>> {
    let first = set.spread(1, "first")?;
    let told = contender.pass::<f64>(column.asked.word(), 0.0, &first.path, 1);
    let in_time = |(nanoseconds, _): (f64, Vec<f64>)| settings.longest_pass / (1e-9 * nanoseconds);
    Ok(told.map(in_time).map(|count| (count as usize).max(1)))
}

/// Holds the answers of a column against the truth; no time is kept.
fn check(
    set: &Asked,
    column: Column,
    certain: bool,
    contender: &mut Contender,
    settings: &Settings,
) -> io::Result<(Answers, Option<Turn>)> {
    let word = column.asked.word();
    let mut result = Answers::default();
    // The poses of the set were chosen for the first engine.
    let count = match column.engine {
        0 => Some(set.free.truths.len()),
        _ => fitting(set, column, contender, settings)?,
    };
    let Some(count) = count else { return Ok((result, None)) };
    let poses = set.spread(count, &format!("of-{}", column.engine))?;
    let mut pass =
        |poses: &PosesFile| contender.pass::<f64>(word, 0.0, &poses.path, poses.truths.len());
    let Some((_, given)) = pass(&poses) else { return Ok((result, None)) };
    result.poses = given.len();

    let is_wrong = |truth: &Truth, answer: f64| !truth.agrees(column.asked, answer, certain);
    let is_distance = [Measure::Distance, Measure::Kept].contains(&column.asked);
    for (truth, &answer) in poses.truths.iter().zip(&given) {
        let is_contact = is_distance && answer <= 0.0;
        result.wrong.false_contacts += usize::from(is_contact);
        result.wrong.off += usize::from(!is_contact && is_wrong(truth, answer));
    }
    if is_distance && poses.truths.len() == set.free.truths.len() && !set.meeting.truths.is_empty()
    {
        let Some((_, found)) = pass(&set.meeting) else { return Ok((result, None)) };
        let asked = set.meeting.truths.iter().zip(found);
        result.wrong.missed_contacts = asked.filter(|(truth, x)| is_wrong(truth, *x)).count();
    }
    if column.asked == Measure::Clearance {
        let shares = poses.truths.iter().zip(&given).map(|(truth, x)| x / truth.upper);
        result.share = median(&shares.collect::<Vec<f64>>());
    }
    let (rounds, of_first) = (Vec::new(), Vec::new());
    Ok((result, Some(Turn { column, poses, given, rounds, of_first })))
}
