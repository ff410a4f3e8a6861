//! Two boxes in the plane: the gap or overlap along each of four axes.
//!
//! Method: separating axes; in the plane the normals of the sides are enough (Ericson, "Real-Time
//! Collision Detection", 2005, 5.2.1).

use nalgebra::{Point2, Vector2};

use super::lifted;
use crate::Real;
use crate::range::{Lengths, in_range};

/// An oriented box in the plane, closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box2<T: Real = f64> {
    /// The middle.
    pub center: Point2<T>,
    /// Perpendicular, of length one.
    pub axes: [Vector2<T>; 2],
    /// Half side lengths; not negative.
    pub half: [T; 2],
}

impl<T: Real> Box2<T> {
    /// The four corners: bit `i` of the index chooses the positive side of axis `i`.
    #[must_use]
    pub fn corners(&self) -> [Point2<T>; 4] {
        std::array::from_fn(|corner| {
            let along = |i: usize| {
                self.axes[i] * if corner >> i & 1 == 1 { self.half[i] } else { -self.half[i] }
            };
            self.center + along(0) + along(1)
        })
    }

    /// The area, in the square of the caller's unit.
    #[must_use]
    pub fn area(&self) -> T {
        T::from_f64(4.0) * self.half[0] * self.half[1]
    }
}

/// Where two boxes are along the axis that tells most about them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxGap2<T: Real = f64> {
    /// A's axes 0 and 1, B's axes 2 and 3.
    pub axis: u8,
    /// The axis, of length one, from A towards B. Where the centres are level it is one of the two.
    pub direction: Vector2<T>,
    /// The room between the boxes along the axis; below zero it is their overlap.
    pub gap: T,
}

impl<T: Real> BoxGap2<T> {
    /// Do the closed boxes share a point?
    #[inline]
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.gap <= T::zero()
    }

    /// The shortest translation of B after which the boxes just touch; `None` if they are apart.
    #[inline]
    #[must_use]
    pub fn minimum_translation(&self) -> Option<Vector2<T>> {
        self.overlaps().then(|| self.direction * -self.gap)
    }
}

impl<T: Real> Lengths<T> for BoxGap2<T> {
    fn over(self, scale: T) -> Self {
        Self { gap: self.gap / scale, ..self }
    }
}

/// The axis along which two boxes in the plane are the farthest apart or, if they are apart along
/// none, along which they overlap the least.
///
/// Of boxes apart, the gap is at most their distance. Of equal gaps the first axis is given. Boxes
/// may be segments or points. The gap is within 8 `EPSILON` of the largest coordinate or half side.
/// Source: separating axes, Ericson 5.2.1.
///
/// ```
/// use nalgebra::{Point2, Vector2};
/// use obbtree_geom::planar::{Box2, box_box};
/// let a = Box2 { center: Point2::origin(), axes: [Vector2::x(), Vector2::y()], half: [2.0, 1.0] };
/// let b = Box2 { center: Point2::new(1.0, 1.5), ..a };
/// let found = box_box(&a, &b);
/// assert_eq!((found.axis, found.gap), (1, -0.5));
/// assert_eq!(found.minimum_translation(), Some(Vector2::new(0.0, 0.5)));
/// ```
#[must_use]
pub fn box_box<T: Real>(a: &Box2<T>, b: &Box2<T>) -> BoxGap2<T> {
    let half = |half: [T; 2]| lifted(&Point2::from(half));
    let lengths = [lifted(&a.center), lifted(&b.center), half(a.half), half(b.half)];
    in_range(lengths, |[a_center, b_center, a_half, b_half]| {
        let between = (b_center - a_center).xy();
        let gap_along = |axis: u8, unit: Vector2<T>| {
            let reach_a =
                a_half.x * a.axes[0].dot(&unit).abs() + a_half.y * a.axes[1].dot(&unit).abs();
            let reach_b =
                b_half.x * b.axes[0].dot(&unit).abs() + b_half.y * b.axes[1].dot(&unit).abs();
            let offset = between.dot(&unit);
            let direction = if offset < T::zero() { -unit } else { unit };
            BoxGap2 { axis, direction, gap: offset.abs() - (reach_a + reach_b) }
        };
        let mut most = gap_along(0, a.axes[0]);
        for (axis, unit) in [(1, a.axes[1]), (2, b.axes[0]), (3, b.axes[1])] {
            let other = gap_along(axis, unit);
            if other.gap > most.gap {
                most = other;
            }
        }
        most
    })
}
