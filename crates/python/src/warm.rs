//! A query for each thread, which keeps the memory that it has worked in.

use std::cell::RefCell;

use obbtree::Query;

thread_local! {
    static WARM: RefCell<Option<Query>> = const { RefCell::new(None) };
}

/// Asks this thread's query, about solids or surfaces.
pub(crate) fn with_query<R>(solid: bool, ask: impl FnOnce(&mut Query) -> R) -> R {
    with_limited_query(solid, usize::MAX, ask)
}

/// Asks this thread's query for at most so many pairs.
pub(crate) fn with_limited_query<R>(
    solid: bool,
    limit: usize,
    ask: impl FnOnce(&mut Query) -> R,
) -> R {
    let kept = WARM.with(|warm| warm.borrow_mut().take());
    let mut query = kept.unwrap_or_default().solid(solid).limit(limit);
    let answer = ask(&mut query);
    WARM.with(|warm| *warm.borrow_mut() = Some(query));
    answer
}
