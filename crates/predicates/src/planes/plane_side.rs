//! On which side of a placed plane is a placed point? A filter in `f64`, then exact arithmetic.

use nalgebra::Point3;

use crate::exact::exact_plane_side;
use crate::numbers::rounding::{ROUNDOFF, TINY, certified, larger, place_error};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// The side of the plane through three placed points on which a placed point is: 1 where the three
/// are seen counterclockwise, -1 on the other side, 0 in the plane, or if the three lie on one
/// line.
///
/// Certain: the sign that exact arithmetic gives. Each point is in the frame of its body and placed
/// by the pose of its body.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, plane_side};
/// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// let side = |z: f64| plane_side(&Point3::new(5.0, 7.0, z), &here, &plane, &here);
/// assert_eq!([side(5e-324), side(0.0), side(-1.0)], [1, 0, -1]);
/// ```
#[must_use]
pub fn plane_side(point: &Point3<f64>, pose: &Pose, plane: &Triangle, pose_plane: &Pose) -> i8 {
    let [p, q, r] = plane.each_ref().map(|corner| pose_plane.place(corner));
    let x = pose.place(point);
    let (u, v, w) = (q - p, r - p, x - p);
    let size = larger(larger(u.amax(), v.amax()), w.amax());
    // Differences of placed points: what placing rounds, twice, and a rounding of their own. A
    // volume of three columns is off by 4 times the products of sizes for each, and by 48 roundoffs
    // for evaluation.
    let eta = place_error(plane, pose_plane) * 2.0 + place_error(&[*point], pose) + ROUNDOFF * size;
    let all = size + eta;
    let bound = all * all * (12.0 * eta + 64.0 * ROUNDOFF * all) + TINY * (1.0 + all);
    let is_level = |k: usize| plane.iter().all(|corner| corner[k] == point[k]);
    match certified(u.cross(&v).dot(&w), bound) {
        // One coordinate in common: four points of one plane, wherever it is put.
        0 if pose == pose_plane && (0..3).any(is_level) => 0,
        0 => exact_plane_side(point, pose, plane, pose_plane),
        side => side,
    }
}
