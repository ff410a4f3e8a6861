//! The axis-aligned box.

use std::borrow::Borrow;

use nalgebra::{Point3, Vector3};

use crate::numbers::real::Real;

/// A closed axis-aligned box.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::Aabb;
/// let points = [Point3::new(0.0, 5.0, 0.0), Point3::new(2.0, 1.0, 6.0)];
/// let around = Aabb::around(&points).expect("points");
/// assert_eq!((around.volume(), around.area()), (48.0, 88.0));
/// assert_eq!(around.center(), Point3::new(1.0, 3.0, 3.0));
/// assert_eq!(Aabb::around(&[]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<T: Real = f64> {
    /// Smallest coordinates.
    pub min: Point3<T>,
    /// Largest coordinates.
    pub max: Point3<T>,
}

impl Aabb {
    /// The smallest box around the given points; `None` for no points.
    pub fn around(points: impl IntoIterator<Item: Borrow<Point3<f64>>>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = *points.next()?.borrow();
        Some(points.fold(Self { min: first, max: first }, |around, p| Self {
            min: around.min.inf(p.borrow()),
            max: around.max.sup(p.borrow()),
        }))
    }

    /// Lengths of the three sides.
    #[must_use]
    pub fn sides(&self) -> Vector3<f64> {
        self.max - self.min
    }

    /// The centre, rounded.
    #[must_use]
    pub fn center(&self) -> Point3<f64> {
        Point3::from(self.min.coords * 0.5 + self.max.coords * 0.5)
    }

    /// Volume, in the cube of the caller's unit.
    #[must_use]
    pub fn volume(&self) -> f64 {
        self.sides().product()
    }

    /// Area of the six faces.
    #[must_use]
    pub fn area(&self) -> f64 {
        let s = self.sides();
        2.0 * (s.x * s.y + s.y * s.z + s.z * s.x)
    }
}
