//! The tree: its parts, accessors, and what can be counted. Checked construction is in `validate`.

use nalgebra::Point3;
use obbtree_predicates::Triangle;

use super::node::Node;

/// Boxes and triangles in leaf order, all in mesh coordinates.
///
/// A tree is made by a builder or by [`Tree::from_parts`], which checks it, and does not change
/// afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    parts: TreeParts,
}

/// Everything that a [`Tree`] consists of.
///
/// Nothing is checked here; [`Tree::from_parts`] does. The default is empty, which is no tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeParts {
    /// The root first; two children are consecutive, after their parent.
    pub nodes: Vec<Node>,
    /// The vertices of the mesh.
    pub vertices: Vec<Point3<f64>>,
    /// The three vertex indices of each triangle, in leaf order.
    pub triangles: Vec<[u32; 3]>,
    /// The mesh's index of each triangle, in leaf order.
    pub ids: Vec<u32>,
    /// At least the largest length of a half-side vector over all boxes
    /// ([`length_bound`](obbtree_predicates::length_bound)).
    pub largest_half: f64,
    /// At least the largest distance of a box's centre from the mesh's origin
    /// ([`length_bound`](obbtree_predicates::length_bound)).
    pub largest_center: f64,
}

impl Tree {
    /// The tree of these parts, which are not checked.
    ///
    /// For builders, whose parts are valid by construction. A query of an invalid tree may panic,
    /// not end, or answer wrongly; it is never undefined behaviour. Use [`Tree::from_parts`] for
    /// everything else.
    #[inline]
    #[must_use]
    pub fn from_parts_unchecked(parts: TreeParts) -> Self {
        Self { parts }
    }

    /// The parts, to be changed and checked again.
    #[inline]
    #[must_use]
    pub fn into_parts(self) -> TreeParts {
        self.parts
    }

    /// The nodes, the root first; two children are consecutive, after their parent.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.parts.nodes
    }

    /// The vertices of the mesh.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[Point3<f64>] {
        &self.parts.vertices
    }

    /// The three vertex indices of each triangle, in leaf order.
    #[inline]
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.parts.triangles
    }

    /// The mesh's index of each triangle, in leaf order.
    #[inline]
    #[must_use]
    pub fn ids(&self) -> &[u32] {
        &self.parts.ids
    }

    /// At least the largest length of a half-side vector over all boxes.
    #[inline]
    #[must_use]
    pub fn largest_half(&self) -> f64 {
        self.parts.largest_half
    }

    /// At least the largest distance of a box's centre from the mesh's origin.
    #[inline]
    #[must_use]
    pub fn largest_center(&self) -> f64 {
        self.parts.largest_center
    }

    /// The corners of the triangle at a position in leaf order.
    #[inline]
    #[must_use]
    pub fn triangle(&self, position: u32) -> Triangle {
        self.parts.triangles[position as usize].map(|vertex| self.parts.vertices[vertex as usize])
    }

    /// The number of leaves.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.nodes().iter().filter(|node| node.is_leaf()).count()
    }

    /// Depth of the tree: the number of boxes on the longest path from the root to a leaf.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack = vec![(0, 1)];
        while let Some((index, depth)) = stack.pop() {
            let node: &Node = &self.nodes()[index as usize];
            deepest = deepest.max(depth);
            if !node.is_leaf() {
                stack.extend([(node.first, depth + 1), (node.first + 1, depth + 1)]);
            }
        }
        deepest
    }

    /// Bytes of all nodes, vertices, triangles and ids.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes())
            + size_of_val(self.vertices())
            + size_of_val(self.triangles())
            + size_of_val(self.ids())
    }
}
