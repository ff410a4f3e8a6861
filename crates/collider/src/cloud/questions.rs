//! The questions of a query about a cloud and anything else.

use std::mem;

use nalgebra::Point3;
use obbtree_cloud::PointCloud;
use obbtree_predicates::Pose;

use super::inside::point_inside;
use super::of_cloud::OfCloud;
use super::of_mesh::OfMesh;
use super::of_plane::of_plane;
use super::of_shape::{Items, of_shape, placed};
use super::others::{ItemNumber, Others, Side};
use super::search::{closer_pair, closest_pair, meeting_pairs};
use crate::collider::ColliderRef::{self, Mesh, Points, Shape as OneShape};
use crate::distance::Distance;
use crate::query::Query;
use crate::shape::{Heights, PlacedPlane};

/// A point of a cloud that meets something: its number, the item that it meets, and the point of
/// the cloud in the world, without its radius, rounded.
pub(crate) struct CloudContact {
    pub(crate) point: u32,
    pub(crate) triangle: Option<u32>,
    pub(crate) other_point: Option<u32>,
    pub(crate) place: Point3<f64>,
}

/// Runs a search among the pairs of a cloud and something else, whatever it is.
macro_rules! search {
    (
        $query:expr, $side:expr, $other:expr, $poses:expr,
        |$others:ident, $memory:ident| $search:expr
    ) => {{
        let (side, poses): (Side<'_>, [&Pose; 2]) = ($side, $poses);
        match $other {
            Mesh(body) => {
                let $memory = &mut mem::take(&mut $query.cloud_memory.of_mesh);
                let $others = &mut OfMesh::new(side, body, poses);
                let found = $search;
                $query.cloud_memory.of_mesh = mem::take($memory);
                found
            }
            Points(other) => {
                let $memory = &mut mem::take(&mut $query.cloud_memory.of_cloud);
                let $others = &mut OfCloud::new(side, other, poses);
                let found = $search;
                $query.cloud_memory.of_cloud = mem::take($memory);
                found
            }
            OneShape(shape) => {
                let plane = PlacedPlane::new(shape, poses[1]);
                let core = shape.core();
                let items = Items { query: &mut *$query, side, shape, poses };
                match (plane, core) {
                    (Some(plane), _) => {
                        let heights = Heights::new(poses[0], &plane);
                        let $memory = &mut Default::default();
                        let $others = &mut of_plane(items, &plane, &heights);
                        $search
                    }
                    (None, Some(core)) => {
                        let $memory = &mut Default::default();
                        let $others = &mut of_shape(items, core);
                        $search
                    }
                    (None, None) => unreachable!("a shape has a core or is a plane"),
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
        let (side, poses) = (self.side(cloud), [pose, pose_other]);
        search!(self, side, other, poses, |others, memory| {
            closer_pair(side, others, tolerance, memory).is_some()
        }) || (tolerance >= 0.0 && self.cloud_inside(side, other, poses).is_some())
    }

    /// [`Query::distance`] up to a limit, the cloud first.
    pub(crate) fn cloud_distance(
        &mut self,
        cloud: &PointCloud,
        pose: &Pose,
        other: ColliderRef<'_>,
        pose_other: &Pose,
        at_most: f64,
    ) -> Option<Distance> {
        if !(at_most >= 0.0) {
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
        if self.cloud_inside(side, other, poses).is_none() {
            return found;
        }
        let found = found.or_else(|| closest(self, f64::INFINITY))?;
        Some(Distance { lower: 0.0, upper: 0.0, normal: None, one_inside: true, ..found })
    }

    /// A point that is inside a closed mesh, whose surface no point of the cloud meets, if the
    /// query is about solids.
    fn cloud_inside(
        &mut self,
        side: Side<'_>,
        other: ColliderRef<'_>,
        poses: [&Pose; 2],
    ) -> Option<usize> {
        let Mesh(body) = other else { return None };
        if !self.options.solid {
            return None;
        }
        let memory = &mut mem::take(&mut self.cloud_memory.of_mesh);
        let found = point_inside(side, body, poses, memory);
        self.cloud_memory.of_mesh = mem::take(memory);
        found
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
