//! The entries of a glTF's JSON that determine its triangles. All others are skipped.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub(super) asset: Asset,
    #[serde(default)]
    pub(super) extensions_required: Vec<String>,
    pub(super) scene: Option<u32>,
    #[serde(default)]
    pub(super) scenes: Vec<Scene>,
    #[serde(default)]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: Vec<View>,
    #[serde(default)]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
pub(super) struct Asset {
    pub(super) version: String,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Box<[u32]>,
}

/// Small, because a node may take as little as three bytes of text; so what few have is boxed.
pub(super) struct Node {
    pub(super) mesh: Option<u32>,
    pub(super) skin: Option<u32>,
    pub(super) children: Box<[u32]>,
    more: Option<Box<More>>,
}

/// What a node may have besides.
struct More {
    transform: Option<Box<Transform>>,
    name: Option<Box<str>>,
    is_instanced: bool,
}

impl Node {
    pub(super) fn transform(&self) -> Option<&Transform> {
        self.more.as_ref()?.transform.as_deref()
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.more.as_ref()?.name.as_deref()
    }

    /// Has it copies by [`INSTANCING`]?
    pub(super) fn is_instanced(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.is_instanced)
    }
}

/// The extension that places a node's mesh many times.
pub(super) const INSTANCING: &str = "EXT_mesh_gpu_instancing";

#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Transform {
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        struct Extensions {
            #[serde(rename = "EXT_mesh_gpu_instancing")]
            instancing: Option<IgnoredAny>,
        }
        #[derive(Deserialize)]
        struct Entries {
            name: Option<Box<str>>,
            mesh: Option<u32>,
            skin: Option<u32>,
            #[serde(default)]
            children: Box<[u32]>,
            matrix: Option<[f64; 16]>,
            translation: Option<[f64; 3]>,
            rotation: Option<[f64; 4]>,
            scale: Option<[f64; 3]>,
            #[serde(default)]
            extensions: Extensions,
        }
        let Entries {
            name,
            mesh,
            skin,
            children,
            matrix,
            translation,
            rotation,
            scale,
            extensions,
        } = Entries::deserialize(deserializer)?;
        let is_instanced = extensions.instancing.is_some();
        let transform = Transform { matrix, translation, rotation, scale };
        let transform = (transform != Transform::default()).then(|| Box::new(transform));
        let is_plain = name.is_none() && transform.is_none() && !is_instanced;
        let more = (!is_plain).then(|| Box::new(More { transform, name, is_instanced }));
        Ok(Self { mesh, skin, children, more })
    }
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) name: Option<Box<str>>,
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<u32>,
    pub(super) mode: Option<u32>,
    #[serde(default)]
    pub(super) targets: Vec<IgnoredAny>,
    /// Is it compressed by [`DRACO`]?
    #[serde(default, rename = "extensions", deserialize_with = "is_packed")]
    pub(super) is_packed: bool,
}

/// The extension by which the positions and indices of a primitive are in one packed buffer.
pub(super) const DRACO: &str = "KHR_draco_mesh_compression";

fn is_packed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    struct Extensions {
        #[serde(rename = "KHR_draco_mesh_compression")]
        draco: Option<IgnoredAny>,
    }
    Ok(Extensions::deserialize(deserializer)?.draco.is_some())
}

#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<u32>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) shape: String,
    pub(super) sparse: Option<Box<Sparse>>,
}

/// Elements that replace some elements of an accessor.
#[derive(Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: u32,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: u32,
    #[serde(default)]
    pub(super) byte_offset: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: u32,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
    pub(super) byte_length: u64,
}
