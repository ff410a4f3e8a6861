//! The broad phase alone, in the C interface: boxes by number, and which of them meet or are
//! nearest.

use std::ffi::c_void;
use std::sync::RwLock;

use crate::answers::{answered_list, freed, rows, shown};
use crate::memory;
use crate::query::{Query, ask};
use crate::scenes::{change_alone, look_at};
use crate::status::{Failure, Status, answered};

/// Boxes with sides along the axes, by number, and which of them meet: the broad phase of a scene,
/// for programs that answer what comes after it themselves. Threads may use it as they may use a
/// scene. Owned by the caller, who frees it with `obbtree_broad_phase_free`.
pub struct BroadPhase {
    boxes: RwLock<obbtree::scene::BroadPhase>,
}

/// Called with the pairs of boxes by the distance of the boxes, the nearest first, which is at
/// least `gap`. `*limit` is infinite at first: pairs whose boxes are farther apart than what a
/// call leaves there are not called with. Not 0 ends the search. It must return, as an
/// `obbtree_on_pair`.
pub type OnNear = Option<
    unsafe extern "C-unwind" fn(
        user: *mut c_void,
        a: u32,
        b: u32,
        gap: f64,
        limit: *mut f64,
    ) -> i32,
>;

const WHAT: &str = "broad phase";

/// A broad phase without boxes. In `*broad_phase` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_create(broad_phase: *mut *mut BroadPhase) -> Status {
    answered(|| {
        let place = memory::place(broad_phase, WHAT)?;
        memory::hand_over(BroadPhase { boxes: RwLock::default() }, place);
        Ok(())
    })
}

/// Frees a broad phase. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_free(broad_phase: *mut BroadPhase) -> Status {
    freed(broad_phase)
}

/// The two corners of a box.
fn corners(bounds: *const f64) -> Result<[[f64; 3]; 2], Failure> {
    let [a, b, c, d, e, f] = memory::numbers(bounds, "bounds")?;
    Failure::if_nan(&[a, b, c, d, e, f].map(|number| (number, "a number of bounds")))?;
    Ok([[a, b, c], [d, e, f]])
}

/// Puts a box, or moves that of this number: six numbers as `obbtree_collider_bounds` gives them.
/// NaN is refused. The memory grows with the largest number, which is below 2^31.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_set(
    broad_phase: *mut BroadPhase,
    number: u32,
    bounds: *const f64,
) -> Status {
    answered(|| {
        let corners = corners(bounds)?;
        if number > MOST {
            return Err(Failure::bad(format!("{number} is no number of a box")));
        }
        change_alone(&memory::get(broad_phase, WHAT)?.boxes, WHAT, |boxes| {
            boxes.set(number, corners);
            Ok(())
        })
    })
}

/// The largest number of a box.
const MOST: u32 = u32::MAX >> 1;

/// Removes the box of a number, if there is one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_remove(broad_phase: *mut BroadPhase, number: u32) -> Status {
    answered(|| {
        change_alone(&memory::get(broad_phase, WHAT)?.boxes, WHAT, |boxes| {
            boxes.remove(number);
            Ok(())
        })
    })
}

/// The numbers of the boxes that meet a given one of six numbers, ascending. Touching counts; NaN
/// is refused. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_near(
    query: *mut Query,
    broad_phase: *const BroadPhase,
    bounds: *const f64,
    numbers: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_list(numbers, count, ["numbers", "count"], || {
        let corners = corners(bounds)?;
        look_at(&memory::get(broad_phase, WHAT)?.boxes, WHAT, |boxes| {
            ask(query, |state| {
                state.numbers = boxes.near(corners);
                Ok(shown(&state.numbers))
            })
        })
    })
}

/// The pairs of boxes that meet, two numbers each, the smaller one first, ascending. Touching
/// counts. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_pairs(
    query: *mut Query,
    broad_phase: *const BroadPhase,
    pairs: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_list(pairs, count, ["pairs", "count"], || {
        look_at(&memory::get(broad_phase, WHAT)?.boxes, WHAT, |boxes| {
            ask(query, |state| {
                state.pairs = boxes.pairs();
                Ok(rows(shown(&state.pairs)))
            })
        })
    })
}

/// Calls back with all pairs of boxes as they are now, the nearest first, until the callback ends
/// the search or its limit does: for the nearest pair of what is in the boxes.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_broad_phase_nearest_first(
    broad_phase: *const BroadPhase,
    on_near: OnNear,
    user: *mut c_void,
) -> Status {
    answered(|| {
        let on_near = memory::callback(on_near, "on_near")?;
        let boxes = &memory::get(broad_phase, WHAT)?.boxes;
        // The callback may change the boxes.
        let mut nearest = look_at(boxes, WHAT, |boxes| Ok(boxes.nearest_first()))?;
        let mut limit = f64::INFINITY;
        while let Some((pair, gap)) = nearest.next_within(limit) {
            if memory::call_on_near(on_near, user, pair, gap, &mut limit) != 0 {
                break;
            }
        }
        Ok(())
    })
}
