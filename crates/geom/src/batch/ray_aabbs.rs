//! One ray and many axis-aligned boxes.

use nalgebra::Point3;

use super::SimdLevel;
use super::blocks::run;
use super::slabs::{InSlabs, RayAndBox};
use crate::cast::ray_aabb;
use crate::{Aabb, Ray, Real, Span};

/// Where a ray is in each of many axis-aligned boxes; `None` where it misses. Returns how many
/// boxes it answered: all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_aabb`](crate::cast::ray_aabb), whose answers these are. A ray that stands still
/// along an axis is asked box by box.
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
    run(InSlabs(ManyBoxes(*ray)), boxes, out, level)
}

struct ManyBoxes<T: Real>(Ray<T>);

impl<T: Real> RayAndBox<T, 6> for ManyBoxes<T> {
    type Asked = Aabb<T>;

    #[inline(always)]
    fn take(Aabb { min, max }: &Aabb<T>) -> [T; 6] {
        [min.x, min.y, min.z, max.x, max.y, max.z]
    }

    #[inline(always)]
    fn meet(&self, [ax, ay, az, bx, by, bz]: [T; 6]) -> (Ray<T>, Aabb<T>) {
        (self.0, Aabb { min: Point3::new(ax, ay, az), max: Point3::new(bx, by, bz) })
    }

    fn alone(&self, aabb: &Aabb<T>) -> Option<Span<T>> {
        ray_aabb(&self.0, aabb)
    }
}
