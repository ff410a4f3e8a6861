//! The rays: towards a mesh from all around, grazing it, and exactly through its vertices and
//! edges.
//!
//! All numbers are `f32` numbers, so that engines in single precision get the same questions. For
//! exact rays the mesh is rounded to a lattice.

use nalgebra::{Point3, Vector3};
use obbtree::Mesh;
use obbtree::query::Ray;
use obbtree_tests::shapes::{bend, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The kinds, and how many of a hundred rays are of each.
pub const KINDS: [(&str, usize); 3] = [("around", 50), ("grazing", 25), ("edges", 25)];

/// The seed of all rays.
const SEED: u64 = 1313;
/// Steps of the lattice to the power of two above the largest coordinate. Twice a direction, a
/// vertex and the middle of an edge then fit together into 24 bits.
const STEPS: f64 = (1_u32 << 20) as f64;
/// The same for directions of exact rays.
const DIRECTION_STEPS: f64 = (1_u32 << 10) as f64;

/// The power of two above all coordinates.
fn size(mesh: &Mesh) -> f64 {
    let most = mesh.vertices().as_flattened().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    2.0_f64.powi(most.log2().floor() as i32 + 1)
}

/// The mesh with its vertices rounded to the lattice.
pub fn on_lattice(mesh: &Mesh) -> Mesh {
    let step = size(mesh) / STEPS;
    bend(mesh, |v| v.map(|x| (x / step).round() * step))
}

/// So many rays of each kind after the other, for a mesh on its lattice.
pub fn rays(mesh: &Mesh, count: usize) -> Vec<Ray> {
    let maker = Maker { mesh, size: size(mesh) };
    let random = &mut random(SEED);
    let mut rays = Vec::with_capacity(count);
    for (name, share) in KINDS {
        let end = rays.len() + count * share / 100;
        while rays.len() < end {
            rays.extend(match name {
                "around" => maker.around(random),
                "grazing" => maker.grazing(random),
                _ => maker.through_edge(random),
            });
        }
    }
    rays
}

struct Maker<'m> {
    mesh: &'m Mesh,
    size: f64,
}

impl Maker<'_> {
    /// From a sphere around the mesh to near one of its vertices: half of the rays hit, or more.
    fn around(&self, random: &mut Pcg64Mcg) -> Option<Ray> {
        let [p, ..] = self.triangle(random);
        let target = p.coords + vector(random) * (0.2 * self.size);
        let origin = vector(random).normalize() * (3.0 * self.size);
        in_single(origin, (target - origin).normalize() * self.size)
    }

    /// In the plane of a triangle as far as `f32` allows, through a point of its boundary; every
    /// second one exactly along an edge.
    fn grazing(&self, random: &mut Pcg64Mcg) -> Option<Ray> {
        let [p, q, r] = self.triangle(random);
        if random.random() {
            let along = q - p;
            return in_single(p.coords - 2.0 * along, along);
        }
        let inside = (q - p) * vector(random).x + (r - p) * vector(random).x;
        let along = self.rounded(inside.try_normalize(0.0)? * self.size);
        in_single(p.coords - 2.0 * along, along)
    }

    /// Exactly through a vertex or the middle of an edge.
    fn through_edge(&self, random: &mut Pcg64Mcg) -> Option<Ray> {
        let [p, q, _] = self.triangle(random);
        let target = if random.random() { p.coords } else { (p.coords + q.coords) * 0.5 };
        let along = self.rounded(vector(random).try_normalize(0.0)? * self.size);
        in_single(target - 2.0 * along, along)
    }

    /// Any triangle, beginning with any of its corners.
    fn triangle(&self, random: &mut Pcg64Mcg) -> [Point3<f64>; 3] {
        let mut corners = self.mesh.triangle(random.random_range(0..self.mesh.triangles().len()));
        corners.rotate_left(random.random_range(0..3));
        corners
    }

    fn rounded(&self, direction: Vector3<f64>) -> Vector3<f64> {
        let step = self.size / DIRECTION_STEPS;
        direction.map(|x| (x / step).round() * step)
    }
}

/// `None` without a direction.
fn in_single(from: Vector3<f64>, along: Vector3<f64>) -> Option<Ray> {
    let [from, along] = [from, along].map(|v| v.map(|x| f64::from(x as f32)).into());
    Ray::new(from, along).ok()
}
