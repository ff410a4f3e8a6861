//! The invariants of a tree, and the constructor that checks them.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::unit_scale;

use super::child::Child;
use super::leaf::Leaf;
use super::node::{MAX_AXES_SKEW, Node};
use super::tree::{MAX_DEPTH, Tree, TreeParts};
use crate::invalid::Invalid;

/// One box: the index of its node, and which of the four.
type BoxIndex = (usize, usize);

/// A node that is still to be visited.
struct Pending {
    index: usize,
    depth: usize,
    /// The boxes on the path from the root to it, if contents are checked.
    above: Vec<BoxIndex>,
}

impl Tree {
    /// The tree of these parts, if they have the shape of one: see
    /// [`validate_shape`](Self::validate_shape).
    ///
    /// # Errors
    /// The first violation found, with the node, leaf or triangle.
    ///
    /// ```
    /// use obbtree_tree::wide::{Child, Leaf, Node, Tree, TreeParts};
    /// // One box of half side 2 around the origin, and in it one triangle.
    /// let frame = [0, 1, 2].map(|k| [0, 1, 2, 3].map(|a| [if k == a { 1.0 } else { 0.0 }; 4]));
    /// let child = [Child::leaf(0), Child::EMPTY, Child::EMPTY, Child::EMPTY];
    /// let node = Node { frame, half: [[2.0, 0.0, 0.0, 0.0]; 3], child };
    /// let leaf = Leaf::of(&[0], |_| [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    /// let mut parts = TreeParts {
    ///     nodes: vec![node],
    ///     leaves: vec![leaf],
    ///     sphere_radius: 1.0,
    ///     largest_half: 4.0,
    ///     ..TreeParts::default()
    /// };
    /// let tree = Tree::from_parts(parts.clone())?;
    /// assert_eq!(tree.triangle_count(), 1);
    ///
    /// parts.leaves.clear();
    /// let error = Tree::from_parts(parts).expect_err("no leaf");
    /// assert_eq!(error.to_string(), "node 0 refers to leaf 0");
    /// # Ok::<(), obbtree_tree::Invalid>(())
    /// ```
    pub fn from_parts(parts: TreeParts) -> Result<Self, Invalid> {
        let tree = Self::from_parts_unchecked(parts);
        tree.validate_shape()?;
        Ok(tree)
    }

    /// Checks every invariant: nodes are in depth-first order and leaves in the order of the
    /// nodes, each is referred to once, the depth is at most [`MAX_DEPTH`], each triangle is in
    /// one slot of one leaf, every box contains all triangles below it, axes are orthonormal and
    /// right-handed, the bounding sphere and the recorded largest box bound everything.
    ///
    /// Containment is computed in `f64`, whose rounding could reject a box that contains a corner
    /// with a margin of less than 2^-49 of the coordinates. Built boxes have that margin, so a
    /// valid tree passes.
    ///
    /// # Errors
    /// The first violation found, with the node, leaf or triangle.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.walk(true)
    }

    /// [`Tree::validate`] without what the boxes and the sphere contain: linear in the size of the
    /// tree, and a hundredth of the time of building it. A query of a tree that passes never
    /// panics.
    ///
    /// # Errors
    /// The first violation found, with the node, leaf or triangle.
    pub fn validate_shape(&self) -> Result<(), Invalid> {
        self.walk(false)
    }

    fn walk(&self, contents: bool) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid::new(text));
        let node_count = self.node_count();
        if node_count == 0 {
            return fail("there is no root node".to_owned());
        }
        self.validate_leaves()?;
        let mut leaves = (0..).zip(self.leaves());
        let mut next_node = 0;
        let mut stack = vec![Pending { index: 0, depth: 1, above: Vec::new() }];
        while let Some(Pending { index, depth, above }) = stack.pop() {
            if index != next_node {
                return fail(format!("node {index} is not in depth-first order"));
            }
            if depth > MAX_DEPTH {
                return fail(format!("the tree is deeper than {MAX_DEPTH}"));
            }
            next_node += 1;
            let node = &self.nodes()[index];
            let children = stack.len();
            for c in 0..4 {
                let child = node.child[c];
                if child == Child::EMPTY {
                    continue;
                }
                self.validate_box(node, index, c)?;
                let mut boxes = Vec::new();
                if contents {
                    boxes.extend(above.iter().chain([&(index, c)]));
                }
                if child.is_leaf() {
                    let Some((_, leaf)) = leaves.next().filter(|(at, _)| *at == child.index())
                    else {
                        return fail(format!("node {index} refers to leaf {}", child.index()));
                    };
                    if contents {
                        self.validate_contents(leaf, &boxes)?;
                    }
                } else if child.index() as usize >= node_count {
                    return fail(format!("node {index} refers to node {}", child.index()));
                } else {
                    let index = child.index() as usize;
                    stack.push(Pending { index, depth: depth + 1, above: boxes });
                }
            }
            // The first child is visited first.
            stack[children..].reverse();
        }
        if next_node != node_count || leaves.next().is_some() {
            return fail("no node refers to the last node or leaf".to_owned());
        }
        Ok(())
    }

    /// Each triangle once, unused slots after the used ones and equal to the first.
    fn validate_leaves(&self) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid::new(text));
        let mut found = vec![false; self.triangle_count()];
        if let Some(mesh) = self.exact()
            && mesh.triangles().len() != found.len()
        {
            let exact = mesh.triangles().len();
            return fail(format!("{exact} exact triangles for {}", found.len()));
        }
        for (index, leaf) in self.leaves().iter().enumerate() {
            for c in 0..4 {
                if leaf.ids[c] == Leaf::NO_TRIANGLE {
                    let triangle = |c: usize| leaf.corners.map(|rows| rows.map(|row| row[c]));
                    if c == 0 || triangle(c) != triangle(0) {
                        return fail(format!(
                            "slot {c} of leaf {index} is neither used nor a copy of the first"
                        ));
                    }
                } else if c > 0 && leaf.ids[c - 1] == Leaf::NO_TRIANGLE {
                    return fail(format!("leaf {index} has an unused slot before a used one"));
                } else {
                    match found.get_mut(leaf.ids[c] as usize) {
                        Some(found) if !*found => *found = true,
                        _ => {
                            return fail(format!(
                                "triangle {} is out of range or appears twice",
                                leaf.ids[c]
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// `f32` axes that are a frame, and a size within the recorded bounds.
    fn validate_box(&self, node: &Node, index: usize, c: usize) -> Result<(), Invalid> {
        let fail = |what: &str| Err(Invalid::new(format!("box {c} of node {index} {what}")));
        let axes = node.axes(c);
        let skew = (axes.transpose() * axes - Matrix3::identity()).norm();
        if !(skew <= MAX_AXES_SKEW && axes.determinant() > 0.0) {
            return fail("has no right-handed orthonormal axes");
        }
        // Sums of squares of `f32` numbers cannot overflow in `f64`.
        if !(node.half(c).norm() <= f64::from(self.largest_half())
            && node.center(c).norm() <= f64::from(self.largest_center()))
        {
            return fail("exceeds the recorded largest box");
        }
        Ok(())
    }

    /// Are the triangles of a leaf in the boxes above it and in the bounding sphere?
    fn validate_contents(&self, leaf: &Leaf, boxes: &[BoxIndex]) -> Result<(), Invalid> {
        let origin = Vector3::from(self.origin());
        // Scaled, as squares of the largest and smallest coordinates leave the range of `f64`.
        let scale = unit_scale(self.sphere_radius());
        for c in 0..leaf.used() {
            let id = leaf.ids[c];
            for corner in self.triangle(leaf, c) {
                for &(index, child) in boxes {
                    let node = &self.nodes()[index];
                    let from_center = (corner.coords - origin) - node.center(child);
                    let along = node.axes(child).transpose() * from_center;
                    let half = node.half(child);
                    if !(0..3).all(|a| along[a].abs() <= half[a]) {
                        return Err(Invalid::new(format!(
                            "box {child} of node {index} does not contain triangle {id}"
                        )));
                    }
                }
                let from_center = corner.coords - Vector3::from(self.sphere_center());
                if !((from_center * scale).norm() <= self.sphere_radius() * scale) {
                    return Err(Invalid::new(format!(
                        "the bounding sphere does not contain triangle {id}"
                    )));
                }
            }
        }
        Ok(())
    }
}
