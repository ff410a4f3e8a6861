//! A scene to a file.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use obbtree_collider::{Body, Collider, KeptCubes, PointCloud, Voxels};
use obbtree_predicates::Pose;
use serde::Serialize;

#[cfg(feature = "io")]
use super::error::SceneFileError;
use super::schema::{
    BodyEntry, CarrierEntry, Cloud, FORMAT, GeometryEntry, Model, PartEntry, Radius, Triangles,
    VoxelsEntry,
};
use crate::masks::Groups;
use crate::part::Part;
use crate::placed::PlacedBody;
use crate::scene::Scene;

/// Writes a scene file. Meshes that were read from files are named by their paths relative to the
/// folder of the file, where they lie in or below it, and embedded else, or all of them if
/// `embed` says so.
///
/// # Errors
/// If the file cannot be written.
#[cfg(feature = "io")]
pub fn write_scene(
    scene: &Scene,
    path: impl AsRef<Path>,
    embed: bool,
) -> Result<(), SceneFileError> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = scene_to_json(scene, if embed { None } else { Some(folder) });
    std::fs::write(path, text).map_err(|error| SceneFileError::new(path, "", error))
}

/// The text of a scene file. Meshes of files in or below `folder` are named by their paths from
/// there; others are embedded, and without a folder all. Allowances and margins of names that no
/// body has are left out.
///
/// ```
/// use obbtree_collider::Shape;
/// use obbtree_predicates::Pose;
/// use obbtree_scene::{Scene, scene_from_json, scene_to_json};
/// let mut scene = Scene::new();
/// let cone = Shape::cone([0.0; 3], [0.0, 0.0, 0.1], 0.7)?;
/// scene.add("cone", cone, Pose::from_translation([0.1, 0.2, 0.3])?)?;
/// let text = scene_to_json(&scene, None);
/// let again = scene_from_json(&text, "cone.json")?;
/// assert_eq!(scene_to_json(&again, None), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn scene_to_json(scene: &Scene, folder: Option<&Path>) -> String {
    scene_to_json_with(scene, |part| below(folder?, part.file()?))
}

/// The text of a scene file in which meshes have names that `mesh` gives, as
/// [`scene_from_json_with`](crate::scene_from_json_with) reads it; those without one are embedded.
#[must_use]
pub fn scene_to_json_with(scene: &Scene, mut mesh: impl FnMut(&Part) -> Option<String>) -> String {
    let mut models: Vec<NamedParts> = Vec::new();
    let mut known: HashMap<Vec<PartKey>, usize> = HashMap::new();
    let mut bodies = Vec::new();
    for body in scene.ids().filter_map(|id| scene.body(id).ok()) {
        let names: Vec<Option<String>> = body.parts.iter().map(&mut mesh).collect();
        let key = body.parts.iter().zip(&names).map(|(part, name)| part_key(part, name.as_deref()));
        let model = *known.entry(key.collect()).or_insert_with(|| {
            models.push((Arc::clone(&body.parts), names));
            models.len() - 1
        });
        bodies.push(body_entry(scene, body, model));
    }
    let part = |(part, name): (&Part, Option<String>)| PartEntry {
        geometry: geometry_entry(part, name),
        offset: (*part.offset() != Pose::identity()).then(|| (*part.offset()).into()),
    };
    // What names wait for that no body has: a reader would take it for a typo.
    let is_there = |names: &[String; 2]| names.iter().all(|name| scene.id(name).is_ok());
    let allowed = scene.allowed().filter(|names| is_there(names));
    let margins = scene.pair_margins().filter(|(names, _)| is_there(names));
    let margins = margins.map(|([a, b], margin)| (a.clone(), b.clone(), margin));
    let fields = [
        ("format", json(&FORMAT)),
        (
            "models",
            lines(models.into_iter().map(|(parts, names)| Model {
                parts: parts.iter().zip(names).map(part).collect(),
            })),
        ),
        ("bodies", lines(bodies)),
        ("allowed", lines(allowed)),
        ("margin", json(&scene.margin())),
        ("margins", lines(margins)),
    ];
    let fields = fields.map(|(name, value)| format!("  \"{name}\": {value}"));
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Parts, and the names of their meshes.
type NamedParts = (Arc<[Part]>, Vec<Option<String>>);

/// What parts have in common that are written once: the text of their geometry or the place of it
/// in memory, and their offset.
type PartKey = (Result<String, usize>, Option<[u64; 12]>);

fn part_key(part: &Part, mesh: Option<&str>) -> PartKey {
    let geometry = match (part.collider(), mesh) {
        (Collider::Mesh(_), Some(name)) => Ok(name.to_owned()),
        (Collider::Mesh(body), None) => Err(body.mesh().vertices().as_ptr().addr()),
        (Collider::Shape(shape), _) => Ok(json(shape.kind())),
        // Those that are shared as parts.
        _ => Err(std::ptr::from_ref(part).addr()),
    };
    let of_offset = |offset: &Pose| {
        let (rotation, translation) = (offset.rotation().iter(), offset.translation().iter());
        let mut bits = rotation.chain(translation).map(|x| x.to_bits());
        std::array::from_fn(|_| bits.next().unwrap_or_default())
    };
    (geometry, (*part.offset() != Pose::identity()).then(|| of_offset(part.offset())))
}

/// A list with an entry a line.
fn lines(entries: impl IntoIterator<Item = impl Serialize>) -> String {
    let entries: Vec<String> =
        entries.into_iter().map(|entry| format!("\n    {}", json(&entry))).collect();
    if entries.is_empty() { "[]".to_owned() } else { format!("[{}\n  ]", entries.join(",")) }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("finite numbers and texts, which JSON can hold")
}

fn body_entry(scene: &Scene, body: &PlacedBody, model: usize) -> BodyEntry {
    let Groups { member, with } = body.groups;
    BodyEntry {
        name: body.name.to_string(),
        model,
        pose: body.pose.into(),
        enabled: body.enabled,
        groups: (body.groups != Groups::default()).then_some([member, with]),
        padding: body.padding,
        parent: body.attachment.as_ref().map(|attachment| CarrierEntry {
            name: scene.name(attachment.parent).unwrap_or_default().to_owned(),
            offset: attachment.offset.into(),
        }),
    }
}

fn geometry_entry(part: &Part, mesh: Option<String>) -> GeometryEntry {
    match part.collider() {
        Collider::Mesh(body) => {
            mesh.map_or_else(|| GeometryEntry::Triangles(triangles(body)), GeometryEntry::Mesh)
        }
        Collider::Shape(shape) => GeometryEntry::Shape(shape.kind().clone()),
        Collider::Points(cloud) => GeometryEntry::Cloud(cloud_entry(cloud)),
        Collider::Voxels(voxels) => GeometryEntry::Voxels(voxels_entry(voxels)),
        _ => unreachable!("a collider is a mesh, a shape, a point cloud or voxels"),
    }
}

/// The points that are kept, in the order in which they were given.
fn cloud_entry(cloud: &PointCloud) -> Cloud {
    let kept = cloud.kept();
    let radius = kept.radii.map_or(Radius::One(cloud.largest_radius()), Radius::Each);
    Cloud { points: Some(kept.points), file: None, camera: None, radius }
}

/// The voxels that are kept, in the order in which they were given.
fn voxels_entry(voxels: &Voxels) -> VoxelsEntry {
    match voxels.kept().cubes {
        KeptCubes::Cells { cells, sizes, origin, side, .. } => VoxelsEntry {
            cells: Some(cells),
            sizes,
            origin: Some(origin),
            side: Some(side),
            ..VoxelsEntry::default()
        },
        KeptCubes::Leaves { centers, halves } => VoxelsEntry {
            centers: Some(centers),
            halves: Some(Radius::Each(halves)),
            ..VoxelsEntry::default()
        },
    }
}

/// The path of a file from a folder, with `/`, if it is in or below it and has a name in Unicode.
fn below(folder: &Path, file: &Path) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    let steps = file.strip_prefix(&folder).ok()?.iter().map(|step| step.to_str());
    Some(steps.collect::<Option<Vec<_>>>()?.join("/"))
}

fn triangles(body: &Body) -> Triangles {
    let mesh = body.mesh();
    Triangles { vertices: mesh.vertices().to_vec(), triangles: mesh.triangles().to_vec() }
}
