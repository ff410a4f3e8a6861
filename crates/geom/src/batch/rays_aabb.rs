//! Many rays and one axis-aligned box.

use super::SimdLevel;
use super::blocks::run;
use super::slabs::{InSlabs, RayAndBox, of_ray, to_ray};
use crate::cast::ray_aabb;
use crate::{Aabb, Ray, Real, Span};

/// Where each ray is in an axis-aligned box; `None` where it misses. Returns how many rays it
/// answered: all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_aabb`](crate::cast::ray_aabb), whose answers these are.
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
    run(InSlabs(ManyRays(*aabb)), rays, out, level)
}

struct ManyRays<T: Real>(Aabb<T>);

impl<T: Real> RayAndBox<T, 6> for ManyRays<T> {
    type Asked = Ray<T>;

    #[inline(always)]
    fn take(ray: &Ray<T>) -> [T; 6] {
        of_ray(ray)
    }

    #[inline(always)]
    fn meet(&self, numbers: [T; 6]) -> (Ray<T>, Aabb<T>) {
        (to_ray(numbers), self.0)
    }

    fn alone(&self, ray: &Ray<T>) -> Option<Span<T>> {
        ray_aabb(ray, &self.0)
    }
}
