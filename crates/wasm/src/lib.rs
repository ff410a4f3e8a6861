//! The engine as a WebAssembly module: plain functions over numbers and addresses, for any page.
//!
//! `crates/wasm/build` makes the module, `crates/viewer/src/page/engine.wasm`, which stands beside
//! the page of `obbtree view`; the page of `obbtree scene view` carries it too. Beside it is
//! `engine.js`, which wraps the functions below for JavaScript: web users take these two files. No
//! generator of bindings is used, so that a page can carry the module as text and works from a
//! file.
//!
//! Answers are those of the engine everywhere: certain, exact stages included, touching counts.
//!
//! A caller writes its input into memory from [`obbtree_alloc`], queries, and reads results at the
//! addresses that functions give. Lengths are in `f64` of the caller's unit, poses are twelve
//! numbers, row by row `[R | t]`. A function that can fail says so by its result; the reason is
//! then at [`obbtree_text`]. One instance serves one thread.
#![allow(unsafe_code)] // Names for the module, and memory that the caller filled.

mod bodies;
mod boxes;
mod robot;
pub mod robot_calls;
mod scene;
pub mod scene_calls;
mod state;

use std::alloc::Layout;

use self::bodies::{Bodies, Placed};
use self::state::{STATE, of_state};

/// Of memory handed to the caller: enough for every kind of number here.
const ALIGNMENT: usize = align_of::<f64>();

fn of_bodies(question: impl FnOnce(&mut Bodies) -> Result<usize, String>) -> i32 {
    of_state(|state| question(&mut state.bodies))
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

/// A body from `n` vertices (`x y z` each) and `m` triangles (three vertex numbers each): its
/// number, or 0 if the mesh is not valid.
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

/// Queries about two placed bodies, of which one may take a number besides.
macro_rules! of_two {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($bodies:ident, $a:ident, $b:ident $(, $number:ident)?) $answer:block
    )+) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Twelve numbers at either pose must be readable and aligned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            a: u32,
            pose_a: *const [f64; 12],
            b: u32,
            pose_b: *const [f64; 12],
            $($number: usize,)?
        ) -> i32 {
            // SAFETY: as the caller promises.
            let (pose_a, pose_b) = unsafe { (*pose_a, *pose_b) };
            let ($a, $b) = (Placed { body: a, pose: pose_a }, Placed { body: b, pose: pose_b });
            of_bodies(|$bodies| $answer)
        }
    )+};
}

of_two! {
    /// Do the surfaces of two placed bodies meet? 1 or 0; -1 if a body or a pose is not valid.
    fn obbtree_collide(bodies, a, b) { bodies.collide(&a, &b).map(usize::from) }

    /// All pairs of triangles that meet, two numbers each (of A, of B), ascending, at
    /// [`obbtree_pairs_at`]; of more than `limit`, the first `limit` that the search finds. How
    /// many there are, or -1 if a body or a pose is not valid.
    fn obbtree_pairs(bodies, a, b, limit) { bodies.pairs(&a, &b, limit) }

    /// How the surfaces of two placed bodies stand to each other: 0 separated, 1 touching (no edge
    /// of one goes through the inside of a triangle of the other), 2 intersecting; -1 if a body or
    /// a pose is not valid.
    fn obbtree_relation(bodies, a, b) { bodies.relation(&a, &b) }

    /// Pairs of boxes of a level that a search reaches, by their numbers (of A, of B), at
    /// [`obbtree_pairs_at`]. How many there are, or -1 if a body or a pose is not valid.
    fn obbtree_box_pairs(bodies, a, b, level) { bodies.box_pairs(&a, &b, level) }

    /// The pairs of boxes that a search tests, one after the other, at most so many: three numbers
    /// each at [`obbtree_search_at`], the box of A, that of B, and 1 if they are separated, 2 if
    /// they overlap and both are leaves, else 0. How many there are, or -1 if a body or a pose is
    /// not valid.
    fn obbtree_search(bodies, a, b, limit) { bodies.search_steps(&a, &b, limit) }
}

/// Where the pairs of the last question are, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pairs_at() -> *const [u32; 2] {
    STATE.with_borrow(|state| state.bodies.pairs.as_ptr())
}

/// How many levels of boxes a body's tree has, or -1 if there is no such body.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_levels(body: u32) -> i32 {
    of_bodies(|bodies| bodies.levels(body))
}

/// The boxes of a level, the leaves above it included, in the frame of the mesh, at
/// [`obbtree_boxes_at`]: sixteen numbers each, which are the box's own number, its centre, its
/// three axes and its half sides. How many boxes, or -1 if there is no such body.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_boxes(body: u32, level: usize) -> i32 {
    of_bodies(|bodies| bodies.boxes(body, level))
}

/// Where the boxes of the last question are, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_boxes_at() -> *const f64 {
    STATE.with_borrow(|state| state.bodies.boxes.as_ptr().cast())
}

/// All boxes of a body's tree, from the root down, as [`obbtree_boxes`] gives those of a level.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_all_boxes(body: u32) -> i32 {
    of_bodies(|bodies| bodies.all_boxes(body))
}

/// Where the steps of the last search are, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_search_at() -> *const [u32; 3] {
    STATE.with_borrow(|state| state.bodies.steps.as_ptr())
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

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: [f64; 12] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];

    /// `HERE`, moved along x by as much as is said, and aside a little, so that no edges are in
    /// line.
    fn at(x: f64) -> [f64; 12] {
        let mut pose = HERE;
        (pose[3], pose[7], pose[11]) = (x, 0.25, 0.125);
        pose
    }

    fn body(vertices: &[f64], triangles: &[u32]) -> u32 {
        let (n, m) = (vertices.len() / 3, triangles.len() / 3);
        // SAFETY: the lengths are those of the slices.
        unsafe { obbtree_body(vertices.as_ptr(), n, triangles.as_ptr(), m) }
    }

    /// The closed unit cube at the origin.
    fn cube() -> u32 {
        let mesh = obbtree_assets::cuboid([0.0; 3], [1.0; 3]);
        body(mesh.vertices().as_flattened(), mesh.triangles().as_flattened())
    }

    fn text() -> String {
        // SAFETY: the text stands there until the next question.
        let bytes = unsafe { std::slice::from_raw_parts(obbtree_text(), obbtree_text_bytes()) };
        String::from_utf8(bytes.to_vec()).expect("UTF-8")
    }

    /// What is said of two cubes, one moved along x: `obbtree_collide`, `obbtree_relation` and how
    /// many pairs there are.
    fn answers_at(a: u32, b: u32, x: f64) -> [i32; 3] {
        let there = at(x);
        // SAFETY: references to poses are readable and aligned.
        unsafe {
            [
                obbtree_collide(a, &HERE, b, &there),
                obbtree_relation(a, &HERE, b, &there),
                obbtree_pairs(a, &HERE, b, &there, usize::MAX),
            ]
        }
    }

    #[test]
    fn flat_contact_is_contact_to_the_last_bit() {
        let (a, b) = (cube(), cube());
        let [collide, relation, pairs] = answers_at(a, b, 1.0);
        // Each of the two triangles of the side at x = 1 meets both at x = 0 of the other, and what
        // shares their edges and corners.
        assert_eq!((collide, relation), (1, 1));
        assert!(pairs >= 4, "{pairs} pairs");
        assert_eq!(answers_at(a, b, 1.0 + f64::EPSILON), [0, 0, 0]);
        assert_eq!(answers_at(a, b, 1.0 - f64::EPSILON)[..2], [1, 2]);
    }

    #[test]
    fn a_limit_limits_the_pairs() {
        let (a, b) = (cube(), cube());
        // SAFETY: references to poses are readable and aligned.
        assert_eq!(unsafe { obbtree_pairs(a, &HERE, b, &at(0.5), 3) }, 3);
        // SAFETY: three pairs were found, and nothing was queried since.
        let pairs = unsafe { std::slice::from_raw_parts(obbtree_pairs_at(), 3) };
        assert!(pairs.is_sorted(), "{pairs:?}");
        assert!(pairs.as_flattened().iter().all(|&id| id < 12), "{pairs:?}");
    }

    #[test]
    fn boxes_cover_the_cube_and_those_of_meeting_cubes_overlap() {
        let a = cube();
        let levels = obbtree_levels(a);
        assert!(levels >= 1);
        let count = obbtree_boxes(a, 0) as usize;
        assert!((1..=4).contains(&count));
        // SAFETY: so many boxes were found, and nothing was queried since.
        let boxes = unsafe { std::slice::from_raw_parts(obbtree_boxes_at(), 16 * count) };
        assert!(boxes.iter().all(|x| x.abs() <= 4.0), "{boxes:?}");
        let overlapping = |x: f64| {
            // SAFETY: references to poses are readable and aligned.
            unsafe { obbtree_box_pairs(a, &HERE, a, &at(x), levels as usize - 1) }
        };
        assert!(overlapping(1.0) > 0);
        assert_eq!(overlapping(1.1), 0);
    }

    #[test]
    fn what_is_not_valid_is_said() {
        assert_eq!(body(&[0.0; 9], &[0, 1, 3]), 0);
        assert_eq!(text(), "triangle 0 refers to vertex 3, but there are 3 vertices (0 to 2)");
        let a = cube();
        let mut mirrored = HERE;
        mirrored[0] = -1.0;
        // SAFETY: references to poses are readable and aligned.
        assert_eq!(unsafe { obbtree_collide(a, &HERE, a, &mirrored) }, -1);
        assert!(text().contains("mirror"), "{}", text());
        obbtree_body_free(a);
        assert_eq!(answers_at(a, a, 0.0), [-1; 3]);
        assert_eq!(text(), format!("there is no body {a}"));
        assert_ne!(cube(), a, "numbers are not given again");
    }

    #[test]
    fn memory_is_aligned_and_can_be_freed() {
        for bytes in [0, 1, 96, 1 << 20] {
            let at = obbtree_alloc(bytes);
            assert!(!at.is_null() && at.addr().is_multiple_of(ALIGNMENT));
            // SAFETY: of as many bytes, once.
            unsafe { obbtree_free(at, bytes) };
        }
        assert!(obbtree_alloc(usize::MAX).is_null());
    }
}
