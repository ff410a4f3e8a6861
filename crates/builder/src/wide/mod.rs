//! The wide builder: four oriented boxes a node, up to four triangles a leaf.
//!
//! Top down, each cut judged by the area of the boxes that result (the surface-area heuristic:
//! Goldsmith, Salmon 1987; MacDonald, Booth 1990), each box turned about its principal axes
//! (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996) until its surface is small. What makes it
//! fast is that cuts and frames sit in vector lanes: one pass over a set's triangles serves
//! sixteen.
//!
//! | file | story |
//! |---|---|
//! | `rows`, `soup`, `set`, `points`, `bins` | sixteen numbers, the working copy, a set, its corners and bins |
//! | `moments`, `eigen` | covariance and principal axes, sixteen at once |
//! | `split_own`, `split_area` | the quick and the careful way to cut a set |
//! | `split_tiny` | sets of sixteen triangles and fewer |
//! | `fit` | turning a box |
//! | `top_down` | from the whole mesh to leaves |
//! | `extent`, `layout`, `boxes` | the finished tree and its exact half sides |
//! | `refit` | the same tree when vertices have moved |
//! | `threads` | one thread or many |

mod bins;
mod boxes;
mod eigen;
mod extent;
mod fit;
mod layout;
mod moments;
mod points;
mod refit;
mod rows;
mod set;
mod soup;
mod split_area;
mod split_own;
mod split_tiny;
mod threads;
mod top_down;

use obbtree_mesh::Mesh;
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Leaf, PackedLeaves, Packing, Tree};

use self::boxes::{Beside, Exact, greater, measure, round_up};
use self::extent::Extent;
use self::layout::{corners_of, fill_leaves, lay_out};
pub use self::refit::{OtherTriangles, RefitReport, refit, refit_frames};
use self::set::{LEAF, Weights};
use self::soup::Soup;
use self::threads::map;
use self::top_down::Builder;

/// How much work a tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Two thirds of the building time of [`Effort::Best`], up to 30 % more box tests later (see
    /// `docs/BUILDING.md`).
    Fast,
    /// The tree with the fewest box tests.
    #[default]
    Best,
}

/// How the wide tree is built. The same mesh and effort give the same bytes, whatever the rest
/// says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How much work the tree is worth; [`Effort::Best`] unless told otherwise.
    pub effort: Effort,
    /// May other threads of the current rayon pool help? Yes unless told otherwise; without the
    /// feature `parallel` there are none.
    pub parallel: bool,
    /// The instruction set to build with: the best that the CPU has, unless told otherwise.
    pub level: SimdLevel,
    /// How the tree is stored: at full size unless told otherwise. On a mesh of 69,451 triangles in
    /// `f32`, all in cache: 86 bytes a triangle; 59 with packed leaves, which cost nothing until
    /// triangles are reached and up to 1.4 times the time in deep contact; 42 with packed nodes as
    /// well, at 1.8 to 2.9 times the time, for trees that would not fit the memory otherwise (see
    /// `docs/RESULTS.md`).
    pub packing: Packing,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            parallel: true,
            level: SimdLevel::detect(),
            packing: Packing::default(),
        }
    }
}

/// Builds the wide tree of a mesh.
///
/// Every mesh has one: degenerate and equal triangles are boxed as what they are, and no mesh makes
/// the tree deeper than 79 levels. The time is about proportional to `n log n`.
///
/// Where `f32` ends: centres beyond 2^100 are moved to 2^100 and half sides grow to match, becoming
/// infinite (a box around everything) beyond the largest `f32`; half sides below the smallest `f32`
/// become that. Corners of leaves beyond the largest `f32` become the largest.
///
/// ```
/// use obbtree_builder::wide;
/// use obbtree_mesh::Mesh;
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let tree = wide::build(&mesh, &wide::Config::default());
/// assert_eq!(tree.leaves.len(), 1);
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[must_use]
pub fn build(mesh: &Mesh, config: &Config) -> Tree {
    let extent = Extent::of(mesh, config.parallel);
    let soup = Soup { mesh, origin: extent.origin, scale: extent.scale };
    let mut items = soup.all(config.parallel);
    let builder = Builder {
        effort: config.effort,
        level: config.level,
        parallel: config.parallel,
        weights: Weights::new(),
    };
    let drafts = builder.grow(&mut items, extent.sides.map(|side| (side * extent.scale) as f32));

    let (nodes, groups) = lay_out(&drafts, config.level, config.parallel);
    let mut leaves = map(config.parallel, &groups, |_, group| {
        let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; LEAF] };
        for (id, item) in leaf.ids.iter_mut().zip(&items[group.clone()]) {
            *id = item.id;
        }
        leaf
    });
    let single = fill_leaves(mesh, &mut leaves, config.level, config.parallel);
    let mut tree = Tree {
        nodes,
        small_nodes: Vec::new(),
        leaves,
        packed_leaves: PackedLeaves::default(),
        exact: if single { Vec::new() } else { mesh.corners().collect() },
        origin: extent.origin,
        ball_center: extent.middle,
        ball_radius: extent.radius,
        largest_half: 0.0,
        largest_center: 0.0,
    };
    fill_boxes(&mut tree, mesh, extent.reach, config.level, config.parallel);
    if config.packing == Packing::None { tree } else { tree.packed(config.packing) }
}

/// Centres and half sides of all nodes, whose axes are there, and the largest of them.
fn fill_boxes(tree: &mut Tree, mesh: &Mesh, reach: f64, level: SimdLevel, parallel: bool) {
    let Tree { nodes, leaves, exact, origin, .. } = tree;
    if exact.is_empty() {
        measure(nodes, &Exact(leaves), *origin, reach, level, parallel);
    } else {
        let corners = map(parallel, leaves, |_, leaf| corners_of(leaf, mesh));
        measure(nodes, &Beside(&corners), *origin, reach, level, parallel);
    }
    // Numbers of `f32` have squares well inside `f64`.
    let square = |x: f32, y: f32, z: f32| {
        let [x, y, z] = [x, y, z].map(f64::from);
        x * x + y * y + z * z
    };
    let (mut half, mut center) = ([0.0; 4], [0.0; 4]);
    for node in &*nodes {
        let [x, y, z] = &node.half;
        let [cx, cy, cz] = [0, 1, 2].map(|k| &node.frame[k][3]);
        for c in 0..4 {
            half[c] = greater(square(x[c], y[c], z[c]), half[c]);
            center[c] = greater(square(cx[c], cy[c], cz[c]), center[c]);
        }
    }
    // Three roundings and a root.
    let length = |squares: [f64; 4]| squares.into_iter().fold(0.0, greater).sqrt() * (1.0 + 1e-15);
    tree.largest_half = round_up(length(half));
    tree.largest_center = round_up(length(center));
}
