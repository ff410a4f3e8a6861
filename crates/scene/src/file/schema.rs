//! The fields of a scene file.

use std::fmt::Formatter;

use obbtree_collider::{Camera, ShapeKind};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// What the field `format` says.
pub(super) const FORMAT: &str = "obbtree scene 1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a scene: an object with `format`, `models` and `bodies`")]
pub(super) struct Document {
    pub(super) format: String,
    pub(super) models: Vec<Model>,
    pub(super) bodies: Vec<BodyEntry>,
    #[serde(default)]
    pub(super) allowed: Vec<[String; 2]>,
    #[serde(default)]
    pub(super) margin: f64,
    #[serde(default)]
    pub(super) margins: Vec<(String, String, f64)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a model: an object with `parts`")]
pub(super) struct Model {
    pub(super) parts: Vec<PartEntry>,
}

/// One of the fields but `offset` is there, and nothing else: an `offset` with a wrong name would
/// put a part somewhere else without a word.
#[derive(Serialize)]
pub(super) struct PartEntry {
    #[serde(flatten)]
    pub(super) geometry: GeometryEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<[f64; 12]>,
}

impl<'de> Deserialize<'de> for PartEntry {
    fn deserialize<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        fields.deserialize_map(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = PartEntry;

    fn expecting(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        to.write_str("a part: a mesh or a primitive, with or without an offset")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<PartEntry, A::Error> {
        let (mut geometry, mut offset) = (None, None);
        while let Some(name) = fields.next_key::<String>()? {
            if name == "offset" {
                if offset.is_some() {
                    return Err(A::Error::duplicate_field("offset"));
                }
                offset = Some(fields.next_value::<Option<_>>()?);
                continue;
            }
            if geometry.is_some() {
                let what = format!("`{name}` beside another mesh or primitive of the same part");
                return Err(A::Error::custom(what));
            }
            geometry = Some(match name.as_str() {
                "mesh" => GeometryEntry::Mesh(fields.next_value()?),
                "triangles" => GeometryEntry::Triangles(fields.next_value()?),
                "cloud" => GeometryEntry::Cloud(fields.next_value()?),
                "voxels" => GeometryEntry::Voxels(fields.next_value()?),
                "behind_depth" => GeometryEntry::BehindDepth(fields.next_value()?),
                "height_map" => GeometryEntry::HeightMap(fields.next_value()?),
                _ => {
                    let numbers: serde_json::Value = fields.next_value()?;
                    let kind = ShapeKind::deserialize(serde_json::json!({ name: numbers }));
                    GeometryEntry::Shape(kind.map_err(A::Error::custom)?)
                }
            });
        }
        let geometry =
            geometry.ok_or_else(|| A::Error::custom("a part without a mesh or primitive"))?;
        Ok(PartEntry { geometry, offset: offset.flatten() })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GeometryEntry {
    Mesh(String),
    Triangles(Triangles),
    Cloud(Cloud),
    Voxels(VoxelsEntry),
    /// Read and never written, as what follows: a scene has their meshes.
    #[serde(skip_serializing)]
    BehindDepth(BehindDepthEntry),
    #[serde(skip_serializing)]
    HeightMap(HeightMapEntry),
    #[serde(untagged)]
    Shape(ShapeKind),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mesh: an object with `vertices` and `triangles`")]
pub(super) struct Triangles {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// A point cloud, of points that are here or in a file: a radius for all, or one for each. A file
/// with a camera is an image of depths.
#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a point cloud: an object with `points` or a `file`, and `radius`; with a \
                 `camera` if the file is an image of depths"
)]
pub(super) struct Cloud {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<Vec<[f64; 3]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(default, skip_serializing)]
    pub(super) camera: Option<CameraEntry>,
    pub(super) radius: Radius,
}

/// A camera of depths.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a camera: an object with `focal` and `center`")]
pub(super) struct CameraEntry {
    focal: [f64; 2],
    center: [f64; 2],
    #[serde(default = "one")]
    scale: f64,
    #[serde(default)]
    near: f64,
    #[serde(default)]
    far: Option<f64>,
}

impl CameraEntry {
    pub(super) fn camera(&self) -> Camera {
        let &Self { focal, center, scale, near, far } = self;
        Camera::new(focal, center).with_scale(scale).within(near, far.unwrap_or(f64::INFINITY))
    }
}

/// The space behind an image of depths.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "the space behind an image of depths: an object with `file` and `camera`"
)]
pub(super) struct BehindDepthEntry {
    pub(super) file: String,
    pub(super) camera: CameraEntry,
    /// Pixels a side.
    #[serde(default)]
    pub(super) tile: usize,
    #[serde(default)]
    pub(super) nothing: Nothing,
}

/// What a pixel is that shows nothing.
#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Nothing {
    #[default]
    Free,
    Solid,
}

/// The surface of heights in an image.
#[derive(Deserialize)]
#[cfg_attr(not(feature = "images"), expect(dead_code, reason = "nothing reads an image"))]
#[serde(deny_unknown_fields, expecting = "a height map: an object with `file` and `spacing`")]
pub(super) struct HeightMapEntry {
    pub(super) file: String,
    pub(super) spacing: [f64; 2],
    #[serde(default)]
    pub(super) origin: [f64; 3],
    #[serde(default = "one")]
    pub(super) scale: f64,
    #[serde(default)]
    pub(super) hole: Option<f64>,
}

fn one() -> f64 {
    1.0
}

/// Voxels: cells of a grid, leaves by their centres, or those of a file.
#[derive(Default, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "voxels: an object with `cells`, `origin` and `side`, with `centers` and `halves`, \
                 or with a `file`"
)]
pub(super) struct VoxelsEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cells: Option<Vec<[i32; 3]>>,
    /// Cells a side of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sizes: Option<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) centers: Option<Vec<[f64; 3]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) halves: Option<Radius>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// Does what the file does not know count as occupied?
    #[serde(default, skip_serializing_if = "is_no")]
    pub(super) unknown: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a radius, or a list of as many as points")]
pub(super) enum Radius {
    One(f64),
    Each(Vec<f64>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a body: an object with `name`, `model` and `pose`")]
pub(super) struct BodyEntry {
    pub(super) name: String,
    pub(super) model: usize,
    pub(super) pose: [f64; 12],
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub(super) enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) groups: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) padding: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<CarrierEntry>,
}

/// What carries a body, and where from there the body is: the offset has its own digits.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a parent: an object with `name` and `offset`")]
pub(super) struct CarrierEntry {
    pub(super) name: String,
    pub(super) offset: [f64; 12],
}

fn yes() -> bool {
    true
}

fn is_zero(length: &f64) -> bool {
    *length == 0.0
}

fn is_no(says: &bool) -> bool {
    !*says
}

fn is_yes(enabled: &bool) -> bool {
    *enabled
}
