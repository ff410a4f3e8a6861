//! What the fuzz targets check. Each takes any bytes, makes a case of them, and panics if an answer
//! is wrong; nothing else may panic.
//!
//! Whoever runs them is left to others: libFuzzer in `fuzz_targets`, the replay in `tests`.

mod bytes;
mod mesh_input;
mod point_input;
mod pose;
mod small_meshes;
mod triangle_pair;

pub use mesh_input::{
    mesh_input, read_dae, read_gltf, read_obj, read_off, read_ply, read_stl, read_tree,
};
pub use point_input::read_points;
pub use pose::pose;
pub use small_meshes::small_meshes;
pub use triangle_pair::triangle_pair;

/// A target, from bytes.
pub type Target = fn(&[u8]);

/// Every target by the name of its binary and of its folder in the corpus.
pub const TARGETS: [(&str, Target); 12] = [
    ("triangle_pair", triangle_pair),
    ("pose", pose),
    ("small_meshes", small_meshes),
    ("mesh_input", mesh_input),
    ("read_stl", read_stl),
    ("read_obj", read_obj),
    ("read_ply", read_ply),
    ("read_off", read_off),
    ("read_dae", read_dae),
    ("read_gltf", read_gltf),
    ("read_tree", read_tree),
    ("read_points", read_points),
];
