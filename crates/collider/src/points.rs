//! Points of the world and one placed body: how far, where, and on which side.
//!
//! A point is queried as a body of one triangle whose corners are one, at the place of the
//! point, so every answer is that of [`Query::distance`].

use std::sync::OnceLock;

use nalgebra::Point3;
use obbtree_mesh::{Mesh, OpenMesh};
use obbtree_predicates::{Pose, PoseError};
use thiserror::Error;

use crate::body::Body;
use crate::query::Query;

/// The point of a surface that is closest to a given one, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The distance is at least this, in the caller's unit. 0 if the given point is on the
    /// surface, or closer to it than 2^-1074.
    pub lower: f64,
    /// The distance is at most this: four units in the last place more than `lower`, or less. 0
    /// if and only if the given point is on the surface.
    pub upper: f64,
    /// The closest point, in the world, rounded.
    pub point: Point3<f64>,
    /// The triangle that it is on, by its number in the mesh.
    pub triangle: u32,
}

/// On which side of a closed surface a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSide {
    /// Inside, and not on the surface.
    Inside,
    /// On the surface.
    OnSurface,
    /// Outside, and not on the surface.
    Outside,
}

/// A distance that is negative inside of a closed surface, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SignedDistance {
    /// The signed distance is at least this, in the caller's unit.
    pub lower: f64,
    /// It is at most this. Both are 0 if and only if the point is on the surface.
    pub upper: f64,
    /// The closest point of the surface.
    pub closest: ClosestPoint,
}

/// Why a point has no side.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PointError {
    /// A coordinate is not finite, or too large.
    #[error("the point cannot be used: {0}")]
    Point(#[from] PoseError),
    /// The mesh is open, so it has no inside.
    #[error(transparent)]
    Open(#[from] OpenMesh),
}

/// A body that is a point: the origin of its frame.
pub(crate) fn point_body() -> &'static Body {
    static POINT: OnceLock<Body> = OnceLock::new();
    POINT.get_or_init(|| {
        let point = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]);
        Body::new(point.expect("one vertex, used by one triangle"))
    })
}

/// Questions about a point of the world.
impl Query {
    /// The closest point of a placed surface, with a certified distance: see [`ClosestPoint`].
    ///
    /// Where several triangles are closest, the one with the lowest number of those whose
    /// interval ends first, as for [`Query::distance`].
    ///
    /// # Errors
    /// If a coordinate is not finite or beyond
    /// [`MAX_COORDINATE`](obbtree_predicates::MAX_COORDINATE).
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // a right angle at the origin, in the plane z = 0
    /// let pose = Pose::from_translation([0.0, 0.0, 1.0])?;
    /// let found = Query::new().closest_point(&body, &pose, [0.25, 0.25, 4.0])?;
    /// assert!(found.lower <= 3.0 && 3.0 <= found.upper && found.upper - found.lower < 2e-15);
    /// assert_eq!(found.point, nalgebra::Point3::new(0.25, 0.25, 1.0));
    /// assert_eq!(found.triangle, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closest_point(
        &mut self,
        body: &Body,
        pose: &Pose,
        point: [f64; 3],
    ) -> Result<ClosestPoint, PoseError> {
        let place = Pose::from_translation(point)?;
        let found = self.surface_distance(body, pose, point_body(), &place);
        let [point, _] = found.points;
        let [triangle, _] = found.triangles;
        Ok(ClosestPoint { lower: found.lower, upper: found.upper, point, triangle })
    }

    /// On which side of a closed surface is a point? Certain.
    ///
    /// # Errors
    /// If the mesh is open, or a coordinate is not finite or too large.
    ///
    /// ```
    /// use obbtree_collider::{Body, PointSide, Query};
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let mut side = |z: f64| query.point_side(&body, &here, [0.25, 0.25, z]);
    /// assert_eq!(side(0.25)?, PointSide::Inside);
    /// assert_eq!(side(0.5)?, PointSide::OnSurface);
    /// assert_eq!(side(0.5_f64.next_up())?, PointSide::Outside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn point_side(
        &mut self,
        body: &Body,
        pose: &Pose,
        point: [f64; 3],
    ) -> Result<PointSide, PointError> {
        body.require_closed()?;
        let place = Pose::from_translation(point)?;
        let is_on_surface = self.first_pair(body, pose, point_body(), &place).is_some();
        Ok(match is_on_surface {
            true => PointSide::OnSurface,
            false if body.contains(pose, &Point3::origin(), &place) => PointSide::Inside,
            false => PointSide::Outside,
        })
    }

    /// The distance from a closed surface, negative inside, with a certified interval and sign.
    ///
    /// # Errors
    /// If the mesh is open, or a coordinate is not finite or too large.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_predicates::Pose;
    /// # let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// # let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    /// # let body = Body::new(Mesh::new(corners, faces)?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let inside = query.signed_distance(&body, &here, [0.125, 0.25, 0.25])?;
    /// assert!(inside.lower <= -0.125 && -0.125 <= inside.upper && inside.upper < 0.0);
    /// let outside = query.signed_distance(&body, &here, [-2.0, 0.25, 0.25])?;
    /// assert!(outside.lower <= 2.0 && 2.0 <= outside.upper);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn signed_distance(
        &mut self,
        body: &Body,
        pose: &Pose,
        point: [f64; 3],
    ) -> Result<SignedDistance, PointError> {
        body.require_closed()?;
        let closest = self.closest_point(body, pose, point)?;
        let place = Pose::from_translation(point)?;
        let is_inside = closest.upper > 0.0 && body.contains(pose, &Point3::origin(), &place);
        let (lower, upper) = match is_inside {
            true => (-closest.upper, -closest.lower),
            false => (closest.lower, closest.upper),
        };
        Ok(SignedDistance { lower, upper, closest })
    }
}
