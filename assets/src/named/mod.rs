//! Meshes for tests and benchmarks, by name and size: bodies of all the kinds that collision
//! engines meet, made from formulas and hashes, so that anyone has them and nothing is a download.
//!
//! `cargo run --release -p obbtree-assets -- mesh NAME TRIANGLES FILE` writes one as STL or OBJ, by
//! the file's ending; `-- meshes` lists the names. Coordinates are `f32` numbers, the same on every
//! machine.

mod blob;
mod chain;
mod coral;
mod foam;
mod geodesic;
mod marching;
mod plate;
mod rod;
mod scan;
mod shaft;
mod soup;

use obbtree_mesh::Mesh;

use crate::{terrain, torus_knot};

/// A family of meshes: one shape in any number of triangles.
#[derive(Clone, Copy)]
pub struct Named {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Is its surface closed?
    pub closed: bool,
    make: fn(usize) -> Mesh,
}

/// The least number of triangles that can be made, and the largest.
pub const FEWEST: usize = 1_000;
/// Some gigabytes while it is made.
pub const MOST: usize = 20_000_000;

impl Named {
    /// The mesh with about as many triangles: from two thirds of them to half as many more.
    pub fn mesh(&self, triangles: usize) -> Mesh {
        assert!((FEWEST..=MOST).contains(&triangles), "{} of {triangles} triangles", self.name);
        (self.make)(triangles)
    }
}

/// All families.
pub fn all() -> Vec<Named> {
    let named = |name, about, closed, make| Named { name, about, closed, make };
    vec![
        named("blob", "organic: a sphere with bumps of all sizes", true, blob::blob),
        named(
            "coral",
            "organic: a trunk with branches of branches, in one skin",
            true,
            coral::coral,
        ),
        named("scan", "scan-like: a noisy skin with holes, open below", false, scan::scan),
        named("plate", "CAD: a plate with drilled holes, large flat faces", true, plate::plate),
        named("shaft", "CAD: a turned shaft, triangles as long as its steps", true, shaft::shaft),
        named("rod", "CAD: a threaded rod M12, longer for more triangles", true, rod::rod),
        named("knot", "a round tube along a trefoil knot", true, knot),
        named("chain", "twelve rings that hang in each other and do not touch", true, chain::chain),
        named("terrain", "hills as a height field, one open sheet", false, hills),
        named("foam", "bubbles, each a closed shell, many of which overlap", true, foam::foam),
        named("soup", "triangles anywhere, smaller for more triangles", false, soup::soup),
        named("needles", "triangles a thousand times as long as wide", false, soup::needles),
    ]
}

/// The family of this name.
pub fn by_name(name: &str) -> Option<Named> {
    all().into_iter().find(|named| named.name == name)
}

/// A hash of all bits of a mesh, the same on every machine: FNV-1a of 64 bits (Fowler, Noll, Vo)
/// over the counts, the coordinates as `f64` and the indices, all little-endian.
pub fn hash(mesh: &Mesh) -> u64 {
    let counts = [mesh.vertices().len() as u64, mesh.triangles().len() as u64];
    let counts = counts.iter().flat_map(|n| n.to_le_bytes());
    let vertices = mesh.vertices().as_flattened().iter().flat_map(|x| x.to_le_bytes());
    let triangles = mesh.triangles().as_flattened().iter().flat_map(|id| id.to_le_bytes());
    counts.chain(vertices).chain(triangles).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Rings of the knot for each side of its tube: as many as make its quads nearly square.
const RINGS_PER_SIDE: usize = 10;

fn knot(triangles: usize) -> Mesh {
    let sides = root(triangles, 2 * RINGS_PER_SIDE).max(3);
    torus_knot(triangles / (2 * sides), sides)
}

fn hills(triangles: usize) -> Mesh {
    terrain(root(triangles, 2))
}

/// The whole number nearest to the root of `triangles / each`.
fn root(triangles: usize, each: usize) -> usize {
    (triangles as f64 / each as f64).sqrt().round() as usize
}
