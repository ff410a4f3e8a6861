//! A lid on a slab, face on face: grids aligned or not, at rest or a hair above.

use nalgebra::Vector3;
use obbtree::Mesh;

use super::patches::Patches;
use super::{
    Coordinates, DEGREES, Family, Pair, Part, Poses, Scene, Set, b_at, carried, pose,
    rotation_about_z, shift, tilt,
};

/// The slab is about 1 wide, the lid a little more than half; both are this thick.
const THICKNESS: f64 = 0.1;
/// Cells along a side: 19,600 and 6,400 triangles.
const SLAB: usize = 70;
const LID: usize = 40;
/// Cells by which the lid stands off the slab's corner, pose by pose.
const OFFSETS: [[usize; 2]; 6] = [[0, 0], [3, 7], [15, 15], [29, 0], [11, 23], [30, 30]];
/// Heights of the lid over the slab.
const GAPS: [f64; 8] = [0.0, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];
/// Those at which the bodies are rotated, too, or have sides.
const FEWER_GAPS: [f64; 4] = [0.0, 1e-4, 1e-5, 1e-7];

/// Are there sides between the upper and the lower face?
#[derive(Clone, Copy, PartialEq)]
enum Sides {
    /// Two sheets: a box around them stands upright exactly, and FCL parts slabs at any gap at
    /// once.
    Open,
    /// One cell high. They tilt FCL's boxes a little.
    Closed,
}

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(name, coordinates, sides): (&str, Coordinates, Sides)| {
        let name = format!("{name}, {}", coordinates.name());
        Scene::new(Family::Rest, name, move || pair(coordinates, sides))
            .quick(sides == Sides::Closed)
    };
    let cases = [
        ("slab and lid", Coordinates::F32, Sides::Open),
        ("slab and lid", Coordinates::F64, Sides::Open),
        ("closed slab and lid", Coordinates::F32, Sides::Closed),
    ];
    cases.map(scene).into()
}

fn pair(coordinates: Coordinates, sides: Sides) -> Pair {
    // Cells of f32 numbers are a power of two wide, so that vertices moved by whole cells coincide.
    let cell = match coordinates {
        Coordinates::F32 => 1.0 / 64.0,
        Coordinates::F64 => 1.0 / SLAB as f64,
    };
    let [slab, lid] = [SLAB, LID].map(|cells| plate(cells, cell, coordinates, sides));
    let up = slab.vertices().iter().map(|v| v[2]).fold(0.0, f64::max);
    let lifted = |gap: f64| -> Vec<Poses> {
        // Twice half the thickness as it was rounded: at a gap of 0 the faces lie in one plane.
        let at = |[x, y]: [usize; 2]| shift(cell * x as f64, cell * y as f64, 2.0 * up + gap);
        b_at(OFFSETS.map(at))
    };
    let spun = |gap: f64| -> Vec<Poses> {
        let at = |[x, y]: [usize; 2]| {
            let to = Vector3::new(cell * x as f64, cell * y as f64, 2.0 * up + gap);
            pose(rotation_about_z(DEGREES.to_radians()), to)
        };
        b_at(OFFSETS.map(at))
    };
    let name = |how: &str, gap: f64| {
        if gap == 0.0 { format!("{how}, gap 0") } else { format!("{how}, gap {gap:e}") }
    };
    let meets = |gap: f64| Some(gap == 0.0);
    let mut sets = Vec::new();
    let gaps = if sides == Sides::Open { &GAPS[..] } else { &FEWER_GAPS };
    for &gap in gaps {
        sets.push(Set { name: name("aligned", gap), poses: lifted(gap), meets: meets(gap) });
    }
    for gap in FEWER_GAPS {
        let poses = spun(gap);
        sets.push(Set { name: name("lid rotated by 11 degrees", gap), poses, meets: meets(gap) });
    }
    for gap in FEWER_GAPS {
        let poses = carried(tilt(), &lifted(gap));
        // Carried along, bodies that touch move by an ulp, apart or into each other.
        let meets = (gap > 0.0).then_some(false);
        sets.push(Set { name: name("both rotated by 11 degrees", gap), poses, meets });
    }
    let kind = coordinates.name();
    let closed = if sides == Sides::Closed { "closed-" } else { "" };
    Pair {
        a: Part { name: format!("{closed}slab-{kind}"), mesh: slab },
        b: Part { name: format!("{closed}lid-{kind}"), mesh: lid },
        sets,
    }
}

/// A square plate, its middle at height 0, a corner of it over the origin.
fn plate(cells: usize, cell: f64, coordinates: Coordinates, sides: Sides) -> Mesh {
    let mut patches = Patches::default();
    let (side, half) = (cell * cells as f64, 0.5 * THICKNESS);
    match sides {
        Sides::Closed => {
            let corners = [Vector3::new(0.0, 0.0, -half), Vector3::new(side, side, half)];
            patches.block(corners[0], corners[1], [cells, cells, 1]);
        }
        Sides::Open => {
            let at = |i: usize, j: usize, z: f64| Vector3::new(cell * i as f64, cell * j as f64, z);
            patches.grid(cells, cells, |i, j| at(i, j, half));
            patches.grid(cells, cells, |i, j| at(j, i, -half));
        }
    }
    coordinates.of(&patches.finish())
}

/// A plate of cells a 64th wide, for what stands on it, its upper face in z = 0.
pub(super) fn table(cells: usize, thickness: f64) -> Mesh {
    let mut patches = Patches::default();
    let half = 0.5 * cells as f64 / 64.0;
    let corners = [Vector3::new(-half, -half, -thickness), Vector3::new(half, half, 0.0)];
    patches.block(corners[0], corners[1], [cells, cells, 1]);
    Coordinates::F32.of(&patches.finish())
}
