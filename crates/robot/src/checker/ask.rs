//! One pair of placed parts: meshes are surfaces, shapes are solid; touching counts.

use obbtree_collider::{Body, Query, Shape};
use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use super::items::Item;
use crate::part::Part;

/// An item and where it is.
pub(super) type PlacedItem<'p> = (&'p Item, &'p Pose);

/// Do they meet? For two meshes, also by which triangles.
pub(super) fn collide(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
) -> Option<Option<[u32; 2]>> {
    match (&a.part, &b.part) {
        (Part::Mesh(a), Part::Mesh(b)) => query.first_pair(a, pose_a, b, pose_b).map(Some),
        (Part::Mesh(mesh), Part::Shape(shape)) => match b.surface_beside(a) {
            Some(surface) => query.first_pair(mesh, pose_a, surface, pose_b).map(|_| None),
            None => query.collide_shape(mesh, pose_a, shape, pose_b).then_some(None),
        },
        (Part::Shape(shape), Part::Mesh(mesh)) => match a.surface_beside(b) {
            Some(surface) => query.first_pair(mesh, pose_b, surface, pose_a).map(|_| None),
            None => query.collide_shape(mesh, pose_b, shape, pose_a).then_some(None),
        },
        (Part::Shape(a), Part::Shape(b)) => {
            query.collide_shapes(a, pose_a, b, pose_b).then_some(None)
        }
    }
}

/// Do two triangles of two meshes meet, which met a moment ago?
pub(super) fn still_meet(
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    [of_a, of_b]: [u32; 2],
) -> bool {
    match (&a.part, &b.part) {
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
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    length: f64,
) -> bool {
    match (&a.part, &b.part) {
        (Part::Mesh(a), Part::Mesh(b)) => query.closer_than(a, pose_a, b, pose_b, length),
        (Part::Mesh(mesh), Part::Shape(shape)) => match b.surface_beside(a) {
            Some(surface) => query.closer_than(mesh, pose_a, surface, pose_b, length),
            None => {
                let [_, around] = bounds(b, shape);
                query.closer_than_shape(mesh, pose_a, around, pose_b, length)
            }
        },
        (Part::Shape(shape), Part::Mesh(mesh)) => match a.surface_beside(b) {
            Some(surface) => query.closer_than(mesh, pose_b, surface, pose_a, length),
            None => {
                let [_, around] = bounds(a, shape);
                query.closer_than_shape(mesh, pose_b, around, pose_a, length)
            }
        },
        (Part::Shape(a), Part::Shape(b)) => query.closer_than_shapes(a, pose_a, b, pose_b, length),
    }
}

/// The distance lies between these.
pub(super) fn distance(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
) -> [f64; 2] {
    match (&a.part, &b.part) {
        (Part::Mesh(a), Part::Mesh(b)) => {
            let found = query.distance(a, pose_a, b, pose_b);
            [found.lower, found.upper]
        }
        (Part::Mesh(mesh), Part::Shape(shape)) => {
            distance_to_shape(query, (mesh, pose_a), (shape, pose_b), bounds(b, shape))
        }
        (Part::Shape(shape), Part::Mesh(mesh)) => {
            distance_to_shape(query, (mesh, pose_b), (shape, pose_a), bounds(a, shape))
        }
        (Part::Shape(a), Part::Shape(b)) => {
            let found = query.distance_of_shapes(a, pose_a, b, pose_b);
            [found.lower, found.upper]
        }
    }
}

/// Shapes of which distances are disjoint well, within a shape and around it.
fn bounds<'i>(item: &'i Item, shape: &'i Shape) -> [&'i Shape; 2] {
    item.prisms.as_ref().map_or([shape; 2], |prisms| prisms.each_ref())
}

/// The distance of a mesh and a shape lies between these, by shapes within and around it; 0 and 0 if they meet.
fn distance_to_shape(
    query: &mut Query,
    (mesh, pose): (&Body, &Pose),
    (shape, pose_shape): (&Shape, &Pose),
    [within, around]: [&Shape; 2],
) -> [f64; 2] {
    let outer = query.distance_to_shape(mesh, pose, around, pose_shape);
    if std::ptr::eq(within, around) {
        return [outer.lower, outer.upper];
    }
    if query.collide_shape(mesh, pose, shape, pose_shape) {
        return [0.0; 2];
    }
    let inner = query.distance_to_shape(mesh, pose, within, pose_shape);
    [outer.lower, inner.upper.max(f64::MIN_POSITIVE)]
}
