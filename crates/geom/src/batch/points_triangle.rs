//! Many points and one triangle.

use nalgebra::Point3;

use super::SimdLevel;
use super::blocks::{BatchTest, run};
use crate::Real;
use crate::closest::{WellShaped, point_triangle};

/// The point of a triangle that is closest to each of many points. Returns the number of points
/// processed: as many as fit in `out`.
///
/// Frame, unit, degenerate triangles, accuracy and source are those of
/// [`closest::point_triangle`](crate::closest::point_triangle), with the same results. For a
/// triangle that is degenerate up to rounding the points are processed one by one.
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

impl<T: Real> BatchTest<T, 3, 4> for ManyPoints<'_, T> {
    type Input = Point3<T>;
    type Output = Point3<T>;

    #[inline(always)]
    fn to_numbers(p: &Self::Input) -> [T; 3] {
        [p.x, p.y, p.z]
    }

    #[inline(always)]
    fn compute(&self, point: [T; 3]) -> [T; 4] {
        let (found, near) = self.shape.closest_unchecked(&point.into());
        [found.x, found.y, found.z, if near { T::one() } else { T::zero() }]
    }

    #[inline(always)]
    fn to_output([x, y, z, _]: [T; 4]) -> Self::Output {
        Point3::new(x, y, z)
    }

    #[inline(always)]
    fn is_valid([.., sure]: [T; 4]) -> bool {
        sure > T::zero()
    }

    #[cold]
    fn single(&self, point: &Point3<T>) -> Self::Output {
        point_triangle(point, self.triangle)
    }
}
