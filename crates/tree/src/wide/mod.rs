//! The wide tree: four boxes a node, each with its own orientation, four triangles a leaf, laid out
//! for vector units.
//!
//! A node against a node is sixteen box pairs. Coordinates are stored component by component over
//! the four children (structure of arrays), so that the A side is read by 128-bit broadcasts and the
//! B side is rotated once for all four of A's children.

mod pack;
mod packed_leaf;
mod small_node;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::Triangle;

use crate::invalid::Invalid;
pub use pack::Packing;
pub use packed_leaf::PackedLeaves;
pub use small_node::SmallNode;

/// Four boxes in `f32`, in the tree's frame: mesh coordinates minus [`Tree::origin`].
///
/// The `f32` numbers *are* the box: all `x` with `|axis_a . (x - centre)| <= half_a`. Axes are
/// orthonormal to 6 * 2^-24 (Frobenius norm of `A^T A - I`) and right-handed; half sides are rounded
/// up so that each box contains its triangles exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Node {
    /// `frame[k][a][c]`: component `k` of axis `a` of child `c`; `a = 3` is the centre.
    pub frame: [[[f32; 4]; 4]; 3],
    /// `half[a][c]`: half side of child `c` along its axis `a`.
    pub half: [[f32; 4]; 3],
    /// What each box holds.
    pub child: [Child; 4],
}

/// A reference to a node, a leaf, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Child(u32);

impl Child {
    /// The place is empty: nothing to descend into.
    pub const EMPTY: Self = Self(u32::MAX);
    const LEAF: u32 = 1 << 31;

    /// Node number `index`.
    #[must_use]
    pub fn node(index: u32) -> Self {
        debug_assert!(index < Self::LEAF);
        Self(index)
    }

    /// Leaf number `index`.
    #[must_use]
    pub fn leaf(index: u32) -> Self {
        debug_assert!(index < Self::LEAF - 1);
        Self(index | Self::LEAF)
    }

    /// Is this a leaf? Not for [`Child::EMPTY`].
    #[inline]
    #[must_use]
    pub fn is_leaf(self) -> bool {
        self.0 >= Self::LEAF && self != Self::EMPTY
    }

    /// Number among the nodes or among the leaves.
    #[inline]
    #[must_use]
    pub fn index(self) -> u32 {
        self.0 & !Self::LEAF
    }

    /// The 32 bits: the top one marks a leaf, all ones an empty place.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

/// Up to four triangles in `f32`, in mesh coordinates.
///
/// Unused places repeat the leaf's first triangle and have the id [`Leaf::NO_TRIANGLE`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Leaf {
    /// `corners[k][v][c]`: component `k` of corner `v` of triangle `c`. Exact if the mesh is `f32`,
    /// else rounded to nearest; see [`Tree::exact`].
    pub corners: [[[f32; 4]; 3]; 3],
    /// The caller's triangle numbers.
    pub ids: [u32; 4],
}

impl Leaf {
    /// The id of an unused place.
    pub const NO_TRIANGLE: u32 = u32::MAX;

    /// The leaf of one to four triangles. `corners` gives those of a triangle by its number; beyond
    /// the largest `f32` they become that.
    #[must_use]
    pub fn of(ids: &[u32], corners: impl Fn(u32) -> [[f64; 3]; 3]) -> Self {
        debug_assert!((1..=4).contains(&ids.len()));
        let mut leaf = Self { corners: [[[0.0; 4]; 3]; 3], ids: [Self::NO_TRIANGLE; 4] };
        for c in 0..4 {
            let id = ids[if c < ids.len() { c } else { 0 }];
            if c < ids.len() {
                leaf.ids[c] = id;
            }
            for (v, x) in corners(id).into_iter().enumerate() {
                for k in 0..3 {
                    leaf.corners[k][v][c] = (x[k] as f32).clamp(-f32::MAX, f32::MAX);
                }
            }
        }
        leaf
    }

    /// How many places hold a triangle, 1 to 4; they are the first.
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.ids.iter().position(|&id| id == Self::NO_TRIANGLE).unwrap_or(4)
    }
}

/// Boxes, triangles and the little that a query has to know about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Depth-first, the root node first; none if they are stored in `small_nodes`.
    pub nodes: Vec<Node>,
    /// The nodes of a packed tree.
    pub small_nodes: Vec<SmallNode>,
    /// In the order in which the nodes name them, so that the leaves below a node stand together;
    /// none if they are stored in `packed_leaves`.
    pub leaves: Vec<Leaf>,
    /// The leaves of a packed tree.
    pub packed_leaves: PackedLeaves,
    /// The corners of every triangle, by the caller's number, if the mesh's coordinates are not all
    /// `f32` numbers; else empty, and the leaves are exact.
    pub exact: Vec<Triangle>,
    /// What node coordinates are relative to, in mesh coordinates.
    pub origin: [f64; 3],
    /// The middle of a ball around the mesh.
    pub sphere_center: [f64; 3],
    /// Radius of that ball, rounded up: it contains every vertex exactly.
    pub sphere_radius: f64,
    /// Largest length of a child's half-side vector over all nodes, rounded up.
    pub largest_half: f32,
    /// Largest length of a child's centre over all nodes, rounded up.
    pub largest_center: f32,
}

/// How far a box's axes may be from orthonormal (Frobenius norm of `A^T A - I`): what lemma 1 of the
/// culling test in `query` assumes. Rounding an orthonormal frame to `f32` gives no more.
pub const MAX_AXES_SKEW: f64 = 6.0 / (1_u32 << 24) as f64;

impl Node {
    /// The axes of one child's box as columns, exactly.
    #[must_use]
    pub fn axes(&self, child: usize) -> Matrix3<f64> {
        Matrix3::from_fn(|k, a| f64::from(self.frame[k][a][child]))
    }

    /// The centre of one child's box, relative to the tree's origin.
    #[must_use]
    pub fn center(&self, child: usize) -> Vector3<f64> {
        Vector3::from_fn(|k, _| f64::from(self.frame[k][3][child]))
    }

    /// The half sides of one child's box.
    #[must_use]
    pub fn half(&self, child: usize) -> Vector3<f64> {
        Vector3::from_fn(|a, _| f64::from(self.half[a][child]))
    }
}

impl Tree {
    /// Bytes of everything the tree holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.small_nodes[..])
            + size_of_val(&self.leaves[..])
            + self.packed_leaves.bytes()
            + size_of_val(&self.exact[..])
    }

    /// How many triangles the leaves hold.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.leaves().flat_map(|(_, leaf)| leaf.ids).filter(|&id| id != Leaf::NO_TRIANGLE).count()
    }

    /// How many boxes the longest way from the root node's children to a leaf passes, both ends
    /// counted.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack = vec![(0_u32, 1)];
        while let Some((index, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            let inner = |child: &Child| !child.is_leaf() && *child != Child::EMPTY;
            let children = self.node(index as usize).child.into_iter().filter(inner);
            stack.extend(children.map(|child| (child.index(), depth + 1)));
        }
        deepest
    }

    /// Walks every invariant: nodes stand behind their parent, every node and leaf is named once and
    /// in order, each triangle is in one leaf place, every box contains all triangles below it, axes
    /// are orthonormal and right-handed, the ball and the recorded largest box hold for all.
    ///
    /// Containment is computed in `f64`, whose rounding could blame a box that holds a corner by less
    /// than 2^-49 of the coordinates. Built boxes have that margin on top, so a right tree passes.
    ///
    /// # Errors
    /// The first thing found wrong, with the node, leaf or triangle named.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.walk(true)
    }

    /// [`Tree::validate`] but for what boxes and ball contain: linear in the size of the tree, and a
    /// hundredth of the time of building it. A tree that passes can be queried without harm.
    ///
    /// # Errors
    /// The first thing found wrong, with the node, leaf or triangle named.
    pub fn validate_shape(&self) -> Result<(), Invalid> {
        self.walk(false)
    }

    fn walk(&self, contents: bool) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid(text));
        if self.node_count() == 0 {
            return fail("there is no root node".to_owned());
        }
        if !(self.nodes.is_empty() || self.small_nodes.is_empty())
            || !(self.leaves.is_empty() || self.packed_leaves.is_empty())
        {
            return fail("nodes or leaves are stored in two ways".to_owned());
        }
        self.validate_leaves()?;
        let mut leaves = self.leaves();
        let mut next_node = 1;
        // The boxes above a node must contain its triangles as well: (node, child) pairs.
        let mut stack = vec![(0_usize, Vec::<(usize, usize)>::new())];
        while let Some((index, above)) = stack.pop() {
            let node = self.node(index);
            let mut below = Vec::new();
            for c in 0..4 {
                let child = node.child[c];
                if child == Child::EMPTY {
                    continue;
                }
                self.validate_box(index, c)?;
                let mut boxes = Vec::new();
                if contents {
                    boxes.extend(above.iter().chain([&(index, c)]));
                }
                if child.is_leaf() {
                    let Some((_, leaf)) = leaves.next().filter(|(at, _)| *at == child.index())
                    else {
                        return fail(format!("node {index} names leaf {}", child.index()));
                    };
                    if contents {
                        self.validate_contents(&leaf, &boxes)?;
                    }
                } else {
                    if child.index() as usize >= self.node_count() {
                        return fail(format!("node {index} names node {}", child.index()));
                    }
                    below.push((child.index() as usize, boxes));
                }
            }
            if let Some((first, _)) = below.first()
                && *first != index + 1
            {
                return fail(format!("node {first} does not stand behind node {index}"));
            }
            if index + 1 != next_node {
                return fail(format!("node {index} is not in depth-first order"));
            }
            next_node += 1;
            stack.extend(below.into_iter().rev());
        }
        if next_node != self.node_count() + 1 || leaves.next().is_some() {
            return fail("a node or a leaf is in no place of the tree".to_owned());
        }
        Ok(())
    }

    /// Each triangle once, unused places behind the used ones and repeating the first.
    fn validate_leaves(&self) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid(text));
        let mut named = vec![false; self.triangles()];
        if !self.exact.is_empty() && self.exact.len() != named.len() {
            return fail(format!("{} exact triangles for {}", self.exact.len(), named.len()));
        }
        for (index, leaf) in self.leaves() {
            for c in 0..4 {
                if leaf.ids[c] == Leaf::NO_TRIANGLE {
                    let repeats = |c: usize| leaf.corners.map(|rows| rows.map(|row| row[c]));
                    if c == 0 || repeats(c) != repeats(0) {
                        return fail(format!(
                            "place {c} of leaf {index} is neither used nor a copy"
                        ));
                    }
                } else if c > 0 && leaf.ids[c - 1] == Leaf::NO_TRIANGLE {
                    return fail(format!("leaf {index} has an unused place before a used one"));
                } else {
                    match named.get_mut(leaf.ids[c] as usize) {
                        Some(seen) if !*seen => *seen = true,
                        _ => return fail(format!("triangle {} is there twice", leaf.ids[c])),
                    }
                }
            }
        }
        Ok(())
    }

    fn validate_box(&self, index: usize, c: usize) -> Result<(), Invalid> {
        let fail = |what: &str| Err(Invalid(format!("box {c} of node {index} {what}")));
        let node = self.node(index);
        let axes = node.axes(c);
        let skew = (axes.transpose() * axes - Matrix3::identity()).norm();
        if !(skew <= MAX_AXES_SKEW && axes.determinant() > 0.0) {
            return fail("has no right-handed orthonormal axes");
        }
        // `hypot`-like sums of `f32` squares cannot overflow in `f64`.
        if !(node.half(c).norm() <= f64::from(self.largest_half)
            && node.center(c).norm() <= f64::from(self.largest_center))
        {
            return fail("exceeds the recorded largest box");
        }
        Ok(())
    }

    fn validate_contents(&self, leaf: &Leaf, boxes: &[(usize, usize)]) -> Result<(), Invalid> {
        let origin = Vector3::from(self.origin);
        for c in 0..4 {
            let id = leaf.ids[c];
            if id == Leaf::NO_TRIANGLE {
                continue;
            }
            for corner in self.triangle(leaf, c) {
                for &(index, child) in boxes {
                    let node = self.node(index);
                    let from_center = (corner.coords - origin) - node.center(child);
                    let along = node.axes(child).transpose() * from_center;
                    let half = node.half(child);
                    if !(0..3).all(|a| along[a].abs() <= half[a]) {
                        return Err(Invalid(format!(
                            "box {child} of node {index} does not contain triangle {id}"
                        )));
                    }
                }
                // Scaled, as squares of the largest and smallest coordinates leave the range of f64.
                let from_center = corner.coords - Vector3::from(self.sphere_center);
                let scale = obbtree_predicates::unit_scale(self.sphere_radius);
                if !((from_center * scale).norm() <= self.sphere_radius * scale) {
                    return Err(Invalid(format!("the ball does not contain triangle {id}")));
                }
            }
        }
        Ok(())
    }

    /// The triangle at one place of a leaf of this tree, as the mesh has it.
    #[inline]
    #[must_use]
    pub fn triangle(&self, leaf: &Leaf, place: usize) -> Triangle {
        let Leaf { corners, ids } = leaf;
        let id = if ids[place] == Leaf::NO_TRIANGLE { ids[0] } else { ids[place] };
        self.exact.get(id as usize).copied().unwrap_or_else(|| {
            [0, 1, 2].map(|v| Point3::from([0, 1, 2].map(|k| f64::from(corners[k][v][place]))))
        })
    }
}
