//! Heights over a placed plane, with what rounding can hide.
//!
//! The normal is not normalised: it is the cross product of two edges of the plane's three
//! points, scaled by a power of two so that the longer one is near one. Heights come in this unit
//! until they are lengths.
//!
//! Products that underflow lose less than 2^-1074 each. A placed point or edge is off by some of
//! these, which [`f64::MIN_POSITIVE`] in `off` bounds, and a component of the normal, made of edges
//! near one, by fewer than its other roundings; of a height, `off` times the normal bounds them.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{Pose, ROUNDOFF, UpperBound, length_bound, unit_scale, unit_vector};
use obbtree_tree::wide::REACH_BEYOND_AXES;

use super::convex::{PER_SIZE as DIRECTION, placed_direction};
use super::placed_plane::PlacedPlane;

/// A plane through three placed points, rounded, for points of one placed body.
pub(crate) struct Heights<'p> {
    pose: &'p Pose,
    point: Point3<f64>,
    normal: Vector3<f64>,
    /// Every component of the normal is within this of the exact one.
    normal_off: f64,
    /// Sizes of what is placed: of the plane, and of the body's translation.
    size: f64,
}

/// Bounds the rounding of a component to which the largest error is added.
const COMPONENT_REL_ERR: f64 = 1.0 + 4.0 * ROUNDOFF;

/// What placing and subtracting rounds, relative to the sizes: at most 30 roundings of 2^-53;
/// 2^-46 is 128.
const PER_SIZE: f64 = 1.0 / (1_u64 << 46) as f64;

/// How far a component of an edge is off, relative to the largest component of both edges.
///
/// *Lemma.* An edge as given has one rounding in each component, at most 2^-53 of its length in
/// all, and a row of the rotation makes that longer by 1e-4 at most. Products and sums of a row
/// round three times, each by at most 2^-53 of the same length. That is at most 1.0001 times the
/// placed one, which is at most 1.74 times its largest component: together less than 8 roundings;
/// 16 hold what rounds this component too. *End.*
const PER_EDGE: f64 = 16.0 * ROUNDOFF;

impl<'p> Heights<'p> {
    /// Of points of a body placed by `pose`.
    pub(crate) fn new(pose: &'p Pose, plane: &PlacedPlane<'_>) -> Self {
        let PlacedPlane { points, pose: pose_plane, .. } = plane;
        let sizes = points.iter().map(|corner| length_bound(&corner.coords)).fold(0.0, f64::max);
        let of_plane = sizes + length_bound(pose_plane.translation());
        let [u, v] = plane.edges();
        let edge = u.amax().max(v.amax());
        let scale = unit_scale(edge);
        let off = (PER_EDGE * edge + f64::MIN_POSITIVE) * scale;
        let (u, v, edge) = (u * scale, v * scale, edge * scale);
        // Two products of two edges each, both off.
        let normal_off = 4.0 * off * (edge + off) + 8.0 * ROUNDOFF * edge * edge;
        let size = of_plane + length_bound(pose.translation());
        let point = pose_plane.place(&points[0]);
        Self { pose, point, normal: u.cross(&v), normal_off, size }
    }

    /// At least a length in the world, in the unit of heights.
    pub(crate) fn of_length(&self, length: f64) -> f64 {
        let normal = Vector3::repeat(self.normal_off) + self.normal.abs();
        (UpperBound::from(length)
            * UpperBound::of_length(&normal)
            * UpperBound::from(COMPONENT_REL_ERR))
        .get()
    }

    /// The height of a point of the body, and what it may be off.
    fn of(&self, point: &Point3<f64>) -> [f64; 2] {
        let way = self.pose.place(point) - self.point;
        let off = PER_SIZE * (self.size + length_bound(&point.coords)) + f64::MIN_POSITIVE;
        let normal = self.normal.amax() + self.normal_off;
        let rounding = 3.0 * normal * (off + 4.0 * ROUNDOFF * way.amax());
        [self.normal.dot(&way), rounding + 3.0 * self.normal_off * way.amax()]
    }

    /// The height of a point as an interval, in the unit of [`Heights::of_box`].
    pub(super) fn of_point(&self, point: &Point3<f64>) -> [f64; 2] {
        let [height, off] = self.of(point);
        [height - off, height + off]
    }

    /// The least and the largest height of a box of the body's tree, in mesh coordinates.
    pub(crate) fn of_box(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
    ) -> [f64; 2] {
        let [middle, off] = self.of(&Point3::from(*center));
        let across = self.pose.rotation() * axes;
        let reach = across.tr_mul(&self.normal).abs().dot(half);
        let (normal, diagonal) = (self.normal.amax() + self.normal_off, length_bound(half));
        // The axes that are not quite orthonormal, and the normal.
        let more =
            diagonal * (3.0 * normal * (REACH_BEYOND_AXES + PER_SIZE) + 6.0 * self.normal_off);
        [middle - reach - off - more, middle + reach + off + more]
    }

    /// The direction of the normal, rounded; 0 if rounding hides it.
    pub(super) fn unit_normal(&self) -> Vector3<f64> {
        unit_vector(&self.normal).unwrap_or_default()
    }

    /// The sine of the angle between the normal and the line through two points of the body, as
    /// an interval: how far a disc across that line reaches, for each unit of its radius.
    pub(super) fn sine(&self, axis: &[Point3<f64>; 2]) -> [f64; 2] {
        // Both directions are off, the normal by so much of its length; the product by a few
        // roundings.
        let turned = 4.0 * self.normal_off / self.normal.amax() + 2.0 * DIRECTION;
        let sine = self.unit_normal().cross(&placed_direction(axis, self.pose)).norm();
        // Written so that NaN gives all there is.
        if turned < 1.0 { [(sine - turned).max(0.0), (sine + turned).min(1.0)] } else { [0.0, 1.0] }
    }

    /// The length of the height of a point, as an interval around what `f64` gives.
    pub(super) fn length(&self, point: &Point3<f64>) -> [f64; 2] {
        let [low, high] = self.of_point(point);
        // The length of the normal, scaled against overflow of the squares.
        let scale = self.normal.amax();
        let length = (self.normal / scale).norm() * scale;
        // Components are off by `normal_off`, so the length by at most twice that; and a few
        // roundings.
        let length_off = 2.0 * self.normal_off + 8.0 * ROUNDOFF * length;
        let quotient = |x: f64, up: bool| {
            let wide = (x >= 0.0) != up;
            x / (if wide { length + length_off } else { length - length_off })
        };
        if !(length > 2.0 * length_off) {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
        [quotient(low, false).next_down(), quotient(high, true).next_up()]
    }
}
