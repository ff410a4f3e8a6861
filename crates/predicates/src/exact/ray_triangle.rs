//! Where a ray first meets a placed triangle, in exact arithmetic.
//!
//! All is relative to the origin of the ray, on one grid of integers: corners `w_k`, direction `d`. A line
//! that is not parallel to the plane meets the closed triangle if and only if the three volumes
//! `d . (w_k x w_{k+1})` have no two opposite signs; then `t = n . w_0 / n . d`. Else, in one plane or with
//! a triangle that is a segment or a point, the ray first meets an edge, unless it begins inside. `t` is a
//! quotient of integers.

use std::cmp::Ordering;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use nalgebra::Point3;

use super::distance::{COARSEST, DIGITS, FINEST, scaled};
use super::integer::{Int3, Sum, cross, difference, dot, is_zero};
use super::placed::Placed;
use crate::pose::Pose;
use crate::ray::{Ray, Reach};
use crate::triangle::Triangle;

/// A quotient of at least 0.
struct Parameter {
    numerator: IBig,
    /// Above 0.
    denominator: IBig,
}

impl Parameter {
    /// The quotient of two numbers, the second not zero; `None` if it is negative.
    fn of(numerator: IBig, denominator: IBig) -> Option<Self> {
        let negative = Sum::sign(&denominator) < 0;
        let [numerator, denominator] =
            [numerator, denominator].map(|x| if negative { -x } else { x });
        (Sum::sign(&numerator) >= 0).then_some(Self { numerator, denominator })
    }

    fn zero() -> Self {
        Self { numerator: IBig::ZERO, denominator: IBig::ONE }
    }

    fn compare(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }

    fn lesser(self, other: Self) -> Self {
        if other.compare(&self) == Ordering::Less { other } else { self }
    }
}

/// The `f64` numbers around the least `t` at which the ray is in the closed triangle, equal if it is an
/// `f64`; `None` if they do not meet.
#[cold]
#[inline(never)]
pub(crate) fn exact_ray_parameter(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Option<[f64; 2]> {
    let Parameter { numerator, denominator } = first_meeting(triangle, pose, ray)?;
    let (_, numerator) = numerator.into_parts();
    let (_, denominator) = denominator.into_parts();
    Some(around_quotient(&numerator, &denominator))
}

/// Which of two placed triangles a ray meets first; those that it does not meet come last.
#[cold]
#[inline(never)]
pub(crate) fn exact_order_along_ray(triangles: [&Triangle; 2], pose: &Pose, ray: &Ray) -> Ordering {
    let [one, other] = triangles.map(|triangle| first_meeting(triangle, pose, ray));
    match (one, other) {
        (Some(one), Some(other)) => one.compare(&other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

fn first_meeting(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Option<Parameter> {
    let end = match ray.reach {
        Reach::Along(direction) => Point3::from(direction),
        Reach::To(to) => to,
    };
    let (placed, line) =
        (Placed::new(triangle, pose), Placed::new(&[ray.origin, end], &Pose::identity()));
    let step = placed.step().min(line.step());
    let [origin, end] = line.on_grid::<IBig>(step);
    let direction = if ray.is_segment() { difference(&end, &origin) } else { end };
    let corners = placed.on_grid::<IBig>(step).map(|corner| difference(&corner, &origin));
    let first = meeting(&corners, &direction)?;
    let is_in_reach = !ray.is_segment() || first.numerator <= first.denominator;
    is_in_reach.then_some(first)
}

/// The least parameter of the ray in the triangle.
fn meeting(w: &[Int3<IBig>; 3], d: &Int3<IBig>) -> Option<Parameter> {
    let normal = cross(&difference(&w[1], &w[0]), &difference(&w[2], &w[0]));
    let along = dot(&normal, d);
    let height = dot(&normal, &w[0]);
    let crosses = [cross(&w[0], &w[1]), cross(&w[1], &w[2]), cross(&w[2], &w[0])];
    if Sum::sign(&along) != 0 {
        let signs = crosses.each_ref().map(|c| Sum::sign(&dot(d, c)));
        let misses = signs.contains(&1) && signs.contains(&-1);
        return if misses { None } else { Parameter::of(height, along) };
    }
    if Sum::sign(&height) != 0 {
        return None; // parallel to the plane, and not in it
    }
    if !is_zero(&normal) && is_origin_inside(&normal, &crosses) {
        return Some(Parameter::zero());
    }
    let edges = [[&w[0], &w[1]], [&w[1], &w[2]], [&w[2], &w[0]]];
    edges.into_iter().filter_map(|edge| meeting_with_edge(edge, d)).reduce(Parameter::lesser)
}

/// In the plane of the triangle: is its point 0 inside or on the boundary?
fn is_origin_inside(normal: &Int3<IBig>, crosses: &[Int3<IBig>; 3]) -> bool {
    let k = (0..3).find(|&k| Sum::sign(&normal[k]) != 0).unwrap_or(0);
    crosses.iter().all(|c| Sum::sign(&c[k]) * Sum::sign(&normal[k]) >= 0)
}

/// The least parameter of the ray on the closed segment from `u` to `v`.
fn meeting_with_edge([u, v]: [&Int3<IBig>; 2], d: &Int3<IBig>) -> Option<Parameter> {
    let edge = difference(v, u);
    let area = cross(d, &edge);
    let beside = cross(u, d);
    if let Some(k) = (0..3).find(|&k| Sum::sign(&area[k]) != 0) {
        // `t d = u + s e` makes `s d x e = u x d` and `t d x e = u x e`, if one plane has both.
        if Sum::sign(&dot(&beside, &edge)) != 0 {
            return None;
        }
        let share = Parameter::of(beside[k].clone(), area[k].clone())?;
        let is_on_edge = share.numerator <= share.denominator;
        return if is_on_edge {
            Parameter::of(cross(u, &edge)[k].clone(), area[k].clone())
        } else {
            None
        };
    }
    if !is_zero(&beside) {
        return None; // on a parallel line, or a point beside the ray
    }
    let length_sq = dot(d, d);
    let [at_u, at_v] = [dot(u, d), dot(v, d)];
    let [low, high] = if at_u <= at_v { [at_u, at_v] } else { [at_v, at_u] };
    if Sum::sign(&high) < 0 {
        None
    } else if Sum::sign(&low) <= 0 {
        Some(Parameter::zero())
    } else {
        Parameter::of(low, length_sq)
    }
}

/// The `f64` numbers around a quotient.
fn around_quotient(numerator: &UBig, denominator: &UBig) -> [f64; 2] {
    if numerator.is_zero() {
        return [0.0; 2];
    }
    // The quotient is at least 2^below and less than 2^(below + 2).
    let below = numerator.bit_len() as i32 - denominator.bit_len() as i32 - 1;
    let mut unit = (below + 1 - DIGITS).max(FINEST);
    loop {
        if unit > COARSEST {
            return [f64::MAX, f64::INFINITY];
        }
        let numerator = numerator << (-unit).max(0) as usize;
        let denominator = denominator << unit.max(0) as usize;
        let quotient = &numerator / &denominator;
        let Some(digits) = u64::try_from(&quotient).ok().filter(|&digits| digits < 1 << DIGITS)
        else {
            unit += 1;
            continue;
        };
        let lower = scaled(digits, unit);
        let is_exact = &quotient * &denominator == numerator;
        return [lower, if is_exact { lower } else { lower.next_up() }];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_between_the_two_numbers() {
        let around = |n: u64, d: u64| around_quotient(&UBig::from(n), &UBig::from(d));
        assert_eq!(around(0, 7), [0.0; 2]);
        assert_eq!(around(3, 4), [0.75; 2]);
        let third: f64 = 1.0 / 3.0; // rounded down
        assert_eq!(around(1, 3), [third, third.next_up()]);
        assert_eq!(around(u64::MAX, 1), [2.0_f64.powi(64).next_down(), 2.0_f64.powi(64)]);
        let tiny = UBig::ONE << 1080;
        assert_eq!(around_quotient(&UBig::ONE, &tiny), [0.0, 5e-324]);
        assert_eq!(around_quotient(&(UBig::ONE << 2000), &UBig::ONE), [f64::MAX, f64::INFINITY]);
    }

    #[test]
    fn rays_in_the_plane_of_a_triangle_and_along_segments() {
        let corners = [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.0, 2.0, 0.0]].map(Point3::from);
        let here = Pose::identity();
        let first = |triangle: &Triangle, from, along| {
            let ray = Ray::new(from, along).expect("a ray");
            exact_ray_parameter(triangle, &here, &ray).map(|[lower, upper]| {
                assert_eq!(lower, upper);
                lower
            })
        };
        assert_eq!(first(&corners, [0.0, 0.5, 0.0], [2.0, 0.0, 0.0]), Some(0.5));
        assert_eq!(first(&corners, [1.5, 0.5, 0.0], [2.0, 0.0, 0.0]), Some(0.0));
        assert_eq!(first(&corners, [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]), Some(1.0)); // along an edge
        assert_eq!(first(&corners, [4.0, 0.0, 0.0], [1.0, 0.0, 0.0]), None);
        assert_eq!(first(&corners, [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]), Some(1.0)); // a corner
        assert_eq!(first(&corners, [0.0, 2.5, 0.0], [1.0, 0.0, 0.0]), None);
        assert_eq!(first(&corners, [0.0, 0.5, 1e-300], [1.0, 0.0, 0.0]), None);
        let segment = [corners[0], corners[1], corners[1]];
        assert_eq!(first(&segment, [2.0, -1.0, 0.0], [0.0, 4.0, 0.0]), Some(0.25));
        assert_eq!(first(&segment, [2.0, -1.0, 0.5], [0.0, 4.0, 0.0]), None);
        let point = [corners[2]; 3];
        assert_eq!(first(&point, [1.0, 2.0, 7.0], [0.0, 0.0, -1.0]), Some(7.0));
        assert_eq!(first(&point, [1.0, 2.0, 7.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(first(&point, [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]), Some(0.0));
    }
}
