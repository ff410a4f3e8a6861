//! One point and many triangles, and many points and one triangle.

use nalgebra::Point3;

use super::SimdLevel;
use super::blocks::{BatchTest, run};
use crate::Real;
use crate::closest::{WellShaped, point_triangle};

/// The point of each of many triangles that is closest to a point. Returns the number of triangles
/// processed: as many as fit in `out`.
///
/// Frame, unit, degenerate triangles, accuracy and source are those of
/// [`closest::point_triangle`](crate::closest::point_triangle), with the same results.
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

/// What both have in common: the point found, and whether it is certain.
macro_rules! closest_points {
    () => {
        type Output = Point3<T>;

        #[inline(always)]
        fn to_output([x, y, z, _]: [T; 4]) -> Self::Output {
            Point3::new(x, y, z)
        }

        #[inline(always)]
        fn is_valid([.., sure]: [T; 4]) -> bool {
            sure > T::zero()
        }
    };
}

#[inline(always)]
fn numbers<T: Real>(found: Point3<T>, is_sure: bool) -> [T; 4] {
    [found.x, found.y, found.z, if is_sure { T::one() } else { T::zero() }]
}

struct ManyTriangles<T: Real>(Point3<T>);

impl<T: Real> BatchTest<T, 9, 4> for ManyTriangles<T> {
    type Input = [Point3<T>; 3];

    closest_points!();

    #[inline(always)]
    fn to_numbers([a, b, c]: &Self::Input) -> [T; 9] {
        [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]
    }

    #[inline(always)]
    fn compute(&self, [ax, ay, az, bx, by, bz, cx, cy, cz]: [T; 9]) -> [T; 4] {
        let corners = [[ax, ay, az], [bx, by, bz], [cx, cy, cz]].map(Point3::from);
        let (shape, well) = WellShaped::with_validity::<true>(&corners);
        let (found, near) = shape.closest_unchecked(&self.0);
        numbers(found, well & near)
    }

    #[cold]
    fn single(&self, triangle: &[Point3<T>; 3]) -> Self::Output {
        point_triangle(&self.0, triangle)
    }
}

struct ManyPoints<'a, T: Real> {
    triangle: &'a [Point3<T>; 3],
    shape: WellShaped<T>,
}

impl<T: Real> BatchTest<T, 3, 4> for ManyPoints<'_, T> {
    type Input = Point3<T>;

    closest_points!();

    #[inline(always)]
    fn to_numbers(p: &Self::Input) -> [T; 3] {
        [p.x, p.y, p.z]
    }

    #[inline(always)]
    fn compute(&self, point: [T; 3]) -> [T; 4] {
        let (found, near) = self.shape.closest_unchecked(&point.into());
        numbers(found, near)
    }

    #[cold]
    fn single(&self, point: &Point3<T>) -> Self::Output {
        point_triangle(point, self.triangle)
    }
}
