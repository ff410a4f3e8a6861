//! A scene from a file.

#[cfg(feature = "io")]
use std::collections::HashMap;
use std::path::Path;
#[cfg(feature = "io")]
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "io")]
use obbtree_collider::Unknown;
use obbtree_collider::{Body, Camera, PointCloud, Shape, Unseen, Voxels};
#[cfg(feature = "images")]
use obbtree_io::{Heights, read_depth, read_height_map};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use super::error::SceneFileError;
use super::schema::{
    BehindDepthEntry, BodyEntry, Cloud, Document, FORMAT, GeometryEntry, HeightMapEntry, Nothing,
    PartEntry, Radius, VoxelsEntry,
};
use crate::masks::Groups;
use crate::part::Part;
use crate::scene::Scene;

/// Reads the JSON of a scene. Mesh files are found relative to its folder; each is read once.
#[cfg(feature = "io")]
pub(super) fn read_json(path: &Path) -> Result<Scene, SceneFileError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| SceneFileError::new(path, "", error))?;
    scene_from_json(&text, path)
}

/// A scene from the text of a scene file. `path` is where the file is or would be: mesh files are
/// found relative to its folder, and errors name it.
///
/// # Errors
/// If a mesh file cannot be read, or a field cannot be used: which one, of which body.
///
/// ```
/// let text = r#"{ "format": "obbtree scene 1",
///     "models": [{ "parts": [{ "sphere": { "radius": 1.0 } }] }],
///     "bodies": [{ "name": "sphere", "model": 0, "pose": [1,0,0,5, 0,1,0,0, 0,0,1,0] }] }"#;
/// let scene = obbtree_scene::scene_from_json(text, "sphere.json")?;
/// assert_eq!(scene.pose(scene.id("sphere")?)?.translation().x, 5.0);
/// let wrong = text.replace("1.0", "-1.0");
/// let error = obbtree_scene::scene_from_json(&wrong, "sphere.json").expect_err("no radius");
/// assert!(error.to_string().starts_with("sphere.json: models[0].parts[0]: the radius is -1e0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scene_from_json(text: &str, path: impl AsRef<Path>) -> Result<Scene, SceneFileError> {
    let path = path.as_ref();
    #[cfg(feature = "io")]
    let mut files = Files { folder: path.parent().unwrap_or(Path::new("")), read: HashMap::new() };
    #[cfg(not(feature = "io"))]
    let mut files = Embedded(|file: &str| Err(not_here(file, "mesh")));
    read(text, path, &mut files)
}

/// A scene from the text of a scene file where there are no files: `mesh` gives the body of the
/// name that a part has for its mesh, or says why there is none. Errors name `path`.
///
/// # Errors
/// If a field cannot be used: which one, of which body.
///
/// ```
/// # use obbtree_collider::Body;
/// # use obbtree_mesh::Mesh;
/// let text = r#"{ "format": "obbtree scene 1", "models": [{ "parts": [{ "mesh": "a" }] }],
///     "bodies": [{ "name": "b", "model": 0, "pose": [1,0,0,5, 0,1,0,0, 0,0,1,0] }] }"#;
/// let mesh = Mesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])?;
/// let body = Body::new(mesh);
/// let find = |name: &str| if name == "a" { Ok(body.clone()) } else { Err("no".to_owned()) };
/// let scene = obbtree_scene::scene_from_json_with(text, "scene", find)?;
/// assert_eq!(scene.parts(scene.id("b")?)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scene_from_json_with(
    text: &str,
    path: impl AsRef<Path>,
    mesh: impl FnMut(&str) -> Result<Body, String>,
) -> Result<Scene, SceneFileError> {
    read(text, path.as_ref(), &mut Embedded(mesh))
}

/// What finds the geometry that is not in the scene file.
trait Find {
    /// The mesh of a name.
    fn mesh(&mut self, name: &str) -> Result<Part, String>;
    /// The points of a file, with their radius.
    fn cloud(&mut self, file: &str, radius: f64) -> Result<Part, String>;
    /// The voxels of a file, with or without what is unknown there.
    fn voxels(&mut self, file: &str, unknown: bool) -> Result<Part, String>;
    /// The points of an image of depths.
    fn depth_cloud(&mut self, file: &str, camera: &Camera, radius: f64) -> Result<Part, String>;
    /// The space behind an image of depths.
    fn behind_depth(
        &mut self,
        file: &str,
        camera: &Camera,
        unseen: &Unseen,
    ) -> Result<Part, String>;
    /// The surface of an image of heights.
    fn height_map(&mut self, entry: &HeightMapEntry) -> Result<Part, String>;
}

/// Where there are no files: meshes have names.
struct Embedded<F>(F);

impl<F: FnMut(&str) -> Result<Body, String>> Find for Embedded<F> {
    fn mesh(&mut self, name: &str) -> Result<Part, String> {
        self.0(name).map(Part::new)
    }

    fn cloud(&mut self, file: &str, _radius: f64) -> Result<Part, String> {
        Err(not_here(file, "points"))
    }

    fn voxels(&mut self, file: &str, _unknown: bool) -> Result<Part, String> {
        Err(not_here(file, "voxels"))
    }

    fn depth_cloud(&mut self, file: &str, _: &Camera, _: f64) -> Result<Part, String> {
        Err(not_here(file, "points"))
    }

    fn behind_depth(&mut self, file: &str, _: &Camera, _: &Unseen) -> Result<Part, String> {
        Err(not_here(file, "triangles"))
    }

    fn height_map(&mut self, entry: &HeightMapEntry) -> Result<Part, String> {
        Err(not_here(&entry.file, "triangles"))
    }
}

fn not_here(file: &str, what: &str) -> String {
    format!("`{file}` is a file, and files cannot be read here: embed the {what}")
}

fn read(text: &str, path: &Path, find: &mut dyn Find) -> Result<Scene, SceneFileError> {
    let wrong = |field: &str, what: &dyn std::fmt::Display| SceneFileError::new(path, field, what);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut fields = serde_json::Deserializer::from_str(text);
    let document: Document = serde_path_to_error::deserialize(&mut fields)
        .map_err(|error| wrong(&error.path().to_string(), error.inner()))?;
    fields.end().map_err(|error| wrong("", &error))?;
    if document.format != FORMAT {
        return Err(wrong("format", &format!("`{}` is not `{FORMAT}`", document.format)));
    }
    let mut models: Vec<Arc<[Part]>> = Vec::new();
    for (n, model) in document.models.iter().enumerate() {
        let parts = model.parts.iter().enumerate().map(|(m, entry)| {
            part(entry, find).map_err(|what| wrong(&format!("models[{n}].parts[{m}]"), &what))
        });
        models.push(parts.collect::<Result<_, _>>()?);
    }
    let mut scene = Scene::new();
    for (n, entry) in document.bodies.iter().enumerate() {
        add(&mut scene, entry, &models)
            .map_err(|(field, what)| wrong(&field_of(n, entry, field), &what))?;
    }
    for (n, entry) in document.bodies.iter().enumerate() {
        attach(&mut scene, entry).map_err(|what| wrong(&field_of(n, entry, "parent"), &what))?;
    }
    for (n, [a, b]) in document.allowed.iter().enumerate() {
        scene.check_pair([a, b]).map_err(|error| wrong(&format!("allowed[{n}]"), &error))?;
        scene.allow(a, b);
    }
    scene.set_margin(document.margin).map_err(|error| wrong("margin", &error))?;
    for (n, (a, b, margin)) in document.margins.iter().enumerate() {
        scene
            .check_pair([a, b])
            .and_then(|()| scene.set_pair_margin(a, b, Some(*margin)))
            .map_err(|error| wrong(&format!("margins[{n}]"), &error))?;
    }
    Ok(scene)
}

fn field_of(n: usize, entry: &BodyEntry, field: &str) -> String {
    format!("bodies[{n}] `{}`, {field}", entry.name)
}

fn add(
    scene: &mut Scene,
    entry: &BodyEntry,
    models: &[Arc<[Part]>],
) -> Result<(), (&'static str, String)> {
    let parts =
        models.get(entry.model).ok_or_else(|| ("model", no_model(entry.model, models.len())))?;
    let pose = Pose::try_from(entry.pose).map_err(|error| ("pose", error.to_string()))?;
    let id = scene
        .add(&entry.name, Arc::clone(parts), pose)
        .map_err(|error| ("name, model or pose", error.to_string()))?;
    let groups = entry.groups.map_or(Groups::default(), |[member, with]| Groups { member, with });
    scene.set_groups(id, groups).map_err(|error| ("groups", error.to_string()))?;
    scene.set_padding(id, entry.padding).map_err(|error| ("padding", error.to_string()))?;
    scene.set_enabled(id, entry.enabled).map_err(|error| ("enabled", error.to_string()))
}

fn no_model(model: usize, models: usize) -> String {
    match models {
        0 => format!("there is no model {model}: `models` is empty"),
        1 => format!("there is no model {model}: the only one is model 0"),
        _ => format!("there is no model {model}: they are numbered from 0 to {}", models - 1),
    }
}

fn attach(scene: &mut Scene, entry: &BodyEntry) -> Result<(), String> {
    let Some(parent) = &entry.parent else { return Ok(()) };
    let offset = Pose::try_from(parent.offset).map_err(|error| error.to_string())?;
    let ids = scene.id(&entry.name).and_then(|id| Ok((id, scene.id(&parent.name)?)));
    let (id, parent) = ids.map_err(|error| error.to_string())?;
    scene.attach_at(id, parent, offset).map_err(|error| error.to_string())
}

/// The files of a scene: meshes, each read once, and points.
#[cfg(feature = "io")]
struct Files<'p> {
    folder: &'p Path,
    read: HashMap<PathBuf, Body>,
}

#[cfg(feature = "io")]
impl Find for Files<'_> {
    fn mesh(&mut self, file: &str) -> Result<Part, String> {
        let file = self.folder.join(file);
        let body = match self.read.get(&file) {
            Some(body) => body.clone(),
            None => Body::read(&file).map_err(|error| error.to_string())?,
        };
        self.read.insert(file.clone(), body.clone());
        Ok(Part::of_file(body, file))
    }

    fn cloud(&mut self, file: &str, radius: f64) -> Result<Part, String> {
        let cloud = PointCloud::read(self.folder.join(file), radius);
        cloud.map(Part::new).map_err(|error| error.to_string())
    }

    fn voxels(&mut self, file: &str, unknown: bool) -> Result<Part, String> {
        let unknown = if unknown { Unknown::Occupied } else { Unknown::Free };
        let voxels = Voxels::read(self.folder.join(file), unknown);
        voxels.map(Part::new).map_err(|error| error.to_string())
    }

    #[cfg(feature = "images")]
    fn depth_cloud(&mut self, file: &str, camera: &Camera, radius: f64) -> Result<Part, String> {
        let cloud = PointCloud::read_depth(self.folder.join(file), camera, radius);
        cloud.map(Part::new).map_err(|error| error.to_string())
    }

    #[cfg(feature = "images")]
    fn behind_depth(
        &mut self,
        file: &str,
        camera: &Camera,
        unseen: &Unseen,
    ) -> Result<Part, String> {
        let file = self.folder.join(file);
        let image = read_depth(&file).map_err(|error| error.to_string())?;
        let body = Body::behind_depth(&image.depths, image.width, camera, unseen);
        body.map(Part::new).map_err(|error| format!("{}: {error}", file.display()))
    }

    #[cfg(feature = "images")]
    fn height_map(&mut self, entry: &HeightMapEntry) -> Result<Part, String> {
        let HeightMapEntry { file, spacing, origin, scale, hole } = entry;
        let heights = Heights::new(*spacing).at(*origin).with_scale(*scale);
        let heights = hole.map_or(heights, |number| heights.with_hole(number));
        let mesh = read_height_map(self.folder.join(file), &heights);
        mesh.map(|mesh| Part::new(Body::new(mesh))).map_err(|error| error.to_string())
    }

    #[cfg(not(feature = "images"))]
    fn depth_cloud(&mut self, file: &str, _: &Camera, _: f64) -> Result<Part, String> {
        Err(no_images(file))
    }

    #[cfg(not(feature = "images"))]
    fn behind_depth(&mut self, file: &str, _: &Camera, _: &Unseen) -> Result<Part, String> {
        Err(no_images(file))
    }

    #[cfg(not(feature = "images"))]
    fn height_map(&mut self, entry: &HeightMapEntry) -> Result<Part, String> {
        Err(no_images(&entry.file))
    }
}

#[cfg(all(feature = "io", not(feature = "images")))]
fn no_images(file: &str) -> String {
    format!("`{file}` is an image, and images are not read without the feature `images`")
}

fn part(entry: &PartEntry, find: &mut dyn Find) -> Result<Part, String> {
    let part = match &entry.geometry {
        GeometryEntry::Mesh(name) => find.mesh(name)?,
        GeometryEntry::Triangles(mesh) => {
            let mesh = Mesh::new(mesh.vertices.clone(), mesh.triangles.clone());
            Part::new(Body::new(mesh.map_err(|error| error.to_string())?))
        }
        GeometryEntry::Cloud(Cloud { points: Some(points), file: None, camera: None, radius }) => {
            let cloud = match radius {
                Radius::One(radius) => PointCloud::new(points, *radius),
                Radius::Each(radii) => PointCloud::with_radii(points, radii),
            };
            Part::new(cloud.map_err(|error| error.to_string())?)
        }
        GeometryEntry::Cloud(Cloud { points: None, file: Some(file), camera, radius }) => {
            let Radius::One(radius) = *radius else {
                return Err("the points of a file have one radius".to_owned());
            };
            match camera {
                None => find.cloud(file, radius)?,
                Some(camera) => find.depth_cloud(file, &camera.camera(), radius)?,
            }
        }
        GeometryEntry::Cloud(_) => {
            return Err(
                "a point cloud has either `points` or a `file`, and a `camera` only if the \
                        file is an image of depths"
                    .to_owned(),
            );
        }
        GeometryEntry::BehindDepth(BehindDepthEntry { file, camera, tile, nothing }) => {
            let unseen =
                Unseen::default().with_tile(*tile).with_nothing_solid(*nothing == Nothing::Solid);
            find.behind_depth(file, &camera.camera(), &unseen)?
        }
        GeometryEntry::HeightMap(entry) => find.height_map(entry)?,
        GeometryEntry::Voxels(entry) => voxels(entry, find)?,
        GeometryEntry::Shape(kind) => {
            Part::new(Shape::new(kind.clone()).map_err(|error| error.to_string())?)
        }
    };
    match entry.offset {
        Some(offset) => {
            let offset = Pose::try_from(offset).map_err(|error| format!("offset: {error}"))?;
            Ok(part.at(offset))
        }
        None => Ok(part),
    }
}

fn voxels(entry: &VoxelsEntry, find: &mut dyn Find) -> Result<Part, String> {
    let VoxelsEntry { cells, sizes, origin, side, centers, halves, file, unknown } = entry;
    if *unknown && file.is_none() {
        return Err("`unknown` is of the voxels of a `file`".to_owned());
    }
    let voxels = match (cells, origin, side, centers, halves, file) {
        (Some(cells), Some(origin), Some(side), None, None, None) => match sizes {
            None => Voxels::from_cells(cells, *origin, *side),
            Some(sizes) => Voxels::with_sizes(cells, sizes, *origin, *side),
        },
        (None, None, None, Some(centers), Some(halves), None) if sizes.is_none() => match halves {
            Radius::One(half) => Voxels::from_leaves(centers, *half),
            Radius::Each(halves) => Voxels::from_leaves(centers, &halves[..]),
        },
        (None, None, None, None, None, Some(file)) if sizes.is_none() => {
            return find.voxels(file, *unknown);
        }
        _ => {
            return Err(
                "voxels have either `cells`, `origin` and `side`, with `sizes` or without; \
                        or `centers` and `halves`; or a `file`"
                    .to_owned(),
            );
        }
    };
    voxels.map(Part::new).map_err(|error| error.to_string())
}

/// Bytes in which a scene file says that it is one.
pub(super) const HEAD: usize = 4096;

/// Are these bytes the JSON of a scene: does it say so near its beginning?
///
/// ```
/// use obbtree_scene::{Scene, is_scene_json, scene_to_json};
/// assert!(is_scene_json(scene_to_json(&Scene::new(), None).as_bytes()));
/// assert!(!is_scene_json(br#"{"asset": {"version": "2.0"}}"#)); // a glTF
/// ```
#[must_use]
pub fn is_scene_json(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let says = text.windows(FORMAT.len()).any(|words| words == FORMAT.as_bytes());
    text.starts_with(b"{") && says
}
