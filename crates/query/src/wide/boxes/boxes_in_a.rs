//! B's four boxes seen from A: rotated once a visit, for all four of A's.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use crate::wide::frame::QueryFrame;

/// B's boxes in A's tree frame.
#[repr(align(64))]
pub(super) struct BoxesInA {
    /// `[k][axis or centre][child]`.
    pub(super) frame: [[[f32; 4]; 4]; 3],
    /// Half sides with slack, `[axis][child]`; the last row is unused.
    pub(super) half: [[f32; 4]; 4],
}

/// Rotates and moves B's boxes into A's frame: three axes and the centre of four children, row by row.
#[inline(always)]
pub(super) fn boxes_in_a<S: Lanes>(simd: S, b: &Node, query: &QueryFrame) -> BoxesInA {
    let mut boxes = BoxesInA { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 4] };
    let half = simd.corners(&b.half);
    for k in 0..3 {
        for register in 0..S::REGISTERS {
            let lanes = register * S::WIDTH;
            let mut sum = simd.load(&query.shift[k][lanes..]);
            for j in 0..3 {
                let row = simd.load(&b.frame[j].as_flattened()[lanes..]);
                sum = simd.mul_add(row, simd.splat(query.rotation[k][j]), sum);
            }
            simd.store(sum, &mut boxes.frame[k].as_flattened_mut()[lanes..]);
        }
    }
    for register in 0..S::REGISTERS {
        let with_slack = simd.add(half[register], simd.splat(query.half_slack));
        simd.store(with_slack, &mut boxes.half.as_flattened_mut()[register * S::WIDTH..]);
    }
    boxes
}
