//! A wall with a rectangular hole: the obstacle of the planning example.

use obbtree_mesh::Mesh;

use crate::surface::Surface;

/// Metres along x.
pub const THICKNESS: f64 = 0.2;
/// Metres along y: too narrow for the L-shaped piece at any angle that stays the same, wide enough
/// for it to turn around its elbow.
pub const HOLE_WIDTH: f64 = 0.58;
/// Metres along z: 0.03 m of air above and below the piece.
pub(crate) const HOLE_HEIGHT: f64 = 0.36;
/// Metres along y and z.
pub(crate) const SIDE: f64 = 2.0;

/// The wall in metres, closed. It stands across the x axis with the hole around the origin.
pub fn wall() -> Mesh {
    let mut surface = Surface::default();
    // Counter-clockwise seen from +x.
    let mut rectangle = |x: f64, width: f64, height: f64| {
        let corner = |[y, z]: [f64; 2]| [x, 0.5 * width * y, 0.5 * height * z];
        surface.ring([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner))
    };
    let [back, front] = [-0.5 * THICKNESS, 0.5 * THICKNESS];
    let back = [rectangle(back, SIDE, SIDE), rectangle(back, HOLE_WIDTH, HOLE_HEIGHT)];
    let front = [rectangle(front, SIDE, SIDE), rectangle(front, HOLE_WIDTH, HOLE_HEIGHT)];
    surface.strip(&back[0], &front[0]);
    surface.strip(&front[0], &front[1]);
    surface.strip(&front[1], &back[1]);
    surface.strip(&back[1], &back[0]);
    surface.mesh()
}
