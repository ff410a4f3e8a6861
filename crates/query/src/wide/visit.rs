//! One visit: the four boxes of a node of A against the four of a node of B, sixteen pairs in lanes.
//!
//! The separating axis test of Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996, section 5), in two
//! phases: the six face axes for a whole wave of visits, then the nine cross axes for what survived.
//! No phase branches on a result: where the pairs of a register are all apart, its place in the
//! buffer is used again.
//!
//! Everything is said in A's tree frame. Pair `4 b + a` joins A's box `a` and B's box `b`, so A's
//! numbers are four-lane groups repeated, and each of B's is spread over a group. Rounding is covered
//! by the lemma at [`Motion`].

use obbtree_simd::Lanes;
use obbtree_tree::wide::Node;

use super::motion::Motion;
use super::survivors::Survivors;

/// B's boxes in A's tree frame.
#[repr(align(64))]
struct Turned {
    /// `[k][axis or centre][child]`.
    frame: [[[f32; 4]; 4]; 3],
    /// Half sides with slack, `[axis][child]`; the last row is unused.
    half: [[f32; 4]; 4],
}

/// Turns B's boxes into A's frame: three axes and the centre of four children, row by row.
#[inline(always)]
fn turn<S: Lanes>(simd: S, b: &Node, motion: &Motion) -> Turned {
    let mut turned = Turned { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 4] };
    let half = simd.corners(&b.half);
    for k in 0..3 {
        for part in 0..S::REGISTERS {
            let lanes = part * S::WIDTH;
            let mut sum = simd.load(&motion.shift[k][lanes..]);
            for j in 0..3 {
                let row = simd.load(&b.frame[j].as_flattened()[lanes..]);
                sum = simd.mul_add(row, simd.splat(motion.rotation[k][j]), sum);
            }
            simd.store(sum, &mut turned.frame[k].as_flattened_mut()[lanes..]);
        }
    }
    for part in 0..S::REGISTERS {
        let with_slack = simd.add(half[part], simd.splat(motion.half_slack));
        simd.store(with_slack, &mut turned.half.as_flattened_mut()[part * S::WIDTH..]);
    }
    turned
}

/// What the face axes leave of a register of pairs, for the cross axes.
pub(super) struct Faced<S: Lanes> {
    /// B's axes in A's box frame, and their absolute values.
    pub(super) m: [[S::F; 3]; 3],
    pub(super) abs: [[S::F; 3]; 3],
    /// From A's centre to B's, in A's box frame.
    pub(super) t: [S::F; 3],
    /// B's half sides with slack.
    pub(super) b_half: [S::F; 3],
    /// The pairs not apart, as bits of sixteen.
    pub(super) left: u32,
}

/// The six face axes.
#[inline(always)]
fn face_axes<S: Lanes>(simd: S, a: &Node, turned: &Turned, part: usize, wanted: u32) -> Faced<S> {
    let zero = simd.splat(0.0);
    // d: from A's centre to B's.
    let mut d = [zero; 3];
    for k in 0..3 {
        d[k] = simd.sub(simd.spread(&turned.frame[k][3], part), simd.repeat(&a.frame[k][3]));
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
            axis[k] = simd.spread(&turned.frame[k][j], part);
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
    let mut a_half = [zero; 3];
    let mut b_half = [zero; 3];
    for i in 0..3 {
        a_half[i] = simd.repeat(&a.half[i]);
        b_half[i] = simd.spread(&turned.half[i], part);
    }
    // A's faces: apart where |t_i| is beyond e_i + sum_j |m_ij| f_j. B's likewise.
    let mut pairs = simd.all_overlapping();
    let mut abs = [[zero; 3]; 3];
    let mut b_reach = b_half;
    for i in 0..3 {
        let mut a_reach = a_half[i];
        for j in 0..3 {
            abs[i][j] = simd.abs(m[i][j]);
            a_reach = simd.mul_add(abs[i][j], b_half[j], a_reach);
            b_reach[j] = simd.mul_add(abs[i][j], a_half[i], b_reach[j]);
        }
        pairs = simd.separate(pairs, simd.abs(t[i]), a_reach);
    }
    for j in 0..3 {
        let mut distance = simd.mul(t[0], m[0][j]);
        distance = simd.mul_add(t[1], m[1][j], distance);
        distance = simd.mul_add(t[2], m[2][j], distance);
        pairs = simd.separate(pairs, simd.abs(distance), b_reach[j]);
    }
    let left = wanted & simd.overlapping(pairs) << (part * S::WIDTH);
    Faced { m, abs, t, b_half, left }
}

/// The face phase of one visit: of the pairs in `lanes`, those that no face axis parts go to
/// `survivors`.
#[inline(always)]
pub(super) fn faces<S: Lanes>(
    simd: S,
    a: &Node,
    b: &Node,
    motion: &Motion,
    visit: u32,
    lanes: u32,
    survivors: &mut Survivors<'_>,
) {
    let turned = turn(simd, b, motion);
    for part in 0..S::REGISTERS {
        let wanted = lanes & part_mask::<S>(part);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        survivors.put(simd, &face_axes(simd, a, &turned, part, wanted), visit, part);
    }
}

/// The lanes of a register among sixteen.
#[inline(always)]
fn part_mask<S: Lanes>(part: usize) -> u32 {
    ((1 << S::WIDTH) - 1) << (part * S::WIDTH)
}

/// `a_i . x` for axis `i` of A's boxes.
#[inline(always)]
fn project<S: Lanes>(simd: S, a: &Node, i: usize, x: [S::F; 3]) -> S::F {
    let mut sum = simd.mul(simd.repeat(&a.frame[0][i]), x[0]);
    sum = simd.mul_add(simd.repeat(&a.frame[1][i]), x[1], sum);
    simd.mul_add(simd.repeat(&a.frame[2][i]), x[2], sum)
}

/// The cross phase: the pairs of survivor `index` that none of the fifteen axes parts, as bits of
/// sixteen. `a` is A's node of its visit.
#[inline(always)]
pub(super) fn crosses<S: Lanes>(
    simd: S,
    a: &Node,
    motion: &Motion,
    survivors: &Survivors<'_>,
    index: usize,
) -> u32 {
    let (faced, part) = survivors.get(simd, index);
    cross_axes(simd, a, &faced, motion, part)
}

/// The nine cross axes: the pairs still left, as bits of sixteen.
#[inline(always)]
fn cross_axes<S: Lanes>(simd: S, a: &Node, faced: &Faced<S>, motion: &Motion, part: usize) -> u32 {
    let Faced { m, abs, t, b_half, left } = faced;
    let mut a_half = [simd.splat(0.0); 3];
    for i in 0..3 {
        a_half[i] = simd.repeat(&a.half[i]);
    }
    let slack = simd.splat(motion.slack);
    let mut pairs = simd.all_overlapping();
    // Axis a_i x b_j. Its components along A's axes are 0, -m_vj and m_uj; along B's, two entries of
    // row i. It is as long as the sine of the angle between the edges, hence the slack.
    for i in 0..3 {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            let distance = simd.neg_mul_add(t[u], m[v][j], simd.mul(t[v], m[u][j]));
            let mut reach = simd.mul_add(a_half[u], abs[v][j], slack);
            reach = simd.mul_add(a_half[v], abs[u][j], reach);
            reach = simd.mul_add(b_half[k], abs[i][l], reach);
            reach = simd.mul_add(b_half[l], abs[i][k], reach);
            pairs = simd.separate(pairs, simd.abs(distance), reach);
        }
    }
    left & simd.overlapping(pairs) << (part * S::WIDTH)
}

/// A visit by itself, through all fifteen axes.
pub(super) struct Whole {
    /// The pairs left, as bits of sixteen.
    pub(super) left: u32,
    /// Squared distances of the centres of the pairs left.
    pub(super) distances: [f32; 16],
    /// Registers that reached the cross axes.
    pub(super) crosses: usize,
}

/// Both phases of one visit, of the pairs in `lanes`.
#[inline(always)]
pub(super) fn whole<S: Lanes>(simd: S, a: &Node, b: &Node, motion: &Motion, lanes: u32) -> Whole {
    let turned = turn(simd, b, motion);
    let mut whole = Whole { left: 0, distances: [0.0; 16], crosses: 0 };
    for part in 0..S::REGISTERS {
        let wanted = lanes & part_mask::<S>(part);
        let faced = face_axes(simd, a, &turned, part, wanted);
        whole.crosses += usize::from(faced.left != 0);
        if S::REGISTERS > 1 && faced.left == 0 {
            continue;
        }
        whole.left |= cross_axes(simd, a, &faced, motion, part);
        let mut sum = simd.splat(0.0);
        for t in faced.t {
            sum = simd.mul_add(t, t, sum);
        }
        simd.store(sum, &mut whole.distances[part * S::WIDTH..]);
    }
    whole
}
