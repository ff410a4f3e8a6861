//! `obbtree robot URDF plan`: a path between two configurations, every line of it proven free.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use obbtree::robot::{
    Checker, Joint, MotionValidity, NoPath, PlanOptions, StateValidity, plan_path,
};
use obbtree_viewer::{NamedPath, path_picture};
use serde::Serialize;

use super::load::{Files, Limits, Surroundings, read_configurations};
use super::timing::Timing;
use crate::draw::{PictureOptions, ensure_png};
use crate::numbers::length;
use crate::output::{json_line, print_text, write_file, write_page};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// File with two configurations: start and goal. More lines are more problems
    #[arg(long, value_name = "FILE")]
    configs: PathBuf,
    #[command(flatten)]
    around: Surroundings,
    #[command(flatten)]
    limits: Limits,
    /// Move only the joints of this group of the SRDF; the others are where the start has them
    #[arg(long, value_name = "NAME", conflicts_with = "hold")]
    group: Option<String>,
    /// Hold the joints that have the same values at start and goal
    #[arg(long)]
    hold: bool,
    /// The same seed gives the same path
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    seed: u64,
    /// Trees grow by lines of this length at most
    #[arg(
        long,
        value_name = "LENGTH",
        default_value_t = 1.0,
        allow_hyphen_values = true,
        value_parser = length
    )]
    step: f64,
    /// Write the path here, a configuration a line; to standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the robot along the path, as PNG; of one problem
    #[arg(long, value_name = "FILE.png")]
    draw: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Write a page that plays the path; of one problem
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    #[command(flatten)]
    timing: Timing,
    /// Show another path too: a file with a configuration a line, which gives the name. In a
    /// picture the two are side by side; in a page one is chosen. What it meets is red
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// Print one JSON object for each problem
    #[arg(long)]
    json: bool,
}

/// Trees that grow by shorter lines reach nothing in a time that anyone waits.
const MOST_STEPS: f64 = 10_000.0;

/// A problem: a start and a goal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields {
    problem: usize,
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Every line of the path was proven free once more, by a checker that remembers nothing.
    certified: bool,
    corners: usize,
    length: f64,
    ms: f64,
    /// Of the time, spent in collision checking.
    checking_share: f64,
}

/// A checker that counts its time.
struct Timed<'c> {
    checker: &'c mut Checker,
    spent: Duration,
}

impl Timed<'_> {
    fn time<R>(&mut self, ask: impl FnOnce(&mut Checker) -> R) -> R {
        let start = Instant::now();
        let answer = ask(self.checker);
        self.spent += start.elapsed();
        answer
    }
}

impl StateValidity for Timed<'_> {
    fn is_state_valid(&mut self, configuration: &[f64]) -> bool {
        self.time(|checker| checker.is_state_valid(configuration))
    }

    fn why_not_valid(&mut self, configuration: &[f64]) -> String {
        self.checker.why_not_valid(configuration)
    }
}

impl MotionValidity for Timed<'_> {
    fn is_line_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.time(|checker| checker.is_line_valid(from, to))
    }

    fn is_line_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.time(|checker| checker.is_line_clear(from, to))
    }

    fn last_valid(&mut self, from: &[f64], to: &[f64]) -> Option<(Vec<f64>, f64)> {
        self.time(|checker| checker.last_valid(from, to))
    }
}

/// Refuses outputs that could not be written, before the search.
fn ensure_outputs(files: &Files, arguments: &Arguments) -> Result<()> {
    let Arguments { configs, around, output, draw, page, beside, timing, .. } = arguments;
    draw.iter().try_for_each(|file| ensure_png(file))?;
    for file in [output, draw, page, &timing.timed].into_iter().flatten() {
        let given = [configs].into_iter().chain(beside).map(PathBuf::as_path);
        let read: Vec<&Path> = around.files().chain(given).collect();
        files.ensure_not_read(file, &read)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let is_there = folder.is_none_or(Path::is_dir);
        ensure!(is_there, "{}: its folder does not exist", file.display());
    }
    Ok(())
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    ensure_outputs(files, arguments)?;
    let (mut checker, _) = files.checker(&arguments.around, arguments.limits.beyond_limits)?;
    let ends = checker.robot().read_configurations(&arguments.configs)?;
    ensure!(
        !ends.is_empty() && ends.len() % 2 == 0,
        "{}: {} configurations, not pairs of start and goal",
        arguments.configs.display(),
        ends.len()
    );
    let shows = arguments.draw.is_some() || arguments.page.is_some();
    ensure!(
        ends.len() == 2 || !shows && arguments.timing.timed.is_none(),
        "--draw, --page and --timed are about one problem, not {}",
        ends.len() / 2
    );
    let limits = arguments.timing.limits(checker.robot())?;
    for (problem, ends) in ends.chunks(2).enumerate() {
        let steps = distance(&ends[0], &ends[1]) / arguments.step;
        ensure!(
            steps <= MOST_STEPS,
            "--step {}: start and goal of problem {problem} are {steps:.0} steps apart, \
             more than {MOST_STEPS}",
            arguments.step
        );
    }
    ensure!(shows || arguments.beside.is_none(), "--beside needs --draw or --page");
    let beside = arguments.beside.as_deref();
    let beside = beside.map(|file| read_configurations(checker.robot(), file)).transpose()?;
    let mut text = names_line(&checker);
    let mut all_found = true;
    for (problem, ends) in ends.chunks(2).enumerate() {
        let ends = [&ends[0][..], &ends[1]];
        let (fields, path) = match moving(files, &checker, ends, arguments)? {
            None => solve(&mut checker, problem, ends, arguments),
            Some(moving) => {
                let mut own = checker.for_group(&moving.joints, ends[0])?;
                let of = |end: &[f64]| moving.values.iter().map(|&n| end[n]).collect::<Vec<_>>();
                let (fields, path) =
                    solve(&mut own, problem, [&of(ends[0]), &of(ends[1])], arguments);
                (fields, path.map(|path| moving.whole(ends[0], &path)))
            }
        };
        all_found &= fields.found && fields.certified;
        if let Some(path) = &path {
            show(files, &checker, path, beside.as_deref(), arguments)?;
            if let (Some(limits), true) = (&limits, fields.certified) {
                arguments.timing.write(&mut checker, path, limits)?;
            }
        }
        for configuration in path.iter().flatten() {
            let values: Vec<String> = configuration.iter().map(f64::to_string).collect();
            let _ = writeln!(text, "{}", values.join(" "));
        }
        if arguments.json {
            json_line(&mut std::io::stdout().lock(), &fields)?;
        } else {
            eprintln!("{}", in_words(&fields));
        }
    }
    match &arguments.output {
        Some(file) => write_file(file, text)?,
        None if !arguments.json => print_text(format_args!("{text}"))?,
        None => {}
    }
    Ok(ExitCode::from(u8::from(!all_found)))
}

/// Joints that move while the others are held.
struct Moving {
    joints: Vec<usize>,
    /// Places of their values, ascending.
    values: Vec<usize>,
}

impl Moving {
    /// A path of all values.
    fn whole(&self, start: &[f64], path: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let whole = |own: &Vec<f64>| {
            let mut all = start.to_vec();
            self.values.iter().zip(own).for_each(|(&n, &value)| all[n] = value);
            all
        };
        path.iter().map(whole).collect()
    }
}

/// Which joints move; `None` if all do.
fn moving(
    files: &Files,
    checker: &Checker,
    [start, goal]: [&[f64]; 2],
    arguments: &Arguments,
) -> Result<Option<Moving>> {
    let robot = checker.robot();
    let values = |joint: &Joint| {
        let first = joint.first_value().unwrap_or(0);
        first..first + joint.first_value().map_or(0, |_| joint.kind().dof())
    };
    let differs = |joint: &Joint| values(joint).any(|n| start[n] != goal[n]);
    let all = || robot.joints().iter().enumerate();
    let joints: Vec<usize> = match &arguments.group {
        None if !arguments.hold => return Ok(None),
        None => all().filter(|(_, joint)| differs(joint)).map(|(n, _)| n).collect(),
        Some(name) => {
            let srdf = files.srdf()?.context("--group needs --srdf")?;
            let joints = robot.group(&srdf, name)?;
            let outside = all().find(|(n, joint)| !joints.contains(n) && differs(joint));
            if let Some((_, joint)) = outside {
                let joint = joint.name();
                bail!("joint '{joint}' is not in group '{name}', and start and goal differ");
            }
            joints
        }
    };
    let mut places: Vec<usize> = joints.iter().flat_map(|&n| values(&robot.joints()[n])).collect();
    places.sort_unstable();
    ensure!(!places.is_empty(), "no joint moves: start and goal are the same");
    Ok(Some(Moving { joints, values: places }))
}

/// Writes the picture and the page that are wanted.
fn show(
    files: &Files,
    checker: &Checker,
    path: &[Vec<f64>],
    beside: Option<&[Vec<f64>]>,
    arguments: &Arguments,
) -> Result<()> {
    let name = arguments.beside.as_ref().and_then(|file| file.file_stem());
    let name = name.unwrap_or_default().to_string_lossy();
    let paths: Vec<NamedPath<'_>> =
        beside.map(|beside| (&*name, beside)).into_iter().chain([("obbtree", path)]).collect();
    if let Some(file) = &arguments.draw {
        let PictureOptions { view, size } = arguments.picture;
        let png = path_picture(checker, &paths, view, size)?;
        write_file(file, png)?;
    }
    if let Some(file) = &arguments.page {
        write_page(file, &files.page(checker, &arguments.around, file)?.with_paths(&paths))?;
    }
    Ok(())
}

fn names_line(checker: &Checker) -> String {
    let names: Vec<&str> = checker.robot().active_joints().map(|joint| joint.name()).collect();
    format!("# joints: {}\n", names.join(" "))
}

fn solve(
    checker: &mut Checker,
    problem: usize,
    [start, goal]: [&[f64]; 2],
    arguments: &Arguments,
) -> (Fields, Option<Vec<Vec<f64>>>) {
    let robot = std::sync::Arc::clone(checker.robot());
    let options = PlanOptions::default().seed(arguments.seed).step(arguments.step);
    let begin = Instant::now();
    let mut timed = Timed { checker, spent: Duration::ZERO };
    let found: Result<_, NoPath> = plan_path(&robot, &mut timed, start, goal, &options);
    let (spent, took) = (timed.spent.as_secs_f64(), begin.elapsed().as_secs_f64());
    let why = found.as_ref().err().map(ToString::to_string);
    let path = found.ok();
    let lines = || path.iter().flat_map(|path| path.windows(2));
    let mut fresh = checker.clone().remembering(false);
    let fields = Fields {
        problem,
        found: path.is_some(),
        why,
        certified: path.is_some() && lines().all(|line| fresh.is_motion_valid(&line[0], &line[1])),
        corners: path.as_ref().map_or(0, Vec::len),
        length: lines().map(|line| distance(&line[0], &line[1])).fold(0.0, |sum, more| sum + more),
        ms: 1e3 * took,
        checking_share: spent / took,
    };
    (fields, path)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

fn in_words(fields: &Fields) -> String {
    let Fields { problem, corners, length, ms, checking_share, .. } = fields;
    match &fields.why {
        Some(why) => format!("problem {problem}: {why}"),
        None => format!(
            "problem {problem}: {corners} corners, length {length:.3}, {}, {ms:.1} ms, \
             {:.0} % of it checking",
            if fields.certified { "proven free" } else { "not proven free" },
            100.0 * checking_share
        ),
    }
}
