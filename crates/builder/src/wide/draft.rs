//! A tree before its boxes are measured, in chunks that several threads can add to.
//!
//! Nodes refer to each other by how far apart they are, so that chunks are put behind each other
//! without a change to any.

use std::ops::Range;

use super::frame::Frame;
use super::set::{LEAF, Set};

/// Children of a node.
pub(super) const CHILDREN: usize = 4;

/// A little less than the triangles per node of usual trees, so that the memory reserved for
/// drafts is enough and not much too large.
const TRIANGLES_A_NODE: usize = 6;

/// The same for leaves.
const TRIANGLES_A_LEAF: usize = 3;

/// A node without measures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) children: [Option<DraftBox>; CHILDREN],
    /// Leaves of its chunk before its own first one.
    pub(super) leaves_before: u32,
}

/// One box of a draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftBox {
    pub(super) frame: Frame,
    /// How many drafts behind this one that of its children is; `None` for a leaf.
    pub(super) node: Option<u32>,
}

/// Consecutive nodes and their leaves.
struct Chunk {
    drafts: Vec<Draft>,
    /// The positions of the triangles of each leaf.
    leaves: Vec<Range<u32>>,
}

/// The nodes of a tree or of a subtree, in depth-first order.
pub(super) struct Drafts {
    chunks: Vec<Chunk>,
    nodes: usize,
}

/// Which draft: its chunk, its number there, and its number in all.
#[derive(Clone, Copy)]
pub(super) struct Place([usize; 3]);

impl Drafts {
    /// None yet, with memory for those of so many triangles.
    pub(super) fn with_capacity(triangles: usize) -> Self {
        let drafts = Vec::with_capacity(triangles / TRIANGLES_A_NODE + 1);
        let leaves = Vec::with_capacity(triangles / TRIANGLES_A_LEAF + 1);
        Self { chunks: vec![Chunk { drafts, leaves }], nodes: 0 }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes
    }

    /// Adds a node with these sets, whose triangles begin at a position. What fits into a leaf is
    /// one.
    pub(super) fn push(&mut self, children: &[Option<Set>; CHILDREN], start: u32) -> Place {
        let chunk = self.chunks.len() - 1;
        let Chunk { drafts, leaves } = &mut self.chunks[chunk];
        let leaves_before = leaves.len() as u32;
        let children = children.map(|child| {
            let set = child?;
            if set.count <= LEAF {
                let first = start + set.start as u32;
                leaves.push(first..first + set.count as u32);
            }
            Some(DraftBox { frame: set.frame, node: None })
        });
        drafts.push(Draft { children, leaves_before });
        let place = Place([chunk, drafts.len() - 1, self.nodes]);
        self.nodes += 1;
        place
    }

    /// The next node to be added is that of a child.
    pub(super) fn next_is_of(&mut self, Place([chunk, draft, node]): Place, slot: usize) {
        let distance = (self.nodes - node) as u32;
        if let Some(child) = &mut self.chunks[chunk].drafts[draft].children[slot] {
            child.node = Some(distance);
        }
    }

    /// Adds the nodes of a subtree.
    pub(super) fn append(&mut self, subtree: Self) {
        self.chunks.extend(subtree.chunks);
        self.nodes += subtree.nodes;
    }

    /// Every node, with the number of leaves before its chunk; and the leaves.
    pub(super) fn in_order(&self) -> (Vec<(&Draft, u32)>, Vec<Range<u32>>) {
        let mut drafts = Vec::with_capacity(self.nodes);
        let mut leaves =
            Vec::with_capacity(self.chunks.iter().map(|chunk| chunk.leaves.len()).sum());
        for chunk in &self.chunks {
            let before = leaves.len() as u32;
            drafts.extend(chunk.drafts.iter().map(|draft| (draft, before)));
            leaves.extend_from_slice(&chunk.leaves);
        }
        (drafts, leaves)
    }
}

/// The tree of two parts: the root holds both, and each is drafted for itself. A part that fits
/// into a leaf has no nodes.
pub(super) fn joined(parts: [(Drafts, Frame, usize); 2]) -> Drafts {
    let mut drafts = Drafts::with_capacity(0);
    let mut start = 0;
    let children = parts.each_ref().map(|&(_, frame, count)| {
        let set = Set { start, count, frame, area: 0.0 };
        start += count;
        Some(set)
    });
    let [main, outliers] = children;
    let root = drafts.push(&[main, outliers, None, None], 0);
    for (slot, (part, ..)) in parts.into_iter().enumerate() {
        if part.len() > 0 {
            drafts.next_is_of(root, slot);
            drafts.append(part);
        }
    }
    drafts
}
