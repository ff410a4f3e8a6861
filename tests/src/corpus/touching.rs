//! Bodies in contact: on a quarter lattice face on face, edge on edge, corner on face; the same a
//! hair off; and generated meshes that touch at one vertex, or are a hair away or into each
//! other.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_predicates::Contact;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::bisection::quarter_turns;
use crate::quick_referee::{Placed, for_each_pair};
use crate::referee;
use crate::shapes::{cube, random, vector};

/// Configurations of one pair of bodies: A stays, B is placed.
pub struct Group {
    /// What it is called, in the file of answers.
    pub name: String,
    /// The body that stays.
    pub a: Mesh,
    /// The body that is placed.
    pub b: Mesh,
    /// Where.
    pub poses: Vec<Pose>,
}

/// How much a configuration is off the lattice, as a power of two.
const SHIFTS: [i32; 3] = [-10, -30, -45];
/// How far bodies that touch at a vertex are then moved: apart if positive.
const FROM_SUPPORT: [f64; 5] = [
    0.0,
    1.0 / (1_u64 << 30) as f64,
    1.0 / (1_u64 << 10) as f64,
    -1.0 / (1_u64 << 30) as f64,
    -1.0 / (1_u64 << 6) as f64,
];
/// Directions for each mesh that touches at a vertex.
const DIRECTIONS: usize = 12;
/// Triangles of these meshes.
const TRIANGLES: usize = 2_000;

/// All groups, always the same.
pub fn groups() -> Vec<Group> {
    let bodies = bodies();
    let mut groups = Vec::new();
    for (i, (name_a, a)) in bodies.iter().enumerate() {
        for (j, (name_b, b)) in bodies.iter().enumerate().skip(i) {
            let mut random = random(8000 + (10 * i + j) as u64);
            let mut group = |kind: &str, poses| {
                let name = format!("{kind} {name_a} {name_b}");
                groups.push(Group { name, a: a.clone(), b: b.clone(), poses });
            };
            group("lattice", (0..24).map(|turn| on_lattice(&mut random, turn, 0.0)).collect());
            for shift in SHIFTS {
                let off = 2.0_f64.powi(shift);
                let poses = (0..12).map(|turn| on_lattice(&mut random, 2 * turn, off));
                group(&format!("lattice_shift2^{shift}"), poses.collect());
            }
        }
    }
    for name in ["blob", "coral", "plate", "foam"] {
        let mesh = obbtree_assets::named::by_name(name).expect("a mesh").mesh(TRIANGLES);
        let mut random = random(8500);
        for away in FROM_SUPPORT {
            let poses = (0..DIRECTIONS).map(|_| at_support(&mut random, &mesh, away)).collect();
            let name = format!("support{away:+e} {name} {name}");
            groups.push(Group { name, a: mesh.clone(), b: mesh.clone(), poses });
        }
    }
    groups
}

/// What exact arithmetic says of all pairs of triangles together.
pub fn by_referee(a: &Mesh, b: &Mesh, pose: &Pose) -> Contact {
    let here = Pose::identity();
    let mut found = Contact::Free;
    let _ = for_each_pair(&Placed::new(a, &here), &Placed::new(b, pose), |[i, j]| {
        found = Contact::Touch;
        let (of_a, of_b) = (a.triangle(i as usize), b.triangle(j as usize));
        if referee::pierce(&of_a, &here, &of_b, pose) {
            found = Contact::Proper;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Bodies with corners on a quarter lattice.
fn bodies() -> Vec<(&'static str, Mesh)> {
    let mesh = |vertices: &[[f64; 3]], triangles: &[[u32; 3]]| {
        Mesh::new(vertices.to_vec(), triangles.to_vec()).expect("a mesh")
    };
    let tet = mesh(
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    );
    let octa = mesh(
        &[
            [0.75, 0.0, 0.0],
            [-0.75, 0.0, 0.0],
            [0.0, 0.75, 0.0],
            [0.0, -0.75, 0.0],
            [0.0, 0.0, 0.75],
            [0.0, 0.0, -0.75],
        ],
        &[[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
    );
    let plate = mesh(
        &[[-0.5, -0.75, 0.0], [0.5, -0.75, 0.0], [0.5, 0.75, 0.0], [-0.5, 0.75, 0.0]],
        &[[0, 1, 2], [0, 2, 3]],
    );
    vec![("cube", cube(1.0)), ("tet", tet), ("octa", octa), ("plate", plate), ("ell", ell())]
}

/// An L-shaped prism: six corners below, six above.
fn ell() -> Mesh {
    let outline = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.5, 0.5], [0.5, 1.0], [0.0, 1.0]];
    let at = |z: f64| outline.map(|[x, y]| [x, y, z]);
    let vertices = [at(0.0), at(0.5)].concat();
    let mut triangles = Vec::new();
    for [p, q, r] in [[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]] {
        triangles.extend([[p, r, q], [p + 6, q + 6, r + 6]]);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        triangles.extend([[i, j, j + 6], [i, j + 6, i + 6]]);
    }
    Mesh::new(vertices, triangles).expect("a mesh")
}

/// One of the 24 turns, on the quarter lattice, then moved along an axis either way.
fn on_lattice(random: &mut Pcg64Mcg, turn: usize, off: f64) -> Pose {
    let mut place = Vector3::from_fn(|_, _| f64::from(random.random_range(-4..=4_i32)) * 0.25);
    place[random.random_range(0..3)] += if random.random() { off } else { -off };
    Pose::new(quarter_turns(turn), place).expect("a rotation")
}

/// The mesh placed beside itself so that a vertex is on a vertex, both the farthest in some
/// direction; then moved along the direction of an axis that leads apart.
fn at_support(random: &mut Pcg64Mcg, mesh: &Mesh, away: f64) -> Pose {
    let direction = vector(random);
    let turned = Matrix3::from_diagonal(&Vector3::new(-1.0, -1.0, 1.0));
    let farthest = |direction: Vector3<f64>| {
        let along = |v: &[f64; 3]| direction.dot(&Vector3::from(*v));
        let vertices = mesh.vertices().iter();
        Vector3::from(*vertices.max_by(|p, q| along(p).total_cmp(&along(q))).expect("a vertex"))
    };
    let (on_a, on_b) = (farthest(direction), turned * farthest(-(turned * direction)));
    let mut place = on_a - on_b;
    let k = direction.iamax();
    place[k] += away * direction[k].signum();
    Pose::new(turned, place).expect("a rotation")
}
