//! Questions about a placed body and a placed shape.

use obbtree_predicates::{LengthSum, LowerBound, Pose, UpperBound};

use super::axial::{distance_to_frustum, meets_a_frustum};
use super::planes::{magnitude, near_half_space, near_plane, to_plane};
use super::shape::{Kind, Shape};
use super::shape_distance::ShapeDistance;
use crate::body::Body;
use crate::query::Query;

/// Shapes are solid: a body that is wholly inside a box, hull, ball, capsule, cylinder, cone or half-space
/// meets it. A shape
/// inside a closed body meets it if the query is about solids. Touching counts.
impl Query {
    /// Do a body and a shape meet?
    ///
    /// Certain for every shape: exact arithmetic on the numbers given decides where rounding could matter.
    /// A ball or capsule meets what is within its radius, its boundary included.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // in the plane z = 0
    /// let cylinder = Shape::cylinder([0.0, 0.0, 1.0], [0.0, 0.0, 2.0], 5.0)?;
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let mut meets = |z: f64| {
    ///     let place = Pose::from_translation([0.0, 0.0, z]).expect("finite");
    ///     query.collide_shape(&body, &here, &cylinder, &place)
    /// };
    /// assert!(meets(-1.0)); // it stands on the triangle
    /// assert!(!meets((-1.0_f64).next_up()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collide_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
    ) -> bool {
        match &shape.kind {
            Kind::Rounded { core, radius } => {
                self.meets_rounded(body, pose, core, pose_shape, &LengthSum::from(*radius))
            }
            Kind::Frustum { axis, radii, core } => {
                meets_a_frustum(body, pose, axis, *radii, pose_shape)
                    || (self.options().solid && body.contains_component(pose, core, pose_shape))
            }
            Kind::HalfSpace(plane) => near_half_space(body, pose, plane, pose_shape, 0.0),
            Kind::Plane(plane) => near_plane(body, pose, plane, pose_shape, 0.0),
        }
    }

    /// Is the distance of a body and a shape at most `tolerance`, in the caller's unit? A tolerance that is
    /// negative or NaN gives false.
    ///
    /// Certain, as [`Query::collide_shape`], for all shapes but cylinders and cones: the sum of the shape's radius and
    /// the tolerance is not rounded. For cylinders and cones *no* is certain; *yes* may be said of a body that is
    /// farther away, by the width of the interval of [`Query::distance_to_shape`].
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // in the plane z = 0
    /// let capsule = Shape::capsule([0.0, 0.0, 3.0], [1.0, 1.0, 3.0], 0.5)?;
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// assert!(query.closer_than_shape(&body, &here, &capsule, &here, 2.5));
    /// assert!(!query.closer_than_shape(&body, &here, &capsule, &here, 2.499));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn closer_than_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
        tolerance: f64,
    ) -> bool {
        if !(tolerance >= 0.0) {
            return false;
        }
        match &shape.kind {
            Kind::Rounded { core, radius } => {
                let reach = LengthSum::of([*radius, tolerance, 0.0]);
                self.meets_rounded(body, pose, core, pose_shape, &reach)
            }
            Kind::Frustum { .. } if tolerance == 0.0 => {
                self.collide_shape(body, pose, shape, pose_shape)
            }
            Kind::Frustum { .. } => {
                self.distance_to_shape(body, pose, shape, pose_shape).lower <= tolerance
            }
            Kind::HalfSpace(plane) => near_half_space(body, pose, plane, pose_shape, tolerance),
            Kind::Plane(plane) => near_plane(body, pose, plane, pose_shape, tolerance),
        }
    }

    /// The distance of a body and a shape: the true one lies in `lower ..= upper`.
    ///
    /// For shapes with a radius, the interval is that of [`Query::distance`] to the point, segment or hull
    /// within, less the radius, with one rounding. For planes and half-spaces it is the rounding of the
    /// heights of placed vertices: about 2^-40 of the coordinates, and more for a plane whose three points
    /// are close to a line. For cylinders and cones it is at most 1e-7 of the sizes wide, and mostly 1e-12: see
    /// [`Query::distance_of_shapes`].
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // in the plane z = 0
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let ball = Shape::sphere([0.25, 0.25, 5.0], 2.0)?;
    /// let found = query.distance_to_shape(&body, &here, &ball, &here);
    /// assert!(found.lower <= 3.0 && 3.0 <= found.upper && found.upper - found.lower < 1e-14);
    /// assert_eq!(found.point, nalgebra::Point3::new(0.25, 0.25, 0.0));
    /// let below = Pose::from_translation([0.0, 0.0, -7.0])?;
    /// let found = query.distance_to_shape(&body, &here, &Shape::half_space(), &below);
    /// assert!(found.lower <= 7.0 && 7.0 <= found.upper && found.upper - found.lower < 1e-10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_to_shape(
        &mut self,
        body: &Body,
        pose: &Pose,
        shape: &Shape,
        pose_shape: &Pose,
    ) -> ShapeDistance {
        let mut found = match &shape.kind {
            Kind::Rounded { core, radius } => {
                self.core_distance(body, pose, core, pose_shape, [*radius; 2])
            }
            Kind::Frustum { axis, core, .. } => {
                let radii = [shape.most_radius(), 0.0];
                let of_axis = self.core_distance(body, pose, core, pose_shape, radii);
                let most = of_axis.upper;
                let found = distance_to_frustum(body, pose, shape, axis, pose_shape, most);
                let mut found = found.unwrap_or(of_axis);
                // Both hold the distance.
                found.lower = found.lower.max(of_axis.lower);
                found.upper = found.upper.min(of_axis.upper);
                found
            }
            Kind::HalfSpace(plane) => {
                to_plane(body, pose, plane, pose_shape, |height| height).into()
            }
            Kind::Plane(plane) => to_plane(body, pose, plane, pose_shape, magnitude).into(),
        };
        if self.collide_shape(body, pose, shape, pose_shape) {
            (found.lower, found.upper) = (0.0, 0.0);
        } else {
            found.lower = found.lower.max(0.0);
            found.upper = found.upper.max(SMALLEST);
        }
        found
    }

    /// The distance to a core, less at most and at least so much.
    fn core_distance(
        &mut self,
        body: &Body,
        pose: &Pose,
        core: &Body,
        pose_core: &Pose,
        [most, least]: [f64; 2],
    ) -> ShapeDistance {
        let found = self.surface_distance(body, pose, core, pose_core);
        ShapeDistance {
            lower: (LowerBound::from(found.lower) - UpperBound::from(most)).get(),
            upper: (UpperBound::from(found.upper) - LowerBound::from(least)).get(),
            point: found.points[0],
            triangle: found.triangles[0],
        }
    }

    /// Whether a body is within a reach of another, or a component of it is inside that one; for solids,
    /// also whether that one is inside the body. Certain.
    fn meets_rounded(
        &mut self,
        body: &Body,
        pose: &Pose,
        core: &Body,
        pose_core: &Pose,
        reach: &LengthSum,
    ) -> bool {
        self.surfaces_within(body, pose, core, pose_core, reach)
            || core.contains_component(pose_core, body, pose)
            || (self.options().solid && body.contains_component(pose, core, pose_core))
    }
}

/// The smallest number above 0.
const SMALLEST: f64 = f64::from_bits(1);
