//! Results that a query of the C interface keeps for its caller.

use obbtree::query::{Feature, Manifold};
use obbtree::scene::{BodyId, PairContacts};

/// The most corners that the common part of two triangles has.
pub const OBBTREE_MOST_CORNERS: usize = 6;

/// A place where two colliders meet: of two meshes, two triangles and what they share; where one is
/// a shape, a point of both; of a point cloud, one of its points; of voxels, the centre of one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Their numbers in A's and B's mesh; of a point cloud or voxels that of the point or voxel;
    /// `OBBTREE_NO_TRIANGLE` of a shape.
    pub triangles: [u32; 2],
    /// How many points: 1 of a point, 2 of a segment, 3 to 6 of a polygon.
    pub count: u32,
    /// In the world, in order around what is shared.
    pub points: [[f64; 3]; OBBTREE_MOST_CORNERS],
    /// Of two meshes: of length one, from A to B, in the world; zeros else.
    pub normal: [f64; 3],
    /// Of two meshes: how far B's triangle has to move along the normal for the two triangles to no
    /// more than touch; 0 else.
    pub local_depth: f64,
}

impl From<&obbtree::query::Contact> for Contact {
    fn from(contact: &obbtree::query::Contact) -> Self {
        let mut points = [[0.0; 3]; OBBTREE_MOST_CORNERS];
        for (place, point) in points.iter_mut().zip(contact.points()) {
            *place = (*point).into();
        }
        Self {
            triangles: elements(contact.triangles, contact.cloud_points),
            count: contact.points().len() as u32,
            points,
            normal: contact.normal().unwrap_or_default().into(),
            local_depth: contact.local_depth().unwrap_or_default(),
        }
    }
}

/// A distance that is certified: the true one is in `lower ..= upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// The distance is at least this; 0 where the two meet. Of two meshes it is above 0 where
    /// they do not, unless an error is allowed; of shapes it is 0 also where no larger number is
    /// proven.
    pub lower: f64,
    /// And at most this; 0 only where the two meet.
    pub upper: f64,
    /// The closest points of A and of B, in the world, rounded; where the two meet some points of
    /// them.
    pub points: [[f64; 3]; 2],
    /// The unit vector in the world from A's closest point to B's; zeros unless `lower` is above 0.
    pub normal: [f64; 3],
    /// The triangles that they are on; of a point cloud or voxels the number of the point or voxel;
    /// `OBBTREE_NO_TRIANGLE` of a shape.
    pub triangles: [u32; 2],
    /// 1 if a component of one is inside the other, whose surfaces do not meet.
    pub one_inside: u32,
}

impl From<&obbtree::query::Distance> for Distance {
    fn from(found: &obbtree::query::Distance) -> Self {
        Self {
            lower: found.lower,
            upper: found.upper,
            points: found.points.map(Into::into),
            triangles: elements(found.triangles, found.cloud_points),
            one_inside: u32::from(found.one_inside),
            normal: found.normal.unwrap_or_default().into(),
        }
    }
}

/// A place of contact of two colliders, for solvers of rigid-body motion. Lengths in the caller's
/// unit, points and vectors in the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint {
    /// The number of its manifold, from 0: those of one have one normal.
    pub manifold: u32,
    /// What the points are on, of A and of B: twice the number of a vertex; the numbers of the two
    /// vertices of an edge, the smaller first; or that of a triangle and the largest of 32 bits.
    /// The same numbers are the same place a step later.
    pub features: [[u32; 2]; 2],
    /// A point of A and one of B.
    pub points: [[f64; 3]; 2],
    /// From A to B, of length one.
    pub normal: [f64; 3],
    /// How far the first point is beyond the second along the normal; negative if they are apart.
    pub depth: f64,
}

impl ManifoldPoint {
    pub(crate) fn all(found: &[Manifold]) -> impl Iterator<Item = Self> {
        found.iter().enumerate().flat_map(|(number, manifold)| {
            manifold.points.iter().map(move |point| Self {
                manifold: number as u32,
                features: point.features.map(Feature::code),
                points: point.on.map(Into::into),
                normal: manifold.normal.into(),
                depth: point.depth,
            })
        })
    }
}

/// Where a ray meets a triangle: at the parameter `t`, in lengths of its direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RayHit {
    /// `t` is at least this.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// The point in the middle, in the world, rounded.
    pub point: [f64; 3],
    /// The triangle's number.
    pub triangle: u32,
}

impl From<&obbtree::query::RayHit> for RayHit {
    fn from(hit: &obbtree::query::RayHit) -> Self {
        let (lower, upper, triangle) = (hit.lower, hit.upper, hit.triangle);
        Self { lower, upper, point: hit.point.into(), triangle }
    }
}

/// In place of the number of a triangle: of a shape, which has none.
pub const OBBTREE_NO_TRIANGLE: u32 = u32::MAX;

/// The numbers of triangles, as C has them.
pub(crate) fn numbers(triangles: [Option<u32>; 2]) -> [u32; 2] {
    triangles.map(|triangle| triangle.unwrap_or(OBBTREE_NO_TRIANGLE))
}

/// Of what has no triangle, the number of the point of a cloud, or of the voxel.
fn elements(triangles: [Option<u32>; 2], cloud_points: [Option<u32>; 2]) -> [u32; 2] {
    numbers([0, 1].map(|k| triangles[k].or(cloud_points[k])))
}

/// A place where two bodies of a scene meet.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneContact {
    /// The bodies.
    pub bodies: [u32; 2],
    /// Their parts, in the order in which they were given.
    pub parts: [u32; 2],
    /// The triangles; of a point cloud or voxels the number of the point or voxel;
    /// `OBBTREE_NO_TRIANGLE` of a shape.
    pub triangles: [u32; 2],
    /// A point of both, in the world, rounded; of the mesh if one of them is a shape. Of a point
    /// cloud its point, without the radius; of voxels the centre of one.
    pub point: [f64; 3],
    /// Of two meshes: of length one, from the first body to the second, in the world; zeros else.
    pub normal: [f64; 3],
    /// Of two meshes: how far the second triangle has to move along the normal for the two to no
    /// more than touch.
    pub local_depth: f64,
}

impl SceneContact {
    pub(crate) fn all(found: &PairContacts) -> impl Iterator<Item = Self> {
        let bodies = found.bodies.map(BodyId::number);
        found.contacts.iter().map(move |contact| {
            let (normal, local_depth) = contact.way_out.unwrap_or_default();
            Self {
                bodies,
                parts: contact.parts.map(|part| part as u32),
                triangles: elements(contact.triangles, contact.cloud_points),
                point: contact.point.into(),
                normal: normal.into(),
                local_depth,
            }
        })
    }
}
