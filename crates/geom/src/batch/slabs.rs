//! What batches of rays and boxes share: the slabs of an upright box, in numbers.
//!
//! A part of a ray goes through lanes as where it enters and where it ends; an end before the start is
//! a miss, and a start below zero, which no ray has, marks what the slabs cannot answer.

use nalgebra::{Point3, Vector3};

use super::blocks::Question;
use crate::cast::{half_line, seen_from, slabs, stands_still};
use crate::vectors::own_frame;
use crate::{Aabb, Obb, Ray, Real, Span};

/// One ray and many boxes, or the other way round. Methods are `#[inline(always)]`, as those of
/// [`Question`].
pub(super) trait RayAndBox<T: Real, const I: usize> {
    /// One of the many.
    type Asked;

    /// The numbers of one of the many.
    fn take(asked: &Self::Asked) -> [T; I];

    /// From these numbers an upright box, and the ray in its frame.
    fn meet(&self, numbers: [T; I]) -> (Ray<T>, Aabb<T>);

    /// The answer by the single function.
    fn alone(&self, asked: &Self::Asked) -> Option<Span<T>>;
}

/// A [`RayAndBox`] as the [`Question`] where the ray is in the box.
pub(super) struct InSlabs<Q>(pub(super) Q);

impl<T: Real, Q: RayAndBox<T, I>, const I: usize> Question<T, I, 2> for InSlabs<Q> {
    type Asked = Q::Asked;
    type Answer = Option<Span<T>>;

    #[inline(always)]
    fn take(asked: &Self::Asked) -> [T; I] {
        Q::take(asked)
    }

    #[inline(always)]
    fn solve(&self, numbers: [T; I]) -> [T; 2] {
        let (Ray { origin, direction }, Aabb { min, max }) = self.0.meet(numbers);
        let direction = direction.into();
        let part = slabs(origin.into(), direction, min.into(), max.into(), half_line());
        [if stands_still(direction) { -T::one() } else { part.enter }, part.exit]
    }

    #[inline(always)]
    fn give([enter, exit]: [T; 2]) -> Self::Answer {
        Span { enter, exit }.if_any()
    }

    #[inline(always)]
    fn is_sure([enter, _]: [T; 2]) -> bool {
        enter >= T::zero()
    }

    #[cold]
    fn alone(&self, asked: &Self::Asked) -> Self::Answer {
        self.0.alone(asked)
    }
}

/// The numbers of a ray.
#[inline(always)]
pub(super) fn of_ray<T: Real>(Ray { origin: o, direction: d }: &Ray<T>) -> [T; 6] {
    [o.x, o.y, o.z, d.x, d.y, d.z]
}

/// The ray of these numbers.
#[inline(always)]
pub(super) fn to_ray<T: Real>([ox, oy, oz, dx, dy, dz]: [T; 6]) -> Ray<T> {
    Ray { origin: Point3::new(ox, oy, oz), direction: Vector3::new(dx, dy, dz) }
}

/// An oriented box upright in its own frame, and the ray there.
#[inline(always)]
pub(super) fn in_own_frame<T: Real>(ray: &Ray<T>, obb: &Obb<T>) -> (Ray<T>, Aabb<T>) {
    (seen_from(obb, ray), own_frame(obb))
}
