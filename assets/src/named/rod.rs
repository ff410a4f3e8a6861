//! A threaded rod M12, as sold by the metre: the bolt's thread all along, flat at both ends.

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface};
use crate::thread::{COLUMNS, PITCH, Thread};

/// In heights of the sharp triangle, and millimetres: root and ends as the bolt's.
const ROOT_DEPTH: f64 = 1.0 / 3.0;
const END_RADIUS: f64 = 4.8;
/// Quads of the profile in a pitch.
const CORNERS: usize = 4;

/// In millimetres around the z axis, from z = 0 upwards.
pub(super) fn rod(triangles: usize) -> Mesh {
    let pitches = (triangles as f64 / (2 * CORNERS * COLUMNS) as f64).round().max(2.0);
    let length = PITCH * pitches;
    let mut surface = Surface::default();
    let thread =
        Thread { from: 0.0, to: length, depth: ROOT_DEPTH, offset: 0.0, end_radius: END_RADIUS };
    let [lower, upper] = thread.build(&mut surface, false);
    surface.disc([0.0; 3], &lower, Facing::Down);
    surface.disc([0.0, 0.0, length], &upper, Facing::Up);
    surface.mesh()
}
