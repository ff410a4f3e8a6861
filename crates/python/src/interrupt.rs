//! Ctrl-C in single calls.
//!
//! A query runs on the thread of the caller, as most take less time than handing them to another
//! thread. The engine's long searches call `look` now and then (`obbtree::query::interrupt`),
//! which lets Python look for signals and leaves the search by unwinding if a handler raises.
//! Work that cannot be left, as reading a file, or that has threads of its own, as building a
//! large tree, is done by another thread (`in_background`), and the caller leaves it alone: it is
//! told to stop, and if it cannot soon, it goes on to its end with its own references to what it
//! needs.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use obbtree::Body;
use obbtree::query::interrupt::watched;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Between two looks for Ctrl-C: too short to notice, too long to cost anything.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Work on meshes of more triangles is worth another thread: building so many takes about 20 ms
/// (78 ms were measured for 69,451), far more than handing it over.
pub(crate) const MANY_TRIANGLES: usize = 20_000;

/// The same of files and tree files, in bytes: the size of a binary STL of so many triangles.
pub(crate) const LARGE_FILE: u64 = 50 * MANY_TRIANGLES as u64;

thread_local! {
    /// When this thread has looked last, in the query that it runs.
    static LAST_LOOK: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// What a search is left with.
struct Raised(PyErr);

/// Lets Python handle signals, if it is time; leaves the search if a handler raises. On other
/// threads than the main one Python handles none.
fn look() {
    let now = Instant::now();
    match LAST_LOOK.get() {
        None => LAST_LOOK.set(Some(now)),
        Some(last) if now - last < LOOK_EVERY => {}
        Some(_) => {
            LAST_LOOK.set(Some(now));
            if let Err(raised) = Python::attach(|py| py.check_signals()) {
                resume_unwind(Box::new(Raised(raised)));
            }
        }
    }
}

/// Does work without the interpreter's lock, on this thread; the exception of a signal ends it.
pub(crate) fn detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    let done = py.detach(|| {
        LAST_LOOK.set(None);
        catch_unwind(AssertUnwindSafe(|| watched(look, work)))
    });
    done.map_err(raised)
}

/// The exception that a search was left with; a panic goes on.
fn raised(left_with: Box<dyn Any + Send>) -> PyErr {
    match left_with.downcast::<Raised>() {
        Ok(raised) => raised.0,
        Err(panic) => resume_unwind(panic),
    }
}

/// Does work on another thread if it is long, else on this one. The exception of a signal is
/// raised at once; the flag then tells the work that nobody waits for it.
pub(crate) fn in_background<R: Send + 'static>(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce(&AtomicBool) -> R + Send + 'static,
) -> PyResult<R> {
    if !is_long {
        return Ok(py.detach(|| work(&AtomicBool::new(false))));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let flag = Arc::clone(&cancel);
    let thread = thread::Builder::new().name("obbtree".to_owned()).spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&flag)));
        // Nobody may wait any more.
        let _ = sender.send(done);
    });
    thread.map_err(|error| PyRuntimeError::new_err(format!("no thread for long work: {error}")))?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok(done) => return done.map_err(raised),
                Err(RecvTimeoutError::Disconnected) => unreachable!("it sends what it has done"),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = Python::attach(|py| py.check_signals()) {
                        cancel.store(true, Ordering::Relaxed);
                        return Err(raised);
                    }
                }
            }
        }
    })
}

/// Computes what questions about insides of large bodies need, once a body, before them.
pub(crate) fn know_insides(py: Python<'_>, bodies: &[&Body]) -> PyResult<()> {
    for body in bodies {
        if !body.knows_topology() && body.mesh().triangles().len() > MANY_TRIANGLES {
            let body = Body::clone(body);
            in_background(py, true, move |_| _ = body.topology())?;
        }
    }
    Ok(())
}
