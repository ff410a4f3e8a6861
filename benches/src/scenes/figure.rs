//! Bodies without a flat or straight place: a sphere with limbs and ripples pulled out of it along
//! its radii.

use nalgebra::Vector3;
use obbtree::Mesh;
use obbtree_tests::shapes::{bend, sphere};

use super::patches::Patches;

/// Radii of head, arms and legs beyond the trunk's, each with its direction.
const LIMBS: [(f64, [f64; 3]); 5] = [
    (0.9, [0.0, 0.1, 1.0]),
    (1.6, [1.0, 0.2, 0.45]),
    (1.5, [-1.0, 0.3, 0.35]),
    (2.0, [0.35, 0.0, -1.0]),
    (2.1, [-0.4, 0.1, -1.0]),
];
/// How fast a limb falls off with the angle from its direction: half its height at 14 degrees.
const SHARPNESS: f64 = 24.0;
/// Ripples: height as a share of the radius, and waves along x, y, z.
const RIPPLES: [(f64, [f64; 3]); 3] =
    [(0.04, [9.0, 4.0, 2.0]), (0.03, [-3.0, 8.0, 11.0]), (0.015, [17.0, -13.0, 19.0])];

/// Trunk, head, arms and legs, about 5 units tall: `2 * columns * (rows - 1)` triangles, poles at
/// its sides.
pub(super) fn figure(columns: usize, rows: usize) -> Mesh {
    let mut patches = Patches::default();
    let place = |column: usize, row: usize| {
        let around = std::f64::consts::TAU * (column % columns) as f64 / columns as f64;
        let polar = std::f64::consts::PI * row as f64 / rows as f64;
        let ring = if row == rows { 0.0 } else { libm::sin(polar) };
        // The poles lie along y, where no limb is.
        let direction =
            Vector3::new(ring * libm::cos(around), libm::cos(polar), -ring * libm::sin(around));
        direction * limbed(&direction) * rippled(&direction)
    };
    patches.grid(columns, rows, place);
    super::Coordinates::F32.of(&patches.finish())
}

/// A rippled sphere of radius about 1, `20 * 4^level` triangles, with all bits of `f64`.
pub(super) fn blob(level: u32) -> Mesh {
    let sphere = sphere(level, 1.0);
    let push = |v: [f64; 3]| {
        let direction = Vector3::from(v);
        <[f64; 3]>::from(direction * rippled(&direction) * (1.0 + 0.3 * v[0] * v[1]))
    };
    bend(&sphere, push)
}

fn limbed(direction: &Vector3<f64>) -> f64 {
    let limb = |&(height, towards): &(f64, [f64; 3])| {
        let cosine = Vector3::from(towards).normalize().dot(direction);
        height * libm::exp(SHARPNESS * (cosine - 1.0))
    };
    1.0 + LIMBS.iter().map(limb).sum::<f64>()
}

fn rippled(direction: &Vector3<f64>) -> f64 {
    let ripple = |&(height, waves): &(f64, [f64; 3])| {
        height * libm::sin(Vector3::from(waves).dot(direction))
    };
    1.0 + RIPPLES.iter().map(ripple).sum::<f64>()
}
