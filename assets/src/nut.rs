//! A hexagon nut M12 for the bolt, with a clearance so small that the pair tells right from wrong:
//! on its helix the nut is free at every angle, and a few degrees off it the flanks collide.

use obbtree_mesh::Mesh;

use crate::bolt::hexagon;
use crate::surface::{Facing, Surface};
use crate::thread::{DIAMETER, Thread};

/// Millimetres along the axis (ISO 4032 for M12, rounded down).
const HEIGHT: f64 = 10.0;
/// Millimetres, radial, everywhere between the threads. Along the axis it is `tan(30 degrees)` of
/// that, 0.023 mm to either side, which a turn of 4.8 degrees without advance uses up.
const CLEARANCE: f64 = 0.04;
/// In heights of the sharp triangle: where ISO 724 puts the crest of a nut's thread, H/4 within the
/// pitch cylinder.
const CREST_DEPTH: f64 = 0.25;
/// Millimetres: radius of the countersink at both faces, a little over the bolt's.
const COUNTERSINK_RADIUS: f64 = 0.5 * DIAMETER + 0.4;

/// The nut in millimetres, closed. The axis is z, its faces lie in z = 0 and z = 10. It fits the
/// bolt's thread when raised by one pitch a turn, `z = PITCH * angle / 2 pi`.
pub fn nut() -> Mesh {
    let mut surface = Surface::default();
    let thread = Thread {
        from: 0.0,
        to: HEIGHT,
        depth: CREST_DEPTH,
        offset: CLEARANCE,
        end_radius: COUNTERSINK_RADIUS,
    };
    let [lower_hole, upper_hole] = thread.build(&mut surface, true);
    let [lower, upper] = [0.0, HEIGHT].map(|z| hexagon(&mut surface, z));
    surface.strip(&lower, &upper);
    surface.annulus([0.0; 2], &lower, &lower_hole, Facing::Down);
    surface.annulus([0.0; 2], &upper, &upper_hole, Facing::Up);
    surface.mesh()
}
