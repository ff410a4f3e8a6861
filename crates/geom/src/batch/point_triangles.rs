//! One point and many triangles.

use nalgebra::Point3;

use super::SimdLevel;
use super::blocks::{Question, run};
use crate::Real;
use crate::closest::{WellShaped, point_triangle};

/// The point of each of many triangles that is closest to a point. Returns how many triangles it
/// answered: all that `out` has room for.
///
/// Frame, unit, triangles without area, accuracy and source: as
/// [`closest::point_triangle`](crate::closest::point_triangle), whose answers these are.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::batch::{self, SimdLevel};
/// let low = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let high = low.map(|corner| corner + nalgebra::Vector3::new(2.0, 0.0, 9.0));
/// let mut out = [Point3::origin(); 2];
/// let point = Point3::new(1.0, 1.0, 5.0);
/// assert_eq!(batch::point_triangles(&point, &[low, high], &mut out, SimdLevel::detect()), 2);
/// assert_eq!(out, [Point3::new(1.0, 1.0, 0.0), Point3::new(2.0, 1.0, 9.0)]);
/// ```
pub fn point_triangles<T: Real>(
    point: &Point3<T>,
    triangles: &[[Point3<T>; 3]],
    out: &mut [Point3<T>],
    level: SimdLevel,
) -> usize {
    run(ManyTriangles(*point), triangles, out, level)
}

struct ManyTriangles<T: Real>(Point3<T>);

impl<T: Real> Question<T, 9, 4> for ManyTriangles<T> {
    type Asked = [Point3<T>; 3];
    type Answer = Point3<T>;

    #[inline(always)]
    fn take([a, b, c]: &Self::Asked) -> [T; 9] {
        [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]
    }

    #[inline(always)]
    fn solve(&self, [ax, ay, az, bx, by, bz, cx, cy, cz]: [T; 9]) -> [T; 4] {
        let corners = [[ax, ay, az], [bx, by, bz], [cx, cy, cz]].map(Point3::from);
        let (shape, well) = WellShaped::measured::<true>(&corners);
        let (found, near) = shape.place(&self.0);
        [found.x, found.y, found.z, if well & near { T::one() } else { T::zero() }]
    }

    #[inline(always)]
    fn give([x, y, z, _]: [T; 4]) -> Self::Answer {
        Point3::new(x, y, z)
    }

    #[inline(always)]
    fn is_sure([.., sure]: [T; 4]) -> bool {
        sure > T::zero()
    }

    #[cold]
    fn alone(&self, triangle: &[Point3<T>; 3]) -> Self::Answer {
        point_triangle(&self.0, triangle)
    }
}
