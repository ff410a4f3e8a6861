//! The fields of a scene file.

use serde::{Deserialize, Serialize};

use crate::primitive::Primitive;

/// What the field `format` says.
pub(super) const FORMAT: &str = "obbtree scene 1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub(super) struct Model {
    pub(super) parts: Vec<PartEntry>,
}

/// One of the fields but `offset` is there.
#[derive(Serialize, Deserialize)]
pub(super) struct PartEntry {
    #[serde(flatten)]
    pub(super) geometry: GeometryEntry,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<[f64; 12]>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GeometryEntry {
    Mesh(String),
    Triangles(Triangles),
    #[serde(untagged)]
    Primitive(Primitive),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Triangles {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyEntry {
    pub(super) name: String,
    pub(super) model: usize,
    pub(super) pose: [f64; 12],
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub(super) enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) groups: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) carrier: Option<CarrierEntry>,
}

/// What carries a body, and where from there the body is: the offset has its own digits.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CarrierEntry {
    pub(super) name: String,
    pub(super) offset: [f64; 12],
}

fn yes() -> bool {
    true
}

fn is_yes(enabled: &bool) -> bool {
    *enabled
}
