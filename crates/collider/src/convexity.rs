//! Is a closed mesh convex? Exact.
//!
//! # Lemma
//!
//! Let all vertices be on one closed side of the plane of each triangle, and a point be strictly
//! off all of these planes, on the side where vertices are, and inside. Then the solid is the hull
//! of the vertices. *Proof.* Each triangle is on the border of the hull, as its plane supports it,
//! so the surface is within the border. The inner points of the hull are connected and none is on
//! the surface, so all are inside if one is; and no point outside of the hull is. *End.*

use nalgebra::{Point3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Pose, is_degenerate, plane_side};
use obbtree_query::interrupt::pause_at;

/// Triangles times vertices that are looked at: some ten milliseconds, for about 2,000 triangles.
const MOST_TESTS: usize = 1 << 21;

/// Is a closed mesh all points of the hull of its vertices, given what is inside? Large meshes are
/// not looked at.
pub(crate) fn is_convex(mesh: &Mesh, is_inside: impl FnOnce(&Point3<f64>) -> bool) -> bool {
    if mesh.vertices().len() * mesh.triangles().len() > MOST_TESTS {
        return false;
    }
    let here = Pose::identity();
    let vertices: Vec<Point3<f64>> = mesh.vertices().iter().map(|&v| v.into()).collect();
    let sum: Vector3<f64> = vertices.iter().map(|v| v.coords).sum();
    let middle = Point3::from(sum / vertices.len() as f64);
    let supports = |(index, triangle): (usize, &[Point3<f64>; 3])| {
        pause_at(index);
        let side = |point: &Point3<f64>| plane_side(point, &here, triangle, &here);
        let inner = side(&middle);
        is_degenerate(triangle) || inner != 0 && vertices.iter().all(|v| side(v) * inner >= 0)
    };
    let triangles: Vec<_> = mesh.corners().collect();
    triangles.iter().enumerate().all(supports) && is_inside(&middle)
}
