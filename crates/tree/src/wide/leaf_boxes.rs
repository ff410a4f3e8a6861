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
            let area = twice_areas(leaf);
            let used = leaf.used();
            for c in 0..4 {
                areas[c] += if c < used { area[c] } else { 0.0 };
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

/// Twice the areas of the four triangles of a leaf.
#[inline(always)]
fn twice_areas(Leaf { corners: [xs, ys, zs], .. }: &Leaf) -> [f64; 4] {
    let mut areas = [0.0; 4];
    for c in 0..4 {
        let edge = |v: usize| {
            let along = |row: &[[f32; 4]; 3]| f64::from(row[v][c]) - f64::from(row[0][c]);
            [along(xs), along(ys), along(zs)]
        };
        let ([x, y, z], [u, v, w]) = (edge(1), edge(2));
        let normal = [y * w - z * v, z * u - x * w, x * v - y * u];
        areas[c] = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    }
    areas
}
