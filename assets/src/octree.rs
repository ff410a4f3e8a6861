//! The wall with the hole as an octree of OctoMap, as a robot maps it that has looked around.

use crate::wall::{HOLE_HEIGHT, HOLE_WIDTH, SIDE, THICKNESS};

/// The side of a cell in metres.
const CELL: f64 = 0.05;
/// The octree is a cube of 2^16 cells a side around the origin.
const DEPTH: u32 = 16;
/// So many cells along each axis from the origin are seen.
const SEEN: i32 = 32;

/// What is known of a cube.
#[derive(PartialEq)]
enum Cube {
    Nothing,
    Free,
    Occupied,
    /// That of its eight parts: the bytes of the node.
    Parts(Vec<u8>, usize),
}

/// A binary OctoMap: cells that the wall reaches into are occupied, the others free up to 1.6 m
/// from the origin along each axis, and nothing is known beyond.
pub(crate) fn bt_bytes() -> Vec<u8> {
    let Cube::Parts(bytes, nodes) = known([-1 << (DEPTH - 1); 3], 1 << DEPTH) else {
        unreachable!("the wall is smaller than the whole")
    };
    let header = format!(
        "# Octomap OcTree binary file\n# obbtree: the wall as cells that it reaches into, m\n\
         id OcTree\nsize {}\nres {CELL}\ndata\n",
        nodes + 1
    );
    [header.into_bytes(), bytes].concat()
}

/// A cube by its lowest cell and its side in cells.
fn known(cell: [i32; 3], size: i32) -> Cube {
    if cell.iter().any(|&c| c >= SEEN || c + size <= -SEEN) {
        return Cube::Nothing;
    }
    if size == 1 {
        return if is_in_wall(cell) { Cube::Occupied } else { Cube::Free };
    }
    let half = size / 2;
    let part =
        |n: usize| known([0, 1, 2].map(|k| cell[k] + if n >> k & 1 == 1 { half } else { 0 }), half);
    let parts = [0, 1, 2, 3, 4, 5, 6, 7].map(part);
    // Eight equal leaves are one.
    for whole in [Cube::Free, Cube::Occupied] {
        if parts.iter().all(|part| *part == whole) {
            return whole;
        }
    }
    let (mut bits, mut bytes, mut nodes) = (0_u16, Vec::new(), 0);
    for (n, part) in parts.iter().enumerate() {
        let two = match part {
            Cube::Nothing => 0,
            Cube::Free => 1,
            Cube::Occupied => 2,
            Cube::Parts(of_part, count) => {
                bytes.extend(of_part);
                nodes += count;
                3
            }
        };
        nodes += usize::from(two != 0);
        bits |= two << (2 * n);
    }
    bytes.splice(0..0, bits.to_le_bytes());
    Cube::Parts(bytes, nodes)
}

/// Does the wall reach into a cell?
fn is_in_wall(cell: [i32; 3]) -> bool {
    let ends = cell.map(|c| [f64::from(c) * CELL, f64::from(c + 1) * CELL]);
    // Numbers of the grid are rounded: none is off by so much.
    let is_within =
        |[low, high]: [f64; 2], side: f64| low >= -0.5 * side - 1e-9 && high <= 0.5 * side + 1e-9;
    let [x, y, z] = ends;
    let is_whole = is_within(x, THICKNESS) && is_within(y, SIDE) && is_within(z, SIDE);
    is_whole && !(is_within(y, HOLE_WIDTH) && is_within(z, HOLE_HEIGHT))
}
