//! The functions of the module that are about its scene.

use crate::scene::PageScene;
use crate::state::{STATE, State, of_state};

fn of_scene(question: impl FnOnce(&mut PageScene) -> Result<usize, String>) -> i32 {
    of_state(|state| question(&mut state.scene))
}

/// Reads the scene from the text of a scene file, UTF-8, in place of the last one. Meshes must be
/// in the text, or be named `#NUMBER`, which are bodies of the module: there are no files. How
/// many bodies it has, or -1 if something in it cannot be used.
///
/// # Safety
/// So many bytes at `text` must be readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_scene(text: *const u8, bytes: usize) -> i32 {
    // SAFETY: as the caller promises.
    let text = unsafe { std::slice::from_raw_parts(text, bytes) };
    of_state(|State { scene, bodies, .. }| {
        scene.read(std::str::from_utf8(text).map_err(|error| error.to_string())?, bodies)
    })
}

/// Moves a body, and all that it carries. 0, or -1 if there is no such body or the pose is not
/// valid; then nothing has moved.
///
/// # Safety
/// Twelve numbers at `pose` must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_scene_set_pose(body: u32, pose: *const [f64; 12]) -> i32 {
    // SAFETY: as the caller promises.
    let pose = unsafe { *pose };
    of_scene(|scene| scene.set_pose(body, pose))
}

/// Where all bodies are, twelve numbers each, at [`obbtree_scene_poses_at`]. How many bodies.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_poses() -> i32 {
    of_scene(PageScene::find_poses)
}

/// Where the poses are, until they are found again.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_poses_at() -> *const f64 {
    STATE.with_borrow(|state| state.scene.poses.as_ptr().cast())
}

/// Which bodies collide, by the groups, allowed pairs and margins of the scene: how many pairs, two
/// numbers each, ascending, at [`obbtree_scene_pairs_at`].
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_find_pairs() -> i32 {
    of_scene(PageScene::find_pairs)
}

/// Where the pairs of bodies are, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_pairs_at() -> *const [u32; 2] {
    STATE.with_borrow(|state| state.scene.pairs.as_ptr())
}

/// How many triangles the last question marked, three numbers each at [`obbtree_scene_marks_at`]:
/// body, part and triangle; in place of the last `u32::MAX` for all of a primitive.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_marks() -> i32 {
    of_scene(|scene| Ok(scene.marks.len()))
}

/// Where the marks are, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_marks_at() -> *const [u32; 3] {
    STATE.with_borrow(|state| state.scene.marks.as_ptr())
}

/// Triangles to draw a part by, nine numbers each in the frame of the body, at
/// [`obbtree_scene_outline_at`]. How many: none for an unbounded shape; -1 if there is no such
/// part.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_outline(body: u32, part: u32) -> i32 {
    of_scene(|scene| scene.find_outline(body, part))
}

/// Where the triangles of a part are, until the next are found.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_outline_at() -> *const f64 {
    STATE.with_borrow(|state| state.scene.outline.as_ptr().cast())
}

/// Where meshes that collide meet: how many segments, six numbers each at [`obbtree_numbers`]; a
/// point twice where two touch in one.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_contacts() -> i32 {
    of_scene(PageScene::find_contacts)
}

/// The nearest pair: ten numbers at [`obbtree_numbers`], which are its bodies, the least and the
/// largest distance, and the closest points. 1, or 0 if no pair is checked.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_nearest() -> i32 {
    of_scene(|scene| Ok(scene.find_nearest()))
}

/// Where numbers of an answer are, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_numbers() -> *const f64 {
    STATE.with_borrow(|state| state.scene.numbers.as_ptr())
}

/// The text of a scene file of the scene as it is now at `obbtree_text`; meshes that are bodies of
/// the module are named `#NUMBER`, others are in it. Its length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_text() -> i32 {
    of_state(|State { scene, text, bodies }| {
        *text = scene.text(bodies);
        Ok(text.len())
    })
}
