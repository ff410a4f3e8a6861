//! The same work on one thread or on many, results in order.

/// Below this many items a thread's start costs more than it saves.
#[cfg(feature = "parallel")]
const SHARE: usize = 512;

/// `f` of every item and its place.
pub(super) fn map<T: Sync, U: Send>(
    parallel: bool,
    items: &[T],
    f: impl Fn(usize, &T) -> U + Send + Sync,
) -> Vec<U> {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
        let items = items.par_iter().with_min_len(SHARE).enumerate();
        return items.map(|(i, item)| f(i, item)).collect();
    }
    let _ = parallel;
    items.iter().enumerate().map(|(i, item)| f(i, item)).collect()
}

/// `f` for every item.
pub(super) fn for_each<T: Send>(parallel: bool, items: &mut [T], f: impl Fn(&mut T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
        items.par_iter_mut().with_min_len(16).for_each(f);
        return;
    }
    let _ = parallel;
    items.iter_mut().for_each(f);
}

/// `f` of chunks of the items, each once: is it true of all?
pub(super) fn all_chunks<T: Send>(
    parallel: bool,
    items: &mut [T],
    f: impl Fn(&mut [T]) -> bool + Send + Sync,
) -> bool {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::iter::ParallelIterator;
        use rayon::slice::ParallelSliceMut;
        return items.par_chunks_mut(SHARE).map(f).reduce(|| true, |a, b| a & b);
    }
    let _ = parallel;
    f(items)
}

/// `f` of every item, which are few and large.
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
