//! Coloured triangles and lines, to show an answer in other programs' viewers.

mod content;
#[cfg(feature = "gltf")]
mod glb;

pub use content::{Drawing, DrawingError, Rgb};
