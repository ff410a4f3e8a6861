//! The wide builder: four oriented boxes a node, up to four triangles a leaf.
//!
//! Top down, each cut judged by the area of the boxes that result (the surface-area heuristic:
//! Goldsmith, Salmon 1987; MacDonald, Booth 1990), each box turned about its principal axes
//! (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996) until its surface is small. What makes it
//! fast is that cuts and frames sit in vector lanes: one pass over a set's triangles serves sixteen.
//!
//! | file | story |
//! |---|---|
//! | `rows`, `soup`, `set`, `bins` | sixteen numbers, the working copy, a set and its bins |
//! | `moments`, `eigen` | covariance and principal axes, sixteen at once |
//! | `split_own`, `split_area` | the quick and the careful way to cut a set |
//! | `fit` | turning a box |
//! | `top_down` | from the whole mesh to leaves |
//! | `extent`, `layout`, `boxes` | the finished tree and its exact half sides |
//! | `threads` | one thread or many |

mod bins;
mod boxes;
mod eigen;
mod extent;
mod fit;
mod layout;
mod moments;
mod rows;
mod set;
mod soup;
mod split_area;
mod split_own;
mod threads;
mod top_down;

use obbtree_geom::Triangle;
use obbtree_mesh::Mesh;
use obbtree_simd::Level;
use obbtree_tree::wide::{Child, PackedLeaves, Packing, Tree};
use thiserror::Error;

use self::boxes::{Beside, Corners, Exact, measure, round_up};
use self::extent::Extent;
use self::layout::{exact_corners, lay_out, leaf_of};
use self::set::{LEAF, Weights};
use self::soup::soup;
use self::threads::{for_each, map};
use self::top_down::Builder;

/// How much work a tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Little more than half the building time of [`Effort::Best`], about a quarter more box tests
    /// later.
    Fast,
    /// The tree with the fewest box tests.
    #[default]
    Best,
}

/// How the wide tree is built. The same mesh and effort give the same bytes, whatever the rest says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How much work the tree is worth; [`Effort::Best`] unless told otherwise.
    pub effort: Effort,
    /// May other threads of the current rayon pool help? Yes unless told otherwise; without the
    /// feature `parallel` there are none.
    pub parallel: bool,
    /// The instruction set to build with: the best that the CPU has, unless told otherwise.
    pub level: Level,
    /// How the tree is stored: at full size unless told otherwise. On a mesh of 69,451 triangles in
    /// `f32`, all in cache: 87 bytes a triangle; 60 with packed leaves, which cost nothing until
    /// triangles are reached and up to 1.3 times the time in deep contact; 43 with packed nodes as
    /// well, at 1.7 to 2.4 times the time, for trees that would not fit the memory otherwise.
    pub packing: Packing,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            parallel: true,
            level: Level::detect(),
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
    let mut items = soup(mesh, extent.origin, extent.scale, config.parallel);
    let builder = Builder {
        effort: config.effort,
        level: config.level,
        parallel: config.parallel,
        weights: Weights::new(),
    };
    let drafts = builder.grow(&mut items, extent.sides.map(|side| (side * extent.scale) as f32));

    let (nodes, groups) = lay_out(&drafts, config.parallel);
    let leaves = map(config.parallel, &groups, |_, group| {
        let items = &items[group.clone()];
        let mut ids = [0; LEAF];
        for (id, item) in ids.iter_mut().zip(items) {
            *id = item.id;
        }
        leaf_of(mesh, &ids[..items.len()])
    });
    let mut tree = Tree {
        nodes,
        small_nodes: Vec::new(),
        leaves,
        packed_leaves: PackedLeaves::default(),
        exact: exact_triangles(mesh),
        origin: extent.origin,
        ball_center: extent.middle,
        ball_radius: extent.radius,
        largest_half: 0.0,
        largest_center: 0.0,
    };
    fill_boxes(&mut tree, extent.reach, config.level, config.parallel);
    if config.packing == Packing::None { tree } else { tree.packed(config.packing) }
}

/// A mesh does not have the triangles that a tree was built of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree holds {tree} triangles, the mesh has {mesh}")]
pub struct OtherTriangles {
    /// Triangles of the tree.
    pub tree: usize,
    /// Triangles of the mesh.
    pub mesh: usize,
}

/// Fits a tree again to a mesh whose vertices have moved: triangle `i` is still triangle `i`.
///
/// Boxes keep their axes and get centres and half sides from the mesh as exactly as [`build`] makes
/// them; what holds what stays as it is. More than ten times faster than building. Answers are always
/// right; how many boxes a query meets grows with the change: by a fifth after a twist of 15 degrees
/// or waves of 1 % of the size, by a half to the whole after 45 degrees, when building again pays.
///
/// # Errors
/// If the mesh has another number of triangles; the tree stays as it was.
///
/// ```
/// use obbtree_builder::wide::{build, refit};
/// use obbtree_mesh::Mesh;
/// let at = |height| {
///     let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, height]];
///     Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
/// };
/// let mut tree = build(&at(1.0)?, &Default::default());
/// refit(&mut tree, &at(3.0)?, &Default::default())?;
/// assert_eq!(tree.validate(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refit(tree: &mut Tree, mesh: &Mesh, config: &Config) -> Result<(), OtherTriangles> {
    let counts = OtherTriangles { tree: tree.triangles(), mesh: mesh.triangles().len() };
    if counts.tree != counts.mesh {
        return Err(counts);
    }
    let packing = tree.packing();
    if packing != Packing::None {
        *tree = tree.packed(Packing::None);
    }
    let extent = Extent::of(mesh, config.parallel);
    tree.origin = extent.origin;
    tree.ball_center = extent.middle;
    tree.ball_radius = extent.radius;
    tree.exact = exact_triangles(mesh);
    for_each(config.parallel, &mut tree.leaves, |leaf| {
        *leaf = leaf_of(mesh, &leaf.ids[..leaf.used()]);
    });
    fill_boxes(tree, extent.reach, config.level, config.parallel);
    if packing != Packing::None {
        *tree = tree.packed(packing);
    }
    Ok(())
}

/// The corners of all triangles, unless they are `f32` numbers, which leaves hold exactly.
fn exact_triangles(mesh: &Mesh) -> Vec<Triangle> {
    let single = mesh.vertices().iter().flatten().all(|&x| f64::from(x as f32) == x);
    if single { Vec::new() } else { mesh.corners().collect() }
}

/// Centres and half sides of all nodes, whose axes are there, and the largest of them.
fn fill_boxes(tree: &mut Tree, reach: f64, level: Level, parallel: bool) {
    let Tree { nodes, leaves, exact, origin, .. } = tree;
    if exact.is_empty() {
        measure(nodes, &Exact(leaves), *origin, reach, level, parallel);
    } else {
        let corners: Vec<Corners> = leaves.iter().map(|leaf| exact_corners(leaf, exact)).collect();
        measure(nodes, &Beside(&corners), *origin, reach, level, parallel);
    }
    let norm = |[x, y, z]: [f32; 3]| {
        let [x, y, z] = [x, y, z].map(f64::from);
        // Numbers of `f32` have squares well inside `f64`; three roundings and a root.
        (x * x + y * y + z * z).sqrt() * (1.0 + 1e-15)
    };
    let (mut half, mut center) = (0.0_f64, 0.0_f64);
    for node in &*nodes {
        for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
            half = half.max(norm([0, 1, 2].map(|a| node.half[a][c])));
            center = center.max(norm([0, 1, 2].map(|k| node.frame[k][3][c])));
        }
    }
    tree.largest_half = round_up(half);
    tree.largest_center = round_up(center);
}
