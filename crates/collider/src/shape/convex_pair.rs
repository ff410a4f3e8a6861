//! How deep two placed convex colliders are in each other: their cores, and the radii around them.
//!
//! # Lemma
//!
//! Let `C = A - B` for convex cores A and B, and `r` the sum of the radii. If the cores are `d`
//! apart and `d <= r` the depth is `r - d`, else that of the cores and `r`. *Proof.* The
//! difference of the rounded shapes is all within `r` of C, and `h` of it is `h` of C and `r`, for
//! each direction. Its minimum over unit vectors is `-d` and `r` in the first case, as the gap of
//! two convex sets is the largest over all directions, and that of C and `r` in the second. *End.*

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LengthSum, LowerBound, Pose, UpperBound, length_bound, unit_scale};
use obbtree_query::{Interval, wide};

use super::convex::Convex;
use super::form::{Form, Shape};
use super::{convex_depth, gjk};
use crate::body::Body;
use crate::collider::ColliderRef;

/// Bounds of the depth of two colliders that meet, and the unit vector along which B leaves A;
/// `None` if one is not known to be convex, or is unbounded. The bounds may be `error` times the
/// depth of the cores apart.
pub(crate) fn depth_of_convex(
    colliders: [ColliderRef<'_>; 2],
    poses: [&Pose; 2],
    error: f64,
) -> Option<(Interval, Vector3<f64>)> {
    // Between the two, so that neither is far from it.
    let [pose_a, pose_b] = poses;
    let origin = pose_a.translation() * 0.5 + pose_b.translation() * 0.5;
    let apart = length_bound(&(pose_b.translation() - pose_a.translation()));
    let extents = colliders.map(|collider| match collider {
        ColliderRef::Mesh(body) => wide::extent(body.tree()).length().get(),
        ColliderRef::Shape(shape) => shape.extent(),
        ColliderRef::Points(_) => 0.0,
    });
    let scale = unit_scale(apart + extents[0] + extents[1]);
    let placed = |n: usize| match colliders[n] {
        ColliderRef::Mesh(body) => {
            body.is_convex().then(|| Convex::hull(&points(body), poses[n], &origin, scale))
        }
        ColliderRef::Shape(shape) => Convex::new(shape, poses[n], &origin, scale),
        ColliderRef::Points(_) => None,
    };
    let (a, b) = (placed(0)?, placed(1)?);
    let [p, q] = colliders.map(|collider| match collider {
        ColliderRef::Mesh(_) | ColliderRef::Points(_) => 0.0,
        ColliderRef::Shape(shape) => radius(shape),
    });
    Some(depth_of_placed([&a, &b], scale, &LengthSum::of([p, q, 0.0]), error))
}

/// A convex part of a solid, or all of it.
pub(crate) enum ConvexPart<'s> {
    /// The hull of some points, seen from a middle.
    Hull(Vec<Point3<f64>>),
    /// A bounded shape, placed in the world.
    Whole(&'s Shape, Pose),
}

impl ConvexPart<'_> {
    fn radius(&self) -> f64 {
        match self {
            Self::Hull(_) => 0.0,
            Self::Whole(shape, _) => radius(shape),
        }
    }

    /// How far it reaches from the middle, at most.
    fn extent(&self, middle: &Vector3<f64>) -> f64 {
        match self {
            Self::Hull(points) => points.iter().map(|p| p.coords.amax()).fold(0.0, f64::max),
            Self::Whole(shape, pose) => {
                shape.extent() + length_bound(&(pose.translation() - middle))
            }
        }
    }

    fn placed(&self, middle: &Vector3<f64>, scale: f64) -> Option<Convex> {
        match self {
            Self::Hull(points) => {
                Some(Convex::hull(points, &Pose::identity(), &Vector3::zeros(), scale))
            }
            Self::Whole(shape, pose) => Convex::new(shape, pose, middle, scale),
        }
    }
}

/// As [`depth_of_convex`], of two pieces that are seen from one middle. `None` of planes.
pub(crate) fn depth_of_pieces(
    [a, b]: [&ConvexPart<'_>; 2],
    middle: &Vector3<f64>,
    error: f64,
) -> Option<(Interval, Vector3<f64>)> {
    let scale = unit_scale(a.extent(middle) + b.extent(middle));
    let radii = LengthSum::of([a.radius(), b.radius(), 0.0]);
    let (a, b) = (a.placed(middle, scale)?, b.placed(middle, scale)?);
    Some(depth_of_placed([&a, &b], scale, &radii, error))
}

/// Of bodies that are scaled and have radii around them.
fn depth_of_placed(
    [a, b]: [&Convex; 2],
    scale: f64,
    radii: &LengthSum,
    error: f64,
) -> (Interval, Vector3<f64>) {
    let at_least = |length: f64| LowerBound::from(length) / UpperBound::from(scale);
    let at_most = |length: f64| UpperBound::from(length) / LowerBound::from(scale);
    let gap = gjk::distance(a, b);
    let (lower, upper, along) = if gap.lower > 0.0 {
        let (lower, upper) =
            (radii.lower() - at_most(gap.upper), radii.upper() - at_least(gap.lower));
        (lower, upper, -gap.along)
    } else {
        let found = convex_depth::depth(a, b, error);
        // Cores that are apart by less than is known have no depth.
        let lower = match found.lower > 0.0 {
            true => radii.lower() + at_least(found.lower),
            false => radii.lower() - at_most(gap.upper),
        };
        (lower, radii.upper() + at_most(found.upper.max(0.0)), found.along)
    };
    (Interval::new(lower.get().max(0.0), upper.get().max(0.0)), along)
}

/// The vertices.
fn points(body: &Body) -> Vec<Point3<f64>> {
    body.mesh().vertices().iter().map(|&v| v.into()).collect()
}

fn radius(shape: &Shape) -> f64 {
    match shape.form() {
        Form::Rounded { radius, .. } => *radius,
        _ => 0.0,
    }
}
