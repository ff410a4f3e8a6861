//! The walk down one wide tree into all boxes that a caller keeps.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::Triangle;
use obbtree_tree::wide::{Child, Tree};
use smallvec::{SmallVec, smallvec};

/// Is a box kept? It is given by its axes as columns, its centre in mesh coordinates, and its
/// half sides.
pub type KeepsBox<'k> = dyn FnMut(&Matrix3<f64>, &Vector3<f64>, &Vector3<f64>) -> bool + 'k;

/// Calls back with the triangles in boxes that are kept, as are all boxes around them, and their
/// numbers, until told to stop.
pub(crate) fn for_each_in_boxes(
    tree: &Tree,
    keeps: &mut KeepsBox<'_>,
    on_triangle: &mut dyn FnMut(u32, &Triangle) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let origin = Vector3::from(tree.origin());
    let mut stack: SmallVec<[u32; 64]> = smallvec![0];
    while let Some(index) = stack.pop() {
        let node = &tree.nodes()[index as usize];
        for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
            if !keeps(&node.axes(c), &(node.center(c) + origin), &node.half(c)) {
                continue;
            }
            let child = node.child[c];
            if !child.is_leaf() {
                stack.push(child.index());
                continue;
            }
            let leaf = &tree.leaves()[child.index() as usize];
            for slot in 0..leaf.used() {
                on_triangle(leaf.ids[slot], &tree.triangle(leaf, slot))?;
            }
        }
    }
    ControlFlow::Continue(())
}
