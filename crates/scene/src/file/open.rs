//! A scene from a file of any kind.

use std::path::Path;

use super::bodies::{FileOptions, is_scene_file};
use super::error::SceneFileError;
use super::read::read_json;
use crate::scene::Scene;

/// Reads a scene: a scene file, whose mesh files are found relative to its folder, each read once;
/// or an assembly, a mesh or a folder of these, as [`Scene::add_file`] adds them.
///
/// # Errors
/// If the file or a mesh file cannot be read (a pipe or device is not), or a field cannot be used:
/// which one, of which body.
pub fn read_scene(path: impl AsRef<Path>) -> Result<Scene, SceneFileError> {
    let path = path.as_ref();
    // What cannot be opened is told as a scene file that cannot.
    let is_scene = || is_scene_file(path).unwrap_or(!path.exists());
    if !path.is_dir() && is_scene() {
        return read_json(path);
    }
    let mut scene = Scene::new();
    scene.add_file(path, &FileOptions::default())?;
    Ok(scene)
}
