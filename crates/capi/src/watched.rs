//! How a batch of the C interface is run: on how many threads, with progress and an end by the
//! caller.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use obbtree::query::BatchError;

use crate::memory::{self, Progress};
use crate::status::Failure;

/// Called now and then with the number of questions answered so far, ascending, by any thread, one
/// at a time. Not 0 ends the batch soon, with `OBBTREE_STATUS_CANCELLED`; it is not called again
/// then. It may ask other queries and batches. It must return: an exception that leaves it ends
/// the process (the C++ wrapper carries them around the call), and a jump leaves threads that wait
/// for ever.
pub type OnProgress = Option<unsafe extern "C-unwind" fn(user: *mut c_void, done: usize) -> i32>;

/// How a batch is run. All zeros is the default; so is null.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchOptions {
    /// How many threads; 0 for as many as the machine has cores, started once for all batches.
    pub threads: u32,
    /// May be null.
    pub on_progress: OnProgress,
    /// Handed to `on_progress`.
    pub user: *mut c_void,
}

/// How a batch is run, checked, and whether the caller has ended it.
pub(crate) struct Watched {
    pub(crate) threads: usize,
    pub(crate) cancel: AtomicBool,
    progress: Option<Progress>,
}

impl Watched {
    pub(crate) fn new(options: *const BatchOptions) -> Result<Self, Failure> {
        let options = memory::given(options, "options")?.copied().unwrap_or_default();
        if options.threads > MOST_THREADS {
            return Err(Failure::bad(format!("{} threads are too many", options.threads)));
        }
        let progress = options.on_progress.map(|call| Progress::new(call, options.user));
        Ok(Self { threads: options.threads as usize, cancel: AtomicBool::new(false), progress })
    }

    /// Does the caller want to know of the progress?
    pub(crate) fn is_watched(&self) -> bool {
        self.progress.is_some()
    }

    /// The answers of a batch, unless the caller has ended it: also where the other threads had
    /// answered all questions before the callback returned.
    pub(crate) fn unless_ended<R>(&self, answers: Result<R, BatchError>) -> Result<R, Failure> {
        match self.cancel.load(Ordering::Relaxed) {
            true => Err(BatchError::Cancelled.into()),
            false => Ok(answers?),
        }
    }

    /// Tells the caller how many questions are answered.
    pub(crate) fn report(&self, done: usize) {
        if self.progress.as_ref().is_some_and(|progress| progress.tell(done)) {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// More are a mistake: no machine has so many cores.
const MOST_THREADS: u32 = 4096;
