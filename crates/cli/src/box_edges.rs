//! Oriented boxes as lines.

use obbtree::Pose;
use obbtree::nalgebra::Point3;
use obbtree::predicates::Obb;

/// The twelve edges of a box whose body is placed by a pose, in world coordinates.
pub(crate) fn box_edges(obb: &Obb, pose: &Pose) -> impl Iterator<Item = [Point3<f64>; 2]> {
    let corners = obb.corners().map(|corner| pose.place(&corner));
    // Corners whose numbers differ in one bit share an edge.
    let edges = (0..8).flat_map(|from| [1, 2, 4].map(|bit| [from, from | bit]));
    edges.filter(|[from, to]| from != to).map(move |ends| ends.map(|corner| corners[corner]))
}
