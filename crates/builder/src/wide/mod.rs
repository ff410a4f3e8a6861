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
//! | `boxes` | exact half sides of the finished tree |

mod bins;
mod boxes;
mod eigen;
mod fit;
mod moments;
mod rows;
mod set;
mod soup;
mod split_area;
mod split_own;
mod top_down;

use obbtree_geom::{Triangle, unit_scale};
use obbtree_mesh::Mesh;
use obbtree_simd::Level;
use obbtree_tree::wide::{Child, Leaf, MAX_AXES_SKEW, Node, Tree};
use thiserror::Error;

use self::boxes::{Beside, Corners, Exact, largest, measure, round_up};
use self::eigen::Frame;
use self::soup::Soup;
use self::split_area::Tables;
use self::top_down::{Builder, Draft};

/// How much work a tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// About half the building time of [`Effort::Best`], about a quarter more box tests later.
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
}

impl Default for Config {
    fn default() -> Self {
        Self { effort: Effort::default(), parallel: true, level: Level::detect() }
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
    let extent = Extent::of(mesh);
    let mut soup = Soup::new(mesh, extent.origin, extent.scale);
    let builder = Builder {
        effort: config.effort,
        level: config.level,
        parallel: config.parallel,
        tables: Tables::new(),
    };
    let drafts = builder.grow(soup.part(), extent.sides.map(|side| (side * extent.scale) as f32));
    let order = soup.into_ids();

    let (nodes, groups) = lay_out(&drafts);
    let leaves = groups
        .iter()
        .map(|&(start, count)| leaf_of(mesh, &order[start as usize..(start + count) as usize]));
    let mut tree = Tree {
        nodes,
        leaves: leaves.collect(),
        exact: exact_triangles(mesh),
        origin: extent.origin,
        ball_center: extent.middle,
        ball_radius: extent.radius,
        largest_half: 0.0,
        largest_center: 0.0,
    };
    fill_boxes(&mut tree, extent.reach, config.level, config.parallel);
    tree
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
/// them; what holds what stays as it is. Some tens of times faster than building. Answers are always
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
    let extent = Extent::of(mesh);
    tree.origin = extent.origin;
    tree.ball_center = extent.middle;
    tree.ball_radius = extent.radius;
    tree.exact = exact_triangles(mesh);
    for leaf in &mut tree.leaves {
        let used = leaf.ids.iter().position(|&id| id == Leaf::NO_TRIANGLE).unwrap_or(4);
        *leaf = leaf_of(mesh, &leaf.ids[..used]);
    }
    fill_boxes(tree, extent.reach, config.level, config.parallel);
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

/// Where the mesh is and how large.
struct Extent {
    /// What the tree's coordinates are relative to.
    origin: [f64; 3],
    /// Of the box around the mesh.
    sides: [f64; 3],
    /// Power of two that brings coordinates relative to the origin within one.
    scale: f64,
    /// Middle of the mesh's bounds, and the radius of a ball around it, rounded up.
    middle: [f64; 3],
    radius: f64,
    /// The largest absolute coordinate.
    reach: f64,
}

impl Extent {
    fn of(mesh: &Mesh) -> Self {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        let corners = || mesh.triangles().iter().flatten().map(|&v| mesh.vertices()[v as usize]);
        for x in corners() {
            for k in 0..3 {
                low[k] = if x[k] < low[k] { x[k] } else { low[k] };
                high[k] = if x[k] > high[k] { x[k] } else { high[k] };
            }
        }
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
        let farthest = corners()
            .map(|x| {
                let [x, y, z] = [0, 1, 2].map(|k| (x[k] - middle[k]) * unit);
                x * x + y * y + z * z
            })
            .fold(0.0, |most, square| if square > most { square } else { most });
        // A difference, a product, three squares, two sums, a root, a quotient: within 2^-48.
        let radius = (farthest.sqrt() * (1.0 + 1.0 / (1_u64 << 48) as f64) / unit).next_up();
        // `unit_scale` brings a length to [1, 2).
        let scale = 0.5 * unit_scale(largest(from_origin));
        Self { origin, sides, scale, middle, radius, reach }
    }
}

/// Nodes with axes and children, and the places and counts of the leaves' triangles, in the order in
/// which nodes name leaves.
fn lay_out(drafts: &[Draft]) -> (Vec<Node>, Vec<(u32, u32)>) {
    let mut groups = Vec::with_capacity(drafts.len() * 3);
    let nodes = drafts.iter().map(|draft| {
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        for (c, child) in draft.children.iter().enumerate() {
            let axes = child.map_or(eigen::IDENTITY, |child| orthonormal(&child.frame));
            for a in 0..3 {
                for k in 0..3 {
                    node.frame[k][a][c] = axes[a][k];
                }
            }
            let Some(child) = child else { continue };
            node.child[c] = match child.node {
                Some(index) => Child::node(index),
                None => {
                    groups.push((child.start, child.count));
                    Child::leaf(groups.len() as u32 - 1)
                }
            };
        }
        node
    });
    (nodes.collect(), groups)
}

/// The nearby frame whose `f32` axes are as orthonormal as `f32` can be, right-handed; identity if
/// there is none.
fn orthonormal(frame: &Frame) -> Frame {
    let [u, v, _] = frame.map(|axis| nalgebra::Vector3::from(axis.map(f64::from)));
    let u = u.normalize();
    let v = (v - u * u.dot(&v)).normalize();
    let w = u.cross(&v);
    let axes = [u, v, w].map(|axis| [axis.x as f32, axis.y as f32, axis.z as f32]);
    let exact = nalgebra::Matrix3::from_fn(|k, a| f64::from(axes[a][k]));
    let skew = (exact.transpose() * exact - nalgebra::Matrix3::identity()).norm();
    if skew <= MAX_AXES_SKEW && exact.determinant() > 0.0 { axes } else { eigen::IDENTITY }
}

/// A leaf around one to four triangles.
fn leaf_of(mesh: &Mesh, ids: &[u32]) -> Leaf {
    let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] };
    for c in 0..4 {
        let id = ids[if c < ids.len() { c } else { 0 }];
        if c < ids.len() {
            leaf.ids[c] = id;
        }
        for (v, &vertex) in mesh.triangles()[id as usize].iter().enumerate() {
            let x = mesh.vertices()[vertex as usize];
            for k in 0..3 {
                leaf.corners[k][v][c] = (x[k] as f32).clamp(-f32::MAX, f32::MAX);
            }
        }
    }
    leaf
}

/// The corners of a leaf's triangles as the mesh has them.
fn exact_corners(leaf: &Leaf, exact: &[Triangle]) -> Corners {
    let mut corners = [[0.0; 16]; 3];
    for c in 0..4 {
        let id = if leaf.ids[c] == Leaf::NO_TRIANGLE { leaf.ids[0] } else { leaf.ids[c] };
        for (v, corner) in exact[id as usize].iter().enumerate() {
            for k in 0..3 {
                corners[k][4 * v + c] = corner[k];
                corners[k][12 + c] = corner[k];
            }
        }
    }
    corners
}
