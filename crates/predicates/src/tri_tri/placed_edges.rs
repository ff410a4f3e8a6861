//! Edges and normals of two placed triangles, as directions.
//!
//! The edges are differences of corners in double words, rotated: their directions are exact to
//! 2^-98, and cross products lose accuracy in proportion to the sine of the angle.

use super::refined::Double3;
use crate::numbers::double_double::Double;
use crate::numbers::sizes::unit_vector;
use crate::numbers::unit_scale::unit_scale;
use crate::pose::Pose;
use crate::pose::placement::Placement;
use crate::triangle::{Real3, Triangle};

/// The edges of two triangles along world axes, each scaled by a power of two to about length one.
pub(super) struct PlacedEdges {
    e: [Double3; 3],
    f: [Double3; 3],
    /// A longest edge, as it is.
    longest: Real3,
}

impl PlacedEdges {
    pub(super) fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        let mut longest = Real3::zeros();
        let mut edges = |t: &Triangle, pose: &Pose| {
            [0, 1, 2].map(|v| {
                let edge = rotated(pose, &t[v], &t[(v + 1) % 3]);
                let rounded = Real3::from(edge.map(|x| x.high));
                if rounded.amax() > longest.amax() {
                    longest = rounded;
                }
                let scale = Double::of(unit_scale(rounded.amax()));
                edge.map(|x| x.times(scale))
            })
        };
        let (e, f) = (edges(a, &placement.pose_a), edges(b, &placement.pose_b));
        Self { e, f, longest }
    }

    /// The unit normal of A's triangle; `None` if it has no area.
    pub(super) fn normal_of_a(&self) -> Option<Real3> {
        unit_cross(&self.e[0], &self.e[1])
    }

    /// The unit normal of B's triangle; `None` if it has no area.
    pub(super) fn normal_of_b(&self) -> Option<Real3> {
        unit_cross(&self.f[0], &self.f[1])
    }

    /// `e_i x f_j` at length one; `None` of parallel edges.
    pub(super) fn cross(&self, i: usize, j: usize) -> Option<Real3> {
        unit_cross(&self.e[i], &self.f[j])
    }

    /// A longest edge.
    pub(super) fn longest(&self) -> Real3 {
        self.longest
    }
}

/// `R (q - p)`.
fn rotated(pose: &Pose, p: &nalgebra::Point3<f64>, q: &nalgebra::Point3<f64>) -> Double3 {
    [0, 1, 2].map(|row| {
        let term =
            |k: usize| Double::difference(q[k], p[k]).times(Double::of(pose.rotation()[(row, k)]));
        term(0).plus(term(1)).plus(term(2))
    })
}

fn unit_cross(u: &Double3, v: &Double3) -> Option<Real3> {
    let cross = Real3::from([0, 1, 2].map(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        u[l].times(v[m]).minus(u[m].times(v[l])).high
    }));
    unit_vector(&cross)
}

/// A unit vector perpendicular to another, or any if that is zero.
pub(super) fn perpendicular(vector: &Real3) -> Real3 {
    let across = vector.cross(&Real3::ith(vector.iamin(), 1.0));
    unit_vector(&across).unwrap_or_else(Real3::z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_of_slivers_and_tiny_triangles_are_accurate() {
        let here = Placement::new(&Pose::identity(), &Pose::identity());
        // Heights of 2^-45 over an edge of one, and sizes whose squares underflow.
        for size in [1.0, 1e-150, 1e-250, 1e60] {
            let t = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 3e-14, 4e-14]];
            let t = t.map(|p| nalgebra::Point3::from(p.map(|x| x * size)));
            let normal = PlacedEdges::new(&t, &t, &here).normal_of_a().expect("an area");
            assert!((normal - Real3::new(0.0, -0.8, 0.6)).norm() < 1e-15, "{size:e}: {normal}");
        }
        assert!(
            perpendicular(&Real3::new(1.0, 2.0, 3.0)).dot(&Real3::new(1.0, 2.0, 3.0)).abs() < 1e-15
        );
        assert_eq!(perpendicular(&Real3::zeros()), Real3::z());
    }
}
