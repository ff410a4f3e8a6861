//! Where a ray first meets a placed triangle: certain, with an interval for the parameter.
//!
//! A filter in `f64` on the volumes `V_k = d . (w_k x w_{k+1})` of the corners `w_k` seen from the ray's
//! origin (Segura and Feito, "Algorithms to Test Ray-Triangle Intersection", WSCG 2001); what it cannot
//! prove is for `exact::ray_triangle`. The triangle is closed, so a ray through a common edge meets both
//! triangles: no ray slips through.

use std::cmp::Ordering;

use crate::exact::{exact_order_along_ray, exact_ray_parameter};
use crate::pose::Pose;
use crate::ray::Ray;
use crate::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, certified, largest_component, place_error};
use crate::triangle::{Real3, Triangle};

/// Wider intervals, relative to their upper end, are computed again exactly.
const WIDEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// The least `t` at which the ray is in the closed placed triangle, as an interval `[lower, upper]`; `None`
/// if they do not meet.
///
/// Certain: whether they meet is what exact arithmetic says, and the exact `t` is in the interval, whose
/// width is at most 2^-40 of `upper`, or one step between neighbouring numbers. Touching counts, at an
/// edge, at a corner, and along a triangle in whose plane the ray lies; there `t` is where it enters, 0 if
/// it begins inside. A triangle without area is the segment or point that it is. The triangle is in the
/// frame of its mesh; `t` counts lengths of the ray's direction.
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
    match rounded(triangle, pose, ray) {
        Rounded::Miss => None,
        Rounded::Hit(interval) => Some(interval),
        Rounded::Unknown => exact_ray_parameter(triangle, pose, ray),
    }
}

/// Which of two triangles of one placed mesh a ray meets first, in exact arithmetic; those that it does not
/// meet come last.
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
    exact_order_along_ray(triangles, pose, ray)
}

enum Rounded {
    Miss,
    Hit([f64; 2]),
    Unknown,
}

/// What `f64` can prove. `v` is [`ROUNDOFF`].
///
/// The corners `w` seen from the origin are off by `eta` a component: what placing rounds, and `v` of
/// themselves; `W` is their largest component, exact or not. The direction is off by `v` of its largest
/// component `D`, for segments. Edges are off by `eps = 2 eta + v E` with their largest component `E`.
///
/// * `V_k`: changing three columns, `4 (v D W^2 + 2 eta D W)`; evaluation `48 v D W^2`, 64 with
///   second-order terms. Two of them that are certainly opposite: the line misses the closed triangle, by the
///   lemma of [`crate::signs`]. All three of one sign: it pierces it, and their sum `s = n . d` has this sign.
/// * `n = e_0 x e_1` is off by `dn = 4 eps E + 8 v E^2` a component, and at most `2 E^2`. So `s` is off by
///   `3 D dn + 36 v D E^2`, and `h = n . w_0` by `3 W dn + 6 E^2 eta + 36 v E^2 W`.
///
/// The ray meets the triangle at `t = h / s`, if that is not negative.
fn rounded(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Rounded {
    let (origin, d) = (ray.origin, ray.direction());
    let w: [Real3; 3] = triangle.each_ref().map(|corner| pose.place(corner) - origin);
    let placing = if pose.is_identity() { 0.0 } else { place_error(triangle, pose) };
    let computed = largest_component(&w);
    let eta = placing + ROUNDOFF * computed * BOUND_ROUNDING;
    let (size, length) = (computed + eta, d.amax());

    let bound = length * size * (8.0 * eta + 72.0 * ROUNDOFF * size) + TINY * (1.0 + length);
    let volume = |a: usize, b: usize| certified(d.dot(&w[a].cross(&w[b])), bound);
    let signs = [volume(0, 1), volume(1, 2), volume(2, 0)];
    if signs.contains(&1) && signs.contains(&-1) {
        return Rounded::Miss;
    }
    if signs[0] == 0 || signs[0] != signs[1] || signs[0] != signs[2] {
        return Rounded::Unknown;
    }
    let edges = [w[1] - w[0], w[2] - w[1]];
    let edge = edges[0].amax().max(edges[1].amax());
    let off = 2.0 * eta + ROUNDOFF * edge;
    let edge = edge + off;
    let normal = edges[0].cross(&edges[1]);
    let normal_off = 4.0 * off * edge + 8.0 * ROUNDOFF * edge * edge;
    let (height, along) = (normal.dot(&w[0]), normal.dot(&d));
    let height_bound = 3.0 * size * normal_off
        + edge * edge * (6.0 * eta + 36.0 * ROUNDOFF * size)
        + TINY * (1.0 + size);
    let along_bound =
        length * (3.0 * normal_off + 36.0 * ROUNDOFF * edge * edge) + TINY * (1.0 + length);
    match certified(height, height_bound) * signs[0] {
        -1 => return Rounded::Miss,
        0 => return Rounded::Unknown,
        _ => {}
    }
    interval([height.abs(), height_bound], [along.abs(), along_bound], ray.is_segment())
}

/// The quotient of two positive numbers, each with a bound of its error.
fn interval([h, h_off]: [f64; 2], [s, s_off]: [f64; 2], is_segment: bool) -> Rounded {
    /// Three roundings each.
    const ROUNDED: f64 = 8.0 * ROUNDOFF;
    if !(s > 2.0 * s_off) {
        return Rounded::Unknown;
    }
    let lower = (h - h_off) / (s + s_off) * (1.0 - ROUNDED);
    let upper = (h + h_off) / (s - s_off) * (1.0 + ROUNDED);
    if is_segment && lower > 1.0 {
        return Rounded::Miss;
    }
    let is_in_reach = !is_segment || upper <= 1.0;
    let is_normal = lower > f64::MIN_POSITIVE && upper < f64::INFINITY;
    if is_in_reach && is_normal && upper - lower <= WIDEST * upper {
        Rounded::Hit([lower, upper])
    } else {
        Rounded::Unknown
    }
}
