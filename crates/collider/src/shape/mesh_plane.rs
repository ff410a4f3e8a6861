//! A body and a plane or half-space.

use std::cell::Cell;
use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LengthSum, Pose, RoundedPart, Triangle, plane_side};
use obbtree_query::Engine;

use super::heights::Heights;
use super::placed_plane::PlacedPlane;
use crate::body::Body;
use crate::distance::Distance;

/// Whether some triangle of a body meets a plane, some corner is in a half-space, or either is at
/// most a tolerance away from it. Certain.
pub(super) fn near_plane(
    body: &Body,
    pose: &Pose,
    plane: &PlacedPlane<'_>,
    tolerance: f64,
) -> bool {
    for_each_triangle(body, pose, plane, tolerance, &mut |_| ControlFlow::Break(())).is_break()
}

/// All such triangles, or the first so many that are found, certain, each with a point, rounded:
/// its lowest corner in a half-space, the middle of what it shares with a plane.
pub(super) fn all_on_plane(
    body: &Body,
    pose: &Pose,
    plane: &PlacedPlane<'_>,
    limit: usize,
) -> Vec<(u32, Point3<f64>)> {
    let mut found = Vec::new();
    let _ = for_each_triangle(body, pose, plane, 0.0, &mut |id| {
        found.push(id);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let [p, q, r] = plane.points.each_ref().map(|corner| plane.pose.place(corner));
    let up = (q - p).cross(&(r - p));
    let point = |id: u32| {
        let corners = body.triangle(id).map(|corner| {
            let placed = pose.place(&corner);
            (placed, (placed - p).dot(&up))
        });
        match plane.is_solid {
            true => least(corners, |height| height),
            false => middle_on_plane(corners),
        }
    };
    found.into_iter().map(|id| (id, point(id))).collect()
}

/// The corner whose height measures least.
fn least(corners: [(Point3<f64>, f64); 3], measure: impl Fn(f64) -> f64) -> Point3<f64> {
    let [p, q, r] = corners;
    let lower = |p: (Point3<f64>, f64), q: (Point3<f64>, f64)| {
        if measure(q.1) < measure(p.1) { q } else { p }
    };
    lower(lower(p, q), r).0
}

/// The middle of what a triangle, given with the heights of its corners, shares with a plane.
fn middle_on_plane(corners: [(Point3<f64>, f64); 3]) -> Point3<f64> {
    let mut shared: Vec<Vector3<f64>> = Vec::new();
    for k in 0..3 {
        let ((p, here), (q, there)) = (corners[k], corners[(k + 1) % 3]);
        if here == 0.0 {
            shared.push(p.coords);
        } else if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            shared.push((p + (q - p) * (here / (here - there))).coords);
        }
    }
    match shared.len() {
        0 => least(corners, f64::abs),
        count => Point3::from(shared.iter().sum::<Vector3<f64>>() / count as f64),
    }
}

/// Calls back with the triangles that are near a plane, or with a corner near a half-space, until
/// told to stop.
fn for_each_triangle(
    body: &Body,
    pose: &Pose,
    plane: &PlacedPlane<'_>,
    tolerance: f64,
    on_triangle: &mut dyn FnMut(u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let is_solid = plane.is_solid;
    let heights = Heights::new(pose, plane);
    let reach = heights.of_length(tolerance);
    // Heights of boxes, with the tolerance on both sides.
    let mut may_meet = |axes: &_, center: &_, half: &_| {
        let [low, high] = heights.of_box(axes, center, half);
        let [low, high] = [(low - reach).next_down(), (high + reach).next_up()];
        // What is not a number may meet.
        low.is_nan() || high.is_nan() || low <= 0.0 && (is_solid || high >= 0.0)
    };
    let radius = LengthSum::from(tolerance);
    let side = |corner: &Point3<f64>| match tolerance {
        0.0 => plane_side(corner, pose, plane.points, plane.pose),
        _ => RoundedPart { middle: *corner, disc: None, radius }.side_of_plane(
            pose,
            plane.points,
            plane.pose,
        ),
    };
    // A corner within the tolerance is on side 0.
    let mut meets = |id: u32, triangle: &Triangle| {
        let sides = triangle.each_ref().map(side);
        let is_above = is_solid || sides.iter().any(|&side| side >= 0);
        match is_above && sides.iter().any(|&side| side <= 0) {
            true => on_triangle(id),
            false => ControlFlow::Continue(()),
        }
    };
    body.tree().for_each_in_boxes(&mut may_meet, &mut meets)
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
pub(super) fn to_plane(body: &Body, pose: &Pose, plane: &PlacedPlane<'_>) -> Distance {
    let (is_solid, heights) = (plane.is_solid, Heights::new(pose, plane));
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
