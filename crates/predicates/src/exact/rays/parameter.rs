//! Where a ray first meets a placed triangle, in exact arithmetic.
//!
//! All is relative to the origin of the ray, on one grid of integers, as narrow as the numbers
//! allow: corners `w_k`, direction `d`. A line that is not parallel to the plane meets the closed
//! triangle if and only if the three volumes `d . (w_k x w_{k+1})` have no two opposite signs; then
//! `t = n . w_0 / n . d`. Else, in one plane or with a triangle that is a segment or a point, the
//! ray first meets an edge, unless it begins inside. `t` is a quotient of integers.

use std::cmp::Ordering;

use dashu_int::IBig;
use nalgebra::Point3;

use super::quotient::{Quotient, Quotients, TooNarrow};
use crate::exact::contact::heights::dot;
use crate::exact::grid::grid_triangle::cross;
use crate::exact::grid::placed::Placed;
use crate::exact::numbers::integer::{Int3, Sum, difference, is_zero};
use crate::exact::numbers::width::{Middle, Narrow, Same};
use crate::pose::Pose;
use crate::rays::ray::{Ray, RayEnd};
use crate::triangle::Triangle;

/// The `f64` numbers around the least `t` at which the ray is in the closed triangle, equal if it
/// is an `f64`; `None` if they do not meet.
#[cold]
#[inline(never)]
pub(crate) fn exact_ray_parameter(triangle: &Triangle, pose: &Pose, ray: &Ray) -> Option<[f64; 2]> {
    let line = Line::new(ray);
    let placed = Placed::new(triangle, pose);
    let step = placed.step().min(line.ends.step());
    let bits = placed.bits(step).max(line.ends.bits(step));
    let found = if bits <= Narrow::BITS {
        line.around::<Narrow>(&placed, step)
    } else if bits <= Middle::BITS {
        line.around::<Middle>(&placed, step)
    } else {
        Err(TooNarrow)
    };
    let found = found.or_else(|TooNarrow| line.around::<Same<IBig>>(&placed, step));
    found.expect("integers of any length are wide enough")
}

/// Which of two placed triangles a ray meets first; those that it does not meet come last.
#[cold]
#[inline(never)]
pub(crate) fn exact_order_along_ray(triangles: [&Triangle; 2], pose: &Pose, ray: &Ray) -> Ordering {
    let line = Line::new(ray);
    let placed = triangles.map(|triangle| Placed::new(triangle, pose));
    let step = placed.iter().map(Placed::step).fold(line.ends.step(), i32::min);
    let bits = placed.iter().map(|one| one.bits(step)).fold(line.ends.bits(step), i32::max);
    if bits <= Narrow::BITS {
        line.order::<Narrow>(&placed, step)
    } else if bits <= Middle::BITS {
        line.order::<Middle>(&placed, step)
    } else {
        line.order::<Same<IBig>>(&placed, step)
    }
}

/// A ray among points that are placed exactly.
struct Line {
    /// The origin, and the direction or the end of a segment.
    ends: Placed<2>,
    is_segment: bool,
}

impl Line {
    fn new(ray: &Ray) -> Self {
        let end = match ray.reach {
            RayEnd::Along(direction) => Point3::from(direction),
            RayEnd::To(to) => to,
        };
        let ends = Placed::new(&[ray.origin, end], &Pose::identity());
        Self { ends, is_segment: ray.is_segment() }
    }

    fn around<W: Quotients>(
        &self,
        triangle: &Placed<3>,
        step: i32,
    ) -> Result<Option<[f64; 2]>, TooNarrow> {
        around(self.first_meeting::<W>(triangle, step))
    }

    fn order<W: Quotients>(&self, triangles: &[Placed<3>; 2], step: i32) -> Ordering {
        order(triangles.each_ref().map(|triangle| self.first_meeting::<W>(triangle, step)))
    }

    fn first_meeting<W: Quotients>(&self, triangle: &Placed<3>, step: i32) -> Option<Quotient<W>> {
        let [origin, end] = self.ends.on_grid(step);
        let direction = if self.is_segment { difference(&end, &origin) } else { end };
        let corners = triangle.on_grid(step).map(|corner| difference(&corner, &origin));
        first_meeting(&corners, &direction, self.is_segment)
    }
}

/// The `f64` numbers around it.
pub(crate) fn around<W: Quotients>(
    first: Option<Quotient<W>>,
) -> Result<Option<[f64; 2]>, TooNarrow> {
    first.map(|first| W::around(&first)).transpose()
}

/// Which of two is first.
pub(crate) fn order<W: Quotients>(first: [Option<Quotient<W>>; 2]) -> Ordering {
    match first {
        [Some(one), Some(other)] => one.compare(&other),
        [one, other] => other.is_some().cmp(&one.is_some()),
    }
}

/// The least parameter of a ray in a triangle, whose corners are seen from the ray's origin; of a
/// segment at most 1.
pub(crate) fn first_meeting<W: Quotients>(
    corners: &[Int3<W::Coordinate>; 3],
    direction: &Int3<W::Coordinate>,
    is_segment: bool,
) -> Option<Quotient<W>> {
    let first = meeting::<W>(corners, direction)?;
    (!is_segment || first.is_at_most_one()).then_some(first)
}

/// The least parameter of the ray in the triangle.
fn meeting<W: Quotients>(
    w: &[Int3<W::Coordinate>; 3],
    d: &Int3<W::Coordinate>,
) -> Option<Quotient<W>> {
    let crosses = [cross::<W>(&w[0], &w[1]), cross::<W>(&w[1], &w[2]), cross::<W>(&w[2], &w[0])];
    let sign = |c: &Int3<W::Area>| dot::<W>(c, d).sign();
    let signs = [sign(&crosses[0]), sign(&crosses[1]), sign(&crosses[2])];
    if signs.contains(&1) && signs.contains(&-1) {
        return None;
    }
    let normal = cross::<W>(&difference(&w[1], &w[0]), &difference(&w[2], &w[0]));
    let (along, height) = (dot::<W>(&normal, d), dot::<W>(&normal, &w[0]));
    if along.sign() != 0 {
        return Quotient::of(height, along);
    }
    if height.sign() != 0 {
        return None; // parallel to the plane, and not in it
    }
    if !is_zero(&normal) && is_origin_inside(&normal, &crosses) {
        return Some(Quotient::zero());
    }
    let edges = [[&w[0], &w[1]], [&w[1], &w[2]], [&w[2], &w[0]]];
    edges.into_iter().filter_map(|edge| meeting_with_edge::<W>(edge, d)).reduce(Quotient::lesser)
}

/// In the plane of the triangle: is its point 0 inside or on the boundary?
fn is_origin_inside<A: Sum>(normal: &Int3<A>, crosses: &[Int3<A>; 3]) -> bool {
    let k = (0..3).find(|&k| normal[k].sign() != 0).unwrap_or(0);
    crosses.iter().all(|c| c[k].sign() * normal[k].sign() >= 0)
}

/// The least parameter of the ray on the closed segment from `u` to `v`.
fn meeting_with_edge<W: Quotients>(
    [u, v]: [&Int3<W::Coordinate>; 2],
    d: &Int3<W::Coordinate>,
) -> Option<Quotient<W>> {
    let quotient = |numerator: &W::Area, denominator: &W::Area| {
        let one = W::Coordinate::shifted(1, 0);
        Quotient::of(W::volume(numerator, &one), W::volume(denominator, &one))
    };
    let edge = difference(v, u);
    let area = cross::<W>(d, &edge);
    let beside = cross::<W>(u, d);
    if let Some(k) = (0..3).find(|&k| area[k].sign() != 0) {
        // `t d = u + s e` makes `s d x e = u x d` and `t d x e = u x e`, if one plane has both.
        if dot::<W>(&beside, &edge).sign() != 0 {
            return None;
        }
        let share = quotient(&beside[k], &area[k])?;
        if !share.is_at_most_one() {
            return None;
        }
        return quotient(&cross::<W>(u, &edge)[k], &area[k]);
    }
    if !is_zero(&beside) {
        return None; // on a parallel line, or a point beside the ray
    }
    let product = |p: &Int3<W::Coordinate>| {
        let [x, y, z] = [0, 1, 2].map(|k| W::area(&p[k], &d[k]));
        x.plus(&y).plus(&z)
    };
    let (at_u, at_v) = (product(u), product(v));
    let is_u_first = at_u.minus(&at_v).sign() <= 0;
    let (low, high) = if is_u_first { (at_u, at_v) } else { (at_v, at_u) };
    if high.sign() < 0 {
        None
    } else if low.sign() <= 0 {
        Some(Quotient::zero())
    } else {
        quotient(&low, &product(d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
