//! The six face axes of a register of box pairs.

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::box_test::{FaceTest, square};
use super::boxes_in_a::BoxesInA;

/// What the cross axes need of a register of pairs.
pub(crate) struct FaceAxisResult<S: Lanes> {
    /// B's axes in A's box frame.
    pub(crate) m: [[S::F; 3]; 3],
    /// From A's centre to B's, in A's box frame.
    pub(crate) t: [S::F; 3],
    /// B's half sides with slack.
    pub(crate) b_half: [S::F; 3],
    /// The slack.
    pub(crate) slack: S::F,
    /// The pairs that no face axis rules out, as bits of sixteen.
    pub(crate) overlapping: u32,
}

/// The six face axes.
#[inline(always)]
pub(crate) fn face_axes<S: Lanes, T: FaceTest<S>>(
    simd: S,
    a: &Node,
    slack_of_a: &[f32; 4],
    boxes: &BoxesInA<S>,
    register: usize,
    wanted: u32,
    mut test: T,
) -> (FaceAxisResult<S>, T) {
    let zero = simd.splat(0.0);
    // d: from A's centre to B's.
    let mut d = [zero; 3];
    for k in 0..3 {
        d[k] = simd.sub(boxes.spread(simd, k, 3, register), simd.repeat(&a.frame[k][3]));
    }
    // t = A^T d, and the first two columns of M = A^T B: B's axes in A's box frame.
    let mut t = [zero; 3];
    let mut m = [[zero; 3]; 3];
    for i in 0..3 {
        t[i] = project(simd, a, i, d);
    }
    for j in 0..2 {
        let mut axis = [zero; 3];
        for k in 0..3 {
            axis[k] = boxes.spread(simd, k, j, register);
        }
        for i in 0..3 {
            m[i][j] = project(simd, a, i, axis);
        }
    }
    // Frames are right-handed: the third column is the cross product of the others.
    for i in 0..3 {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        m[i][2] = simd.neg_mul_add(m[v][0], m[u][1], simd.mul(m[u][0], m[v][1]));
    }
    let of_a = simd.repeat(slack_of_a);
    let mut a_half = [zero; 3];
    let mut b_half = [zero; 3];
    for i in 0..3 {
        a_half[i] = simd.repeat(&a.half[i]);
        b_half[i] = simd.add(simd.spread(&boxes.half[i], register), of_a);
    }
    let slack = simd.add(simd.spread(&boxes.slack, register), of_a);
    // A's faces: apart where |t_i| exceeds e_i + sum_j |m_ij| f_j. B's likewise.
    let mut abs = [[zero; 3]; 3];
    let mut b_reach = b_half;
    for i in 0..3 {
        let mut a_reach = a_half[i];
        for j in 0..3 {
            abs[i][j] = simd.abs(m[i][j]);
            a_reach = simd.mul_add(abs[i][j], b_half[j], a_reach);
            b_reach[j] = simd.mul_add(abs[i][j], a_half[i], b_reach[j]);
        }
        test.axis_of_a(simd, simd.abs(t[i]), a_reach);
    }
    let t_along_b = along_b(simd, &m, &t);
    for j in 0..3 {
        test.axis_of_b(simd, simd.abs(t_along_b[j]), b_reach[j]);
    }
    if T::LINE_OF_CENTERS {
        let reach = along_centers(simd, [&t, &t_along_b], [&a_half, &b_half]);
        test.axis_of_centers(simd, square(simd, &t), reach);
    }
    let overlapping = wanted & test.overlapping(simd) << (register * S::WIDTH);
    (FaceAxisResult { m, t, b_half, slack, overlapping }, test)
}

/// `a_i . x` for axis `i` of A's boxes.
#[inline(always)]
pub(crate) fn project<S: Lanes>(simd: S, a: &Node, i: usize, x: [S::F; 3]) -> S::F {
    let mut sum = simd.mul(simd.repeat(&a.frame[0][i]), x[0]);
    sum = simd.mul_add(simd.repeat(&a.frame[1][i]), x[1], sum);
    simd.mul_add(simd.repeat(&a.frame[2][i]), x[2], sum)
}

/// The components of a vector, given along A's axes, along B's: from B's axes in A's box frame.
#[inline(always)]
pub(super) fn along_b<S: Lanes>(simd: S, m: &[[S::F; 3]; 3], vector: &[S::F; 3]) -> [S::F; 3] {
    let mut along = [simd.splat(0.0); 3];
    for j in 0..3 {
        along[j] = simd.mul(vector[0], m[0][j]);
        along[j] = simd.mul_add(vector[1], m[1][j], along[j]);
        along[j] = simd.mul_add(vector[2], m[2][j], along[j]);
    }
    along
}

/// What both boxes reach along the line through their centres, times the length between these:
/// from the vector between the centres and the half sides, A's and B's along their own axes.
#[inline(always)]
pub(super) fn along_centers<S: Lanes>(
    simd: S,
    between: [&[S::F; 3]; 2],
    half: [&[S::F; 3]; 2],
) -> S::F {
    let mut reach = simd.splat(0.0);
    for side in 0..2 {
        for i in 0..3 {
            reach = simd.mul_add(simd.abs(between[side][i]), half[side][i], reach);
        }
    }
    reach
}
