//! A mesh without the few triangles that reach far beyond all others.
//!
//! Slacks and error bounds are relative to the size of a tree. One corner a billion sizes away
//! would make them as large as the rest of the mesh, and no box would be separated from any
//! other. So the builder gives such triangles boxes of their own below the root, and this tells
//! them apart again: a tree of the others, with a size of its own, and a list of those few.

use super::child::Child;
use super::leaf::Leaf;
use super::node::{Node, largest_box};
use super::tree::{Outliers, Tree, TreeParts};

/// At most so many triangles are outliers: each is tested alone against the other body.
pub const MOST_OUTLIERS: usize = 64;

/// Outliers reach beyond the box of the others at least so many times as far as it does itself.
/// The builder asks for four times as much of the corners.
const FAR: f64 = 64.0;

/// More than the rounding error of a distance of two points.
const RADIUS_REL_ERR: f64 = 1.0 / (1_u64 << 44) as f64;

impl Tree {
    /// The tree in two parts, if its first box at the root holds all but a few triangles and the
    /// other boxes there reach far beyond it. Found when first needed.
    #[must_use]
    pub fn outliers(&self) -> Option<&Outliers> {
        self.outliers.get_or_init(|| find(self)).as_deref()
    }
}

fn find(tree: &Tree) -> Option<Box<Outliers>> {
    let root = tree.nodes().first().filter(|root| root.child[0].is_node())?;
    let beyond: Vec<usize> = (1..4).filter(|&c| root.child[c] != Child::EMPTY).collect();
    let reach = |c: &usize| (root.center(*c) - root.center(0)).amax() + root.half(*c).amax();
    let farthest = beyond.iter().map(reach).fold(0.0, f64::max);
    // Written so that NaN is not far.
    let is_far = farthest > FAR * root.half(0).amax();
    if !is_far {
        return None;
    }
    // Depth first: what is below the first box comes before what is below the others.
    let later = beyond.iter().map(|&c| root.child[c]).filter(|child| child.is_node());
    let end = later.map(|child| child.index() as usize).min().unwrap_or(tree.node_count());
    let nodes = &tree.nodes()[1..end];
    let leaves = nodes.iter().flat_map(|node| node.child).filter(|child| child.is_leaf());
    let first = leaves.clone().map(|child| child.index() as usize).min()?;
    let (before, rest) = tree.leaves().split_at(first);
    let (leaves, after) = rest.split_at(leaves.count());
    let slots = before.iter().chain(after).map(Leaf::used).sum::<usize>();
    if slots > MOST_OUTLIERS {
        return None;
    }
    let mut triangles = Vec::with_capacity(slots);
    for leaf in before.iter().chain(after) {
        triangles.extend((0..leaf.used()).map(|slot| (leaf.ids[slot], tree.triangle(leaf, slot))));
    }
    Some(Box::new(Outliers { others: part(tree, nodes, leaves, first as u32), triangles }))
}

/// The tree of the nodes after the root and their leaves, of which the first has this number.
fn part(tree: &Tree, nodes: &[Node], leaves: &[Leaf], first: u32) -> Tree {
    let (mut nodes, leaves) = (nodes.to_vec(), leaves.to_vec());
    for child in nodes.iter_mut().flat_map(|node| &mut node.child) {
        if child.is_node() {
            *child = Child::node(child.index() - 1);
        } else if child.is_leaf() {
            *child = Child::leaf(child.index() - first);
        }
    }
    let [largest_half, largest_center] = largest_box(&nodes);
    let (sphere_center, sphere_radius) = sphere(tree, &leaves);
    Tree::from_parts_unchecked(TreeParts {
        nodes,
        leaves,
        exact: tree.exact().cloned(),
        origin: tree.origin(),
        sphere_center,
        sphere_radius,
        largest_half,
        largest_center,
    })
}

/// A sphere around the corners of leaves: its centre and its radius, rounded up.
fn sphere(tree: &Tree, leaves: &[Leaf]) -> ([f64; 3], f64) {
    let corners = || {
        let slots = leaves.iter().flat_map(|leaf| (0..leaf.used()).map(move |slot| (leaf, slot)));
        slots.flat_map(|(leaf, slot)| tree.triangle(leaf, slot))
    };
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for corner in corners() {
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(corner[k]), high[k].max(corner[k]));
        }
    }
    let center = [0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k]);
    // In shares of the largest component, so that squares neither overflow nor vanish.
    let distance = |corner: nalgebra::Point3<f64>| {
        let away = corner.coords - nalgebra::Vector3::from(center);
        let most = away.amax();
        if most > 0.0 { most * (away / most).norm() } else { 0.0 }
    };
    let farthest = corners().map(distance).fold(0.0, f64::max);
    (center, farthest * (1.0 + RADIUS_REL_ERR) + f64::MIN_POSITIVE)
}
