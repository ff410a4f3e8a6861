//! Building: from a mesh to its tree.
//!
//! Pending nodes are kept in a list, not on the call stack, so no mesh is too deep.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_geom::{Moments, frame};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Aabb, Obb, Triangle, length_bound, unit_scale};
use obbtree_tree::classic::{Node, Tree, TreeParts};

use super::config::{Config, Fit, Split};
use super::item::Item;
use super::split::partition;
use crate::hull::convex_hull;

/// From this depth on every split is at the median, so that no sequence of uneven cuts makes a tree
/// deeper than this plus 31 levels, which a balanced tree of 2^30 triangles has.
const HALVING_DEPTH: u32 = 60;

/// Builds the classic tree of a mesh.
///
/// Every mesh has one: degenerate triangles get the box of the segment or point that they are, and
/// sets that no plane divides are halved by count. The time is proportional to `n log n`.
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
            let rule = if depth < HALVING_DEPTH { config.split } else { Split::Median };
            let left = partition(set, &obb, rule, &mut side);
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

/// The box of a set: axes by covariance (for one triangle: by its longest edge and normal, which is
/// faster and tighter), half sides by projection.
fn fit(set: &[Item], fit: Fit, scale: f64) -> Obb {
    let triangles = set.iter().map(|item| &item.triangle);
    if let [item] = set {
        return Obb::around(triangle_axes(&item.triangle, scale), &item.triangle);
    }
    // Coordinates relative to a corner of the set, so that small sets far from the origin are
    // accurate.
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
