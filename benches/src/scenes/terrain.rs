//! The shipped hills on a square of 100 m, in finer cells.

use obbtree::Mesh;

use super::Coordinates;
use obbtree_tests::shapes::scaled;

/// Metres: the sides of the terrain, and of the shipped one, which is scaled.
const SIDE: f64 = 100.0;
const SHIPPED_SIDE: f64 = 40.0;

/// `2 * cells * cells` triangles.
pub(super) fn terrain(cells: usize) -> Mesh {
    Coordinates::F32.of(&scaled(&obbtree_assets::terrain(cells), SIDE / SHIPPED_SIDE))
}
