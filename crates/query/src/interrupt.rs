//! Leaving a long search: whoever asks can have itself called now and then by the thread that
//! searches.
//!
//! For callers that must stay responsive, as Python must for Ctrl-C, and whose questions mostly
//! take less time than handing them to another thread does. What is called may leave the search
//! by unwinding (`std::panic::resume_unwind`), so that no answer to half a question is ever seen;
//! nothing else can be done by it. The memory of an interrupted query is not used again.
//!
//! Searches and loops over many triangles call [`pause`] from time to time: every so many steps,
//! and before pairs of triangles that need exact arithmetic.

use std::cell::Cell;

thread_local! {
    static CALLED: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Runs `work`, and meanwhile calls `now_and_then` on this thread; work that other threads do
/// does not call it. It may unwind.
///
/// ```
/// use std::panic::{catch_unwind, resume_unwind};
/// use obbtree_query::interrupt;
/// struct Enough;
/// let unbounded = || loop { interrupt::pause() };
/// let left = catch_unwind(|| interrupt::watched(|| resume_unwind(Box::new(Enough)), unbounded));
/// assert!(left.is_err_and(|why| why.is::<Enough>()));
/// ```
pub fn watched<R>(now_and_then: fn(), work: impl FnOnce() -> R) -> R {
    struct Restore(Option<fn()>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CALLED.set(self.0);
        }
    }
    let _restore = Restore(CALLED.replace(Some(now_and_then)));
    work()
}

/// Calls what watches this thread, if anything does.
#[cold]
#[inline(never)]
pub fn pause() {
    if let Some(now_and_then) = CALLED.get() {
        now_and_then();
    }
}

/// Each so many steps of a loop calls [`pause`]; chosen, not measured.
const STEPS: usize = 64;

/// [`pause`] at some steps of a loop, by the number of the step.
#[inline]
pub fn pause_at(step: usize) {
    if step % STEPS == STEPS - 1 {
        pause();
    }
}
