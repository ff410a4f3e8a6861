//! What is known of a body's inside and of its connected components.

use nalgebra::Point3;
use obbtree_mesh::{InsideRule, Mesh, OpenMesh};
use obbtree_predicates::{Aabb, Pose};

/// The components of a mesh, and whether it is closed.
#[derive(Clone, Debug)]
pub struct Topology {
    component_points: Vec<Point3<f64>>,
    inside_rule: Result<InsideRule, OpenMesh>,
    outward: f64,
    bounds: Option<Aabb>,
}

impl Topology {
    pub(crate) fn of(mesh: &Mesh) -> Self {
        let vertices = mesh.vertices().iter().copied().map(Point3::from).collect::<Vec<_>>();
        let (inside_rule, component_points) = mesh.topology();
        let outward = if inside_rule == Ok(InsideRule::Winding) { winding(mesh) } else { 0.0 };
        Self { component_points, inside_rule, outward, bounds: Aabb::around(&vertices) }
    }

    /// One vertex of each connected component, in mesh coordinates. Triangles that share the
    /// place of a corner are connected.
    #[must_use]
    pub fn component_points(&self) -> &[Point3<f64>] {
        &self.component_points
    }

    /// How a closed mesh tells inside from outside.
    ///
    /// # Errors
    /// If the mesh is open, saying where.
    pub fn inside_rule(&self) -> Result<InsideRule, &OpenMesh> {
        self.inside_rule.as_ref().copied()
    }

    /// 1 if the normals of triangles point outwards, -1 if inwards, by the sign of the volume; 0 if
    /// the mesh is open or its triangles are not oriented consistently.
    pub(crate) fn outward(&self) -> f64 {
        self.outward
    }

    /// Is a placed point certainly outside of the box around a mesh that is placed?
    ///
    /// *Lemma.* A point of the box is at `R x + t` with `x` in it, so `|x_k| <= m_k`, the larger
    /// of the absolute ends. For one that is, `y = R^T (p - t)` is `x + E x`, `E = R^T R - I`,
    /// whose norm is at most 1e-4: so `y_k` is beyond the ends by at most 1e-4 of the length of
    /// `m`, and [`SKEW`] is twice that. Placing the point, the difference and the product are fewer
    /// than 32 roundings of 2^-53 of sizes that add up to `size`, with rotations that make nothing
    /// longer than by `1 + 5e-5`; [`PER_SIZE`] is 2^13 of them. [`TINY`] is more than products lose
    /// that underflow. Where a number is not finite no comparison is true. *End.*
    pub(crate) fn is_outside(&self, pose: &Pose, point: &Point3<f64>, pose_point: &Pose) -> bool {
        const SKEW: f64 = 2e-4;
        const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;
        const TINY: f64 = f64::MIN_POSITIVE;
        let Some(Aabb { min, max }) = &self.bounds else { return true };
        let most: f64 = (0..3).map(|k| min[k].abs().max(max[k].abs())).sum();
        let size = most
            + point.coords.abs().sum()
            + pose_point.translation().abs().sum()
            + pose.translation().abs().sum();
        let slack = SKEW * most + PER_SIZE * size + TINY;
        let away = pose_point.place(point).coords - pose.translation();
        let in_box = pose.rotation().tr_mul(&away);
        (0..3).any(|k| in_box[k] > max[k] + slack || in_box[k] < min[k] - slack)
    }
}

/// The sign of the volume within the surface, rounded.
fn winding(mesh: &Mesh) -> f64 {
    let mut corners = mesh.corners();
    let Some([origin, ..]) = corners.next() else { return 0.0 };
    let volume: f64 = corners
        .map(|corners| corners.map(|corner| corner - origin))
        .map(|[p, q, r]| p.cross(&q).dot(&r))
        .sum();
    if volume == 0.0 { 0.0 } else { volume.signum() }
}
