//! Two capsules.

use crate::closest::dist_sq_segment_segment;
use crate::{Capsule, Real};

/// Whether two closed capsules share a point.
///
/// Both are in one frame and unit, the caller's. A capsule whose ends coincide is a sphere; one of
/// radius 0 is a segment. Parallel axes are no special case. The answer is correct unless the gap
/// or the overlap is below 32 ε of the largest absolute coordinate, also for nearly parallel axes.
/// Source: Ericson 4.5.1 and 5.1.9.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Capsule, Segment, overlap};
/// let capsule = |start, end, radius| Capsule { axis: Segment { start, end }, radius };
/// let a = capsule(Point3::origin(), Point3::new(4.0, 0.0, 0.0), 1.0);
/// let across = |z| capsule(Point3::new(2.0, -3.0, z), Point3::new(2.0, 3.0, z), 0.5);
/// assert!(overlap::capsule_capsule(&a, &across(1.5))); // touching
/// assert!(!overlap::capsule_capsule(&a, &across(1.75)));
/// ```
#[inline]
#[must_use]
pub fn capsule_capsule<T: Real>(a: &Capsule<T>, b: &Capsule<T>) -> bool {
    let reach = a.radius + b.radius;
    dist_sq_segment_segment(&a.axis, &b.axis) <= reach * reach
}
