//! Balls, discs and other planes against a placed plane: a filter in `f64`, then exact arithmetic.

use nalgebra::Point3;

use crate::exact::{exact_parallel, exact_rounded_side};
use crate::pose::Pose;
use crate::rounding::{ROUNDOFF, TINY, larger, place_error};
use crate::triangle::Triangle;

/// The side of the plane through three placed points on which all of a placed ball is: 1 where the three
/// are seen counterclockwise, -1 on the other side, 0 if the ball reaches the plane, or the three lie on one
/// line. With `across`, the same of the disc across the segment between two placed points, which differ.
///
/// Certain: what exact arithmetic gives. The middle and `across` are in the frame of one body and placed by
/// its pose; the radius, of at least 0, is a length in the world.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, rounded_plane_side};
/// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let (here, middle) = (Pose::identity(), Point3::new(5.0, 7.0, 2.0));
/// let side = |radius: f64| rounded_plane_side(&middle, radius, None, &here, &plane, &here);
/// assert_eq!([side(2.0_f64.next_down()), side(2.0)], [1, 0]);
/// // A disc in a vertical plane reaches as far down as the ball; a level one stays where it is.
/// let disc = |axis| rounded_plane_side(&middle, 2.0, Some(&axis), &here, &plane, &here);
/// assert_eq!(disc([Point3::origin(), Point3::new(1.0, 0.0, 0.0)]), 0);
/// assert_eq!(disc([Point3::origin(), Point3::new(0.0, 0.0, 1.0)]), 1);
/// ```
#[must_use]
pub fn rounded_plane_side(
    middle: &Point3<f64>,
    radius: f64,
    across: Option<&[Point3<f64>; 2]>,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
) -> i8 {
    let [p, q, r] = plane.each_ref().map(|corner| pose_plane.place(corner));
    let x = pose.place(middle);
    let (u, v, w) = (q - p, r - p, x - p);
    // As in `plane_side`; the reach is at most the radius times the normal, off by as much for its columns.
    let size = larger(larger(u.amax(), v.amax()), larger(w.amax(), radius));
    let eta =
        place_error(plane, pose_plane) * 2.0 + place_error(&[*middle], pose) + ROUNDOFF * size;
    let all = size + eta;
    let bound = 2.0 * all * all * (12.0 * eta + 64.0 * ROUNDOFF * all) + TINY * (1.0 + all);
    let normal = u.cross(&v);
    // Scaled: squares of small numbers would be lost.
    let scale = normal.amax();
    let length = if scale > 0.0 { (normal / scale).norm() * scale } else { 0.0 };
    let (height, reach) = (normal.dot(&w), radius * length);
    if height.abs() > reach + bound {
        return if height > 0.0 { 1 } else { -1 };
    }
    if across.is_none() && height.abs() + bound < reach {
        return 0;
    }
    exact_rounded_side(middle, radius, across, pose, plane, pose_plane)
}

/// How two placed planes that never cross stand to each other, each through three placed points; `None` for
/// planes that cross. Certain.
///
/// The first number is 1 if their normals point the same way and -1 if they are opposite. The second is the
/// side of the first plane on which the second is, 0 if they are one.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, parallel_planes};
/// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1e-300])?);
/// assert_eq!(parallel_planes(&plane, &here, &plane, &above), Some([1, 1]));
/// let tilted = [plane[0], plane[1], Point3::new(0.0, 1.0, 1e-300)];
/// assert_eq!(parallel_planes(&plane, &here, &tilted, &here), None);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn parallel_planes(
    one: &Triangle,
    pose: &Pose,
    other: &Triangle,
    pose_of_other: &Pose,
) -> Option<[i8; 2]> {
    exact_parallel(one, pose, other, pose_of_other)
}
