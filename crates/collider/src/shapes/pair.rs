//! Questions about two placed shapes.
//!
//! Which method decides, by kind:
//!
//! | | rounded: sphere, capsule, cuboid, hull, triangle | cylinder, cone, frustum | half-space, plane |
//! |---|---|---|---|
//! | rounded | certain: the cores against the radii, whose sum is not rounded | certain without radius, else by bounds | certain |
//! | frustum | | by bounds | certain |
//! | half-space, plane | | | certain |
//!
//! "By bounds" is the search of [`super::gjk`]: that two shapes are apart is always proven, that they meet is
//! said of all that is not.

use nalgebra::Point3;
use obbtree_predicates::{
    LengthSum, LowerBound, Pose, Triangle, UpperBound, length_bound, unit_scale, unit_vector,
};

use super::axial::meets_a_frustum;
use super::convex::Convex;
use super::gjk;
use super::plane_pair::{meets_plane, over_plane, planes_closer};
use super::shape::{Kind, Shape};
use super::shapes_distance::ShapesDistance;
use crate::body::{Body, one_inside};
use crate::query::Query;

/// Both shapes are solid. Touching counts.
impl Query {
    /// Do two shapes meet?
    ///
    /// *No* is certain for all shapes. *Yes* is certain too, but where a cylinder, cone or frustum meets
    /// another of them, or a shape with a radius: these may be apart, by less than 1e-7 of their sizes and of
    /// the distance of the origins of their poses. The sum of two radii is not rounded.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let (ball, cuboid) = (Shape::sphere([0.0; 3], 1.0)?, Shape::cuboid([1.0, 2.0, 3.0])?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let mut meets = |z: f64| {
    ///     let place = Pose::from_translation([0.0, 0.0, z]).expect("finite");
    ///     query.collide_shapes(&ball, &place, &cuboid, &here)
    /// };
    /// assert!(meets(4.0) && meets(0.0)); // on top of it, and inside
    /// assert!(!meets(4.0_f64.next_up()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collide_shapes(&mut self, a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
        self.closer_than_shapes(a, pose_a, b, pose_b, 0.0)
    }

    /// Is the distance of two shapes at most `tolerance`, in the caller's unit? A tolerance that is negative
    /// or NaN gives false.
    ///
    /// *No* is certain for all shapes. *Yes* is certain too, as for [`Query::collide_shapes`], but where a cylinder,
    /// cone or frustum is one of two shapes and the other is not a plane or half-space: then it may be said of shapes
    /// that are farther away by the width of the interval of [`Query::distance_of_shapes`]. The sum of the tolerance
    /// and the radii is not rounded.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let (ball, floor) = (Shape::sphere([0.0, 0.0, 5.0], 1.0)?, Shape::half_space());
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// assert!(query.closer_than_shapes(&ball, &here, &floor, &here, 4.0));
    /// assert!(!query.closer_than_shapes(&ball, &here, &floor, &here, 3.999));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn closer_than_shapes(
        &mut self,
        a: &Shape,
        pose_a: &Pose,
        b: &Shape,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        if !(tolerance >= 0.0) {
            return false;
        }
        match (&a.kind, &b.kind) {
            (
                Kind::Rounded { core: core_a, radius: radius_a },
                Kind::Rounded { core: core_b, radius: radius_b },
            ) => {
                let reach = LengthSum::of([*radius_a, *radius_b, tolerance]);
                self.cores_within(core_a, pose_a, core_b, pose_b, &reach)
            }
            (_, Kind::HalfSpace(plane) | Kind::Plane(plane)) => {
                self.reaches_plane(a, pose_a, b, plane, pose_b, tolerance)
            }
            (Kind::HalfSpace(plane) | Kind::Plane(plane), _) => {
                self.reaches_plane(b, pose_b, a, plane, pose_a, tolerance)
            }
            _ => self.reaches_frustum(a, pose_a, b, pose_b, tolerance),
        }
    }

    /// The distance of two shapes: the true one lies in `lower ..= upper`.
    ///
    /// The interval is that of [`Query::distance`] less the radii for balls, capsules, cuboids and hulls, and
    /// that of [`Query::distance_to_shape`] for planes. For cylinders and cones it is at most 1e-7 of the
    /// sizes wide, and mostly 1e-12.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let can = Shape::cylinder([0.0; 3], [0.0, 0.0, 2.0], 0.5)?;
    /// let beside = Pose::from_translation([3.0, 0.0, 0.0])?;
    /// let found = Query::new().distance_of_shapes(&can, &Pose::identity(), &can, &beside);
    /// assert!(found.lower <= 2.0 && 2.0 <= found.upper && found.upper - found.lower < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_of_shapes(
        &mut self,
        a: &Shape,
        pose_a: &Pose,
        b: &Shape,
        pose_b: &Pose,
    ) -> ShapesDistance {
        let mut found = match (&a.kind, &b.kind) {
            (
                Kind::Rounded { core: core_a, radius: radius_a },
                Kind::Rounded { core: core_b, radius: radius_b },
            ) => {
                let found = self.surface_distance(core_a, pose_a, core_b, pose_b);
                let (lower, upper, points) = (found.lower, found.upper, found.points);
                less_radii(ShapesDistance { lower, upper, points }, [*radius_a, *radius_b])
            }
            (_, Kind::HalfSpace(plane) | Kind::Plane(plane)) => {
                let is_solid = matches!(b.kind, Kind::HalfSpace(_));
                over_plane(a, pose_a, plane, pose_b, is_solid)
            }
            (Kind::HalfSpace(plane) | Kind::Plane(plane), _) => {
                let is_solid = matches!(a.kind, Kind::HalfSpace(_));
                let mut found = over_plane(b, pose_b, plane, pose_a, is_solid);
                found.points.reverse();
                found
            }
            _ => by_bounds(a, pose_a, b, pose_b),
        };
        if !self.collide_shapes(a, pose_a, b, pose_b) {
            found.lower = found.lower.max(0.0);
            found.upper = found.upper.max(SMALLEST);
        } else {
            let is_certain = is_certain(a, b) || found.upper <= 0.0;
            found.upper = if is_certain { 0.0 } else { found.upper };
            found.lower = 0.0;
        }
        found
    }

    /// Are two cores within a reach of each other, or is one inside the other? Certain.
    fn cores_within(
        &mut self,
        core_a: &Body,
        pose_a: &Pose,
        core_b: &Body,
        pose_b: &Pose,
        reach: &LengthSum,
    ) -> bool {
        self.surfaces_within(core_a, pose_a, core_b, pose_b, reach)
            || one_inside(core_a, pose_a, core_b, pose_b)
    }

    /// A shape and a plane or half-space. Certain.
    fn reaches_plane(
        &mut self,
        shape: &Shape,
        pose: &Pose,
        other: &Shape,
        plane: &Triangle,
        pose_plane: &Pose,
        tolerance: f64,
    ) -> bool {
        let is_solid = matches!(other.kind, Kind::HalfSpace(_));
        match &shape.kind {
            Kind::HalfSpace(first) | Kind::Plane(first) => {
                let solid = [matches!(shape.kind, Kind::HalfSpace(_)), is_solid];
                planes_closer([first, plane], [pose, pose_plane], solid, tolerance)
            }
            _ => meets_plane(shape, pose, plane, pose_plane, is_solid, tolerance),
        }
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
        let is_near = self.cores_within(core_a, pose_a, core_b, pose_b, &reach);
        if !is_near {
            return false;
        }
        let core_meets = match (&a.kind, &b.kind) {
            (Kind::Frustum { axis, radii, .. }, Kind::Rounded { .. }) => {
                meets_a_frustum(core_b, pose_b, axis, *radii, pose_a)
                    || core_b.contains_component(pose_b, core_a, pose_a)
            }
            (Kind::Rounded { .. }, Kind::Frustum { axis, radii, .. }) => {
                meets_a_frustum(core_a, pose_a, axis, *radii, pose_b)
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
    match (&a.kind, &b.kind) {
        (Kind::Frustum { .. }, Kind::Frustum { .. }) => false,
        (Kind::Frustum { .. }, Kind::Rounded { radius, .. })
        | (Kind::Rounded { radius, .. }, Kind::Frustum { .. }) => *radius == 0.0,
        _ => true,
    }
}

/// The distance of shapes from that of what is within: closest points come nearer by the radii.
fn less_radii(of_cores: ShapesDistance, radii: [f64; 2]) -> ShapesDistance {
    let radius = LengthSum::of([radii[0], radii[1], 0.0]);
    let [p, q] = of_cores.points;
    let way = unit_vector(&(q - p)).unwrap_or_default();
    ShapesDistance {
        lower: (LowerBound::from(of_cores.lower) - radius.upper()).get(),
        upper: (UpperBound::from(of_cores.upper) - radius.lower()).get(),
        points: [p + way * radii[0], q - way * radii[1]],
    }
}

/// Bounds of the distance of two shapes that have cores.
fn by_bounds(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> ShapesDistance {
    // Between the two, so that neither is far from it.
    let origin = pose_a.translation() * 0.5 + pose_b.translation() * 0.5;
    let apart = length_bound(&(pose_b.translation() - pose_a.translation()));
    let scale = unit_scale(apart + a.extent() + b.extent());
    let placed = |shape, pose| Convex::new(shape, pose, &origin, scale);
    let (Some(convex_a), Some(convex_b)) = (placed(a, pose_a), placed(b, pose_b)) else {
        return ShapesDistance { lower: 0.0, upper: f64::INFINITY, points: [Point3::origin(); 2] };
    };
    let found = gjk::distance(&convex_a, &convex_b);
    let of_cores = ShapesDistance {
        lower: (LowerBound::from(found.lower) / UpperBound::from(scale)).get(),
        upper: (UpperBound::from(found.upper) / LowerBound::from(scale)).get(),
        points: found.points.map(|point| Point3::from(point / scale + origin)),
    };
    let radius = |shape: &Shape| match shape.kind {
        Kind::Rounded { radius, .. } => radius,
        _ => 0.0,
    };
    match [radius(a), radius(b)] {
        [0.0, 0.0] => of_cores,
        radii => less_radii(of_cores, radii),
    }
}

/// The smallest number above 0.
const SMALLEST: f64 = f64::from_bits(1);
