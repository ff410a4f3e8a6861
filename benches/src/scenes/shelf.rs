//! A shelf with things on its boards: books, tins, gears.

use nalgebra::Matrix3;
use obbtree::Mesh;
use obbtree_assets::{PINION, gear};
use obbtree_tests::shapes::random;
use rand::RngExt;

use super::patches::Patches;
use super::tubes::rod;
use super::{Coordinates, rotation_about_z};

/// Metres.
const WIDTH: f64 = 1.6;
const DEPTH: f64 = 0.35;
const HEIGHT: f64 = 2.0;
const THICKNESS: f64 = 0.02;
/// Metres: edges of triangles on the boards.
const CELL: f64 = 0.03;
const BOARDS: usize = 6;
/// Metres: free space at the ends of a board, and between a book and the next.
const MARGIN: f64 = 0.03;

/// In metres, standing on z = 0 with its back in y = `DEPTH`. Its things stand on the boards face
/// on face.
pub(super) fn shelf() -> Mesh {
    let mut patches = Patches::default();
    let mut random = random(31);
    patches.block_of([0.0, DEPTH - THICKNESS, 0.0], [WIDTH, DEPTH, HEIGHT], CELL);
    for x in [0.0, WIDTH - THICKNESS] {
        patches.block_of([x, 0.0, 0.0], [x + THICKNESS, DEPTH - THICKNESS, HEIGHT], CELL);
    }
    let between = HEIGHT / BOARDS as f64;
    for board in 0..BOARDS {
        let top = between * board as f64 + THICKNESS;
        let (low, high) =
            ([THICKNESS, 0.0, top - THICKNESS], [WIDTH - THICKNESS, DEPTH - THICKNESS, top]);
        patches.block_of(low, high, CELL);
        let mut x = THICKNESS + MARGIN;
        while x < WIDTH - 0.15 {
            x += match random.random_range(0..4) {
                0 => tin(&mut patches, x, top),
                1 => wheel(&mut patches, x, top, random.random_range(0.0..1.0)),
                _ => {
                    let wide = random.random_range(0.02..0.06);
                    let tall = random.random_range(0.15..0.25);
                    patches.block_of([x, 0.05, top], [x + wide, 0.05 + tall, top + tall], CELL);
                    wide + random.random_range(0.0..MARGIN)
                }
            };
        }
    }
    Coordinates::F32.of(&patches.finish())
}

/// Gives the length that it takes along the board.
fn tin(patches: &mut Patches, x: f64, top: f64) -> f64 {
    const RADIUS: f64 = 0.04;
    const TALL: f64 = 0.12;
    let tin = rod(RADIUS, TALL, 32, 8);
    let middle = [x + RADIUS, 0.15, top + 0.5 * TALL];
    patches.mesh(&tin, 1.0, Matrix3::identity(), middle);
    2.0 * RADIUS + MARGIN
}

/// A pinion of 36 mm, three times as large, lying.
fn wheel(patches: &mut Patches, x: f64, top: f64, angle: f64) -> f64 {
    const SCALE: f64 = 0.003;
    const RADIUS: f64 = 18.0 * SCALE;
    patches.mesh(&gear(PINION), SCALE, rotation_about_z(angle), [x + RADIUS, 0.12, top]);
    2.0 * RADIUS + MARGIN
}
