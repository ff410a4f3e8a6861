//! Does a placed triangle meet a solid cylinder, cone or frustum of a cone? Certain.

use nalgebra::Point3;

use crate::exact::exact_meets_frustum;
use crate::pose::placement::Placement;
use crate::tri_tri::{Stages, triangles_closer};
use crate::triangle::Triangle;

/// Whether a closed triangle of A meets the solid between two discs about an axis of B: a cylinder
/// if the radii are equal, a cone if one is 0. Touching counts.
///
/// The ends of the axis are in B's frame, different from each other, and placed by B's pose; the
/// discs are perpendicular to the placed axis, and the radii, of at least 0, are lengths in the
/// world. Certain: the answer of exact arithmetic on the numbers given. A triangle farther from the
/// axis than both radii is rejected in `f64`; `stages` counts that.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, PoseError, Stages, meets_frustum};
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let axis = [[1.0, 1.0, 0.0], [1.0, 1.0, 3.0]].map(Point3::from);
/// let meets = |radii, z: f64| {
///     let placement = Placement::new(&Pose::identity(), &Pose::from_translation([-2.0, 0.0, z])?);
///     let stages = &mut Stages::default();
///     Ok::<_, PoseError>(meets_frustum(&triangle, &axis, radii, &placement, stages))
/// };
/// assert!(meets([1.0, 1.0], 0.0)?); // the cylinder touches an edge
/// assert!(!meets([1.0_f64.next_down(), 1.0], 0.0)?); // a frustum, narrower there
/// assert!(meets([0.5, 2.0], -3.0)?);
/// # Ok::<(), PoseError>(())
/// ```
#[must_use]
pub fn meets_frustum(
    triangle: &Triangle,
    axis: &[Point3<f64>; 2],
    radii: [f64; 2],
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    let [a, b] = *axis;
    let radius = radii[0].max(radii[1]);
    if !triangles_closer(triangle, &[a, b, b], placement, radius, stages) {
        return false;
    }
    stages.big += 1;
    exact_meets_frustum(triangle, &placement.pose_a, axis, radii, &placement.pose_b)
}
