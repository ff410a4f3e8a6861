//! Two meshes: every pair of triangles with overlapping axis-aligned boxes, decided in rational
//! arithmetic.

use std::ops::ControlFlow;

use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use crate::boxes::{PaddedBox, boxes};
use crate::triangles::meet;

/// Calls `on_pair` with every pair of triangles that meet, `[index in A, index in B]`, in no
/// particular order, until it returns `Break`.
pub fn for_each_pair(
    a: &Mesh,
    pose_a: &Pose,
    b: &Mesh,
    pose_b: &Pose,
    mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let boxes_a = sorted_boxes(a, pose_a);
    let boxes_b = sorted_boxes(b, pose_b);
    let widest = boxes_b.iter().map(|other| other.max[0] - other.min[0]).fold(0.0, f64::max);
    for one in &boxes_a {
        let first = boxes_b.partition_point(|other| other.min[0] < one.min[0] - widest);
        for other in boxes_b[first..].iter().take_while(|other| other.min[0] <= one.max[0]) {
            let separate = (0..3).any(|k| one.max[k] < other.min[k] || other.max[k] < one.min[k]);
            if separate {
                continue;
            }
            let (of_a, of_b) = (a.triangle(one.id as usize), b.triangle(other.id as usize));
            if meet(&of_a, pose_a, &of_b, pose_b) {
                on_pair([one.id, other.id])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All pairs of triangles that meet, in ascending order.
#[must_use]
pub fn intersecting_pairs(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let _ = for_each_pair(a, pose_a, b, pose_b, |pair| {
        pairs.push(pair);
        ControlFlow::Continue(())
    });
    pairs.sort_unstable();
    pairs
}

/// Whether the surfaces of two meshes meet.
#[must_use]
pub fn collide(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> bool {
    for_each_pair(a, pose_a, b, pose_b, |_| ControlFlow::Break(())).is_break()
}

/// The boxes of all triangles, sorted by their smallest x.
fn sorted_boxes(mesh: &Mesh, pose: &Pose) -> Vec<PaddedBox> {
    let mut boxes = boxes(mesh, pose);
    boxes.sort_by(|one, other| one.min[0].total_cmp(&other.min[0]));
    boxes
}
