//! Places of contact to manifolds: those of like normals together, and of each a few points.
//!
//! The points are the deepest and those that span the largest area, as physics engines choose them;
//! of places that are equally deep, that which is first along a direction fixed in A: so that a
//! body that lies flat keeps its points when it moves a little.

use nalgebra::Vector3;
use obbtree_predicates::{Pose, unit_vector};

use super::answer::{Manifold, ManifoldOptions, ManifoldPoint};
use super::places::Place;

/// The least cosine of the angle between a place's normal and that of the first of its manifold:
/// 20 degrees.
const LIKE: f64 = 0.94;

/// Places are equally deep if they differ by less than this part of the range of depths that count.
const EQUAL: f64 = 0.02;

/// The tangent of the angle between that direction and one of A's axes.
const SKEW: f64 = 0.37;

/// A point counts if it adds more than this part of the area that there is.
const LARGER: f64 = 1e-6;

pub(super) fn manifolds(
    mut places: Vec<Place>,
    pose_a: &Pose,
    options: &ManifoldOptions,
) -> Vec<Manifold> {
    places.sort_by(|p, q| q.depth.total_cmp(&p.depth).then(p.features.cmp(&q.features)));
    // By the deepest places first, then by the means of what that gives.
    let mut normals: Vec<Vector3<f64>> = Vec::new();
    for place in &places {
        if !normals.iter().any(|normal| normal.dot(&place.normal) >= LIKE) {
            normals.push(place.normal);
        }
    }
    let mut groups = grouped(&places, &normals);
    let means: Vec<_> = groups.iter().map(|group| mean(group, options.margin)).collect();
    groups = grouped(&places, &means);
    let groups = groups.iter().filter(|group| !group.is_empty());
    groups.map(|group| manifold(group, pose_a, options)).collect()
}

fn grouped(places: &[Place], normals: &[Vector3<f64>]) -> Vec<Vec<Place>> {
    let mut groups = vec![Vec::new(); normals.len()];
    for place in places {
        let like = |n: &usize| normals[*n].dot(&place.normal);
        let best = (0..normals.len()).reduce(|n, m| if like(&m) > like(&n) { m } else { n });
        if let Some(best) = best {
            groups[best].push(*place);
        }
    }
    groups
}

/// The mean normal of the places where the distance is least, or of all if it is nowhere. A place
/// counts by how far it is within the margin: so what comes within it changes the mean by little.
fn mean(group: &[Place], margin: f64) -> Vector3<f64> {
    let weight = |place: &Place| (place.depth + margin).max(f64::MIN_POSITIVE);
    let some = group.iter().any(|place| place.is_least);
    let counting = group.iter().filter(|place| place.is_least == some);
    let sum: Vector3<f64> = counting.map(|place| place.normal * weight(place)).sum();
    unit_vector(&sum).or(group.first().map(|place| place.normal)).unwrap_or_default()
}

fn manifold(group: &[Place], pose_a: &Pose, options: &ManifoldOptions) -> Manifold {
    let normal = mean(group, options.margin);
    let points = spread(group, &normal, pose_a, options);
    let point = |place: &Place| ManifoldPoint {
        on: place.on,
        depth: (place.on[0] - place.on[1]).dot(&normal),
        features: place.features,
    };
    Manifold { normal, points: points.into_iter().map(|n| point(&group[n])).collect() }
}

/// The numbers of a few places that are deep and span a large area across a normal.
fn spread(
    group: &[Place],
    normal: &Vector3<f64>,
    pose_a: &Pose,
    options: &ManifoldOptions,
) -> Vec<usize> {
    let at = |n: usize| group[n].on[0];
    let farthest = |measure: &dyn Fn(usize) -> f64| {
        let measured = (0..group.len()).map(|n| (measure(n), n));
        measured.reduce(|best, next| if next.0 > best.0 { next } else { best })
    };
    let axis = skew_axis(normal, pose_a);
    let deepest = group.iter().map(|place| place.depth).fold(f64::NEG_INFINITY, f64::max);
    let deep = deepest - EQUAL * (deepest + options.margin);
    let along = |n: usize| match group[n].depth >= deep {
        true => at(n).coords.dot(&axis),
        false => f64::NEG_INFINITY,
    };
    let Some((_, first)) = farthest(&along) else { return Vec::new() };
    let across = |n: usize, from: usize| {
        let way = at(n) - at(from);
        way - normal * way.dot(normal)
    };
    let Some((reach, second)) = farthest(&|n| across(n, first).norm_squared()) else {
        return Vec::new();
    };
    let mut chosen = vec![first];
    if reach > 0.0 && options.points > 1 {
        chosen.push(second);
    }
    // The corner that adds the largest triangle to the polygon that the chosen are, in order.
    while chosen.len() > 1 && chosen.len() < options.points {
        let outside = |n: usize| {
            let sides = (0..chosen.len()).map(|k| {
                let (from, to) = (chosen[k], chosen[(k + 1) % chosen.len()]);
                (-normal.dot(&across(to, from).cross(&across(n, from))), k)
            });
            sides.reduce(|best, next| if next.0 > best.0 { next } else { best })
        };
        let Some((area, next)) = farthest(&|n| outside(n).map_or(0.0, |(area, _)| area)) else {
            break;
        };
        if !(area > LARGER * reach) {
            break;
        }
        let side = outside(next).map_or(0, |(_, side)| side);
        chosen.insert(side + 1, next);
    }
    chosen
}

/// A direction across a normal that is fixed in A, and that few edges are perpendicular to.
fn skew_axis(normal: &Vector3<f64>, pose_a: &Pose) -> Vector3<f64> {
    let across = pose_a.rotation().column(pose_a.rotation().tr_mul(normal).iamin()).into_owned();
    across + normal.cross(&across) * SKEW
}
