//! Two oriented boxes that move without turning, by 15 separating axes.

use nalgebra::Vector3;

use crate::vectors::{abs, turned};
use crate::{Obb, Real, Span};

/// When two moving oriented boxes touch, first and last; `None` if they do not.
///
/// Boxes and motions are in one frame and unit, the caller's; the boxes do not turn. On each axis
/// both boxes are projected as the axis was rounded, so the cross product of nearly parallel edges
/// is an axis like any other, whatever its direction, and a zero one is left out. Boxes without
/// extent are points, segments or rectangles. The gap at the times found is below 16 ε of the
/// largest length, or for nearly parallel edges sqrt(ε) of it.
/// Source: Ericson 5.5.2 with the axes of 4.4.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Span, moving};
/// let turned = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let at = |axes, x| Obb { axes, center: Point3::new(x, 0.0, 0.0), half: Vector3::repeat(1.0) };
/// let (still, left) = (Vector3::zeros(), Vector3::x() * -4.0);
/// // Upright reaches to 1, the turned one by 1.4 from its centre.
/// let (upright, comer) = (at(Matrix3::identity(), 0.0), at(turned, 4.4));
/// let span: Span = moving::obb_obb(&upright, &still, &comer, &left).expect("they touch");
/// assert!((span.enter - 0.5).abs() < 1e-15);
/// assert_eq!(span.exit, 1.0);
/// ```
#[must_use]
pub fn obb_obb<T: Real>(
    a: &Obb<T>,
    a_motion: &Vector3<T>,
    b: &Obb<T>,
    b_motion: &Vector3<T>,
) -> Option<Span<T>> {
    // Everything in A's frame, where A's axes are the unit vectors.
    let offset = turned(a, &(b.center - a.center));
    let rate = turned(a, &(b_motion - a_motion));
    let b_axes = [0, 1, 2].map(|j| turned(a, &b.axes.column(j).into_owned()));
    let reach_of_b = |axis: &Vector3<T>| {
        let along = |j: usize| b_axes[j].dot(axis).abs() * b.half[j];
        along(0) + along(1) + along(2)
    };
    let on = |part: Span<T>, axis: &Vector3<T>| {
        let reach = a.half.dot(&abs(axis)) + reach_of_b(axis);
        part.cut_slab(offset.dot(axis), rate.dot(axis), reach)
    };

    let (zero, one) = (T::zero(), T::one());
    let a_axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]].map(Vector3::from);
    let mut part = Span::unit();
    for axis in a_axes.iter().chain(&b_axes) {
        part = on(part, axis)?;
    }
    for edge_of_a in &a_axes {
        for edge_of_b in &b_axes {
            part = on(part, &edge_of_a.cross(edge_of_b))?;
        }
    }
    Some(part)
}
