//! The threads that builds and batches run on: one pool for each process, also after a `fork`.
//!
//! A child of `fork` has one thread, but all of its parent's memory: a pool that the parent has
//! made looks alive there, and whoever hands it work waits for ever. Rayon's global pool is such
//! a pool, and can be made only once. So work goes to a pool of this module, each of which is
//! known by the process that made it. A child never touches a pool, nor waits for a lock, of its
//! parent; it makes a pool of its own when it first needs one.
//!
//! Left to the caller: a process and a descendant of it that have one number, as programs that make
//! namespaces of processes (`unshare`) can arrange; and a `fork` by a thread of a pool.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

/// So many processes that are each other's children can each keep a pool; one further down makes a
/// pool for each piece of work.
const GENERATIONS: usize = 64;

/// No process has this number.
const NO_PROCESS: u32 = 0;

/// The system gave no threads.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
#[non_exhaustive]
pub struct NoThreads(pub String);

/// A pool, and the process that made it: the only one that looks at `pool`.
struct OfProcess {
    process: AtomicU32,
    pool: OnceLock<ThreadPool>,
}

static POOLS: [OfProcess; GENERATIONS] =
    [const { OfProcess { process: AtomicU32::new(NO_PROCESS), pool: OnceLock::new() } };
        GENERATIONS];

/// Runs work on many threads: those of the rayon pool that the caller runs on, else on this
/// process's own, as many as the machine has cores or `RAYON_NUM_THREADS` says. Right after a
/// `fork` too.
///
/// # Errors
/// If the system gives no threads; the work has not begun.
///
/// ```
/// use obbtree_builder::pool;
/// let sum = pool::install(|| (1..=4).sum::<i32>())?;
/// assert_eq!(sum, 10);
/// # Ok::<(), pool::NoThreads>(())
/// ```
pub fn install<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, NoThreads> {
    // Rayon itself runs everything on the one thread of a WebAssembly module.
    if cfg!(target_family = "wasm") || rayon::current_thread_index().is_some() {
        return Ok(work());
    }
    let Some(ours) = of_process(process::id()) else { return Ok(make()?.install(work)) };
    if let Some(pool) = ours.get() {
        return Ok(pool.install(work));
    }
    // Another thread may have been faster; then this pool ends.
    let pool = make()?;
    Ok(match ours.set(pool) {
        Ok(()) => ours.get().expect("set above").install(work),
        Err(pool) => ours.get().unwrap_or(&pool).install(work),
    })
}

/// Where a process keeps its pool; `None` if there is no place left.
fn of_process(process: u32) -> Option<&'static OnceLock<ThreadPool>> {
    let is_ours = |each: &&OfProcess| {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        let taken = each.process.compare_exchange(NO_PROCESS, process, success, failure);
        taken.unwrap_or_else(|owner| if owner == process { NO_PROCESS } else { owner })
            == NO_PROCESS
    };
    POOLS.iter().find(is_ours).map(|each| &each.pool)
}

fn make() -> Result<ThreadPool, NoThreads> {
    ThreadPoolBuilder::new().build().map_err(|error| NoThreads(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a child of `fork` sees; that it answers is tested from Python, by
    /// `crates/python/tests/test_processes.py`.
    #[test]
    fn no_process_has_the_pool_of_another() {
        let threads = install(rayon::current_num_threads).expect("threads");
        let ours = of_process(process::id()).expect("a place");
        assert_eq!(ours.get().expect("it was used").current_num_threads(), threads);
        let mut places = vec![std::ptr::from_ref(ours)];
        for child in (1..).map(|k| process::id().wrapping_add(k)).filter(|&id| id != NO_PROCESS) {
            let Some(place) = of_process(child) else { break };
            assert!(place.get().is_none(), "a child makes a pool of its own");
            assert!(std::ptr::eq(place, of_process(child).expect("the same place")));
            assert!(!places.contains(&std::ptr::from_ref(place)));
            places.push(place);
        }
        assert_eq!(places.len(), GENERATIONS);
        assert!(std::ptr::eq(ours, of_process(process::id()).expect("still ours")));
    }

    #[test]
    fn work_goes_to_the_pool_that_the_caller_runs_on() {
        let three = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
        assert_eq!(three.install(|| install(rayon::current_num_threads)), Ok(3));
        let nested = install(|| install(rayon::current_thread_index).expect("threads"));
        assert!(nested.expect("threads").is_some());
    }
}
