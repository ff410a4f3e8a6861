//! Many points and one triangle.

use nalgebra::Point3;

use super::SimdLevel;
use super::blocks::{Question, run};
use crate::Real;
use crate::closest::{WellShaped, point_triangle};

/// The point of a triangle that is closest to each of many points. Returns how many points it
/// answered: all that `out` has room for.
///
/// Frame, unit, triangles without area, accuracy and source: as
/// [`closest::point_triangle`](crate::closest::point_triangle), whose answers these are. A triangle
/// that is flat but for rounding is asked point by point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::batch::{self, SimdLevel};
/// let triangle = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let points = [Point3::new(1.0, 1.0, 5.0), Point3::new(1.0, -3.0, 5.0)];
/// let mut out = [Point3::origin(); 2];
/// assert_eq!(batch::points_triangle(&points, &triangle, &mut out, SimdLevel::detect()), 2);
/// assert_eq!(out, [Point3::new(1.0, 1.0, 0.0), Point3::new(1.0, 0.0, 0.0)]);
/// ```
pub fn points_triangle<T: Real>(
    points: &[Point3<T>],
    triangle: &[Point3<T>; 3],
    out: &mut [Point3<T>],
    level: SimdLevel,
) -> usize {
    let Some(shape) = WellShaped::of(triangle) else {
        for (point, out) in points.iter().zip(&mut *out) {
            *out = point_triangle(point, triangle);
        }
        return points.len().min(out.len());
    };
    run(ManyPoints { triangle, shape }, points, out, level)
}

struct ManyPoints<'a, T: Real> {
    triangle: &'a [Point3<T>; 3],
    shape: WellShaped<T>,
}

impl<T: Real> Question<T, 3, 4> for ManyPoints<'_, T> {
    type Asked = Point3<T>;
    type Answer = Point3<T>;

    #[inline(always)]
    fn take(p: &Self::Asked) -> [T; 3] {
        [p.x, p.y, p.z]
    }

    #[inline(always)]
    fn solve(&self, point: [T; 3]) -> [T; 4] {
        let (found, near) = self.shape.place(&point.into());
        [found.x, found.y, found.z, if near { T::one() } else { T::zero() }]
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
    fn alone(&self, point: &Point3<T>) -> Self::Answer {
        point_triangle(point, self.triangle)
    }
}
