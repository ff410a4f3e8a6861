//! Solids on both sides of a face of one of them: they touch, or are apart, and where they meet is
//! in the plane of that face. What stands on, hangs from or leans against something is decided by
//! a few corners and the triangles of two faces.
//!
//! # Lemma
//!
//! Let A be a convex solid, `P` the plane of one of its triangles, and all vertices of a solid B on
//! or beyond `P`, seen from A. Then the inner points of A are strictly behind `P` and those of B
//! strictly beyond, so none is shared, and what is shared is in `P`. There a triangle of either,
//! which has no point on the other side, has a common face with `P`: a corner, an edge or all of
//! it. So triangles that share a polygon have three corners each on `P`, those that share a segment
//! at least two, and those that meet at least one. No edge of one goes through the inside of a
//! triangle of the other: its ends would be on both sides of that triangle's plane, which is not
//! `P`, and the point in between, off the edges of the triangle, strictly behind `P` or strictly
//! beyond. *End.*

use nalgebra::Point3;
use obbtree_predicates::{Placement, PlaneSides, Pose, share_area_in_plane, triangle_meeting};

use super::faces::{Face, Faces, VertexSet, touching};
use crate::body::Body;

/// How two bodies stand that a face parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parted {
    Apart,
    /// The first pair of triangles that shares a part of the most dimensions.
    Touching {
        dimension: u8,
        pair: [u32; 2],
    },
}

/// How two solids stand, and the first pair of triangles that shares the most, if a face of one of
/// them parts them.
pub(super) fn parted_by_face(
    bodies: [&Body; 2],
    poses: [&Pose; 2],
    placement: &Placement,
) -> Option<Parted> {
    let [of_a, of_b] = [bodies[0].faces()?, bodies[1].faces()?];
    let b_in_a: Vec<Point3<f64>> = of_b.vertices.iter().map(|v| placement.to_a(v)).collect();
    if let Some(face) = of_a.nearly_parting(&b_in_a)
        && let Some(of_b) = beyond(face, bodies, poses, of_b)
    {
        return Some(most_shared(bodies, placement, &face.touching, &of_b));
    }
    let back = Placement::new(poses[1], poses[0]);
    let a_in_b: Vec<Point3<f64>> = of_a.vertices.iter().map(|v| back.to_a(v)).collect();
    let face = of_b.nearly_parting(&a_in_b)?;
    let of_a = beyond(face, [bodies[1], bodies[0]], [poses[1], poses[0]], of_a)?;
    Some(most_shared(bodies, placement, &of_a, &face.touching))
}

/// The triangles of the second body with corners in the plane of a face of the first, if all of it
/// is on or beyond.
fn beyond(
    face: &Face,
    bodies: [&Body; 2],
    poses: [&Pose; 2],
    others: &Faces,
) -> Option<Vec<(u32, u8)>> {
    let plane = bodies[0].triangle(face.triangle);
    let sides = PlaneSides::new(&plane, poses[0], poses[1]);
    let mut on = VertexSet::default();
    for (n, vertex) in others.vertices.iter().enumerate() {
        match sides.of(vertex) * face.front {
            0 => on.insert(n),
            side if side < 0 => return None,
            _ => {}
        }
    }
    Some(touching(bodies[1].mesh(), &on))
}

/// Of triangles with corners in the plane that parts two bodies: how they touch. Those with three
/// lie in it.
fn most_shared(
    bodies: [&Body; 2],
    placement: &Placement,
    of_a: &[(u32, u8)],
    of_b: &[(u32, u8)],
) -> Parted {
    for dimension in [2, 1, 0] {
        for (i, _) in of_a.iter().filter(|(_, corners)| *corners > dimension) {
            let t = bodies[0].triangle(*i);
            for (j, _) in of_b.iter().filter(|(_, corners)| *corners > dimension) {
                let u = bodies[1].triangle(*j);
                let shares_so_many = if dimension == 2 {
                    share_area_in_plane(&t, &u, placement)
                } else {
                    let found = triangle_meeting(&t, &u, placement);
                    found.is_some_and(|found| found.dimension == dimension)
                };
                if shares_so_many {
                    return Parted::Touching { dimension, pair: [*i, *j] };
                }
            }
        }
    }
    Parted::Apart
}
