//! An L-shaped piece that passes through the wall's hole only when it is turned on the way, like a
//! sofa around a corner.

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface, cos_sin};

/// Metres: length of both legs, measured along their outer sides, and their square section.
const LEG: f64 = 1.0;
const SECTION: f64 = 0.3;

/// The outline in the xy plane, counter-clockwise: the outer corner of the elbow in the origin, the
/// legs along +x and +y.
const OUTLINE: [[f64; 2]; 6] =
    [[0.0, 0.0], [LEG, 0.0], [LEG, SECTION], [SECTION, SECTION], [SECTION, LEG], [0.0, LEG]];

/// The piece in metres, closed: 0.15 m to either side of the plane z = 0.
pub fn l_piece() -> Mesh {
    let mut surface = Surface::default();
    let [lower, upper] =
        [-0.5 * SECTION, 0.5 * SECTION].map(|z| surface.ring(OUTLINE.map(|[x, y]| [x, y, z])));
    surface.strip(&lower, &upper);
    for (face, facing) in [(lower, Facing::Down), (upper, Facing::Up)] {
        // Both legs, cut along the line from the outer to the inner corner of the elbow.
        for corners in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
            surface.facing(corners.map(|i: usize| face[i]), facing);
        }
    }
    surface.mesh()
}

/// What the piece, turned by `angle` radians about z and moved by `x` metres, has between two
/// planes across the x axis at `-half` and `half`: the least and largest y in metres, or nothing.
///
/// If it is wider than a hole for some `x` at one angle, then the piece cannot be pushed through
/// the hole at that angle.
pub fn section(angle: f64, x: f64, half: f64) -> Option<[f64; 2]> {
    let [cos, sin] = cos_sin(angle);
    let turned = OUTLINE.map(|[u, v]| [cos * u - sin * v + x, sin * u + cos * v]);
    let mut range: Option<[f64; 2]> = None;
    for i in 0..turned.len() {
        let [p, q] = [turned[i], turned[(i + 1) % turned.len()]];
        // The part of the edge from p to q that lies between the planes.
        let [mut from, mut to] = [0.0_f64, 1.0_f64];
        let run = q[0] - p[0];
        if run == 0.0 {
            if p[0].abs() > half {
                continue;
            }
        } else {
            let [s, t] = [(-half - p[0]) / run, (half - p[0]) / run];
            (from, to) = (from.max(s.min(t)), to.min(s.max(t)));
            if from > to {
                continue;
            }
        }
        for part in [from, to] {
            let y = p[1] + part * (q[1] - p[1]);
            range = Some(range.map_or([y, y], |[low, high]| [low.min(y), high.max(y)]));
        }
    }
    range
}
