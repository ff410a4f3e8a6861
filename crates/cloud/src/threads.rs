//! Work on all threads: those of the pool of `obbtree-builder`, with the feature `parallel`.
//!
//! What is made does not depend on their number: each piece of work writes what is its own.

/// Clouds of fewer points are made on one thread.
#[cfg(feature = "parallel")]
const MANY: usize = 1 << 16;

/// Does work on all threads if it is about many things.
#[cfg(feature = "parallel")]
pub(crate) fn on_all<R: Send>(count: usize, work: impl Fn() -> R + Send + Sync) -> R {
    if count < MANY {
        return work();
    }
    // Without threads it is done by this one.
    obbtree_builder::pool::install(&work).unwrap_or_else(|_| work())
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn on_all<R>(_: usize, work: impl Fn() -> R) -> R {
    work()
}

/// The things of numbers from 0 on, in their order; where the caller is one of the threads of a
/// pool in pieces of at least so many.
#[cfg(feature = "parallel")]
pub(crate) fn collected<T: Send>(
    count: usize,
    least: usize,
    of: impl Fn(usize) -> T + Send + Sync,
) -> Vec<T> {
    use rayon::prelude::*;
    if count < 2 * least || rayon::current_thread_index().is_none() {
        return (0..count).map(of).collect();
    }
    (0..count).into_par_iter().with_min_len(least).map(of).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn collected<T>(count: usize, _: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}

/// What becomes of each thing, in their order, each a piece of work.
#[cfg(feature = "parallel")]
pub(crate) fn mapped<T: Send, R: Send>(all: Vec<T>, of: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if all.len() < 2 || rayon::current_thread_index().is_none() {
        return all.into_iter().map(of).collect();
    }
    all.into_par_iter().map(of).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn mapped<T, R>(all: Vec<T>, of: impl Fn(T) -> R) -> Vec<R> {
    all.into_iter().map(of).collect()
}
