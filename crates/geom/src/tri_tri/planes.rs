//! The first step that two of the rounded tests share: the corners of both triangles relative to
//! both planes.

use nalgebra::{Point3, Vector3};

use super::in_plane::projections_meet;
use super::on_line::on_one_side;
use crate::Real;
use crate::vectors::l1_norm;

/// Distances of corners from the plane of the other triangle, times the length of its normal.
pub(super) struct Planes<T: Real> {
    pub(super) n_a: Vector3<T>,
    pub(super) n_b: Vector3<T>,
    /// `n_b . (a_i - b_0)`.
    pub(super) a_dist: [T; 3],
    /// `n_a . (b_i - a_0)`.
    pub(super) b_dist: [T; 3],
}

impl<T: Real> Planes<T> {
    /// The distances, or the answer if they decide it: no if one triangle is entirely on one side
    /// of the other's plane; the answer in the plane if both triangles are in one plane.
    #[inline]
    pub(super) fn compare(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> Result<Self, bool> {
        let n_b = (b[1] - b[0]).cross(&(b[2] - b[0]));
        let a_dist = a.each_ref().map(|p| n_b.dot(&(p - b[0])));
        if on_one_side(&a_dist) {
            return Err(false);
        }
        let n_a = (a[1] - a[0]).cross(&(a[2] - a[0]));
        let b_dist = b.each_ref().map(|p| n_a.dot(&(p - a[0])));
        if on_one_side(&b_dist) {
            return Err(false);
        }
        let zero = [T::zero(); 3];
        if a_dist == zero || b_dist == zero {
            // A degenerate triangle has no normal; that of the other is used.
            let normal = if l1_norm(&n_a) < l1_norm(&n_b) { &n_b } else { &n_a };
            return Err(projections_meet(a, b, normal));
        }
        Ok(Self { n_a, n_b, a_dist, b_dist })
    }
}
