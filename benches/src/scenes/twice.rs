//! The same mesh twice: in one place, and moved by next to nothing.

use obbtree::Mesh;
use obbtree_assets::torus_knot;
use obbtree_tests::shapes::{pose, random, scaled, vector};

use super::figure::{blob, figure};
use super::patches::size;
use super::{Coordinates, Family, Pair, Part, Poses, Scene, Set, b_at, shift};

/// How far the second one is moved, as a share of its size.
const MOVED: f64 = 1e-7;
const POSES: usize = 4;

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |name: &'static str, make: fn() -> Mesh| {
        Scene::new(Family::Twice, format!("{name} twice"), move || pair(name, make()))
            .quick(name == "knot")
    };
    vec![
        scene("knot", || of_size_1(&torus_knot(216, 36))),
        scene("figure", || of_size_1(&figure(100, 100))),
        scene("blob in f32", || of_size_1(&blob(5))),
        scene("blob in f64", || blob(5)),
    ]
}

fn of_size_1(mesh: &Mesh) -> Mesh {
    Coordinates::F32.of(&scaled(mesh, 1.0 / size(mesh)))
}

fn pair(name: &str, mesh: Mesh) -> Pair {
    let mut random = random(23);
    let moved = MOVED * size(&mesh);
    let moved = b_at((0..POSES).map(|_| {
        let to = vector(&mut random).normalize() * moved;
        shift(to.x, to.y, to.z)
    }));
    let identical = b_at([shift(0.0, 0.0, 0.0)]);
    let rotated: Vec<Poses> = (0..POSES).map(|_| [pose(&mut random, 1.0); 2]).collect();
    let set = |name: &str, poses, meets| Set { name: name.to_owned(), poses, meets };
    let sets = vec![
        set("in one place", identical, Some(true)),
        set("in one place, both rotated", rotated, Some(true)),
        set("moved by 1e-7", moved, Some(true)),
    ];
    let part = || Part { name: name.replace(' ', "-"), mesh: mesh.clone() };
    Pair { a: part(), b: part(), sets }
}
