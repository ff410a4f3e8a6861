//! Rays and a placed mesh: the closest hit, any hit, all hits.
//!
//! Trees offer the triangles whose boxes a ray may meet, near boxes first; whether the ray meets
//! a triangle, and which of two it meets first, is certain.

use std::cmp::Ordering;

use nalgebra::Point3;
use obbtree_predicates::{Pose, Ray, RayInMesh, Triangle};

use crate::engine::Engine;
use crate::one_tree::ray_frame::RayFrame;

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The triangle, by its number in the mesh.
    pub triangle: u32,
    /// The parameter `t` of the hit is at least this, in lengths of the ray's direction.
    pub lower: f64,
    /// It is at most this: `upper - lower` is at most 2^-40 of `upper`, or one step between
    /// neighbouring numbers. Mostly it is some roundings of `upper`, more where a triangle is
    /// thin or seen edge-on.
    pub upper: f64,
    /// The point of the ray at the middle of the interval, in the world, rounded.
    pub point: Point3<f64>,
}

impl RayHit {
    /// The middle of the interval of the parameter.
    #[must_use]
    pub fn t(&self) -> f64 {
        0.5 * self.lower + 0.5 * self.upper
    }
}

/// A triangle that was hit.
#[derive(Clone, Copy)]
struct Found {
    id: u32,
    triangle: Triangle,
    interval: [f64; 2],
}

impl Found {
    /// By exact parameter, then by number.
    fn compare(&self, other: &Self, ray: &RayInMesh) -> Ordering {
        let ([low, high], [other_low, other_high]) = (self.interval, other.interval);
        let are_numbers = low == high && other_low == other_high;
        let order = if high < other_low {
            Ordering::Less
        } else if low > other_high {
            Ordering::Greater
        } else if are_numbers {
            Ordering::Equal
        } else {
            ray.order([&self.triangle, &other.triangle])
        };
        order.then(self.id.cmp(&other.id))
    }

    fn hit(&self, ray: &Ray) -> RayHit {
        let [lower, upper] = self.interval;
        let point = ray.at(0.5 * lower + 0.5 * upper);
        RayHit { triangle: self.id, lower, upper, point }
    }
}

/// The first triangle of a placed mesh that a ray meets; of several at the same point that with
/// the least number. `None` if it meets none.
#[must_use]
pub fn closest_ray_hit<T: Engine>(tree: &T, pose: &Pose, ray: &Ray) -> Option<RayHit> {
    let seen = RayInMesh::new(ray, pose);
    let mut best: Option<Found> = None;
    tree.cast(&RayFrame::new(&seen), &mut |id, triangle| {
        let last = best.map_or(f64::INFINITY, |best| best.interval[1]);
        if let Some(interval) = seen.hit(triangle, last) {
            let found = Found { id, triangle: *triangle, interval };
            if best.is_none_or(|best| found.compare(&best, &seen) == Ordering::Less) {
                best = Some(found);
            }
        }
        best.map_or(f64::INFINITY, |best| best.interval[1])
    });
    best.map(|best| best.hit(ray))
}

/// Does a ray meet a placed mesh?
#[must_use]
pub fn any_ray_hit<T: Engine>(tree: &T, pose: &Pose, ray: &Ray) -> bool {
    let seen = RayInMesh::new(ray, pose);
    let mut hit = false;
    tree.cast(&RayFrame::new(&seen), &mut |_, triangle| {
        hit |= seen.hit(triangle, f64::INFINITY).is_some();
        if hit { f64::NEG_INFINITY } else { f64::INFINITY }
    });
    hit
}

/// All triangles of a placed mesh that a ray meets, by exact parameter, then by number.
#[must_use]
pub fn all_ray_hits<T: Engine>(tree: &T, pose: &Pose, ray: &Ray) -> Vec<RayHit> {
    let seen = RayInMesh::new(ray, pose);
    let mut all = Vec::new();
    tree.cast(&RayFrame::new(&seen), &mut |id, triangle| {
        if let Some(interval) = seen.hit(triangle, f64::INFINITY) {
            all.push(Found { id, triangle: *triangle, interval });
        }
        f64::INFINITY
    });
    all.sort_by(|one, other| one.compare(other, &seen));
    all.iter().map(|found| found.hit(ray)).collect()
}
