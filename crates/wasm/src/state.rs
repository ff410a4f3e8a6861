//! What a module holds between questions.

use std::cell::RefCell;

use crate::bodies::Bodies;
use crate::scene::PageScene;

/// What a function that can fail gives if it did.
const FAILED: i32 = -1;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) bodies: Bodies,
    pub(crate) scene: PageScene,
    /// Why the last question failed, or the text of the scene.
    pub(crate) text: String,
}

thread_local! {
    pub(crate) static STATE: RefCell<State> = RefCell::default();
}

/// Asks, keeps the reason of a failure, and gives the answer or [`FAILED`].
pub(crate) fn of_state(question: impl FnOnce(&mut State) -> Result<usize, String>) -> i32 {
    STATE.with_borrow_mut(|state| {
        let answer = question(state)
            .and_then(|n| i32::try_from(n).map_err(|_| format!("{n} results are too many")));
        answer.unwrap_or_else(|why| {
            state.text = why;
            FAILED
        })
    })
}
