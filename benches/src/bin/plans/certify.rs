//! Paths that are given, as those of another planner: is each line proven free, or does it meet
//! something?

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use obbtree::motion::{Sweep, SweepOptions};
use obbtree::robot::Checker;
use obbtree_predicates::add_fields;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::lines::{self, Rows};
use crate::problems::{Files, Problems};
use crate::statistics::Statistics;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// The paths, a JSON object a line, with the values of the joints that the goals name
    paths: PathBuf,
    /// Samples of each line, to look for what the proof missed; 0 for none
    #[arg(long, default_value_t = 4096)]
    samples: usize,
    /// Of so many tries the least time of each line counts
    #[arg(long, default_value_t = 3)]
    tries: u32,
    /// Configurations of each line that meets something at which its depth is measured; 0 for none
    #[arg(long, default_value_t = 0)]
    depth_samples: usize,
    /// Writes a JSON object for each path
    #[arg(long)]
    rows: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Given {
    problem: String,
    index: u32,
    /// Empty where none was found.
    #[serde(default)]
    path: Vec<Vec<f64>>,
}

/// A path; and, added up, all paths.
#[derive(Clone, Copy, Default, Serialize)]
struct Lines {
    free: usize,
    contact: usize,
    /// Neither proven free, nor did the sweep or a sample find a contact.
    undecided: usize,
    /// Contacts that the sweep gave up on, and a sample shows.
    only_sampled: usize,
    /// A sample collides.
    sampled_contact: usize,
    /// Called free, and a sample collides: must be 0.
    refuted: usize,
}

#[derive(Serialize)]
struct Row<'p> {
    problem: &'p str,
    index: u32,
    lines: Lines,
    /// The first pair that the sweep found, and where: the number of the line, the time on it.
    first: Option<First>,
    depth: Option<Depth>,
}

#[derive(Serialize)]
struct First {
    pair: [String; 2],
    line: usize,
    time: f64,
}

#[derive(Default, Serialize)]
struct Paths {
    given: usize,
    /// Every line is proven free.
    free: usize,
    /// A line meets something.
    contact: usize,
    /// Neither.
    undecided: usize,
    /// A sample collides.
    sampled_contact: usize,
}

#[derive(Serialize)]
struct Summary {
    paths: Paths,
    lines: Lines,
    /// Microseconds of the question whether a line is free, of lines that are and of others.
    free_line_us: Statistics,
    other_line_us: Statistics,
    /// The same a path, until its first line that is not proven.
    path_us: Statistics,
    /// The bounds of each path that meets something.
    depth_at_least_mm: Statistics,
    depth_at_most_mm: Statistics,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let problems = Problems::read(&arguments.files)?;
    let given: Vec<Given> = lines::read(&arguments.paths)?;
    let given: BTreeMap<_, _> =
        given.into_iter().map(|given| ((given.problem, given.index), given.path)).collect();
    let mut file = Rows::new(arguments.rows.as_ref())?;
    let (mut paths, mut all) = (Paths::default(), Lines::default());
    let (mut free_us, mut other_us) = (Vec::new(), Vec::new());
    let (mut path_us, mut depths): (_, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
    for problem in &problems.all {
        let key = (problem.name.clone(), problem.index);
        let Some(path) = given.get(&key).filter(|path| !path.is_empty()) else { continue };
        // Whether others keep within the limits is another question.
        let checker = problems.pose(problem)?.checker.ignoring_limits(true);
        let dof = checker.robot().dof();
        let place = || format!("path of problem {} {}", key.0, key.1);
        ensure!(path.iter().all(|q| q.len() == dof), "{}: not {dof} values each", place());
        let times = times(&checker, path, arguments.tries);
        let is_proven = |&(_, free): &(f64, bool)| free;
        let until = times.iter().position(|time| !is_proven(time)).map_or(times.len(), |n| n + 1);
        path_us.push(times[..until].iter().map(|(us, _)| us).sum());
        for (us, is_free) in times {
            if is_free { free_us.push(us) } else { other_us.push(us) }
        }
        let (lines, first) = verdicts(&checker, path, arguments.samples).with_context(place)?;
        let is_measured = lines.contact > 0 && arguments.depth_samples > 0;
        let depth = is_measured.then(|| Depth::of_path(&checker, path, arguments.depth_samples));
        let depth = depth.transpose()?;
        depths.extend(depth.as_ref().map(|depth| [depth.at_least_mm, depth.at_most_mm]));
        paths.add(&lines);
        all += lines;
        file.write(&Row { problem: &key.0, index: key.1, lines, first, depth })?;
    }
    let summary = Summary {
        paths,
        lines: all,
        free_line_us: Statistics::of(free_us),
        other_line_us: Statistics::of(other_us),
        path_us: Statistics::of(path_us),
        depth_at_least_mm: Statistics::of(depths.iter().map(|[at_least, _]| *at_least)),
        depth_at_most_mm: Statistics::of(depths.iter().map(|[_, at_most]| *at_most)),
    };
    println!("{}", serde_json::to_string(&summary)?);
    ensure!(summary.lines.refuted == 0, "a line that was called free has a sample that collides");
    Ok(())
}

/// Microseconds of each line, the least of some tries, and is it proven free? The checker remembers
/// as in a planner.
fn times(checker: &Checker, path: &[Vec<f64>], tries: u32) -> Vec<(f64, bool)> {
    let mut times = vec![(f64::INFINITY, false); path.len().saturating_sub(1)];
    for _ in 0..tries.max(1) {
        let mut checker = checker.clone();
        for (line, (least, is_free)) in path.windows(2).zip(&mut times) {
            let begin = Instant::now();
            *is_free = checker.is_motion_valid(&line[0], &line[1]);
            *least = least.min(1e6 * begin.elapsed().as_secs_f64());
        }
    }
    times
}

/// What is true of each line, by a proof that remembers nothing and by samples.
fn verdicts(
    checker: &Checker,
    path: &[Vec<f64>],
    samples: usize,
) -> Result<(Lines, Option<First>)> {
    let mut checker = checker.clone().remembering(false);
    let (mut lines, mut first) = (Lines::default(), None);
    for (n, line) in path.windows(2).enumerate() {
        let [from, to] = [&line[0], &line[1]];
        let collides = samples > 0 && !checker.is_motion_valid_sampled(from, to, samples);
        lines.sampled_contact += usize::from(collides);
        match checker.sweep(from, to, &SweepOptions::default())? {
            Sweep::Free { .. } => {
                lines.free += 1;
                lines.refuted += usize::from(collides);
            }
            Sweep::Contact(found) => {
                lines.contact += 1;
                first = first.or_else(|| {
                    let pair = checker.names(found.pair.bodies).map(str::to_owned);
                    Some(First { pair, line: n, time: found.first_contact })
                });
            }
            _ if collides => {
                lines.contact += 1;
                lines.only_sampled += 1;
            }
            _ => lines.undecided += 1,
        }
    }
    Ok((lines, first))
}

add_fields!(Lines: free, contact, undecided, only_sampled, sampled_contact, refuted);

impl Paths {
    fn add(&mut self, lines: &Lines) {
        self.given += 1;
        self.sampled_contact += usize::from(lines.sampled_contact > 0);
        let verdict = match lines {
            Lines { contact: 1.., .. } => &mut self.contact,
            Lines { undecided: 1.., .. } => &mut self.undecided,
            _ => &mut self.free,
        };
        *verdict += 1;
    }
}
