//! The tree: its parts, accessors, and what can be counted.
//!
//! Checked construction is in `validate`.

use std::sync::OnceLock;

use nalgebra::Point3;
use obbtree_mesh::Mesh;
use obbtree_predicates::Triangle;

use super::child::Child;
use super::copies::Copies;
use super::leaf::Leaf;
use super::leaf_boxes::LeafBoxes;
use super::node::Node;
use super::root_box::RootBox;

/// The largest depth of a valid tree, in the levels that [`Tree::depth`] counts.
///
/// The builder keeps it (below level 64 it halves sets, and a leaf is at most 15 levels further
/// down), and [`Tree::from_parts`] refuses a deeper tree. So the work of a walk that does something
/// for each box on the path to a leaf is linear in the size of the tree, whatever a file says.
pub const MAX_DEPTH: usize = 79;

/// Four boxes a node, four triangles a leaf, and the few numbers that a query needs about them.
///
/// A tree is made by a builder, by a reader, or by [`Tree::from_parts`], which checks it. It does
/// not change afterwards, and can be shared by any number of threads.
#[derive(Clone, Debug)]
pub struct Tree {
    parts: TreeParts,
    root_box: RootBox,
    leaf_boxes: LeafBoxes,
    /// See [`Tree::least_numbers`].
    pub(super) least_numbers: OnceLock<Box<[[u32; 4]]>>,
    /// See [`Tree::copies`].
    pub(super) copies: OnceLock<Copies>,
    /// See [`Tree::outliers`].
    pub(super) outliers: OnceLock<Option<Box<Outliers>>>,
}

/// The triangles of a tree in two parts: all but a few, and those that reach far beyond these.
#[derive(Clone, Debug)]
pub struct Outliers {
    /// A tree of all other triangles; their numbers are those of the mesh.
    pub others: Tree,
    /// The outliers, with their numbers in the mesh.
    pub triangles: Vec<(u32, Triangle)>,
}

/// Trees are equal if their parts are.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// Everything that a [`Tree`] consists of.
///
/// Nothing is checked here; [`Tree::from_parts`] does. The default is empty, which is no tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeParts {
    /// The nodes in depth-first order, the root first.
    pub nodes: Vec<Node>,
    /// The leaves in the order in which the nodes refer to them, so that the leaves below a node
    /// are consecutive.
    pub leaves: Vec<Leaf>,
    /// The mesh, whose vertices and triangles are shared and not copied, if its coordinates are not
    /// all `f32` numbers; else `None`, and the leaves are exact.
    pub exact: Option<Mesh>,
    /// What node coordinates are relative to, in mesh coordinates.
    pub origin: [f64; 3],
    /// Centre of a bounding sphere of the mesh, in mesh coordinates.
    pub sphere_center: [f64; 3],
    /// Radius of that sphere, rounded up: it contains every vertex exactly.
    pub sphere_radius: f64,
    /// Largest length of a box's half-side vector over all nodes, rounded up.
    pub largest_half: f32,
    /// Largest distance of a box's centre from the origin over all nodes, rounded up.
    pub largest_center: f32,
}

impl TreeParts {
    /// A box around the whole mesh: [`Tree::root_box`].
    #[must_use]
    pub fn root_box(&self) -> RootBox {
        // Without a mesh the leaves are exact.
        RootBox::of(self.nodes.first(), self.origin, self.exact.as_ref(), &self.leaves)
            .in_sphere(self.sphere_center, self.sphere_radius)
    }

    /// How well the boxes of the leaves fit their triangles: [`Tree::leaf_boxes`].
    #[must_use]
    pub fn leaf_boxes(&self) -> LeafBoxes {
        LeafBoxes::of(&self.nodes, &self.leaves)
    }

    /// The tree of these parts and of the two about them, which are not checked: for builders that
    /// find both at the same time. See [`Tree::from_parts_unchecked`].
    #[must_use]
    pub fn into_tree(self, root_box: RootBox, leaf_boxes: LeafBoxes) -> Tree {
        let (least_numbers, copies, outliers) = Default::default();
        Tree { parts: self, root_box, leaf_boxes, least_numbers, copies, outliers }
    }
}

/// Access to the parts.
impl Tree {
    /// The tree of these parts, which are not checked.
    ///
    /// For builders, whose parts are valid by construction. A query of an invalid tree may panic or
    /// answer wrongly; it is never undefined behaviour. Use [`Tree::from_parts`] for everything
    /// else.
    #[inline]
    #[must_use]
    pub fn from_parts_unchecked(parts: TreeParts) -> Self {
        let (root_box, leaf_boxes) = (parts.root_box(), parts.leaf_boxes());
        parts.into_tree(root_box, leaf_boxes)
    }

    /// A box around the whole mesh, in `f64` and in mesh coordinates.
    #[inline]
    #[must_use]
    pub fn root_box(&self) -> &RootBox {
        &self.root_box
    }

    /// How well the boxes of the leaves fit their triangles.
    #[inline]
    #[must_use]
    pub fn leaf_boxes(&self) -> &LeafBoxes {
        &self.leaf_boxes
    }

    /// The parts, to be changed and checked again.
    #[inline]
    #[must_use]
    pub fn into_parts(self) -> TreeParts {
        self.parts
    }

    /// The nodes in depth-first order, the root first.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.parts.nodes
    }

    /// The leaves in the order in which the nodes refer to them.
    #[inline]
    #[must_use]
    pub fn leaves(&self) -> &[Leaf] {
        &self.parts.leaves
    }

    /// The mesh, which has the exact corners; `None` if all coordinates are `f32` numbers, so that
    /// the leaves are exact.
    #[inline]
    #[must_use]
    pub fn exact(&self) -> Option<&Mesh> {
        self.parts.exact.as_ref()
    }

    /// What node coordinates are relative to, in mesh coordinates.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> [f64; 3] {
        self.parts.origin
    }

    /// What the corners in leaves are relative to, in mesh coordinates: zero if all coordinates
    /// are `f32` numbers, which the leaves then hold exactly; else [`origin`](Self::origin), so
    /// that what rounding loses depends on the size of the mesh and not on its place.
    #[inline]
    #[must_use]
    pub fn leaf_origin(&self) -> [f64; 3] {
        if self.parts.exact.is_none() { [0.0; 3] } else { self.parts.origin }
    }

    /// Centre of a bounding sphere of the mesh, in mesh coordinates.
    #[inline]
    #[must_use]
    pub fn sphere_center(&self) -> [f64; 3] {
        self.parts.sphere_center
    }

    /// Radius of the bounding sphere, rounded up: it contains every vertex exactly.
    #[inline]
    #[must_use]
    pub fn sphere_radius(&self) -> f64 {
        self.parts.sphere_radius
    }

    /// Largest length of a box's half-side vector over all nodes, rounded up.
    #[inline]
    #[must_use]
    pub fn largest_half(&self) -> f32 {
        self.parts.largest_half
    }

    /// Largest distance of a box's centre from [`origin`](Self::origin) over all nodes, rounded up.
    #[inline]
    #[must_use]
    pub fn largest_center(&self) -> f32 {
        self.parts.largest_center
    }

    /// The triangle in one slot of a leaf of this tree, exactly as the mesh has it.
    #[inline]
    #[must_use]
    pub fn triangle(&self, leaf: &Leaf, slot: usize) -> Triangle {
        let Leaf { corners, ids } = leaf;
        match self.exact() {
            Some(mesh) => {
                let id = if ids[slot] == Leaf::NO_TRIANGLE { ids[0] } else { ids[slot] };
                mesh.triangle(id as usize)
            }
            None => {
                [0, 1, 2].map(|v| Point3::from([0, 1, 2].map(|k| f64::from(corners[k][v][slot]))))
            }
        }
    }
}

/// Statistics.
impl Tree {
    /// The number of nodes.
    #[inline]
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes().len()
    }

    /// The number of leaves.
    #[inline]
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.leaves().len()
    }

    /// The number of triangles in all leaves, which are counted.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        let ids = self.leaves().iter().flat_map(|leaf| leaf.ids);
        ids.filter(|&id| id != Leaf::NO_TRIANGLE).count()
    }

    /// Depth of the tree: the number of nodes on the longest path down from the root, which is the
    /// number of boxes on the longest path to a leaf. At most [`MAX_DEPTH`].
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack = vec![(0_u32, 1)];
        while let Some((index, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            let children = self.nodes()[index as usize].child;
            let inner = children.into_iter().filter(|child| child.is_node());
            stack.extend(inner.map(|child: Child| (child.index(), depth + 1)));
        }
        deepest
    }

    /// Bytes of all nodes and leaves, and of the [exact](Self::exact) mesh, although others may
    /// share it: 12 a triangle and 24 a vertex, of which there are half as many as triangles if
    /// triangles share them, and three times as many if they share none.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes()) + size_of_val(self.leaves()) + self.exact().map_or(0, Mesh::bytes)
    }
}
