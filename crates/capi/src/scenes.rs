//! Scenes of the C interface: made, read from files, written, copied. `scene_bodies` changes
//! them, `scene_questions` asks.

use std::ffi::c_char;
use std::sync::{RwLock, TryLockError};

use obbtree::scene::{read_scene, scene_from_json, write_scene};

use crate::answers::{answered_handle, freed};
use crate::memory;
use crate::status::{Failure, Status, answered};

/// Many placed bodies, by name and number, and which pairs of them are checked. Any number of
/// threads may ask at once, each with a query of its own; a change while another call uses the
/// scene fails with `OBBTREE_STATUS_BUSY`, and so does a question during a change. For a thread
/// that wants changes of its own there is `obbtree_scene_copy`. Owned by the caller, who frees it
/// with `obbtree_scene_free` after all use. It shares the bodies and shapes that are added, and
/// these may be freed.
///
/// A body's number is that of its adding, from 0, and is never given again.
pub struct Scene {
    scene: RwLock<obbtree::scene::Scene>,
}

impl Scene {
    pub(crate) fn new(scene: obbtree::scene::Scene) -> Self {
        Self { scene: RwLock::new(scene) }
    }
}

fn refused<G>(error: &TryLockError<G>, what: &str) -> Failure {
    match error {
        TryLockError::WouldBlock => Failure::new(Status::Busy, format!("the {what} is in use")),
        TryLockError::Poisoned(_) => {
            let text = format!("the {what} is of no more use after a panic: free it");
            Failure::new(Status::Panicked, text)
        }
    }
}

/// Looks at what a lock holds, beside others that do.
pub(crate) fn look_at<T, R>(
    held: &RwLock<T>,
    what: &str,
    question: impl FnOnce(&T) -> Result<R, Failure>,
) -> Result<R, Failure> {
    question(&*held.try_read().map_err(|error| refused(&error, what))?)
}

/// Changes what a lock holds, alone.
pub(crate) fn change_alone<T, R>(
    held: &RwLock<T>,
    what: &str,
    work: impl FnOnce(&mut T) -> Result<R, Failure>,
) -> Result<R, Failure> {
    work(&mut *held.try_write().map_err(|error| refused(&error, what))?)
}

/// Looks at a scene, beside others that do.
pub(crate) fn look<R>(
    scene: *const Scene,
    question: impl FnOnce(&obbtree::scene::Scene) -> Result<R, Failure>,
) -> Result<R, Failure> {
    look_at(&memory::get(scene, "scene")?.scene, "scene", question)
}

/// Changes a scene, alone.
pub(crate) fn change<R>(
    scene: *const Scene,
    work: impl FnOnce(&mut obbtree::scene::Scene) -> Result<R, Failure>,
) -> Result<R, Failure> {
    change_alone(&memory::get(scene, "scene")?.scene, "scene", work)
}

/// A scene without bodies. In `*scene` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_create(scene: *mut *mut Scene) -> Status {
    answered_handle(scene, "scene", || Ok(Scene::new(obbtree::scene::Scene::new())))
}

/// The scene of a JSON file and the mesh files that it names. In `*scene` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_read(path: *const c_char, scene: *mut *mut Scene) -> Status {
    answered_handle(scene, "scene", || Ok(Scene::new(read_scene(memory::text(path, "path")?)?)))
}

/// The scene of a JSON text. Mesh files are looked for beside `path`, which need not exist and
/// stands in errors. In `*scene` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_from_json(
    text: *const c_char,
    path: *const c_char,
    scene: *mut *mut Scene,
) -> Status {
    answered_handle(scene, "scene", || {
        let (text, path) = (memory::text(text, "text")?, memory::text(path, "path")?);
        Ok(Scene::new(scene_from_json(text, path)?))
    })
}

/// Writes a scene into a JSON file, with all digits: read again, it has the same answers. Meshes
/// that came from files are named, others are written too; all are if `embed` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_write(
    scene: *const Scene,
    path: *const c_char,
    embed: i32,
) -> Status {
    answered(|| {
        let path = memory::text(path, "path")?;
        look(scene, |scene| Ok(write_scene(scene, path, embed != 0)?))
    })
}

/// A scene of its own with the same bodies under the same numbers; meshes and trees are shared.
/// In `*copy` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_copy(scene: *const Scene, copy: *mut *mut Scene) -> Status {
    answered_handle(copy, "copy", || Ok(Scene::new(look(scene, |scene| Ok(scene.clone()))?)))
}

/// Frees a scene. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_free(scene: *mut Scene) -> Status {
    freed(scene)
}
