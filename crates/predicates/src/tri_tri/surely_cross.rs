//! Two triangles that cross wherever one of them is within a distance of its place: by the `f64`
//! filter alone.

use super::prepared::sides_cross;
use super::side::Side;
use crate::numbers::bounds::UpperBound;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// A matrix of a pose is within 1e-4 of a rotation: no length is more than this times as long in
/// A's frame.
const LONGEST: f64 = 1.001;

/// Whether an edge of one triangle certainly crosses the other, wherever B is: moved from its place
/// by any vector of the world that is at most `shift` long.
///
/// Frames as for [`triangles_meet`](crate::triangles_meet). `false` proves nothing. *Proof.* In A's
/// frame no component of B's corners changes by more than the length of the shift there, which is
/// added to the bound of their error; so a certain answer of the filter holds for all of these
/// positions. *End.*
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, triangles_surely_cross};
/// let a = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let through = [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 1.0, 1.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// assert!(triangles_surely_cross(&a, &through, &here, 0.01));
/// assert!(!triangles_surely_cross(&a, &through, &here, 1.5)); // it may be above
/// ```
#[must_use]
pub fn triangles_surely_cross(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    shift: f64,
) -> bool {
    let mut b = Side::of_b(b, placement);
    let of_shift = UpperBound::from(LONGEST) * UpperBound::from(shift);
    b.error = (UpperBound::from(b.error) + of_shift).get();
    sides_cross(&Side::of_a(a), &b)
}
