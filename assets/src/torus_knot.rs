//! A round tube along a trefoil: the torus knot that runs twice around the axis and three times
//! through the hole. Its box tree has no flat or straight part to lean on.

use obbtree_mesh::Mesh;

use crate::surface::{Surface, on_circle};
use crate::vectors::{cross, unit};

/// Turns around the axis and through the hole of the torus; coprime, so that it is one knot.
const AROUND: usize = 2;
const THROUGH: usize = 3;
/// Radii in millimetres: of the torus' middle circle, of the torus, and of the tube.
const TORUS_RADIUS: f64 = 30.0;
const TORUS_TUBE_RADIUS: f64 = 12.0;
const TUBE_RADIUS: f64 = 5.0;

/// The tube in millimetres around the z axis, closed: `2 * rings * sides` triangles.
pub fn torus_knot(rings: usize, sides: usize) -> Mesh {
    assert!(rings >= 3 && sides >= 3, "a tube needs three rings and three sides");
    let mut surface = Surface::default();
    let all: Vec<Vec<u32>> = (0..rings)
        .map(|ring| {
            let (centre, normal, binormal) = frame(ring, rings);
            surface.ring((0..sides).map(|side| {
                let [cos, sin] = on_circle(side, sides);
                std::array::from_fn(|k| {
                    centre[k] + TUBE_RADIUS * (cos * normal[k] + sin * binormal[k])
                })
            }))
        })
        .collect();
    for ring in 0..rings {
        surface.strip(&all[ring], &all[(ring + 1) % rings]);
    }
    surface.mesh()
}

/// A point of the knot with the normal and binormal of Frenet's frame. The curvature of this knot
/// is zero nowhere, so the frame exists everywhere and comes back to itself.
fn frame(ring: usize, rings: usize) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let [p, q] = [AROUND as f64, THROUGH as f64];
    let [cos_p, sin_p] = on_circle(AROUND * ring, rings);
    let [cos_q, sin_q] = on_circle(THROUGH * ring, rings);
    // Distance from the axis and its first two derivatives by the angle.
    let r = TORUS_RADIUS + TORUS_TUBE_RADIUS * cos_q;
    let dr = -TORUS_TUBE_RADIUS * q * sin_q;
    let ddr = -TORUS_TUBE_RADIUS * q * q * cos_q;
    let point = [r * cos_p, r * sin_p, TORUS_TUBE_RADIUS * sin_q];
    let velocity =
        [dr * cos_p - r * p * sin_p, dr * sin_p + r * p * cos_p, TORUS_TUBE_RADIUS * q * cos_q];
    let acceleration = [
        (ddr - r * p * p) * cos_p - 2.0 * dr * p * sin_p,
        (ddr - r * p * p) * sin_p + 2.0 * dr * p * cos_p,
        -TORUS_TUBE_RADIUS * q * q * sin_q,
    ];
    let binormal = unit(cross(velocity, acceleration));
    let normal = unit(cross(binormal, velocity));
    (point, normal, binormal)
}
