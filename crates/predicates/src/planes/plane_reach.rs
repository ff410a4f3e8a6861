//! Points and discs with a radius against a placed plane: a filter in `f64`, then exact arithmetic.
//! Two planes.

use super::rounded_part::RoundedPart;
use crate::exact::{exact_parallel, exact_rounded_side};
use crate::numbers::rounding::{ROUNDOFF, TINY, larger, place_error};
use crate::pose::Pose;
use crate::triangle::Triangle;

impl RoundedPart {
    /// The side of the plane through three placed points on which all of the part is, under the
    /// pose of its body: 1 where the three are seen counterclockwise, -1 on the other side, 0 if
    /// the part reaches the plane, or the three lie on one line.
    ///
    /// Certain: what exact arithmetic gives.
    ///
    /// ```
    /// use nalgebra::Point3;
    /// use obbtree_predicates::{LengthSum, Pose, RoundedPart};
    /// let plane = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
    /// let (here, middle) = (Pose::identity(), Point3::new(5.0, 7.0, 2.0));
    /// let side = |disc, radius: f64| {
    ///     let part = RoundedPart { middle, disc, radius: radius.into() };
    ///     part.side_of_plane(&here, &plane, &here)
    /// };
    /// assert_eq!([side(None, 2.0_f64.next_down()), side(None, 2.0)], [1, 0]);
    /// // A disc in a vertical plane reaches as far down as the sphere, a level one does not.
    /// let across = |axis: Point3<f64>| Some(([Point3::origin(), axis], 2.0));
    /// assert_eq!(side(across(Point3::new(1.0, 0.0, 0.0)), 0.0), 0);
    /// assert_eq!(side(across(Point3::new(0.0, 0.0, 1.0)), 0.0), 1);
    /// assert_eq!(side(across(Point3::new(0.0, 0.0, 1.0)), 2.0), 0);
    /// ```
    #[must_use]
    pub fn side_of_plane(&self, pose: &Pose, plane: &Triangle, pose_plane: &Pose) -> i8 {
        let [p, q, r] = plane.each_ref().map(|corner| pose_plane.place(corner));
        let x = pose.place(&self.middle);
        let (u, v, w) = (q - p, r - p, x - p);
        let of_disc = self.disc.map_or(0.0, |(_, radius)| radius);
        let (least, most) = (self.radius.lower().get(), self.radius.upper().get() + of_disc);
        // As in `plane_side`; the reach is at most the radius times the normal, off by as much for
        // its columns.
        let size = larger(larger(u.amax(), v.amax()), larger(w.amax(), most));
        let eta = place_error(plane, pose_plane) * 2.0
            + place_error(&[self.middle], pose)
            + ROUNDOFF * size;
        let all = size + eta;
        let bound = 2.0 * all * all * (12.0 * eta + 64.0 * ROUNDOFF * all) + TINY * (1.0 + all);
        let normal = u.cross(&v);
        // Scaled: squares of small numbers would be lost.
        let scale = normal.amax();
        let length = if scale > 0.0 { (normal / scale).norm() * scale } else { 0.0 };
        let height = normal.dot(&w);
        // A length that is not finite decides neither here nor below.
        if most == f64::INFINITY {
            return 0;
        }
        if height.abs() > most * length + bound {
            return if height > 0.0 { 1 } else { -1 };
        }
        if height.abs() + bound < least * length {
            return 0;
        }
        exact_rounded_side(self, pose, plane, pose_plane)
    }
}

/// How two placed planes that never cross stand to each other, each through three placed points;
/// `None` for planes that cross. Certain.
///
/// The first number is 1 if their normals have the same direction and -1 if they are opposite. The
/// second is the side of the first plane on which the second is, 0 if they are one.
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
