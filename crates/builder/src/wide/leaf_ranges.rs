//! The leaves below each box of a tree.

use std::ops::Range;

use obbtree_tree::wide::{Child, Node};

/// Where the leaves of the subtree of each node start and end.
///
/// Nodes are in depth-first order and leaves in the order in which nodes refer to them, so the
/// leaves below a node are consecutive.
pub(super) struct LeafRanges {
    first: Vec<u32>,
    end: Vec<u32>,
}

impl LeafRanges {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut first = Vec::with_capacity(nodes.len());
        let mut leaves = 0;
        for node in nodes {
            first.push(leaves);
            leaves += node.child.iter().filter(|child| child.is_leaf()).count() as u32;
        }
        let mut end = vec![0; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            let own = first.get(i + 1).copied().unwrap_or(leaves);
            let inner = node.child.iter().filter(|child| child.is_node());
            end[i] = inner.map(|child| end[child.index() as usize]).fold(own, u32::max);
        }
        Self { first, end }
    }

    /// All leaves of the tree.
    pub(super) fn leaves(&self) -> usize {
        self.end.first().map_or(0, |&end| end as usize)
    }

    /// The leaves below a child.
    pub(super) fn below(&self, child: Child) -> Range<usize> {
        let index = child.index() as usize;
        if child.is_leaf() {
            index..index + 1
        } else {
            self.first[index] as usize..self.end[index] as usize
        }
    }
}
