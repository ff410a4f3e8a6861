//! Meshes and poses that tests are made of, from seeds.

use nalgebra::{Isometry3, Matrix3, Point3, Translation3, UnitQuaternion, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_predicates::Triangle;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

pub use obbtree_assets::cuboid;

/// A generator that gives the same numbers on every machine and in every version.
pub fn random(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::new(u128::from(seed) | 1 << 64)
}

/// A vector with components in -1 .. 1.
pub fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// Any rotation, and a translation with components up to `reach`.
pub fn isometry(random: &mut Pcg64Mcg, reach: f64) -> Isometry3<f64> {
    let axis_angle = vector(random).normalize() * random.random_range(0.0..std::f64::consts::PI);
    let rotation = UnitQuaternion::from_scaled_axis(axis_angle);
    Isometry3::from_parts(Translation3::from(vector(random) * reach), rotation)
}

/// The same as a checked pose.
pub fn pose(random: &mut Pcg64Mcg, reach: f64) -> Pose {
    isometry(random, reach).try_into().expect("a rotation")
}

/// All orders of a triangle's corners.
pub const CORNER_ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// A triangle of the world in the frame of a body at this rotation, up to rounding, and
/// translation, both then in another unit; and the body's pose.
pub fn in_body_frame(
    corners: [Vector3<f64>; 3],
    rotation: Matrix3<f64>,
    translation: Vector3<f64>,
    unit: f64,
) -> (Triangle, Pose) {
    let to_body = rotation.try_inverse().expect("close to a rotation");
    let corners = corners.map(|corner| Point3::from(to_body * (corner - translation) * unit));
    (corners, Pose::new(rotation, translation * unit).expect("close to a rotation"))
}

/// A triangle moved so that a point of it is the origin: inside, on an edge or at a corner.
pub fn about_a_point(random: &mut Pcg64Mcg, t: [Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
    let (u, v) = (random.random_range(0.1..0.8), random.random_range(0.1..0.2));
    let weights = [[u, v, 1.0 - u - v], [u, 1.0 - u, 0.0], [1.0, 0.0, 0.0]];
    let weights = weights[random.random_range(0..3)];
    let common = t[0] * weights[0] + t[1] * weights[1] + t[2] * weights[2];
    t.map(|corner| corner - common)
}

/// A translation by numbers in range.
pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).expect("in range")
}

/// The mesh with every vertex moved.
pub fn bend(mesh: &Mesh, to: impl FnMut([f64; 3]) -> [f64; 3]) -> Mesh {
    let vertices = mesh.vertices().iter().copied().map(to).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("in range")
}

/// The mesh in another unit.
pub fn scaled(mesh: &Mesh, unit: f64) -> Mesh {
    bend(mesh, |v| v.map(|x| x * unit))
}

/// Several meshes as one, each moved.
pub fn joined(parts: &[(&Mesh, [f64; 3])]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (mesh, shift) in parts {
        let first = vertices.len() as u32;
        vertices.extend(mesh.vertices().iter().map(|v| [0, 1, 2].map(|k| v[k] + shift[k])));
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|vertex| vertex + first)));
    }
    Mesh::new(vertices, triangles).expect("in range")
}

/// The solid angle of a triangle seen from a point (Van Oosterom, Strackee 1983).
pub fn solid_angle(triangle: &Triangle, point: &Point3<f64>) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner - point);
    let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
    let shares = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * a.dot(&b.cross(&c)).atan2(shares)
}

/// `count` triangles of edge length about `size` scattered in the unit cube around the origin.
pub fn soup(random: &mut Pcg64Mcg, count: usize, size: f64) -> Mesh {
    let triangles: Vec<[[f64; 3]; 3]> = (0..count)
        .map(|_| {
            let place = vector(random) * 0.5;
            [(); 3].map(|()| (place + vector(random) * size).into())
        })
        .collect();
    Mesh::from_soup(&triangles).expect("finite triangles")
}

/// The unit icosphere, `20 * 4^level` triangles.
pub fn sphere(level: u32, radius: f64) -> Mesh {
    obbtree_assets::icosphere(level, radius)
}

/// An axis-aligned cube with corners 0 and `side`, 12 triangles.
pub fn cube(side: f64) -> Mesh {
    cuboid([0.0; 3], [side; 3])
}

/// Meshes that break builders: named, in the order of how odd they are.
pub fn awkward() -> Vec<(&'static str, Mesh)> {
    let soup = |triangles: Vec<[[f64; 3]; 3]>| Mesh::from_soup(&triangles).expect("finite");
    let one = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let scaled = |s: f64, shift: f64| one.map(|v| v.map(|x| x * s + shift));
    let mut random = random(7);
    let far: Vec<_> = (0..200).map(|i| scaled(1.0, 1e7 + f64::from(i))).collect();
    vec![
        ("one triangle", soup(vec![one])),
        ("two equal triangles", soup(vec![one; 2])),
        ("10,000 equal triangles", soup(vec![one; 10_000])),
        ("points", soup((0..100).map(|i| [[f64::from(i % 7); 3]; 3]).collect())),
        ("one point", soup(vec![[[0.5; 3]; 3]; 50])),
        (
            "segments on a line",
            soup((0..100).map(f64::from).map(|x| [[x; 3], [x + 1.5; 3], [x + 0.5; 3]]).collect()),
        ),
        (
            "needles",
            soup(
                (0..64)
                    .map(f64::from)
                    .map(|x| [[x, 0.0, 0.0], [x, 1e7, 1.0], [x, 1e7, 1.0 + 1e-6]])
                    .collect(),
            ),
        ),
        ("a geometric series", soup((0..1000).map(|i| scaled(0.5_f64.powi(i), 0.0)).collect())),
        ("a growing series", soup((0..240).map(|i| scaled(2_f64.powi(i), 0.0)).collect())),
        ("far from the origin", soup(far)),
        ("huge", soup((0..50).map(|i| scaled(1e30, 1e29 * f64::from(i))).collect())),
        ("tiny", soup((0..50).map(|i| scaled(1e-30, 1e-31 * f64::from(i))).collect())),
        ("at the limit", soup(vec![scaled(1e75, 0.0), scaled(-1e75, 0.0), scaled(1e-300, 0.0)])),
        ("subnormal", soup((1..30).map(|i| scaled(5e-324 * f64::from(i), 0.0)).collect())),
        (
            "a flat grid",
            soup(
                (0..400)
                    .map(|i| one.map(|v| [v[0] + f64::from(i % 20), v[1] + f64::from(i / 20), 0.0]))
                    .collect(),
            ),
        ),
        ("random soup", self::soup(&mut random, 500, 0.1)),
    ]
}

/// Cubes of side one at some places of a grid.
pub type Cubes = Vec<[i32; 3]>;

/// A few, each beside another.
pub fn cubes(random: &mut Pcg64Mcg) -> Cubes {
    let mut cubes: Cubes = vec![[1, 1, 0]];
    for _ in 0..random.random_range(1..9) {
        let mut next = cubes[random.random_range(0..cubes.len())];
        next[random.random_range(0..3)] += [-1, 1][random.random_range(0..2)];
        if next.iter().all(|x| (0..3).contains(x)) && !cubes.contains(&next) {
            cubes.push(next);
        }
    }
    cubes
}

/// The surface of their union.
pub fn surface_of_cubes(cubes: &Cubes) -> Mesh {
    let mut soup: Vec<[[f64; 3]; 3]> = Vec::new();
    for cube in cubes {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beside = *cube;
                beside[axis] += 2 * side - 1;
                if cubes.contains(&beside) {
                    continue;
                }
                let corner = |p: i32, q: i32| {
                    let mut corner = *cube;
                    corner[axis] += side;
                    corner[(axis + 1) % 3] += p;
                    corner[(axis + 2) % 3] += q;
                    corner.map(f64::from)
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                soup.extend(match side {
                    1 => [[a, b, c], [a, c, d]],
                    _ => [[a, c, b], [a, d, c]],
                });
            }
        }
    }
    Mesh::from_soup(&soup).expect("finite")
}
