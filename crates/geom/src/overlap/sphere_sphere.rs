//! Two balls.

use crate::{Real, Sphere};

/// Whether two closed balls share a point.
///
/// Frame and unit are the caller's. Radius 0 is a point. Right unless the gap or the overlap is
/// below 4 ε of the distance of the centres; exact on coordinates so round that no square is
/// rounded.
/// Source: Ericson 4.3.1.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Sphere, overlap};
/// let ball = |x: f64| Sphere { center: Point3::new(x, 0.0, 0.0), radius: 1.0 };
/// assert!(overlap::sphere_sphere(&ball(0.0), &ball(2.0))); // touching
/// assert!(!overlap::sphere_sphere(&ball(0.0), &ball(2.5)));
/// ```
#[inline]
#[must_use]
pub fn sphere_sphere<T: Real>(a: &Sphere<T>, b: &Sphere<T>) -> bool {
    let between = b.center - a.center;
    let reach = a.radius + b.radius;
    between.dot(&between) <= reach * reach
}
