//! Where a ray first meets a placed triangle: certain, with an interval for the parameter.
//!
//! All in the frame of the mesh ([`super::ray_in_mesh`]). A filter in `f64` comes first
//! ([`super::ray_filter`]). Where the transformation to the mesh's frame rounded nothing, as
//! without a rotation, a ray often passes exactly through edges or along planes: integers of 64
//! bits come next (`exact::rays::on_grid`). Then the same filter in double words; then integers of
//! any length (`exact::rays::parameter`). The triangle is closed, so a ray through a common edge
//! meets both triangles: no ray slips through.

use std::cmp::Ordering;

use super::ray::Ray;
use super::ray_filter::{Rounded, rounded};
use super::ray_in_mesh::RayInMesh;
use crate::exact::{RayOnGrid, exact_order_along_ray, exact_ray_parameter};
use crate::numbers::double_double::Double;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// The least `t` at which the ray is in the closed placed triangle, as an interval
/// `[lower, upper]`; `None` if they do not meet.
///
/// Certain: whether they meet is what exact arithmetic says, and the exact `t` is in the interval,
/// whose width is at most 2^-40 of `upper`, or one step between neighbouring numbers. Touching
/// counts, at an edge, at a corner, and along a triangle in whose plane the ray lies; there `t` is
/// where it enters, 0 if it begins inside. A triangle without area is the segment or point that it
/// is. The triangle is in the frame of its mesh; `t` counts lengths of the ray's direction.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, Ray, ray_hit};
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let pose = Pose::from_translation([0.0, 0.0, 1.0])?;
/// let down = |x: f64| Ray::new([x, 0.0, 5.0], [0.0, 0.0, -2.0]);
/// let [lower, upper] = ray_hit(&triangle, &pose, &down(1.0)?).expect("through an edge");
/// assert!(lower <= 2.0 && 2.0 <= upper && upper - lower < 1e-14);
/// assert!(ray_hit(&triangle, &pose, &down(4.0)?).is_some()); // through a corner
/// assert!(ray_hit(&triangle, &pose, &down(4.0_f64.next_up())?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ray_hit(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Option<[f64; 2]> {
    RayInMesh::new(ray, pose).hit(triangle, f64::INFINITY)
}

/// Which of two triangles of one placed mesh a ray meets first, in exact arithmetic; those that it
/// does not meet come last.
///
/// ```
/// use std::cmp::Ordering;
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, Ray, order_along_ray};
/// let at = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]].map(Point3::from);
/// let (here, ray) = (Pose::identity(), Ray::new([1.0, 1.0, -1.0], [0.0, 0.0, 0.1])?);
/// let order = |z, other| order_along_ray([&at(z), &at(other)], &here, &ray);
/// assert_eq!(order(0.0, 5e-324), Ordering::Less);
/// assert_eq!(order(1.0, 1.0), Ordering::Equal);
/// assert_eq!(order(-2.0, 1.0), Ordering::Greater); // behind the origin
/// # Ok::<(), obbtree_predicates::RayError>(())
/// ```
#[must_use]
pub fn order_along_ray(triangles: [&Triangle; 2], pose: &Pose, ray: &Ray) -> Ordering {
    RayInMesh::new(ray, pose).order(triangles)
}

impl RayInMesh {
    /// [`ray_hit`] of a triangle of the mesh. If the ray surely meets it beyond `last` only, it may
    /// be `None` too.
    #[must_use]
    pub fn hit(&self, triangle: &Triangle, last: f64) -> Option<[f64; 2]> {
        match rounded::<f64>(self, triangle, last) {
            Rounded::Miss => None,
            Rounded::Hit(interval) => Some(interval),
            Rounded::Unknown => self.hit_beyond_f64(triangle, last),
        }
    }

    #[inline(never)]
    fn hit_beyond_f64(&self, triangle: &Triangle, last: f64) -> Option<[f64; 2]> {
        if let Some(found) = self.on_grid().and_then(|ray| ray.parameter(triangle)) {
            return found;
        }
        match rounded::<Double>(self, triangle, last) {
            Rounded::Miss => None,
            Rounded::Hit(interval) => Some(interval),
            Rounded::Unknown => exact_ray_parameter(triangle, &self.pose, &self.ray),
        }
    }

    /// [`order_along_ray`] of two triangles of the mesh.
    #[must_use]
    pub fn order(&self, triangles: [&Triangle; 2]) -> Ordering {
        let on_grid = self.on_grid().and_then(|ray| ray.order(triangles));
        on_grid.unwrap_or_else(|| exact_order_along_ray(triangles, &self.pose, &self.ray))
    }

    fn on_grid(&self) -> Option<RayOnGrid> {
        let [origin, direction] = self.in_single_words()?;
        Some(RayOnGrid { origin, direction, is_segment: self.ray.is_segment() })
    }
}
