//! Two oriented boxes in translational motion, by 15 separating axes.

use nalgebra::Vector3;

use crate::vectors::{abs, along_axes};
use crate::{Obb, Real, Span};

/// The times of the first and the last contact of two moving oriented boxes; `None` if they do not
/// touch.
///
/// Boxes and motions are in one frame and unit, the caller's; the boxes do not rotate. Both boxes
/// are projected on each axis as it was rounded, so the cross product of nearly parallel edges
/// needs no special case, whatever its direction; a zero cross product is ignored. Degenerate boxes
/// are points, segments or rectangles. The gap at the times found is below 16 ε of the largest
/// length, or for nearly parallel edges sqrt(ε) of it.
/// Source: Ericson 5.5.2 with the axes of 4.4.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, Span, moving};
/// let rotated = Matrix3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
/// let at = |axes, x| Obb { axes, center: Point3::new(x, 0.0, 0.0), half: Vector3::repeat(1.0) };
/// let (still, left) = (Vector3::zeros(), Vector3::x() * -4.0);
/// // The first box reaches to x = 1, the rotated one to 1.4 from its centre.
/// let (fixed, moving_box) = (at(Matrix3::identity(), 0.0), at(rotated, 4.4));
/// let span: Span = moving::obb_obb(&fixed, &still, &moving_box, &left).expect("they touch");
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
    let offset = along_axes(a, &(b.center - a.center));
    let rate = along_axes(a, &(b_motion - a_motion));
    let b_axes = [0, 1, 2].map(|j| along_axes(a, &b.axes.column(j).into_owned()));
    let reach_of_b = |axis: &Vector3<T>| {
        let along = |j: usize| b_axes[j].dot(axis).abs() * b.half[j];
        along(0) + along(1) + along(2)
    };
    let clip_on_axis = |span: Span<T>, axis: &Vector3<T>| {
        let reach = a.half.dot(&abs(axis)) + reach_of_b(axis);
        span.clip_to_slab(offset.dot(axis), rate.dot(axis), reach)
    };

    let (zero, one) = (T::zero(), T::one());
    let a_axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]].map(Vector3::from);
    let mut span = Span::unit();
    for axis in a_axes.iter().chain(&b_axes) {
        span = clip_on_axis(span, axis)?;
    }
    for edge_of_a in &a_axes {
        for edge_of_b in &b_axes {
            span = clip_on_axis(span, &edge_of_a.cross(edge_of_b))?;
        }
    }
    Some(span)
}
