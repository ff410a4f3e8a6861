//! A node: four oriented boxes in `f32`, and what each contains.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::round_up_f32;

use super::child::Child;

/// How far a box's axes may be from orthonormal (Frobenius norm of `A^T A - I`): what lemma 1 of
/// the culling test in `query` assumes. Rounding an orthonormal frame to `f32` gives no more
/// (checked by Gappa, `tests/proofs/box_margins.gappa`).
pub const MAX_AXES_SKEW: f64 = 6.0 / (1_u32 << 24) as f64;

/// How far a box reaches along a line beyond what its axes and half sides say there, because the
/// axes are only so orthonormal ([`MAX_AXES_SKEW`]); relative to its half diagonal, at most.
pub const REACH_BEYOND_AXES: f64 = 1.0 / (1_u64 << 20) as f64;

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

/// Bounds the rounding error of the length of a vector in `f64`: squares, two sums, and a root.
const LENGTH_REL_ERR: f64 = 1.0 + 1e-15;

/// The largest length of a box's half-side vector and the largest distance of a box's centre from
/// the origin, over all nodes, both rounded up: what a tree records.
#[must_use]
pub fn largest_box(nodes: &[Node]) -> [f32; 2] {
    // Squares of `f32` numbers cannot overflow in `f64`.
    let square = |x: f32, y: f32, z: f32| {
        let [x, y, z] = [x, y, z].map(f64::from);
        x * x + y * y + z * z
    };
    let greater = |a: f64, b: f64| if a > b { a } else { b };
    let (mut half, mut center) = ([0.0; 4], [0.0; 4]);
    for node in nodes {
        let [x, y, z] = &node.half;
        let [cx, cy, cz] = [0, 1, 2].map(|k| &node.frame[k][3]);
        for c in 0..4 {
            let used = f64::from(u8::from(node.child[c] != Child::EMPTY));
            half[c] = greater(used * square(x[c], y[c], z[c]), half[c]);
            center[c] = greater(used * square(cx[c], cy[c], cz[c]), center[c]);
        }
    }
    [half, center]
        .map(|squares| round_up_f32(squares.into_iter().fold(0.0, greater).sqrt() * LENGTH_REL_ERR))
}
