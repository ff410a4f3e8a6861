//! Which triangles of two leaves of one tree may have a corner in common? Sixteen pairs in lanes.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

/// The pairs with equal corners as the leaves have them, as bits of sixteen. Corners that are
/// equal in the mesh are equal in leaves of one tree; where leaves are rounded, others can be
/// too.
#[inline(always)]
pub(crate) fn common_corners<S: Lanes>(simd: S, a: &Leaf, b: &Leaf) -> u32 {
    let mut pairs = 0;
    let zero = simd.splat(0.0);
    for register in 0..S::REGISTERS {
        let mut least = simd.splat(f32::MAX);
        for i in 0..3 {
            for j in 0..3 {
                // The sum of three absolute values is zero only if each is: no difference
                // underflows.
                let mut apart = zero;
                for k in 0..3 {
                    let x = simd.repeat(&a.corners[k][i]);
                    let y = simd.spread(&b.corners[k][j], register);
                    apart = simd.add(apart, simd.abs(simd.sub(x, y)));
                }
                least = simd.min(least, apart);
            }
        }
        let different = simd.greater(least, zero);
        pairs |= (!different & (u32::MAX >> (32 - S::WIDTH))) << (register * S::WIDTH);
    }
    pairs
}
