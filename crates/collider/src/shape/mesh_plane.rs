//! A body and a plane or half-space.

use std::cell::Cell;
use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_predicates::{LengthSum, Pose, RoundedPart, Triangle, plane_side};
use obbtree_query::Engine;

use super::heights::Heights;
use crate::body::Body;
use crate::distance::Distance;

/// Whether some corner of a body is in a half-space, or at most a tolerance away from it. Certain.
pub(super) fn near_half_space(
    body: &Body,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    tolerance: f64,
) -> bool {
    some_triangle(
        body,
        pose,
        (plane, pose_plane),
        tolerance,
        |[low, _]| low <= 0.0,
        |sides| sides.iter().any(|&side| side <= 0),
    )
}

/// Whether some triangle of a body meets a plane, or is at most a tolerance away from it. Certain.
pub(super) fn near_plane(
    body: &Body,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    tolerance: f64,
) -> bool {
    let may_meet = |[low, high]: [f64; 2]| low <= 0.0 && high >= 0.0;
    some_triangle(body, pose, (plane, pose_plane), tolerance, may_meet, |sides| {
        sides.iter().any(|&side| side <= 0) && sides.iter().any(|&side| side >= 0)
    })
}

/// Whether a triangle of a body has corners on sides of a plane that will do; a corner within the
/// tolerance is on side 0. `may_meet` tests heights of boxes, with the tolerance on both
/// sides.
fn some_triangle(
    body: &Body,
    pose: &Pose,
    (plane, pose_plane): (&Triangle, &Pose),
    tolerance: f64,
    may_meet: impl Fn([f64; 2]) -> bool,
    will_do: impl Fn([i8; 3]) -> bool,
) -> bool {
    let heights = Heights::new(pose, plane, pose_plane);
    let reach = heights.of_length(tolerance);
    let mut may_meet = |axes: &_, center: &_, half: &_| {
        let [low, high] = heights.of_box(axes, center, half);
        let [low, high] = [(low - reach).next_down(), (high + reach).next_up()];
        // What is not a number may meet.
        low.is_nan() || high.is_nan() || may_meet([low, high])
    };
    let radius = LengthSum::from(tolerance);
    let side = |corner: &Point3<f64>| match tolerance {
        0.0 => plane_side(corner, pose, plane, pose_plane),
        _ => RoundedPart { middle: *corner, disc: None, radius }
            .side_of_plane(pose, plane, pose_plane),
    };
    let mut meets = |_: u32, triangle: &Triangle| {
        if will_do(triangle.each_ref().map(side)) {
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

/// The distance of the vertices and a plane or half-space that they do not meet, the vertex
/// first. Where they meet, the lower end may be less than 0.
pub(super) fn to_plane(
    body: &Body,
    pose: &Pose,
    plane: &Triangle,
    pose_plane: &Pose,
    is_solid: bool,
) -> Distance {
    let heights = Heights::new(pose, plane, pose_plane);
    let of = |height: [f64; 2]| if is_solid { height } else { magnitude(height) };
    // The least upper end of heights in the unit of `of_box`.
    let least = Cell::new(f64::INFINITY);
    let mut best = Distance::new([f64::INFINITY; 2], [Point3::origin(); 2]);
    let mut is_near =
        |axes: &_, center: &_, half: &_| !(of(heights.of_box(axes, center, half))[0] > least.get());
    let mut look_at = |triangle: u32, corners: &Triangle| {
        for corner in corners {
            least.set(least.get().min(of(heights.of_point(corner))[1]));
            let height = heights.length(corner);
            let [lower, upper] = of(height);
            best.lower = best.lower.min(lower);
            if upper < best.upper {
                (best.upper, best.triangles[0]) = (upper, Some(triangle));
                let (point, height) = (pose.place(corner), 0.5 * height[0] + 0.5 * height[1]);
                let on_plane = point - heights.unit_normal() * height;
                best.points = [point, if is_solid && height <= 0.0 { point } else { on_plane }];
                best.normal = Some(-heights.unit_normal() * height.signum());
            }
        }
        ControlFlow::Continue(())
    };
    let _ = body.tree().for_each_in_boxes(&mut is_near, &mut look_at);
    best
}
