//! An interval of a motion, as a search sees it, and the pairs of nodes that wait for shorter
//! intervals.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{Placement, UpperBound};

/// Two bodies around the middle of an interval of time.
///
/// At any time of the interval, each point `p` of a body is at its place in `placement`, plus `s`
/// times the [`Displacement`] of `p` for one `s` between -1 and 1 that is the same for all points
/// of both bodies, plus a remainder; those of a point of A and a point of B are together at most
/// [`SweptPlacement::deviation`] long.
#[derive(Clone, Debug)]
pub struct SweptPlacement {
    /// Where the bodies are in the middle.
    pub placement: Placement,
    /// The displacements of A and B from there to the end.
    pub ways: [Displacement; 2],
    /// What is not straight and even about it, and a clearance that is wanted, in the world.
    pub deviation: UpperBound,
    /// May pairs of nodes wait for shorter intervals? If not, all are descended to the triangles.
    pub may_wait: bool,
}

/// The displacement of each point of a body: an affine function of the point.
#[derive(Clone, Copy, Debug)]
pub struct Displacement {
    /// Times a point in the mesh's frame, a vector in the world.
    pub matrix: Matrix3<f64>,
    /// And this vector, in the world.
    pub vector: Vector3<f64>,
    /// The length of the displacement of every point of the body, or more.
    pub most: UpperBound,
}

impl Displacement {
    /// Of a body at rest, and of one whose displacement is all in [`SweptPlacement::deviation`].
    #[must_use]
    pub fn none() -> Self {
        Self { matrix: Matrix3::zeros(), vector: Vector3::zeros(), most: UpperBound::ZERO }
    }
}

impl SweptPlacement {
    /// By how much the distance of the bodies can be less at any time of the interval than in its
    /// middle, or more.
    pub fn reach(&self) -> UpperBound {
        self.deviation + self.ways[0].most + self.ways[1].most
    }
}

/// Pairs of nodes that a search has left for shorter intervals of time. The numbers mean
/// something to the engine alone.
#[derive(Clone, Debug, Default)]
pub struct DeferredPairs {
    pub(crate) entries: Vec<Waiting>,
}

/// Some of the pairs of boxes of two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) sides: [u32; 2],
    /// Bits of sixteen.
    pub(crate) pairs: u32,
}

impl Waiting {
    /// Nodes 0, in the form of the wide tree: with all four places.
    const ROOTS: [u32; 2] = [0xf; 2];
}

impl DeferredPairs {
    /// Starts anew, with the pair of roots.
    pub fn begin(&mut self) {
        self.entries.clear();
        self.add_roots();
    }

    /// The pair of roots.
    pub(crate) fn add_roots(&mut self) {
        self.entries.push(Waiting { sides: Waiting::ROOTS, pairs: u32::MAX });
    }

    /// How many pairs of nodes are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Leaves the first ones alone.
    pub fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }
}
