//! The penetration depth of two solid colliders, as an interval.
//!
//! The upper end is the length of a translation that the certain test calls free. The lower one is
//! proven: of convex colliders by [`crate::shape`]'s search over all directions, of others by
//! spheres ([`crate::inner_spheres`]) and convex pieces.
//!
//! # Lemma
//!
//! If K is within A and L within B, the depth of A and B is at least that of K and L. *Proof.* A
//! translation after which A and B have no inner point in common leaves none to K and L. *End.*
//!
//! For convex K and L ([`inner_hull`]) around one point that depth is known to within
//! [`OF_PIECES`]. Where both surfaces are convex around the overlap, pieces as large as twice
//! the way out hold all that matters, and the interval is narrow. The best point is known from a
//! way out: what leaves A last on it is what holds B, if it is the shortest; if not, the pieces
//! around it tell a shorter one.

use nalgebra::{Point3, Vector3};
use obbtree_mesh::OpenMesh;
use obbtree_predicates::{Pose, UpperBound, unit_vector};
use obbtree_query::Interval;
use obbtree_query::interrupt::pause;
use thiserror::Error;

use crate::body::Body;
use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::deepest_point::vertex_inside;
use crate::inner_hull::inner_hull;
use crate::inner_spheres::COARSE;
use crate::manifold::Hint;
use crate::query::Query;
use crate::separation::Separation;
use crate::shape::{depth_of_convex, depth_of_hulls};

/// How far two solid colliders are in each other. The penetration depth is the length of the
/// shortest translation after which they have no inner point in common, or the limit of such
/// lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Depth {
    /// The depth is at least this, in the caller's unit.
    pub lower: f64,
    /// And at most this: the length of `translation`, with what adding it rounds. 0 if and only if
    /// the two do not meet.
    pub upper: f64,
    /// Added to the translation of B's pose, in `f64`, it gives a pose at which the two are proven
    /// not to meet. Zero where they do not meet.
    pub translation: Vector3<f64>,
}

/// Why two colliders have no depth that is known.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum DepthError {
    /// A mesh is open, so it has no inside.
    #[error(transparent)]
    Open(#[from] OpenMesh),
    /// A plane or half-space.
    #[error("a plane or half-space has no penetration depth here: it is unbounded")]
    Unbounded,
    /// A round shape and a mesh that is not convex.
    #[error("the depth of a round shape in a mesh that is not convex is not known")]
    RoundInMesh,
    /// A point cloud, or voxels.
    #[error("the depth of a point cloud or voxels in something else is not known")]
    Cloud,
    /// A direction of no length.
    #[error("the direction has no length")]
    NoDirection,
    /// No translation within the range of coordinates parts the two.
    #[error("no translation was found that parts the two")]
    NoWayOut,
}

/// A translation that should free convex bodies is made longer by so much of it.
const BEYOND: f64 = 1.0 / (1_u64 << 40) as f64;
/// What it is made longer by is doubled so often at most: from an ulp to some times the length.
const DOUBLINGS: usize = 60;

/// Convex pieces of bodies reach so many times as far as the way out.
const PIECES: f64 = 2.0;
/// Triangles are left out of pieces by their own planes if these are so far away, as a part of how
/// far the triangle is: by faces where the surface is convex, and by the closest points where not.
const FACING: [f64; 2] = [0.25, 0.9];
/// The bounds of the depth of two pieces are so far apart, as a part of it.
const OF_PIECES: f64 = 1e-4;
/// Points begin from vertices this part of the way from there to the other surface.
const INWARDS: f64 = 0.25;
/// So often pieces are looked at where bodies touch last, as long as the way out becomes shorter.
const LAST_TOUCHES: usize = 3;
/// No narrower interval is looked for, as a part of the upper end.
const NARROW: f64 = 1e-3;

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
    /// as gears do, by up to a third. Of these, convex pieces around what leaves last on a way out,
    /// and around the overlap, are looked at first; where they leave the interval wide, spheres,
    /// some hundred translations and the deepest vertices: some ten times as long. The answer is
    /// the same in every run.
    ///
    /// # Errors
    /// If a mesh is open, a collider is unbounded, a point cloud or voxels, or one is round and the
    /// other not convex.
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
            return Ok(Depth { lower: 0.0, upper: 0.0, translation: Vector3::zeros() });
        }
        if let Some((interval, along)) = depth_of_convex(colliders, poses, error) {
            let beyond = interval.upper * BEYOND;
            let way = self.way_out(colliders, poses, &along, interval.upper, beyond);
            return Self::known(interval.lower, way, poses[1]);
        }
        let bodies = colliders.map(|collider| match collider {
            Mesh(body) => Ok(body),
            Shape(shape) => match shape.core() {
                Some(core) if shape.is_its_core() && core.require_closed().is_ok() => Ok(core),
                _ => Err(DepthError::RoundInMesh),
            },
            Points(_) => Err(DepthError::Cloud),
        });
        let [a, b] = bodies;
        self.depth_of_bodies([a?, b?], poses)
    }

    fn depth_of_bodies(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
    ) -> Result<Depth, DepthError> {
        let [a, b] = bodies;
        let mut found = Bounds::default();
        if let Some(hint) = self.overlap_hint(bodies, poses) {
            found = self.by_hint(bodies, poses, &hint);
            found = self.by_last_touches(bodies, poses, found);
        }
        if !found.is_narrow() {
            let contacts = self.contacts(a, poses[0], b, poses[1]);
            let (lower, spheres) = self.spheres(bodies, poses, &contacts);
            let first = spheres.and_then(|spheres| spheres.way);
            let way = Separation::new(self, bodies, poses).find(&contacts, first);
            found = found.and(lower, way);
            if let Some(spheres) = spheres {
                found = self.by_pieces(bodies, poses, &spheres.middle, found);
            }
            found = self.by_last_touches(bodies, poses, found);
        }
        Self::known(found.lower, found.way, poses[1])
    }

    /// Better bounds by convex pieces around what leaves A last on the way out, and again on the
    /// shorter one that these tell.
    fn by_last_touches(
        &mut self,
        [a, b]: [&Body; 2],
        poses: [&Pose; 2],
        mut known: Bounds,
    ) -> Bounds {
        let [pose_a, pose_b] = poses;
        for _ in 0..LAST_TOUCHES {
            let new = known.way.filter(|way| known.touched != Some(*way) && !known.is_narrow());
            let Some(way) = new else { break };
            known.touched = Some(way);
            let out = Pose::new(*pose_b.rotation(), pose_b.translation() + way);
            let Ok(out) = out else { break };
            let [on_a, on_b] = self.distance(a, pose_a, b, &out).points;
            let middle = nalgebra::center(&on_a, &(on_b - way));
            known = self.by_pieces([a, b], poses, &middle, known);
        }
        known
    }

    /// Bounds by convex pieces around what leaves last, around points where surfaces cross, and
    /// around the middle of large spheres near these.
    fn by_hint(&mut self, bodies: [&Body; 2], poses: [&Pose; 2], hint: &Hint) -> Bounds {
        let mut found = Bounds::default();
        let mut starts = vec![hint.middle];
        for (inner, outer) in [(0, 1), (1, 0)] {
            let [inside, around] = [inner, outer].map(|n| (bodies[n], poses[n]));
            let Some(deep) = vertex_inside(self, inside, hint.deep[inner], around) else {
                continue;
            };
            // B leaves A against the way of its own vertices.
            let way = deep.on_surface - deep.point;
            let along = unit_vector(&if inner == 0 { -way } else { way });
            if let Some(along) = along {
                let out = Separation::new(self, bodies, poses);
                let way = out.along(&along, deep.upper, found.way);
                found = found.and(deep.lower, way);
            }
            starts.push(deep.point + way * INWARDS);
        }
        if !found.is_narrow() {
            let out = Separation::new(self, bodies, poses);
            found.way = out.along(&hint.along, hint.deepest.max(found.lower), found.way);
        }
        found = self.by_last_touches(bodies, poses, found);
        for &start in &starts {
            if found.is_narrow() {
                return found;
            }
            found = self.by_pieces(bodies, poses, &start, found);
        }
        if found.is_narrow() {
            return found;
        }
        if let Some(spheres) = self.widest_of(bodies, poses, starts, COARSE) {
            found = found.and(spheres.lower, None);
            found = self.by_pieces(bodies, poses, &spheres.middle, found);
        }
        found
    }

    /// Better bounds by convex pieces around a point, if there are.
    fn by_pieces(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        middle: &Point3<f64>,
        mut known: Bounds,
    ) -> Bounds {
        let Ok(at) = Pose::from_translation((*middle).into()) else { return known };
        let is_in = |n: usize| bodies[n].contains(poses[n], &Point3::origin(), &at);
        if !(is_in(0) && is_in(1)) {
            return known;
        }
        for facing in FACING {
            let Some(reach) = known.way.map(|way| way.norm() * PIECES) else { break };
            if known.is_narrow() {
                break;
            }
            let piece = |n: usize| inner_hull(bodies[n], poses[n], &at, reach, facing);
            let (Some(a), Some(b)) = (piece(0), piece(1)) else { continue };
            let (interval, along) = depth_of_hulls([&a, &b], OF_PIECES);
            let lower = known.lower.max(interval.lower);
            let out = Separation::new(self, bodies, poses);
            let way = out.along(&along, interval.upper, known.way);
            known = Bounds { lower, way: way.or(known.way), ..known };
        }
        known
    }

    /// From a lower bound and a translation that is free.
    pub(crate) fn known(
        lower: f64,
        way: Option<Vector3<f64>>,
        pose_b: &Pose,
    ) -> Result<Depth, DepthError> {
        let translation = way.ok_or(DepthError::NoWayOut)?;
        let from = Point3::from(*pose_b.translation());
        let upper = UpperBound::of_distance(&(from + translation), &from).get();
        Ok(Depth { lower: lower.min(upper), upper, translation })
    }

    /// A translation along a direction that frees B: so long and some more, at first `beyond`.
    pub(crate) fn way_out(
        &mut self,
        [a, b]: [ColliderRef<'_>; 2],
        [pose_a, pose_b]: [&Pose; 2],
        along: &Vector3<f64>,
        length: f64,
        beyond: f64,
    ) -> Option<Vector3<f64>> {
        let size = length + pose_a.translation().amax() + pose_b.translation().amax();
        let mut more = beyond;
        (0..DOUBLINGS).find_map(|_| {
            pause();
            let way = along * (length + more);
            more = (2.0 * more).max(size * f64::EPSILON);
            let moved = Pose::new(*pose_b.rotation(), pose_b.translation() + way).ok()?;
            (!self.collide(a, pose_a, b, &moved)).then(|| way.map(|x| x + 0.0))
        })
    }
}

/// What is known of a depth.
#[derive(Clone, Copy, Default)]
struct Bounds {
    lower: f64,
    /// A translation that parts the bodies.
    way: Option<Vector3<f64>>,
    /// The last one of which it was looked at what leaves last.
    touched: Option<Vector3<f64>>,
}

impl Bounds {
    fn is_narrow(&self) -> bool {
        self.way.is_some_and(|way| self.lower >= way.norm() * (1.0 - NARROW))
    }

    /// The better ones of these and others.
    fn and(&self, lower: f64, way: Option<Vector3<f64>>) -> Self {
        let ways = [self.way, way].into_iter().flatten();
        let way = ways.min_by(|one, other| one.norm().total_cmp(&other.norm()));
        Self { lower: self.lower.max(lower), way, ..*self }
    }
}
