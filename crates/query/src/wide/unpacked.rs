//! Nodes and leaves as the kernels want them: the tree's own, or copies, of packed ones and of leaves
//! that are visited as nodes.

use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use super::opened_leaf::OpenLeaf;
use super::recent::Recent;
use super::relevance_sphere::RelevanceSphere;
use super::sides::leaf_opened;

/// Copies of nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeCopies {
    /// Those of a wave, in its order.
    wave: Vec<Node>,
    opened: Recent<Node, 32>,
    unpacked_leaves: LeafCopies,
    level: SimdLevel,
    /// Opened leaves hold only what is in it.
    near: RelevanceSphere,
}

impl NodeCopies {
    /// What is held is of another tree. Makes space for a wave.
    #[inline(always)]
    pub(super) fn begin(&mut self, wave: usize, level: SimdLevel, near: RelevanceSphere) {
        if self.wave.len() < wave {
            self.grow(wave);
        }
        self.opened.forget();
        self.unpacked_leaves.forget();
        self.level = level;
        self.near = near;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, wave: usize) {
        let empty =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        self.wave.resize(wave, empty);
    }

    #[inline(never)]
    fn copy(&mut self, tree: &Tree, n: usize, index: u32) {
        let Self { wave, opened, unpacked_leaves, level, near } = self;
        wave[n] = match leaf_opened(index) {
            // In plain code of the lowest CPU: the same bits everywhere.
            None => tree.small_nodes()[index as usize].unpack(),
            Some(index) => *opened.get(index, || {
                let leaf = leaf_of(tree, index, unpacked_leaves);
                level.dispatch(OpenLeaf { tree, index, leaf, near: *near })
            }),
        };
    }
}

/// A node, as copy `n` of a wave if it is not the tree's own.
#[inline(always)]
pub(super) fn fetch<'n>(
    tree: &'n Tree,
    copies: &'n mut NodeCopies,
    n: usize,
    index: u32,
) -> &'n Node {
    if let Some(node) = tree.nodes().get(index as usize) {
        return node;
    }
    copies.copy(tree, n, index);
    &copies.wave[n]
}

/// A node that was fetched before.
#[inline(always)]
pub(super) fn fetched<'n>(
    tree: &'n Tree,
    copies: &'n NodeCopies,
    n: usize,
    index: u32,
) -> &'n Node {
    tree.nodes().get(index as usize).unwrap_or_else(|| &copies.wave[n])
}

/// Leaves that are kept unpacked. Those of one visit are four; with eight slots two of them often share one.
const COPIES: usize = 32;

/// Leaves lately unpacked.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafCopies(Recent<Leaf, COPIES>);

impl LeafCopies {
    /// What is held is of another tree.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    #[inline(never)]
    fn get(&mut self, tree: &Tree, index: u32) -> &Leaf {
        self.0.get(index, || tree.packed_leaves().leaf(index))
    }
}

/// A leaf by its index: the tree's own, or an unpacked copy.
#[inline(always)]
pub(super) fn leaf_of<'l>(tree: &'l Tree, index: u32, unpacked: &'l mut LeafCopies) -> &'l Leaf {
    match tree.leaves().get(index as usize) {
        Some(leaf) => leaf,
        None => unpacked.get(tree, index),
    }
}
