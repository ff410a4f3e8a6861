//! Spur gears with involute teeth: two of one module and pressure angle roll on each other without
//! slipping and without contact elsewhere.
//!
//! The involute of the base circle leaves it at angle 0 and, where its radius is `r`, stands at the
//! polar angle `inv(a) = tan(a) - a` with `cos(a) = r_base / r` (any textbook of machine elements;
//! ISO 53 gives the proportions of the teeth). Below the base circle the flank goes straight to the
//! centre. Fillets at the roots are left out.

use obbtree_mesh::Mesh;

use crate::surface::{Facing, Surface, cos_sin, on_circle};

/// Shape of a gear. The axis is z, the gear stands on z = 0, a tooth points along +x.
#[derive(Clone, Copy, Debug)]
pub struct Gear {
    /// How many teeth.
    pub teeth: usize,
    /// Diameter of the bore in millimetres.
    pub bore: f64,
    /// Length along the axis in millimetres.
    pub width: f64,
}

/// The wheel, the larger of the two.
pub const WHEEL: Gear = Gear { teeth: 24, bore: 12.0, width: 10.0 };
/// The pinion that meshes with it.
pub const PINION: Gear = Gear { teeth: 16, bore: 8.0, width: 12.0 };
/// Distance of the two axes in millimetres: the sum of the pitch radii.
pub const CENTRE_DISTANCE: f64 = 0.5 * MODULE * (WHEEL.teeth + PINION.teeth) as f64;

/// Pitch diameter per tooth, millimetres: both gears must share it.
const MODULE: f64 = 2.0;
/// Radians; the 20 degrees of ISO 53.
const PRESSURE_ANGLE: f64 = std::f64::consts::PI / 9.0;
/// Tip circle beyond the pitch circle and root circle within it, in modules (ISO 53, profile A).
const ADDENDUM: f64 = 1.0;
const DEDENDUM: f64 = 1.25;
/// How much thinner than half the pitch each tooth is on the pitch circle, millimetres. It leaves
/// the flanks free of each other at the nominal centre distance.
const BACKLASH: f64 = 0.1;
/// Edges along one flank, one tip and one root: enough that a flank looks round.
const FLANK_EDGES: usize = 12;
const TIP_EDGES: usize = 2;
const ROOT_EDGES: usize = 3;
/// Vertices around the bore.
const BORE_EDGES: usize = 48;

/// The gear, closed, in millimetres. A tooth is a stack of trapezoids, the body a ring.
pub fn gear(shape: Gear) -> Mesh {
    let mut surface = Surface::default();
    let [lower, upper] = [0.0, shape.width].map(|z| outline(&mut surface, shape, z));
    for (face, facing) in [(&lower, Facing::Down), (&upper, Facing::Up)] {
        for tooth in face.rim.chunks_exact(TOOTH_VERTICES + ROOT_EDGES - 1) {
            fill_tooth(&mut surface, &tooth[..TOOTH_VERTICES], facing);
        }
        surface.annulus([0.0; 2], &face.body, &face.bore, facing);
    }
    surface.strip(&lower.rim, &upper.rim);
    surface.strip(&upper.bore, &lower.bore);
    surface.mesh()
}

/// Vertices of a tooth: up one flank, over the tip, down the other.
const TOOTH_VERTICES: usize = 2 * (FLANK_EDGES + 1) + TIP_EDGES - 1;

/// The rings of one end face.
struct Face {
    /// All around the teeth.
    rim: Vec<u32>,
    /// The same with every tooth cut off at its foot.
    body: Vec<u32>,
    bore: Vec<u32>,
}

fn outline(surface: &mut Surface, shape: Gear, z: f64) -> Face {
    let pitch_radius = 0.5 * MODULE * shape.teeth as f64;
    let base_radius = pitch_radius * libm::cos(PRESSURE_ANGLE);
    let tip_radius = pitch_radius + ADDENDUM * MODULE;
    let root_radius = pitch_radius - DEDENDUM * MODULE;
    // Half the angle that the tooth covers, at the pitch circle and at any other radius.
    let half_pitch = std::f64::consts::PI / shape.teeth as f64;
    let half_at_pitch = 0.5 * (half_pitch - BACKLASH / pitch_radius);
    let half_at = |radius: f64| {
        let pressure = libm::acos((base_radius / radius).min(1.0));
        half_at_pitch + involute(PRESSURE_ANGLE) - involute(pressure)
    };
    let flank = |step: usize| {
        // The first edge is the straight one from the root to the base circle, if there is one.
        let start = root_radius.max(base_radius);
        let radius = if step == 0 {
            root_radius
        } else {
            start + (tip_radius - start) * (step - 1) as f64 / (FLANK_EDGES - 1) as f64
        };
        (radius, half_at(radius))
    };
    let mut face = Face { rim: vec![], body: vec![], bore: vec![] };
    for tooth in 0..shape.teeth {
        let middle = 2.0 * half_pitch * tooth as f64;
        let mut at = |radius: f64, angle: f64| {
            let [cos, sin] = cos_sin(middle + angle);
            surface.vertex([radius * cos, radius * sin, z])
        };
        let first = face.rim.len();
        face.rim.extend((0..=FLANK_EDGES).map(|step| {
            let (radius, half) = flank(step);
            at(radius, -half)
        }));
        let half = half_at(tip_radius);
        face.rim.extend(
            (1..TIP_EDGES)
                .map(|i| at(tip_radius, half * (2.0 * i as f64 / TIP_EDGES as f64 - 1.0))),
        );
        face.rim.extend((0..=FLANK_EDGES).rev().map(|step| {
            let (radius, half) = flank(step);
            at(radius, half)
        }));
        face.body.extend([face.rim[first], face.rim[face.rim.len() - 1]]);
        let foot = half_at(root_radius);
        for i in 1..ROOT_EDGES {
            let gap = 2.0 * (half_pitch - foot);
            let vertex = at(root_radius, foot + gap * i as f64 / ROOT_EDGES as f64);
            face.rim.push(vertex);
            face.body.push(vertex);
        }
    }
    face.bore = surface.ring((0..BORE_EDGES).map(|i| {
        let [cos, sin] = on_circle(i, BORE_EDGES);
        [0.5 * shape.bore * cos, 0.5 * shape.bore * sin, z]
    }));
    face
}

fn fill_tooth(surface: &mut Surface, tooth: &[u32], facing: Facing) {
    let last = tooth.len() - 1;
    for i in 0..last / 2 {
        let [right, left] = [i, last - i];
        surface.facing([tooth[right], tooth[right + 1], tooth[left]], facing);
        surface.facing([tooth[right + 1], tooth[left - 1], tooth[left]], facing);
    }
}

/// The involute function of an angle in radians.
fn involute(angle: f64) -> f64 {
    libm::tan(angle) - angle
}
