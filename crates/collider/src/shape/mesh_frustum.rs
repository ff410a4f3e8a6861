//! A body and a solid cylinder, cone or frustum.
//!
//! Boxes of the tree that are beyond the larger radius, along an axis of their own, are left out;
//! each triangle of the others gets the certain test.

use std::cell::Cell;
use std::ops::ControlFlow;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{
    LowerBound, Placement, Pose, RoundedDistance, Stages, Triangle, UpperBound, length_bound,
    meets_frustum, unit_scale,
};
use obbtree_query::{Engine, wide};
use obbtree_tree::wide::REACH_BEYOND_AXES;

use super::convex::Convex;
use super::form::Shape;
use super::gjk;
use crate::body::Body;
use crate::distance::Distance;

/// Some triangle of a body that meets the solid between two discs about an axis.
pub(super) fn meeting_a_frustum(
    body: &Body,
    pose: &Pose,
    frustum: &Shape,
    axis_and_radii: (&[Point3<f64>; 2], [f64; 2]),
    pose_axis: &Pose,
) -> Option<u32> {
    let mut found = None;
    for_each_meeting(body, pose, frustum, axis_and_radii, pose_axis, &mut |id| {
        found = Some(id);
        ControlFlow::Break(())
    });
    found
}

/// All such triangles, or the first so many that are found, each with a point in the solid,
/// rounded.
pub(super) fn all_meeting_a_frustum(
    body: &Body,
    pose: &Pose,
    frustum: &Shape,
    axis_and_radii: (&[Point3<f64>; 2], [f64; 2]),
    pose_axis: &Pose,
    limit: usize,
) -> Vec<(u32, Point3<f64>)> {
    let (axis, radii) = axis_and_radii;
    let excess = Excess::new(axis, radii, pose_axis);
    let placement = Placement::new(pose, pose_axis);
    let on_axis = [axis[0], axis[1], axis[1]];
    let mut found = Vec::new();
    for_each_meeting(body, pose, frustum, axis_and_radii, pose_axis, &mut |id| {
        let triangle = body.triangle(id);
        let [second, third] = RoundedDistance::new(&triangle, &on_axis, &placement).weights()[0];
        let placed = triangle.map(|corner| pose.place(&corner));
        found.push((id, excess.point_of(&placed, [second, third])));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Calls back with the triangles that meet it, until told to stop.
fn for_each_meeting(
    body: &Body,
    pose: &Pose,
    frustum: &Shape,
    (axis, radii): (&[Point3<f64>; 2], [f64; 2]),
    pose_axis: &Pose,
    on_triangle: &mut dyn FnMut(u32) -> ControlFlow<()>,
) {
    let placement = Placement::new(pose, pose_axis);
    let near = NearAxis::new(pose, axis, radii[0].max(radii[1]), pose_axis);
    // Round sides that are not parallel take exact arithmetic longer than bounds.
    let is_conical = radii[0] != radii[1];
    let bounds = is_conical.then(|| Scaled::new(body, pose, frustum, pose_axis)).flatten();
    let is_apart =
        |triangle: &Triangle| bounds.as_ref().is_some_and(|b| b.gap(triangle).lower > 0.0);
    let mut is_near = |axes: &_, center: &_, half: &_| near.may_reach(axes, center, half, 0.0);
    let mut meets = |id: u32, triangle: &Triangle| {
        let meets = !is_apart(triangle)
            && meets_frustum(triangle, axis, radii, &placement, &mut Stages::default());
        match meets {
            true => on_triangle(id),
            false => ControlFlow::Continue(()),
        }
    };
    let _ = body.tree().for_each_in_boxes(&mut is_near, &mut meets);
}

/// How far points in the world are outside a frustum, along its axis or across: a convex function,
/// at most 0 inside.
struct Excess {
    base: Point3<f64>,
    along: Vector3<f64>,
    length: f64,
    radii: [f64; 2],
}

/// The golden ratio's inverse: of a bracket so much is left by each step.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// A bracket of one is then below 1e-8.
const STEPS: usize = 40;

impl Excess {
    fn new(axis: &[Point3<f64>; 2], radii: [f64; 2], pose_axis: &Pose) -> Self {
        let [base, top] = axis.map(|end| pose_axis.place(&end));
        let way = top - base;
        let length = way.norm();
        Self { base, along: way / length, length, radii }
    }

    fn of(&self, point: &Point3<f64>) -> f64 {
        let way = point - self.base;
        let height = way.dot(&self.along);
        let share = height / self.length;
        let radius = self.radii[0] + (self.radii[1] - self.radii[0]) * share;
        ((way - self.along * height).norm() - radius).max(-height).max(height - self.length)
    }

    /// A point of a triangle inside: a corner or the one given by its barycentric coordinates, or
    /// else the first found without excess, or with the least, by golden sections (J. Kiefer,
    /// "Sequential minimax search for a maximum", Proc. AMS 4(3), 1953) of one coordinate within
    /// those of the other.
    fn point_of(&self, [p, q, r]: &Triangle, [second, third]: [f64; 2]) -> Point3<f64> {
        let at = |second: f64, third: f64| p + (q - p) * second + (r - p) * third;
        let some = [at(second, third), *p, *q, *r].map(|point| (self.of(&point), point));
        let less = |one: (f64, Point3<f64>), other: (f64, Point3<f64>)| {
            if other.0 < one.0 { other } else { one }
        };
        let best = some.into_iter().reduce(less).filter(|(excess, _)| *excess <= 0.0);
        best.map_or_else(
            || {
                let along =
                    |second: f64| least(&|part| self.of(&at(second, (1.0 - second) * part)));
                let (second, _) = least(&|second| along(second).1);
                at(second, (1.0 - second) * along(second).0)
            },
            |(_, point)| point,
        )
    }
}

/// Where a convex function is least between 0 and 1, or at most 0, and its value there.
fn least(function: &impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut low, mut high) = (0.0, 1.0);
    let inner = |low: f64, high: f64| (high - (high - low) * GOLDEN, low + (high - low) * GOLDEN);
    let (mut left, mut right) = inner(low, high);
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left.min(at_right) <= 0.0 {
            break;
        }
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = inner(low, high).0;
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = inner(low, high).1;
            at_right = function(right);
        }
    }
    let ends = [(0.0, function(0.0)), (1.0, function(1.0)), (left, at_left), (right, at_right)];
    ends.into_iter()
        .reduce(|one, other| if other.1 < one.1 { other } else { one })
        .unwrap_or_default()
}

/// A body's triangles and a frustum between the two and scaled, so that neither is far away.
struct Scaled<'p> {
    pose: &'p Pose,
    origin: Vector3<f64>,
    scale: f64,
    frustum: Convex,
}

impl<'p> Scaled<'p> {
    fn new(body: &Body, pose: &'p Pose, frustum: &Shape, pose_axis: &Pose) -> Option<Self> {
        let apart = length_bound(&(pose_axis.translation() - pose.translation()));
        let extent = wide::extent(body.tree()).length().get();
        let scale = unit_scale(apart + frustum.extent() + extent);
        let origin = pose.translation() * 0.5 + pose_axis.translation() * 0.5;
        let frustum = Convex::new(frustum, pose_axis, &origin, scale)?;
        Some(Self { pose, origin, scale, frustum })
    }

    /// From a triangle to the frustum, in the unit of the scale.
    fn gap(&self, triangle: &Triangle) -> gjk::Gap {
        let triangle = Convex::hull(triangle, self.pose, &self.origin, self.scale);
        gjk::distance(&triangle, &self.frustum)
    }

    fn distance(&self, id: u32, triangle: &Triangle) -> Distance {
        let gap = self.gap(triangle);
        let lower = (LowerBound::from(gap.lower) / UpperBound::from(self.scale)).get();
        let upper = (UpperBound::from(gap.upper) / LowerBound::from(self.scale)).get();
        let points = gap.points.map(|point| Point3::from(point / self.scale + self.origin));
        let of_points = Distance::new([lower, upper], points);
        Distance { triangles: [Some(id), None], ..of_points }.along(Some(-gap.along))
    }
}

/// The distance of one triangle of a body and a frustum.
pub(super) fn triangle_to_frustum(
    id: u32,
    body: &Body,
    pose: &Pose,
    frustum: &Shape,
    pose_axis: &Pose,
) -> Option<Distance> {
    Some(Scaled::new(body, pose, frustum, pose_axis)?.distance(id, &body.triangle(id)))
}

/// The distance of the surface of a body and a frustum that do not meet, and the nearest
/// triangle: by the bounds of the search for each triangle that may be the nearest. `most` is at
/// least the distance.
pub(super) fn distance_to_frustum(
    body: &Body,
    pose: &Pose,
    frustum: &Shape,
    axis: &[Point3<f64>; 2],
    pose_axis: &Pose,
    most: f64,
) -> Option<Distance> {
    let near = NearAxis::new(pose, axis, frustum.most_radius(), pose_axis);
    let scaled = Scaled::new(body, pose, frustum, pose_axis)?;
    let least = Cell::new(most);
    let mut found: Option<Distance> = None;
    let mut is_near =
        |axes: &_, center: &_, half: &_| near.may_reach(axes, center, half, least.get());
    let mut look_at = |id: u32, triangle: &Triangle| {
        let next = scaled.distance(id, triangle);
        least.set(least.get().min(next.upper));
        let kept = found.map_or(f64::INFINITY, |kept| kept.lower);
        if found.is_none_or(|kept| (next.upper, next.triangles) < (kept.upper, kept.triangles)) {
            found = Some(next);
        }
        if let Some(found) = &mut found {
            found.lower = found.lower.min(kept).min(next.lower);
        }
        ControlFlow::Continue(())
    };
    let _ = body.tree().for_each_in_boxes(&mut is_near, &mut look_at);
    found
}

/// Which boxes of a body's tree are within a radius of an axis.
pub(crate) struct NearAxis {
    /// The ends of the axis in the mesh's frame.
    in_mesh: [Vector3<f64>; 2],
    radius: f64,
    /// Lengths in the mesh's frame are so much longer than in the world at most.
    longest: f64,
    size: f64,
}

/// Bounds the rounding of placing the axis and of going back to the mesh: a few dozen roundings.
/// Products that underflow lose less than [`f64::MIN_POSITIVE`] together.
const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;

impl NearAxis {
    pub(crate) fn new(pose: &Pose, axis: &[Point3<f64>; 2], radius: f64, pose_axis: &Pose) -> Self {
        // A checked pose is within 1e-4 of a rotation, so its matrix has an inverse.
        let inverse = pose.rotation().try_inverse().unwrap_or_else(|| pose.rotation().transpose());
        let in_mesh = axis.map(|end| inverse * (pose_axis.place(&end).coords - pose.translation()));
        let longest = 1.0 + pose.skew() + PER_SIZE;
        let of_axis = axis.iter().map(|end| length_bound(&end.coords)).fold(0.0, f64::max);
        let translations = length_bound(pose_axis.translation()) + length_bound(pose.translation());
        Self { in_mesh, radius, longest, size: radius + 4.0 * (of_axis + translations) }
    }

    /// May a point of a box be within the radius and `more` of the axis?
    pub(crate) fn may_reach(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
        more: f64,
    ) -> bool {
        let of_box = length_bound(center) + length_bound(half);
        let slack = PER_SIZE * (self.size + more + of_box)
            + REACH_BEYOND_AXES * length_bound(half)
            + f64::MIN_POSITIVE;
        let ends = self.in_mesh.map(|end| axes.tr_mul(&(end - center)));
        // Written so that NaN is near.
        !(0..3).any(|k| {
            let reach = half[k] + (self.radius + more) * self.longest + slack;
            ends[0][k].min(ends[1][k]) > reach || ends[0][k].max(ends[1][k]) < -reach
        })
    }
}
