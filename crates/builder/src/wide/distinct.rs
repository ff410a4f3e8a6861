//! The distinct corners below the largest boxes of a tree, once for each: on a closed surface a
//! sixth of all corners.

use obbtree_mesh::Mesh;
use obbtree_tree::wide::{Child, Leaf, Node};

use super::leaf_ranges::LeafRanges;

/// Corners in lanes.
pub(super) const LANES: usize = 8;

/// Some corners, by component; lanes after the last one repeat it.
pub(super) type Lanes = [[f64; LANES]; 3];

/// Corners by parts of the tree: the largest subtrees that are not large, in the order of their
/// leaves. In each part a corner is there once.
pub(super) struct Distinct {
    corners: Vec<Lanes>,
    /// The first leaf of each part, and where its corners start.
    parts: Vec<[usize; 2]>,
}

impl Distinct {
    /// Of a tree with these large nodes, of which the root is one.
    pub(super) fn of(
        nodes: &[Node],
        ranges: &LeafRanges,
        leaves: &[Leaf],
        mesh: &Mesh,
        is_large: impl Fn(&Node) -> bool,
    ) -> Self {
        let mut parts = Vec::new();
        for node in nodes.iter().filter(|node| is_large(node)) {
            for &child in node.child.iter().filter(|&&child| child != Child::EMPTY) {
                if child.is_leaf() || !is_large(&nodes[child.index() as usize]) {
                    parts.push(ranges.below(child));
                }
            }
        }
        parts.sort_unstable_by_key(|part| part.start);
        let (triangles, vertices) = (mesh.triangles(), mesh.vertices());
        let mut found = Self { corners: Vec::new(), parts: Vec::with_capacity(parts.len()) };
        let mut seen_in = vec![0_u32; vertices.len()];
        let mut of_part: Vec<u32> = Vec::new();
        for (number, part) in (1..).zip(parts) {
            of_part.clear();
            let ids = leaves[part.clone()].iter().flat_map(|leaf| &leaf.ids[..leaf.used()]);
            for &vertex in ids.flat_map(|&id| &triangles[id as usize]) {
                let seen_in = &mut seen_in[vertex as usize];
                if *seen_in != number {
                    *seen_in = number;
                    of_part.push(vertex);
                }
            }
            found.parts.push([part.start, found.corners.len()]);
            for chunk in of_part.chunks(LANES) {
                let mut lanes = [[0.0; LANES]; 3];
                for l in 0..LANES {
                    let x = &vertices[chunk[l.min(chunk.len() - 1)] as usize];
                    for k in 0..3 {
                        lanes[k][l] = x[k];
                    }
                }
                found.corners.push(lanes);
            }
        }
        found
    }

    /// The corners of the leaves of a large node's child.
    pub(super) fn below(&self, leaves: &std::ops::Range<usize>) -> &[Lanes] {
        let start_of = |leaf: usize| {
            let part = self.parts.partition_point(|&[first, _]| first < leaf);
            self.parts.get(part).map_or(self.corners.len(), |&[_, start]| start)
        };
        &self.corners[start_of(leaves.start)..start_of(leaves.end)]
    }
}
