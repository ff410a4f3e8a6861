//! Two oriented boxes: the gap or overlap along each of 15 axes.
//!
//! Method: the separating axes of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), section 5,
//! all of them and normalised, so that overlaps can be compared (Ericson 5.2.1). The least overlap
//! is the depth of the origin in the difference of the two boxes, whose faces have these 15
//! normals, so it is the shortest translation that parts them.
//!
//! Any unit vector is an honest witness: along it the boxes overlap by at least the depth, and if
//! they are apart along it then they are apart. So a cross product of nearly parallel edges that is
//! mostly rounding does no harm, and needs no tolerance on the boxes. It is made perpendicular to
//! its first edge again: what is left of its error then turns it about the edge, across a face of
//! the difference that is as narrow as the error is large.

use nalgebra::{Point3, Vector3};

use crate::range::{Lengths, in_range, length};
use crate::{Obb, Real};

/// Edges whose angle has a sine below this many `EPSILON` count as parallel: their cross product is
/// rounding, and a face normal does as well as it would.
const PARALLEL: f64 = 8.0;

/// Where two boxes are along the axis that tells most about them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxGap<T: Real = f64> {
    /// A's faces 0 to 2, B's faces 3 to 5, then A's edge `i` with B's edge `j` as `6 + 3 i + j`.
    pub axis: u8,
    /// The axis, of length one, from A towards B. Where the centres are level it is one of the two.
    pub direction: Vector3<T>,
    /// The room between the boxes along the axis; below zero it is their overlap.
    pub gap: T,
}

impl<T: Real> BoxGap<T> {
    /// Do the closed boxes share a point?
    #[inline]
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.gap <= T::zero()
    }

    /// The shortest translation of B after which the boxes just touch; `None` if they are apart.
    #[inline]
    #[must_use]
    pub fn minimum_translation(&self) -> Option<Vector3<T>> {
        self.overlaps().then(|| self.direction * -self.gap)
    }
}

impl<T: Real> Lengths<T> for BoxGap<T> {
    fn over(self, scale: T) -> Self {
        Self { gap: self.gap / scale, ..self }
    }
}

/// The axis along which two boxes are the farthest apart or, if they are apart along none, along
/// which they overlap the least.
///
/// Of boxes apart, the gap is at most their distance, and equal to it unless a corner or an edge
/// faces a corner; where edges are parallel but for rounding their axis may be left out of such a
/// gap. Of equal gaps the first axis is given. Boxes may be flat, or points. The gap is within 16
/// `EPSILON` of the largest coordinate or half side, for axes orthonormal to rounding. Source:
/// Gottschalk and others, section 5; Ericson, 5.2.1.
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
        let reach = |obb: &Obb<T>, half: &Point3<T>, unit: &Vector3<T>| {
            let along = obb.axes.tr_mul(unit).map(|cosine| cosine.abs());
            along.dot(&half.coords)
        };
        let mut most: Option<BoxGap<T>> = None;
        let mut consider = |axis: usize, unit: Vector3<T>| {
            let offset = between.dot(&unit);
            let gap = offset.abs() - (reach(a, &a_half, &unit) + reach(b, &b_half, &unit));
            let direction = if offset < T::zero() { -unit } else { unit };
            if most.is_none_or(|most| gap > most.gap) {
                most = Some(BoxGap { axis: axis as u8, direction, gap });
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
                    let leaning = cross / sine;
                    let upright = leaning - edge_a * edge_a.dot(&leaning);
                    consider(6 + 3 * i + j, upright / length(&upright));
                }
            }
        }
        let plain = BoxGap { axis: 0, direction: Vector3::x(), gap: -T::INFINITY };
        most.unwrap_or(plain)
    })
}
