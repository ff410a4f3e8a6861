//! The oriented bounding rectangle of a polygon, by covariance.
//!
//! Method: Gottschalk's box fit in the plane. The outline is treated as a wire of uniform density,
//! and the eigenvectors of its covariance are the axes. The second moment of an edge of length `l`
//! from `p` to `q` is `l / 6 (2 p p^T + 2 q q^T + p q^T + q p^T)`. For a convex outline the area is
//! at most 2.737 times the smallest one (Dimitrov, Knauer, Kriegel, Rote, "Bounds on the quality of
//! the PCA bounding boxes", 2009); Gottschalk (2000) states 2. For other outlines pass the convex
//! hull.

use nalgebra::{Point2, Vector2};

use super::box_box::Box2;
use crate::Real;
use crate::range::scale_for;
use crate::vectors::{largest_component, with_zero_z};

/// The bounding rectangle of a closed polygon, with axes by the covariance of its outline, the axis
/// of the larger variance first.
///
/// `None` for no points. If all points coincide, or the variance is the same in all directions, the
/// axes are those of the frame. Every corner is inside up to 8 `EPSILON` of the largest coordinate.
/// Source: Gottschalk, "Collision queries using oriented bounding boxes" (2000).
///
/// ```
/// use nalgebra::Point2;
/// use obbtree_geom::planar::hull_rectangle;
/// // A rectangle with sides of three diagonals and one diagonal of a unit square.
/// let tilted = [[0.0, 0.0], [3.0, 3.0], [2.0, 4.0], [-1.0_f64, 1.0]].map(Point2::from);
/// let fitted = hull_rectangle(&tilted).unwrap();
/// assert!((fitted.area() - 6.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn hull_rectangle<T: Real>(outline: &[Point2<T>]) -> Option<Box2<T>> {
    let origin = *outline.first()?;
    let size = outline
        .iter()
        .fold(T::zero(), |size, p| size.greater(largest_component(&with_zero_z(p).coords)));
    let scale = scale_for(size).unwrap_or(T::one());
    let relative = |point: &Point2<T>| point * scale - origin * scale;

    let (zero, two) = (T::zero(), T::from_f64(2.0));
    let (mut mass, mut first, mut xx, mut xy, mut yy) = (zero, Vector2::zeros(), zero, zero, zero);
    for (i, start) in outline.iter().enumerate() {
        let (p, q) = (relative(start), relative(&outline[(i + 1) % outline.len()]));
        let length = (q - p).dot(&(q - p)).sqrt();
        mass += length;
        first += (p + q) * (length / two);
        let weight = length / T::from_f64(6.0);
        let moment = |i: usize, j: usize| {
            weight * (two * (p[i] * p[j] + q[i] * q[j]) + p[i] * q[j] + q[i] * p[j])
        };
        xx += moment(0, 0);
        xy += moment(0, 1);
        yy += moment(1, 1);
    }
    let mut axis = Vector2::x();
    if mass > zero {
        let mean = first / mass;
        // The eigenvector of the larger eigenvalue, from the form of the equation that does not
        // cancel.
        let difference = (xx / mass - mean.x * mean.x) - (yy / mass - mean.y * mean.y);
        let twice_mixed = two * (xy / mass - mean.x * mean.y);
        let root = (difference * difference + twice_mixed * twice_mixed).sqrt();
        let along = if difference >= zero {
            Vector2::new(root + difference, twice_mixed)
        } else {
            Vector2::new(twice_mixed, root - difference)
        };
        let norm = along.dot(&along).sqrt();
        if norm > zero {
            axis = along / norm;
        }
    }
    let axes = [axis, Vector2::new(-axis.y, axis.x)];
    let (mut low, mut high) = (Vector2::zeros(), Vector2::zeros());
    for point in outline {
        let from_origin = relative(point);
        for i in 0..2 {
            let along = axes[i].dot(&from_origin);
            low[i] = along.lesser(low[i]);
            high[i] = along.greater(high[i]);
        }
    }
    let center = axes[0] * ((low.x + high.x) / two) + axes[1] * ((low.y + high.y) / two);
    let half = (high - low) / two / scale;
    Some(Box2 { center: origin + center / scale, axes, half: [half.x, half.y] })
}
