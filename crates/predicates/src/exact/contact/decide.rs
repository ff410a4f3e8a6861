//! The contact of two placed triangles in exact arithmetic with integers of some width.

use dashu_int::IBig;

use super::tri_tri::{Contact, contact};
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::Placed;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::fixed::Fixed;
use crate::exact::numbers::scale::{Scale, exponent_above};
use crate::exact::numbers::width::{Middle, Narrow, Same, Widest, Width};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// How two closed triangles meet, each given in the frame of its body and placed by the pose of its
/// body. Exact arithmetic with integers of any length throughout.
///
/// The same answer as [`classify_triangles`](crate::classify_triangles), without its stages before
/// and therefore slower. Coordinates may be any finite numbers.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Contact, Pose, exact_contact};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// assert_eq!(exact_contact(&a, &here, &a, &here), Contact::Touch);
/// let above = Pose::from_translation([0.0, 0.0, 5e-324]).expect("finite");
/// assert_eq!(exact_contact(&a, &here, &a, &above), Contact::Free);
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn exact_contact(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> Contact {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let (a, b) = (GridTriangle::<Same<IBig>>::new(a.on_grid(step)), b.on_grid(step));
    contact(&a, &GridTriangle::new(b), false)
}

/// The same with coordinates of 256 bits; `None` if one of them needs more than [`Widest::BITS`].
#[cold]
#[inline(never)]
pub(crate) fn widest_contact(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
) -> Option<Contact> {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let fits = a.bits(step).max(b.bits(step)) <= Widest::BITS;
    fits.then(|| {
        let (a, b) = (GridTriangle::<Widest>::new(a.on_grid(step)), b.on_grid(step));
        contact(&a, &GridTriangle::new(b), false)
    })
}

/// The same for corners on one grid.
#[inline(never)]
pub(crate) fn grid_contact<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    meets_in_one_plane: bool,
) -> Contact {
    contact(a, b, meets_in_one_plane)
}

/// The same for corners in one frame, without poses, and the bits of the coordinates: 64 or 128.
/// `None` if the coordinates are not integers of at most [`Middle::BITS`] bits in some unit.
/// `largest_coordinate` is that of both.
#[inline(never)]
pub(crate) fn contact_in_frame(
    a: &Triangle,
    b: &Triangle,
    largest_coordinate: f64,
    meets_in_one_plane: bool,
) -> Option<(Contact, u32)> {
    let exponent = exponent_above(largest_coordinate);
    if let Some((a, b)) = narrow_corners(a, b, exponent) {
        let (a, b) = (GridTriangle::<Narrow>::new(a), GridTriangle::new(b));
        return Some((contact(&a, &b, meets_in_one_plane), i64::BITS));
    }
    let step = exponent - Middle::BITS;
    let (a, b) = (middle_corners(a, step)?, middle_corners(b, step)?);
    Some((grid_contact::<Middle>(&a, &b, meets_in_one_plane), i128::BITS))
}

type NarrowCorners = [[i64; 3]; 3];

/// Corners below `2^exponent` in units of `2^(exponent - 60)`.
#[inline(always)]
fn narrow_corners(
    a: &Triangle,
    b: &Triangle,
    exponent: i32,
) -> Option<(NarrowCorners, NarrowCorners)> {
    let scale = Scale::new(Narrow::BITS - exponent)?;
    Some((scale.integers(a, Narrow::BITS)?, scale.integers(b, Narrow::BITS)?))
}

fn middle_corners(triangle: &Triangle, step: i32) -> Option<GridTriangle<Middle>> {
    let mut corners = [[Fixed::from_i128(0); 3]; 3];
    for (corner, point) in corners.iter_mut().zip(triangle) {
        for k in 0..3 {
            corner[k] = Fixed::from_i128(Dyadic::new(point[k]).in_units(step, Middle::BITS)?);
        }
    }
    Some(GridTriangle::new(corners))
}
