//! Many rays and one axis-aligned box.

use super::Level;
use super::blocks::{Question, is_part, part_of, part_or_mark, run};
use crate::cast::{half_line, ray_aabb, slabs, stands_still};
use crate::{Aabb, Ray, Real, Span};

/// Where each ray is in an axis-aligned box; `None` where it misses. Returns how many rays it
/// answered: all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_aabb`](crate::cast::ray_aabb), whose answers these are.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::batch::{self, Level};
/// use obbtree_geom::{Aabb, Ray, Span};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(1.0, 1.0, 1.0) };
/// let direction = Vector3::new(2.0, 0.0, 0.0);
/// let rays = [0.5, 3.0].map(|y| Ray { origin: Point3::new(-1.0, y, 0.5), direction });
/// let mut out = [None; 2];
/// assert_eq!(batch::rays_aabb(&rays, &cube, &mut out, Level::detect()), 2);
/// assert_eq!(out, [Some(Span { enter: 0.5, exit: 1.0 }), None]);
/// ```
pub fn rays_aabb<T: Real>(
    rays: &[Ray<T>],
    aabb: &Aabb<T>,
    out: &mut [Option<Span<T>>],
    level: Level,
) -> usize {
    run(ManyRays(*aabb), rays, out, level)
}

struct ManyRays<T: Real>(Aabb<T>);

impl<T: Real> Question<T, 6, 2> for ManyRays<T> {
    type Asked = Ray<T>;
    type Answer = Option<Span<T>>;

    #[inline(always)]
    fn take(Ray { origin: o, direction: d }: &Self::Asked) -> [T; 6] {
        [o.x, o.y, o.z, d.x, d.y, d.z]
    }

    #[inline(always)]
    fn solve(&self, [ox, oy, oz, dx, dy, dz]: [T; 6]) -> [T; 2] {
        let (origin, direction) = ([ox, oy, oz], [dx, dy, dz]);
        let (min, max) = (self.0.min.into(), self.0.max.into());
        let part = slabs(origin, direction, min, max, half_line());
        part_or_mark(part, stands_still(direction))
    }

    #[inline(always)]
    fn give(part: [T; 2]) -> Self::Answer {
        part_of(part)
    }

    #[inline(always)]
    fn is_sure(part: [T; 2]) -> bool {
        is_part(part)
    }

    #[cold]
    fn alone(&self, ray: &Ray<T>) -> Self::Answer {
        ray_aabb(ray, &self.0)
    }
}
