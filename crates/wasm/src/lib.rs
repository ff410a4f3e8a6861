//! The engine as a WebAssembly module: plain functions over numbers and addresses, for any page.
//!
//! `crates/wasm/build` makes the module and lays it beside the page of `obbtree view`, together with
//! nothing else: `crates/cli/src/view/engine.js` wraps the functions below for JavaScript and is what
//! web users call. No generator of bindings is used, so that the page can carry the module as text
//! and works from a file.
//!
//! Answers are those of the engine everywhere: certain, exact stages included, touching counts.
//!
//! A caller writes its input into memory from [`obbtree_alloc`], asks, and reads results at the
//! addresses that functions give. Lengths are in `f64` of the caller's unit, poses are twelve
//! numbers, row by row `[R | t]`. A function that can fail says so by its result; the reason is then
//! at [`obbtree_text`]. One instance serves one thread.
#![allow(unsafe_code)] // Names for the module, and memory that the caller filled.

mod bodies;
mod boxes;

use std::alloc::Layout;
use std::cell::RefCell;

use self::bodies::{Bodies, Placed};

/// What a function that can fail gives if it did.
const FAILED: i32 = -1;

/// Of memory handed to the caller: enough for every kind of number here.
const ALIGNMENT: usize = align_of::<f64>();

#[derive(Default)]
struct State {
    bodies: Bodies,
    /// Why the last question failed.
    text: String,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Asks, keeps the reason of a failure, and gives the answer or [`FAILED`].
fn ask(question: impl FnOnce(&mut Bodies) -> Result<usize, String>) -> i32 {
    STATE.with_borrow_mut(|state| {
        let answer = question(&mut state.bodies)
            .and_then(|n| i32::try_from(n).map_err(|_| format!("{n} results are too many")));
        answer.unwrap_or_else(|why| {
            state.text = why;
            FAILED
        })
    })
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), ALIGNMENT).ok()
}

/// Memory for input, to be freed by [`obbtree_free`]; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_alloc(bytes: usize) -> *mut u8 {
    // SAFETY: a layout has at least one byte.
    layout(bytes).map_or(std::ptr::null_mut(), |layout| unsafe { std::alloc::alloc(layout) })
}

/// Frees memory.
///
/// # Safety
/// `at` must be from [`obbtree_alloc`] of as many bytes, not freed yet and not 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_free(at: *mut u8, bytes: usize) {
    if let Some(layout) = layout(bytes) {
        // SAFETY: of the same layout, as the caller promises.
        unsafe { std::alloc::dealloc(at, layout) };
    }
}

/// A body from `n` vertices (`x y z` each) and `m` triangles (three vertex numbers each): its number,
/// or 0 if the mesh is not valid.
///
/// # Safety
/// `3 n` numbers at `vertices` and `3 m` at `triangles` must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_body(
    vertices: *const f64,
    n: usize,
    triangles: *const u32,
    m: usize,
) -> u32 {
    // SAFETY: as the caller promises; an array of three has the alignment of one.
    let (vertices, triangles) = unsafe {
        (
            std::slice::from_raw_parts(vertices.cast::<[f64; 3]>(), n),
            std::slice::from_raw_parts(triangles.cast::<[u32; 3]>(), m),
        )
    };
    STATE.with_borrow_mut(|state| {
        state.bodies.add(vertices.to_vec(), triangles.to_vec()).unwrap_or_else(|why| {
            state.text = why;
            0
        })
    })
}

/// Frees a body. Nothing happens if there is none of this number.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_body_free(body: u32) {
    STATE.with_borrow_mut(|state| state.bodies.remove(body));
}

/// Do the surfaces of two placed bodies meet? 1 or 0; -1 if a body or a pose is not valid.
///
/// # Safety
/// Twelve numbers at either pose must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_collide(
    a: u32,
    pose_a: *const [f64; 12],
    b: u32,
    pose_b: *const [f64; 12],
) -> i32 {
    // SAFETY: as the caller promises.
    let (a, b) = unsafe { (placed(a, pose_a), placed(b, pose_b)) };
    ask(|bodies| bodies.collide(&a, &b).map(usize::from))
}

/// All pairs of triangles that meet, two numbers each (of A, of B), ascending, at
/// [`obbtree_pairs_at`]; of more than `limit`, the first `limit` that the search finds. How many
/// there are, or -1 if a body or a pose is not valid.
///
/// # Safety
/// Twelve numbers at either pose must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_pairs(
    a: u32,
    pose_a: *const [f64; 12],
    b: u32,
    pose_b: *const [f64; 12],
    limit: usize,
) -> i32 {
    // SAFETY: as the caller promises.
    let (a, b) = unsafe { (placed(a, pose_a), placed(b, pose_b)) };
    ask(|bodies| bodies.pairs(&a, &b, limit))
}

/// Where the pairs of the last question are, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pairs_at() -> *const [u32; 2] {
    STATE.with_borrow(|state| state.bodies.pairs.as_ptr())
}

/// How many levels of boxes a body's tree has, or -1 if there is no such body.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_levels(body: u32) -> i32 {
    ask(|bodies| bodies.levels(body))
}

/// The boxes of a level, the leaves above it included, in the frame of the mesh, at
/// [`obbtree_boxes_at`]: sixteen numbers each, which are the box's own number, its centre, its three
/// axes and its half sides. How many boxes, or -1 if there is no such body.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_boxes(body: u32, level: usize) -> i32 {
    ask(|bodies| bodies.boxes(body, level))
}

/// Where the boxes of the last question are, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_boxes_at() -> *const f64 {
    STATE.with_borrow(|state| state.bodies.boxes.as_ptr().cast())
}

/// Pairs of boxes of a level that a search reaches, by their numbers (of A, of B), at
/// [`obbtree_pairs_at`]. How many there are, or -1 if a body or a pose is not valid.
///
/// # Safety
/// Twelve numbers at either pose must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_box_pairs(
    a: u32,
    pose_a: *const [f64; 12],
    b: u32,
    pose_b: *const [f64; 12],
    level: usize,
) -> i32 {
    // SAFETY: as the caller promises.
    let (a, b) = unsafe { (placed(a, pose_a), placed(b, pose_b)) };
    ask(|bodies| bodies.box_pairs(&a, &b, level))
}

/// Why the last function that failed did: UTF-8, [`obbtree_text_bytes`] long.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_text() -> *const u8 {
    STATE.with_borrow(|state| state.text.as_ptr())
}

/// The length of [`obbtree_text`].
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_text_bytes() -> usize {
    STATE.with_borrow(|state| state.text.len())
}

/// # Safety
/// Twelve numbers at `pose` must be readable and aligned.
unsafe fn placed(body: u32, pose: *const [f64; 12]) -> Placed {
    // SAFETY: as the caller promises.
    Placed { body, pose: unsafe { *pose } }
}
