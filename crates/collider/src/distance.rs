//! What is known of the distance of two colliders.

use nalgebra::{Point3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Placement, Triangle, triangles_direction, unit_vector};

/// The distance of two colliders, certified: see [`Query::distance`](crate::Query::distance) for
/// how wide the interval is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Distance {
    /// The distance is at least this, in the caller's unit. 0 where the two meet.
    ///
    /// Of two meshes it is above 0 where they do not, but for an error allowed that is larger
    /// than the distance, and distances below 2^-1074, which no number above 0 is below. Of
    /// shapes it is 0 also where no larger number is proven.
    ///
    /// Infinite, as `upper` is, of a point cloud or voxels without any: no distance is the least.
    pub lower: f64,
    /// The distance is at most this. 0 only where the two certainly meet, and never where
    /// [`Query::collide`](crate::Query::collide) says no; of two meshes, and of a mesh and a
    /// shape, 0 if and only if they meet.
    pub upper: f64,
    /// The closest points, of A and of B, in the world, rounded: in doubt use `lower` and
    /// `upper`, not their difference. Of colliders that meet, some points of the two. Where a
    /// component of a mesh is inside a shape, that of the mesh is the closest to the shape's
    /// surface, or to its core. NaN if `lower` is infinite.
    pub points: [Point3<f64>; 2],
    /// The direction of the way from A's closest point to B's: of length one to within 1e-12, in
    /// the world. B moved along it parts from A by as much as it moves, as long as the parts that
    /// are closest stay so; it is known also where the points are too close for their difference.
    ///
    /// It is there if and only if `lower` is above 0 and finite. Of colliders that meet no
    /// direction is that of the distance: [`Contact::normal`](crate::Contact::normal) has those of
    /// triangles that meet. Of several closest pairs it is that of the pair given.
    pub normal: Option<Vector3<f64>>,
    /// The triangles that the points are on, by their numbers in A's and B's mesh; `None` of
    /// shapes and clouds.
    pub triangles: [Option<u32>; 2],
    /// Of a point cloud, the number of the point that is closest, of voxels that of the voxel;
    /// `None` of others.
    pub cloud_points: [Option<u32>; 2],
    /// A component of one is inside the other, so the distance is 0, although the surfaces do not
    /// meet: of two meshes, if they are queried as solids. Points and triangles then tell
    /// where the surfaces are closest. Of a shape with a radius the surface that counts is that
    /// of its core.
    pub one_inside: bool,
}

impl Distance {
    /// Of two meshes, with the direction.
    #[must_use]
    pub fn of_surfaces(
        found: &obbtree_query::Distance,
        meshes: [&Mesh; 2],
        placement: &Placement,
    ) -> Self {
        let triangles = found.triangles.map(Some);
        let of_points = Self::new([found.lower, found.upper], found.points);
        Self { triangles, ..of_points }.along(direction(found, meshes, placement))
    }

    /// Of two shapes, or a mesh and a shape before its triangle is known.
    pub(crate) fn new([lower, upper]: [f64; 2], points: [Point3<f64>; 2]) -> Self {
        let [triangles, cloud_points] = [[None; 2]; 2];
        Self { lower, upper, points, normal: None, triangles, cloud_points, one_inside: false }
    }

    /// Of two of which one is a point cloud or voxels without any: both bounds are infinite, the
    /// points are NaN.
    ///
    /// ```
    /// use obbtree_collider::{Distance, PointCloud, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let (none, here) = (PointCloud::new::<f32>(&[], 0.01)?, Pose::identity());
    /// let found = Query::new().distance(&none, &here, &Shape::half_space(), &here);
    /// assert_eq!([found.lower, found.upper], [f64::INFINITY; 2]);
    /// assert_eq!(found.upper, Distance::of_nothing().upper);
    /// # Ok::<(), obbtree_collider::CloudError>(())
    /// ```
    #[must_use]
    pub fn of_nothing() -> Self {
        Self::new([f64::INFINITY; 2], [[f64::NAN; 3].into(); 2])
    }

    /// With the direction, where there is one.
    pub(crate) fn along(self, normal: Option<Vector3<f64>>) -> Self {
        Self { normal: normal.filter(|_| self.lower > 0.0), ..self }
    }

    /// With B first.
    pub(crate) fn swapped(mut self) -> Self {
        self.points.reverse();
        self.triangles.reverse();
        self.cloud_points.reverse();
        self.normal = self.normal.map(|normal| -normal);
        self
    }
}

/// Points that are farther apart than this times their coordinates and the translations of both
/// bodies tell the direction by their difference: they are rounded by some 2^-51 of these, also
/// where they are close to the origin themselves, and so it is off by less than 2^-28.
const FAR: f64 = 1.0 / (1_u64 << 20) as f64;

/// From A's closest point to B's, of length one; of surfaces that do not meet.
pub(crate) fn direction(
    found: &obbtree_query::Distance,
    [a, b]: [&Mesh; 2],
    placement: &Placement,
) -> Option<Vector3<f64>> {
    if found.upper <= 0.0 {
        return None;
    }
    let [of_a, of_b] = found.triangles;
    let triangles = [a.triangle(of_a as usize), b.triangle(of_b as usize)];
    direction_of(found.points, triangles.each_ref(), placement)
}

/// The same of two triangles that do not meet, by their closest points.
pub(crate) fn direction_of(
    [p, q]: [Point3<f64>; 2],
    [of_a, of_b]: [&Triangle; 2],
    placement: &Placement,
) -> Option<Vector3<f64>> {
    let way = q - p;
    let of_poses = [&placement.pose_a, &placement.pose_b].map(|pose| pose.translation().amax());
    let size = p.coords.amax() + q.coords.amax() + of_poses[0] + of_poses[1];
    if way.amax() > FAR * size {
        return unit_vector(&way);
    }
    triangles_direction(of_a, of_b, placement)
}
