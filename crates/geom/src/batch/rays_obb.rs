//! Many rays and one oriented box.

use nalgebra::{Point3, Vector3};

use super::Level;
use super::blocks::{Blocks, part_of, part_or_mark};
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
    let obb = *obb;
    let Aabb { min, max } = own_frame(&obb);
    let (min, max) = (min.into(), max.into());
    Blocks {
        questions: rays,
        out,
        take: |Ray { origin: o, direction: d }: &Ray<T>| [o.x, o.y, o.z, d.x, d.y, d.z],
        solve: |[ox, oy, oz, dx, dy, dz]: [T; 6]| {
            let (origin, direction) = (Point3::new(ox, oy, oz), Vector3::new(dx, dy, dz));
            let ray = seen_from(&obb, &Ray { origin, direction });
            let direction = ray.direction.into();
            let part = slabs(ray.origin.into(), direction, min, max, half_line());
            part_or_mark(part, stands_still(direction))
        },
        give: |ray: &Ray<T>, part| part_of(part, || ray_obb(ray, &obb)),
    }
    .run_at(level)
}
