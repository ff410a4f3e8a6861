//! The distinct corners below the largest boxes of a tree, nearly once for each: on a closed
//! surface a sixth of all corners.

use std::ops::Range;

use obbtree_mesh::Mesh;
use obbtree_tree::wide::{Child, Leaf, Node};

use super::leaf_ranges::LeafRanges;
use super::threads::map_large;

/// Corners in lanes.
pub(super) const LANES: usize = 8;

/// Some corners, by component; lanes after the last one repeat it.
pub(super) type Lanes = [[f64; LANES]; 3];

/// Corners by parts of the tree: the largest subtrees that are not large, in the order of their
/// leaves.
pub(super) struct Distinct(Vec<Part>);

/// The corners of some leaves.
struct Part {
    first_leaf: usize,
    corners: Vec<Lanes>,
}

impl Distinct {
    /// Of a tree with these large nodes: the root, and no other whose parent is not large.
    pub(super) fn of(
        nodes: &[Node],
        ranges: &LeafRanges,
        leaves: &[Leaf],
        mesh: &Mesh,
        is_large: impl Fn(&Node) -> bool,
        parallel: bool,
    ) -> Self {
        let (mut parts, mut large) = (Vec::new(), vec![0]);
        while let Some(node) = large.pop() {
            let children: [Child; 4] = nodes[node].child;
            for child in children.into_iter().filter(|&child| child != Child::EMPTY) {
                let index = child.index() as usize;
                if child.is_node() && is_large(&nodes[index]) {
                    large.push(index);
                } else {
                    parts.push(ranges.below(child));
                }
            }
        }
        parts.sort_unstable_by_key(|part| part.start);
        Self(map_large(parallel, parts, |part| Part::of(part, leaves, mesh)))
    }

    /// The corners of the leaves of a large node's child.
    pub(super) fn below(&self, leaves: &Range<usize>) -> impl Iterator<Item = &[Lanes]> {
        let number_of = |leaf: usize| self.0.partition_point(|part| part.first_leaf < leaf);
        let parts = &self.0[number_of(leaves.start)..number_of(leaves.end)];
        parts.iter().map(|part| &part.corners[..])
    }
}

impl Part {
    /// Vertices are told apart by their numbers, in a direct-mapped table: one that was evicted
    /// from it is there twice, which costs time and changes no extent.
    fn of(part: Range<usize>, leaves: &[Leaf], mesh: &Mesh) -> Self {
        let (triangles, vertices) = (mesh.triangles(), mesh.vertices());
        let first_leaf = part.start;
        let mut seen = vec![u32::MAX; (part.len() * LEAF_SLOTS).next_power_of_two()];
        let mask = seen.len() - 1;
        let mut corners = Vec::new();
        let (mut lanes, mut used) = ([[0.0; LANES]; 3], 0);
        let ids = leaves[part].iter().flat_map(|leaf| &leaf.ids[..leaf.used()]);
        for &vertex in ids.flat_map(|&id| &triangles[id as usize]) {
            let seen = &mut seen[vertex as usize & mask];
            if *seen == vertex {
                continue;
            }
            *seen = vertex;
            let x = &vertices[vertex as usize];
            for k in 0..3 {
                lanes[k][used] = x[k];
            }
            used += 1;
            if used == LANES {
                corners.push(lanes);
                used = 0;
            }
        }
        if used > 0 {
            for k in 0..3 {
                let last = lanes[k][used - 1];
                lanes[k][used..].fill(last);
            }
            corners.push(lanes);
        }
        Self { first_leaf, corners }
    }
}

/// Slots of the table for each leaf: twice as many as a closed surface has vertices.
const LEAF_SLOTS: usize = 4;
