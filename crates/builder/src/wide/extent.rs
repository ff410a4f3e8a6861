//! Where a mesh is and how large: what its tree's coordinates are relative to, and the ball around it.

use obbtree_geom::unit_scale;
use obbtree_mesh::Mesh;

use super::boxes::{greater, largest, lesser};
use super::threads::map_large;

/// Triangles that one thread looks at at a time.
const CHUNK: usize = 1 << 13;

/// Where the mesh is and how large.
pub(super) struct Extent {
    /// What the tree's coordinates are relative to.
    pub(super) origin: [f64; 3],
    /// Of the box around the mesh.
    pub(super) sides: [f64; 3],
    /// Power of two that brings coordinates relative to the origin within one.
    pub(super) scale: f64,
    /// Middle of the mesh's bounds, and the radius of a ball around it, rounded up.
    pub(super) middle: [f64; 3],
    pub(super) radius: f64,
    /// The largest absolute coordinate.
    pub(super) reach: f64,
}

impl Extent {
    /// Looks at every corner of every triangle.
    pub(super) fn of<'a>(mesh: &'a Mesh, parallel: bool) -> Self {
        let chunks: Vec<&[[u32; 3]]> = mesh.triangles().chunks(CHUNK).collect();
        let corners = |chunk: &'a [[u32; 3]]| {
            chunk.iter().flatten().map(|&vertex| mesh.vertices()[vertex as usize])
        };
        let ends = map_large(parallel, chunks.clone(), |chunk| {
            let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
            for x in corners(chunk) {
                for k in 0..3 {
                    low[k] = lesser(x[k], low[k]);
                    high[k] = greater(x[k], high[k]);
                }
            }
            [low, high]
        });
        let low = [0, 1, 2].map(|k| ends.iter().map(|[low, _]| low[k]).fold(f64::INFINITY, lesser));
        let high = [0, 1, 2]
            .map(|k| ends.iter().map(|[_, high]| high[k]).fold(f64::NEG_INFINITY, greater));
        let middle: [f64; 3] = std::array::from_fn(|k| 0.5 * low[k] + 0.5 * high[k]);
        let sides: [f64; 3] = std::array::from_fn(|k| high[k] - low[k]);
        let size = largest(sides);
        // The mesh lies around its origin if that is no more than half its size outside.
        let origin = if largest(middle) <= size { [0.0; 3] } else { middle };
        let reach = largest(low).max(largest(high));
        let from_origin: [f64; 3] =
            std::array::from_fn(|k| (high[k] - origin[k]).abs().max((low[k] - origin[k]).abs()));
        // Scaled so that squares neither overflow nor vanish.
        let unit = unit_scale(size);
        let farthest = map_large(parallel, chunks, |chunk| {
            let squares = corners(chunk).map(|x| {
                let [x, y, z] = [0, 1, 2].map(|k| (x[k] - middle[k]) * unit);
                x * x + y * y + z * z
            });
            squares.fold(0.0, greater)
        });
        let farthest = farthest.into_iter().fold(0.0, greater);
        // A difference, a product, three squares, two sums, a root, a quotient: within 2^-48.
        // The smallest normal number is more than the middle of subnormal ones can be off.
        let radius =
            farthest.sqrt() * (1.0 + 1.0 / (1_u64 << 48) as f64) / unit + f64::MIN_POSITIVE;
        // `unit_scale` brings a length to [1, 2).
        let scale = 0.5 * unit_scale(largest(from_origin));
        Self { origin, sides, scale, middle, radius, reach }
    }
}
