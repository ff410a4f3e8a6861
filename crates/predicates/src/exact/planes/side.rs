//! On which side of a placed plane is a placed point? In exact arithmetic.

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::grid::placed::{Placed, on_lattice};
use crate::exact::numbers::integer::{Int3, Integer, cross, difference, dot};
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
    let (point, plane) = (Placed::new(&[*point], pose), Placed::new(plane, pose_plane));
    let step = point.step().min(plane.step());
    if on_lattice(&point, step) && on_lattice(&plane, step) {
        side::<i128>(&point.on_grid(step)[0], &plane.on_grid(step))
    } else {
        side::<IBig>(&point.on_grid(step)[0], &plane.on_grid(step))
    }
}

fn side<I: Integer>(x: &Int3<I>, [p, q, r]: &[Int3<I>; 3]) -> i8 {
    dot(&cross(&difference(q, p), &difference(r, p)), &difference(x, p)).sign()
}
