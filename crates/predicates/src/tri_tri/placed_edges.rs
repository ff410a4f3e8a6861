//! Edges and normals of two placed triangles, as directions.
//!
//! The edges are differences of corners in double words, rotated: their directions are exact to
//! 2^-98, and cross products lose accuracy in proportion to the sine of the angle.

use super::refined::{Double3, cross};
use crate::numbers::double_double::Double;
use crate::numbers::sizes::unit_vector;
use crate::numbers::unit_scale::unit_scale;
use crate::pose::Pose;
use crate::pose::placement::Placement;
use crate::triangle::{Real3, Triangle};

/// The edges of two placed triangles, computed where they are needed.
pub(super) struct PlacedEdges<'t> {
    triangles: [&'t Triangle; 2],
    poses: [&'t Pose; 2],
}

/// A vector perpendicular to two edges of two triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    NormalOfA,
    NormalOfB,
    /// `e_i x f_j`.
    Edges(usize, usize),
}

impl Axis {
    /// All of them, normals first.
    pub(super) const ALL: [Self; 11] = {
        let mut all = [Self::NormalOfB; 11];
        all[1] = Self::NormalOfA;
        let mut number = 2;
        while number < 11 {
            all[number] = Self::Edges((number - 2) / 3, (number - 2) % 3);
            number += 1;
        }
        all
    };

    /// Whose edges they are, of body 0 or 1, and their numbers.
    pub(super) fn edges(self) -> [(usize, usize); 2] {
        match self {
            Self::NormalOfA => [(0, 0), (0, 1)],
            Self::NormalOfB => [(1, 0), (1, 1)],
            Self::Edges(i, j) => [(0, i), (1, j)],
        }
    }
}

impl<'t> PlacedEdges<'t> {
    pub(super) fn new(a: &'t Triangle, b: &'t Triangle, placement: &'t Placement) -> Self {
        Self { triangles: [a, b], poses: [&placement.pose_a, &placement.pose_b] }
    }

    /// At length one; `None` of a triangle without area and of parallel edges.
    pub(super) fn unit(&self, axis: Axis) -> Option<Real3> {
        let [u, v] = axis.edges().map(|(body, number)| {
            let edge = self.edge(body, number);
            let most = edge.iter().fold(0.0_f64, |most, x| most.max(x.high.abs()));
            let scale = Double::of(unit_scale(most));
            edge.map(|x| x.times(scale))
        });
        unit_vector(&Real3::from(cross(&u, &v).map(|x| x.high)))
    }

    /// A longest edge.
    pub(super) fn longest(&self) -> Real3 {
        let mut longest = Real3::zeros();
        for (body, number) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            let rounded = Real3::from(self.edge(body, number).map(|x| x.high));
            if rounded.amax() > longest.amax() {
                longest = rounded;
            }
        }
        longest
    }

    /// Along world axes.
    fn edge(&self, body: usize, number: usize) -> Double3 {
        let triangle = self.triangles[body];
        rotated(self.poses[body], &triangle[number], &triangle[(number + 1) % 3])
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
            let normal = PlacedEdges::new(&t, &t, &here).unit(Axis::NormalOfA).expect("an area");
            assert!((normal - Real3::new(0.0, -0.8, 0.6)).norm() < 1e-15, "{size:e}: {normal}");
        }
        assert!(
            perpendicular(&Real3::new(1.0, 2.0, 3.0)).dot(&Real3::new(1.0, 2.0, 3.0)).abs() < 1e-15
        );
        assert_eq!(perpendicular(&Real3::zeros()), Real3::z());
    }
}
