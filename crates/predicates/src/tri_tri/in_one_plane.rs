//! Two triangles that are known to lie in one plane.

use super::planar::{Planar, planar};
use super::side::Side;
use crate::exact::shares_area_by_width;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// Do two triangles that lie in one plane, each with an area, share one too? Of other triangles the
/// answer has no meaning.
///
/// Frames as for [`triangles_meet`](crate::triangles_meet). The answer is that of exact arithmetic.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, share_area_in_plane};
/// let t = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let share_moved_by = |x: f64| {
///     let placement = Placement::new(&Pose::identity(), &Pose::from_translation([x, 0.0, 0.0])?);
///     Ok::<_, obbtree_predicates::PoseError>(share_area_in_plane(&t, &t, &placement))
/// };
/// assert!(share_moved_by(0.0)? && share_moved_by(4.0_f64.next_down())?);
/// assert!(!share_moved_by(4.0)?); // a corner
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn share_area_in_plane(a: &Triangle, b: &Triangle, placement: &Placement) -> bool {
    // Certain answers are strict: a corner surely inside, or edges that surely cross between their
    // ends, have all points around them in both.
    match planar(&Side::of_a(a), &Side::of_b(b, placement)) {
        Planar::Apart => false,
        Planar::Overlap => true,
        Planar::Unknown => shares_area_by_width(a, b, placement),
    }
}
