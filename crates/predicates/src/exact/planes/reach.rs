//! A placed point with a radius, or a disc with one, against a placed plane, and two placed planes,
//! in exact arithmetic.
//!
//! With the plane's normal `n`, not normalised, and the height `h = n . (x - p)` of the middle: a
//! sphere of radius `t` reaches `t |n|` up and down. A disc of radius `r` perpendicular to `u`
//! reaches `r |n x u| / |u|`, and all within `t` of it the sum of both. So it is beyond the plane
//! if `|h| |u| > t |n| |u| + r |n x u|`. With `A = h^2 u.u`, `B = t^2 n.n u.u` and
//! `C = r^2 |n x u|^2` that is `A - B - C > 2 sqrt(B C)`: the left side is above 0, and its square
//! above `4 B C`.

use dashu_int::IBig;

use crate::exact::grid::placed::Placed;
use crate::exact::numbers::integer::{Int3, Sum, cross, difference, dot, is_zero};
use crate::numbers::length_sum::LengthSum;
use crate::planes::rounded_part::RoundedPart;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// The side of a plane on which all of a part is; 0 if it reaches the plane.
#[cold]
#[inline(never)]
pub(crate) fn exact_rounded_side(
    part: &RoundedPart,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
) -> i8 {
    let RoundedPart { middle, disc, radius } = part;
    let ([from, to], of_disc) = disc.unwrap_or(([*middle; 2], 0.0));
    let (points, plane) = (Placed::new(&[*middle, from, to], pose), Placed::new(plane, pose_plane));
    let of_disc = LengthSum::from(of_disc);
    let steps = [Some(points.step()), Some(plane.step()), radius.step(), of_disc.step()];
    let step = steps.into_iter().flatten().min().unwrap_or(0);
    let [x, from, to] = points.on_grid::<IBig>(step);
    let plane = plane.on_grid::<IBig>(step);
    let normal = normal(&plane);
    let height = dot(&normal, &difference(&x, &plane[0]));
    let (t, r) = (radius.on_grid(step), of_disc.on_grid(step));
    let (u_sq, sine_sq) = if disc.is_some() {
        let u = difference(&to, &from);
        let sine = cross(&normal, &u);
        (dot(&u, &u), dot(&sine, &sine))
    } else {
        (IBig::ONE, IBig::ZERO)
    };
    let of_radius = &t * &t * dot(&normal, &normal) * &u_sq;
    let of_disc = &r * &r * sine_sq;
    let beyond = &height * &height * u_sq - &of_radius - &of_disc;
    let is_beyond =
        Sum::sign(&beyond) > 0 && Sum::sign(&(&beyond * &beyond - of_radius * of_disc * 4)) > 0;
    if is_beyond { Sum::sign(&height) } else { 0 }
}

/// How two placed planes that never cross stand to each other; `None` for planes that cross.
///
/// The first number is 1 if their normals have the same direction and -1 if they are opposite. The
/// second is the side of the first plane on which the second is, 0 if they are one.
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
