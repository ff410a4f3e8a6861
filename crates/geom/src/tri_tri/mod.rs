//! The triangle tests of the literature, rounded, with one signature, for comparison
//! (`docs/lab/TRIANGLES.md`). The engine itself decides with `triangles_meet` of
//! `obbtree-predicates`.

mod chang_kim;
mod guigue_devillers;
mod in_plane;
mod moller;
mod on_line;
mod planes;
mod triangle_separating_axes;

pub use chang_kim::{FramedTriangle, chang_kim, chang_kim_framed};
pub use guigue_devillers::guigue_devillers;
pub use moller::moller;
pub use triangle_separating_axes::triangle_separating_axes;
