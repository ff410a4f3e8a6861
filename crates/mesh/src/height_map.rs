//! Heights over a grid as a surface.

use obbtree_predicates::MAX_COORDINATE;

use crate::mesh::{Mesh, MeshError};

impl Mesh {
    /// The surface of heights over a grid of `nx` by `ny` points: height `i ny + j` is over the
    /// point `(i, j)`, as numpy keeps an array of shape `(nx, ny)`.
    ///
    /// The point is `(origin_x + i dx, origin_y + j dy, origin_z + height)`, each number rounded
    /// once to the nearest `f64`. Each cell of the grid is two triangles with the diagonal from
    /// `(i, j)` to `(i + 1, j + 1)`, which are seen counterclockwise from above: first the one with
    /// the corner `(i + 1, j)`, then that with `(i, j + 1)`. They are numbered along the grid, `j`
    /// first. A height that is NaN is a hole: triangles with this corner are left out, and not
    /// numbered; points that no triangle has are no vertices.
    ///
    /// A surface has no inside: what is under it does not meet it.
    ///
    /// # Errors
    /// If there are not `nx ny` heights, a spacing is not above 0, a height or coordinate is
    /// infinite or too large, or no cell has three corners.
    ///
    /// ```
    /// use obbtree_mesh::Mesh;
    /// let heights = [0.0, 0.5, 0.0, 0.25, f64::NAN, 0.0];
    /// let mesh = Mesh::height_map(&heights, [2, 3], [0.0, 0.0, 1.0], [0.1, 0.2])?;
    /// assert_eq!(mesh.triangles().len(), 1); // the others have the hole as a corner
    /// assert_eq!(mesh.vertices()[1], [0.0, 0.4, 1.0]);
    /// let wrong = Mesh::height_map(&heights, [2, 2], [0.0; 3], [0.1; 2]).unwrap_err();
    /// assert_eq!(wrong.to_string(), "6 heights are not 2 x 2");
    /// # Ok::<(), obbtree_mesh::MeshError>(())
    /// ```
    pub fn height_map(
        heights: &[f64],
        counts: [usize; 2],
        origin: [f64; 3],
        spacing: [f64; 2],
    ) -> Result<Self, MeshError> {
        let [nx, ny] = counts;
        if nx.checked_mul(ny) != Some(heights.len()) {
            return Err(MeshError::HeightCount { heights: heights.len(), counts });
        }
        for (axis, value) in ['x', 'y'].into_iter().zip(spacing) {
            if !(value > 0.0 && value <= MAX_COORDINATE) {
                return Err(MeshError::Spacing { axis, value });
            }
        }
        if heights.len() > u32::MAX as usize {
            let (what, count, limit) = ("vertices", heights.len(), u32::MAX as usize);
            return Err(MeshError::TooMany { what, count, limit });
        }
        if let Some(n) = heights.iter().position(|height| height.abs() > MAX_COORDINATE) {
            return Err(MeshError::Height { at: [n / ny, n % ny], value: heights[n] });
        }
        /// Of a point that is no vertex.
        const NONE: u32 = u32::MAX;
        let (mut numbers, mut vertices) = (vec![NONE; heights.len()], Vec::new());
        let mut triangles = Vec::new();
        let corners_of = |i: usize, j: usize| {
            let [p, q] = [i * ny + j, (i + 1) * ny + j];
            [[p, q, q + 1], [p, q + 1, p + 1]]
        };
        let cells = (1..nx).flat_map(|i| (1..ny).map(move |j| [i - 1, j - 1]));
        for corners in cells.flat_map(|[i, j]| corners_of(i, j)) {
            if corners.iter().any(|&n| heights[n].is_nan()) {
                continue;
            }
            for n in corners {
                if numbers[n] == NONE {
                    numbers[n] = 0;
                }
            }
            triangles.push(corners.map(|n| n as u32));
        }
        // In the order of the grid.
        for (n, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number != NONE) {
            *number = vertices.len() as u32;
            let at = |k: usize, cell: usize| (cell as f64).mul_add(spacing[k], origin[k]);
            vertices.push([at(0, n / ny), at(1, n % ny), heights[n] + origin[2]]);
        }
        let number = |corners: [u32; 3]| corners.map(|n| numbers[n as usize]);
        Self::new(vertices, triangles.into_iter().map(number).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_go_along_the_grid_and_are_seen_from_above() {
        let heights: Vec<f64> = (0..12).map(|n| f64::from(n * n % 5)).collect();
        let mesh =
            Mesh::height_map(&heights, [3, 4], [0.1, 0.2, -1.0], [0.3, 0.7]).expect("finite");
        assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (12, 12));
        for (n, vertex) in mesh.vertices().iter().enumerate() {
            let [i, j] = [n / 4, n % 4].map(|x| x as f64);
            assert_eq!(*vertex, [i.mul_add(0.3, 0.1), j.mul_add(0.7, 0.2), heights[n] - 1.0]);
        }
        assert_eq!(mesh.triangles()[..2], [[0, 4, 5], [0, 5, 1]]);
        assert_eq!(mesh.triangles()[6], [4, 8, 9]);
        for n in 0..12 {
            let [p, q, r] = mesh.triangle(n);
            assert!((q - p).cross(&(r - p)).z > 0.0);
        }
    }

    #[test]
    fn holes_leave_out_their_triangles_and_vertices() {
        let mut heights = vec![1.0; 25];
        for n in [12, 0, 24] {
            heights[n] = f64::NAN;
        }
        let mesh = Mesh::height_map(&heights, [5, 5], [0.0; 3], [1.0; 2]).expect("finite");
        // Six triangles meet in the middle, two in each of these corners.
        assert_eq!((mesh.triangles().len(), mesh.vertices().len()), (32 - 6 - 2 - 2, 22));
        assert!(mesh.vertices().iter().all(|v| *v != [2.0, 2.0, 1.0]));
        let all = Mesh::height_map(&[f64::NAN; 4], [2, 2], [0.0; 3], [1.0; 2]);
        assert_eq!(all, Err(MeshError::NoTriangles));
    }

    #[test]
    fn what_is_no_height_map_is_refused() {
        let check = |made: Result<Mesh, MeshError>, message: &str| {
            assert_eq!(made.expect_err(message).to_string(), message);
        };
        let of = |heights: &[f64], spacing| Mesh::height_map(heights, [2, 2], [0.0; 3], spacing);
        check(of(&[0.0; 3], [1.0; 2]), "3 heights are not 2 x 2");
        check(of(&[0.0; 4], [1.0, 0.0]), "the spacing along y is 0.0, not a number above 0");
        check(of(&[0.0; 4], [f64::NAN, 1.0]), "the spacing along x is NaN, not a number above 0");
        let far = "the spacing along y is 1e300, beyond 1.8092513943330656e75, the largest \
            coordinate that is supported";
        check(of(&[0.0; 4], [1.0, 1e300]), far);
        let infinite = [0.0, 0.0, f64::INFINITY, 0.0];
        check(of(&infinite, [1.0; 2]), "the height at (1, 0) is inf; NaN is a hole");
        let made = Mesh::height_map(&[0.0; 4], [2, 2], [f64::NAN, 0.0, 0.0], [1.0; 2]);
        check(made, "vertex 0 has x = NaN (used by triangle 0), not a finite number");
        check(Mesh::height_map(&[], [0, 3], [0.0; 3], [1.0; 2]), "the mesh has no triangles");
        check(Mesh::height_map(&[1.0; 3], [1, 3], [0.0; 3], [1.0; 2]), "the mesh has no triangles");
    }
}
