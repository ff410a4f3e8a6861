//! Axis-aligned boxes of placed triangles, enlarged so that rounding does not matter.

use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

/// The axis-aligned box of a placed triangle, enlarged by more than the rounding of placing it.
pub(crate) struct PaddedBox {
    /// The index of the triangle.
    pub(crate) id: u32,
    pub(crate) min: [f64; 3],
    pub(crate) max: [f64; 3],
}

/// The boxes of all triangles of a mesh, in the order of the triangles.
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
