//! A hexagon bolt M12 x 20, threaded up to a relief groove under the head.

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface};
use crate::thread::{COLUMNS, Thread};

/// Millimetres: width across flats and height of the head (ISO 4017 for M12).
pub(crate) const ACROSS_FLATS: f64 = 18.0;
const HEAD_HEIGHT: f64 = 7.5;
/// Millimetres: from the head to the tip, and how much of it next to the head has no thread.
const LENGTH: f64 = 20.0;
const RELIEF: f64 = 1.5;
/// Millimetres: radius of the relief groove and of the tip's flat end, below the root of the thread
/// (4.93 mm).
const RELIEF_RADIUS: f64 = 4.8;
/// In heights of the sharp triangle: where ISO 724 puts the root of a bolt's thread, H/3 within the
/// pitch cylinder.
const ROOT_DEPTH: f64 = 1.0 / 3.0;
/// Millimetres: how far below its outer face the head's corners are turned off.
const HEAD_CHAMFER: f64 = 0.6;

/// The bolt in millimetres, closed. The axis is z, the head's underside lies in z = 0, the tip
/// points along +z.
pub fn bolt() -> Mesh {
    let mut surface = Surface::default();
    let thread = Thread {
        from: RELIEF,
        to: LENGTH,
        depth: ROOT_DEPTH,
        offset: 0.0,
        end_radius: RELIEF_RADIUS,
    };
    let [relief_end, tip] = thread.build(&mut surface, false);
    surface.disc([0.0, 0.0, LENGTH], &tip, Facing::Up);

    let relief_start = surface.circle([0.0; 2], RELIEF_RADIUS, 0.0, COLUMNS);
    surface.strip(&relief_start, &relief_end);
    let under = hexagon(&mut surface, 0.0);
    surface.annulus([0.0; 2], &under, &relief_start, Facing::Up);
    let over = hexagon(&mut surface, HEAD_CHAMFER - HEAD_HEIGHT);
    surface.strip(&over, &under);
    let end = surface.circle([0.0; 2], 0.47 * ACROSS_FLATS, -HEAD_HEIGHT, COLUMNS);
    surface.annulus([0.0; 2], &over, &end, Facing::Down);
    surface.disc([0.0, 0.0, -HEAD_HEIGHT], &end, Facing::Down);
    surface.mesh()
}

/// The six corners of head or nut at a height, a corner along +x.
pub(crate) fn hexagon(surface: &mut Surface, z: f64) -> Vec<u32> {
    surface.circle([0.0; 2], ACROSS_FLATS / 3.0_f64.sqrt(), z, 6)
}
