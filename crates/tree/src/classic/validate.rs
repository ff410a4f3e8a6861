//! The invariants of a classic tree, and the constructor that checks them.

use nalgebra::Matrix3;
use obbtree_predicates::length_bound;

use super::node::{MAX_AXES_SKEW, Node};
use super::tree::{Tree, TreeParts};
use crate::invalid::Invalid;

impl Tree {
    /// The tree of these parts, if they have the shape of one: see
    /// [`validate_shape`](Self::validate_shape).
    ///
    /// # Errors
    /// The first violation found, with the node or triangle.
    ///
    /// ```
    /// use obbtree_predicates::Obb;
    /// use obbtree_tree::classic::{Node, Tree, TreeParts};
    /// let vertices = vec![[0.0; 3].into(), [1.0, 0.0, 0.0].into(), [0.0, 1.0, 0.0].into()];
    /// let obb = Obb::around(nalgebra::Matrix3::identity(), &vertices);
    /// let parts = TreeParts {
    ///     nodes: vec![Node { obb, first: 0, count: 1 }],
    ///     vertices,
    ///     triangles: vec![[0, 1, 2]],
    ///     ids: vec![0],
    ///     largest_half: 1.0,
    ///     largest_center: 1.0,
    /// };
    /// let tree = Tree::from_parts(parts)?;
    /// assert_eq!(tree.validate(), Ok(()));
    /// # Ok::<(), obbtree_tree::Invalid>(())
    /// ```
    pub fn from_parts(parts: TreeParts) -> Result<Self, Invalid> {
        let tree = Self::from_parts_unchecked(parts);
        tree.validate_shape()?;
        Ok(tree)
    }

    /// Checks every invariant: children come after their parent and each has one, each triangle is
    /// in exactly one leaf, every box contains all triangles below it, axes are orthonormal and
    /// right-handed, the recorded largest box bounds all.
    ///
    /// # Errors
    /// The first violation found, with the node or triangle.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.walk(true)
    }

    /// [`Tree::validate`] without what the boxes contain: linear in the size of the tree. A query
    /// of a tree that passes ends and never panics.
    ///
    /// # Errors
    /// The first violation found, with the node or triangle.
    pub fn validate_shape(&self) -> Result<(), Invalid> {
        self.walk(false)
    }

    fn walk(&self, contents: bool) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid::new(text));
        self.validate_triangles()?;
        let mut reached = vec![false; self.nodes().len()];
        let mut in_leaf = vec![false; self.triangles().len()];
        // The boxes above the node on the path from the root must contain its triangles as well.
        let mut stack = vec![(0_u32, Vec::new())];
        while let Some((index, mut above)) = stack.pop() {
            let Some(node) = self.nodes().get(index as usize) else {
                return fail(format!("node {index} does not exist"));
            };
            if std::mem::replace(&mut reached[index as usize], true) {
                return fail(format!("node {index} has two parents"));
            }
            self.validate_box(node, index)?;
            if contents {
                above.push(index);
            }
            if node.is_leaf() {
                let first = u64::from(node.first);
                for position in first..first + u64::from(node.count) {
                    match in_leaf.get_mut(position as usize) {
                        Some(seen) if !*seen => *seen = true,
                        _ => {
                            return fail(format!(
                                "leaf {index} refers to triangle position {position}, which is out \
                                 of range or in another leaf"
                            ));
                        }
                    }
                    self.validate_contents(position as u32, &above)?;
                }
            } else if node.first <= index || node.first == u32::MAX {
                return fail(format!("the children of node {index} do not come after it"));
            } else {
                stack.push((node.first, above.clone()));
                stack.push((node.first + 1, above));
            }
        }
        if reached.contains(&false) || in_leaf.contains(&false) {
            return fail("a node has no parent, or a triangle no leaf".to_owned());
        }
        Ok(())
    }

    /// Each id once, vertex indices in range.
    fn validate_triangles(&self) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid::new(text));
        let (nodes, triangles, ids) =
            (self.nodes().len(), self.triangles().len(), self.ids().len());
        if ids != triangles || nodes == 0 {
            return fail(format!("{nodes} nodes, {triangles} triangles, {ids} ids"));
        }
        let mut found = vec![false; triangles];
        for (&id, triangle) in self.ids().iter().zip(self.triangles()) {
            match found.get_mut(id as usize) {
                Some(found) if !*found => *found = true,
                _ => return fail(format!("triangle {id} is out of range or appears twice")),
            }
            if let Some(vertex) = triangle.iter().find(|&&v| v as usize >= self.vertices().len()) {
                return fail(format!("triangle {id} refers to vertex {vertex}"));
            }
        }
        Ok(())
    }

    /// Axes that are a frame, and a size within the recorded bounds.
    fn validate_box(&self, node: &Node, index: u32) -> Result<(), Invalid> {
        let fail = |what: &str| Err(Invalid::new(format!("node {index} {what}")));
        let axes = node.obb.axes;
        let skew = (axes.transpose() * axes - Matrix3::identity()).norm();
        if !(skew <= MAX_AXES_SKEW && axes.determinant() > 0.0) {
            return fail("has no right-handed orthonormal axes");
        }
        if !(length_bound(&node.obb.half) <= self.largest_half()
            && length_bound(&node.obb.center.coords) <= self.largest_center())
        {
            return fail("exceeds the recorded largest box");
        }
        Ok(())
    }

    /// Is a triangle in these boxes?
    fn validate_contents(&self, position: u32, boxes: &[u32]) -> Result<(), Invalid> {
        for corner in self.triangle(position) {
            let contains = |index: u32| self.nodes()[index as usize].obb.contains(&corner);
            if let Some(index) = boxes.iter().find(|&&index| !contains(index)) {
                return Err(Invalid::new(format!(
                    "the box of node {index} does not contain triangle {}",
                    self.ids()[position as usize]
                )));
            }
        }
        Ok(())
    }
}
