//! How large the boxes of leaves are, and how well they fit: what a query chooses its descent by.
//!
//! Not stored in files. It only decides which tests are made and changes no answer, so its
//! rounding does not matter; where numbers are not finite, comparisons with NaN are false.

use super::leaf::Leaf;
use super::node::Node;

/// About the boxes of all leaves of a tree.
#[derive(Clone, Copy, Debug)]
pub struct LeafBoxes {
    /// Half their surfaces over twice the areas of the triangles. Surfaces have 0.3 to 2; hair
    /// and needles, whose triangles cross each other, 10 to 400. Infinite where no triangle has an
    /// area.
    pub looseness: f64,
    /// The mean of their surfaces.
    pub mean_surface: f64,
    /// The mean of their surfaces, each weighted by itself: of the boxes that are met.
    pub met_surface: f64,
}

impl LeafBoxes {
    pub(super) fn of(nodes: &[Node], leaves: &[Leaf]) -> Self {
        // Four lanes: of children, and of triangles.
        let (mut surfaces, mut squares, mut areas) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        for node in nodes {
            for c in (0..4).filter(|&c| node.child[c].is_leaf()) {
                let [x, y, z] = [0, 1, 2].map(|a| f64::from(node.half[a][c]));
                let surface = 8.0 * (x * y + y * z + z * x);
                surfaces[c] += surface;
                squares[c] += surface * surface;
            }
        }
        for leaf in leaves {
            for c in 0..leaf.used() {
                let corner = |v: usize| [0, 1, 2].map(|k| f64::from(leaf.corners[k][v][c]));
                let ([o, p, q], mut edges) = ([0, 1, 2].map(corner), [[0.0; 3]; 2]);
                for k in 0..3 {
                    (edges[0][k], edges[1][k]) = (p[k] - o[k], q[k] - o[k]);
                }
                let [[x, y, z], [u, v, w]] = edges;
                let normal = [y * w - z * v, z * u - x * w, x * v - y * u];
                areas[c] += normal.into_iter().map(|n| n * n).sum::<f64>().sqrt();
            }
        }
        let [surface, square, twice_area] = [surfaces, squares, areas].map(|x| x.iter().sum());
        let surface: f64 = surface;
        Self {
            looseness: 0.5 * surface / twice_area,
            mean_surface: surface / leaves.len() as f64,
            met_surface: square / surface,
        }
    }
}
