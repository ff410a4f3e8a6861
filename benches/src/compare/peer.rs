//! Rust's engines, each as the user of its package calls it.

use std::ops::ControlFlow;

use obbtree::query::DistanceOptions;
use obbtree::{Mesh, Pose};
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::parry::{double, single};

use super::question::Measure;
use crate::scenes::Poses;

/// Two bodies that are queried.
pub trait Peer {
    /// Poses of both, as the engine takes them.
    type Placed;

    /// Does it list pairs of triangles?
    const ANSWERS_ALL: bool;

    /// Both bodies from meshes of their own.
    fn build(meshes: [Mesh; 2]) -> Self;

    /// Poses of both in the engine's types. This is not timed; to find the relative pose is.
    fn place(poses: &Poses) -> Self::Placed;

    /// Do the surfaces meet?
    fn any(&mut self, at: &Self::Placed) -> bool;

    /// Calls back with each pair of triangles that meets.
    fn for_each_pair(&mut self, at: &Self::Placed, on_pair: impl FnMut([u32; 2]));

    /// The answer to a question about the distance, which the engine itself found before where it
    /// is part of the question; 1 or 0 for yes or no. `None` if no documented call answers that.
    fn measure(&mut self, _: Measure, _: &Self::Placed, _distance: f64) -> Option<f64> {
        None
    }
}

/// An engine of this project.
pub struct Ours<T: Built> {
    bodies: [T::Body; 2],
    query: T::Query,
    /// Begins with the closest triangles of the pose before.
    kept: T::Query,
}

impl<T: Built> Peer for Ours<T> {
    type Placed = Poses;

    const ANSWERS_ALL: bool = true;

    fn build(meshes: [Mesh; 2]) -> Self {
        let bodies = meshes.map(|mesh| T::body(&mesh));
        let kept = T::Query::default().contact_cache(true);
        Self { bodies, query: T::Query::default(), kept }
    }

    fn place(poses: &Poses) -> Poses {
        *poses
    }

    #[inline]
    fn any(&mut self, [at_a, at_b]: &Poses) -> bool {
        self.query.collide(&self.bodies[0], at_a, &self.bodies[1], at_b)
    }

    #[inline]
    fn for_each_pair(&mut self, [at_a, at_b]: &Poses, mut on_pair: impl FnMut([u32; 2])) {
        let _ = self.query.for_each_pair(&self.bodies[0], at_a, &self.bodies[1], at_b, |pair| {
            on_pair(pair);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn measure(&mut self, measure: Measure, [at_a, at_b]: &Poses, distance: f64) -> Option<f64> {
        let Self { bodies: [a, b], query, kept } = self;
        let rough = DistanceOptions::default().relative_error(Measure::ERROR);
        Some(match measure {
            Measure::Distance => query.distance(a, at_a, b, at_b).upper,
            Measure::Kept => kept.distance(a, at_a, b, at_b).upper,
            Measure::Rough => query.distance_within(a, at_a, b, at_b, &rough)?.upper,
            Measure::Half => f64::from(query.closer_than(a, at_a, b, at_b, 0.5 * distance)),
            Measure::Twice => f64::from(query.closer_than(a, at_a, b, at_b, 2.0 * distance)),
            Measure::Clearance => query.clearance(a, at_a, b, at_b, Measure::BOX_TESTS).lower,
        })
    }
}

macro_rules! documented_call {
    ($(#[$doc:meta])* $name:ident, $module:ident, $crate_name:ident) => {
        $(#[$doc])*
        pub struct $name([$crate_name::shape::TriMesh; 2]);

        impl Peer for $name {
            type Placed = [$crate_name::math::Pose; 2];

            const ANSWERS_ALL: bool = false;

            fn build(meshes: [Mesh; 2]) -> Self {
                Self(meshes.map(|mesh| $module::trimesh(&mesh)))
            }

            fn place(poses: &Poses) -> Self::Placed {
                poses.each_ref().map(|pose: &Pose| $module::pose(pose))
            }

            #[inline]
            fn any(&mut self, [at_a, at_b]: &Self::Placed) -> bool {
                $crate_name::query::intersection_test(at_a, &self.0[0], at_b, &self.0[1])
                    .expect("two meshes are supported")
                    .intersecting
            }

            fn for_each_pair(&mut self, _: &Self::Placed, _: impl FnMut([u32; 2])) {
                unreachable!("no documented call lists pairs");
            }

            #[inline]
            fn measure(&mut self, measure: Measure, at: &Self::Placed, _: f64) -> Option<f64> {
                let [at_a, at_b] = at;
                let distance = || {
                    let found = $crate_name::query::distance(at_a, &self.0[0], at_b, &self.0[1]);
                    f64::from(found.expect("two meshes are supported").distance)
                };
                (measure == Measure::Distance).then(distance)
            }
        }
    };
}

documented_call! {
    /// parry3d, `query::intersection_test` and `query::distance`.
    Single, single, parry3d
}
documented_call! {
    /// parry3d-f64, `query::intersection_test` and `query::distance`.
    Double, double, parry3d_f64
}

/// parry3d-f64, both its trees descended by its own parts: not a documented call, and what a user
/// who needs speed would write.
pub struct DoubleTrees([parry3d_f64::shape::TriMesh; 2]);

impl Peer for DoubleTrees {
    type Placed = [parry3d_f64::math::Pose; 2];

    const ANSWERS_ALL: bool = true;

    fn build(meshes: [Mesh; 2]) -> Self {
        Self(meshes.map(|mesh| double::trimesh(&mesh)))
    }

    fn place(poses: &Poses) -> Self::Placed {
        poses.each_ref().map(double::pose)
    }

    #[inline]
    fn any(&mut self, [at_a, at_b]: &Self::Placed) -> bool {
        let mut found = false;
        double::two_tree_descent(&self.0[0], &self.0[1], &at_a.inv_mul(at_b), |_, _| {
            found = true;
            true
        });
        found
    }

    #[inline]
    fn for_each_pair(&mut self, [at_a, at_b]: &Self::Placed, mut on_pair: impl FnMut([u32; 2])) {
        double::two_tree_descent(&self.0[0], &self.0[1], &at_a.inv_mul(at_b), |in_a, in_b| {
            on_pair([in_a, in_b]);
            false
        });
    }
}
