//! The simplest closed meshes, for tests: boxes and tetrahedra.
//!
//! Vertices are full `f64`, unlike those of the shipped models.

use obbtree_mesh::Mesh;

/// The sides of a box, seen from outside. Corner `n` is at the upper end along axis `k` if bit `k`
/// of `n` is set, as [`cuboid`] has them.
pub const CUBOID_SIDES: [[u32; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/// The triangles of a box, two for each of [`CUBOID_SIDES`].
pub const CUBOID_FACES: [[u32; 3]; 12] = {
    let mut faces = [[0; 3]; 12];
    let mut side = 0;
    while side < 6 {
        let [a, b, c, d] = CUBOID_SIDES[side];
        faces[2 * side] = [a, b, c];
        faces[2 * side + 1] = [a, c, d];
        side += 1;
    }
    faces
};

/// A box between two corners, 12 triangles.
pub fn cuboid(low: [f64; 3], high: [f64; 3]) -> Mesh {
    let ends = [low, high];
    let corners = (0..8_usize).map(|n| [0, 1, 2].map(|k| ends[n >> k & 1][k]));
    Mesh::new(corners.collect(), CUBOID_FACES.to_vec()).expect("in range")
}

/// The faces of a tetrahedron, seen from outside if the last corner is on that side of the first
/// three from which they turn counter-clockwise.
pub const TETRAHEDRON_FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

/// A tetrahedron by its corners, with [`TETRAHEDRON_FACES`].
pub fn tetrahedron(corners: [[f64; 3]; 4]) -> Mesh {
    Mesh::new(corners.to_vec(), TETRAHEDRON_FACES.to_vec()).expect("in range")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_closed_and_hold_what_is_between_their_corners() {
        let corner = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]];
        for (mesh, volume) in
            [(cuboid([-1.0; 3], [1.0, 2.0, 3.0]), 24.0), (tetrahedron(corner), 4.0)]
        {
            let report = mesh.report();
            assert!(report.closed());
            assert!((report.signed_volume - volume).abs() < 1e-12);
        }
    }
}
