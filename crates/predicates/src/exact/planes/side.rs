//! On which side of a placed plane is a placed point? In exact arithmetic.

use nalgebra::Point3;

use crate::exact::contact::heights::dot;
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::narrowest::{Question, on_narrowest_grid};
use crate::exact::numbers::integer::{Sum, difference};
use crate::exact::numbers::width::Width;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// The sign of the volume of the three points of the plane and the point.
#[cold]
#[inline(never)]
pub(crate) fn exact_plane_side(
    point: &Point3<f64>,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
) -> i8 {
    on_narrowest_grid(&SideOfFirst, [plane, &[*point; 3]], [pose_plane, pose])
}

/// On which side of the plane of the first triangle the first corner of the second is.
struct SideOfFirst;

impl Question for SideOfFirst {
    type Answer = i8;

    fn answer<W: Width>(&self, plane: &GridTriangle<W>, points: &GridTriangle<W>) -> i8 {
        dot::<W>(&plane.normal, &difference(&points.corners[0], &plane.corners[0])).sign()
    }
}
