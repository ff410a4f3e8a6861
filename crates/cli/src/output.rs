//! Standard output, and progress on standard error.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// One JSON object on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// What a command says on standard error besides errors.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Talk {
    /// No progress and no notes
    #[arg(short, long)]
    quiet: bool,
    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value = "bar")]
    progress: ProgressKind,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProgressKind {
    /// A bar, on a terminal only
    Bar,
    /// One JSON object a line: {"progress":"checking","done":3,"of":60}
    Json,
    /// None
    None,
}

impl Talk {
    /// Progress over a known number of steps.
    pub(crate) fn steps(self, what: &str, steps: usize) -> Steps {
        let bar = match self.kind() {
            ProgressKind::Bar => ProgressBar::new(steps as u64)
                .with_style(style("{msg} {wide_bar} {pos}/{len} {eta}"))
                .with_message(what.to_owned()),
            _ => ProgressBar::hidden(),
        };
        let steps = Steps { bar, json: self.json(what, steps as u64) };
        steps.say(0);
        steps
    }

    /// Progress of work that cannot say how far it is: a sign of life. It ends when it is dropped.
    pub(crate) fn work(self, what: &str, path: &Path) -> Work {
        let what = format!("{what} {}", path.display());
        let bar = match self.kind() {
            ProgressKind::Bar => {
                let bar = ProgressBar::new_spinner()
                    .with_style(style("{spinner} {msg} {elapsed}"))
                    .with_message(what.clone());
                bar.enable_steady_tick(TICK);
                bar
            }
            _ => ProgressBar::hidden(),
        };
        let work = Steps { bar, json: self.json(&what, 1) };
        work.say(0);
        Work(work)
    }

    /// Something a user should know about a file that was read.
    pub(crate) fn note(self, path: &Path, note: &str) {
        if !self.quiet {
            eprintln!("note: {}: {note}", path.display());
        }
    }

    fn kind(self) -> ProgressKind {
        if self.quiet { ProgressKind::None } else { self.progress }
    }

    fn json(self, what: &str, of: u64) -> Option<Json> {
        let what = what.to_owned();
        (self.kind() == ProgressKind::Json).then(|| Json {
            what,
            of,
            done: 0,
            said: Instant::now(),
        })
    }
}

/// Progress that is under way.
pub(crate) struct Steps {
    bar: ProgressBar,
    json: Option<Json>,
}

struct Json {
    what: String,
    of: u64,
    done: u64,
    said: Instant,
}

impl Steps {
    /// One step more is done.
    pub(crate) fn step(&mut self) {
        self.bar.inc(1);
        let Some(json) = &mut self.json else { return };
        json.done += 1;
        if json.done == json.of || json.said.elapsed() >= TICK {
            json.said = Instant::now();
            let done = json.done;
            self.say(done);
        }
    }

    /// All is done: the bar goes.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, done: u64) {
        #[derive(Serialize)]
        struct Line<'a> {
            progress: &'a str,
            done: u64,
            of: u64,
        }
        if let Some(Json { what, of, .. }) = &self.json {
            let line = Line { progress: what, done, of: *of };
            // That nobody listens on standard error is no reason to stop.
            let _ = json_line(&mut io::stderr().lock(), &line);
        }
    }
}

/// Work that is under way.
pub(crate) struct Work(Steps);

impl Drop for Work {
    fn drop(&mut self) {
        self.0.step();
        self.0.bar.finish_and_clear();
    }
}

/// Time between two signs of life: often enough to look alive, seldom enough to cost nothing.
const TICK: Duration = Duration::from_millis(100);

/// Without colours, so that `NO_COLOR` asks for nothing more; clap heeds it in its own texts.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Did the error come from a reader that has gone?
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
