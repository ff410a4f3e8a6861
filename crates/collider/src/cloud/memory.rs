//! What traversals work in.

use obbtree_cloud::{PlacedBox, PlacedPoint, WalkMemory};

use super::parts::{CloudPart, MeshPart};

/// The memory of traversals; it stays with the query.
#[derive(Clone, Debug, Default)]
pub(crate) struct CloudMemory {
    pub(super) of_mesh: WalkMemory<MeshPart, PlacedBox>,
    pub(super) of_cloud: WalkMemory<CloudPart, PlacedBox>,
    pub(super) of_shape: WalkMemory<(), PlacedBox>,
    pub(super) of_sphere: WalkMemory<(), PlacedPoint>,
}
