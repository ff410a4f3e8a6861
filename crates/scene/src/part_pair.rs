//! Two placed parts: the questions of a query about two colliders.

use nalgebra::{Point3, Vector3};
use obbtree_collider::{Contact, Distance, DistanceOptions, Query};

use crate::part::Part;
use crate::placed::{PlacedBody, PlacedPart};

/// A part and where it is.
#[derive(Clone, Copy)]
pub(crate) struct At<'s> {
    pub(crate) part: &'s Part,
    pub(crate) placed: &'s PlacedPart,
}

impl<'s> At<'s> {
    /// The part of a body that has but one.
    pub(crate) fn only(body: &'s PlacedBody) -> Option<Self> {
        match (&*body.parts, &*body.placed) {
            ([part], [placed]) => Some(Self { part, placed }),
            _ => None,
        }
    }
}

/// A place where two parts meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartContact {
    /// The parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The triangles, of parts that are meshes.
    pub triangles: [Option<u32>; 2],
    /// The points, of parts that are point clouds.
    pub cloud_points: [Option<u32>; 2],
    /// A point of both, in the world; rounded, and of the mesh if the other is a shape. Of a point
    /// cloud its point, without the radius.
    pub point: Point3<f64>,
    /// Of two meshes: the shortest way out of each other of the two triangles alone, from the
    /// first body to the second, and its length.
    pub way_out: Option<(Vector3<f64>, f64)>,
}

/// Two parts that meet, or two triangles or points of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartMeeting {
    /// The parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The triangles, of parts that are meshes.
    pub triangles: [Option<u32>; 2],
    /// The points, of parts that are point clouds.
    pub cloud_points: [Option<u32>; 2],
}

/// Are two parts at most so far apart? At a margin of 0: do they meet?
pub(crate) fn closer_than(query: &mut Query, a: At<'_>, b: At<'_>, margin: f64) -> bool {
    let (a, pose_a, b, pose_b) =
        (a.part.collider(), &a.placed.pose, b.part.collider(), &b.placed.pose);
    match margin {
        0.0 => query.collide(a, pose_a, b, pose_b),
        _ => query.closer_than(a, pose_a, b, pose_b, margin),
    }
}

/// The distance of two parts, if it is at most a limit.
pub(crate) fn distance(query: &mut Query, a: At<'_>, b: At<'_>, at_most: f64) -> Option<Distance> {
    let options = DistanceOptions::default().at_most(at_most);
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    query.distance_within(a.part.collider(), pose_a, b.part.collider(), pose_b, &options)
}

/// Appends places where two parts meet, until there are `limit`: triangles of meshes, one of two
/// shapes. None where one is a shape inside a mesh, whose surface it does not reach.
pub(crate) fn contacts(
    query: &mut Query,
    parts: [usize; 2],
    [a, b]: [At<'_>; 2],
    limit: usize,
    found: &mut Vec<PartContact>,
) {
    let left = limit.saturating_sub(found.len());
    if left == 0 {
        return;
    }
    let mut search = query.clone().limit(left);
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    for contact in search.contacts(a.part.collider(), pose_a, b.part.collider(), pose_b) {
        let Some(&point) = contact.points().first() else { continue };
        let way_out = contact.normal().zip(contact.local_depth());
        let Contact { triangles, cloud_points, .. } = contact;
        found.push(PartContact { parts, triangles, cloud_points, point, way_out });
    }
}

/// Appends what of two parts meets: all pairs of triangles of two meshes, all triangles of one that
/// meet a shape.
pub(crate) fn meeting(
    query: &mut Query,
    parts: [usize; 2],
    [a, b]: [At<'_>; 2],
    found: &mut Vec<PartMeeting>,
) {
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    let (a, b) = (a.part.collider(), b.part.collider());
    if let (Some(a), Some(b)) = (a.body(), b.body()) {
        for pair in query.pairs(a, pose_a, b, pose_b) {
            let (triangles, cloud_points) = (pair.map(Some), [None; 2]);
            found.push(PartMeeting { parts, triangles, cloud_points });
        }
    } else {
        let contacts = query.contacts(a, pose_a, b, pose_b);
        found.extend(contacts.iter().map(|contact| {
            let (triangles, cloud_points) = (contact.triangles, contact.cloud_points);
            PartMeeting { parts, triangles, cloud_points }
        }));
    }
}
