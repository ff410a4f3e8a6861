//! A link of a robot arm: two flanged, bored cylinders on a flat arm, one for the joint at each
//! end, looking to opposite sides.

use std::f64::consts::PI;

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface, cos_sin};

/// Metres, as in robot descriptions: distance of the two joint axes.
const LENGTH: f64 = 0.3;
/// Metres: half the width and half the thickness of the arm, radius of its round ends.
const HALF_WIDTH: f64 = 0.025;
const HALF_THICKNESS: f64 = 0.01;
const END_RADIUS: f64 = 0.045;
/// Metres: radii of bore, cylinder and flange.
const BORE_RADIUS: f64 = 0.018;
const CYLINDER_RADIUS: f64 = 0.032;
const FLANGE_RADIUS: f64 = 0.042;
/// Metres above the middle of the arm: where the flange begins and where it ends.
const FLANGE_FROM: f64 = 0.052;
const FLANGE_TO: f64 = 0.06;
/// Vertices around a circle, edges along a round end.
const CIRCLE: usize = 48;
const END_EDGES: usize = 30;

/// The link in metres, closed. The first joint's axis is z, its flange above; the second joint is
/// 0.3 m along +x, its flange below.
pub fn link() -> Mesh {
    let mut surface = Surface::default();
    let upwards = [
        (CYLINDER_RADIUS, HALF_THICKNESS),
        (CYLINDER_RADIUS, FLANGE_FROM),
        (FLANGE_RADIUS, FLANGE_FROM),
        (FLANGE_RADIUS, FLANGE_TO),
        (BORE_RADIUS, FLANGE_TO),
        (BORE_RADIUS, -HALF_THICKNESS),
    ];
    let mut downwards = upwards.map(|(radius, z)| (radius, -z));
    downwards.reverse();
    half(&mut surface, |[x, y]| [x, y], [0.0, 0.0], &upwards);
    half(&mut surface, |[x, y]| [LENGTH - x, -y], [LENGTH, 0.0], &downwards);
    surface.mesh()
}

/// The arm up to its middle, and the cylinder as rings from its upper to its lower face. `place`
/// takes the half around the origin to where it belongs.
fn half(
    surface: &mut Surface,
    place: impl Fn([f64; 2]) -> [f64; 2],
    centre: [f64; 2],
    profile: &[(f64, f64)],
) {
    let at_arm = libm::asin(HALF_WIDTH / END_RADIUS);
    let mut outline: Vec<[f64; 2]> = (0..=END_EDGES)
        .map(|i| at_arm + 2.0 * (PI - at_arm) * i as f64 / END_EDGES as f64)
        .map(|angle| cos_sin(angle).map(|x| END_RADIUS * x))
        .collect();
    outline.extend([[0.5 * LENGTH, -HALF_WIDTH], [0.5 * LENGTH, HALF_WIDTH]]);
    let [lower, upper] = [-HALF_THICKNESS, HALF_THICKNESS].map(|z| {
        surface.ring(outline.iter().map(|&p| {
            let [x, y] = place(p);
            [x, y, z]
        }))
    });
    // The edge across the middle of the arm has no side face: the other half goes on there.
    let middle = outline.len() - 2;
    for i in (0..outline.len()).filter(|&i| i != middle) {
        let j = (i + 1) % outline.len();
        surface.quad(lower[i], lower[j], upper[j], upper[i]);
    }
    let rings: Vec<Vec<u32>> =
        profile.iter().map(|&(radius, z)| surface.circle(centre, radius, z, CIRCLE)).collect();
    surface.annulus(centre, &upper, &rings[0], Facing::Up);
    for pair in rings.windows(2) {
        surface.strip(&pair[0], &pair[1]);
    }
    surface.annulus(centre, &lower, &rings[rings.len() - 1], Facing::Down);
}
