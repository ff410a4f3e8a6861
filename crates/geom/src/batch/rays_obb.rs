//! Many rays and one oriented box.

use super::SimdLevel;
use super::blocks::run;
use super::slabs::{InSlabs, RayAndBox, in_own_frame, of_ray, to_ray};
use crate::cast::ray_obb;
use crate::{Aabb, Obb, Ray, Real, Span};

/// Where each ray is in an oriented box; `None` where it misses. Returns how many rays it answered:
/// all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_obb`](crate::cast::ray_obb), whose answers these are.
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
    run(InSlabs(ManyRays(*obb)), rays, out, level)
}

struct ManyRays<T: Real>(Obb<T>);

impl<T: Real> RayAndBox<T, 6> for ManyRays<T> {
    type Asked = Ray<T>;

    #[inline(always)]
    fn take(ray: &Ray<T>) -> [T; 6] {
        of_ray(ray)
    }

    #[inline(always)]
    fn meet(&self, numbers: [T; 6]) -> (Ray<T>, Aabb<T>) {
        in_own_frame(&to_ray(numbers), &self.0)
    }

    fn alone(&self, ray: &Ray<T>) -> Option<Span<T>> {
        ray_obb(ray, &self.0)
    }
}
