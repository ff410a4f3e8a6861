//! A triangle that will be put into a leaf.

use nalgebra::Vector3;
use obbtree_predicates::Triangle;

/// A triangle and its index in the mesh.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) triangle: Triangle,
    pub(super) id: u32,
}

impl Item {
    /// Three times the centroid along an axis: by which triangles are sorted and cut.
    #[inline]
    pub(super) fn along(&self, axis: &Vector3<f64>) -> f64 {
        let [p, q, r] = &self.triangle;
        axis.dot(&(p.coords + q.coords + r.coords))
    }
}
