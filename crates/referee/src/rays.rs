//! Where a ray first meets a triangle, in rational arithmetic.
//!
//! The closed triangle is an intersection of half spaces, and each of them clips the interval of
//! the ray's parameter; what remains begins at the first common point.

use num_rational::BigRational;
use obbtree_predicates::{Pose, Ray, Triangle};

use crate::half_spaces::{dot, half_spaces, minus};
use crate::rational::exact;
use crate::triangles::{HalfSpace, Vector, place, zero};

/// The least parameter at which a ray or segment is in a closed placed triangle; `None` if they do
/// not meet.
///
/// # Panics
/// If a coordinate is not finite.
#[must_use]
pub fn ray_parameter(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Option<BigRational> {
    let rational = |v: [f64; 3]| v.map(exact);
    let origin: Vector = rational(ray.origin().into());
    let direction = match ray.end() {
        Some(end) => minus(&rational(end.into()), &origin),
        None => rational(ray.direction().into()),
    };
    let corners = triangle.each_ref().map(|corner| place(pose, corner));
    let mut first = zero();
    let mut last = ray.is_segment().then(|| exact(1.0));
    for HalfSpace { normal, offset } in half_spaces(&corners) {
        let (beyond, slope) = (dot(&normal, &origin) - offset, dot(&normal, &direction));
        if slope == zero() {
            if beyond > zero() {
                return None;
            }
            continue;
        }
        let crossing = -beyond / &slope;
        if slope > zero() {
            last = Some(last.map_or(crossing.clone(), |last| last.min(crossing)));
        } else {
            first = first.max(crossing);
        }
    }
    last.is_none_or(|last| first <= last).then_some(first)
}
