//! Two boxes in the plane: the gap or the overlap along each of four axes.
//!
//! Method: separating axes; in the plane the normals of the sides suffice (Ericson, "Real-Time
//! Collision Detection", 2005, 5.2.1).

use nalgebra::{Point2, Vector2};

use crate::Real;
use crate::box_gap::BoxGap;
use crate::range::in_range;
use crate::vectors::with_zero_z;

/// A closed oriented box in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box2<T: Real = f64> {
    /// The centre.
    pub center: Point2<T>,
    /// Two perpendicular directions of length one.
    pub axes: [Vector2<T>; 2],
    /// Half extents; not negative.
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

/// The gap of two boxes in the plane along one of their axes.
pub type BoxGap2<T = f64> = BoxGap<T, 2>;

/// The axis with the largest gap of two boxes in the plane. If the boxes overlap on all axes it is
/// the axis with the smallest overlap.
///
/// If the boxes are separate the gap is at most their distance. Of axes with equal gaps the first
/// is returned. Degenerate boxes are segments or points. The gap is within 8 `EPSILON` of the
/// largest coordinate or half extent.
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
    let half = |half: [T; 2]| with_zero_z(&Point2::from(half));
    let lengths = [with_zero_z(&a.center), with_zero_z(&b.center), half(a.half), half(b.half)];
    in_range(lengths, |[a_center, b_center, a_half, b_half]| {
        let between = (b_center - a_center).xy();
        let gap_along = |axis: u8, unit: Vector2<T>| {
            let radius_a =
                a_half.x * a.axes[0].dot(&unit).abs() + a_half.y * a.axes[1].dot(&unit).abs();
            let radius_b =
                b_half.x * b.axes[0].dot(&unit).abs() + b_half.y * b.axes[1].dot(&unit).abs();
            let offset = between.dot(&unit);
            let direction = if offset < T::zero() { -unit } else { unit };
            BoxGap { axis, direction, gap: offset.abs() - (radius_a + radius_b) }
        };
        let mut largest = gap_along(0, a.axes[0]);
        for (axis, unit) in [(1, a.axes[1]), (2, b.axes[0]), (3, b.axes[1])] {
            let other = gap_along(axis, unit);
            if other.gap > largest.gap {
                largest = other;
            }
        }
        largest
    })
}
