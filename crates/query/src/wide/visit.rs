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

/// Registers that the cross phase needs of a pair: `M` (nine), `t` (three), B's half sides (three),
/// and `|M|` (nine), as loading is cheaper than computing.
const KEPT: usize = 24;

/// A cache line of lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([f32; 16]);

/// B's boxes in A's tree frame.
#[repr(align(64))]
struct Turned {
    /// `[k][axis or centre][child]`.
    frame: [[[f32; 4]; 4]; 3],
    /// Half sides with slack, `[axis][child]`; the last row is unused.
    half: [[f32; 4]; 4],
}

/// The buffer between the two phases. Registers narrower than a line share lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    blocks: Vec<[Line; KEPT]>,
    of: Vec<Survivor>,
}

/// What survived the face phase of a wave.
pub(super) struct Survivors<'m> {
    blocks: &'m mut [[Line; KEPT]],
    of: &'m mut [Survivor],
    len: usize,
}

/// A register of pairs that some face axis did not part.
#[derive(Clone, Copy, Debug, Default)]
struct Survivor {
    /// Which visit of the wave.
    visit: u32,
    /// Which register of the visit.
    part: u32,
    /// Pairs not apart so far, as bits of sixteen.
    lanes: u32,
}

impl Buffer {
    /// Nothing yet, and room for a wave.
    #[inline(always)]
    pub(super) fn begin(&mut self, visits: usize) -> Survivors<'_> {
        // One place more than can survive: there the last visit writes what may not count.
        if self.blocks.len() <= visits {
            self.grow(visits + 1);
        }
        Survivors { blocks: &mut self.blocks, of: &mut self.of, len: 0 }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, visits: usize) {
        self.blocks.resize(visits, [Line([0.0; 16]); KEPT]);
        self.of.resize(4 * visits, Survivor::default());
    }
}

impl Survivors<'_> {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Which visit of the wave a survivor belongs to.
    #[inline(always)]
    pub(super) fn visit(&self, index: usize) -> usize {
        self.of[index].visit as usize
    }
}

/// The block of a register, and its first lane there.
#[inline(always)]
fn place<S: Lanes>(index: usize) -> (usize, usize) {
    (index / S::PARTS, index % S::PARTS * S::WIDTH)
}

/// Turns B's boxes into A's frame: three axes and the centre of four children, row by row.
#[inline(always)]
fn turn<S: Lanes>(simd: S, b: &Node, motion: &Motion) -> Turned {
    let mut turned = Turned { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 4] };
    let half = simd.corners(&b.half);
    for k in 0..3 {
        for part in 0..S::PARTS {
            let lanes = part * S::WIDTH;
            let mut sum = simd.load(&motion.shift[k][lanes..]);
            for j in 0..3 {
                let row = simd.load(&b.frame[j].as_flattened()[lanes..]);
                sum = simd.mul_add(row, simd.splat(motion.rotation[k][j]), sum);
            }
            simd.store(sum, &mut turned.frame[k].as_flattened_mut()[lanes..]);
        }
    }
    for part in 0..S::PARTS {
        let with_slack = simd.add(half[part], simd.splat(motion.half_slack));
        simd.store(with_slack, &mut turned.half.as_flattened_mut()[part * S::WIDTH..]);
    }
    turned
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
    for part in 0..S::PARTS {
        let first = part * S::WIDTH;
        let wanted = lanes & (((1 << S::WIDTH) - 1) << first);
        if S::PARTS > 1 && wanted == 0 {
            continue;
        }
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
        let mut pairs = simd.all_left();
        let mut abs = [[zero; 3]; 3];
        let mut b_reach = b_half;
        for i in 0..3 {
            let mut a_reach = a_half[i];
            for j in 0..3 {
                abs[i][j] = simd.abs(m[i][j]);
                a_reach = simd.mul_add(abs[i][j], b_half[j], a_reach);
                b_reach[j] = simd.mul_add(abs[i][j], a_half[i], b_reach[j]);
            }
            pairs = simd.part(pairs, simd.abs(t[i]), a_reach);
        }
        for j in 0..3 {
            let mut distance = simd.mul(t[0], m[0][j]);
            distance = simd.mul_add(t[1], m[1][j], distance);
            distance = simd.mul_add(t[2], m[2][j], distance);
            pairs = simd.part(pairs, simd.abs(distance), b_reach[j]);
        }
        let left = wanted & simd.left(pairs) << first;
        // Written always, counted if a pair is left.
        let index = survivors.len;
        let (at, lane) = place::<S>(index);
        let lines = &mut survivors.blocks[at];
        for i in 0..3 {
            for j in 0..3 {
                simd.store(m[i][j], &mut lines[3 * i + j].0[lane..]);
                simd.store(abs[i][j], &mut lines[15 + 3 * i + j].0[lane..]);
            }
            simd.store(t[i], &mut lines[9 + i].0[lane..]);
            simd.store(b_half[i], &mut lines[12 + i].0[lane..]);
        }
        survivors.of[index] = Survivor { visit, part: part as u32, lanes: left };
        survivors.len = index + usize::from(left != 0);
    }
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
    let zero = simd.splat(0.0);
    let (at, lane) = place::<S>(index);
    let lines = &survivors.blocks[at];
    let mut m = [[zero; 3]; 3];
    let mut t = [zero; 3];
    let mut abs = [[zero; 3]; 3];
    let mut a_half = [zero; 3];
    let mut b_half = [zero; 3];
    for i in 0..3 {
        for j in 0..3 {
            m[i][j] = simd.load(&lines[3 * i + j].0[lane..]);
            abs[i][j] = simd.load(&lines[15 + 3 * i + j].0[lane..]);
        }
        t[i] = simd.load(&lines[9 + i].0[lane..]);
        b_half[i] = simd.load(&lines[12 + i].0[lane..]);
        a_half[i] = simd.repeat(&a.half[i]);
    }
    let slack = simd.splat(motion.slack);
    let mut pairs = simd.all_left();
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
            pairs = simd.part(pairs, simd.abs(distance), reach);
        }
    }
    let of = survivors.of[index];
    of.lanes & simd.left(pairs) << (of.part as usize * S::WIDTH)
}

/// Squared distances of the centres of a survivor's pairs, in their places of sixteen.
#[inline(always)]
pub(super) fn center_distances<S: Lanes>(
    simd: S,
    survivors: &Survivors<'_>,
    index: usize,
) -> [f32; 16] {
    let (at, lane) = place::<S>(index);
    let mut sum = simd.splat(0.0);
    for i in 0..3 {
        let t = simd.load(&survivors.blocks[at][9 + i].0[lane..]);
        sum = simd.mul_add(t, t, sum);
    }
    let mut all = [0.0; 16];
    simd.store(sum, &mut all[survivors.of[index].part as usize * S::WIDTH..]);
    all
}
