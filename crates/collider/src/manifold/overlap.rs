//! A short translation that parts two bodies that overlap.
//!
//! # Lemma
//!
//! Let B move along `d`. The volume that A and B have in common changes by `-(d . s)` for each unit
//! of way, where `s` is the integral of A's outer normal over the part of A's surface that is
//! within B. By Stokes that is `1/2` of the integral of `x` cross `dx` along the curves in which
//! the surfaces cross, with `dx` along the cross product of the outer normals of A and B: seen from
//! outside A, B's inside is then on the left. So along `s` the common volume shrinks fastest, and
//! `s` changes by little where the bodies do, whatever the triangles are.

use nalgebra::Vector3;
use obbtree_predicates::{Pose, Triangle, unit_vector};
use obbtree_query::interrupt::pause;

use super::surface::Surface;
use crate::body::one_inside;
use crate::contacts::Contact;
use crate::query::Query;

/// A translation is made twice as long so often, from the depth of a pair of triangles on.
const DOUBLINGS: usize = 7;
/// Then the last step is halved so often: the bodies come free within a sixteenth of the way.
const HALVINGS: usize = 4;

/// A translation of B that parts it from A, without radii, certainly; zero where they do not
/// overlap and where none is found.
pub(super) fn translation_apart(query: &mut Query, surfaces: [&Surface<'_>; 2]) -> Vector3<f64> {
    let [a, b] = surfaces;
    let limit = std::mem::replace(&mut query.options.limit, usize::MAX);
    let contacts = query.contacts(a.body, &a.pose, b.body, &b.pose);
    query.options.limit = limit;
    let depth = |contact: &Contact| contact.local_depth().unwrap_or(0.0);
    let Some(deepest) = contacts.iter().max_by(|c, d| depth(c).total_cmp(&depth(d))) else {
        return Vector3::zeros();
    };
    if depth(deepest) == 0.0 {
        return Vector3::zeros();
    }
    let directions = [unit_vector(&vector_area(surfaces, &contacts)), deepest.normal()];
    let apart = |direction| shortest(query, surfaces, direction, depth(deepest));
    directions.into_iter().flatten().find_map(apart).unwrap_or_default()
}

/// The area within the curves of contact, as a vector towards B.
fn vector_area([a, b]: [&Surface<'_>; 2], contacts: &[Contact]) -> Vector3<f64> {
    let normal = |[p, q, r]: Triangle| (q - p).cross(&(r - p));
    let mut area = Vector3::zeros();
    let origin = contacts.first().map(|contact| contact.points()[0]).unwrap_or_default();
    for contact in contacts {
        if let (&[from, to], [Some(in_a), Some(in_b)]) = (contact.points(), contact.triangles) {
            let along = normal(a.placed(in_a)).cross(&normal(b.placed(in_b)));
            let part = (from - origin).cross(&(to - from));
            area += if along.dot(&(to - from)) < 0.0 { -part } else { part };
        }
    }
    area
}

/// About the shortest translation along a direction that parts the bodies.
fn shortest(
    query: &mut Query,
    [a, b]: [&Surface<'_>; 2],
    direction: Vector3<f64>,
    first: f64,
) -> Option<Vector3<f64>> {
    let mut is_free = |length: f64| {
        pause();
        Pose::new(*b.pose.rotation(), b.pose.translation() + direction * length).is_ok_and(|pose| {
            query.first_pair(a.body, &a.pose, b.body, &pose).is_none()
                && !one_inside(a.body, &a.pose, b.body, &pose)
        })
    };
    let mut free = (0..DOUBLINGS as i32).map(|n| first * 2.0_f64.powi(n)).find(|&l| is_free(l))?;
    let mut step = if free > first { free / 4.0 } else { free / 2.0 };
    for _ in 0..HALVINGS {
        if is_free(free - step) {
            free -= step;
        }
        step /= 2.0;
    }
    Some(direction * free)
}
