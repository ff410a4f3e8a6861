//! The boxes of a tree without its layout, for drawings and statistics.

use nalgebra::Point3;
use obbtree_predicates::Obb;

use crate::{classic, wide};

impl classic::Tree {
    /// The boxes of one level, in mesh coordinates: 0 is the box of the root. Boxes of leaves
    /// above the level are given too, so that the boxes together contain the mesh. Below the
    /// deepest level these are the boxes of all leaves.
    #[must_use]
    pub fn boxes_at(&self, level: usize) -> Vec<Obb> {
        let mut boxes = Vec::new();
        let mut stack = vec![(0, 0)];
        while let Some((index, depth)) = stack.pop() {
            let node: &classic::Node = &self.nodes()[index as usize];
            if depth == level || node.is_leaf() {
                boxes.push(node.obb);
            } else {
                stack.extend([(node.first, depth + 1), (node.first + 1, depth + 1)]);
            }
        }
        boxes
    }

    /// Of some nodes, the boxes of those that have no child among them, in mesh coordinates. The
    /// node numbers are ascending, as a query for visited nodes gives them.
    ///
    /// # Panics
    /// If there is no node of that number.
    #[must_use]
    pub fn innermost_boxes(&self, nodes: &[u32]) -> Vec<Obb> {
        let among = |index: u32| nodes.binary_search(&index).is_ok();
        let is_innermost =
            |node: &&classic::Node| node.is_leaf() || !(among(node.first) || among(node.first + 1));
        let nodes = nodes.iter().map(|&index| &self.nodes()[index as usize]);
        nodes.filter(is_innermost).map(|node| node.obb).collect()
    }
}

impl wide::Tree {
    /// The boxes of one level, in mesh coordinates: 0 is the up to four boxes of the root node.
    /// Boxes of leaves above the level are given too, so that the boxes together contain the
    /// mesh. Below the deepest level these are the boxes of all leaves.
    #[must_use]
    pub fn boxes_at(&self, level: usize) -> Vec<Obb> {
        let mut boxes = Vec::new();
        let mut stack = vec![(0, 0)];
        while let Some((index, depth)) = stack.pop() {
            let node = &self.nodes()[index as usize];
            for (c, child) in node.child.into_iter().enumerate() {
                if child == wide::Child::EMPTY {
                    continue;
                }
                if depth == level || child.is_leaf() {
                    let center = Point3::from(self.origin()) + node.center(c);
                    boxes.push(Obb { axes: node.axes(c), center, half: node.half(c) });
                } else {
                    stack.push((child.index(), depth + 1));
                }
            }
        }
        boxes
    }
}
