//! The relation of two bodies, and whether one is inside the other, in integers of any length.
//!
//! Inside is decided by a ray and what it crosses. A ray that goes through an edge or a corner of a
//! triangle decides nothing: the next one is taken. Directions are `(1, n, n^2)`, of which no plane
//! has more than two, so one decides.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::Point3;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use crate::half_spaces::{cross, dot, is_zero, minus};
use crate::sweep::intersecting_pairs;
use crate::triangles::{pierce, place};

/// How two placed bodies stand to each other, in a word. An open mesh has no inside.
///
/// The surfaces do not meet: `"containing"` if a part of B is inside A, `"contained"` if a part of
/// A is inside B, `"overlapping"` if both are so, else `"separated"`. They do: `"intersecting"` if
/// an edge of one goes through the inside of a triangle of the other, else `"coincident"` if each
/// triangle has its equal in the other body, else `"touching"`.
#[must_use]
pub fn relation(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> &'static str {
    let pairs = intersecting_pairs(a, pose_a, b, pose_b);
    if pairs.is_empty() {
        let inside = [has_part_inside(a, pose_a, b, pose_b), has_part_inside(b, pose_b, a, pose_a)];
        return match inside {
            [false, false] => "separated",
            [true, false] => "containing",
            [false, true] => "contained",
            [true, true] => "overlapping",
        };
    }
    let triangle = |mesh: &Mesh, id: u32| mesh.triangle(id as usize);
    if pairs.iter().any(|[i, j]| pierce(&triangle(a, *i), pose_a, &triangle(b, *j), pose_b)) {
        return "intersecting";
    }
    let [of_a, of_b] = [placed_triangles(a, pose_a), placed_triangles(b, pose_b)];
    if of_a == of_b { "coincident" } else { "touching" }
}

/// The triangles, each with its corners sorted.
fn placed_triangles(mesh: &Mesh, pose: &Pose) -> BTreeSet<[[BigRational; 3]; 3]> {
    let corners = |id: usize| mesh.triangle(id).map(|corner| place(pose, &corner));
    let sorted = |mut three: [[BigRational; 3]; 3]| {
        three.sort();
        three
    };
    (0..mesh.triangles().len()).map(|id| sorted(corners(id))).collect()
}

/// Is a connected part of `other` inside a closed mesh? The surfaces must not meet. Of an open mesh
/// nothing is inside.
///
/// A mesh whose edges are used as often in one direction as in the other has the points inside
/// around which it winds; any other whose edges are used an even number of times those from which a
/// ray crosses it an odd number of times.
#[must_use]
pub fn has_part_inside(closed: &Mesh, pose: &Pose, other: &Mesh, pose_other: &Pose) -> bool {
    let uses = uses_of_edges(closed);
    let winds = uses.values().all(|[surplus, _]| *surplus == 0);
    if !winds && uses.values().any(|[_, count]| count % 2 != 0) {
        return false;
    }
    let points = points_of_parts(other);
    let placed_points = points.iter().map(|point| place(pose_other, point));
    let placed: Vec<_> = closed.vertices().iter().map(|&v| place(pose, &v.into())).collect();
    let all: Vec<[BigRational; 3]> = placed.into_iter().chain(placed_points).collect();
    let all = whole(&all);
    let (vertices, points) = all.split_at(closed.vertices().len());
    points.iter().any(|point| {
        let [winding, crossings] = crossed(vertices, closed.triangles(), point);
        if winds { winding != 0 } else { crossings % 2 != 0 }
    })
}

type Whole = [BigInt; 3];

/// In a unit that makes all coordinates whole.
fn whole(points: &[[BigRational; 3]]) -> Vec<Whole> {
    // Powers of two, so that the largest is a multiple of all.
    let unit = points.iter().flatten().map(BigRational::denom).max().cloned();
    let unit = unit.unwrap_or_else(BigInt::one);
    let scaled = |x: &BigRational| x.numer() * (&unit / x.denom());
    points.iter().map(|point| point.each_ref().map(scaled)).collect()
}

/// How often a ray from a point crosses a surface: forwards minus backwards, and in all.
fn crossed(vertices: &[Whole], triangles: &[[u32; 3]], point: &Whole) -> [i64; 2] {
    let from_point: Vec<Whole> = vertices.iter().map(|vertex| minus(vertex, point)).collect();
    let corners: Vec<[&Whole; 3]> =
        triangles.iter().map(|three| three.map(|i| &from_point[i as usize])).collect();
    (2_i64..)
        .find_map(|n| crossed_along(&corners, &[1, n, n * n].map(BigInt::from)))
        .expect("directions in no plane of the point and an edge")
}

/// The same along one direction; `None` if it meets an edge or a corner.
fn crossed_along(triangles: &[[&Whole; 3]], direction: &Whole) -> Option<[i64; 2]> {
    let mut counts = [0, 0];
    for [u, v, w] in triangles {
        let normal = cross(&minus(v, u), &minus(w, u));
        if is_zero(&normal) {
            continue; // bounds nothing
        }
        let side = |p: &Whole, q: &Whole| dot(&cross(p, q), direction).signum();
        let sides = [side(u, v), side(v, w), side(w, u)];
        if sides.iter().any(Signed::is_positive) && sides.iter().any(Signed::is_negative) {
            continue; // beside it
        }
        if sides.iter().any(Zero::is_zero) {
            return None;
        }
        let is_ahead = dot(&normal, u).signum() == sides[0];
        if is_ahead {
            counts[0] += if sides[0].is_positive() { 1 } else { -1 };
            counts[1] += 1;
        }
    }
    Some(counts)
}

/// A position as the bits of its coordinates; -0 is 0.
type Place = [u64; 3];

fn corner_places(mesh: &Mesh) -> Vec<[Place; 3]> {
    let at = |vertex: u32| mesh.vertices()[vertex as usize].map(|x| (x + 0.0).to_bits());
    mesh.triangles().iter().map(|three| three.map(at)).collect()
}

/// Of each edge, how much more often it is used in one direction, and how often in all.
fn uses_of_edges(mesh: &Mesh) -> BTreeMap<[Place; 2], [i64; 2]> {
    let mut uses: BTreeMap<_, [i64; 2]> = BTreeMap::new();
    for [a, b, c] in corner_places(mesh) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            if from != to {
                let of_edge = uses.entry([from.min(to), from.max(to)]).or_default();
                of_edge[0] += if from < to { 1 } else { -1 };
                of_edge[1] += 1;
            }
        }
    }
    uses
}

/// A corner of each part: triangles with a corner at the same position are of one part.
fn points_of_parts(mesh: &Mesh) -> Vec<Point3<f64>> {
    let corners = corner_places(mesh);
    let mut around: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (id, three) in corners.iter().enumerate() {
        for place in three {
            around.entry(*place).or_default().push(id);
        }
    }
    let mut is_reached = vec![false; corners.len()];
    let mut points = Vec::new();
    for first in 0..corners.len() {
        if is_reached[first] {
            continue;
        }
        points.push(mesh.triangle(first)[0]);
        let mut waiting = vec![first];
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut is_reached[id], true) {
                waiting.extend(corners[id].iter().flat_map(|place| &around[place]));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed surface of a cube of half side `half`, its triangles oriented outwards.
    fn cube(half: f64) -> Mesh {
        obbtree_assets::cuboid([-half; 3], [half; 3])
    }

    fn turned(mesh: &Mesh) -> Mesh {
        let triangles = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
        Mesh::new(mesh.vertices().to_vec(), triangles).expect("a mesh")
    }

    fn both(one: &Mesh, other: &Mesh) -> Mesh {
        let corners = |mesh: &Mesh| {
            let ids = 0..mesh.triangles().len();
            ids.map(|id| mesh.triangle(id).map(|p| p.into())).collect::<Vec<[[f64; 3]; 3]>>()
        };
        Mesh::from_soup(&[corners(one), corners(other)].concat()).expect("a mesh")
    }

    fn at(x: f64, y: f64, z: f64) -> Pose {
        Pose::from_translation([x, y, z]).expect("finite")
    }

    #[test]
    fn cubes_in_every_relation() {
        let (small, large, here) = (cube(1.0), cube(3.0), Pose::identity());
        let of = |a: &Mesh, b: &Mesh, pose: &Pose| relation(a, &here, b, pose);
        assert_eq!(of(&small, &small, &here), "coincident");
        assert_eq!(of(&small, &turned(&small), &here), "coincident");
        assert_eq!(of(&large, &small, &here), "containing");
        assert_eq!(of(&turned(&large), &small, &here), "containing");
        assert_eq!(of(&small, &large, &here), "contained");
        assert_eq!(of(&large, &small, &at(4.0, 0.0, 0.0)), "touching");
        assert_eq!(of(&large, &small, &at(2.0, 0.0, 0.0)), "touching");
        assert_eq!(of(&large, &small, &at(4.5, 0.0, 0.0)), "separated");
        assert_eq!(of(&large, &small, &at(3.5, 0.1, 0.2)), "intersecting");
    }

    #[test]
    fn a_ray_through_a_corner_decides_nothing_and_the_next_one_does() {
        let sides = [1, 2, 4]; // the first direction goes through a corner
        let scaled = |v: &[f64; 3]| [0, 1, 2].map(|k| BigInt::from(v[k] as i64 * sides[k]));
        let mesh = cube(1.0);
        let vertices: Vec<Whole> = mesh.vertices().iter().map(scaled).collect();
        let corners: Vec<[&Whole; 3]> =
            mesh.triangles().iter().map(|three| three.map(|i| &vertices[i as usize])).collect();
        assert_eq!(crossed_along(&corners, &sides.map(BigInt::from)), None);
        let origin = [0, 0, 0].map(BigInt::from);
        assert_eq!(crossed(&vertices, mesh.triangles(), &origin), [1, 1]);
        let beyond = [0, 0, 5].map(BigInt::from);
        assert_eq!(crossed(&vertices, mesh.triangles(), &beyond), [0, 0]);
    }

    #[test]
    fn a_cavity_is_outside_and_an_open_mesh_has_no_inside() {
        let (hollow, here) = (both(&cube(5.0), &turned(&cube(3.0))), Pose::identity());
        assert_eq!(relation(&hollow, &here, &cube(1.0), &here), "separated");
        let wall = at(4.0, 0.0, 0.0);
        assert_eq!(relation(&hollow, &here, &cube(0.5), &wall), "containing");
        // Not oriented: the same by parity. Here both shells wind in the same direction: all within
        // is inside.
        let solid = both(&cube(5.0), &cube(3.0));
        assert_eq!(relation(&solid, &here, &cube(1.0), &here), "containing");
        let mut mixed = hollow.triangles().to_vec();
        mixed[0].swap(1, 2);
        let mixed = Mesh::new(hollow.vertices().to_vec(), mixed).expect("a mesh");
        assert_eq!(relation(&mixed, &here, &cube(1.0), &here), "separated");
        assert_eq!(relation(&mixed, &here, &cube(0.5), &wall), "containing");
        let open = Mesh::new(cube(5.0).vertices().to_vec(), cube(5.0).triangles()[1..].to_vec());
        assert_eq!(relation(&open.expect("a mesh"), &here, &cube(1.0), &here), "separated");
        // One part of two is enough.
        let two = both(&cube(1.0), &turned(&cube(9.0)));
        assert_eq!(relation(&cube(5.0), &here, &two, &here), "overlapping");
        let two = both(&cube(1.0), &turned(&cube(2.0)));
        assert_eq!(relation(&cube(5.0), &here, &two, &here), "containing");
    }
}
