//! One pair of placed items: meshes are surfaces, shapes are solid; touching counts.

use obbtree_collider::{Collider, ColliderRef, Distance, Query};
use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use super::item::Item;

/// An item and where it is.
pub(crate) type PlacedItem<'p> = (&'p Item, &'p Pose);

/// Shapes of which distances to a mesh are found well, within an item and around it, if it has
/// them.
fn prisms<'i>(item: &'i Item, other: &Item) -> Option<[ColliderRef<'i>; 2]> {
    let is_beside_mesh = other.element.part.collider().body().is_some();
    let prisms = item.element.prisms().filter(|_| is_beside_mesh && item.uses_prisms)?;
    Some(prisms.each_ref().map(ColliderRef::from))
}

/// Do they meet, or come within a margin? Where two meshes meet, also by which triangles.
pub(crate) fn collide(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    margin: f64,
) -> Option<Option<[u32; 2]>> {
    if margin > 0.0 {
        return is_within(query, [(a, pose_a), (b, pose_b)], margin).then_some(None);
    }
    match (a.element.part.collider(), b.element.part.collider()) {
        (Collider::Mesh(a), Collider::Mesh(b)) => query.first_pair(a, pose_a, b, pose_b).map(Some),
        (a, b) => query.collide(a, pose_a, b, pose_b).then_some(None),
    }
}

/// Do two triangles of two meshes meet, which met a moment ago?
pub(crate) fn still_meet(
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    [of_a, of_b]: [u32; 2],
) -> bool {
    match (a.element.part.collider(), b.element.part.collider()) {
        (Collider::Mesh(a), Collider::Mesh(b)) => {
            let [a, b] = [a.mesh().triangle(of_a as usize), b.mesh().triangle(of_b as usize)];
            triangles_meet(&a, &b, &Placement::new(pose_a, pose_b), &mut Stages::default())
        }
        _ => false,
    }
}

/// Are they at most so far apart? Certain as [`Query::closer_than`] is.
pub(crate) fn is_within(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    margin: f64,
) -> bool {
    let [a, b] = [a, b].map(|item| item.element.part.collider());
    query.closer_than(a, pose_a, b, pose_b, margin)
}

/// May they be within a length of each other? *No* is certain; so is *yes* for meshes.
pub(crate) fn closer_than(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
    length: f64,
) -> bool {
    let [around_a, around_b] = [[a, b], [b, a]].map(|[one, other]| {
        let itself = || ColliderRef::from(one.element.part.collider());
        prisms(one, other).map_or_else(itself, |[_, around]| around)
    });
    query.closer_than(around_a, pose_a, around_b, pose_b, length)
}

/// How far apart they are. Where an item has prisms the distance is between that of the one around
/// it and that of the one within; 0 if the two meet.
pub(crate) fn distance(
    query: &mut Query,
    [(a, pose_a), (b, pose_b)]: [PlacedItem<'_>; 2],
) -> Distance {
    let [of_a, of_b] = [a, b].map(|item| ColliderRef::from(item.element.part.collider()));
    let (in_a, in_b) = (prisms(a, b), prisms(b, a));
    let ([in_a, around_a], [in_b, around_b]) = match (in_a, in_b) {
        (None, None) => return query.distance(of_a, pose_a, of_b, pose_b),
        (in_a, in_b) => (in_a.unwrap_or([of_a; 2]), in_b.unwrap_or([of_b; 2])),
    };
    let mut found = query.distance(around_a, pose_a, around_b, pose_b);
    found.upper = match query.collide(of_a, pose_a, of_b, pose_b) {
        true => 0.0,
        false => query.distance(in_a, pose_a, in_b, pose_b).upper.max(f64::MIN_POSITIVE),
    };
    found
}

/// [`distance`], unless it is more than a number that is finite.
pub(crate) fn distance_within(
    query: &mut Query,
    placed: [PlacedItem<'_>; 2],
    at_most: f64,
) -> Option<Distance> {
    if at_most < f64::INFINITY && !closer_than(query, placed, at_most) {
        return None;
    }
    Some(distance(query, placed))
}

/// Are both meshes, clouds or voxels, of which [`closer_than`] says no more and no less than
/// [`distance`] does?
pub(crate) fn is_certain(placed: [PlacedItem<'_>; 2]) -> bool {
    placed.iter().all(|(item, _)| item.element.part.collider().shape().is_none())
}
