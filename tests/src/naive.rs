//! The slow and obvious reference for every query: all pairs of triangles, exactly.

use obbtree::{Mesh, Pose};
use obbtree_predicates::{Contact, Placement, classify_triangles};

/// All pairs of triangles that meet, ascending.
pub fn intersecting_pairs(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> Vec<[u32; 2]> {
    let placement = Placement::new(pose_a, pose_b);
    let triangles_b: Vec<_> = b.corners().collect();
    let mut pairs = Vec::new();
    for (id_a, triangle_a) in a.corners().enumerate() {
        for (id_b, triangle_b) in triangles_b.iter().enumerate() {
            if classify_triangles(&triangle_a, triangle_b, &placement) != Contact::Free {
                pairs.push([id_a as u32, id_b as u32]);
            }
        }
    }
    pairs
}
