//! Blocks that stand on a table, one alone or many as one body.

use nalgebra::{Matrix3, Vector3};
use obbtree::Mesh;
use obbtree_tests::shapes::random;
use rand::RngExt;

use super::patches::Patches;
use super::plates::table;
use super::{
    Coordinates, Family, Pair, Part, Poses, Scene, Set, b_at, carried, pose, rotation_about_z, tilt,
};

/// Cells along a side of the table, 64 of which are 1 long.
const TABLE: usize = 64;
const TABLE_THICKNESS: f64 = 0.05;
/// Sides of a block, in eighths of which its cells are.
const BLOCK: [f64; 3] = [0.1, 0.15, 0.2];
const CELLS: usize = 8;
/// Blocks in a row of the many, and how far apart they stand.
const ROW: usize = 4;
const APART: f64 = 0.2;
/// Where blocks stand, at most so far from the table's middle.
const REACH: f64 = 0.35;
const POSES: usize = 20;
/// Poses of the many blocks, which cost more.
const POSES_OF_MANY: usize = 6;
/// How high blocks hover that do not stand.
const HOVER: f64 = 1e-6;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new(Family::Rest, "block on a table", || {
            pair("block", block(), poses(REACH, POSES))
        })
        .quick(true),
        Scene::new(Family::Rest, "16 blocks on a table", || {
            pair("blocks", many(), poses(0.0, POSES_OF_MANY))
        }),
    ]
}

fn pair(name: &str, mesh: Mesh, at: impl Fn(f64) -> Vec<Poses>) -> Pair {
    let set = |name: &str, poses, meets| Set { name: name.to_owned(), poses, meets };
    let sets = vec![
        set("standing", at(0.0), Some(true)),
        set("1e-6 above", at(HOVER), Some(false)),
        set("standing, both rotated by 11 degrees", carried(tilt(), &at(0.0)), None),
    ];
    let table = Part { name: "table".to_owned(), mesh: table(TABLE, TABLE_THICKNESS) };
    Pair { a: table, b: Part { name: name.to_owned(), mesh }, sets }
}

/// Rotated about the vertical anyhow, at the given height.
fn poses(reach: f64, count: usize) -> impl Fn(f64) -> Vec<Poses> {
    move |height| {
        let mut random = random(11);
        b_at((0..count).map(|_| {
            let rotation = rotation_about_z(random.random_range(0.0..std::f64::consts::TAU));
            let mut to = || reach * random.random_range(-1.0..=1.0);
            pose(rotation, Vector3::new(to(), to(), height))
        }))
    }
}

/// Stands on z = 0.
fn block() -> Mesh {
    let mut patches = Patches::default();
    let [x, y, z] = BLOCK;
    let corners = [Vector3::new(-0.5 * x, -0.5 * y, 0.0), Vector3::new(0.5 * x, 0.5 * y, z)];
    patches.block(corners[0], corners[1], [CELLS; 3]);
    Coordinates::F32.of(&patches.finish())
}

fn many() -> Mesh {
    let mut patches = Patches::default();
    let at = |i: usize| APART * (i as f64 - 0.5 * (ROW - 1) as f64);
    for i in 0..ROW * ROW {
        let to = [at(i % ROW), at(i / ROW), 0.0];
        patches.mesh(&block(), 1.0, Matrix3::identity(), to);
    }
    Coordinates::F32.of(&patches.finish())
}
