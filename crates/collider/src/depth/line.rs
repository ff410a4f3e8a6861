//! B's way along a direction.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LowerBound, Pose};

use super::answer::DepthError;
use crate::collider::ColliderRef;
use crate::placed_solid::PlacedSolid;
use crate::query::Query;

/// A step on the way changes the largest coordinate of the pose by so many roundings of it.
pub(super) const ROUNDINGS: f64 = 4.0;

/// Bisections: from some sizes to an ulp.
const HALVINGS: usize = 64;

/// The way is longer by this than what parts all.
const BEYOND: f64 = 1.0 + 1.0 / 1024.0;

/// Two colliders, and a direction of length one in which B is moved.
#[derive(Clone, Copy)]
pub(super) struct Line<'l> {
    pub(super) colliders: [ColliderRef<'l>; 2],
    pub(super) poses: [&'l Pose; 2],
    pub(super) direction: &'l Vector3<f64>,
}

impl Line<'_> {
    /// B's place after a length.
    pub(super) fn place(&self, length: f64) -> Point3<f64> {
        Point3::from(self.poses[1].translation() + self.direction * length)
    }

    pub(super) fn pose(&self, length: f64) -> Result<Pose, DepthError> {
        let place = self.place(length).coords;
        Pose::new(*self.poses[1].rotation(), place).map_err(|_| DepthError::NoWayOut)
    }

    /// Do the two meet at a length?
    pub(super) fn meet(&self, query: &mut Query, length: f64) -> Result<bool, DepthError> {
        let [a, b] = self.colliders;
        Ok(query.collide(a, self.poses[0], b, &self.pose(length)?))
    }

    /// How far B is from where it was, at least.
    pub(super) fn at_least(&self, length: f64) -> LowerBound {
        LowerBound::of_distance(&self.place(length), &self.place(0.0))
    }

    /// So much more length changes the place by some roundings.
    pub(super) fn step(&self, length: f64) -> f64 {
        let size = length.max(self.place(length).coords.amax());
        (ROUNDINGS * f64::EPSILON * size).max(f64::from_bits(1))
    }

    /// A bisection between a length at which the two meet and one at which not.
    pub(super) fn halve(
        &self,
        query: &mut Query,
        [mut blocked, mut free]: [f64; 2],
    ) -> Result<[f64; 2], DepthError> {
        for _ in 0..HALVINGS {
            let middle = blocked + (free - blocked) / 2.0;
            if !(blocked < middle && middle < free) {
                break;
            }
            if self.meet(query, middle)? { blocked = middle } else { free = middle }
        }
        Ok([blocked, free])
    }
}

/// The length after which B is beyond A, and the largest height of a point of either; rounded.
pub(super) fn beyond_all(solids: [PlacedSolid<'_>; 2], direction: &Vector3<f64>) -> [f64; 2] {
    let [of_a, of_b] = solids.map(|solid| solid.span(direction));
    let sizes = of_a.iter().chain(&of_b).fold(0.0_f64, |most, x| most.max(x.abs()));
    [(of_a[1] - of_b[0]) * BEYOND + sizes * f64::from(f32::EPSILON), sizes]
}
