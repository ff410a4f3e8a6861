//! Progress and notes on standard error.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::output::json_line;

/// What a command prints on standard error besides errors.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Messages {
    /// Show no progress and no notes
    #[arg(short, long, global = true)]
    quiet: bool,
    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value = "bar", global = true)]
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

impl Messages {
    /// No progress and no notes.
    pub(crate) fn none() -> Self {
        Self { quiet: true, progress: ProgressKind::None }
    }

    /// Progress over a known number of steps.
    pub(crate) fn steps(self, what: &str, steps: usize) -> Progress {
        let bar = match self.kind() {
            ProgressKind::Bar => ProgressBar::new(steps as u64)
                .with_style(style("{msg} {wide_bar} {pos}/{len} {eta}"))
                .with_message(what.to_owned()),
            _ => ProgressBar::hidden(),
        };
        Progress::new(bar, self.json(what, steps))
    }

    /// Progress of one step, which cannot tell how far it is. It ends when it is dropped.
    pub(crate) fn activity(self, what: &str, path: &Path) -> Activity {
        let what = format!("{what} {}", path.display());
        let bar = match self.kind() {
            ProgressKind::Bar => {
                let bar = ProgressBar::new_spinner()
                    .with_style(style("{spinner} {msg} {elapsed}"))
                    .with_message(what.clone());
                bar.enable_steady_tick(INTERVAL);
                bar
            }
            _ => ProgressBar::hidden(),
        };
        Activity(Progress::new(bar, self.json(&what, 1)))
    }

    /// Something that a user should know about a file that was read.
    pub(crate) fn note(self, path: &Path, note: &str) {
        if !self.quiet {
            eprintln!("note: {}: {note}", path.display());
        }
    }

    fn kind(self) -> ProgressKind {
        if self.quiet { ProgressKind::None } else { self.progress }
    }

    fn json(self, what: &str, of: usize) -> Option<JsonLines> {
        let wanted = self.kind() == ProgressKind::Json;
        wanted.then(|| JsonLines { what: what.to_owned(), of, done: 0, printed: Instant::now() })
    }
}

/// Work that is under way. Any thread may report to it.
pub(crate) struct Progress {
    bar: ProgressBar,
    json: Option<Mutex<JsonLines>>,
}

impl Progress {
    fn new(bar: ProgressBar, json: Option<JsonLines>) -> Self {
        if let Some(json) = &json {
            json.print();
        }
        Self { bar, json: json.map(Mutex::new) }
    }

    /// So many steps are done. Threads may report in any order: the largest number counts.
    pub(crate) fn reached(&self, done: usize) {
        match &self.json {
            Some(json) => json.lock().unwrap_or_else(PoisonError::into_inner).reached(done),
            None => self.bar.set_position(self.bar.position().max(done as u64)),
        }
    }

    /// All is done: the bar disappears.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Progress as lines of JSON.
struct JsonLines {
    what: String,
    of: usize,
    done: usize,
    printed: Instant,
}

impl JsonLines {
    fn reached(&mut self, done: usize) {
        if done <= self.done {
            return;
        }
        self.done = done;
        if done == self.of || self.printed.elapsed() >= INTERVAL {
            self.printed = Instant::now();
            self.print();
        }
    }

    fn print(&self) {
        #[derive(Serialize)]
        struct Line<'a> {
            progress: &'a str,
            done: usize,
            of: usize,
        }
        let line = Line { progress: &self.what, done: self.done, of: self.of };
        // If nobody reads standard error, the work goes on.
        let _ = json_line(&mut io::stderr().lock(), &line);
    }
}

/// One step that is under way.
pub(crate) struct Activity(Progress);

impl Drop for Activity {
    fn drop(&mut self) {
        self.0.reached(1);
        self.0.bar.finish_and_clear();
    }
}

/// Time between two reports: short enough to see that the work goes on, long enough to cost
/// nothing.
const INTERVAL: Duration = Duration::from_millis(100);

/// Without colours, so that `NO_COLOR` has nothing to turn off; clap obeys it in its own texts.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
