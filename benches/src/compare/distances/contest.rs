//! One scene: all engines are started on its bodies, checked, and timed in turns.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::results::{Answers, Column, SceneResult, SetResult};
use super::truth::{Truth, truths};
use crate::compare::contender::{Contender, LONG_TURN};
use crate::compare::driver::Engine;
use crate::compare::exact;
use crate::compare::files::{file_name, write_bodies, write_poses};
use crate::compare::measure::Measure;
use crate::compare::results::{Time, median};
use crate::scenes::{Family, Pair, Poses, Scene};

/// How much time is spent.
pub struct Settings {
    /// How many times the engines take turns.
    pub rounds: usize,
    /// How long about a turn is; one pass over all poses is always made.
    pub seconds: f64,
    /// An engine that takes longer for one reply is not asked further in this scene.
    pub limit: Duration,
    /// An engine whose pass would take longer than so many seconds is asked at the first pose only.
    pub longest_pass: f64,
    /// A set of more poses is thinned out evenly; a path is cut off, as its steps are to stay small.
    pub most_poses: usize,
    /// Poses of a path.
    pub most_steps: usize,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

/// How many engines of this project there are at the head of the list: their answers are certain.
const CERTAIN: usize = 2;

/// A set on its way through the engines.
struct Asked {
    free: PosesFile,
    /// The first free pose.
    first: PosesFile,
    meeting: PosesFile,
    result: SetResult,
}

/// Poses in a file, with what is known of their distances.
struct PosesFile {
    path: PathBuf,
    truths: Vec<Truth>,
}

/// Asks all engines about a scene.
///
/// # Errors
/// Those of the file system. What goes wrong in an engine is part of the result.
pub fn contest(scene: &Scene, engines: &[Engine], settings: &Settings) -> io::Result<SceneResult> {
    let pair = scene.make();
    let meshes = write_bodies(&settings.folder, &pair)?;
    let meshes = [meshes[0].as_path(), meshes[1].as_path()];
    let mut sets = prepare(scene, &pair, settings)?;

    let mut contenders: Vec<Contender> = Vec::new();
    if sets.iter().any(|set| !set.free.truths.is_empty()) {
        let started = engines.iter().map(|of| Contender::start(of, meshes, settings.limit));
        contenders.extend(started);
        for set in &mut sets {
            ask_set(set, &mut contenders, settings);
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

/// Poses that are free and poses that meet, in files, with the proven distances.
fn prepare(scene: &Scene, pair: &Pair, settings: &Settings) -> io::Result<Vec<Asked>> {
    let of_set = |(number, set): (usize, &crate::scenes::Set)| {
        let poses = chosen(scene.family, &set.poses, settings);
        let meshes = [&pair.a.mesh, &pair.b.mesh];
        let pairs = exact::pairs(&settings.folder, meshes, &poses)?;
        let meets: Vec<bool> = pairs.iter().map(|pairs| !pairs.is_empty()).collect();
        let (truths, proof) = truths(meshes, &poses, &meets);
        let mut sorted: [(Vec<Poses>, Vec<Truth>); 2] = Default::default();
        for ((at, truth), &meets) in poses.into_iter().zip(truths).zip(&meets) {
            let (poses, truths) = &mut sorted[usize::from(meets)];
            poses.push(at);
            truths.push(truth);
        }
        let [(free, of_free), (meeting, of_meeting)] = sorted;
        let distances: Vec<f64> = of_free.iter().map(|truth| truth.upper).collect();
        let first_truth = of_free.iter().take(1).cloned().collect();
        let write = |kind: &str, poses: &[Poses], truths| {
            let file = format!("{}-{number}-{kind}.poses", file_name(&scene.name));
            let path = settings.folder.join(file);
            write_poses(&path, poses)?;
            io::Result::Ok(PosesFile { path, truths })
        };
        let first = &free[..free.len().min(1)];
        Ok(Asked {
            first: write("first", first, first_truth)?,
            result: SetResult {
                name: set.name.clone(),
                free: free.len(),
                meeting: meeting.len(),
                distance: median(&distances),
                proof,
                answers: Vec::new(),
            },
            free: write("free", &free, of_free)?,
            meeting: write("meeting", &meeting, of_meeting)?,
        })
    };
    pair.sets.iter().enumerate().map(of_set).collect()
}

fn chosen(family: Family, poses: &[Poses], settings: &Settings) -> Vec<Poses> {
    if family == Family::Paths {
        return poses.iter().take(settings.most_steps).copied().collect();
    }
    let step = poses.len().div_ceil(settings.most_poses).max(1);
    poses.iter().step_by(step).copied().collect()
}

/// Checks all engines, then times them.
fn ask_set(set: &mut Asked, contenders: &mut [Contender], settings: &Settings) {
    let columns = Column::all(contenders.len());
    if set.free.truths.is_empty() {
        return;
    }
    let mut given = Vec::new();
    for column in &columns {
        let (result, answers) = check(set, *column, contenders, settings);
        set.result.answers.push(result);
        given.push(answers);
    }
    let mut rounds = vec![Vec::new(); columns.len()];
    // The first column at the first pose, for those that are asked there only.
    let mut first_pose = Vec::new();
    for _ in 0..settings.rounds {
        first_pose.extend(time(columns[0], &set.first, None, contenders, settings));
        for (n, column) in columns.iter().enumerate() {
            let Some(expected) = &given[n] else { continue };
            let poses = set.asked_at(n);
            let own: &mut Vec<f64> = &mut rounds[n];
            if own.last().is_some_and(|last| last * poses.truths.len() as f64 > LONG_TURN) {
                continue;
            }
            own.extend(time(*column, poses, Some(expected), contenders, settings));
        }
    }
    for (n, own) in rounds.iter().enumerate() {
        let answers = &mut set.result.answers[n];
        let over = if answers.at_first_pose_only { &first_pose } else { &rounds[0] };
        answers.time = Time::new(own, over);
    }
}

impl Asked {
    fn asked_at(&self, column: usize) -> &PosesFile {
        if self.result.answers[column].at_first_pose_only { &self.first } else { &self.free }
    }
}

/// Nanoseconds a query; answers have to be those of before.
fn time(
    column: Column,
    poses: &PosesFile,
    expected: Option<&Vec<f64>>,
    contenders: &mut [Contender],
    settings: &Settings,
) -> Option<f64> {
    let contender = &mut contenders[column.engine];
    let (word, count) = (column.asked.word(), poses.truths.len());
    let (nanoseconds, found) =
        contender.pass::<f64>(word, settings.seconds, &poses.path, count)?;
    if expected.is_some_and(|expected| *expected != found) {
        return contender.fail("changed its answers".to_owned());
    }
    Some(nanoseconds)
}

/// Holds the answers of a column against the truth; no time is kept.
fn check(
    set: &Asked,
    column: Column,
    contenders: &mut [Contender],
    settings: &Settings,
) -> (Answers, Option<Vec<f64>>) {
    let contender = &mut contenders[column.engine];
    let word = column.asked.word();
    let mut result = Answers::default();
    let mut pass = |poses: &PosesFile| {
        let (time, answers) = contender.pass::<f64>(word, 0.0, &poses.path, poses.truths.len())?;
        Some((time, answers))
    };
    let Some((nanoseconds, answers)) = pass(&set.first) else { return (result, None) };
    let whole = 1e-9 * nanoseconds * set.free.truths.len() as f64;
    result.at_first_pose_only = whole > settings.longest_pass;
    let (poses, answers) = if result.at_first_pose_only {
        (&set.first, answers)
    } else {
        let Some((_, answers)) = pass(&set.free) else { return (result, None) };
        (&set.free, answers)
    };
    let is_certain = column.engine < CERTAIN;
    let is_wrong = |truth: &Truth, answer: f64| !truth.agrees(column.asked, answer, is_certain);
    let is_distance = [Measure::Distance, Measure::Kept].contains(&column.asked);
    for (truth, &answer) in poses.truths.iter().zip(&answers) {
        let is_contact = is_distance && answer <= 0.0;
        result.wrong.false_contacts += usize::from(is_contact);
        result.wrong.off += usize::from(!is_contact && is_wrong(truth, answer));
    }
    if is_distance && !result.at_first_pose_only && !set.meeting.truths.is_empty() {
        let Some((_, found)) = pass(&set.meeting) else { return (result, None) };
        let missed = set.meeting.truths.iter().zip(found);
        result.wrong.missed_contacts = missed.filter(|(truth, x)| is_wrong(truth, *x)).count();
    }
    if column.asked == Measure::Clearance {
        let shares = poses.truths.iter().zip(&answers).map(|(truth, x)| x / truth.upper);
        result.share = median(&shares.collect::<Vec<f64>>());
    }
    (result, Some(answers))
}
