//! The wide tree: four boxes a node, each with its own orientation, four triangles a leaf, laid out
//! for vector units.
//!
//! A node against a node is sixteen box pairs. Coordinates are stored component by component over
//! the four children (structure of arrays), so that the A side is read by 128-bit broadcasts and the
//! B side is rotated once for all four of A's children.

use obbtree_geom::Triangle;

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
}

/// Boxes, triangles and the little that a query has to know about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Breadth-first or depth-first, the root node first. Never empty.
    pub nodes: Vec<Node>,
    /// In the order in which the nodes name them.
    pub leaves: Vec<Leaf>,
    /// The corners of every triangle, by the caller's number, if the mesh's coordinates are not all
    /// `f32` numbers; else empty, and the leaves are exact.
    pub exact: Vec<Triangle>,
    /// What node coordinates are relative to, in mesh coordinates.
    pub origin: [f64; 3],
    /// The middle of a ball around the mesh.
    pub ball_center: [f64; 3],
    /// Radius of that ball, rounded up: it contains every vertex exactly.
    pub ball_radius: f64,
    /// Largest length of a child's half-side vector over all nodes, rounded up.
    pub largest_half: f32,
    /// Largest length of a child's centre over all nodes, rounded up.
    pub largest_center: f32,
}
