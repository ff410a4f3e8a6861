//! Two meshes: every pair of triangles with overlapping axis-aligned boxes, decided in rational
//! arithmetic.

use std::ops::ControlFlow;

use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use crate::triangles::meet;

/// The axis-aligned box of a placed triangle, enlarged by more than the rounding of placing it.
pub(crate) struct PaddedBox {
    pub(crate) id: u32,
    pub(crate) min: [f64; 3],
    pub(crate) max: [f64; 3],
}

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

fn sorted_boxes(mesh: &Mesh, pose: &Pose) -> Vec<PaddedBox> {
    let mut boxes = boxes(mesh, pose);
    boxes.sort_by(|one, other| one.min[0].total_cmp(&other.min[0]));
    boxes
}

/// The boxes of all triangles, in their order.
pub(crate) fn boxes(mesh: &Mesh, pose: &Pose) -> Vec<PaddedBox> {
    let shift = pose.translation().amax();
    mesh.corners()
        .enumerate()
        .map(|(id, triangle)| {
            let placed = triangle.map(|corner| pose.place(&corner).coords);
            let size = triangle.iter().map(|corner| corner.coords.amax()).fold(shift, f64::max);
            // Placing rounds by less than 12 * 2^-53 of the sizes; 2^-47 is five times that.
            let pad = size * 2f64.powi(-47) + f64::MIN_POSITIVE;
            let of = |pick: fn(f64, f64) -> f64, k: usize| {
                placed.iter().map(|corner| corner[k]).reduce(pick).unwrap_or(0.0)
            };
            PaddedBox {
                id: id as u32,
                min: [0, 1, 2].map(|k| of(f64::min, k) - pad),
                max: [0, 1, 2].map(|k| of(f64::max, k) + pad),
            }
        })
        .collect()
}
