//! The faces of a small convex solid, each with the triangles that have a point in its plane.

use nalgebra::{Point3, Unit, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{PlaneSides, Pose};

use super::boundary::{Boundary, SurfaceKind};

/// The faces of a small solid.
#[derive(Debug)]
pub(crate) struct Faces {
    /// None if it is not sure that the solid is convex.
    faces: Vec<Face>,
    pub(super) vertices: Vec<Point3<f64>>,
}

#[derive(Debug)]
pub(super) struct Face {
    /// One of its triangles, and 1 if that one's normal points outwards, else -1.
    pub(super) triangle: u32,
    pub(super) front: i8,
    /// Rounded: outwards, and how far along it the face is.
    normal: Unit<Vector3<f64>>,
    height: f64,
    /// The triangles with corners in the plane, ascending, and how many of theirs.
    pub(super) touching: Vec<(u32, u8)>,
}

/// Larger meshes are searched.
const MOST_TRIANGLES: usize = 64;
const MOST_VERTICES: usize = 3 * MOST_TRIANGLES;

/// A plane is tested if nothing is farther behind it than this, of the size of both bodies: far
/// more than what rounding moves.
const SLACK: f64 = 1e-9;

impl Faces {
    /// `None` if it is no small solid all of whose triangles bound it.
    pub(crate) fn of<'b>(
        mesh: &Mesh,
        boundary: impl FnOnce() -> &'b Boundary,
        is_convex: impl FnOnce() -> bool,
    ) -> Option<Self> {
        let count = mesh.triangles().len();
        if count > MOST_TRIANGLES || mesh.vertices().len() > MOST_VERTICES {
            return None;
        }
        let boundary = boundary();
        if boundary.kind != SurfaceKind::Solid || (0..count as u32).any(|n| boundary.front(n) == 0)
        {
            return None;
        }
        let vertices: Vec<Point3<f64>> = mesh.vertices().iter().map(|&v| v.into()).collect();
        let mut found = Self { faces: Vec::new(), vertices };
        if is_convex() {
            let here = Pose::identity();
            let mut is_known = vec![false; count];
            for first in 0..count {
                if is_known[first] {
                    continue;
                }
                let plane = mesh.triangle(first);
                let sides = PlaneSides::new(&plane, &here, &here);
                let mut on = VertexSet::default();
                for (n, _) in found.vertices.iter().enumerate().filter(|(_, v)| sides.of(v) == 0) {
                    on.insert(n);
                }
                let touching = touching(mesh, &on);
                for (triangle, _) in touching.iter().filter(|(_, corners)| *corners == 3) {
                    is_known[*triangle as usize] = true;
                }
                let front = boundary.front(first as u32);
                let [p, q, r] = plane;
                let outward = (q - p).cross(&(r - p)) * f64::from(front);
                let normal = Unit::new_normalize(outward);
                let height = normal.dot(&p.coords);
                let triangle = first as u32;
                found.faces.push(Face { triangle, front, normal, height, touching });
            }
        }
        Some(found)
    }
}

/// Some vertices of a small solid, by their numbers.
#[derive(Default)]
pub(super) struct VertexSet([u64; MOST_VERTICES / 64]);

impl VertexSet {
    pub(super) fn insert(&mut self, vertex: usize) {
        self.0[vertex / 64] |= 1 << (vertex % 64);
    }

    fn contains(&self, vertex: u32) -> bool {
        self.0[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }
}

/// The triangles with such corners, ascending, and how many each has.
pub(super) fn touching(mesh: &Mesh, on: &VertexSet) -> Vec<(u32, u8)> {
    let mut found = Vec::with_capacity(mesh.triangles().len());
    for (n, corners) in mesh.triangles().iter().enumerate() {
        let count: u8 = corners.iter().map(|&vertex| u8::from(on.contains(vertex))).sum();
        if count > 0 {
            found.push((n as u32, count));
        }
    }
    found
}

impl Faces {
    /// The face that all of some points are the farthest beyond, if rounding leaves it open whether
    /// they are.
    pub(super) fn nearly_parting(&self, points: &[Point3<f64>]) -> Option<&Face> {
        let size =
            points.iter().chain(&self.vertices).fold(0.0, |most: f64, p| most.max(p.coords.amax()));
        let mut best = None;
        let mut most = -SLACK * size;
        for face in &self.faces {
            let mut least = f64::INFINITY;
            for point in points {
                least = least.min(face.normal.dot(&point.coords) - face.height);
                if least <= most {
                    break;
                }
            }
            if least > most {
                (best, most) = (Some(face), least);
            }
        }
        best
    }
}
