//! A furnished room: walls, a table with chairs, the shelf, lamps.

use nalgebra::{Matrix3, Rotation3, Vector3};
use obbtree::Mesh;
use obbtree_tests::shapes::sphere;

use super::patches::Patches;
use super::{Coordinates, rotation_about_z, shelf};

/// Metres: length, width, height.
const ROOM: [f64; 3] = [6.0, 5.0, 2.6];
const WALL: f64 = 0.1;
/// Metres: edges of triangles on walls, and on furniture.
const WALL_CELL: f64 = 0.12;
const CELL: f64 = 0.04;

/// In metres, a corner of its floor at the origin; open to one side.
pub(super) fn room() -> Mesh {
    let mut patches = Patches::default();
    let [x, y, z] = ROOM;
    patches.block_of([0.0, 0.0, -WALL], [x, y, 0.0], WALL_CELL);
    patches.block_of([0.0, -WALL, 0.0], [x, 0.0, z], WALL_CELL);
    patches.block_of([0.0, y, 0.0], [x, y + WALL, z], WALL_CELL);
    patches.block_of([-WALL, 0.0, 0.0], [0.0, y, z], WALL_CELL);
    patches.block_of([0.0, 0.0, z], [x, y, z + WALL], WALL_CELL);

    patches.mesh(
        &on_legs([1.8, 0.9, 0.75], 0.03, 0.06),
        1.0,
        rotation_about_z(0.2),
        [2.2, 1.6, 0.0],
    );
    for (i, angle) in [0.3, 1.7, 3.4, 4.9].into_iter().enumerate() {
        let at = [1.4 + 0.9 * i as f64, 0.8 + 2.2 * (i % 2) as f64, 0.0];
        patches.mesh(&chair(), 1.0, rotation_about_z(angle), at);
    }
    patches.mesh(&shelf::shelf(), 1.0, rotation_about_z(0.0), [0.4, y - 0.36, 0.0]);
    for (i, at) in [[2.0, 2.0, 1.9], [4.0, 3.0, 2.1]].into_iter().enumerate() {
        let tip = Rotation3::new(Vector3::new(0.3, 0.5, i as f64)).into_inner();
        patches.mesh(&sphere(3, 0.2), 1.0, tip, at);
        patches.mesh(&sphere(2, 0.06), 1.0, Matrix3::identity(), at);
    }
    Coordinates::F32.of(&patches.finish())
}

/// A board on four legs, from the origin on.
fn on_legs([x, y, z]: [f64; 3], board: f64, leg: f64) -> Mesh {
    let mut patches = Patches::default();
    patches.block_of([0.0, 0.0, z - board], [x, y, z], CELL);
    for [low_x, low_y] in [[0.0, 0.0], [x - leg, 0.0], [0.0, y - leg], [x - leg, y - leg]] {
        patches.block_of([low_x, low_y, 0.0], [low_x + leg, low_y + leg, z - board], CELL);
    }
    patches.finish()
}

fn chair() -> Mesh {
    let mut patches = Patches::default();
    patches.mesh(&on_legs([0.45, 0.45, 0.46], 0.03, 0.04), 1.0, Matrix3::identity(), [0.0; 3]);
    for x in [0.0, 0.1, 0.2, 0.3, 0.41] {
        patches.block_of([x, 0.0, 0.46], [x + 0.04, 0.04, 0.9], CELL);
    }
    patches.block_of([0.0, 0.0, 0.9], [0.45, 0.04, 0.96], CELL);
    patches.finish()
}
