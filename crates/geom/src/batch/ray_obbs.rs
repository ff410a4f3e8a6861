//! One ray and many oriented boxes.

use nalgebra::{Matrix3, Point3, Vector3};

use super::SimdLevel;
use super::blocks::run;
use super::slabs::{InSlabs, RayAndBox, in_own_frame};
use crate::cast::ray_obb;
use crate::{Aabb, Obb, Ray, Real, Span};

/// Where a ray is in each of many oriented boxes; `None` where it misses. Returns how many boxes it
/// answered: all that `out` has room for.
///
/// Frame, unit, borders, rays and boxes without extent, accuracy and source: as
/// [`cast::ray_obb`](crate::cast::ray_obb), whose answers these are.
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
    run(InSlabs(ManyBoxes(*ray)), boxes, out, level)
}

struct ManyBoxes<T: Real>(Ray<T>);

impl<T: Real> RayAndBox<T, 15> for ManyBoxes<T> {
    type Asked = Obb<T>;

    #[inline(always)]
    fn take(Obb { axes, center: c, half: h }: &Obb<T>) -> [T; 15] {
        let [x, y, z]: [[T; 3]; 3] = (*axes).into();
        [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], c.x, c.y, c.z, h.x, h.y, h.z]
    }

    #[inline(always)]
    fn meet(
        &self,
        [xx, xy, xz, yx, yy, yz, zx, zy, zz, cx, cy, cz, hx, hy, hz]: [T; 15],
    ) -> (Ray<T>, Aabb<T>) {
        let obb = Obb {
            axes: Matrix3::new(xx, yx, zx, xy, yy, zy, xz, yz, zz),
            center: Point3::new(cx, cy, cz),
            half: Vector3::new(hx, hy, hz),
        };
        in_own_frame(&self.0, &obb)
    }

    fn alone(&self, obb: &Obb<T>) -> Option<Span<T>> {
        ray_obb(&self.0, obb)
    }
}
