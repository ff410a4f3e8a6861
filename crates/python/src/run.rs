//! How a batch runs under Python: on other threads, while this one waits, looks for Ctrl-C and
//! reports.
//!
//! The interpreter's lock is held only for that. Whatever is raised here (`KeyboardInterrupt`, or
//! an exception of the progress function) cancels the batch and is raised to the caller.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use obbtree::Query;
use obbtree::clash::RunOptions;
use obbtree::query::{Batch, BatchError};
use obbtree::robot::{CheckBatch, Checker};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::batch_error;
use crate::interrupt::LOOK_EVERY;

/// How a batch is run.
pub(crate) struct Run<'py> {
    /// How many questions there are; 0 of work that says so itself (`Controls::reached`).
    pub(crate) total: usize,
    /// Called with the number of answers and of questions; or a bar with `update(answers)`.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    /// All cores, if not given.
    pub(crate) threads: Option<usize>,
}

/// What stops a batch and counts its answers.
pub(crate) struct Controls<'r> {
    pub(crate) cancel: &'r AtomicBool,
    count: &'r (dyn Fn(usize) + Sync),
    total: &'r AtomicUsize,
    threads: Option<usize>,
}

impl<'r> Controls<'r> {
    /// A batch of questions about bodies, as surfaces or as solids.
    pub(crate) fn batch(&self, solid: bool) -> Batch<'r> {
        let batch = Query::new().solid(solid).batch();
        let batch = batch.cancelled_by(self.cancel).reporting_to(self.count);
        match self.threads {
            Some(threads) => batch.threads(threads),
            None => batch,
        }
    }

    /// So many questions by their numbers, a lot of them at a time.
    pub(crate) fn lots<R: Send>(
        &self,
        questions: usize,
        at_a_time: usize,
        answer: impl Fn(Range<usize>) -> R + Sync,
    ) -> Result<Vec<R>, BatchError> {
        let lot = |from| from..questions.min(from + at_a_time);
        let lots: Vec<Range<usize>> = (0..questions).step_by(at_a_time).map(lot).collect();
        let count = |lots: usize| (self.count)(questions.min(lots * at_a_time));
        let batch = self.batch(false).at_a_time(1).reporting_to(&count);
        batch.map(&lots, |lot, _| answer(lot.clone()))
    }

    /// So many questions are answered, of so many.
    pub(crate) fn reached(&self, done: usize, total: usize) {
        self.total.store(total, Ordering::Relaxed);
        (self.count)(done);
    }

    /// How a study of clashes is run.
    pub(crate) fn study<'o>(&self, progress: &'o (dyn Fn(usize, usize) + Sync)) -> RunOptions<'o>
    where
        'r: 'o,
    {
        let (threads, cancel) = (self.threads, Some(self.cancel));
        RunOptions { threads, cancel, progress: Some(progress) }
    }

    /// A batch of questions about a robot.
    pub(crate) fn check_batch(&self, checker: &'r Checker) -> CheckBatch<'r> {
        let batch = CheckBatch::new(checker).threads(self.threads.unwrap_or_default());
        batch.cancelled_by(self.cancel).reporting_to(self.count)
    }
}

/// Runs a batch, or any other work that may take long.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    how: Run<'_>,
    work: impl FnOnce(&Controls<'_>) -> Result<R, BatchError> + Send,
) -> PyResult<R> {
    if how.threads == Some(0) {
        return Err(PyValueError::new_err("a batch needs at least one thread"));
    }
    let (cancel, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let total = AtomicUsize::new(how.total);
    // Threads report in any order.
    let count = |answered| _ = done.fetch_max(answered, Ordering::Relaxed);
    let controls = Controls { cancel: &cancel, count: &count, total: &total, threads: how.threads };
    let mut reporter = how.progress.map(|bar| Reporter::new(&bar)).transpose()?;
    let (answers, raised) = py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let controls = &controls;
            scope.spawn(move || sender.send(work(controls)));
            let mut raised = None;
            loop {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(answers) => break (Some(answers), raised),
                    // A panic, which the scope passes on.
                    Err(RecvTimeoutError::Disconnected) => break (None, raised),
                    Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        raised = Python::attach(|py| {
                            py.check_signals()?;
                            let total = total.load(Ordering::Relaxed);
                            report(py, &mut reporter, done.load(Ordering::Relaxed), total)
                        })
                        .err();
                        cancel.store(raised.is_some(), Ordering::Relaxed);
                    }
                }
            }
        })
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    let answers = answers.expect("a panic has been passed on").map_err(|e| batch_error(&e))?;
    let total = total.into_inner();
    report(py, &mut reporter, total, total)?;
    Ok(answers)
}

fn report(
    py: Python<'_>,
    reporter: &mut Option<Reporter>,
    done: usize,
    total: usize,
) -> PyResult<()> {
    reporter.as_mut().map_or(Ok(()), |reporter| reporter.report(py, done, total))
}

/// Tells Python how far a batch has come.
struct Reporter {
    call: Py<PyAny>,
    /// A bar is told of steps, a function of totals.
    is_bar: bool,
    reported: usize,
}

impl Reporter {
    fn new(progress: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_bar = progress.hasattr("update")?;
        let call = if is_bar { progress.getattr("update")? } else { progress.clone() };
        Ok(Self { call: call.unbind(), is_bar, reported: 0 })
    }

    fn report(&mut self, py: Python<'_>, done: usize, total: usize) -> PyResult<()> {
        if done == self.reported {
            return Ok(());
        }
        let new = done - self.reported;
        self.reported = done;
        match self.is_bar {
            true => self.call.call1(py, (new,))?,
            false => self.call.call1(py, (done, total))?,
        };
        Ok(())
    }
}
