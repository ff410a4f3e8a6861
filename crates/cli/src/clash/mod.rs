//! `obbtree clash STUDY.toml`: what of a scene cuts, touches, holds or comes near what.

pub(crate) mod motion;
mod page;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use obbtree::clash::{
    BcfOptions, BcfVersion, Clash, Difference, Report, Review, ReviewState, Reviews,
    RunOptions as StudyOptions, Study, difference, read_report, write_bcf, write_csv,
};
use obbtree::scene::{Scene, read_scene};
use obbtree_viewer::{Figure, Size, View};
use serde::Serialize;

use crate::output::{ensure_not_read, json_line, shown, shown_all};
use crate::run_options::RunOptions;

#[derive(clap::Args)]
#[command(after_help = "\
A study is TOML: the scene file, groups of bodies by patterns of their names, and rules: these \
bodies against those, which kinds of clashes, within which clearance, beyond which depth. The page \
Clashes of the book has all fields and complete studies. With [motion] it tells when parts that move \
meet; --bcf, --pictures and --diff are of studies without.

The page of --html shows the assembly and lists the clashes: a click flies there. Each gets a state (open, \
accepted, resolved) and a comment; Save gives them as a file, which --states of a later run gives to the \
same clashes in all that it writes. Clashes are the same if rule and names are.

With --folder the study is run in equal slices, and each that is finished is kept there: the same command, after \
one that was ended, goes on from them, on this machine or another one. The report is the same. The memory is that of the scene, some \
50 bytes for each pair whose boxes are near, and that of the report.

Exit status 0: no clashes, with --diff none that is new or changed; 1: some; 2: error.

Examples:
  obbtree clash building.toml
  obbtree clash building.toml --report today.json --diff yesterday.json
  obbtree clash building.toml --folder slices --report today.json
  obbtree clash building.toml --html clashes.html
  obbtree clash building.toml --states clashes-states.json --html clashes.html
  obbtree clash building.toml --csv clashes.csv --bcf clashes.bcf --pictures 640x480")]
pub(crate) struct Arguments {
    /// Study file
    study: PathBuf,
    /// Scene file, in place of the study's
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// Write the whole report as JSON, for --diff of a later run
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a table, comma-separated. A name or comment that a spreadsheet would take as a formula
    /// begins with '; --report has it as it is
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page that shows the clashes in any browser, offline
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// What was decided about the clashes before: a file that the page saved
    #[arg(long, value_name = "FILE.json")]
    states: Option<PathBuf>,
    /// Write an archive for programs that read the BIM Collaboration Format
    #[arg(long, value_name = "FILE")]
    bcf: Option<PathBuf>,
    /// The version of the archive
    #[arg(long, value_name = "VERSION", default_value = "2.1", value_parser = ["2.1", "3.0"])]
    bcf_version: String,
    /// Draw a picture of each clash into the archive
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    pictures: Option<Size>,
    /// Who made the archive
    #[arg(long, default_value = "obbtree")]
    author: String,
    /// When it was made, as 2026-11-26T09:30:00Z; now, if it is not given
    #[arg(long)]
    date: Option<String>,
    /// Compare with the report of an earlier run: what is new, gone or changed
    #[arg(long, value_name = "REPORT")]
    diff: Option<PathBuf>,
    /// Keep what is finished in a folder, and go on from what it has
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// In how many slices the folder has it
    #[arg(long, value_name = "N", default_value_t = 64, requires = "folder", value_parser = slices)]
    slices: usize,
    #[command(flatten)]
    run: RunOptions,
}

fn slices(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("not a number of slices above 0".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// The last line of a study.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary<'r> {
    study: &'r str,
    bodies: usize,
    candidates: usize,
    clashes: usize,
    classes: Vec<(&'static str, usize)>,
    clusters: usize,
    warnings: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<Changes>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Changes {
    new: usize,
    gone: usize,
    changed: usize,
    unchanged: usize,
}

/// A clash that `--diff` tells.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Change<'c> {
    /// `new`, `changed` or `gone`.
    change: &'static str,
    clash: &'c Clash,
}

/// From where pictures are drawn, as BCF's cameras look.
const VIEW: View = View { azimuth: -56.3, elevation: 29.0 };

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let file = &arguments.study;
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let study = Study::from_toml(&text).with_context(|| file.display().to_string())?;
    let scene_file = scene_file(arguments, &study)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let tabled = study.motion.as_ref().and_then(|motion| motion.table.as_ref());
    let tabled = tabled.map(|table| folder.join(table));
    let mut read = vec![file.as_path(), scene_file.as_path()];
    read.extend(tabled.as_deref());
    read.extend(arguments.diff.as_deref());
    read.extend(arguments.states.as_deref());
    let outputs = [&arguments.report, &arguments.csv, &arguments.html, &arguments.bcf];
    for output in outputs.into_iter().flatten() {
        ensure_not_read(output, &read)?;
    }
    // Checked and read first: what cannot be used should not cost a run.
    let bcf_options = bcf_options(arguments, &study);
    if arguments.bcf.is_some() {
        bcf_options.check()?;
    }
    let old = arguments.diff.as_deref().map(old_report).transpose()?;
    let reviews = match &arguments.states {
        Some(file) => reviews_of(file)?,
        None => Reviews::new(&study.name),
    };
    let scene = {
        let _reading = arguments.run.messages.activity("reading", &scene_file);
        read_scene(&scene_file)?
    };
    if let Some(moves) = &study.motion {
        let of_others = arguments.bcf.is_some() || arguments.diff.is_some();
        let is_drawn = arguments.pictures.is_some();
        let text = "--bcf, --pictures and --diff are of studies without motion";
        ensure!(!of_others && !is_drawn, text);
        let table = moves.read(folder).with_context(|| file.display().to_string())?;
        let mut report = with_progress(&arguments.run, |options| match &arguments.folder {
            None => Ok(study.run_motion(&scene, &table, options)?),
            Some(folder) => {
                Ok(study.run_in_folder((&scene, &table), folder, arguments.slices, options)?)
            }
        })?;
        warn(file, &report.warnings);
        let gone = report.set_reviews(&reviews);
        warn_of_states(arguments, gone, report.clashes.iter().map(|of| of.review.as_ref()));
        if let Some(html) = &arguments.html {
            let shown = page::Shown { scene: &scene, scene_file: &scene_file, study: file, html };
            shown.motion(&report, &table, &reviews)?;
        }
        return motion::tell(
            &report,
            arguments.report.as_deref(),
            arguments.csv.as_deref(),
            &arguments.run,
        );
    }
    let mut report = with_progress(&arguments.run, |options| match &arguments.folder {
        None => Ok(study.run(&scene, options)?),
        Some(folder) => Ok(study.run_in_folder(&scene, folder, arguments.slices, options)?),
    })?;
    warn(file, &report.warnings);
    let gone = report.set_reviews(&reviews);
    warn_of_states(arguments, gone, report.clashes.iter().map(|of| of.review.as_ref()));
    if let Some(html) = &arguments.html {
        let shown = page::Shown { scene: &scene, scene_file: &scene_file, study: file, html };
        shown.clashes(&report, &reviews)?;
    }
    write_files(arguments, &bcf_options, &scene, &report)?;
    let found = old.as_ref().map(|old| difference(old, &report, study.cluster.unwrap_or(0.0)));
    let out = std::io::stdout().lock();
    print(arguments, &report, old.as_ref().zip(found.as_ref()), BufWriter::new(out))
}

fn scene_file(arguments: &Arguments, study: &Study) -> Result<PathBuf> {
    if let Some(given) = &arguments.scene {
        return Ok(given.clone());
    }
    let file = &arguments.study;
    let named = study.scene.as_ref();
    let named = named.with_context(|| format!("{}: it names no scene", file.display()))?;
    Ok(file.parent().unwrap_or(Path::new("")).join(named))
}

fn old_report(file: &Path) -> Result<Report> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    read_report(&text).with_context(|| file.display().to_string())
}

fn reviews_of(file: &Path) -> Result<Reviews> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Reviews::from_json(&text).with_context(|| file.display().to_string())
}

/// Says which states tell of another run: those of clashes that are gone, and clashes that should
/// have been.
fn warn_of_states<'r>(
    arguments: &Arguments,
    gone: usize,
    found: impl Iterator<Item = Option<&'r Review>>,
) {
    let Some(file) = &arguments.states else { return };
    let file = file.display();
    if gone > 0 {
        eprintln!("{file}: {gone} of its clashes are gone");
    }
    let is_resolved = |of: &Option<&Review>| of.is_some_and(|of| of.state == ReviewState::Resolved);
    let back = found.filter(is_resolved).count();
    if back > 0 {
        eprintln!("warning: {file}: {back} clashes that are resolved are still there");
    }
}

fn warn(file: &Path, warnings: &[String]) {
    for warning in warnings {
        eprintln!("warning: {}: {warning}", file.display());
    }
}

/// Runs a study on so many threads, with a bar for its pairs.
fn with_progress<R>(
    run: &RunOptions,
    study: impl FnOnce(&StudyOptions<'_>) -> Result<R>,
) -> Result<R> {
    let progress = OnceLock::new();
    let show = |done: usize, of: usize| {
        progress.get_or_init(|| run.messages.steps("comparing", of)).reached(done);
    };
    let threads = (run.threads > 0).then_some(run.threads);
    let options = StudyOptions { threads, progress: Some(&show), ..StudyOptions::default() };
    let report = study(&options)?;
    if let Some(progress) = progress.into_inner() {
        progress.finish();
    }
    Ok(report)
}

fn bcf_options(arguments: &Arguments, study: &Study) -> BcfOptions {
    BcfOptions {
        version: if arguments.bcf_version == "3.0" { BcfVersion::V3 } else { BcfVersion::V2 },
        author: arguments.author.clone(),
        date: arguments.date.clone().unwrap_or_else(now),
        metres: study.metres,
    }
}

fn write_files(
    arguments: &Arguments,
    bcf_options: &BcfOptions,
    scene: &Scene,
    report: &Report,
) -> Result<()> {
    let create = |file: &Path| {
        let found = File::create(file).with_context(|| file.display().to_string());
        found.map(BufWriter::new)
    };
    if let Some(file) = &arguments.report {
        std::fs::write(file, report.to_json()).with_context(|| file.display().to_string())?;
    }
    if let Some(file) = &arguments.csv {
        write_csv(report, create(file)?).with_context(|| file.display().to_string())?;
    }
    let Some(file) = &arguments.bcf else {
        ensure!(arguments.pictures.is_none(), "--pictures are drawn into the archive of --bcf");
        return Ok(());
    };
    let steps = arguments.run.messages.steps("writing topics", report.clashes.len());
    let mut done = 0;
    let mut failed = None;
    let mut picture = |clash: &Clash| {
        done += 1;
        steps.reached(done);
        let drawn = arguments.pictures.map(|size| picture(scene, clash, size)).transpose();
        drawn.unwrap_or_else(|error| {
            failed.get_or_insert(error);
            None
        })
    };
    let mut to = create(file)?;
    write_bcf(report, bcf_options, &mut to, &mut picture)
        .with_context(|| file.display().to_string())?;
    to.flush().with_context(|| file.display().to_string())?;
    steps.finish();
    failed.map_or(Ok(()), Err)
}

/// Both bodies, with the curve along which they meet or their closest points.
fn picture(scene: &Scene, clash: &Clash, size: Size) -> Result<Vec<u8>> {
    let [a, b] = &clash.bodies;
    let mut figure = Figure::of_two(scene, [scene.id(a)?, scene.id(b)?])?;
    if let Some(closest) = clash.closest {
        figure.add_closest(closest.map(Into::into));
    }
    figure.png(VIEW, size)
}

/// The time now, in UTC.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

fn print(
    arguments: &Arguments,
    report: &Report,
    compared: Option<(&Report, &Difference)>,
    mut out: impl Write,
) -> Result<ExitCode> {
    let json = arguments.run.json;
    match compared {
        None => {
            for clash in &report.clashes {
                if json {
                    json_line(&mut out, clash)?;
                } else {
                    writeln!(out, "{}", line(clash))?;
                }
            }
        }
        Some((old, found)) => {
            let of_new = |n: &usize| &report.clashes[*n];
            let new = found.new.iter().map(|n| ("new", of_new(n)));
            let gone = found.gone.iter().map(|n| ("gone", &old.clashes[*n]));
            let changed = found.changed.iter().map(|[_, n]| ("changed", of_new(n)));
            for (change, clash) in new.chain(changed).chain(gone) {
                if json {
                    json_line(&mut out, &Change { change, clash })?;
                } else {
                    writeln!(out, "{change}: {}", line(clash))?;
                }
            }
        }
    }
    let classes = report.counts().into_iter().map(|(class, count)| (class.name(), count));
    let diff = compared.map(|(_, found)| Changes {
        new: found.new.len(),
        gone: found.gone.len(),
        changed: found.changed.len(),
        unchanged: found.unchanged.len(),
    });
    let is_well = match &diff {
        Some(diff) => diff.new + diff.changed == 0,
        None => report.clashes.is_empty(),
    };
    let words = match &diff {
        Some(diff) => format!(
            "{} new, {} gone, {} changed, {} unchanged",
            diff.new, diff.gone, diff.changed, diff.unchanged
        ),
        None => format!(
            "{} clashes of {} bodies, in {} pairs whose boxes are near",
            report.clashes.len(),
            report.bodies,
            report.candidates
        ),
    };
    let summary = Summary {
        study: &report.study,
        bodies: report.bodies,
        candidates: report.candidates,
        clashes: report.clashes.len(),
        classes: classes.collect(),
        clusters: report.clusters.len(),
        warnings: &report.warnings,
        diff,
    };
    arguments.run.finish(out, &summary, format_args!("{words}"), is_well)
}

/// A clash on a line.
fn line(clash: &Clash) -> String {
    let ([a, b], at) = (&clash.bodies, shown_all(&clash.point));
    let mut text = format!("{}: {a} and {b} at {at}", clash.class.name().replace('_', " "));
    let mut interval = |what: &str, found: Option<[f64; 2]>| {
        if let Some([lower, upper]) = found.map(|ends| ends.map(shown)) {
            text += &format!(", {what} {lower} to {upper}");
        }
    };
    interval("distance", clash.distance);
    interval("depth", clash.depth);
    interval("volume of overlap", clash.volume);
    text + &format!(" ({}){}", clash.rule, state(clash.review.as_ref()))
}

/// What was decided, if it is not open.
fn state(review: Option<&Review>) -> String {
    let decided = review.filter(|review| review.state != ReviewState::Open);
    decided.map_or_else(String::new, |review| format!(", {}", review.state.name()))
}
