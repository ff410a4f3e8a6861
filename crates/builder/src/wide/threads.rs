//! The same work on one thread or on many, results in order. Who calls with `parallel` is on a
//! thread of a pool: see [`on_pool`].

/// Work on fewer triangles stays on the caller's thread: none of its passes is long enough to be
/// shared.
const WORTH_THREADS: usize = 256;

/// Runs work on so many triangles: on the threads of a pool, and told so, if it is to have
/// threads, is worth them, and there are some; else on this thread.
pub(super) fn on_pool<R: Send>(
    parallel: bool,
    triangles: usize,
    mut work: impl FnMut(bool) -> R + Send,
) -> R {
    #[cfg(feature = "parallel")]
    if parallel
        && triangles >= WORTH_THREADS
        && let Ok(done) = crate::pool::install(|| work(true))
    {
        return done;
    }
    let _ = (parallel, triangles, WORTH_THREADS);
    work(false)
}

/// At least this many items that take well under a microsecond each go to a thread together: below
/// it, handing them over costs more than it saves.
#[cfg(feature = "parallel")]
const SMALL_ITEMS: usize = 512;

/// The same for items that take some microseconds, as measuring the boxes of a node does.
#[cfg(feature = "parallel")]
const MEDIUM_ITEMS: usize = 16;

/// `f` of every item and its index. For small items.
pub(super) fn map<T: Sync, U: Send>(
    parallel: bool,
    items: &[T],
    f: impl Fn(usize, &T) -> U + Send + Sync,
) -> Vec<U> {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
        let items = items.par_iter().with_min_len(SMALL_ITEMS).enumerate();
        return items.map(|(i, item)| f(i, item)).collect();
    }
    let _ = parallel;
    items.iter().enumerate().map(|(i, item)| f(i, item)).collect()
}

/// `f` for every item. For medium items.
pub(super) fn for_each<T: Send>(parallel: bool, items: &mut [T], f: impl Fn(&mut T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
        items.par_iter_mut().with_min_len(MEDIUM_ITEMS).for_each(f);
        return;
    }
    let _ = parallel;
    items.iter_mut().for_each(f);
}

/// `f` for chunks that cover the items. For small items.
pub(super) fn for_each_chunk<T: Send>(
    parallel: bool,
    items: &mut [T],
    f: impl Fn(&mut [T]) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::ParallelIterator;
        use rayon::slice::ParallelSliceMut;
        items.par_chunks_mut(SMALL_ITEMS).for_each(f);
        return;
    }
    let _ = parallel;
    f(items);
}

/// Two results, at the same time if there are threads.
pub(super) fn join<T: Send, U: Send>(
    parallel: bool,
    first: impl FnOnce() -> T + Send,
    second: impl FnOnce() -> U + Send,
) -> (T, U) {
    #[cfg(feature = "parallel")]
    if parallel {
        return rayon::join(first, second);
    }
    let _ = parallel;
    (first(), second())
}

/// `f` of every item. For few and large items.
pub(super) fn map_large<T: Send, U: Send>(
    parallel: bool,
    items: Vec<T>,
    f: impl Fn(T) -> U + Send + Sync,
) -> Vec<U> {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        return items.into_par_iter().map(f).collect();
    }
    let _ = parallel;
    items.into_iter().map(f).collect()
}
