//! The queries of any two colliders: their kinds decide which kernel answers.

use obbtree_predicates::Pose;
use obbtree_query::DistanceOptions;

use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::distance::Distance;
use crate::query::Query;

/// The questions about any two: meshes, shapes, point clouds, voxels. Each comes with its pose
/// in the world. Touching is meeting.
///
/// Shapes are solid: a mesh that is wholly inside a box, hull, sphere, capsule, cylinder, cone or
/// half-space meets it. A mesh is its surface, unless the query is about solids
/// ([`Query::solid`]): then what is inside a closed mesh meets it.
///
/// A point cloud may have no point, and voxels may all be free: such a collider meets nothing, is
/// closer than no tolerance, and its distance is infinite.
impl Query {
    /// Do the two meet? The first contact found ends the search.
    ///
    /// | pair | certain |
    /// |---|---|
    /// | two meshes; a mesh and any shape | yes and no |
    /// | a point cloud and a mesh or another cloud | yes and no |
    /// | a point cloud and a shape | as a sphere, or a point, and that shape |
    /// | voxels and a mesh, a point cloud or other voxels | yes and no |
    /// | voxels and a shape | as a box and that shape |
    /// | spheres, capsules, boxes, hulls, triangles (with a radius or without); these and a plane or half-space | yes and no |
    /// | a cylinder, cone or frustum, and a plane, half-space, or one of these without a radius | yes and no |
    /// | a cylinder, cone or frustum, and another of them, or a shape with a radius | no |
    ///
    /// Where only *no* is certain, *yes* may be said of two that are apart by less than 1e-7 of
    /// their sizes and of the distance of the origins of their poses. A sphere or capsule meets
    /// what is within its radius, its boundary included; the sum of two radii is not rounded.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // in the plane z = 0
    /// let cylinder = Shape::cylinder([0.0, 0.0, 1.0], [0.0, 0.0, 2.0], 5.0)?;
    /// let (sphere, cuboid) = (Shape::sphere([0.0; 3], 1.0)?, Shape::cuboid([1.0, 2.0, 3.0])?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let at = |z: f64| Pose::from_translation([0.0, 0.0, z]);
    /// assert!(query.collide(&body, &here, &cylinder, &at(-1.0)?)); // it stands on the triangle
    /// assert!(!query.collide(&cylinder, &at((-1.0_f64).next_up())?, &body, &here));
    /// assert!(query.collide(&sphere, &at(4.0)?, &cuboid, &here)); // on top of it
    /// assert!(query.collide(&sphere, &here, &cuboid, &here)); // inside
    /// assert!(!query.collide(&sphere, &at(4.0_f64.next_up())?, &cuboid, &here));
    /// assert!(query.collide(&body, &here, &body, &here));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn collide<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> bool {
        match (a.into(), b.into()) {
            (Mesh(a), Mesh(b)) => self.bodies_collide(a, pose_a, b, pose_b),
            (a, b) => self.others_closer_than(a, pose_a, b, pose_b, 0.0),
        }
    }

    /// Is the Euclidean distance of the two at most `tolerance`, in the caller's unit?
    ///
    /// Certain where [`Query::collide`] is, by its table, but for a tolerance above 0 and a
    /// cylinder, cone or frustum beside a mesh or a shape other than a plane or half-space: then
    /// *no* is certain, and *yes* may be said of what is farther away, by the width of the
    /// interval of [`Query::distance`]. The sum of the tolerance and the radii is not rounded.
    /// With tolerance 0 it says whether the two meet; a tolerance that is negative or NaN gives
    /// false.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh); // in the plane z = 0
    /// let capsule = Shape::capsule([0.0, 0.0, 3.0], [1.0, 1.0, 3.0], 0.5)?;
    /// let (sphere, floor) = (Shape::sphere([0.0, 0.0, 5.0], 1.0)?, Shape::half_space());
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// assert!(query.closer_than(&body, &here, &capsule, &here, 2.5));
    /// assert!(!query.closer_than(&body, &here, &capsule, &here, 2.499));
    /// assert!(query.closer_than(&sphere, &here, &floor, &here, 4.0));
    /// assert!(!query.closer_than(&floor, &here, &sphere, &here, 3.999));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn closer_than<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        match (a.into(), b.into()) {
            (Mesh(a), Mesh(b)) => self.bodies_closer_than([a, b], [pose_a, pose_b], tolerance),
            (a, b) => self.others_closer_than(a, pose_a, b, pose_b, tolerance),
        }
    }

    /// The distance of the two in the world, in the caller's unit, with a point of each.
    ///
    /// Certified: the Euclidean distance lies in `lower ..= upper`. If one is a point cloud or
    /// voxels without any, both are infinite, and no points are given: they are NaN.
    ///
    /// | pair | width of the interval |
    /// |---|---|
    /// | two meshes | at most four units in the last place |
    /// | a point cloud and a mesh or another cloud | that of a point and a triangle or point, less the radii, with one rounding |
    /// | a point cloud and a shape | that of a sphere and the shape |
    /// | voxels and anything | that of a box, as a hull, and the same |
    /// | a mesh or rounded shape (sphere, capsule, box, hull, triangle) and a rounded shape | that of the cores, less the radii, with one rounding |
    /// | a plane or half-space and anything | the rounding of heights of placed vertices: about 2^-40 of the coordinates, more for a plane whose three points are close to a line |
    /// | a cylinder, cone or frustum and a mesh, a rounded shape, or another of them | at most 1e-7 of the sizes, mostly 1e-12 |
    ///
    /// Of two meshes `upper` is 0 if and only if the surfaces meet, and it is the distance of
    /// points of the two surfaces. Where several pairs of triangles are closest, the answer is
    /// that of the pair with the least upper end, of equal ones that with the lowest numbers: the
    /// same on every instruction set. Where the boxes around the bodies, along the axes of their
    /// meshes, are as far apart as the bodies, as of flat parts that hover over each other, it is
    /// that of the lowest numbers among all pairs that are so close, to within its interval.
    /// Where the surfaces meet, it is a pair that meets; which one can depend on the instruction
    /// set.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 3.0])?);
    /// let mut query = Query::new();
    /// let found = query.distance(&body, &here, &body, &above);
    /// assert!(found.lower <= 2.0 && 2.0 <= found.upper && found.upper - found.lower < 2e-15);
    /// assert_eq!(found.points.map(|p| [p.x, p.y, p.z]), [[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]]);
    /// assert_eq!(query.distance(&body, &here, &body, &here).upper, 0.0);
    ///
    /// let sphere = Shape::sphere([0.25, 0.25, -5.0], 2.0)?;
    /// let found = query.distance(&sphere, &here, &body, &here);
    /// assert!(found.lower <= 3.0 && 3.0 <= found.upper && found.upper - found.lower < 1e-14);
    /// assert_eq!(found.points.map(|p| [p.x, p.y, p.z]), [[0.25, 0.25, -3.0], [0.25, 0.25, 0.0]]);
    /// assert_eq!(found.triangles, [None, Some(0)]);
    ///
    /// let can = Shape::cylinder([0.0; 3], [0.0, 0.0, 2.0], 0.5)?;
    /// let beside = Pose::from_translation([3.0, 0.0, 0.0])?;
    /// let found = query.distance(&can, &here, &can, &beside);
    /// assert!(found.lower <= 2.0 && 2.0 <= found.upper && found.upper - found.lower < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn distance<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Distance {
        let found = self.distance_within(a, pose_a, b, pose_b, &DistanceOptions::default());
        found.unwrap_or_else(Distance::of_nothing)
    }

    /// [`Query::distance`] with errors allowed, or up to a largest distance; `None` if the
    /// distance is above [`DistanceOptions::at_most`], as any is above a limit that is negative
    /// or NaN, and if one is a point cloud or voxels without any. A distance whose interval holds
    /// the limit may be given; [`Query::closer_than`] decides.
    ///
    /// With errors allowed the search of two meshes is shorter and the interval still certain.
    /// Its width is at most `absolute_error + relative_error lower`, or four units in the last
    /// place; which of the intervals that are permitted is given can depend on the instruction
    /// set. Where one is a shape, the interval is that of [`Query::distance`].
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, DistanceOptions, Query};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh);
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 3.0])?);
    /// let mut query = Query::new();
    /// let one_per_cent = DistanceOptions::default().relative_error(0.01);
    /// let found = query.distance_within(&body, &here, &body, &above, &one_per_cent);
    /// let found = found.expect("no limit");
    /// assert!(found.lower <= 3.0 && 3.0 <= found.upper && found.upper <= 1.011 * found.lower);
    /// let near = DistanceOptions::default().at_most(2.9);
    /// assert!(query.distance_within(&body, &here, &body, &above, &near).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn distance_within<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        options: &DistanceOptions,
    ) -> Option<Distance> {
        match (a.into(), b.into()) {
            (Mesh(a), Mesh(b)) => self.distance_of_bodies([a, b], [pose_a, pose_b], options),
            (Points(cloud), other) => {
                self.cloud_distance(cloud, pose_a, other, pose_b, options.at_most)
            }
            (other, Points(cloud)) => self
                .cloud_distance(cloud, pose_b, other, pose_a, options.at_most)
                .map(Distance::swapped),
            (a, b) => Some(self.distance_with_shape(a, pose_a, b, pose_b))
                .filter(|found| found.lower <= options.at_most),
        }
    }

    /// [`Query::closer_than`] where at least one is no mesh.
    fn others_closer_than(
        &mut self,
        a: ColliderRef<'_>,
        pose_a: &Pose,
        b: ColliderRef<'_>,
        pose_b: &Pose,
        tolerance: f64,
    ) -> bool {
        match (a, b) {
            (Shape(a), Shape(b)) => self.shapes_closer_than([a, b], [pose_a, pose_b], tolerance),
            (Mesh(body), Shape(shape)) => {
                self.body_closer_than_shape(body, pose_a, shape, pose_b, tolerance)
            }
            (Shape(shape), Mesh(body)) => {
                self.body_closer_than_shape(body, pose_b, shape, pose_a, tolerance)
            }
            (Mesh(a), Mesh(b)) => self.bodies_closer_than([a, b], [pose_a, pose_b], tolerance),
            (Points(cloud), other) => {
                self.cloud_closer_than(cloud, pose_a, other, pose_b, tolerance)
            }
            (other, Points(cloud)) => {
                self.cloud_closer_than(cloud, pose_b, other, pose_a, tolerance)
            }
        }
    }

    /// [`Query::distance`] where at least one is a shape.
    fn distance_with_shape(
        &mut self,
        a: ColliderRef<'_>,
        pose_a: &Pose,
        b: ColliderRef<'_>,
        pose_b: &Pose,
    ) -> Distance {
        match (a, b) {
            (Shape(a), Shape(b)) => self.distance_of_shapes(a, pose_a, b, pose_b),
            (Mesh(body), Shape(shape)) => self.body_to_shape(body, pose_a, shape, pose_b),
            (Shape(shape), Mesh(body)) => self.body_to_shape(body, pose_b, shape, pose_a).swapped(),
            _ => self.distance(a, pose_a, b, pose_b),
        }
    }
}
