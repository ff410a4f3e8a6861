//! What is known of the distance of two colliders.

use nalgebra::Point3;

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
    pub lower: f64,
    /// The distance is at most this. 0 only where the two certainly meet, and never where
    /// [`Query::collide`](crate::Query::collide) says no; of two meshes, and of a mesh and a
    /// shape, 0 if and only if they meet.
    pub upper: f64,
    /// The closest points, of A and of B, in the world, rounded: in doubt use `lower` and
    /// `upper`, not their difference. Of colliders that meet, some points of the two. Where a
    /// component of a mesh is inside a shape, that of the mesh is the closest to the shape's
    /// surface, or to its core.
    pub points: [Point3<f64>; 2],
    /// The triangles that the points are on, by their numbers in A's and B's mesh; `None` of
    /// shapes.
    pub triangles: [Option<u32>; 2],
    /// A component of one is inside the other, so the distance is 0, although the surfaces do not
    /// meet: of two meshes, if they are queried as solids. Points and triangles then tell
    /// where the surfaces are closest. Of a shape with a radius the surface that counts is that
    /// of its core.
    pub one_inside: bool,
}

impl From<obbtree_query::Distance> for Distance {
    fn from(found: obbtree_query::Distance) -> Self {
        let (lower, upper, points) = (found.lower, found.upper, found.points);
        let triangles = found.triangles.map(Some);
        Self { lower, upper, points, triangles, one_inside: false }
    }
}

impl Distance {
    /// Of two shapes, or a mesh and a shape before its triangle is known.
    pub(crate) fn new([lower, upper]: [f64; 2], points: [Point3<f64>; 2]) -> Self {
        Self { lower, upper, points, triangles: [None; 2], one_inside: false }
    }

    /// With B first.
    pub(crate) fn swapped(mut self) -> Self {
        self.points.reverse();
        self.triangles.reverse();
        self
    }
}
