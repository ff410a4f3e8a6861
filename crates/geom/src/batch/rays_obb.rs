//! Many rays and one oriented box.

use nalgebra::{Point3, Vector3};

use super::Level;
use super::blocks::{Question, is_part, part_of, part_or_mark, run};
use crate::cast::{half_line, ray_obb, seen_from, slabs, stands_still};
use crate::vectors::own_frame;
use crate::{Aabb, Obb, Ray, Real, Span};

/// Where each ray is in an oriented box; `None` where it misses. Returns how many rays it answered:
/// all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_obb`](crate::cast::ray_obb), whose answers these are.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::batch::{self, Level};
/// use obbtree_geom::{Obb, Ray, Span};
/// let half = Vector3::repeat(1.0);
/// let obb = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let direction = Vector3::x();
/// let rays = [0.0, 3.0].map(|y| Ray { origin: Point3::new(-2.0, y, 0.0), direction });
/// let mut out = [None; 3];
/// assert_eq!(batch::rays_obb(&rays, &obb, &mut out, Level::detect()), 2);
/// assert_eq!(out, [Some(Span { enter: 1.0, exit: 3.0 }), None, None]);
/// ```
pub fn rays_obb<T: Real>(
    rays: &[Ray<T>],
    obb: &Obb<T>,
    out: &mut [Option<Span<T>>],
    level: Level,
) -> usize {
    run(ManyRays(*obb), rays, out, level)
}

struct ManyRays<T: Real>(Obb<T>);

impl<T: Real> Question<T, 6, 2> for ManyRays<T> {
    type Asked = Ray<T>;
    type Answer = Option<Span<T>>;

    #[inline(always)]
    fn take(Ray { origin: o, direction: d }: &Self::Asked) -> [T; 6] {
        [o.x, o.y, o.z, d.x, d.y, d.z]
    }

    #[inline(always)]
    fn solve(&self, [ox, oy, oz, dx, dy, dz]: [T; 6]) -> [T; 2] {
        let (origin, direction) = (Point3::new(ox, oy, oz), Vector3::new(dx, dy, dz));
        let Aabb { min, max } = own_frame(&self.0);
        let Ray { origin, direction } = seen_from(&self.0, &Ray { origin, direction });
        let direction = direction.into();
        let part = slabs(origin.into(), direction, min.into(), max.into(), half_line());
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
        ray_obb(ray, &self.0)
    }
}
