//! A sphere of nearly equal triangles in any fineness: the faces of an icosahedron split into `n`
//! times `n` triangles each (H. Kenner, "Geodesic Math", 1976, class I), corners pushed out onto
//! the sphere.

use crate::icosphere::icosahedron;
use crate::vectors::unit;

/// Directions and triangles, `20 n^2`, which turn counter-clockwise seen from outside. A
/// direction on an edge of the icosahedron comes once for each of its faces, with the same bits.
pub(super) fn geodesic(n: usize) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let (corners, faces) = icosahedron();
    let (mut directions, mut triangles) = (Vec::new(), Vec::new());
    for face in faces {
        let first = directions.len();
        // Row `i` has `n - i + 1` places.
        let at =
            |i: usize, j: usize| (first + i * (n + 1) - i * i.saturating_sub(1) / 2 + j) as u32;
        for i in 0..=n {
            for j in 0..=n - i {
                let mut weights = [(face[0], n - i - j), (face[1], i), (face[2], j)];
                // Summed in the order of the corners, whichever face asks.
                weights.sort_unstable();
                let mut place = [0.0; 3];
                for (corner, weight) in weights {
                    for k in 0..3 {
                        place[k] += corners[corner as usize][k] * weight as f64;
                    }
                }
                directions.push(unit(place));
            }
        }
        for i in 0..n {
            for j in 0..n - i {
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + j + 1 < n {
                    triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
    }
    (directions, triangles)
}
