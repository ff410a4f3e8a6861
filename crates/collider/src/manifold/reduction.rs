//! Places of contact to manifolds: those of like normals together, and of each a few points.
//!
//! The points are the deepest and those that span the largest area, as physics engines choose them;
//! of places that are equally deep, that which is first along a direction fixed in A: so that a
//! body that lies flat keeps its points when it moves a little.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, unit_vector};

use super::answer::{Manifold, ManifoldOptions, ManifoldPoint};
use super::places::Place;

/// The least cosine of the angle between a place's normal and that of the first of its manifold:
/// 20 degrees.
const LIKE: f64 = 0.94;

/// Cells of directions across the cube from -1 to 1.
const CELLS: usize = 5;
const CELLS_PER_UNIT: f64 = 2.0;

/// Places are equally deep if they differ by less than this part of the range of depths that count:
/// so the depth of the deepest point is that of the deepest place.
const EQUAL: f64 = 2e-5;

/// The tangent of the angle between that direction and one of A's axes.
const SKEW: f64 = 0.37;

/// So often others are chosen for places that are not real.
const ROUNDS: usize = 16;

/// A point counts if it adds more than this part of the area that there is.
const LARGER: f64 = 1e-6;

pub(super) fn manifolds(
    places: &[Place],
    pose_a: &Pose,
    options: &ManifoldOptions,
    is_real: impl Fn(&Place, &Point3<f64>) -> bool,
) -> Vec<Manifold> {
    // By the directions of the deepest places first, then by the means of what that gives.
    let normals = directions(places, pose_a);
    let mut groups = grouped(places, &normals);
    let means: Vec<_> = groups.iter().map(|group| mean(group, options.margin)).collect();
    groups = grouped(places, &means);
    let some = groups.into_iter().filter_map(|group| manifold(group, pose_a, options, &is_real));
    let mut some: Vec<Manifold> = some.collect();
    let deepest = |of: &Manifold| of.points.iter().map(|p| p.depth).fold(f64::MIN, f64::max);
    some.sort_by(|m, n| deepest(n).total_cmp(&deepest(m)));
    some
}

/// Directions that are not like each other, of all normals: the mean ones of fixed cells of
/// directions in A's frame, those with the deepest places first.
fn directions(places: &[Place], pose_a: &Pose) -> Vec<Vector3<f64>> {
    let mut cells = [None::<(f64, Vector3<f64>)>; CELLS * CELLS * CELLS];
    for place in places {
        let in_a = pose_a.rotation().tr_mul(&place.normal);
        let [x, y, z] = [in_a.x, in_a.y, in_a.z]
            .map(|x| ((x * CELLS_PER_UNIT).round() + CELLS_PER_UNIT) as usize);
        let number = (x * CELLS + y) * CELLS + z;
        if let Some(cell) = cells.get_mut(number) {
            let (deepest, sum) = cell.unwrap_or((place.depth, Vector3::zeros()));
            *cell = Some((deepest.max(place.depth), sum + place.normal));
        }
    }
    let mut cells: Vec<_> = cells.into_iter().flatten().collect();
    cells.sort_by(|p, q| q.0.total_cmp(&p.0));
    let mut normals: Vec<Vector3<f64>> = Vec::new();
    for normal in cells.iter().filter_map(|(_, sum)| unit_vector(sum)) {
        if !normals.iter().any(|other| other.dot(&normal) >= LIKE) {
            normals.push(normal);
        }
    }
    normals
}

fn grouped<'p>(places: &'p [Place], normals: &[Vector3<f64>]) -> Vec<Vec<&'p Place>> {
    let mut groups = vec![Vec::new(); normals.len()];
    for place in places {
        let mut best = (f64::NEG_INFINITY, 0);
        for (n, normal) in normals.iter().enumerate() {
            let like = normal.dot(&place.normal);
            if like > best.0 {
                best = (like, n);
            }
        }
        if let Some(group) = groups.get_mut(best.1) {
            group.push(place);
        }
    }
    groups
}

/// The mean normal of the places where the distance is least, or of all if it is nowhere. A place
/// counts by how far it is within the margin: so what comes within it changes the mean by little.
fn mean(group: &[&Place], margin: f64) -> Vector3<f64> {
    let weight = |place: &Place| (place.depth + margin).max(f64::MIN_POSITIVE);
    let some = group.iter().any(|place| place.is_least);
    let counting = group.iter().filter(|place| place.is_least == some);
    let sum: Vector3<f64> = counting.map(|place| place.normal * weight(place)).sum();
    unit_vector(&sum).or(group.first().map(|place| place.normal)).unwrap_or_default()
}

/// None if no place of the group is real.
fn manifold(
    mut group: Vec<&Place>,
    pose_a: &Pose,
    options: &ManifoldOptions,
    is_real: &impl Fn(&Place, &Point3<f64>) -> bool,
) -> Option<Manifold> {
    let sum: Vector3<f64> = group.iter().map(|place| place.on[0].coords).sum();
    let middle = Point3::from(sum / group.len().max(1) as f64);
    let mut normal = mean(&group, options.margin);
    let mut chosen = spread(&group, &normal, pose_a, options);
    for round in 0.. {
        let (real, false_ones): (Vec<usize>, Vec<usize>) =
            chosen.iter().copied().partition(|&n| is_real(group[n], &middle));
        chosen = real;
        if false_ones.is_empty() || round == ROUNDS {
            break;
        }
        let mut number = 0;
        group.retain(|_| {
            number += 1;
            !false_ones.contains(&(number - 1))
        });
        normal = mean(&group, options.margin);
        chosen = spread(&group, &normal, pose_a, options);
    }
    let point = |place: &Place| ManifoldPoint {
        on: place.on,
        depth: (place.on[0] - place.on[1]).dot(&normal),
        features: place.features,
    };
    let points: Vec<_> = chosen.into_iter().map(|n| point(group[n])).collect();
    (!points.is_empty()).then_some(Manifold { normal, points })
}

/// The numbers of a few places that are deep and span a large area across a normal.
fn spread(
    group: &[&Place],
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
