//! What a cloud is compared with.

use obbtree_cloud::{Found, PointCloud, Region, WIDE};
use obbtree_predicates::{LengthSum, LowerBound, UpperBound};
use obbtree_simd::{Lanes, SimdLevel};

use crate::distance::Distance;

/// A hierarchy with items that points of a cloud are compared with, and the certain tests of a
/// pair.
pub(super) trait Others {
    /// A part of the hierarchy.
    type Part: Copy;
    /// Its bounding volume.
    type Region: Region;
    /// What is known of the distance of a pair before it is needed exactly.
    type Candidate;

    /// The whole of it.
    fn root(&self) -> (Self::Part, Self::Region);
    /// The square of the gap above which a pair is farther apart than a tolerance.
    fn limit_sq(&self, tolerance: f64) -> f32;
    /// Does a part have parts? Else it is an item.
    fn is_divisible(&self, part: Self::Part) -> bool;
    /// Gives the parts of a part.
    fn divide(&mut self, part: Self::Part, put: impl FnMut(Self::Part, Self::Region));
    /// Those slots of what is found that are not farther from the item than the limit.
    #[inline(always)]
    fn sift<S: Lanes>(&mut self, simd: S, found: &Found<'_, Self::Part>, limit_sq: f32) -> u32 {
        let _ = (simd, limit_sq);
        found.slots
    }
    /// The squares of the gaps between the points of what is found and the item, as
    /// [`Others::limit_sq`] has them, where the distance of a pair costs so much that the nearest
    /// is looked at first.
    #[inline(always)]
    fn gaps_sq<S: Lanes>(&mut self, simd: S, found: &Found<'_, Self::Part>) -> Option<[f32; WIDE]> {
        let _ = (simd, found);
        None
    }
    /// Is the point at a place within a tolerance of an item? Certain where the table of
    /// [`Query::collide`](crate::Query::collide) says so.
    fn within(&mut self, place: usize, item: Self::Part, tolerance: f64) -> bool;
    /// Does a pair meet for certain, of which this is known and no distance above 0?
    fn certainly_meets(&mut self, place: usize, item: Self::Part, _: Bounds) -> bool {
        self.within(place, item, 0.0)
    }
    /// The distance of the point at a place from an item, with its radius, as an interval.
    fn candidate(&mut self, place: usize, item: Self::Part) -> (Bounds, Self::Candidate);
    /// The same as narrow as it can be, with points, the cloud first; of a pair that does not meet.
    fn refined(&mut self, place: usize, item: Self::Part, of: &Self::Candidate) -> Distance;
    /// The number of an item: of a triangle, or of a point of another cloud.
    fn number(&self, item: Self::Part) -> ItemNumber;
}

/// The number of an item in what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ItemNumber {
    Triangle(u32),
    Shape,
    Point(u32),
}

/// An interval of a distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Bounds {
    /// Of points without a radius, less the lengths of radii.
    pub(super) fn less(lower: f64, upper: f64, radii: &LengthSum) -> Self {
        Self {
            lower: (LowerBound::from(lower) - radii.upper()).get(),
            upper: (UpperBound::from(upper) - radii.lower()).get(),
        }
    }
}

/// A cloud, and the instruction set to compare it on.
#[derive(Clone, Copy)]
pub(super) struct Side<'c> {
    pub(super) cloud: &'c PointCloud,
    pub(super) level: SimdLevel,
}
