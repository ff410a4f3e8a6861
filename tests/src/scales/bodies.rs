//! Bodies of few triangles whose sizes on each axis, places and gaps are of any magnitude.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_assets::{CUBOID_FACES, TETRAHEDRON_FACES};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::numbers::{nudged, number, power};
use crate::bisection::quarter_turns;
use crate::shapes::vector;

/// A mesh and its pose.
#[derive(Clone, Debug)]
pub struct PlacedMesh {
    /// The mesh.
    pub mesh: Mesh,
    /// Where it is.
    pub pose: Pose,
}

/// Two of them.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A and B.
    pub placed: [PlacedMesh; 2],
    /// About the gap that was meant, if there is one.
    pub gap: f64,
}

/// Rotations that a scene may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// The identity, for both.
    Identity,
    /// Quarter turns.
    Quarters,
    /// Any of all kinds.
    Any,
}

impl PlacedMesh {
    /// As Rust: a mesh and a pose.
    pub fn as_rust(&self, name: &str) -> String {
        let (vertices, triangles) = (self.mesh.vertices(), self.mesh.triangles());
        let pose = self.pose.to_rows();
        format!(
            "let {name} = Mesh::new(vec!{vertices:?}, vec!{triangles:?}).unwrap();\n\
             let pose_{name} = Pose::from_rows({pose:?}).unwrap();"
        )
    }
}

impl Scene {
    /// As Rust.
    pub fn as_rust(&self) -> String {
        let [a, b] = &self.placed;
        format!("{}\n{}", a.as_rust("a"), b.as_rust("b"))
    }

    /// With bodies swapped.
    pub fn swapped(&self) -> Self {
        let [a, b] = self.placed.clone();
        Self { placed: [b, a], gap: self.gap }
    }
}

/// Sizes along three axes: one magnitude, thinned on none, one or two axes, by a power of two, to
/// another magnitude, or to nothing.
pub fn sizes(random: &mut Pcg64Mcg, base: f64) -> [f64; 3] {
    let mut sizes = [base; 3];
    let thinned = random.random_range(0..4).min(2);
    for _ in 0..thinned {
        let axis = random.random_range(0..3);
        sizes[axis] = match random.random_range(0..4) {
            0 => number(random).min(base),
            1 => 0.0,
            _ => base * power(-random.random_range(1..70)),
        };
    }
    sizes
}

/// A size of a body: of any magnitude at which its body can be placed.
pub fn base(random: &mut Pcg64Mcg) -> f64 {
    number(random).min(power(247))
}

/// A mesh of one of several kinds, in a box of these sizes about the origin or beside it.
pub fn mesh(random: &mut Pcg64Mcg, sizes: [f64; 3]) -> Mesh {
    let scaled = |v: [f64; 3]| [0, 1, 2].map(|k| v[k] * sizes[k]);
    let is_lattice = random.random_range(0..3) > 0;
    let corner = |random: &mut Pcg64Mcg| {
        let any: [f64; 3] = vector(random).into();
        scaled(if is_lattice { any.map(|x| (2.0 * x).round() * 0.5) } else { any })
    };
    let soup = |random: &mut Pcg64Mcg, count: usize| {
        let triangles: Vec<_> =
            (0..count).map(|_| [corner(random), corner(random), corner(random)]).collect();
        Mesh::from_soup(&triangles)
    };
    match random.random_range(0..8) {
        0 => Mesh::new(vec![corner(random)], vec![[0; 3]]),
        1 => Mesh::new(vec![corner(random), corner(random)], vec![[0, 1, 1]]),
        2 | 3 => soup(random, 1),
        4 => {
            let corners = (0..4).map(|_| corner(random)).collect();
            Mesh::new(corners, TETRAHEDRON_FACES.to_vec())
        }
        5 => {
            let corners = (0..8).map(|n| scaled([n & 1, n >> 1 & 1, n >> 2].map(f64::from)));
            Mesh::new(corners.collect(), CUBOID_FACES.to_vec())
        }
        6 => soup(random, 3),
        _ => soup(random, 7),
    }
    .expect("finite")
}

/// A rotation of a posture: exact ones, tiny angles, any, and such as programs print.
pub fn rotation(random: &mut Pcg64Mcg, posture: Posture) -> Matrix3<f64> {
    let kind = match posture {
        Posture::Identity => 0,
        Posture::Quarters => 1,
        Posture::Any => random.random_range(0..6),
    };
    match kind {
        0 => Matrix3::identity(),
        1 => quarter_turns(random.random_range(0..24)),
        2 => {
            let angle = number(random).min(1e-3);
            *Rotation3::from_scaled_axis(vector(random) * angle).matrix()
        }
        3 => {
            let any = *Rotation3::from_scaled_axis(vector(random) * 3.0).matrix();
            any + Matrix3::from_fn(|_, _| random.random_range(-3e-7..3e-7))
        }
        _ => *Rotation3::from_scaled_axis(vector(random) * 3.0).matrix(),
    }
}

/// A direction along an axis, in a plane of two, or any; about of length one.
fn direction(random: &mut Pcg64Mcg) -> Vector3<f64> {
    let mut way = vector(random);
    match random.random_range(0..3) {
        0 => {
            let axis = random.random_range(0..3);
            Vector3::ith(axis, if way[axis] < 0.0 { -1.0 } else { 1.0 })
        }
        1 => {
            way[random.random_range(0..3)] = 0.0;
            way.try_normalize(0.0).unwrap_or_else(Vector3::x)
        }
        _ => way.try_normalize(0.0).unwrap_or_else(Vector3::x),
    }
}

/// A gap between bodies of a size: none, of any magnitude, or a share of the size.
pub fn gap(random: &mut Pcg64Mcg, size: f64) -> f64 {
    let gap = match random.random_range(0..6) {
        0 => 0.0,
        1 => number(random),
        2 => size,
        _ => size * power(-random.random_range(0..70)),
    };
    nudged(random, gap.max(f64::from_bits(1))) * f64::from(u8::from(gap > 0.0))
}

/// A point of a mesh: a corner, or the middle of an edge or of a triangle.
fn point(random: &mut Pcg64Mcg, mesh: &Mesh) -> Point3<f64> {
    let [p, q, r] = mesh.triangle(random.random_range(0..mesh.triangles().len()));
    match random.random_range(0..4) {
        0 => nalgebra::center(&p, &q),
        1 => nalgebra::center(&p, &nalgebra::center(&q, &r)),
        _ => p,
    }
}

/// The poses of two bodies of which two points are a gap apart along a direction, as near as
/// rounding allows; both moved away from the origin now and then. `None` beyond the range of
/// coordinates.
pub fn poses(
    random: &mut Pcg64Mcg,
    posture: Posture,
    points: [Point3<f64>; 2],
    gap: f64,
) -> Option<[Pose; 2]> {
    let [turn_a, turn_b] = [rotation(random, posture), rotation(random, posture)];
    let origin = match random.random_range(0..4) {
        0 => direction(random) * number(random),
        1 => direction(random) * 1e6,
        _ => Vector3::zeros(),
    };
    let at_point = turn_a * points[0].coords + origin;
    let way = direction(random) * gap;
    let there = at_point - turn_b * points[1].coords + way;
    Some([Pose::new(turn_a, origin).ok()?, Pose::new(turn_b, there).ok()?])
}

/// Two meshes, each of its own sizes or of the other's, near each other.
pub fn scene(random: &mut Pcg64Mcg, posture: Posture) -> Scene {
    loop {
        let base_a = base(random);
        let sizes_a = sizes(random, base_a);
        let sizes_b = match random.random_range(0..5) {
            0 => {
                let base = base(random);
                sizes(random, base)
            }
            1 => {
                let smaller = power(-random.random_range(0..30));
                sizes(random, base_a * smaller)
            }
            2 => sizes(random, base_a),
            _ => sizes_a,
        };
        let [a, b] = [mesh(random, sizes_a), mesh(random, sizes_b)];
        let gap = gap(random, base_a);
        let points = [point(random, &a), point(random, &b)];
        if let Some([pose_a, pose_b]) = poses(random, posture, points, gap) {
            let placed =
                [PlacedMesh { mesh: a, pose: pose_a }, PlacedMesh { mesh: b, pose: pose_b }];
            return Scene { placed, gap };
        }
    }
}
