//! Two placed parts: each question goes to the query that answers it for their kinds.

use nalgebra::{Point3, Vector3};
use obbtree_collider::{DistanceOptions, Query};

use crate::part::{Geometry, Part};
use crate::placed::PlacedPart;

/// A part and where it is.
#[derive(Clone, Copy)]
pub(crate) struct At<'s> {
    pub(crate) part: &'s Part,
    pub(crate) placed: &'s PlacedPart,
}

/// A place where two parts meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartContact {
    /// The parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The triangles, of parts that are meshes.
    pub triangles: [Option<u32>; 2],
    /// A point of both, in the world; rounded, and of the mesh if one of them is a primitive.
    pub point: Point3<f64>,
    /// Of two meshes: the shortest way out of each other of the two triangles alone, from the first body to
    /// the second, and its length.
    pub way_out: Option<(Vector3<f64>, f64)>,
}

/// Two parts that meet, or two triangles of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartMeeting {
    /// The parts, by their places in their bodies.
    pub parts: [usize; 2],
    /// The triangles, of parts that are meshes.
    pub triangles: [Option<u32>; 2],
}

/// The distance of two parts, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PartDistance {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    pub(crate) points: [Option<Point3<f64>>; 2],
}

/// Are two parts at most so far apart? At a margin of 0: do they meet?
pub(crate) fn closer_than(query: &mut Query, a: At<'_>, b: At<'_>, margin: f64) -> bool {
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    match (a.part.geometry(), b.part.geometry()) {
        (Geometry::Mesh { body: a, .. }, Geometry::Mesh { body: b, .. }) => match margin {
            0.0 => query.collide(a, pose_a, b, pose_b),
            _ => query.closer_than(a, pose_a, b, pose_b, margin),
        },
        (Geometry::Mesh { body, .. }, Geometry::Primitive { shape, .. }) => {
            query.closer_than_shape(body, pose_a, shape, pose_b, margin)
        }
        (Geometry::Primitive { shape, .. }, Geometry::Mesh { body, .. }) => {
            query.closer_than_shape(body, pose_b, shape, pose_a, margin)
        }
        (Geometry::Primitive { shape: a, .. }, Geometry::Primitive { shape: b, .. }) => {
            query.closer_than_shapes(a, pose_a, b, pose_b, margin)
        }
    }
}

/// The distance of two parts; of meshes only if it is at most a limit.
pub(crate) fn distance(
    query: &mut Query,
    a: At<'_>,
    b: At<'_>,
    at_most: f64,
) -> Option<PartDistance> {
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    Some(match (a.part.geometry(), b.part.geometry()) {
        (Geometry::Mesh { body: a, .. }, Geometry::Mesh { body: b, .. }) => {
            let options = DistanceOptions::default().at_most(at_most);
            let found = query.distance_within(a, pose_a, b, pose_b, &options)?;
            let points = found.points.map(Some);
            PartDistance { lower: found.lower, upper: found.upper, points }
        }
        (Geometry::Mesh { body, .. }, Geometry::Primitive { shape, .. }) => {
            let found = query.distance_to_shape(body, pose_a, shape, pose_b);
            let points = [Some(found.point), None];
            PartDistance { lower: found.lower, upper: found.upper, points }
        }
        (Geometry::Primitive { shape, .. }, Geometry::Mesh { body, .. }) => {
            let found = query.distance_to_shape(body, pose_b, shape, pose_a);
            let points = [None, Some(found.point)];
            PartDistance { lower: found.lower, upper: found.upper, points }
        }
        (Geometry::Primitive { shape: a, .. }, Geometry::Primitive { shape: b, .. }) => {
            let found = query.distance_of_shapes(a, pose_a, b, pose_b);
            let points = found.points.map(Some);
            PartDistance { lower: found.lower, upper: found.upper, points }
        }
    })
}

/// Appends places where two parts meet, until there are `limit`: triangles of two meshes, one point else. None where
/// one is a primitive inside a mesh, whose surface it does not reach.
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
    if let (Some(body_a), Some(body_b)) = (a.part.body(), b.part.body()) {
        let mut search = query.clone().limit(left);
        for contact in search.contacts(body_a, &a.placed.pose, body_b, &b.placed.pose) {
            let triangles = contact.triangles.map(Some);
            let Some(&point) = contact.shared.points().first() else { continue };
            let way_out = Some((contact.shared.normal, contact.shared.local_depth));
            found.push(PartContact { parts, triangles, point, way_out });
        }
    } else if let Some((triangles, point)) = meeting_point(query, a, b) {
        found.push(PartContact { parts, triangles, point, way_out: None });
    }
}

/// Appends what of two parts meets: all pairs of triangles of two meshes; one triangle at most else.
pub(crate) fn meeting(
    query: &mut Query,
    parts: [usize; 2],
    [a, b]: [At<'_>; 2],
    found: &mut Vec<PartMeeting>,
) {
    if let (Some(body_a), Some(body_b)) = (a.part.body(), b.part.body()) {
        for pair in query.pairs(body_a, &a.placed.pose, body_b, &b.placed.pose) {
            found.push(PartMeeting { parts, triangles: pair.map(Some) });
        }
    } else if let Some((triangles, _)) = meeting_point(query, a, b) {
        found.push(PartMeeting { parts, triangles });
    }
}

/// A point of two parts that meet, of which one is a primitive. Meshes are surfaces here: a primitive inside one has no
/// point of its surface.
fn meeting_point(
    query: &mut Query,
    a: At<'_>,
    b: At<'_>,
) -> Option<([Option<u32>; 2], Point3<f64>)> {
    let is_solid = query.options().solid;
    *query = std::mem::take(query).solid(false);
    let found = closer_than(query, a, b, 0.0).then(|| point_of_both(query, a, b));
    *query = std::mem::take(query).solid(is_solid);
    found
}

fn point_of_both(query: &mut Query, a: At<'_>, b: At<'_>) -> ([Option<u32>; 2], Point3<f64>) {
    let (pose_a, pose_b) = (&a.placed.pose, &b.placed.pose);
    match (a.part.geometry(), b.part.geometry()) {
        (Geometry::Mesh { body, .. }, Geometry::Primitive { shape, .. }) => {
            let found = query.distance_to_shape(body, pose_a, shape, pose_b);
            ([Some(found.triangle), None], found.point)
        }
        (Geometry::Primitive { shape, .. }, Geometry::Mesh { body, .. }) => {
            let found = query.distance_to_shape(body, pose_b, shape, pose_a);
            ([None, Some(found.triangle)], found.point)
        }
        (Geometry::Primitive { shape: a, .. }, Geometry::Primitive { shape: b, .. }) => {
            let [p, q] = query.distance_of_shapes(a, pose_a, b, pose_b).points;
            ([None; 2], nalgebra::center(&p, &q))
        }
        _ => ([None; 2], Point3::from(*pose_a.translation())),
    }
}
