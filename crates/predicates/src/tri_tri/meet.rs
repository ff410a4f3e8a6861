//! Two placed triangles: do they share a point, and how?
//!
//! For single pairs; the stages, and tests of many pairs of the same triangles, are in
//! [`super::prepared`].
//!
//! Coordinates and translations are at most [`crate::MAX_COORDINATE`]; `Mesh` and `Pose` check
//! this.

use super::prepared::{Prepared, contact, meet_past_planes};
use super::stages::Stages;
use crate::exact::Contact;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// Whether two closed triangles share a point; touching counts.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. The answer
/// is that of exact arithmetic on the given numbers. `stages` counts which stage gave it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, PoseError, Stages, triangles_meet};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let mut stages = Stages::default();
/// let mut meet_moved_by = |x: f64| {
///     let pose_b = Pose::from_translation([x, 0.0, 0.0])?;
///     let placement = Placement::new(&Pose::identity(), &pose_b);
///     Ok::<_, PoseError>(triangles_meet(&triangle, &triangle, &placement, &mut stages))
/// };
/// assert!(meet_moved_by(1.0)?); // corner on corner
/// assert!(!meet_moved_by(1.0 + f64::EPSILON)?);
/// assert_eq!(stages.total(), 2);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[inline]
#[must_use]
pub fn triangles_meet(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    // B first: its plane decides about half of all pairs, and then nothing of A is needed.
    let mut b = Prepared::of_b(b, placement);
    let Some(over_b) = b.side.heights(a, b.side.error) else {
        stages.planes += 1;
        return false;
    };
    let mut a = Prepared::of_a(a);
    let Some(over_a) = a.side.heights(&b.side.corners, b.side.error) else {
        stages.planes += 1;
        return false;
    };
    meet_past_planes(placement, [&mut a, &mut b], &[over_b, over_a], stages)
}

/// How two closed triangles meet: separate, touching, or an edge of one through the interior of the
/// other.
///
/// Frames and certainty as for [`triangles_meet`].
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Contact, Placement, Pose, classify_triangles};
/// let a = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let through = [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// assert_eq!(classify_triangles(&a, &through, &here), Contact::Proper);
/// assert_eq!(classify_triangles(&a, &a, &here), Contact::Touch);
/// ```
#[must_use]
pub fn classify_triangles(a: &Triangle, b: &Triangle, placement: &Placement) -> Contact {
    contact(a, b, placement)
}
