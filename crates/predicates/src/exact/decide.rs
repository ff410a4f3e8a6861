//! The contact of two placed triangles in exact arithmetic with integers of some width.

use dashu_int::IBig;

use super::contact::{Contact, contact};
use super::frame::{GridTriangle, integers, power_of_two};
use super::placed::Placed;
use super::width::{Middle, Narrow, Same, Wide};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// How two closed triangles meet, each given in the frame of its body and placed by the pose of its
/// body. Exact arithmetic with integers of any length throughout.
///
/// The same answer as [`classify_triangles`](crate::classify_triangles), without its stages before and
/// therefore slower. Coordinates may be any finite numbers.
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
    contact::<Same<IBig>>(&a.on_grid(step), &b.on_grid(step), false)
}

/// The same with integers of 256 bits; `None` if a coordinate needs more than [`Wide::BITS`].
#[inline(never)]
pub(crate) fn wide_contact(
    a: &Triangle,
    pose_a: &Pose,
    b: &Triangle,
    pose_b: &Pose,
) -> Option<Contact> {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let fits = a.bits(step).max(b.bits(step)) <= Wide::BITS;
    fits.then(|| contact::<Wide>(&a.on_grid(step), &b.on_grid(step), false))
}

/// The same for corners on one grid of coordinates below two to the power [`Middle::BITS`].
#[inline(never)]
pub(crate) fn middle_contact(
    a: &GridTriangle,
    b: &GridTriangle,
    meets_in_one_plane: bool,
) -> Contact {
    contact::<Middle>(a, b, meets_in_one_plane)
}

/// The same for corners in one frame, without poses. `None` if their coordinates, of which the largest is
/// given, are not integers of [`Narrow::BITS`] bits in some unit.
#[inline(never)]
pub(crate) fn narrow_contact(
    a: &Triangle,
    b: &Triangle,
    largest_coordinate: f64,
    meets_in_one_plane: bool,
) -> Option<Contact> {
    // The largest is below 2^exponent.
    let exponent = (largest_coordinate.to_bits() >> 52) as i32 - 1022;
    let scale_bits = Narrow::BITS - exponent;
    if scale_bits.abs() > 1000 {
        return None;
    }
    let (scale, unit) = (power_of_two(scale_bits), power_of_two(-scale_bits));
    let a = integers(a, scale, unit, Narrow::BITS)?;
    let b = integers(b, scale, unit, Narrow::BITS)?;
    Some(contact::<Narrow>(&a, &b, meets_in_one_plane))
}
