//! The oriented box.

use std::borrow::Borrow;

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};

use crate::numbers::real::Real;

/// A closed oriented box: all `x` with `|axis_i . (x - center)| <= half_i`.
///
/// The axes are the columns of a right-handed matrix, orthonormal to a few roundings. The numbers
/// define the box exactly as given, so a box with slightly skewed axes is still a well-defined set.
///
/// ```
/// use nalgebra::{Matrix3, Point3};
/// use obbtree_predicates::Obb;
/// let points = [Point3::new(0.0, 0.0, 0.0), Point3::new(2.0, 4.0, 6.0)];
/// let around = Obb::around(Matrix3::identity(), &points);
/// assert!(points.iter().all(|point| around.contains(point)));
/// assert!((around.volume() - 48.0).abs() < 1e-10 && (around.area() - 88.0).abs() < 1e-10);
/// assert!((around.corners()[5] - Point3::new(2.0, 0.0, 6.0)).norm() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb<T: Real = f64> {
    /// The columns are the three axes, in the frame of the points that the box was made for.
    pub axes: Matrix3<T>,
    /// The centre, in the same frame.
    pub center: Point3<T>,
    /// Half extents along the three axes; never negative.
    pub half: Vector3<T>,
}

/// Bound on the rounding error of a projection `axis . (x - center)`, relative to the coordinates.
///
/// For a unit axis, a difference, three products and two sums have an error of less than 6 * 2^-53
/// times `|x|_1 + |center|_1`. 2^-49 leaves a factor of two and covers the rounding of this margin.
const PROJECTION_MARGIN: f64 = 1.0 / (1_u64 << 49) as f64;

/// 2^-1060, more than the products of a projection and of the centre lose that underflow.
const UNDERFLOW: f64 = f64::from_bits(1 << 14);

impl Obb {
    /// The smallest box with these axes that contains every point. Containment is exact: the half
    /// extents include a margin for rounding. No points give a box of size zero at the origin.
    pub fn around(
        axes: Matrix3<f64>,
        points: impl IntoIterator<Item: Borrow<Point3<f64>>> + Clone,
    ) -> Self {
        let mut low = Vector3::repeat(f64::INFINITY);
        let mut high = Vector3::repeat(f64::NEG_INFINITY);
        let mut largest = 0.0_f64;
        for point in points.clone() {
            let point = point.borrow();
            let along = axes.tr_mul(&point.coords);
            low = low.inf(&along);
            high = high.sup(&along);
            largest = largest.max(point.coords.amax());
        }
        if low.x > high.x {
            return Self { axes, center: Point3::origin(), half: Vector3::zeros() };
        }
        let center = Point3::from(axes * ((low + high) * 0.5));
        let mut half = Vector3::zeros();
        for point in points {
            half = half.sup(&axes.tr_mul(&(point.borrow() - center)).abs());
        }
        let underflow = if largest > 0.0 { UNDERFLOW } else { 0.0 };
        let margin = PROJECTION_MARGIN * 3.0 * (largest + center.coords.amax()) + underflow;
        Self { axes, center, half: half.add_scalar(margin) }
    }

    /// The eight corners: bit `i` of the index chooses the positive side of axis `i`.
    #[must_use]
    pub fn corners(&self) -> [Point3<f64>; 8] {
        std::array::from_fn(|corner| {
            let sign = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
            let along = self.half.component_mul(&Vector3::new(sign(0), sign(1), sign(2)));
            self.center + self.axes * along
        })
    }

    /// Whether the point is in the closed box. Rounded: for points within a few roundings of a face
    /// the answer may be either.
    #[must_use]
    pub fn contains(&self, point: &Point3<f64>) -> bool {
        let along = self.axes.tr_mul(&(point - self.center)).abs();
        along.iter().zip(self.half.iter()).all(|(along, half)| along <= half)
    }

    /// Volume, in the cube of the caller's unit.
    #[must_use]
    pub fn volume(&self) -> f64 {
        8.0 * self.half.product()
    }

    /// Area of the six faces.
    #[must_use]
    pub fn area(&self) -> f64 {
        let h = &self.half;
        8.0 * (h.x * h.y + h.y * h.z + h.z * h.x)
    }
}

impl<T: Real> Obb<T> {
    /// The box, translated.
    ///
    /// ```
    /// use nalgebra::{Matrix3, Point3, Vector3};
    /// use obbtree_predicates::Obb;
    /// let half = Vector3::new(1.0, 2.0, 3.0);
    /// let part = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
    /// assert_eq!(part.translated(&Vector3::x()).center, Point3::new(1.0, 0.0, 0.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, by: &Vector3<T>) -> Self {
        Self { center: self.center + by, ..*self }
    }

    /// The box, rotated about a point. Each call adds about one rounding error to the
    /// orthonormality of the axes.
    ///
    /// ```
    /// use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
    /// use obbtree_predicates::Obb;
    /// let half = Vector3::new(1.0, 2.0, 3.0);
    /// let part = Obb { axes: Matrix3::identity(), center: Point3::new(1.0, 0.0, 0.0), half };
    /// let quarter = Rotation3::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2);
    /// let rotated = part.rotated(&quarter, &Point3::origin());
    /// assert!((rotated.center - Point3::new(0.0, 1.0, 0.0)).norm() < 1e-15);
    /// ```
    #[inline]
    #[must_use]
    pub fn rotated(&self, rotation: &Rotation3<T>, about: &Point3<T>) -> Self {
        let matrix = rotation.matrix();
        let center = about + matrix * (self.center - about);
        Self { axes: matrix * self.axes, center, half: self.half }
    }

    /// The box, scaled about a point. A negative factor mirrors the centre.
    ///
    /// ```
    /// use nalgebra::{Matrix3, Point3, Vector3};
    /// use obbtree_predicates::Obb;
    /// let half = Vector3::new(1.0, 2.0, 3.0);
    /// let part = Obb { axes: Matrix3::identity(), center: Point3::new(1.0, 0.0, 0.0), half };
    /// let twice = part.scaled(2.0, &Point3::origin());
    /// assert_eq!((twice.center.x, twice.half), (2.0, Vector3::new(2.0, 4.0, 6.0)));
    /// ```
    #[inline]
    #[must_use]
    pub fn scaled(&self, factor: T, about: &Point3<T>) -> Self {
        let center = about + (self.center - about) * factor;
        Self { axes: self.axes, center, half: self.half * factor.abs() }
    }
}
