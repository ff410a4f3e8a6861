//! The beginning that two of the rounded tests share: both triangles against both planes.

use nalgebra::{Point3, Vector3};

use super::in_plane::shadows_meet;
use super::on_line::on_one_side;
use crate::Real;

/// Corners' distances from the other's plane, times the length of that plane's normal.
pub(super) struct Planes<T: Real> {
    pub(super) n_a: Vector3<T>,
    pub(super) n_b: Vector3<T>,
    /// `n_b . (a_i - b_0)`.
    pub(super) a_dist: [T; 3],
    /// `n_a . (b_i - a_0)`.
    pub(super) b_dist: [T; 3],
}

impl<T: Real> Planes<T> {
    /// The answer where the planes give it: no if one triangle is all on one side of the other's,
    /// that in the plane if the two are one.
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
            // A triangle without area has no normal; the other's serves.
            let size = |n: &Vector3<T>| n.x.abs() + n.y.abs() + n.z.abs();
            let normal = if size(&n_a) < size(&n_b) { &n_b } else { &n_a };
            return Err(shadows_meet(a, b, normal));
        }
        Ok(Self { n_a, n_b, a_dist, b_dist })
    }
}
