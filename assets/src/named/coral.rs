//! A trunk with branches of branches, in one skin: round sticks that run smoothly into each
//! other, as the surface of a function of space.

use obbtree_mesh::Mesh;

use super::marching::march;
use crate::noise::random_vector;
use crate::surface::Surface;
use crate::vectors::{along, cross, dot, unit};

/// Radius of the trunk; each branch has a share of its parent's length and radius.
const RADIUS: f64 = 0.26;
const SHORTER: f64 = 0.72;
const THINNER: f64 = 0.66;
/// Branches of each branch, and how often they branch.
const CHILDREN: u32 = 3;
const LEVELS: u32 = 3;
/// How far a branch leans away from its parent.
const LEAN: f64 = 0.85;
/// Sticks run into each other within this length.
const BLEND: f64 = 0.05;
/// The cube that holds all of it.
const LOW: [f64; 3] = [-1.9, -1.9, -0.5];
const SIDE: f64 = 3.8;
/// Triangles for each square of the number of cubes along a side, about. It is corrected at most
/// this often, until the wanted number is met within a share of it.
const TRIANGLES: f64 = 6.0;
const TRIES: usize = 4;
const NEAR: f64 = 0.1;
const SEED: u32 = 5;

/// A stick from one place to another, thinner towards its end.
struct Stick {
    from: [f64; 3],
    to: [f64; 3],
    radii: [f64; 2],
}

/// About 3 units tall, the root at the origin.
pub(super) fn coral(triangles: usize) -> Mesh {
    let mut sticks = Vec::new();
    grow(&mut sticks, [0.0; 3], [0.0, 0.0, 1.0], 1.0, RADIUS, LEVELS);
    let mut cubes = (triangles as f64 / TRIANGLES).sqrt().round();
    for _ in 0..TRIES {
        let found = skin(&sticks, cubes as usize).triangles().len() as f64 / triangles as f64;
        if (found - 1.0).abs() < NEAR {
            break;
        }
        cubes = (cubes / found.sqrt()).round();
    }
    skin(&sticks, cubes as usize)
}

fn skin(sticks: &[Stick], cubes: usize) -> Mesh {
    let mut surface = Surface::default();
    march(&mut surface, LOW, SIDE / cubes as f64, cubes, |place| {
        sticks.iter().map(|stick| stick.distance(place)).fold(SIDE, blended)
    });
    surface.mesh()
}

fn grow(
    sticks: &mut Vec<Stick>,
    from: [f64; 3],
    direction: [f64; 3],
    length: f64,
    radius: f64,
    levels: u32,
) {
    let to = along(from, length, direction);
    let number = sticks.len() as u32;
    sticks.push(Stick { from, to, radii: [radius, radius * THINNER] });
    if levels == 0 {
        return;
    }
    // Leaning to three sides, a third of a turn apart: across, and half of it back.
    let across = unit(cross(direction, random_vector([SEED, number])));
    let other = cross(direction, across);
    for child in 0..CHILDREN {
        let (x, y) = [(1.0, 0.0), (-0.5, 0.866), (-0.5, -0.866)][child as usize];
        let lean = along(across.map(|a| a * x), y, other);
        let direction = unit(along(direction, LEAN, lean));
        grow(sticks, to, direction, length * SHORTER, radius * THINNER, levels - 1);
    }
}

impl Stick {
    /// To its skin, negative inside.
    fn distance(&self, place: [f64; 3]) -> f64 {
        let [axis, away] = [self.to, place].map(|p| along(p, -1.0, self.from));
        let share = (dot(away, axis) / dot(axis, axis)).clamp(0.0, 1.0);
        let from_axis = along(away, -share, axis);
        let radius = self.radii[0] + share * (self.radii[1] - self.radii[0]);
        dot(from_axis, from_axis).sqrt() - radius
    }
}

/// The smaller of two, with a smooth change from one to the other (I. Quilez's polynomial minimum).
fn blended(p: f64, q: f64) -> f64 {
    let overlap = (BLEND - (p - q).abs()).max(0.0);
    p.min(q) - overlap * overlap / (4.0 * BLEND)
}
