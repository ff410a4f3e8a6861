//! The classic builder: one box a node, fitted by covariance and split along one of its axes, down
//! to single triangles; Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), section 4.
//!
//! Work is kept in a list, not on the call stack, so no mesh is too deep for it.

mod split;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_geom::{Moments, frame};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Aabb, Obb, Triangle, length_bound, unit_scale};
use obbtree_tree::classic::{Node, Tree, TreeParts};

use crate::hull::convex_hull;

/// What orients a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// Covariance of the surface: triangles weigh by their area. Fast, and good nearly everywhere.
    #[default]
    Surface,
    /// Covariance of the surface of the convex hull, so that inner detail does not turn the box. Boxes
    /// are somewhat tighter on bodies full of hidden parts; building takes several times longer.
    Hull,
}

/// Where a set of triangles is cut, along an axis of its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// At the mean of the centroids, along the longest axis: the choice of 1996.
    #[default]
    Mean,
    /// Half of the triangles to either side, along the longest axis: the shallowest tree.
    Median,
    /// Through the middle of the box, along the longest axis.
    Middle,
    /// Where the two halves, boxed in the parent's axes, have the least area times triangles; of
    /// sixteen planes along each of the three axes.
    LeastArea,
}

/// How the classic tree is built. The default is the tree of the 1996 paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What orients a box.
    pub fit: Fit,
    /// Where a set is cut.
    pub split: Split,
    /// A set of at most this many triangles becomes a leaf; 0 counts as 1.
    pub leaf_triangles: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { fit: Fit::Surface, split: Split::Mean, leaf_triangles: 1 }
    }
}

/// Below this depth every split is at the median, so that no sequence of lopsided cuts makes a tree
/// deeper than this plus 30 levels. A good tree of 2^30 triangles is 31 deep.
const LOPSIDED_DEPTH: u32 = 60;

/// A triangle on its way into a leaf.
#[derive(Clone, Copy)]
struct Item {
    triangle: Triangle,
    id: u32,
}

impl Item {
    /// Three times the centroid along an axis: what triangles are sorted and cut by.
    #[inline]
    fn along(&self, axis: &Vector3<f64>) -> f64 {
        let [p, q, r] = &self.triangle;
        axis.dot(&(p.coords + q.coords + r.coords))
    }
}

/// Builds the classic tree of a mesh.
///
/// Every mesh has one: degenerate triangles are boxed as the segments and points that they are, and
/// sets that no plane divides are cut by count. Takes time in proportion to `n log n`.
///
/// ```
/// use obbtree_builder::classic::{Config, build};
/// use obbtree_mesh::Mesh;
/// let square = Mesh::new(
///     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let tree = build(&square, &Config::default());
/// assert_eq!((tree.nodes().len(), tree.leaf_count(), tree.depth()), (3, 2, 2));
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[must_use]
pub fn build(mesh: &Mesh, config: &Config) -> Tree {
    let mut items: Vec<Item> =
        mesh.corners().enumerate().map(|(id, triangle)| Item { triangle, id: id as u32 }).collect();
    let bounds = Aabb::around(items.iter().flat_map(|item| &item.triangle));
    let scale = unit_scale(bounds.map_or(0.0, |bounds| bounds.sides().amax()));

    let leaf_triangles = config.leaf_triangles.max(1) as usize;
    let mut nodes = Vec::with_capacity(2 * items.len().div_ceil(leaf_triangles));
    let mut side = Vec::new();
    nodes.push(unfilled_node());
    let mut work = vec![(0_usize, 0..items.len(), 0_u32)];
    while let Some((index, range, depth)) = work.pop() {
        let set = &mut items[range.clone()];
        let obb = fit(set, config.fit, scale);
        let node = if set.len() <= leaf_triangles {
            Node { obb, first: range.start as u32, count: set.len() as u32 }
        } else {
            let rule = if depth < LOPSIDED_DEPTH { config.split } else { Split::Median };
            let left = split::partition(set, &obb, rule, &mut side);
            let children = nodes.len();
            nodes.extend([unfilled_node(); 2]);
            let middle = range.start + left;
            work.push((children + 1, middle..range.end, depth + 1));
            work.push((children, range.start..middle, depth + 1));
            Node { obb, first: children as u32, count: 0 }
        };
        nodes[index] = node;
    }

    let largest = |of: fn(&Node) -> f64| nodes.iter().map(of).fold(0.0, f64::max);
    let tree = Tree::from_parts_unchecked(TreeParts {
        largest_half: largest(|node| length_bound(&node.obb.half)),
        largest_center: largest(|node| length_bound(&node.obb.center.coords)),
        vertices: mesh.vertices().iter().map(|&vertex| vertex.into()).collect(),
        triangles: items.iter().map(|item| mesh.triangles()[item.id as usize]).collect(),
        ids: items.iter().map(|item| item.id).collect(),
        nodes,
    });
    debug_assert_eq!(tree.validate_shape(), Ok(()));
    tree
}

fn unfilled_node() -> Node {
    let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half: Vector3::zeros() };
    Node { obb, first: 0, count: 0 }
}

/// The box of a set: axes by covariance (of one triangle: by its longest edge and normal, which is
/// cheaper and tighter), half sides by projection.
fn fit(set: &[Item], fit: Fit, scale: f64) -> Obb {
    let triangles = set.iter().map(|item| &item.triangle);
    if let [item] = set {
        return Obb::around(triangle_axes(&item.triangle, scale), &item.triangle);
    }
    // Offsets from a corner of the set keep small sets far from the origin accurate.
    let about = &set[0].triangle[0];
    let axes = match fit {
        Fit::Surface => Moments::of(triangles.clone(), about, scale).axes(),
        Fit::Hull => {
            let corners: Vec<_> = triangles.clone().flatten().copied().collect();
            match convex_hull(&corners) {
                Some(hull) => Moments::of(&hull, about, scale).axes(),
                None => Moments::of(triangles.clone(), about, scale).axes(),
            }
        }
    };
    Obb::around(axes, triangles.flatten())
}

/// The axes of the rectangle on a triangle's longest edge.
fn triangle_axes([p, q, r]: &Triangle, scale: f64) -> Matrix3<f64> {
    let edges = [(q - p) * scale, (r - q) * scale, (p - r) * scale];
    let lengths = Vector3::from_fn(|i, _| edges[i].norm_squared());
    let longest = lengths.imax();
    frame(&edges[longest], &edges[(longest + 1) % 3])
}
