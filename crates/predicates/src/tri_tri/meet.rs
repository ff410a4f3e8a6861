//! Two placed triangles: do they share a point, and how?
//!
//! A pair goes through stages that are increasingly slow and decide increasingly more: the two plane
//! rejections and the certified signs of [`super::filter`], then [`exact_contact`], which decides all
//! pairs. A stage answers only what it has proven, so the answer is that of exact arithmetic, whichever
//! stage gives it.
//!
//! Coordinates and translations are at most [`crate::MAX_COORDINATE`]; `Mesh` and `Pose` check this.

use super::filter::{Undecided, past_planes};
use super::stages::Stages;
use crate::exact::{Contact, exact_contact};
use crate::placement::Placement;
use crate::triangle::Triangle;

/// Whether two closed triangles share a point; touching counts.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. The answer is
/// that of exact arithmetic on the given numbers. `stages` counts which stage gave it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let mut stages = Stages::default();
/// let mut meet_moved_by = |x: f64| {
///     let placement = Placement::new(&Pose::identity(), &Pose::from_translation([x, 0.0, 0.0])?);
///     Ok::<_, obbtree_predicates::PoseError>(triangles_meet(&triangle, &triangle, &placement, &mut stages))
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
    let Some(undecided) = past_planes(a, b, placement) else {
        stages.planes += 1;
        return false;
    };
    meet_past_planes(&undecided, a, b, placement, stages)
}

/// [`triangles_meet`] for callers whose own fast kernel could not decide the pair. The answer is the
/// same. The plane rejections run once more in `f64` and count as `filter`.
#[inline(never)]
#[must_use]
pub fn triangles_meet_past_kernel(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    let Some(undecided) = past_planes(a, b, placement) else {
        stages.filter += 1;
        return false;
    };
    meet_past_planes(&undecided, a, b, placement, stages)
}

/// Not inlined: the planes decide most pairs, and the loop around them should stay small.
#[inline(never)]
fn meet_past_planes(
    undecided: &Undecided,
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    if let Some(contact) = undecided.decide() {
        stages.filter += 1;
        return contact != Contact::Free;
    }
    stages.exact += 1;
    exact_contact(a, &placement.pose_a, b, &placement.pose_b) != Contact::Free
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
    let Some(undecided) = past_planes(a, b, placement) else {
        return Contact::Free;
    };
    undecided.decide().unwrap_or_else(|| exact_contact(a, &placement.pose_a, b, &placement.pose_b))
}
