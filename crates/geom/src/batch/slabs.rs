//! What the batches of rays and boxes share: clipping to the slabs of an axis-aligned box.
//!
//! A span is computed as its two ends. An end before the start means a miss. A negative start,
//! which no ray has, marks inputs that the slabs cannot handle.

use nalgebra::{Point3, Vector3};

use super::blocks::BatchTest;
use crate::cast::{clip_to_slabs, has_zero_component, ray_in_box_frame};
use crate::vectors::aabb_in_box_frame;
use crate::{Aabb, Obb, Ray, Real, Span};

/// One ray and many boxes, or many rays and one box. Methods are `#[inline(always)]`, as those of
/// [`BatchTest`].
pub(super) trait RayAndBox<T: Real, const I: usize> {
    /// One of the many inputs.
    type Input;

    /// The numbers of an input.
    fn to_numbers(input: &Self::Input) -> [T; I];

    /// The ray and the axis-aligned box for these numbers, both in the frame of the box.
    fn ray_and_aabb(&self, numbers: [T; I]) -> (Ray<T>, Aabb<T>);

    /// The result by the single function.
    fn single(&self, input: &Self::Input) -> Option<Span<T>>;
}

/// The [`BatchTest`] of a [`RayAndBox`]: the part of the ray that is inside the box.
pub(super) struct InSlabs<Q>(pub(super) Q);

impl<T: Real, Q: RayAndBox<T, I>, const I: usize> BatchTest<T, I, 2> for InSlabs<Q> {
    type Input = Q::Input;
    type Output = Option<Span<T>>;

    #[inline(always)]
    fn to_numbers(input: &Self::Input) -> [T; I] {
        Q::to_numbers(input)
    }

    #[inline(always)]
    fn compute(&self, numbers: [T; I]) -> [T; 2] {
        let (Ray { origin, direction }, Aabb { min, max }) = self.0.ray_and_aabb(numbers);
        let direction = direction.into();
        let span =
            clip_to_slabs(origin.into(), direction, min.into(), max.into(), Span::half_line());
        [if has_zero_component(direction) { -T::one() } else { span.enter }, span.exit]
    }

    #[inline(always)]
    fn to_output([enter, exit]: [T; 2]) -> Self::Output {
        Span { enter, exit }.if_not_empty()
    }

    #[inline(always)]
    fn is_valid([enter, _]: [T; 2]) -> bool {
        enter >= T::zero()
    }

    #[cold]
    fn single(&self, input: &Self::Input) -> Self::Output {
        self.0.single(input)
    }
}

/// The numbers of a ray.
#[inline(always)]
pub(super) fn ray_to_numbers<T: Real>(Ray { origin: o, direction: d }: &Ray<T>) -> [T; 6] {
    [o.x, o.y, o.z, d.x, d.y, d.z]
}

/// The ray with these numbers.
#[inline(always)]
pub(super) fn numbers_to_ray<T: Real>([ox, oy, oz, dx, dy, dz]: [T; 6]) -> Ray<T> {
    Ray { origin: Point3::new(ox, oy, oz), direction: Vector3::new(dx, dy, dz) }
}

/// A ray and an oriented box in the frame of the box, where the box is axis-aligned.
#[inline(always)]
pub(super) fn in_box_frame<T: Real>(ray: &Ray<T>, obb: &Obb<T>) -> (Ray<T>, Aabb<T>) {
    (ray_in_box_frame(obb, ray), aabb_in_box_frame(obb))
}
