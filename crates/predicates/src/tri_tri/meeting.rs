//! Two triangles that meet: how many dimensions what they share has, and the sides of each other's
//! planes on which the corners are. From these, of all pairs that meet, follows how two solids
//! stand to each other; in exact arithmetic.

use crate::exact::meeting_by_width;
use crate::pose::placement::Placement;
use crate::tri_tri::meet::triangles_meet;
use crate::tri_tri::stages::Stages;
use crate::triangle::Triangle;

/// How two closed triangles meet: see [`triangle_meeting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TriangleMeeting {
    /// What they share: 0 for a point, 1 for a segment, 2 for a polygon of one plane.
    pub dimension: u8,
    /// For each corner of A, the side of B's plane on which it is: 1 where B's corners are seen
    /// counterclockwise, -1 on the other side, 0 in the plane, or if B has no area.
    pub over_b: [i8; 3],
    /// The same for B's corners over A's plane.
    pub over_a: [i8; 3],
    /// Of triangles in one plane: 1 if their normals have one direction, -1 if they are opposite.
    /// 0 for all others.
    pub facing: i8,
}

/// How two closed triangles meet; `None` if they do not.
///
/// Frames as for [`triangles_meet`]. The answer is that of exact arithmetic on the given numbers.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, triangle_meeting};
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let upright = [[1.0, 1.0, 0.0], [1.0, 1.0, 7.0], [2.0, 1.0, 0.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// let found = triangle_meeting(&floor, &upright, &here).expect("it stands on the floor");
/// assert_eq!((found.dimension, found.over_a, found.facing), (1, [0, 1, 0], 0));
/// ```
#[must_use]
pub fn triangle_meeting(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Option<TriangleMeeting> {
    if !triangles_meet(a, b, placement, &mut Stages::default()) {
        return None;
    }
    Some(meeting_of_pair(a, b, placement))
}

/// [`triangle_meeting`] of two triangles that are known to meet, as those that a search has found.
/// Of others the answer has no meaning.
#[must_use]
pub fn meeting_of_pair(a: &Triangle, b: &Triangle, placement: &Placement) -> TriangleMeeting {
    let found = meeting_by_width(a, b, placement);
    let (dimension, sides) = (found.dimension, found.sides);
    TriangleMeeting { dimension, over_b: sides.alpha, over_a: sides.beta, facing: sides.facing }
}
