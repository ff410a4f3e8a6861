//! Pairs of triangles of every kind of contact, and their answers by rational arithmetic.
//!
//! Numbers come from integers and from `+ - * /` alone, so the cases are the same on every machine.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{Contact, Pose, Triangle};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::referee;
use crate::shapes::{random, vector};

/// Two triangles, each placed by a pose.
#[derive(Clone, Debug)]
pub struct Case {
    /// The first, in its body's frame.
    pub a: Triangle,
    /// Where its body is.
    pub pose_a: Pose,
    /// The second.
    pub b: Triangle,
    /// Where its body is.
    pub pose_b: Pose,
}

/// Cases of a category.
pub const CASES: usize = 300;

type Corners = [Vector3<f64>; 3];
type Make = fn(&mut Pcg64Mcg) -> [Corners; 2];

/// What makes a category's corners, before they are scaled and moved.
const KINDS: [(&str, Make); 14] = [
    ("grid2", |random| on_grid(random, 2)),
    ("grid3", |random| on_grid(random, 3)),
    ("grid5", |random| on_grid(random, 5)),
    ("coplanar", coplanar),
    ("shared_edge", |random| shared(random, 2)),
    ("shared_vertex", |random| shared(random, 1)),
    ("vertex_on_face", vertex_on_face),
    ("vertex_near_face", vertex_near_face),
    ("vertex_face_ulp", |random| an_ulp_off(vertex_on_face(random), random)),
    ("edge_on_edge", edge_on_edge),
    ("edge_edge_ulp", |random| an_ulp_off(edge_on_edge(random), random)),
    ("degenerate", degenerate),
    ("lattice53", lattice53),
    ("sliver", sliver),
];

/// Names of all categories.
pub fn categories() -> Vec<String> {
    let scales = [-120, -60, -20, 20, 60, 120].map(|exponent| format!("scale2^{exponent}"));
    let offsets = [20, 40].map(|exponent| format!("offset2^{exponent}"));
    let kinds = KINDS.iter().map(|(name, _)| (*name).to_owned());
    kinds.chain(scales).chain(offsets).chain(["posed".to_owned()]).collect()
}

/// The cases of a category, always the same.
pub fn cases(category: &str) -> Vec<Case> {
    let number = categories().iter().position(|name| name == category).expect("a category");
    // Seeds that differ in the last bit alone give the same numbers.
    let mut random = random(7000 + 2 * number as u64);
    (0..CASES).map(|_| case(category, &mut random)).collect()
}

fn case(category: &str, random: &mut Pcg64Mcg) -> Case {
    if let Some((_, make)) = KINDS.iter().find(|(name, _)| *name == category) {
        return unmoved(make(random));
    }
    let [a, b] = KINDS[random.random_range(0..KINDS.len())].1(random);
    if let Some(exponent) = category.strip_prefix("scale2^") {
        let scale = 2.0_f64.powi(exponent.parse().expect("a number"));
        return unmoved([a, b].map(|t| t.map(|p| p * scale)));
    }
    if let Some(exponent) = category.strip_prefix("offset2^") {
        let shift = integers(random, 8) * 2.0_f64.powi(exponent.parse().expect("a number"));
        return unmoved([a, b].map(|t| t.map(|p| p + shift)));
    }
    let mut body = |corners: Corners| {
        let (rotation, shift) = (rotation(random), vector(random) * 10.0);
        crate::shapes::in_body_frame(corners, rotation, shift, 1.0)
    };
    let ((a, pose_a), (b, pose_b)) = (body(a), body(b));
    Case { a, pose_a, b, pose_b }
}

/// What rational arithmetic says.
pub fn by_referee(case: &Case) -> Contact {
    let Case { a, pose_a, b, pose_b } = case;
    match (referee::meet(a, pose_a, b, pose_b), referee::pierce(a, pose_a, b, pose_b)) {
        (false, _) => Contact::Free,
        (true, false) => Contact::Touch,
        (true, true) => Contact::Proper,
    }
}

fn unmoved(corners: [Corners; 2]) -> Case {
    let [a, b] = corners.map(|t| t.map(Point3::from));
    Case { a, pose_a: Pose::identity(), b, pose_b: Pose::identity() }
}

/// Whole numbers from `-n` to `n`.
fn integers(random: &mut Pcg64Mcg, n: i32) -> Vector3<f64> {
    Vector3::from_fn(|_, _| f64::from(random.random_range(-n..=n)))
}

fn on_grid(random: &mut Pcg64Mcg, n: i32) -> [Corners; 2] {
    [(); 2]
        .map(|()| [(); 3].map(|()| Vector3::from_fn(|_, _| f64::from(random.random_range(0..=n)))))
}

/// In one plane of the axes, or one that is oblique to all of them.
fn coplanar(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let (u, v) = if random.random() {
        (Vector3::x(), Vector3::y())
    } else {
        (Vector3::new(1.0, 0.0, -1.0), Vector3::new(0.0, 1.0, -1.0))
    };
    let mut number = || f64::from(random.random_range(0..=6_u8));
    [(); 2].map(|()| [(); 3].map(|()| u * number() + v * number()))
}

/// Any two with common corners.
fn shared(random: &mut Pcg64Mcg, corners: usize) -> [Corners; 2] {
    let [a, mut b] = [(); 2].map(|()| [(); 3].map(|()| vector(random)));
    b[..corners].copy_from_slice(&a[..corners]);
    [a, b]
}

/// A corner of B exactly on A, the others on one side or on both.
fn vertex_on_face(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let a = [(); 3].map(|()| integers(random, 9) * 16.0);
    let (i, j) = (random.random_range(0..=16), random.random_range(0..=16));
    let (i, j) = if i + j > 16 { (16 - i, 16 - j) } else { (i, j) };
    let on_a = a[0] + (a[1] - a[0]) * (f64::from(i) / 16.0) + (a[2] - a[0]) * (f64::from(j) / 16.0);
    let normal = (a[1] - a[0]).cross(&(a[2] - a[0]));
    let mut others = [(); 2].map(|()| integers(random, 100));
    if random.random() {
        others = others.map(|p| if normal.dot(&p) < 0.0 { -p } else { p });
    }
    [a, [on_a, on_a + others[0], on_a + others[1]]]
}

/// A corner of B near a point of A, by rounding or more, the others on one side.
fn vertex_near_face(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let a = [(); 3].map(|()| vector(random));
    near_face_of(a, random)
}

fn near_face_of(a: Corners, random: &mut Pcg64Mcg) -> [Corners; 2] {
    let (u, v) = (random.random_range(0.0..0.5), random.random_range(0.0..0.5));
    let (along, across) = (a[1] - a[0], a[2] - a[0]);
    let normal = along.cross(&across);
    let gap = 2.0_f64.powi(-random.random_range(1..60)) * if random.random() { 1.0 } else { -1.0 };
    let corner = a[0] + along * u + across * v + normal * gap;
    let mut away = || {
        let p = vector(random);
        if normal.dot(&p) < 0.0 { -p } else { p }
    };
    [a, [corner, corner + away(), corner + away()]]
}

/// Two edges with a point in common, inside both.
fn edge_on_edge(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let middle = integers(random, 9);
    let mut crossing = || {
        let along = integers(random, 9);
        [middle - along, middle + along, middle + integers(random, 30)]
    };
    [crossing(), crossing()]
}

/// One coordinate of one corner moved to the next number; numbers are no small integers then.
fn an_ulp_off(pair: [Corners; 2], random: &mut Pcg64Mcg) -> [Corners; 2] {
    let mut pair = pair.map(|t| t.map(|p| p / 128.0));
    let (corner, k) = (random.random_range(0..3), random.random_range(0..3));
    let next = if random.random() { f64::next_up } else { f64::next_down };
    pair[1][corner][k] = next(pair[1][corner][k]);
    pair
}

/// Segments and points on a small grid, against each other and against triangles; often with a
/// point in common.
fn degenerate(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let [a, mut b] = on_grid(random, 2);
    if random.random() {
        let middle = (a[0] + a[1]) * 0.5;
        let moved = middle - b[0];
        b = b.map(|p| p + moved);
    }
    let flatten = |t: Corners, how: u8| match how {
        0 => [t[0], t[0], t[0]],
        1 => [t[0], t[1], t[1]],
        2 => [t[0], t[1], t[0] * 2.0 - t[1]],
        3 => [t[0] * 2.0 - t[1], t[1], t[0]],
        _ => t,
    };
    let (how_a, how_b) = (random.random_range(0..6), random.random_range(0..4));
    let pair = [flatten(a, how_a), flatten(b, how_b)];
    if random.random() { pair } else { [pair[1], pair[0]] }
}

/// All bits of the numbers in use: a corner of B on A, or one step of the lattice off.
fn lattice53(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let unit = 1.0 / (1_u64 << 53) as f64;
    let [a, mut b] = vertex_near_face(random);
    b[0] = a[0] * 0.25 + a[1] * 0.25 + a[2] * 0.5;
    let on_lattice = |x: f64| (x / unit).round() * unit;
    let mut pair = [a, b].map(|t| t.map(|p| p.map(on_lattice)));
    pair[1][0][random.random_range(0..3)] += unit * f64::from(random.random_range(-1..=1_i32));
    pair
}

/// The third corner close to the line of the others, near contact.
fn sliver(random: &mut Pcg64Mcg) -> [Corners; 2] {
    let mut a = [(); 3].map(|()| vector(random));
    let thin = 2.0_f64.powi(-random.random_range(5..40));
    a[2] = a[1] + (a[2] - a[1]) * thin;
    near_face_of(a, random)
}

/// A rotation from a quaternion of small integers: no sine, no root.
fn rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let [x, y, z, w] = [(); 4].map(|()| f64::from(random.random_range(-9..=9_i32)) + 0.5);
    let n = x * x + y * y + z * z + w * w;
    let entries = [
        [n - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), n - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), n - 2.0 * (x * x + y * y)],
    ];
    Matrix3::from_fn(|i, j| entries[i][j] / n)
}
