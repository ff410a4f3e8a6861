//! The questions of a query about a cloud and anything else.

use std::mem;
use std::ops::{ControlFlow, Range};

use nalgebra::Point3;
use obbtree_cloud::{PointCloud, PointMask, Voxels};
use obbtree_predicates::Pose;

use super::inside::for_each_inside;
use super::of_cloud::OfCloud;
use super::of_mesh::OfMesh;
use super::of_plane::of_plane;
use super::of_shape::{Items, of_shape, of_sphere, placed};
use super::others::{ItemNumber, Others, Side};
use super::search::{closer_pair, closest_pair, mark_points, meeting_pairs};
use crate::collider::ColliderRef::{self, Mesh, Points, Shape as OneShape};
use crate::distance::Distance;
use crate::query::Query;
use crate::shape::{Heights, PlacedPlane, ShapeKind};

/// A point of a cloud that meets something: its number, the item that it meets, and the point of
/// the cloud in the world, without its radius, rounded.
pub(crate) struct CloudContact {
    pub(crate) point: u32,
    pub(crate) triangle: Option<u32>,
    pub(crate) other_point: Option<u32>,
    pub(crate) place: Point3<f64>,
}

/// Runs something in memory that stays with a query.
macro_rules! in_memory {
    ($query:expr, $field:ident, |$memory:ident| $run:expr) => {{
        let $memory = &mut mem::take(&mut $query.cloud_memory.$field);
        let found = $run;
        $query.cloud_memory.$field = mem::take($memory);
        found
    }};
}

/// Runs a search among the pairs of a cloud and something else, whatever it is.
macro_rules! search {
    (
        $query:expr, $side:expr, $other:expr, $poses:expr,
        |$others:ident, $memory:ident| $search:expr
    ) => {{
        let (side, poses): (Side<'_>, [&Pose; 2]) = ($side, $poses);
        match $other {
            Mesh(body) => in_memory!($query, of_mesh, |$memory| {
                let $others = &mut OfMesh::new(side, body, poses);
                $search
            }),
            Points(other) => in_memory!($query, of_cloud, |$memory| {
                let $others = &mut OfCloud::new(side, other, poses);
                $search
            }),
            OneShape(shape) => {
                let plane = PlacedPlane::new(shape, poses[1]);
                match (plane, shape.kind(), shape.core()) {
                    (Some(plane), ..) => {
                        let heights = Heights::new(poses[0], &plane);
                        let items = Items { query: &mut *$query, side, shape, poses };
                        // Its entries borrow the heights.
                        let $memory = &mut Default::default();
                        let $others = &mut of_plane(items, &plane, &heights);
                        $search
                    }
                    (None, &ShapeKind::Sphere { center, .. }, _) => {
                        in_memory!($query, of_sphere, |$memory| {
                            let items = Items { query: &mut *$query, side, shape, poses };
                            let $others = &mut of_sphere(items, center);
                            $search
                        })
                    }
                    (None, _, Some(core)) => in_memory!($query, of_shape, |$memory| {
                        let items = Items { query: &mut *$query, side, shape, poses };
                        let $others = &mut of_shape(items, core);
                        $search
                    }),
                    (None, _, None) => unreachable!("a shape has a core or is a plane"),
                }
            }
        }
    }};
}

/// A cloud's points are what is within their radii. Touching counts.
impl Query {
    fn side<'c>(&self, cloud: &'c PointCloud) -> Side<'c> {
        Side { cloud, level: self.options.level.unwrap_or_default() }
    }

    /// [`Query::closer_than`]; at tolerance 0, [`Query::collide`].
    pub(crate) fn cloud_closer_than(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: ColliderRef<'_>,
        pose_other: &Pose,
        tolerance: f64,
    ) -> bool {
        if cloud.is_empty() || other.is_empty() {
            return false;
        }
        let (side, poses) = (self.side(cloud), [pose, pose_other]);
        search!(self, side, other, poses, |others, memory| {
            closer_pair(side, others, tolerance, memory).is_some()
        }) || (tolerance >= 0.0 && self.is_cloud_inside(side, other, poses))
    }

    /// [`Query::distance`] up to a limit, the cloud first; `None` if one has no point.
    pub(crate) fn cloud_distance(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: ColliderRef<'_>,
        pose_other: &Pose,
        at_most: f64,
    ) -> Option<Distance> {
        if !(at_most >= 0.0) || cloud.is_empty() || other.is_empty() {
            return None;
        }
        let (side, poses) = (self.side(cloud), [pose, pose_other]);
        let closest = |query: &mut Self, at_most| {
            search!(query, side, other, poses, |others, memory| {
                closest_pair(side, others, at_most, memory)
            })
        };
        let found = closest(self, at_most);
        if found.is_some_and(|found| found.upper == 0.0) {
            return found;
        }
        if !self.is_cloud_inside(side, other, poses) {
            return found;
        }
        let found = found.or_else(|| closest(self, f64::INFINITY))?;
        Some(Distance { lower: 0.0, upper: 0.0, normal: None, one_inside: true, ..found })
    }

    /// Is a point inside a closed mesh, whose surface no point of the cloud meets, if the query is
    /// about solids?
    fn is_cloud_inside(
        &mut self,
        side: Side<'_>,
        other: ColliderRef<'_>,
        poses: [&Pose; 2],
    ) -> bool {
        self.for_each_inside(side, other, poses, |_| ControlFlow::Break(())).is_break()
    }

    /// Calls back with places of points that are inside a closed mesh, or on its surface, if the
    /// query is about solids.
    fn for_each_inside(
        &mut self,
        side: Side<'_>,
        other: ColliderRef<'_>,
        poses: [&Pose; 2],
        on_places: impl FnMut(Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Mesh(body) = other else { return ControlFlow::Continue(()) };
        if !self.options.solid {
            return ControlFlow::Continue(());
        }
        in_memory!(self, of_mesh, |memory| {
            for_each_inside(side, body, poses, memory, on_places)
        })
    }

    /// Which points of a cloud are at most `tolerance` from something else, each with all that is
    /// within its radius: for each point that the cloud keeps, in the order of their numbers as
    /// [`PointCloud::kept`] gives them.
    ///
    /// Of each point it is what [`Query::closer_than`] says of a cloud of that point alone, and as
    /// certain: exactly the tolerance counts; with [`Query::solid`] what is inside a closed mesh
    /// does, whatever the tolerance, as it does of a shape. A tolerance that is negative or NaN
    /// gives false for all. [`PointCloud::without`] takes such points out.
    ///
    /// ```
    /// use obbtree_collider::{PointCloud, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let cloud = PointCloud::new(&[[0.0, 0.0, 3.0], [0.0; 3], [0.0, 0.0, 3.1]], 0.25)?;
    /// let (sphere, here) = (Shape::sphere([0.0; 3], 1.0)?, Pose::identity());
    /// let near = Query::new().points_within(&cloud, &here, &sphere, &here, 1.75);
    /// assert_eq!(near, [true, true, false]); // 2 less the radius of the point: exactly 1.75
    /// let rest = cloud.without(&near)?;
    /// assert_eq!((rest.len(), rest.number(0)), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn points_within<'o>(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: impl Into<ColliderRef<'o>>,
        pose_other: &Pose,
        tolerance: f64,
    ) -> Vec<bool> {
        let mut mask = PointMask::new(cloud);
        self.mark_points_within(cloud, pose, other, pose_other, tolerance, &mut mask);
        mask.by_number(cloud)
    }

    /// Which voxels are at most `tolerance` from something else: for each voxel that is kept, in
    /// the order of their numbers, as [`Query::points_within`] says it of points.
    /// [`Voxels::without`](obbtree_cloud::Voxels::without) takes such voxels out.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape, Voxels};
    /// use obbtree_predicates::Pose;
    /// let voxels = Voxels::from_cells(&[[3, 0, 0], [9, 0, 0]], [0.0; 3], 0.5)?;
    /// let (sphere, here) = (Shape::sphere([0.0; 3], 1.0)?, Pose::identity());
    /// let near = Query::new().voxels_within(&voxels, &here, &sphere, &here, 0.5);
    /// assert_eq!(near, [true, false]); // exactly half a metre from the sphere
    /// assert_eq!(voxels.without(&near)?.kept().numbers, [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn voxels_within<'o>(
        &mut self,
        voxels: &Voxels,
        pose: &Pose,
        other: impl Into<ColliderRef<'o>>,
        pose_other: &Pose,
        tolerance: f64,
    ) -> Vec<bool> {
        self.points_within(voxels.items(), pose, other, pose_other, tolerance)
    }

    /// Adds the points of [`Query::points_within`] to a mask of the cloud; points that are in it
    /// cost no test.
    ///
    /// # Panics
    /// If the cloud has more points than that of the mask.
    pub fn mark_points_within<'o>(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: impl Into<ColliderRef<'o>>,
        pose_other: &Pose,
        tolerance: f64,
        mask: &mut PointMask,
    ) {
        let (side, poses, other) = (self.side(cloud), [pose, pose_other], other.into());
        if cloud.is_empty() || other.is_empty() {
            return;
        }
        search!(self, side, other, poses, |others, memory| {
            mark_points(side, others, tolerance, mask, memory);
        });
        if tolerance >= 0.0 {
            let _ = self.for_each_inside(side, other, poses, |places| {
                mask.insert_all(places);
                ControlFlow::Continue(())
            });
        }
    }

    /// The points of a cloud that meet something, each with every item that it meets: ascending by
    /// the numbers of points, then of items; or the first that are found up to the limit.
    pub(crate) fn cloud_contacts(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: ColliderRef<'_>,
        pose_other: &Pose,
    ) -> Vec<CloudContact> {
        if cloud.is_empty() || other.is_empty() {
            return Vec::new();
        }
        let (side, poses, limit) = (self.side(cloud), [pose, pose_other], self.options.limit);
        let mut found = search!(self, side, other, poses, |others, memory| {
            let pairs = meeting_pairs(side, others, limit, memory);
            pairs.iter().map(|&(place, item)| (place, others.number(item))).collect::<Vec<_>>()
        });
        found.sort_unstable_by_key(|&(place, item)| (cloud.number(place), item));
        let contact = |(place, item): (usize, ItemNumber)| CloudContact {
            point: cloud.number(place),
            triangle: if let ItemNumber::Triangle(number) = item { Some(number) } else { None },
            other_point: if let ItemNumber::Point(number) = item { Some(number) } else { None },
            place: placed(&side, place, pose),
        };
        found.into_iter().map(contact).collect()
    }
}
