//! B's four boxes seen from A: rotated once a visit, for all four of A's.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use crate::boxes::frame::{QueryFrame, SLACK_PER_A};

/// B's boxes in A's tree frame.
#[repr(align(64))]
pub(crate) struct BoxesInA<S: Lanes> {
    /// `[k]`, a row of sixteen lanes: of axes 0, 1, 2 and the centre, each of four children.
    rows: [S::F; 3],
    /// The same as `[k][axis or centre][child]`, where a row takes several registers.
    frame: [[[f32; 4]; 4]; 3],
    /// Half sides with B's part of the slack, `[axis][child]`; the last row is unused.
    pub(crate) half: [[f32; 4]; 4],
    /// B's part of the slack, and what does not depend on the boxes.
    pub(crate) slack: [f32; 4],
}

/// Rotates and moves B's boxes into A's frame: three axes and the centre of four children, row by
/// row.
#[inline(always)]
pub(crate) fn boxes_in_a<S: Lanes>(simd: S, b: &Node, query: &QueryFrame) -> BoxesInA<S> {
    let rows = [simd.splat(0.0); 3];
    let mut boxes =
        BoxesInA { rows, frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 4], slack: [0.0; 4] };
    for k in 0..3 {
        for register in 0..S::REGISTERS {
            let lanes = register * S::WIDTH;
            let mut sum = simd.load(&query.shift[k][lanes..]);
            for j in 0..3 {
                let row = simd.load(&b.frame[j].as_flattened()[lanes..]);
                sum = simd.mul_add(row, simd.splat(query.rotation[k][j]), sum);
            }
            if S::REGISTERS == 1 {
                boxes.rows[k] = sum;
            } else {
                simd.store(sum, &mut boxes.frame[k].as_flattened_mut()[lanes..]);
            }
        }
    }
    let [x, y, z] = &b.half;
    for c in 0..4 {
        boxes.slack[c] = query.slack_per_b * (x[c] + y[c] + z[c]) + query.slack;
    }
    for k in 0..3 {
        for c in 0..4 {
            boxes.half[k][c] = b.half[k][c] + boxes.slack[c];
        }
    }
    boxes
}

impl<S: Lanes> BoxesInA<S> {
    /// Component `k` of an axis, or with 3 of the centre, in the lanes of the pairs.
    #[inline(always)]
    pub(crate) fn spread(&self, simd: S, k: usize, axis: usize, register: usize) -> S::F {
        if S::REGISTERS == 1 {
            simd.spread_in_register(self.rows[k], axis)
        } else {
            simd.spread(&self.frame[k][axis], register)
        }
    }
}

/// A's part of the slack, child by child.
#[inline(always)]
pub(crate) fn slack_of_a(a: &Node) -> [f32; 4] {
    let [x, y, z] = &a.half;
    let mut slack = [0.0; 4];
    for c in 0..4 {
        slack[c] = SLACK_PER_A * (x[c] + y[c] + z[c]);
    }
    slack
}
