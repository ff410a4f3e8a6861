//! One ray and many boxes, and many rays and one box: clipping to the slabs of an axis-aligned box.
//!
//! A span is computed as its two ends. An end before the start means a miss. A negative start,
//! which no ray has, marks inputs that the slabs cannot handle.

use std::marker::PhantomData;

use nalgebra::{Matrix3, Point3, Vector3};

use super::SimdLevel;
use super::blocks::{BatchTest, run};
use crate::cast::{clip_to_slabs, has_zero_component, ray_aabb, ray_in_box_frame, ray_obb};
use crate::vectors::aabb_in_box_frame;
use crate::{Aabb, Obb, Ray, Real, Span};

/// The part of a ray that is inside each of many axis-aligned boxes; `None` where it misses.
/// Returns the number of boxes processed: as many as fit in `out`.
///
/// Frame, unit, boundaries, degenerate rays and boxes, accuracy and source are those of
/// [`cast::ray_aabb`](crate::cast::ray_aabb), with the same results. For a ray whose direction has
/// a zero component the boxes are processed one by one.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::batch::{self, SimdLevel};
/// use obbtree_geom::{Aabb, Ray, Span};
/// let boxes = [0.0, 7.0].map(|x| Aabb {
///     min: Point3::new(x, 0.0, 0.0),
///     max: Point3::new(x + 1.0, 1.0, 1.0),
/// });
/// let ray = Ray { origin: Point3::new(-1.0, -1.0, -1.0), direction: Vector3::repeat(0.5) };
/// let mut out = [None; 2];
/// assert_eq!(batch::ray_aabbs(&ray, &boxes, &mut out, SimdLevel::detect()), 2);
/// assert_eq!(out, [Some(Span { enter: 2.0, exit: 4.0 }), None]);
/// ```
pub fn ray_aabbs<T: Real>(
    ray: &Ray<T>,
    boxes: &[Aabb<T>],
    out: &mut [Option<Span<T>>],
    level: SimdLevel,
) -> usize {
    run(OneRay::new(ray), boxes, out, level)
}

/// The part of a ray that is inside each of many oriented boxes; `None` where it misses. Returns
/// the number of boxes processed: as many as fit in `out`.
///
/// Frame, unit, boundaries, degenerate rays and boxes, accuracy and source are those of
/// [`cast::ray_obb`](crate::cast::ray_obb), with the same results.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::batch::{self, SimdLevel};
/// use obbtree_geom::{Obb, Ray, Span};
/// let axes = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let half = Vector3::new(5.0, 1.0, 1.0);
/// let boxes = [0.0, 9.0].map(|z| Obb { axes, center: Point3::new(0.0, 0.0, z), half });
/// let ray = Ray { origin: Point3::origin(), direction: Vector3::new(0.6, 0.8, 0.0) };
/// let mut out: [Option<Span>; 2] = [None; 2];
/// assert_eq!(batch::ray_obbs(&ray, &boxes, &mut out, SimdLevel::detect()), 2);
/// assert!((out[0].expect("it starts inside").exit - 5.0).abs() < 1e-14 && out[1].is_none());
/// ```
pub fn ray_obbs<T: Real>(
    ray: &Ray<T>,
    boxes: &[Obb<T>],
    out: &mut [Option<Span<T>>],
    level: SimdLevel,
) -> usize {
    run(OneRay::new(ray), boxes, out, level)
}

/// The part of each ray that is inside an axis-aligned box; `None` where it misses. Returns the
/// number of rays processed: as many as fit in `out`.
///
/// Frame, unit, boundaries, degenerate rays and boxes, accuracy and source are those of
/// [`cast::ray_aabb`](crate::cast::ray_aabb), with the same results.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::batch::{self, SimdLevel};
/// use obbtree_geom::{Aabb, Ray, Span};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let direction = Vector3::new(2.0, 0.0, 0.0);
/// let rays = [0.5, 3.0].map(|y| Ray { origin: Point3::new(-1.0, y, 0.5), direction });
/// let mut out = [None; 2];
/// assert_eq!(batch::rays_aabb(&rays, &cube, &mut out, SimdLevel::detect()), 2);
/// assert_eq!(out, [Some(Span { enter: 0.5, exit: 1.0 }), None]);
/// ```
pub fn rays_aabb<T: Real>(
    rays: &[Ray<T>],
    aabb: &Aabb<T>,
    out: &mut [Option<Span<T>>],
    level: SimdLevel,
) -> usize {
    run(OneBox(*aabb), rays, out, level)
}

/// The part of each ray that is inside an oriented box; `None` where it misses. Returns the number
/// of rays processed: as many as fit in `out`.
///
/// Frame, unit, boundaries, degenerate rays and boxes, accuracy and source are those of
/// [`cast::ray_obb`](crate::cast::ray_obb), with the same results.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::batch::{self, SimdLevel};
/// use obbtree_geom::{Obb, Ray, Span};
/// let half = Vector3::repeat(1.0);
/// let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let direction = Vector3::x();
/// let rays = [0.0, 3.0].map(|y| Ray { origin: Point3::new(-2.0, y, 0.0), direction });
/// let mut out = [None; 3];
/// assert_eq!(batch::rays_obb(&rays, &obb, &mut out, SimdLevel::detect()), 2);
/// assert_eq!(out, [Some(Span { enter: 1.0, exit: 3.0 }), None, None]);
/// ```
pub fn rays_obb<T: Real>(
    rays: &[Ray<T>],
    obb: &Obb<T>,
    out: &mut [Option<Span<T>>],
    level: SimdLevel,
) -> usize {
    run(OneBox(*obb), rays, out, level)
}

/// A box of `N` numbers. Methods are `#[inline(always)]`, as those of [`BatchTest`].
trait SlabBox<T: Real, const N: usize>: Copy {
    fn to_numbers(&self) -> [T; N];

    fn from_numbers(numbers: [T; N]) -> Self;

    /// A ray and the box in the frame of the box, where the box is axis-aligned.
    fn in_own_frame(&self, ray: &Ray<T>) -> (Ray<T>, Aabb<T>);

    /// The result by the single function.
    fn single(&self, ray: &Ray<T>) -> Option<Span<T>>;
}

impl<T: Real> SlabBox<T, 6> for Aabb<T> {
    #[inline(always)]
    fn to_numbers(&self) -> [T; 6] {
        let Self { min, max } = self;
        [min.x, min.y, min.z, max.x, max.y, max.z]
    }

    #[inline(always)]
    fn from_numbers([ax, ay, az, bx, by, bz]: [T; 6]) -> Self {
        Self { min: Point3::new(ax, ay, az), max: Point3::new(bx, by, bz) }
    }

    #[inline(always)]
    fn in_own_frame(&self, ray: &Ray<T>) -> (Ray<T>, Self) {
        (*ray, *self)
    }

    fn single(&self, ray: &Ray<T>) -> Option<Span<T>> {
        ray_aabb(ray, self)
    }
}

impl<T: Real> SlabBox<T, 15> for Obb<T> {
    #[inline(always)]
    fn to_numbers(&self) -> [T; 15] {
        let Self { axes, center: c, half: h } = self;
        let [x, y, z]: [[T; 3]; 3] = (*axes).into();
        [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], c.x, c.y, c.z, h.x, h.y, h.z]
    }

    #[inline(always)]
    fn from_numbers([xx, xy, xz, yx, yy, yz, zx, zy, zz, cx, cy, cz, hx, hy, hz]: [T; 15]) -> Self {
        Self {
            axes: Matrix3::new(xx, yx, zx, xy, yy, zy, xz, yz, zz),
            center: Point3::new(cx, cy, cz),
            half: Vector3::new(hx, hy, hz),
        }
    }

    #[inline(always)]
    fn in_own_frame(&self, ray: &Ray<T>) -> (Ray<T>, Aabb<T>) {
        (ray_in_box_frame(self, ray), aabb_in_box_frame(self))
    }

    fn single(&self, ray: &Ray<T>) -> Option<Span<T>> {
        ray_obb(ray, self)
    }
}

/// The ends of the part of a ray that is in a box, both in the frame of the box.
#[inline(always)]
fn span<T: Real>((Ray { origin, direction }, Aabb { min, max }): (Ray<T>, Aabb<T>)) -> [T; 2] {
    let direction = direction.into();
    let span = clip_to_slabs(origin.into(), direction, min.into(), max.into(), Span::half_line());
    [if has_zero_component(direction) { -T::one() } else { span.enter }, span.exit]
}

/// What [`OneRay`] and [`OneBox`] have in common.
macro_rules! spans {
    () => {
        type Output = Option<Span<T>>;

        #[inline(always)]
        fn to_output([enter, exit]: [T; 2]) -> Self::Output {
            Span { enter, exit }.if_not_empty()
        }

        #[inline(always)]
        fn is_valid([enter, _]: [T; 2]) -> bool {
            enter >= T::zero()
        }
    };
}

/// One ray, against many boxes.
struct OneRay<T: Real, B>(Ray<T>, PhantomData<B>);

impl<T: Real, B> OneRay<T, B> {
    fn new(ray: &Ray<T>) -> Self {
        Self(*ray, PhantomData)
    }
}

impl<T: Real, B: SlabBox<T, N>, const N: usize> BatchTest<T, N, 2> for OneRay<T, B> {
    type Input = B;

    spans!();

    #[inline(always)]
    fn to_numbers(input: &B) -> [T; N] {
        input.to_numbers()
    }

    #[inline(always)]
    fn compute(&self, numbers: [T; N]) -> [T; 2] {
        span(B::from_numbers(numbers).in_own_frame(&self.0))
    }

    #[cold]
    fn single(&self, input: &B) -> Self::Output {
        input.single(&self.0)
    }
}

/// One box of `N` numbers, against many rays.
struct OneBox<B, const N: usize>(B);

impl<T: Real, B: SlabBox<T, N>, const N: usize> BatchTest<T, 6, 2> for OneBox<B, N> {
    type Input = Ray<T>;

    spans!();

    #[inline(always)]
    fn to_numbers(Ray { origin: o, direction: d }: &Ray<T>) -> [T; 6] {
        [o.x, o.y, o.z, d.x, d.y, d.z]
    }

    #[inline(always)]
    fn compute(&self, [ox, oy, oz, dx, dy, dz]: [T; 6]) -> [T; 2] {
        let (origin, direction) = (Point3::new(ox, oy, oz), Vector3::new(dx, dy, dz));
        span(self.0.in_own_frame(&Ray { origin, direction }))
    }

    #[cold]
    fn single(&self, ray: &Ray<T>) -> Self::Output {
        self.0.single(ray)
    }
}
