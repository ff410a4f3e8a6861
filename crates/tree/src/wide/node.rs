//! A node at full size: four oriented boxes in `f32`, and what each contains.

use nalgebra::{Matrix3, Vector3};

use super::child::Child;

/// How far a box's axes may be from orthonormal (Frobenius norm of `A^T A - I`): what lemma 1 of the
/// culling test in `query` assumes. Rounding an orthonormal frame to `f32` gives no more.
pub const MAX_AXES_SKEW: f64 = 6.0 / (1_u32 << 24) as f64;

/// Four boxes in `f32`, in the tree's frame: mesh coordinates minus
/// [`Tree::origin`](super::Tree::origin).
///
/// The `f32` numbers *are* the box: all `x` with `|axis_a . (x - centre)| <= half_a`. Axes are
/// orthonormal to [`MAX_AXES_SKEW`] and right-handed; half sides are rounded up so that each box
/// contains its triangles exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Node {
    /// `frame[k][a][c]`: component `k` of axis `a` of child `c`; `a = 3` is the centre.
    pub frame: [[[f32; 4]; 4]; 3],
    /// `half[a][c]`: half side of child `c` along its axis `a`.
    pub half: [[f32; 4]; 3],
    /// What each box contains.
    pub child: [Child; 4],
}

impl Node {
    /// The axes of one child's box as columns, exactly.
    #[must_use]
    pub fn axes(&self, child: usize) -> Matrix3<f64> {
        Matrix3::from_fn(|k, a| f64::from(self.frame[k][a][child]))
    }

    /// The centre of one child's box, relative to the tree's origin.
    #[must_use]
    pub fn center(&self, child: usize) -> Vector3<f64> {
        Vector3::from_fn(|k, _| f64::from(self.frame[k][3][child]))
    }

    /// The half sides of one child's box.
    #[must_use]
    pub fn half(&self, child: usize) -> Vector3<f64> {
        Vector3::from_fn(|a, _| f64::from(self.half[a][child]))
    }
}
