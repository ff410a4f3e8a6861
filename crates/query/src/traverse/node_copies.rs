//! Nodes as the kernels want them: the tree's own, or copies, of leaves that are visited as nodes.

use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Child, Node, Tree};

use super::opened_leaf::OpenLeaf;
use super::recent::Recent;
use super::relevance_sphere::RelevanceSphere;
use crate::sides::{leaf_of, leaf_opened};

/// Copies of nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeCopies {
    /// Those of a wave, in its order.
    wave: Vec<Node>,
    opened: Recent<Node>,
    level: SimdLevel,
    /// Opened leaves hold only what is in it.
    near: RelevanceSphere,
}

impl NodeCopies {
    /// What is held is of another tree. Makes space for a wave.
    #[inline(always)]
    pub(crate) fn begin(&mut self, wave: usize, level: SimdLevel, near: RelevanceSphere) {
        if self.wave.len() < wave {
            self.grow(wave);
        }
        self.opened.forget();
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
        let Self { wave, opened, level, near } = self;
        let index = leaf_opened(index).expect("all other nodes are the tree's own");
        wave[n] = *opened.get(index, || {
            let leaf = leaf_of(tree, index);
            level.dispatch(OpenLeaf { tree, index, leaf, near: *near })
        });
    }
}

/// A node, as copy `n` of a wave if it is not the tree's own.
#[inline(always)]
pub(crate) fn fetch<'n>(
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
pub(crate) fn fetched<'n>(
    tree: &'n Tree,
    copies: &'n NodeCopies,
    n: usize,
    index: u32,
) -> &'n Node {
    tree.nodes().get(index as usize).unwrap_or_else(|| &copies.wave[n])
}
