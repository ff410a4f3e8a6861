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
    /// An engine whose pass would take longer than so many seconds is asked at fewer poses, at least one.
    pub longest_pass: f64,
    /// A set of more poses is thinned out evenly; a path is cut off, as its steps are to stay small.
    pub most_poses: usize,
    /// Poses of a path.
    pub most_steps: usize,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

/// How the names of this project's engines begin: their answers are certain.
const CERTAIN: &str = "obbtree";

/// A set on its way through the engines.
struct Asked {
    /// Whether the answers of each engine are certain.
    certain: Vec<bool>,
    poses: Vec<Poses>,
    free: PosesFile,
    meeting: PosesFile,
    result: SetResult,
}

/// Poses in a file, with what is known of their distances.
#[derive(Clone)]
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
    let certain = engines.iter().map(|engine| engine.name.starts_with(CERTAIN)).collect();
    let mut sets = prepare(scene, &pair, certain, settings)?;

    let mut contenders: Vec<Contender> = Vec::new();
    if sets.iter().any(|set| !set.free.truths.is_empty()) {
        let started = engines.iter().map(|of| Contender::start(of, meshes, settings.limit));
        contenders.extend(started);
        for set in &mut sets {
            ask_set(set, &mut contenders, settings)?;
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
fn prepare(
    scene: &Scene,
    pair: &Pair,
    certain: Vec<bool>,
    settings: &Settings,
) -> io::Result<Vec<Asked>> {
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
        let write = |kind: &str, poses: &[Poses], truths| {
            let file = format!("{}-{number}-{kind}.poses", file_name(&scene.name));
            let path = settings.folder.join(file);
            write_poses(&path, poses)?;
            io::Result::Ok(PosesFile { path, truths })
        };
        Ok(Asked {
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
            poses: free,
            certain: certain.clone(),
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
fn ask_set(set: &mut Asked, contenders: &mut [Contender], settings: &Settings) -> io::Result<()> {
    let columns = Column::all(contenders.len());
    if set.free.truths.is_empty() {
        return Ok(());
    }
    let mut turns = Vec::new();
    for &column in &columns {
        let (result, turn) = check(set, column, &mut contenders[column.engine], settings)?;
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
            let is_part = count < set.poses.len();
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

impl Asked {
    /// So many of the free poses, spread evenly.
    fn spread(&self, count: usize, kind: &str) -> io::Result<PosesFile> {
        let total = self.poses.len();
        if count >= total {
            return Ok(self.free.clone());
        }
        let chosen: Vec<usize> = (0..count).map(|n| n * total / count).collect();
        let path = self.free.path.with_extension(kind);
        write_poses(&path, &chosen.iter().map(|&n| self.poses[n]).collect::<Vec<Poses>>())?;
        let truths = chosen.iter().map(|&n| self.free.truths[n].clone()).collect();
        Ok(PosesFile { path, truths })
    }
}

/// Holds the answers of a column against the truth; no time is kept.
fn check(
    set: &Asked,
    column: Column,
    contender: &mut Contender,
    settings: &Settings,
) -> io::Result<(Answers, Option<Turn>)> {
    let word = column.asked.word();
    let mut result = Answers::default();
    let mut pass =
        |poses: &PosesFile| contender.pass::<f64>(word, 0.0, &poses.path, poses.truths.len());
    let Some((nanoseconds, _)) = pass(&set.spread(1, "first")?) else { return Ok((result, None)) };
    let fitting = settings.longest_pass / (1e-9 * nanoseconds);
    let fitting = if column.engine == 0 { usize::MAX } else { (fitting as usize).max(1) };
    let poses = set.spread(fitting, &format!("of-{}", column.engine))?;
    let Some((_, given)) = pass(&poses) else { return Ok((result, None)) };
    result.poses = given.len();

    let is_wrong = |truth: &Truth, answer: f64| {
        !truth.agrees(column.asked, answer, set.certain[column.engine])
    };
    let is_distance = [Measure::Distance, Measure::Kept].contains(&column.asked);
    for (truth, &answer) in poses.truths.iter().zip(&given) {
        let is_contact = is_distance && answer <= 0.0;
        result.wrong.false_contacts += usize::from(is_contact);
        result.wrong.off += usize::from(!is_contact && is_wrong(truth, answer));
    }
    if is_distance && poses.truths.len() == set.poses.len() && !set.meeting.truths.is_empty() {
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
