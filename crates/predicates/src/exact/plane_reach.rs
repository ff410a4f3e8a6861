//! A placed ball or disc and a placed plane, and two placed planes, in exact arithmetic.
//!
//! With the plane's normal `n`, not normalised, and the height `h = n . (x - p)` of the middle: a ball of
//! radius `r` reaches `r |n|` up and down, so it is beyond the plane if `h^2 > r^2 n . n`. A disc across `u`
//! reaches `r |n x u| / |u|`, so it is if `h^2 u . u > r^2 |n x u|^2`.

use dashu_int::IBig;
use nalgebra::Point3;

use super::dyadic::Dyadic;
use super::integer::{Int3, Sum, cross, difference, dot, is_zero};
use super::placed::Placed;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// The side of a plane on which all of a ball is, or of a disc across an axis; 0 if it reaches the plane.
#[cold]
#[inline(never)]
pub(crate) fn exact_rounded_side(
    middle: &Point3<f64>,
    radius: f64,
    across: Option<&[Point3<f64>; 2]>,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
) -> i8 {
    let [from, to] = across.copied().unwrap_or([*middle; 2]);
    let (points, plane) = (Placed::new(&[*middle, from, to], pose), Placed::new(plane, pose_plane));
    let radius = Dyadic::new(radius);
    let step = points.step().min(plane.step());
    let step = if radius.mantissa == 0 { step } else { step.min(radius.exponent) };
    let [x, from, to] = points.on_grid::<IBig>(step);
    let plane = plane.on_grid::<IBig>(step);
    let normal = normal(&plane);
    let height = dot(&normal, &difference(&x, &plane[0]));
    let radius = match radius.mantissa {
        0 => IBig::ZERO,
        mantissa => IBig::from(mantissa) << (radius.exponent - step) as usize,
    };
    let (of_height, of_reach) = if across.is_some() {
        let u = difference(&to, &from);
        let sine = cross(&normal, &u);
        (dot(&u, &u), dot(&sine, &sine))
    } else {
        (IBig::ONE, dot(&normal, &normal))
    };
    let beyond = &height * &height * of_height - &radius * &radius * of_reach;
    if Sum::sign(&beyond) > 0 { Sum::sign(&height) } else { 0 }
}

/// How two placed planes that never cross stand to each other; `None` for planes that cross.
///
/// The first number is 1 if their normals point the same way and -1 if they are opposite. The second is the
/// side of the first plane on which the second is, 0 if they are one.
#[cold]
#[inline(never)]
pub(crate) fn exact_parallel(
    one: &Triangle,
    pose: &Pose,
    other: &Triangle,
    pose_of_other: &Pose,
) -> Option<[i8; 2]> {
    let (one, other) = (Placed::new(one, pose), Placed::new(other, pose_of_other));
    let step = one.step().min(other.step());
    let (one, other) = (one.on_grid::<IBig>(step), other.on_grid::<IBig>(step));
    let (n, m) = (normal(&one), normal(&other));
    let height = dot(&n, &difference(&other[0], &one[0]));
    is_zero(&cross(&n, &m)).then(|| [Sum::sign(&dot(&n, &m)), Sum::sign(&height)])
}

fn normal([p, q, r]: &[Int3<IBig>; 3]) -> Int3<IBig> {
    cross(&difference(q, p), &difference(r, p))
}
