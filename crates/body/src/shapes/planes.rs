//! A body and a plane or half-space.

use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_predicates::{Pose, Triangle, plane_side};
use obbtree_query::Engine;

use super::height::Heights;
use crate::body::Body;

/// The vertex of a body that is nearest to a plane.
pub(super) struct NearestVertex {
    /// Its distance lies between these.
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// In the world, rounded.
    pub(super) point: Point3<f64>,
    /// A triangle that has it.
    pub(super) triangle: u32,
}

/// Whether some triangle of a body has a corner in the half-space, and if the plane alone counts, one on
/// the plane or on its other side as well.
pub(super) fn some_triangle(
    body: &Body,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    plane_alone: bool,
) -> bool {
    let heights = Heights::new(pose, plane, pose_plane);
    let mut may_meet = |axes: &_, center: &_, half: &_| {
        let [low, high] = heights.of_box(axes, center, half);
        // Written so that NaN may meet.
        !(low > 0.0 || plane_alone && high < 0.0)
    };
    let mut meets = |_: u32, triangle: &Triangle| {
        let sides = triangle.each_ref().map(|x| plane_side(x, pose, plane, pose_plane));
        let is_below = sides.iter().any(|&side| side <= 0);
        let is_above = sides.iter().any(|&side| side >= 0);
        if is_below && (is_above || !plane_alone) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    body.tree().for_each_in_boxes(&mut may_meet, &mut meets).is_break()
}

/// The magnitudes of an interval of numbers.
pub(super) fn magnitude([low, high]: [f64; 2]) -> [f64; 2] {
    if low >= 0.0 {
        [low, high]
    } else if high <= 0.0 {
        [-high, -low]
    } else {
        [0.0, high.max(-low)]
    }
}

/// The least height of the vertices, as an interval, or what `of` makes of heights.
pub(super) fn to_plane(
    body: &Body,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    of: impl Fn([f64; 2]) -> [f64; 2],
) -> NearestVertex {
    let heights = Heights::new(pose, plane, pose_plane);
    // The least upper end of heights in the unit of `of_box`.
    let least = std::cell::Cell::new(f64::INFINITY);
    let mut best = NearestVertex {
        lower: f64::INFINITY,
        upper: f64::INFINITY,
        point: [0.0; 3].into(),
        triangle: 0,
    };
    let mut is_near =
        |axes: &_, center: &_, half: &_| !(of(heights.of_box(axes, center, half))[0] > least.get());
    let mut look_at = |triangle: u32, corners: &Triangle| {
        for corner in corners {
            least.set(least.get().min(of(heights.of_point(corner))[1]));
            let [lower, upper] = of(heights.length(corner));
            best.lower = best.lower.min(lower);
            if upper < best.upper {
                (best.upper, best.triangle, best.point) = (upper, triangle, pose.place(corner));
            }
        }
        ControlFlow::Continue(())
    };
    let _ = body.tree().for_each_in_boxes(&mut is_near, &mut look_at);
    best
}
