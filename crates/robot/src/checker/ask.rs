//! One pair of placed items: meshes are surfaces, shapes are solid; touching counts.

use obbtree_collider::{ColliderRef, Query};
use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use super::items::Item;
use crate::part::Part;

/// An item and where it is.
pub(super) type PlacedItem<'p> = (&'p Item, &'p Pose);

/// What decides whether an item meets another: itself, or the surface of a box beside a mesh that is larger.
fn decides<'i>(item: &'i Item, other: &Item) -> ColliderRef<'i> {
    match (&other.part, item.surface_beside(other)) {
        (Part::Mesh(_), Some(surface)) => surface.into(),
        _ => (&item.part).into(),
    }
}

/// Shapes of which distances to a mesh are found well, within an item and around it, if it has them.
fn prisms<'i>(item: &'i Item, other: &Item) -> Option<[ColliderRef<'i>; 2]> {
    let prisms = item.prisms.as_ref().filter(|_| matches!(other.part, Part::Mesh(_)))?;
    Some(prisms.each_ref().map(ColliderRef::from))
}

/// Do they meet? For two meshes, also by which triangles.
pub(super) fn collide(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
) -> Option<Option<[u32; 2]>> {
    match (&a.part, &b.part) {
        (Part::Mesh(a), Part::Mesh(b)) => query.first_pair(a, pose_a, b, pose_b).map(Some),
        _ => query.collide(decides(a, b), pose_a, decides(b, a), pose_b).then_some(None),
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
    let around = |item, other| prisms(item, other).map_or(decides(item, other), |[_, it]| it);
    query.closer_than(around(a, b), pose_a, around(b, a), pose_b, length)
}

/// The distance lies between these: where an item has prisms, between that of the one around it and that of the
/// one within; 0 and 0 if the two meet.
pub(super) fn distance(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
) -> [f64; 2] {
    let (of_a, of_b) = (ColliderRef::from(&a.part), ColliderRef::from(&b.part));
    let ([in_a, around_a], [in_b, around_b]) =
        (prisms(a, b).unwrap_or([of_a; 2]), prisms(b, a).unwrap_or([of_b; 2]));
    let outer = query.distance(around_a, pose_a, around_b, pose_b);
    if prisms(a, b).or(prisms(b, a)).is_none() {
        return [outer.lower, outer.upper];
    }
    if query.collide(of_a, pose_a, of_b, pose_b) {
        return [0.0; 2];
    }
    let inner = query.distance(in_a, pose_a, in_b, pose_b);
    [outer.lower, inner.upper.max(f64::MIN_POSITIVE)]
}
