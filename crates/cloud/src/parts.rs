//! What a cloud consists of.

use obbtree_predicates::Aabb;

use crate::blocks::{Level, PointBlock};
use crate::cubes::{Cells, Sizes};

/// The largest number of points: 31 bits are left for a number while points are sorted.
pub(crate) const MAX_POINTS: usize = 1 << 31;

#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) points: Points,
    /// The numbers of the points, in the order of the blocks.
    pub(crate) ids: Vec<u32>,
    pub(crate) radii: Radii,
    pub(crate) largest_radius: f64,
    pub(crate) levels: Vec<Level>,
    pub(crate) given: usize,
    /// Of those given, so many are left out, as they are nowhere.
    pub(crate) left_out: usize,
    /// What boxes and relative points are relative to.
    pub(crate) origin: [f64; 3],
    /// The exact box around the points, or around cubes.
    pub(crate) aabb: Aabb,
    /// No box or point reaches farther from the origin.
    pub(crate) size: f64,
}

#[derive(Clone, Debug)]
pub(crate) enum Points {
    Single(Vec<PointBlock<f32>>),
    Double(Vec<PointBlock<f64>>),
    Cells(Cells),
}

/// What is around a point.
#[derive(Clone, Debug)]
pub(crate) enum Radii {
    One,
    /// In the order of the blocks.
    Each(Vec<f64>),
    /// Cubes, not spheres. Boxes hold them.
    Cubes(Sizes),
}
