//! The penetration depth of two solid colliders, as an interval.
//!
//! The upper end is the length of a translation that the certain test calls free. The lower one is
//! proven: of convex colliders by [`crate::shape`]'s search over all directions, of others by
//! spheres ([`crate::inner_spheres`], [`round`]) and convex pieces.
//!
//! # Lemma
//!
//! If K is within A and L within B, the depth of A and B is at least that of K and L. *Proof.* A
//! translation after which A and B have no inner point in common leaves none to K and L. *End.*
//!
//! For convex K and L ([`crate::inner_hull`]) around one point that depth is known to within a
//! small part. Where both surfaces are convex around the overlap, pieces as large as twice
//! the way out hold all that matters, and the interval is narrow. The best point is known from a
//! way out: what leaves A last on it is what holds B, if it is the shortest; if not, the pieces
//! around it tell a shorter one.

mod along;
mod answer;
mod bodies;
mod bounds;
mod line;
mod round;
mod round_along;

use obbtree_predicates::Pose;
use obbtree_query::Interval;

pub use self::answer::{Depth, DepthError};
use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::shape::depth_of_convex;

/// A translation that should free convex bodies is made longer by so much of it.
const BEYOND: f64 = 1.0 / (1_u64 << 40) as f64;

impl Query {
    /// How deep are two solids in each other, and which way is out? Meshes must be closed.
    ///
    /// | pair | width of the interval |
    /// |---|---|
    /// | convex: shapes, meshes of up to 2,000 triangles | 1e-6 of it, or 2^-40 of the sizes |
    /// | others | 1e-3 of it where both are nearly convex at the overlap; else what is known |
    ///
    /// The convex are wider where very many directions are nearly the best, as of two spheres of
    /// many facets with one middle; others where they overlap in several places or hold each other,
    /// as gears do, by up to a third, or shapes that are deep in a mesh. Of these, convex pieces
    /// around what leaves last on a way out, and around the overlap, are looked at first; where
    /// they leave the interval wide, spheres, some hundred translations and the deepest vertices:
    /// some ten times as long. The answer is the same in every run.
    ///
    /// # Errors
    /// If a mesh is open, or a collider is unbounded, a point cloud or voxels.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let cuboid = Shape::cuboid([1.0, 2.0, 3.0])?; // half sides
    /// let (here, aside) = (Pose::identity(), Pose::from_translation([1.75, 0.5, 0.0])?);
    /// let mut query = Query::new();
    /// let found = query.depth(&cuboid, &here, &cuboid, &aside)?;
    /// assert!(found.lower <= 0.25 && 0.25 <= found.upper && found.upper - found.lower < 1e-7);
    /// let free = aside.translation() + found.translation; // along x
    /// let free = Pose::from_translation(free.into())?;
    /// assert!(!query.collide(&cuboid, &here, &cuboid, &free));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Result<Depth, DepthError> {
        self.depth_within(a, pose_a, b, pose_b, 0.0)
    }

    /// [`Query::depth`] whose bounds may be `error` times the upper one apart, where bodies are
    /// convex: cylinders and cones take 10 to 100 milliseconds to 1e-7, and 0.1 to 0.7 to 1e-3.
    ///
    /// # Errors
    /// As those of [`Query::depth`].
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let cylinder = Shape::cylinder([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5)?;
    /// let (here, aside) = (Pose::identity(), Pose::from_translation([0.9, 0.0, 0.0])?);
    /// let found = Query::new().depth_within(&cylinder, &here, &cylinder, &aside, 1e-3)?;
    /// assert!(found.lower <= 0.1 && 0.1 <= found.upper && found.upper < 0.101);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth_within<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        error: f64,
    ) -> Result<Depth, DepthError> {
        let (colliders, poses) = ([a.into(), b.into()], [pose_a, pose_b]);
        self.with_solid(true, |query| query.depth_of_solids(colliders, poses, error))
    }

    /// The distance of two solids, or less than 0: how deep they are in each other. One number in
    /// an interval; see [`Query::distance`] and [`Query::depth`] for its width.
    ///
    /// # Errors
    /// As those of [`Query::depth`].
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let (sphere, here) = (Shape::sphere([0.0; 3], 1.0)?, Pose::identity());
    /// let mut query = Query::new();
    /// for (x, expected) in [(0.5, -1.5), (3.0, 1.0)] {
    ///     let there = Pose::from_translation([x, 0.0, 0.0])?;
    ///     let found = query.signed_distance_between(&sphere, &here, &sphere, &there)?;
    ///     assert!(found.lower <= expected && expected <= found.upper);
    ///     assert!(found.upper - found.lower < 1e-6);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn signed_distance_between<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Result<Interval, DepthError> {
        let (a, b) = (a.into(), b.into());
        let depth = self.depth(a, pose_a, b, pose_b)?;
        if depth.upper > 0.0 {
            return Ok(Interval::new(-depth.upper, -depth.lower));
        }
        let apart = self.distance(a, pose_a, b, pose_b);
        Ok(Interval::new(apart.lower, apart.upper))
    }

    fn depth_of_solids(
        &mut self,
        colliders: [ColliderRef<'_>; 2],
        poses: [&Pose; 2],
        error: f64,
    ) -> Result<Depth, DepthError> {
        for collider in colliders {
            match collider {
                Mesh(body) => body.require_closed()?,
                Shape(shape) if shape.core().is_none() => return Err(DepthError::Unbounded),
                Shape(_) => {}
                Points(_) => return Err(DepthError::Cloud),
            }
        }
        let [a, b] = colliders;
        if !self.collide(a, poses[0], b, poses[1]) {
            return Ok(Depth::NONE);
        }
        if let Some((interval, along)) = depth_of_convex(colliders, poses, error) {
            let beyond = interval.upper * BEYOND;
            let way = self.way_out(colliders, poses, &along, interval.upper, beyond);
            return Depth::from_way(interval.lower, way, poses[1]);
        }
        let solid = |n: usize| PlacedSolid::of(colliders[n], poses[n]).ok_or(DepthError::Unbounded);
        match [solid(0)?, solid(1)?].map(PlacedSolid::as_mesh) {
            solids if solids.iter().all(PlacedSolid::is_mesh) => self.depth_of_bodies(solids),
            solids => self.depth_of_round(solids),
        }
    }
}
