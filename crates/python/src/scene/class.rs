//! The class `Scene`, and what its other files go by.

use std::sync::{Mutex, MutexGuard, PoisonError};

use obbtree::scene::{BodyId, Scene as EngineScene, SceneError as EngineError};
use pyo3::prelude::*;

use crate::answers::Names;
use crate::errors::scene_error;

/// The world: placed bodies by name, which pairs of them are tested, and queries about all these
/// pairs.
///
/// A body is made of parts, each a ``Body``, a ``Shape`` or a mesh file, with an offset. Poses
/// are in the world, see ``Pose``; lengths are in the unit of the meshes. A change takes effect
/// at once: there is no update to call. Bodies collide if they meet, touching included, or come
/// within the margin of the pair; answers are certain as ``collide`` is. Meshes are surfaces, or
/// solids with ``solid=True``; shapes are solid. Pairs are answered in the order in which bodies
/// were added. Threads may ask and change a scene at the same time: a query is about the scene as
/// it was at the call.
///
/// Raises ``SceneError`` for names that do not exist or exist already, and for places that cannot
/// be.
///
/// >>> import obbtree
/// >>> scene = obbtree.Scene()
/// >>> scene.add("table", obbtree.Shape.cuboid([120, 80, 10]), [0, 0, -10, 0, 0, 0, 1])
/// >>> scene.add("nut", obbtree.Body("assets/nut.stl"), [0, 0, 30, 0, 0, 0, 1])
/// >>> scene
/// Scene(2 bodies)
/// >>> scene.pairs()
/// []
/// >>> scene.set_pose("nut", None)
/// >>> scene.pairs()
/// [('table', 'nut')]
/// >>> scene.set_pose("bolt", None)
/// Traceback (most recent call last):
///     ...
/// obbtree.SceneError: there is no body `bolt`
#[pyclass(frozen, module = "obbtree")]
#[derive(Default)]
pub(crate) struct Scene(Mutex<EngineScene>);

impl Scene {
    pub(crate) fn of(scene: EngineScene) -> Self {
        Self(Mutex::new(scene))
    }

    /// Held for a moment, or while points and cells are changed, and never while Python is called.
    pub(super) fn locked(&self) -> MutexGuard<'_, EngineScene> {
        // A change that panicked left the scene as it was or is.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scene as it is now.
    pub(crate) fn snapshot(&self) -> EngineScene {
        self.locked().clone()
    }

    pub(super) fn look<R>(
        &self,
        look: impl FnOnce(&EngineScene) -> Result<R, EngineError>,
    ) -> PyResult<R> {
        look(&self.locked()).map_err(|error| scene_error(&error))
    }

    pub(super) fn change<R>(
        &self,
        change: impl FnOnce(&mut EngineScene) -> Result<R, EngineError>,
    ) -> PyResult<R> {
        change(&mut self.locked()).map_err(|error| scene_error(&error))
    }

    /// The same of what may take a while: other threads of Python go on.
    pub(super) fn change_detached<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut EngineScene) -> Result<R, EngineError> + Send,
    ) -> PyResult<R> {
        py.detach(|| change(&mut self.locked())).map_err(|error| scene_error(&error))
    }
}

pub(crate) fn names(scene: &EngineScene, [a, b]: [BodyId; 2]) -> PyResult<Names> {
    let name = |id| scene.name(id).map(str::to_owned).map_err(|error| scene_error(&error));
    Ok((name(a)?, name(b)?))
}
