//! One pair of placed parts: meshes are surfaces, shapes are solid; touching counts.

use obbtree_body::Query;
use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use crate::part::Part;

/// A part and where it is.
pub(super) type PlacedPart<'p> = (&'p Part, &'p Pose);

/// Do they meet? For two meshes, also by which triangles.
pub(super) fn collide(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedPart<'_>; 2],
) -> Option<Option<[u32; 2]>> {
    match (a, b) {
        (Part::Mesh(a), Part::Mesh(b)) => query.first_pair(a, pose_a, b, pose_b).map(Some),
        (Part::Mesh(mesh), Part::Shape(shape)) => {
            query.collide_shape(mesh, pose_a, shape, pose_b).then_some(None)
        }
        (Part::Shape(shape), Part::Mesh(mesh)) => {
            query.collide_shape(mesh, pose_b, shape, pose_a).then_some(None)
        }
        (Part::Shape(a), Part::Shape(b)) => {
            query.collide_shapes(a, pose_a, b, pose_b).then_some(None)
        }
    }
}

/// Do two triangles of two meshes meet, which met a moment ago?
pub(super) fn still_meet(
    [(a, pose_a), (b, pose_b)]: [PlacedPart<'_>; 2],
    [of_a, of_b]: [u32; 2],
) -> bool {
    match (a, b) {
        (Part::Mesh(a), Part::Mesh(b)) => {
            let [a, b] = [a.mesh().triangle(of_a as usize), b.mesh().triangle(of_b as usize)];
            triangles_meet(&a, &b, &Placement::new(pose_a, pose_b), &mut Stages::default())
        }
        _ => false,
    }
}

/// May they be within a length of each other? No is certain; so is yes for meshes.
pub(super) fn closer_than(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedPart<'_>; 2],
    length: f64,
) -> bool {
    match (a, b) {
        (Part::Mesh(a), Part::Mesh(b)) => query.closer_than(a, pose_a, b, pose_b, length),
        (Part::Mesh(mesh), Part::Shape(shape)) => {
            query.closer_than_shape(mesh, pose_a, shape, pose_b, length)
        }
        (Part::Shape(shape), Part::Mesh(mesh)) => {
            query.closer_than_shape(mesh, pose_b, shape, pose_a, length)
        }
        (Part::Shape(a), Part::Shape(b)) => query.closer_than_shapes(a, pose_a, b, pose_b, length),
    }
}

/// The distance lies between these.
pub(super) fn distance(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedPart<'_>; 2],
) -> [f64; 2] {
    match (a, b) {
        (Part::Mesh(a), Part::Mesh(b)) => {
            let found = query.distance(a, pose_a, b, pose_b);
            [found.lower, found.upper]
        }
        (Part::Mesh(mesh), Part::Shape(shape)) => {
            let found = query.distance_to_shape(mesh, pose_a, shape, pose_b);
            [found.lower, found.upper]
        }
        (Part::Shape(shape), Part::Mesh(mesh)) => {
            let found = query.distance_to_shape(mesh, pose_b, shape, pose_a);
            [found.lower, found.upper]
        }
        (Part::Shape(a), Part::Shape(b)) => {
            let found = query.distance_of_shapes(a, pose_a, b, pose_b);
            [found.lower, found.upper]
        }
    }
}
