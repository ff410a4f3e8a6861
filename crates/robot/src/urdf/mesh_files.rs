//! Where the meshes of a URDF are, and each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use obbtree_collider::Body;
use obbtree_io::{ReadError, ReadOptions, read_mesh_with};

/// Why there is no body for a mesh of a URDF.
pub(crate) enum NoBody {
    /// No file has the name; the paths that were tried.
    NotThere(Vec<PathBuf>),
    /// The file cannot be read.
    NotRead(Box<ReadError>),
    /// Whoever gives the meshes says why.
    Given(String),
}

/// The body of a name that a URDF has for a mesh, with its scale.
pub(crate) type FindBody<'f> = dyn FnMut(&str, [f64; 3]) -> Result<Body, NoBody> + 'f;

/// The meshes of one robot.
pub(crate) struct MeshFiles<'r> {
    /// The folder of the URDF.
    folder: PathBuf,
    roots: &'r [PathBuf],
    /// By file and the bits of the scale.
    read: HashMap<(PathBuf, [u64; 3]), Body>,
}

impl<'r> MeshFiles<'r> {
    pub(crate) fn new(urdf: &Path, roots: &'r [PathBuf]) -> Self {
        let folder = urdf.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, roots, read: HashMap::new() }
    }

    /// The file that a name in the URDF means, or the places where it was looked for.
    ///
    /// `package://name/rest` is `root/name/rest` for the first root that has it, or `root/rest`
    /// for a root that is called `name`; the folders that contain the URDF are searched after the
    /// roots that are given. Other names are relative to the URDF.
    pub(crate) fn find(&self, written: &str) -> Result<PathBuf, Vec<PathBuf>> {
        let package = ["package://", "model://"].iter().find_map(|p| written.strip_prefix(p));
        let places = match package {
            // Some files have a third slash.
            Some(rest) => self.places_of_package(rest.trim_start_matches('/')),
            None => vec![self.folder.join(written.strip_prefix("file://").unwrap_or(written))],
        };
        places.iter().find(|place| place.is_file()).cloned().ok_or(places)
    }

    fn places_of_package(&self, rest: &str) -> Vec<PathBuf> {
        let (name, inside) = rest.split_once('/').unwrap_or((rest, ""));
        let absolute = std::path::absolute(&self.folder).unwrap_or_default();
        let given = self.roots.iter().map(PathBuf::as_path);
        let mut places = Vec::new();
        for root in given.chain(absolute.ancestors()) {
            places.push(root.join(rest));
            if root.file_name().is_some_and(|own| own == name) {
                places.push(root.join(inside));
            }
        }
        places
    }

    /// The body of a name in the URDF, scaled.
    pub(crate) fn find_body(&mut self, written: &str, scale: [f64; 3]) -> Result<Body, NoBody> {
        let file = self.find(written).map_err(NoBody::NotThere)?;
        self.body(&file, scale).map_err(|source| NoBody::NotRead(Box::new(source)))
    }

    /// The body of a mesh file, scaled; mirrored triangles still face outward.
    fn body(&mut self, file: &Path, scale: [f64; 3]) -> Result<Body, ReadError> {
        let key = (file.to_owned(), scale.map(f64::to_bits));
        if let Some(body) = self.read.get(&key) {
            return Ok(body.clone());
        }
        let options = ReadOptions::default().with_axis_scale(scale);
        let body = Body::new(read_mesh_with(file, &options)?.mesh);
        self.read.insert(key, body.clone());
        Ok(body)
    }
}
