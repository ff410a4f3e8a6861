//! The orientation of a box by covariance.
//!
//! Method: Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), with the corrected formula of the
//! covariance (the printed one is known to be wrong; "Programmers' Computational Geometry", 9.2.1,
//! eq. 9.1, is correct). The surface has uniform density, so many small triangles have the same
//! weight as one large triangle of the same area. The eigenvectors of the covariance are the axes
//! of the box. For the faces of a convex hull the result is the box of the hull.

use std::borrow::Borrow;

use nalgebra::{Matrix3, Point3, SymmetricEigen, Vector3};

use crate::{Obb, Triangle, unit_scale};

/// Area, first and second moments of a set of triangles about a reference point. They are sums from
/// which the covariance follows, so sets can be joined by adding them.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::Moments;
/// let triangle = [Point3::origin(), Point3::new(6.0, 0.0, 0.0), Point3::new(0.0, 3.0, 0.0)];
/// let found = Moments::of(&[triangle], &Point3::origin(), 1.0);
/// assert_eq!(found.mass, 9.0); // the area
/// assert!((found.mean() - nalgebra::Vector3::new(2.0, 1.0, 0.0)).norm() < 1e-15);
/// assert!((found.covariance()[(0, 0)] - 2.0).abs() < 1e-14); // side squared over 18
/// assert!(found.axes()[(2, 2)].abs() > 0.999_999); // the last axis is the normal
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// Total area; if all triangles are degenerate, the number of corners (see [`Moments::of`]).
    pub mass: f64,
    /// Integral of `x` over the surface.
    pub first: Vector3<f64>,
    /// Integral of `x x^T` over the surface.
    pub second: Matrix3<f64>,
}

impl Moments {
    /// The moments of an empty set.
    #[must_use]
    pub fn zero() -> Self {
        Self { mass: 0.0, first: Vector3::zeros(), second: Matrix3::zeros() }
    }

    /// The moments of triangles; coordinates are taken relative to `about` and multiplied by
    /// `scale`.
    ///
    /// With a scale near one over the size of the set, squares of areas stay in range. If the areas
    /// of all triangles are zero, each corner has weight one.
    pub fn of(
        triangles: impl IntoIterator<Item: Borrow<Triangle>, IntoIter: Clone>,
        about: &Point3<f64>,
        scale: f64,
    ) -> Self {
        let triangles = triangles.into_iter();
        let mut sum = Self::zero();
        for triangle in triangles.clone() {
            let [p, q, r] = triangle.borrow().map(|corner| (corner - about) * scale);
            let area = 0.5 * (q - p).cross(&(r - p)).norm();
            sum.add_triangle(area, &p, &q, &r);
        }
        if sum.mass > 0.0 {
            return sum;
        }
        Self::of_points(corners_of(triangles), about, scale)
    }

    /// The moments of points of weight one; coordinates are taken relative to `about` and
    /// multiplied by `scale`.
    pub fn of_points(
        points: impl IntoIterator<Item: Borrow<Point3<f64>>>,
        about: &Point3<f64>,
        scale: f64,
    ) -> Self {
        let mut sum = Self::zero();
        for point in points {
            let x = (point.borrow() - about) * scale;
            sum.mass += 1.0;
            sum.first += x;
            sum.second += x * x.transpose();
        }
        sum
    }

    /// Adds one triangle of the given mass. With its centroid `m`, the first moment is `mass m` and
    /// the second is `mass / 12 (9 m m^T + p p^T + q q^T + r r^T)`.
    #[inline]
    fn add_triangle(&mut self, mass: f64, p: &Vector3<f64>, q: &Vector3<f64>, r: &Vector3<f64>) {
        let sum = p + q + r; // 3 m, so 9 m m^T = sum sum^T
        self.mass += mass;
        self.first += sum * (mass / 3.0);
        let w = mass / 12.0;
        for column in 0..3 {
            for row in column..3 {
                self.second[(row, column)] += w
                    * (sum[row] * sum[column]
                        + p[row] * p[column]
                        + q[row] * q[column]
                        + r[row] * r[column]);
            }
        }
    }

    /// The mean, relative to the reference point and in scaled units.
    #[must_use]
    pub fn mean(&self) -> Vector3<f64> {
        if self.mass > 0.0 { self.first / self.mass } else { Vector3::zeros() }
    }

    /// `E[x x^T] - E[x] E[x]^T`; zero for a set of mass zero.
    #[must_use]
    pub fn covariance(&self) -> Matrix3<f64> {
        if self.mass <= 0.0 {
            return Matrix3::zeros();
        }
        let mean = self.mean();
        let mut covariance = self.second / self.mass - mean * mean.transpose();
        covariance.fill_upper_triangle_with_lower_triangle();
        covariance
    }

    /// The principal axes as columns of a right-handed orthonormal matrix, largest variance first.
    ///
    /// For degenerate sets some directions are not determined; they are chosen so that the frame is
    /// complete.
    #[must_use]
    pub fn axes(&self) -> Matrix3<f64> {
        let covariance = self.covariance();
        let size = covariance.amax();
        if !(size > 0.0 && size.is_finite()) {
            return Matrix3::identity();
        }
        let eigen = SymmetricEigen::new(covariance / size);
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| eigen.eigenvalues[j].total_cmp(&eigen.eigenvalues[i]));
        let wide = eigen.eigenvectors.column(order[0]).into_owned();
        let middle = eigen.eigenvectors.column(order[1]).into_owned();
        frame(&wide, &middle)
    }
}

/// Two directions count as parallel if the sine of their angle is below this value. The
/// perpendicular part of a unit vector has an error of about 1e-16, so above it the part is correct
/// to seven digits; below it the direction would be increasingly rounding.
const PARALLEL: f64 = 1e-9;

/// A right-handed orthonormal frame whose first axis is along `first` and whose second axis lies in
/// the plane of both; the identity if `first` is zero. If `second` is zero or parallel to `first`,
/// the second axis is arbitrary.
///
/// ```
/// use nalgebra::Vector3;
/// let found = obbtree_geom::frame(&Vector3::new(0.0, 2.0, 0.0), &Vector3::new(0.0, 1.0, 5.0));
/// assert_eq!(found.column(0), Vector3::y());
/// assert_eq!(found.column(1), Vector3::z());
/// ```
#[must_use]
pub fn frame(first: &Vector3<f64>, second: &Vector3<f64>) -> Matrix3<f64> {
    let Some(a) = direction(first) else {
        return Matrix3::identity();
    };
    let second = direction(second).unwrap_or_default();
    let perpendicular = second - a * a.dot(&second);
    let b = perpendicular.try_normalize(PARALLEL).unwrap_or_else(|| {
        let other = Vector3::ith(a.iamin(), 1.0);
        (other - a * a.dot(&other)).normalize()
    });
    // A second pass removes the component along a that the rounding of the first one left.
    let b = (b - a * a.dot(&b)).normalize();
    let c = a.cross(&b).normalize();
    Matrix3::from_columns(&[a, b, c])
}

/// The unit vector in the direction of another vector; `None` for a zero vector. The vector is
/// scaled first, because the squares of lengths below 1e-154 lose digits.
fn direction(vector: &Vector3<f64>) -> Option<Vector3<f64>> {
    let size = vector.amax();
    (size > 0.0).then(|| (vector / size).normalize())
}

/// An oriented bounding box of a set of triangles: axes by area-weighted covariance, half extents
/// by projection of all corners. Every corner is inside, exactly.
///
/// Frame and unit are the caller's. No triangles give a box of size zero at the origin. Degenerate
/// triangles have no weight, but if all are degenerate each corner has weight one. Source:
/// Gottschalk and others, section 4; "Programmers' Computational Geometry", 9.2.1, with half
/// extents `(max - min) / 2`.
///
/// ```
/// use nalgebra::Point3;
/// // A long thin triangle in a general direction: the box is flat and aligned with it.
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 4.0, 0.0], [4.0, 4.0, 0.1]].map(Point3::from);
/// let fitted = obbtree_geom::fit_obb(&[triangle]);
/// assert!(fitted.volume() < 1e-10);
/// assert!(triangle.iter().all(|corner| fitted.contains(corner)));
/// ```
#[must_use]
pub fn fit_obb(triangles: impl IntoIterator<Item: Borrow<Triangle>, IntoIter: Clone>) -> Obb {
    let triangles = triangles.into_iter();
    let Some(around) = crate::Aabb::around(corners_of(triangles.clone())) else {
        return Obb { axes: Matrix3::identity(), center: Point3::origin(), half: Vector3::zeros() };
    };
    let scale = unit_scale(around.sides().amax());
    let moments = Moments::of(triangles.clone(), &around.center(), scale);
    Obb::around(moments.axes(), corners_of(triangles))
}

fn corners_of(
    triangles: impl IntoIterator<Item: Borrow<Triangle>, IntoIter: Clone>,
) -> impl Iterator<Item = Point3<f64>> + Clone {
    triangles.into_iter().flat_map(|triangle| *triangle.borrow())
}

/// An oriented bounding box of a set of points: axes by the covariance of the points, each of
/// weight one, half extents by projection. Every point is inside, exactly.
///
/// Frame and unit are the caller's. No points give a box of size zero at the origin. Clusters of
/// points influence the axes; for a surface use [`fit_obb`], which weights by area. Source:
/// Gottschalk and others, section 4, first form.
///
/// ```
/// use nalgebra::Point3;
/// let points = [0.0, 1.0, 2.0, 5.0].map(|t| Point3::new(t, 2.0 * t, -t));
/// let fitted = obbtree_geom::fit_obb_to_points(&points);
/// assert!((fitted.half.x - 2.5 * 6.0_f64.sqrt()).abs() < 1e-12 && fitted.half.y < 1e-12);
/// assert!(points.iter().all(|point| fitted.contains(point)));
/// ```
#[must_use]
pub fn fit_obb_to_points(points: &[Point3<f64>]) -> Obb {
    let Some(around) = crate::Aabb::around(points) else {
        return Obb { axes: Matrix3::identity(), center: Point3::origin(), half: Vector3::zeros() };
    };
    let moments = Moments::of_points(points, &around.center(), unit_scale(around.sides().amax()));
    Obb::around(moments.axes(), points)
}
