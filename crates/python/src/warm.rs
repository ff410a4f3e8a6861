//! A query for each thread, which keeps the memory that it has worked in.

use std::cell::RefCell;

use obbtree::Query;
use obbtree::scene::SceneQuery;
use pyo3::{PyResult, Python};

use crate::interrupt::detached;

thread_local! {
    static WARM: RefCell<Option<Query>> = const { RefCell::new(None) };
}

/// Calls with this thread's query, about solids or surfaces, with the interpreter's lock released;
/// Ctrl-C ends it.
pub(crate) fn with_warm_query<R: Send>(
    py: Python<'_>,
    solid: bool,
    ask: impl FnOnce(&mut Query) -> R + Send,
) -> PyResult<R> {
    detached(py, || with_query(solid, usize::MAX, ask))
}

/// The same about surfaces, for at most so many pairs; without a limit all.
pub(crate) fn with_limited_query<R: Send>(
    py: Python<'_>,
    limit: Option<usize>,
    ask: impl FnOnce(&mut Query) -> R + Send,
) -> PyResult<R> {
    detached(py, || with_query(false, limit.unwrap_or(usize::MAX), ask))
}

fn with_query<R>(solid: bool, limit: usize, ask: impl FnOnce(&mut Query) -> R) -> R {
    let kept = WARM.with(|warm| warm.borrow_mut().take());
    let mut query = kept.unwrap_or_default().solid(solid).limit(limit);
    let answer = ask(&mut query);
    WARM.with(|warm| *warm.borrow_mut() = Some(query));
    answer
}

thread_local! {
    /// About surfaces, and about solids.
    static WARM_SCENES: RefCell<[Option<SceneQuery>; 2]> = const { RefCell::new([None, None]) };
}

/// Calls with this thread's query about scenes, with the interpreter's lock released.
pub(crate) fn with_scene_query<R: Send>(
    py: Python<'_>,
    solid: bool,
    ask: impl FnOnce(&mut SceneQuery) -> R + Send,
) -> PyResult<R> {
    detached(py, || {
        let place = usize::from(solid);
        let kept = WARM_SCENES.with(|warm| warm.borrow_mut()[place].take());
        let mut query = kept.unwrap_or_else(|| SceneQuery::with_query(Query::new().solid(solid)));
        let answer = ask(&mut query);
        WARM_SCENES.with(|warm| warm.borrow_mut()[place] = Some(query));
        answer
    })
}
