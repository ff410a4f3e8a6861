//! A convex piece of the inside of a closed body, around a point.
//!
//! Planes leave the surface out, the nearest triangle first, each by its own plane or by the one
//! perpendicular to the line to its closest point (R. Deits, R. Tedrake, "Computing Large Convex
//! Regions of Obstacle-Free Space through Semidefinite Programming", WAFR 2014, section 3, with a
//! sphere for the ellipsoid). The piece is the hull of the corners of what is left, made a little
//! smaller. All that is rounded; then each triangle is proven to be beyond its plane and each
//! corner before it.
//!
//! # Lemma
//!
//! If each triangle of a closed body is parted from some points by a plane, or is farther away from
//! one place than all of them, and one of the points is inside the body, all of their hull is.
//! *Proof.* The hull is before each of the planes and within that distance, so it has no point of
//! the surface. It is connected, so it is on one side of it. *End.*

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{LowerBound, Pose, UpperBound, unit_vector};
use obbtree_query::Engine;

use crate::body::Body;
use crate::polygon::{Few, nearest_of_triangle};
use crate::shape::NearAxis;

/// With more planes there is no piece: their number makes corners slow to find.
const MOST_PLANES: usize = 160;

/// So many triangles are looked at, at most.
const MOST_TRIANGLES: usize = 4000;

/// Corners are nearer to the point by this part than where planes meet: far more than what is
/// rounded, far less than the error of a depth.
const SMALLER: f64 = 1.0 / (1_u64 << 20) as f64;

/// Triangles are beyond a plane if they are farther than the plane without this part.
const BEYOND: f64 = 1.0 - SMALLER / 4.0;

/// Corners closer than this part of the reach are one.
const SAME: f64 = 1.0 / (1_u64 << 30) as f64;

/// Bounds what rounding makes of the height of a placed corner along a normal, and of the height of
/// a point that is before it, relative to the sizes that go in. Placing and moving a corner are
/// eight roundings of 2^-53 of these in each component, a product with a normal three more, and the
/// components of the normal add up to at most 1.74: 26 roundings for both. 2^-47 is 64.
const PER_SIZE: f64 = 1.0 / (1_u64 << 47) as f64;

/// Points `x` with `normal . x <= height`, seen from the point in the middle.
struct Side {
    normal: Vector3<f64>,
    height: f64,
}

/// A triangle seen from the point in the middle.
struct Near {
    corners: [Vector3<f64>; 3],
    distance: f64,
    closest: Vector3<f64>,
}

/// What leaves the surface of a body out.
struct Cut {
    sides: Vec<Side>,
    /// For each side the least height of the triangles that are beyond it.
    beyond: Vec<f64>,
    /// Bounds what rounding makes of heights.
    rounding: UpperBound,
}

/// Points around the origin of `at`, which is a translation to a point that is certainly inside a
/// closed body: their hull is proven to be within the body. It reaches as far as `reach` along the
/// axes of the world. A triangle is left out by its own plane if that is at least `facing` times as
/// far away as the triangle is. `None` if too many triangles are near, or if rounding hides which
/// side of a plane a triangle is on.
pub(crate) fn inner_hull(
    body: &Body,
    pose: &Pose,
    at: &Pose,
    reach: f64,
    facing: f64,
) -> Option<Vec<Point3<f64>>> {
    let cut = Cut::around(body, pose, at, reach, facing)?;
    let corners = corners(&cut.sides, reach);
    cut.is_proven(&corners).then_some(corners)
}

impl Cut {
    fn around(body: &Body, pose: &Pose, at: &Pose, reach: f64, facing: f64) -> Option<Self> {
        let (near, rounding) = near_triangles(body, pose, at, reach)?;
        let axes = [0, 1, 2].map(|k| [1.0, -1.0].map(|sign| Vector3::ith(k, sign)));
        let mut sides: Vec<Side> =
            axes.as_flattened().iter().map(|&normal| Side { normal, height: reach }).collect();
        // What is not near is beyond the first six.
        let mut beyond = vec![reach; sides.len()];
        for Near { corners: [p, q, r], distance, closest } in near {
            let least =
                |side: &Side| [p, q, r].iter().map(|c| c.dot(&side.normal)).reduce(f64::min);
            let is_out = |side: &Side| least(side).filter(|least| *least >= side.height * BEYOND);
            let known = sides.iter().enumerate().find_map(|(n, side)| Some((n, is_out(side)?)));
            if let Some((number, least)) = known {
                beyond[number] = beyond[number].min(least);
                continue;
            }
            let of_face = unit_vector(&(q - p).cross(&(r - p))).map(|normal| {
                let height = p.dot(&normal);
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
            beyond.push(is_out(&side)?);
            sides.push(side);
        }
        Some(Self { sides, beyond, rounding })
    }

    /// Are all points, and the origin, before the planes that the triangles are beyond?
    fn is_proven(&self, points: &[Point3<f64>]) -> bool {
        self.sides.iter().zip(&self.beyond).all(|(side, &beyond)| {
            let heights = points.iter().map(|point| point.coords.dot(&side.normal));
            let most = heights.fold(0.0, f64::max);
            (LowerBound::from(beyond) - UpperBound::from(most)).is_above(self.rounding)
        })
    }
}

/// The triangles that may be within `reach` along all axes of the world, the closest first, and a
/// bound of what rounding makes of heights there. `None` if there are too many.
fn near_triangles(
    body: &Body,
    pose: &Pose,
    at: &Pose,
    reach: f64,
) -> Option<(Vec<Near>, UpperBound)> {
    let sphere = NearAxis::new(pose, &[Point3::origin(); 2], reach * DIAGONAL, at);
    let mut may_reach =
        |axes: &Matrix3<f64>, center: &_, half: &_| sphere.may_reach(axes, center, half, 0.0);
    let (mut near, mut largest): (Vec<Near>, f64) = (Vec::new(), 0.0);
    let found = body.tree().for_each_in_boxes(&mut may_reach, &mut |_, triangle| {
        let corners = triangle.map(|corner| pose.place(&corner).coords - at.translation());
        let is_beyond = (0..3).any(|k| {
            corners.iter().all(|p| p[k] >= reach) || corners.iter().all(|p| p[k] <= -reach)
        });
        largest = triangle.iter().fold(largest, |most, corner| most.max(corner.coords.amax()));
        if !is_beyond {
            let closest = nearest_of_triangle(corners, &Vector3::zeros());
            near.push(Near { corners, distance: closest.norm(), closest });
        }
        if near.len() < MOST_TRIANGLES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    near.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    // A row of a rotation is at most 1.001 long, so its product with a corner is below twice that.
    let sizes = [largest, largest, pose.translation().amax(), at.translation().amax(), reach];
    let sizes: UpperBound = sizes.into_iter().map(UpperBound::from).sum();
    let rounding = UpperBound::from(PER_SIZE) * sizes + UpperBound::from(f64::MIN_POSITIVE);
    found.is_continue().then_some((near, rounding))
}

/// More than the diagonal of a cube, as a part of its side.
const DIAGONAL: f64 = 1.733;

/// The corners of what is within all sides: those of the faces on each.
fn corners(sides: &[Side], reach: f64) -> Vec<Point3<f64>> {
    let mut corners: Vec<Vector3<f64>> = Vec::new();
    for (n, Side { normal, height }) in sides.iter().enumerate() {
        let across = normal.cross(&Vector3::ith(normal.iamin(), 1.0)).normalize();
        let [u, v] = [across, normal.cross(&across)].map(|way| way * (4.0 * reach));
        let middle = normal * *height;
        let mut face = Few::from(&[u + v, v - u, -u - v, u - v].map(|way| middle + way));
        for (_, side) in sides.iter().enumerate().filter(|&(other, _)| other != n) {
            let above = |corner: &Vector3<f64>| side.height - corner.dot(&side.normal);
            if face.iter().any(|corner| above(corner) < 0.0) {
                face = face.above(above, |here, there, part| here + (there - here) * part);
            }
        }
        for corner in face.iter() {
            if corners.iter().all(|known| (known - corner).amax() > SAME * reach) {
                corners.push(*corner);
            }
        }
    }
    corners.into_iter().map(|corner| Point3::from(corner * (1.0 - SMALLER))).collect()
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
        let (body, here) = (letter(), Pose::identity());
        let (mut pieces, mut around_the_corner) = (0, 0);
        for n in 0..6 * 6 * 3 {
            let [x, y, z] = [n % 6, n / 6 % 6, n / 36].map(|k| f64::from(k) / 3.0 + 0.15);
            let at = Pose::from_translation([x, y, z]).expect("in range");
            for (reach, facing) in [(0.25, 0.25), (1.0, 0.25), (1.0, 0.9), (4.0, 0.5)] {
                if !is_in(at.translation()) {
                    continue;
                }
                let Some(corners) = inner_hull(&body, &here, &at, reach, facing) else { continue };
                pieces += 1;
                let corners: Vec<_> =
                    corners.into_iter().map(|p| p.coords + at.translation()).collect();
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

    /// Turned, and so far away that rounding hides more and more: what is found is inside by the
    /// certain test, and what rounding hides is not found.
    #[test]
    fn pieces_are_certain_far_from_the_origin() {
        let body = letter();
        let turn = nalgebra::Rotation3::from_euler_angles(0.3, -1.1, 2.0);
        let mut found_at = [0; 60];
        for (power, found) in found_at.iter_mut().enumerate() {
            let far = Vector3::new(1.0, -0.7, 0.4) * 2.0_f64.powi(power as i32);
            let pose = Pose::new(*turn.matrix(), far).expect("in range");
            for (x, y) in [(0.4, 0.3), (1.5, 0.9), (0.9, 1.9), (0.99, 0.99)] {
                let middle = pose.place(&Point3::new(x, y, 0.6));
                let at = Pose::from_translation(middle.into()).expect("in range");
                if !body.contains(&pose, &Point3::origin(), &at) {
                    continue;
                }
                for facing in [0.25, 0.9] {
                    let Some(points) = inner_hull(&body, &pose, &at, 1.0, facing) else { continue };
                    *found += 1;
                    assert!(points.iter().all(|point| body.contains(&pose, point, &at)), "{power}");
                }
            }
        }
        assert_eq!(found_at[..10], [8; 10]);
        assert_eq!(found_at[50..], [0; 10]);
    }

    #[test]
    fn a_point_beyond_a_plane_is_not_proven() {
        let side = || Side { normal: Vector3::x(), height: 1.0 };
        let cut = |rounding| Cut {
            sides: vec![side()],
            beyond: vec![1.0],
            rounding: UpperBound::from(rounding),
        };
        for (x, rounding, expected) in
            [(0.5, 0.25, true), (0.5, 0.5, false), (1.0, 0.0, false), (-9.0, 1.0, false)]
        {
            let points = [Point3::new(x, 7.0, 7.0)];
            assert_eq!(cut(rounding).is_proven(&points), expected, "{x} {rounding}");
        }
    }
}
