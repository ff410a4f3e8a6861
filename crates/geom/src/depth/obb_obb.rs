//! Two oriented boxes: the gap or the overlap along each of 15 axes.
//!
//! Method: all separating axes of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), section 5,
//! normalised, so that overlaps can be compared (Ericson 5.2.1). The smallest overlap is the depth
//! of the origin in the Minkowski difference of the two boxes, whose facets have these 15 normals.
//! So it is the length of the shortest translation that separates the boxes.
//!
//! Any unit vector gives a valid bound: the overlap along it is at least the depth, and boxes that
//! are separate along it are separate. So a cross product of nearly parallel edges that is mostly
//! rounding does no harm, and the boxes need no tolerance. It is made perpendicular to its first
//! edge a second time. The remaining error rotates it about this edge, across a facet of the
//! difference that is as narrow as the error is large.

use nalgebra::{Point3, Vector3};

use crate::box_gap::BoxGap;
use crate::range::in_range;
use crate::vectors::length;
use crate::{Obb, Real};

/// Edges count as parallel if the sine of their angle is below this many `EPSILON`: their cross
/// product is then mostly rounding, and a face normal is as good an axis.
const PARALLEL: f64 = 8.0;

/// The axis with the largest gap of two boxes. If the boxes overlap on all axes it is the axis with
/// the smallest overlap.
///
/// If the boxes are separate the gap is at most their distance, and equal to it unless the closest
/// points are two corners, or a corner and an edge. Where edges are parallel up to rounding, their
/// axis may be left out of such a gap. Of axes with equal gaps the first is returned. Degenerate
/// boxes are rectangles, segments or points. The gap is within 16 `EPSILON` of the largest
/// coordinate or half extent, for axes that are orthonormal to rounding. Source: Gottschalk and
/// others, section 5; Ericson, 5.2.1.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, depth};
/// let half = Vector3::new(1.0, 1.0, 1.0);
/// let a = Obb { axes: Matrix3::identity(), center: Point3::origin(), half };
/// let b = Obb { center: Point3::new(1.0, 1.5, 0.0), ..a };
/// let found = depth::obb_obb(&a, &b);
/// assert_eq!((found.axis, found.gap), (1, -0.5));
/// assert_eq!(found.minimum_translation(), Some(Vector3::new(0.0, 0.5, 0.0)));
/// let above = Obb { center: Point3::new(0.0, 0.0, 5.0), ..a };
/// assert_eq!(depth::obb_obb(&a, &above).gap, 3.0);
/// ```
#[must_use]
pub fn obb_obb<T: Real>(a: &Obb<T>, b: &Obb<T>) -> BoxGap<T> {
    let lengths: [Point3<T>; 4] = [a.center, b.center, a.half.into(), b.half.into()];
    in_range(lengths, |[a_center, b_center, a_half, b_half]| {
        let between = b_center - a_center;
        let radius = |obb: &Obb<T>, half: &Point3<T>, unit: &Vector3<T>| {
            let along = obb.axes.tr_mul(unit).map(|cosine| cosine.abs());
            along.dot(&half.coords)
        };
        let mut largest: Option<BoxGap<T>> = None;
        let mut consider = |axis: usize, unit: Vector3<T>| {
            let offset = between.dot(&unit);
            let gap = offset.abs() - (radius(a, &a_half, &unit) + radius(b, &b_half, &unit));
            let direction = if offset < T::zero() { -unit } else { unit };
            if largest.is_none_or(|largest| gap > largest.gap) {
                largest = Some(BoxGap { axis: axis as u8, direction, gap });
            }
        };
        for i in 0..3 {
            consider(i, a.axes.column(i).into_owned());
        }
        for j in 0..3 {
            consider(3 + j, b.axes.column(j).into_owned());
        }
        for i in 0..3 {
            let edge_a = a.axes.column(i).into_owned();
            for j in 0..3 {
                let cross = edge_a.cross(&b.axes.column(j).into_owned());
                let sine = length(&cross);
                if sine > T::from_f64(PARALLEL) * T::EPSILON {
                    let unit = cross / sine;
                    let perpendicular = unit - edge_a * edge_a.dot(&unit);
                    consider(6 + 3 * i + j, perpendicular / length(&perpendicular));
                }
            }
        }
        let no_axis = BoxGap { axis: 0, direction: Vector3::x(), gap: -T::INFINITY };
        largest.unwrap_or(no_axis)
    })
}
