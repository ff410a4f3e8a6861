//! Two placed triangles by rational arithmetic: slow, obvious, and with no idea in common with the
//! engine's predicates.
//!
//! Two closed triangles meet exactly if an edge of one meets the other. The closed other is an
//! intersection of half-spaces, and each of them clips the edge's parameter interval 0 to 1; what is
//! left is what they share. Segments and points are intersections of half-spaces too.

//!
//! [`meet`] takes two triangles, [`intersecting_pairs`] two meshes; [`squared_distance`] and
//! [`mesh_squared_distance`] say how far they are apart. All share nothing with the engine but the
//! words for a mesh, a pose and a triangle.

mod distance;
mod sweep;

pub use num_rational::BigRational;

pub use distance::{closer, mesh_closer, mesh_squared_distance, squared_distance};
pub use sweep::{collide, for_each_pair, intersecting_pairs};

use nalgebra::Point3;
use obbtree_predicates::{Pose, Triangle};

type Vector = [BigRational; 3];

/// All points `x` with `normal . x <= offset`.
struct HalfSpace {
    normal: Vector,
    offset: BigRational,
}

/// Whether two closed triangles share a point, each given in its own body's frame and placed by its
/// body's pose, in exact arithmetic.
#[must_use]
pub fn meet(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let a = a.map(|corner| place(pose_a, &corner));
    let b = b.map(|corner| place(pose_b, &corner));
    some_edge_meets(&a, &half_spaces(&b)) || some_edge_meets(&b, &half_spaces(&a))
}

fn place(pose: &Pose, point: &Point3<f64>) -> Vector {
    let (r, t, p) = (pose.rotation(), pose.translation(), point.coords.map(exact));
    [0, 1, 2].map(|row| {
        let turned = (0..3).map(|k| exact(r[(row, k)]) * &p[k]);
        turned.fold(exact(t[row]), |sum, term| sum + term)
    })
}

/// The number itself.
fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

fn zero() -> BigRational {
    exact(0.0)
}

fn dot(u: &Vector, v: &Vector) -> BigRational {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}

fn cross(u: &Vector, v: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| &u[k] * &v[l] - &u[l] * &v[k])
}

fn minus(u: &Vector, v: &Vector) -> Vector {
    [0, 1, 2].map(|k| &u[k] - &v[k])
}

fn is_zero(u: &Vector) -> bool {
    u.iter().all(|x| *x == zero())
}

/// The half-spaces whose intersection is the closed triangle, segment or point.
fn half_spaces(corners: &[Vector; 3]) -> Vec<HalfSpace> {
    let edges = [0, 1, 2].map(|i| minus(&corners[(i + 1) % 3], &corners[i]));
    // All on the near side of the farthest corner.
    let up_to_the_farthest = |normal: Vector| {
        let offset = corners.iter().map(|p| dot(&normal, p)).max().expect("three corners");
        HalfSpace { normal, offset }
    };
    let slab = |normal: &Vector| {
        let opposite = minus(&[zero(), zero(), zero()], normal);
        [up_to_the_farthest(normal.clone()), up_to_the_farthest(opposite)]
    };
    let axes = [0, 1, 2].map(|k| [0, 1, 2].map(|l| exact(f64::from(u8::from(k == l)))));

    let normal = cross(&edges[0], &edges[1]);
    let mut all = Vec::new();
    if !is_zero(&normal) {
        // The plane from both sides, and what lies inside of each edge.
        all.extend(slab(&normal));
        all.extend(edges.iter().map(|edge| up_to_the_farthest(cross(edge, &normal))));
    } else if let Some(along) = edges.iter().find(|edge| !is_zero(edge)) {
        // Planes through the segment, and its two ends.
        all.extend(axes.iter().flat_map(|axis| slab(&cross(along, axis))));
        all.extend(slab(along));
    } else {
        all.extend(axes.iter().flat_map(slab));
    }
    all
}

fn some_edge_meets(corners: &[Vector; 3], other: &[HalfSpace]) -> bool {
    (0..3).any(|i| segment_meets(&corners[i], &corners[(i + 1) % 3], other))
}

/// Clips `p + s (q - p)`, `0 <= s <= 1`, by every half-space.
fn segment_meets(p: &Vector, q: &Vector, other: &[HalfSpace]) -> bool {
    let (mut first, mut last) = (exact(0.0), exact(1.0));
    for HalfSpace { normal, offset } in other {
        // How far outside the segment is at its two ends.
        let (at_p, at_q) = (dot(normal, p) - offset, dot(normal, q) - offset);
        if at_p == at_q {
            if at_p > zero() {
                return false;
            }
            continue;
        }
        let crossing = &at_p / (&at_p - &at_q);
        if at_q > at_p {
            last = last.min(crossing);
        } else {
            first = first.max(crossing);
        }
        if first > last {
            return false;
        }
    }
    true
}
