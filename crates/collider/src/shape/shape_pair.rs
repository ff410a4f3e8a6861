//! Two placed shapes.
//!
//! [`super::fast_pairs`] decides what is clear in `f64`. Which method decides the rest, by kind:
//!
//! | | rounded: sphere, capsule, cuboid, hull, triangle | cylinder, cone, frustum | half-space, plane |
//! |---|---|---|---|
//! | rounded | certain: the cores against the radii, whose sum is not rounded | certain without radius, else by bounds | certain |
//! | frustum | | by bounds | certain |
//! | half-space, plane | | | certain |
//!
//! "By bounds" is the search of [`super::gjk`]: that two shapes are apart is always proven, that
//! they meet is said of all that is not.

use nalgebra::Point3;
use obbtree_predicates::{
    LengthSum, LowerBound, Placement, Pose, UpperBound, length_bound, unit_scale, unit_vector,
};

use super::convex::Convex;
use super::fast_pairs;
use super::form::{Form, Shape};
use super::gjk;
use super::mesh_frustum::meeting_a_frustum;
use super::mesh_pair::SMALLEST;
use super::placed_plane::PlacedPlane;
use super::plane_pair::{meets_plane, over_plane, planes_closer};
use crate::distance::{Distance, direction};
use crate::query::Query;

/// Both shapes are solid. Touching counts.
impl Query {
    /// [`Query::closer_than`]; at tolerance 0, [`Query::collide`].
    pub(crate) fn shapes_closer_than(
        &mut self,
        shapes @ [a, b]: [&Shape; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
        tolerance: f64,
    ) -> bool {
        if !(tolerance >= 0.0) {
            return false;
        }
        let fast = fast_pairs::closer_than(a.kind(), pose_a, b.kind(), pose_b, tolerance);
        fast.unwrap_or_else(|| self.certainly_closer(shapes, poses, tolerance))
    }

    /// The same without what `f64` decides.
    pub(super) fn certainly_closer(
        &mut self,
        [a, b]: [&Shape; 2],
        poses @ [pose_a, pose_b]: [&Pose; 2],
        tolerance: f64,
    ) -> bool {
        match (a.form(), b.form()) {
            (
                Form::Rounded { core: core_a, radius: radius_a },
                Form::Rounded { core: core_b, radius: radius_b },
            ) => {
                let reach = LengthSum::of([*radius_a, *radius_b, tolerance]);
                self.cores_within([core_a, core_b], poses, &reach, [true; 2])
            }
            _ => match [PlacedPlane::new(a, pose_a), PlacedPlane::new(b, pose_b)] {
                [Some(a), Some(b)] => planes_closer([&a, &b], tolerance),
                [None, Some(plane)] => meets_plane(a, pose_a, &plane, tolerance),
                [Some(plane), None] => meets_plane(b, pose_b, &plane, tolerance),
                [None, None] => self.reaches_frustum(a, pose_a, b, pose_b, tolerance),
            },
        }
    }

    /// [`Query::distance`].
    pub(crate) fn distance_of_shapes(
        &mut self,
        a: &Shape,
        pose_a: &Pose,
        b: &Shape,
        pose_b: &Pose,
    ) -> Distance {
        let mut found = match (a.form(), b.form()) {
            (
                Form::Rounded { core: core_a, radius: radius_a },
                Form::Rounded { core: core_b, radius: radius_b },
            ) => {
                let found = self.surface_distance(core_a, pose_a, core_b, pose_b);
                let mut of_cores = Distance::new([found.lower, found.upper], found.points);
                let placement = Placement::new(pose_a, pose_b);
                of_cores.normal = direction(&found, [core_a.mesh(), core_b.mesh()], &placement);
                less_radii(of_cores, [*radius_a, *radius_b])
            }
            _ => match [PlacedPlane::new(a, pose_a), PlacedPlane::new(b, pose_b)] {
                [_, Some(plane)] => over_plane(a, pose_a, &plane),
                [Some(plane), None] => over_plane(b, pose_b, &plane).swapped(),
                [None, None] => by_bounds(a, pose_a, b, pose_b),
            },
        };
        if !self.shapes_closer_than([a, b], [pose_a, pose_b], 0.0) {
            found.lower = found.lower.max(0.0);
            found.upper = found.upper.max(SMALLEST);
        } else {
            found.one_inside = is_certain(a, b) && found.lower > 0.0;
            let is_certain = is_certain(a, b) || found.upper <= 0.0;
            found.upper = if is_certain { 0.0 } else { found.upper };
            found.lower = 0.0;
        }
        found.along(found.normal)
    }

    /// A frustum, and another one or a shape with a core.
    fn reaches_frustum(
        &mut self,
        a: &Shape,
        pose_a: &Pose,
        b: &Shape,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        let (Some(core_a), Some(core_b)) = (a.core(), b.core()) else { return false };
        let reach = LengthSum::of([a.most_radius(), b.most_radius(), tolerance]);
        // A hull around the other shape is no surface that is close.
        let is_near = self.cores_within([core_a, core_b], [pose_a, pose_b], &reach, [true; 2]);
        if !is_near {
            return false;
        }
        let core_meets = match (a.form(), b.form()) {
            (Form::Frustum { axis, radii, .. }, Form::Rounded { .. }) => {
                meeting_a_frustum(core_b, pose_b, a, (axis, *radii), pose_a).is_some()
                    || core_b.contains_component(pose_b, core_a, pose_a)
            }
            (Form::Rounded { .. }, Form::Frustum { axis, radii, .. }) => {
                meeting_a_frustum(core_a, pose_a, b, (axis, *radii), pose_b).is_some()
                    || core_a.contains_component(pose_a, core_b, pose_b)
            }
            _ => false,
        };
        if core_meets || (tolerance == 0.0 && is_certain(a, b)) {
            return core_meets;
        }
        by_bounds(a, pose_a, b, pose_b).lower <= tolerance
    }
}

/// Whether exact tests say all about two shapes: see the table of this file.
fn is_certain(a: &Shape, b: &Shape) -> bool {
    match (a.form(), b.form()) {
        (Form::Frustum { .. }, Form::Frustum { .. }) => false,
        (Form::Frustum { .. }, Form::Rounded { radius, .. })
        | (Form::Rounded { radius, .. }, Form::Frustum { .. }) => *radius == 0.0,
        _ => true,
    }
}

/// The distance of shapes from that of what is within: closest points come nearer by the radii.
fn less_radii(of_cores: Distance, radii: [f64; 2]) -> Distance {
    let radius = LengthSum::of([radii[0], radii[1], 0.0]);
    let [p, q] = of_cores.points;
    let normal = of_cores.normal.or_else(|| unit_vector(&(q - p)));
    let way = normal.unwrap_or_default();
    let lower = LowerBound::from(of_cores.lower) - radius.upper();
    let upper = UpperBound::from(of_cores.upper) - radius.lower();
    let points = [p + way * radii[0], q - way * radii[1]];
    Distance { normal, ..Distance::new([lower.get(), upper.get()], points) }
}

/// Bounds of the distance of two shapes that have cores.
fn by_bounds(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Distance {
    // Between the two, so that neither is far from it.
    let origin = pose_a.translation() * 0.5 + pose_b.translation() * 0.5;
    let apart = length_bound(&(pose_b.translation() - pose_a.translation()));
    let scale = unit_scale(apart + a.extent() + b.extent());
    let placed = |shape, pose| Convex::new(shape, pose, &origin, scale);
    let (Some(convex_a), Some(convex_b)) = (placed(a, pose_a), placed(b, pose_b)) else {
        return Distance::new([0.0, f64::INFINITY], [Point3::origin(); 2]);
    };
    let found = gjk::distance(&convex_a, &convex_b);
    let lower = LowerBound::from(found.lower) / UpperBound::from(scale);
    let upper = UpperBound::from(found.upper) / LowerBound::from(scale);
    let points = found.points.map(|point| Point3::from(point / scale + origin));
    let of_cores = Distance::new([lower.get(), upper.get()], points).along(Some(-found.along));
    let radius = |shape: &Shape| match shape.form() {
        Form::Rounded { radius, .. } => *radius,
        _ => 0.0,
    };
    match [radius(a), radius(b)] {
        [0.0, 0.0] => of_cores,
        radii => less_radii(of_cores, radii),
    }
}
