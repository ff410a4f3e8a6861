//! A convex piece of the inside of a closed body, around a point.
//!
//! Planes leave the surface out, the nearest triangle first, each by its own plane or by the one
//! perpendicular to the line to its closest point (R. Deits, R. Tedrake, "Computing Large Convex
//! Regions of Obstacle-Free Space through Semidefinite Programming", WAFR 2014, section 3, with a
//! sphere for the ellipsoid). All that is rounded; the piece is then tested.
//!
//! # Lemma
//!
//! If no triangle of a closed body meets the hull of some points, and one of these is inside the
//! body, all of the hull is. *Proof.* The hull is connected and has no point of the surface, so it
//! is on one side of it. *End.*

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{Placement, Pose, RoundedDistance, Triangle, unit_vector};
use obbtree_query::Engine;

use crate::body::Body;
use crate::polygon::Few;
use crate::query::Query;
use crate::shape::Shape;

/// With more planes there is no piece: their number makes corners slow to find.
const MOST_PLANES: usize = 160;

/// So many triangles are looked at, at most.
const MOST_TRIANGLES: usize = 4000;

/// Corners are nearer to the point by this part than where planes meet: far more than what is
/// rounded, far less than the error of a depth.
const SMALLER: f64 = 1.0 / (1_u64 << 24) as f64;

/// Corners closer than this part of the reach are one.
const SAME: f64 = 1.0 / (1_u64 << 30) as f64;

/// Points `x` with `normal . x <= height`, seen from the point in the middle.
struct Side {
    normal: Vector3<f64>,
    height: f64,
}

/// A convex shape around the origin of `at`, which is a translation, proven to be within a body.
/// It reaches as far as `reach` along the axes of the world. A triangle is left out by its own
/// plane if that is at least `facing` times as far away as the triangle is.
pub(crate) fn inner_hull(
    query: &mut Query,
    (body, pose): (&Body, &Pose),
    at: &Pose,
    reach: f64,
    facing: f64,
) -> Option<Shape> {
    let sides = sides((body, pose), at, reach, facing)?;
    let shape = Shape::hull(&corners(&sides, reach)).ok()?;
    let meets = query.with_solid(false, |query| query.collide(body, pose, &shape, at));
    let corner = Point3::from(*shape.core()?.mesh().vertices().first()?);
    (!meets && body.contains(pose, &corner, at)).then_some(shape)
}

fn sides((body, pose): (&Body, &Pose), at: &Pose, reach: f64, facing: f64) -> Option<Vec<Side>> {
    let middle = pose.rotation().tr_mul(&(at.translation() - pose.translation()));
    let farthest = reach * 3.0_f64.sqrt();
    let mut may_reach = |axes: &Matrix3<f64>, center: &Vector3<f64>, half: &Vector3<f64>| {
        let way = axes.tr_mul(&(middle - center));
        (0..3).all(|k| way[k].abs() <= half[k] + farthest)
    };
    let placement = Placement::new(pose, at);
    let origin = [Point3::origin(); 3];
    let mut near: Vec<(f64, Triangle, Vector3<f64>)> = Vec::new();
    let found = body.tree().for_each_in_boxes(&mut may_reach, &mut |_, triangle| {
        let placed = triangle.map(|corner| pose.place(&corner) - at.translation());
        let is_beyond = (0..3)
            .any(|k| placed.iter().all(|p| p[k] >= reach) || placed.iter().all(|p| p[k] <= -reach));
        if !is_beyond {
            let [second, third] = RoundedDistance::new(triangle, &origin, &placement).weights()[0];
            let [p, q, r] = placed;
            let closest = (p + (q - p) * second + (r - p) * third).coords;
            near.push((closest.norm(), placed, closest));
        }
        if near.len() < MOST_TRIANGLES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if found.is_break() {
        return None;
    }
    near.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    let axes = [0, 1, 2].map(|k| [1.0, -1.0].map(|sign| Vector3::ith(k, sign)));
    let mut sides: Vec<Side> =
        axes.as_flattened().iter().map(|&normal| Side { normal, height: reach }).collect();
    for (distance, [p, q, r], closest) in near {
        let is_out = |side: &Side| {
            let least = side.height * (1.0 - SMALLER);
            [p, q, r].iter().all(|corner| corner.coords.dot(&side.normal) >= least)
        };
        if sides.iter().any(is_out) {
            continue;
        }
        let of_face = unit_vector(&(q - p).cross(&(r - p))).map(|normal| {
            let height = p.coords.dot(&normal);
            Side { normal: normal * height.signum(), height: height.abs() }
        });
        let across = || {
            let normal = unit_vector(&closest)?;
            Some(Side { normal, height: distance })
        };
        let side = of_face.filter(|side| side.height >= facing * distance).or_else(across)?;
        if !(side.height > 0.0) || sides.len() == MOST_PLANES {
            return None;
        }
        sides.push(side);
    }
    Some(sides)
}

/// The corners of what is within all sides: those of the faces on each.
fn corners(sides: &[Side], reach: f64) -> Vec<[f64; 3]> {
    let mut corners: Vec<Vector3<f64>> = Vec::new();
    for (n, Side { normal, height }) in sides.iter().enumerate() {
        let across = normal.cross(&Vector3::ith(normal.iamin(), 1.0)).normalize();
        let [u, v] = [across, normal.cross(&across)].map(|way| way * (4.0 * reach));
        let middle = normal * *height;
        let mut face = Few::from(&[u + v, v - u, -u - v, u - v].map(|way| middle + way));
        for (_, side) in sides.iter().enumerate().filter(|&(other, _)| other != n) {
            face = face.above(
                |corner| side.height - corner.dot(&side.normal),
                |here, there, part| here + (there - here) * part,
            );
        }
        for corner in face.iter() {
            if corners.iter().all(|known| (known - corner).amax() > SAME * reach) {
                corners.push(*corner);
            }
        }
    }
    corners.into_iter().map(|corner| (corner * (1.0 - SMALLER)).into()).collect()
}

#[cfg(test)]
mod tests {
    use obbtree_mesh::Mesh;

    use super::*;

    /// The letter L of three unit squares, one high.
    fn letter() -> Body {
        let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        let mut vertices: Vec<[f64; 3]> = Vec::new();
        for z in [0.0, 1.0] {
            vertices.extend(outline.map(|[x, y]| [x, y, z]));
        }
        let mut triangles = Vec::new();
        for [p, q, r] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
            triangles.extend([[p, r, q], [p + 6, q + 6, r + 6]]);
        }
        for p in 0..6 {
            let q = (p + 1) % 6;
            triangles.extend([[p, q, q + 6], [p, q + 6, p + 6]]);
        }
        Body::new(Mesh::new(vertices, triangles).expect("a mesh"))
    }

    fn is_in(point: &Vector3<f64>) -> bool {
        let [x, y, z] = [point.x, point.y, point.z];
        let in_square = |x: f64| x > 0.0 && x < 2.0;
        in_square(x) && in_square(y) && (x < 1.0 || y < 1.0) && z > 0.0 && z < 1.0
    }

    #[test]
    fn pieces_are_within_a_letter() {
        let (body, here, mut query) = (letter(), Pose::identity(), Query::new());
        let (mut pieces, mut around_the_corner) = (0, 0);
        for n in 0..6 * 6 * 3 {
            let [x, y, z] = [n % 6, n / 6 % 6, n / 36].map(|k| f64::from(k) / 3.0 + 0.15);
            let at = Pose::from_translation([x, y, z]).expect("in range");
            for (reach, facing) in [(0.25, 0.25), (1.0, 0.25), (1.0, 0.9), (4.0, 0.5)] {
                let found = inner_hull(&mut query, (&body, &here), &at, reach, facing);
                assert!(found.is_none() || is_in(at.translation()), "{x} {y} {z}");
                let Some(shape) = found else { continue };
                pieces += 1;
                let corners = shape.core().expect("a hull").mesh().vertices().to_vec();
                let corners: Vec<_> =
                    corners.into_iter().map(|v| Vector3::from(v) + at.translation()).collect();
                for p in &corners {
                    around_the_corner += usize::from(p.x > 1.0 && y > 1.0);
                    for q in &corners {
                        for part in [0.0, 0.25, 0.5] {
                            let point = p + (q - p) * part;
                            assert!(is_in(&point), "{point} of {x} {y} {z} {reach} {facing}");
                        }
                    }
                }
            }
        }
        assert!(pieces > 200, "{pieces}");
        assert_eq!(around_the_corner, 0);
    }
}
