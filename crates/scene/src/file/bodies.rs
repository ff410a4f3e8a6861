//! Bodies from files of all kinds: meshes, assemblies, folders of these, scene files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use obbtree_collider::Body;
use obbtree_io::{Assembly, Format, Loaded, ReadError, ReadOptions, read_assembly, read_mesh_with};
use obbtree_predicates::Pose;

use super::error::SceneFileError;
use super::read::{HEAD, is_scene_json, read_json};
use crate::error::SceneError;
use crate::part::Part;
use crate::placed::BodyId;
use crate::scene::Scene;

/// Extensions of the files that are read from a folder.
const MESHES: [&str; 9] = ["stl", "obj", "ply", "off", "dae", "gltf", "glb", "obbt", "json"];

/// How the bodies of a file are added to a scene. The default: each part of the file by its own
/// name, where the file has it, in the unit of the file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FileOptions {
    /// How meshes are read: a scale multiplies places too.
    pub read: ReadOptions,
    /// From the frame of the file to the world.
    pub pose: Pose,
    /// The name of the body, or of what is above the names of the parts with a `/` between.
    pub name: Option<String>,
    /// All of a mesh file as one body, whatever nodes and groups it has.
    pub whole: bool,
}

impl FileOptions {
    /// The same with other options of reading: [`read`](Self::read).
    #[must_use]
    pub fn with_read(self, read: ReadOptions) -> Self {
        Self { read, ..self }
    }

    /// The same at another place: [`pose`](Self::pose).
    #[must_use]
    pub fn with_pose(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// The same under a name: [`name`](Self::name).
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same with each file as one body, or not: [`whole`](Self::whole).
    #[must_use]
    pub fn with_whole(self, whole: bool) -> Self {
        Self { whole, ..self }
    }

    fn name_of(&self, own: &str) -> String {
        match &self.name {
            Some(name) => format!("{name}/{own}"),
            None => own.to_owned(),
        }
    }
}

/// What a file added to a scene.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AddedBodies {
    /// The bodies, in the order of the file; in a folder, of the names of its files.
    pub bodies: Vec<BodyId>,
    /// What readers changed or left out, by file:
    /// [`ReadReport::notes`](obbtree_io::ReadReport::notes).
    pub notes: Vec<(PathBuf, String)>,
}

/// Bodies of files.
impl Scene {
    /// Adds the bodies of a file: of an assembly (glTF, COLLADA, OBJ with objects or groups: see
    /// [`Assembly`]) one for each part, by its path `a/b/c`; of any other mesh file one by the name
    /// of the file; of a scene file its bodies, with their groups, paddings, allowed pairs and
    /// margins; of a folder those of all such files in it, each mesh file one body, and `sub/`
    /// before the names of those in a folder `sub`. Files of other kinds are skipped. Parts that
    /// share a mesh share its tree. A name that is in use gets `#2` behind it, or the next number
    /// that is free.
    ///
    /// Nothing is attached: parts that are above each other in the file are checked like all
    /// others.
    ///
    /// # Errors
    /// If a file cannot be read, a part cannot be placed, a folder has no such file, or a scene
    /// file is to be scaled; some of its bodies may then have been added.
    ///
    /// ```no_run
    /// use obbtree_io::ReadOptions;
    /// use obbtree_scene::{FileOptions, Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add_file("cell.glb", &FileOptions::default())?;
    /// let millimetres = ReadOptions::default().with_scale(0.001);
    /// scene.add_file("parts", &FileOptions::default().with_read(millimetres).with_name("jig"))?;
    /// for [a, b] in SceneQuery::new().pairs(&scene) {
    ///     println!("{} meets {}", scene.name(a)?, scene.name(b)?); // cell/door meets jig/plate
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_file(
        &mut self,
        path: impl AsRef<Path>,
        options: &FileOptions,
    ) -> Result<AddedBodies, SceneFileError> {
        let path = path.as_ref();
        let mut added = AddedBodies::default();
        if path.is_dir() {
            self.add_folder(path, options, &mut added)?;
            if added.bodies.is_empty() {
                let what = "there is no mesh or scene file in the folder";
                return Err(SceneFileError::new(path, "", what));
            }
        } else {
            self.add_one_file(path, options, &mut added)?;
        }
        Ok(added)
    }

    /// Adds the parts of an assembly that was read before, each as a body; the
    /// [`read`](FileOptions::read) and [`whole`](FileOptions::whole) of the options are not used.
    ///
    /// # Errors
    /// If a part cannot be placed there, or the tree is not that of the mesh.
    pub fn add_assembly(
        &mut self,
        assembly: Assembly,
        options: &FileOptions,
    ) -> Result<Vec<BodyId>, SceneError> {
        let Assembly { meshes, nodes, format, tree, .. } = assembly;
        let bodies: Vec<Body> = match tree {
            Some(tree) => meshes
                .into_iter()
                .zip([tree])
                .map(|(mesh, tree)| Body::from_parts(mesh, tree))
                .collect::<Result<_, _>>()
                .map_err(|error| SceneError::Tree(error.to_string()))?,
            None => meshes.into_iter().map(Body::new).collect(),
        };
        let models: Vec<Arc<[Part]>> =
            bodies.into_iter().map(|body| Arc::from([Part::new(body)])).collect();
        let mut ids = Vec::with_capacity(nodes.len());
        // The name of the only part of a file without nodes is that of the file, or the given one.
        let is_file =
            nodes.len() == 1 && !matches!(format, Format::Dae | Format::Gltf | Format::Glb);
        for node in nodes {
            let name = match &options.name {
                Some(name) if is_file => self.unused(name.clone()),
                _ => self.unused(options.name_of(&node.name)),
            };
            let pose = self.placed(&name, options, &node.pose)?;
            ids.push(self.add(&name, Arc::clone(&models[node.mesh]), pose)?);
        }
        Ok(ids)
    }

    fn add_folder(
        &mut self,
        folder: &Path,
        options: &FileOptions,
        added: &mut AddedBodies,
    ) -> Result<(), SceneFileError> {
        let wrong = |error: std::io::Error| SceneFileError::new(folder, "", error);
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            // Links to folders are not followed: they can lead back.
            entries.push((entry.path(), entry.file_type().map_err(wrong)?.is_dir()));
        }
        entries.sort();
        for (path, is_folder) in entries {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let below = options.clone().with_whole(true).with_name(options.name_of(&name));
            if is_folder {
                self.add_folder(&path, &below, added)?;
                continue;
            }
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let extension = extension.to_ascii_lowercase();
            // A JSON file can be anything else, if it does not say that it is a scene.
            let is_read = MESHES.contains(&&*extension) && path.is_file();
            if is_read && (extension != "json" || says_scene(&path).map_err(wrong)?) {
                self.add_one_file(&path, &below, added)?;
            }
        }
        Ok(())
    }

    fn add_one_file(
        &mut self,
        path: &Path,
        options: &FileOptions,
        added: &mut AddedBodies,
    ) -> Result<(), SceneFileError> {
        let wrong = |what: &dyn std::fmt::Display| SceneFileError::new(path, "", what);
        if is_scene_file(path).map_err(|error| wrong(&format!("cannot be read: {error}")))? {
            let other = read_json(path)?;
            if options.read != ReadOptions::default() {
                return Err(wrong(&"the meshes of a scene file are read as they are, not changed"));
            }
            let bodies = self.add_scene(&other, options).map_err(|error| wrong(&error))?;
            added.bodies.extend(bodies);
            return Ok(());
        }
        if options.whole {
            let Loaded { mesh, tree, report, .. } =
                read_mesh_with(path, &options.read).map_err(of_reader)?;
            let body = match tree {
                Some(tree) => Body::from_parts(mesh, tree).map_err(|error| wrong(&error))?,
                None => Body::new(mesh),
            };
            // A mesh that was changed is not that of the file.
            let part = if options.read == ReadOptions::default() {
                Part::of_file(body, path.to_owned())
            } else {
                Part::new(body)
            };
            let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = self.unused(options.name.clone().unwrap_or_else(stem));
            let id = self.add(&name, part, options.pose).map_err(|error| wrong(&error))?;
            added.bodies.push(id);
            added.notes.extend(report.notes().into_iter().map(|note| (path.to_owned(), note)));
            return Ok(());
        }
        let assembly = read_assembly(path, &options.read).map_err(of_reader)?;
        let notes = assembly.report.notes();
        added.notes.extend(notes.into_iter().map(|note| (path.to_owned(), note)));
        let bodies = self.add_assembly(assembly, options).map_err(|error| wrong(&error))?;
        added.bodies.extend(bodies);
        Ok(())
    }

    /// Adds the bodies of another scene, and what it says about pairs of them. The margin of this
    /// scene becomes the larger one of both.
    fn add_scene(
        &mut self,
        other: &Scene,
        options: &FileOptions,
    ) -> Result<Vec<BodyId>, SceneError> {
        let olds: Vec<BodyId> = other.ids().collect();
        let (mut ids, mut names) = (Vec::with_capacity(olds.len()), Vec::with_capacity(olds.len()));
        for &old in &olds {
            let name = self.unused(options.name_of(other.name(old)?));
            let pose = self.placed(&name, options, other.pose(old)?)?;
            let id = self.add(&name, Arc::clone(other.parts(old)?), pose)?;
            self.set_groups(id, other.groups(old)?)?;
            self.set_padding(id, other.padding(old)?)?;
            self.set_enabled(id, other.is_enabled(old)?)?;
            ids.push(id);
            names.push(name);
        }
        let at = |old: BodyId| olds.binary_search(&old).ok();
        for (&old, &id) in olds.iter().zip(&ids) {
            if let Some(parent) = other.parent(old)?.and_then(at) {
                // The offset of the file, whose digits are its own.
                let attachment = other.body(old)?.attachment.as_ref();
                let offset = attachment.map_or(Pose::identity(), |attachment| attachment.offset);
                self.attach_at(id, ids[parent], offset)?;
            }
        }
        let new_name = |old: &String| Some(names[at(other.id(old).ok()?)?].as_str());
        for [a, b] in other.allowed() {
            if let (Some(a), Some(b)) = (new_name(a), new_name(b)) {
                self.allow(a, b);
            }
        }
        for ([a, b], margin) in other.pair_margins() {
            if let (Some(a), Some(b)) = (new_name(a), new_name(b)) {
                self.set_pair_margin(a, b, Some(margin))?;
            }
        }
        self.set_margin(self.margin().max(other.margin()))?;
        Ok(ids)
    }

    fn placed(&self, name: &str, options: &FileOptions, own: &Pose) -> Result<Pose, SceneError> {
        // The identity would change the sign of zeros.
        if options.pose.is_identity() {
            return Ok(*own);
        }
        let body = || name.to_owned();
        options.pose.compose(own).map_err(|reason| SceneError::Pose { body: body(), reason })
    }

    /// A name that no body has: this one, or with the first number behind it that is free.
    fn unused(&self, name: String) -> String {
        if self.id(&name).is_err() {
            return name;
        }
        let mut numbered = (2..).map(|n| format!("{name}#{n}"));
        numbered.find(|name| self.id(name).is_err()).unwrap_or_default()
    }
}

/// An error of a mesh reader, with the file that it names.
fn of_reader(error: ReadError) -> SceneFileError {
    let text = error.to_string();
    let what = text.strip_prefix(&error.file).and_then(|rest| rest.strip_prefix(": "));
    SceneFileError::new(Path::new(&error.file), "", what.unwrap_or(&text))
}

/// Is this the JSON of a scene? Its name ends in `.json`, or it says so near its beginning.
pub(super) fn is_scene_file(path: &Path) -> std::io::Result<bool> {
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    Ok(says_scene(path)? || is_named)
}

/// Does a file say near its beginning that it is a scene?
fn says_scene(path: &Path) -> std::io::Result<bool> {
    // What is read of a pipe to know its kind would be lost.
    if !path.metadata()?.is_file() {
        return Err(std::io::Error::other("it is a pipe or device, not a regular file"));
    }
    let mut head = Vec::new();
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(is_scene_json(&head))
}
