//! Four triangles of A against four of B: sixteen pairs in lanes, one decision.
//!
//! The signs of fifteen determinants decide: planes `alpha_i = n_B . (x_i - y_0)`,
//! `beta_j = n_A . (y_j - x_0)` and edge pairs `V_ij = (e_i x f_j) . (x_i - y_j)`, the last in Pluecker
//! form `e_i . g_j + m_i . f_j` with the moments `m = x x e`, `g = y x f`. A sign counts if the value
//! exceeds a proven error bound; pairs whose certain signs do not decide are left to `f64`.
//!
//! # Bounds
//!
//! `x`, `y` are relative to A's first corner, rounded once to `f32`: off by at most
//! `eps_x = u X + error_a` and `eps_y = u Y + error_b` a component, with `X`, `Y` the largest
//! coordinates of the two triangles. `E`, `F`: largest edge component plus `2 eps`. `W = X + Y`. Then
//!
//! ```text
//! V      4 (2 eps_x F W + 2 eps_y E W + (eps_x + eps_y) E F) + 60u E F W + tiny
//! alpha  24 F W (eps_y + u F) + |n_B|_1 (eps_x + eps_y + 4.1u W) + tiny     beta alike
//! plane  |n|_1 (eps_x + eps_y + 4.1u W) + tiny
//! ```
//!
//! each times 1.001 for its own evaluation. *Proof.* Replace the columns of `det(e, f, w)` one at a
//! time: columns with components up to `p, q, r` have `|det| <= 4 p q r`. Evaluation: moments `6u X E`,
//! the sum of six terms at most `60u E F W` in all. The computed `n_B` is off by `8F (eps_y + u F)` a
//! component. The last line needs no error of `n`: the *computed* normal is as good an axis as any.
//! `tiny = 2^-110 (1 + W)` pays for underflow. Products overflow to values that no comparison
//! certifies; the domain of `Motion` keeps them finite anyway. *End.*

use obbtree_simd::Lanes;
use obbtree_tree::wide::Leaf;

use super::motion::{Motion, ROUNDOFF_F32};

/// Row of sixteen lanes: `[corner or edge v][triangle c]`, the last four unused.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([[f32; 4]; 4]);

/// What the pair tests need of four triangles, relative to A's first corner.
struct Packed {
    /// `corner[k]`, components of the corners.
    corner: [Row; 3],
    /// `edge[k]`: edge `v` goes from corner `v` to corner `v + 1`.
    edge: [Row; 3],
    /// `moment[k]` of `corner v x edge v`.
    moment: [Row; 3],
    /// `normal[k]` of `edge 0 x edge 1`, as `[triangle]`.
    normal: [[f32; 4]; 3],
    /// 1-norm of the normal.
    normal_size: [f32; 4],
    /// `normal . corner v`: of corner 0, the least, the largest.
    plane: [f32; 4],
    plane_least: [f32; 4],
    plane_most: [f32; 4],
    /// Largest component of a corner, and of an edge.
    corner_size: [f32; 4],
    edge_size: [f32; 4],
}

/// The decisions on sixteen pairs. Pairs of unused places are in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decided {
    /// Certainly meet.
    pub(super) meet: u32,
    /// Undecided.
    pub(super) unknown: u32,
    /// All pairs of triangles there are.
    pub(super) pairs: u32,
}

/// Pairs of sixteen whose B place is among the bits of four.
#[inline(always)]
pub(super) fn of_b(places: u32) -> u32 {
    const SPREAD: [u16; 16] = {
        let mut spread = [0; 16];
        let mut places = 0;
        while places < 16 {
            let mut b = 0;
            while b < 4 {
                spread[places] |= if places >> b & 1 != 0 { 0xf << (4 * b) } else { 0 };
                b += 1;
            }
            places += 1;
        }
        spread
    };
    u32::from(SPREAD[(places & 15) as usize])
}

/// Pairs of sixteen whose A place is among the bits of four.
#[inline(always)]
pub(super) fn of_a(places: u32) -> u32 {
    places * 0x1111
}

/// Decides the pairs of two leaves. `rotation` and `translation` are the relative pose.
#[inline(always)]
pub(super) fn decide<S: Lanes>(
    simd: S,
    a: &Leaf,
    b: &Leaf,
    motion: &Motion,
    rotation: &[[f64; 3]; 3],
    translation: &[f64; 3],
) -> Decided {
    // `Leaf::NO_TRIANGLE` is all ones.
    let ([_, empty_a], [_, empty_b]) = (simd.tops_and_ones(&a.ids), simd.tops_and_ones(&b.ids));
    let pairs = 0xffff & !(of_a(empty_a) | of_b(empty_b));
    let origin = [a.corners[0][0][0], a.corners[1][0][0], a.corners[2][0][0]];
    let a = pack(simd, place_a(simd, a, origin));
    let b = pack(simd, place_b(simd, b, origin, rotation, translation));
    let mut decided = Decided { meet: 0, unknown: 0, pairs };
    for part in 0..S::REGISTERS {
        let first = part * S::WIDTH;
        let wanted = pairs >> first & ((1 << S::WIDTH) - 1);
        if S::REGISTERS > 1 && wanted == 0 {
            continue;
        }
        let (meet, unknown) = decide_part(simd, &a, &b, motion, part, wanted);
        decided.meet |= meet << first;
        decided.unknown |= unknown << first;
    }
    decided
}

/// A's corners relative to the origin: one rounding each.
#[inline(always)]
fn place_a<S: Lanes>(simd: S, leaf: &Leaf, origin: [f32; 3]) -> [[S::F; 4]; 3] {
    let mut placed = [[simd.splat(0.0); 4]; 3];
    for k in 0..3 {
        let corners = simd.corners(&leaf.corners[k]);
        for part in 0..S::REGISTERS {
            placed[k][part] = simd.sub(corners[part], simd.splat(origin[k]));
        }
    }
    placed
}

/// B's corners in A's mesh frame relative to the origin, in `f64`, rounded once to `f32`.
#[inline(always)]
fn place_b<S: Lanes>(
    simd: S,
    leaf: &Leaf,
    origin: [f32; 3],
    rotation: &[[f64; 3]; 3],
    translation: &[f64; 3],
) -> [[S::F; 4]; 3] {
    let mut placed = [[simd.splat(0.0); 4]; 3];
    let corners = [
        simd.corners(&leaf.corners[0]),
        simd.corners(&leaf.corners[1]),
        simd.corners(&leaf.corners[2]),
    ];
    for part in 0..S::REGISTERS {
        let wide = [
            simd.widen(corners[0][part]),
            simd.widen(corners[1][part]),
            simd.widen(corners[2][part]),
        ];
        for k in 0..3 {
            let shift = simd.splat_f64(translation[k] - f64::from(origin[k]));
            let mut sum = [shift; 2];
            for j in 0..3 {
                let entry = simd.splat_f64(rotation[k][j]);
                sum[0] = simd.mul_add_f64(wide[j][0], entry, sum[0]);
                sum[1] = simd.mul_add_f64(wide[j][1], entry, sum[1]);
            }
            placed[k][part] = simd.narrow(sum);
        }
    }
    placed
}

/// Derives edges, moments and planes of four triangles at once.
#[inline(always)]
fn pack<S: Lanes>(simd: S, corner: [[S::F; 4]; 3]) -> Packed {
    let zero = simd.splat(0.0);
    let empty = Row([[0.0; 4]; 4]);
    let mut packed = Packed {
        corner: [empty; 3],
        edge: [empty; 3],
        moment: [empty; 3],
        normal: [[0.0; 4]; 3],
        normal_size: [0.0; 4],
        plane: [0.0; 4],
        plane_least: [0.0; 4],
        plane_most: [0.0; 4],
        corner_size: [0.0; 4],
        edge_size: [0.0; 4],
    };
    let mut edge = [[zero; 4]; 3];
    let mut next_edge = [[zero; 4]; 3];
    for k in 0..3 {
        let next = simd.next_corners(corner[k]);
        for part in 0..S::REGISTERS {
            edge[k][part] = simd.sub(next[part], corner[k][part]);
        }
        next_edge[k] = simd.next_corners(edge[k]);
        store_row(simd, corner[k], &mut packed.corner[k]);
        store_row(simd, edge[k], &mut packed.edge[k]);
    }
    let mut normal = [empty; 3];
    for k in 0..3 {
        let (u, v) = ((k + 1) % 3, (k + 2) % 3);
        let moment = cross_row(simd, [&corner[u], &corner[v]], [&edge[u], &edge[v]]);
        store_row(simd, moment, &mut packed.moment[k]);
        let normals = cross_row(simd, [&edge[u], &edge[v]], [&next_edge[u], &next_edge[v]]);
        store_row(simd, normals, &mut normal[k]);
        packed.normal[k] = normal[k].0[0];
    }
    // One normal for the three corners of a triangle: the same computed vector.
    let mut plane = [zero; 4];
    let mut corner_size = [zero; 4];
    let mut edge_size = [zero; 4];
    for part in 0..S::REGISTERS {
        for k in 0..3 {
            let one_normal = simd.repeat(&packed.normal[k]);
            plane[part] = simd.mul_add(one_normal, corner[k][part], plane[part]);
            corner_size[part] = simd.max(corner_size[part], simd.abs(corner[k][part]));
            edge_size[part] = simd.max(edge_size[part], simd.abs(edge[k][part]));
        }
    }
    packed.plane = first_quad(simd, plane);
    packed.plane_least = over_corners(simd, plane, S::min);
    packed.plane_most = over_corners(simd, plane, S::max);
    packed.corner_size = over_corners(simd, corner_size, S::max);
    packed.edge_size = over_corners(simd, edge_size, S::max);
    for c in 0..4 {
        let [x, y, z] = [packed.normal[0][c], packed.normal[1][c], packed.normal[2][c]];
        packed.normal_size[c] = x.abs() + y.abs() + z.abs();
    }
    packed
}

#[inline(always)]
fn store_row<S: Lanes>(simd: S, row: [S::F; 4], to: &mut Row) {
    for part in 0..S::REGISTERS {
        simd.store(row[part], &mut to.0.as_flattened_mut()[part * S::WIDTH..]);
    }
}

/// The first four lanes of a row.
#[inline(always)]
fn first_quad<S: Lanes>(simd: S, row: [S::F; 4]) -> [f32; 4] {
    let mut lanes = [0.0; 16];
    simd.store(row[0], &mut lanes);
    [lanes[0], lanes[1], lanes[2], lanes[3]]
}

/// One component of a cross product, `a_u b_v - a_v b_u`.
#[inline(always)]
fn cross_row<S: Lanes>(simd: S, a: [&[S::F; 4]; 2], b: [&[S::F; 4]; 2]) -> [S::F; 4] {
    let mut cross = [simd.splat(0.0); 4];
    for part in 0..S::REGISTERS {
        let product = simd.mul(a[0][part], b[1][part]);
        cross[part] = simd.neg_mul_add(a[1][part], b[0][part], product);
    }
    cross
}

/// The least or largest over a triangle's three corners.
#[inline(always)]
fn over_corners<S: Lanes>(
    simd: S,
    row: [S::F; 4],
    pick: impl Fn(S, S::F, S::F) -> S::F,
) -> [f32; 4] {
    let next = simd.next_corners(row);
    let last = simd.next_corners(next);
    first_quad(simd, [pick(simd, pick(simd, row[0], next[0]), last[0]); 4])
}

/// The pairs of one register: those that certainly meet, and those undecided, of `wanted`.
#[inline(always)]
fn decide_part<S: Lanes>(
    simd: S,
    a: &Packed,
    b: &Packed,
    motion: &Motion,
    part: usize,
    wanted: u32,
) -> (u32, u32) {
    let zero = simd.splat(0.0);
    let u = simd.splat(ROUNDOFF_F32);
    let mut normal_a = [zero; 3];
    let mut normal_b = [zero; 3];
    for k in 0..3 {
        normal_a[k] = simd.repeat(&a.normal[k]);
        normal_b[k] = simd.spread(&b.normal[k], part);
    }
    // n_B . x_i and n_A . y_j.
    let mut heights_a = [zero; 3];
    let mut heights_b = [zero; 3];
    for v in 0..3 {
        for k in 0..3 {
            let (x, y) = (simd.repeat(&a.corner[k].0[v]), simd.spread(&b.corner[k].0[v], part));
            heights_a[v] = simd.mul_add(normal_b[k], x, heights_a[v]);
            heights_b[v] = simd.mul_add(normal_a[k], y, heights_b[v]);
        }
    }
    let size_a = simd.repeat(&a.corner_size);
    let size_b = simd.spread(&b.corner_size, part);
    let both = simd.add(size_a, size_b);
    let off_a = simd.mul_add(u, size_a, simd.splat(motion.corner_error_a));
    let off_b = simd.mul_add(u, size_b, simd.splat(motion.corner_error_b));
    let tiny = simd.mul_add(both, simd.splat(TINY), simd.splat(TINY));
    let off_plane = simd.mul_add(both, simd.splat(4.1 * ROUNDOFF_F32), simd.add(off_a, off_b));
    let grow = simd.splat(1.001);
    let off_plane = simd.mul(off_plane, grow);
    let normal_size_a = simd.repeat(&a.normal_size);
    let normal_size_b = simd.spread(&b.normal_size, part);
    let plane_a = simd.mul_add(normal_size_a, off_plane, tiny);
    let plane_b = simd.mul_add(normal_size_b, off_plane, tiny);

    let beyond = |low: S::F, high: S::F, bound: S::F| simd.greater(simd.sub(low, high), bound);
    let (low_a, high_a) = span(simd, heights_a);
    let (low_b, high_b) = span(simd, heights_b);
    let apart = beyond(low_a, simd.spread(&b.plane_most, part), plane_b)
        | beyond(simd.spread(&b.plane_least, part), high_a, plane_b)
        | beyond(low_b, simd.repeat(&a.plane_most), plane_a)
        | beyond(simd.repeat(&a.plane_least), high_b, plane_a);
    let left = wanted & !apart;
    if left == 0 {
        return (0, 0);
    }

    // All fifteen values: alpha_0.., beta_0.., V_00, V_01, ...
    let mut values = [zero; 15];
    for v in 0..3 {
        values[v] = simd.sub(heights_a[v], simd.spread(&b.plane, part));
        values[3 + v] = simd.sub(heights_b[v], simd.repeat(&a.plane));
    }
    for i in 0..3 {
        for j in 0..3 {
            let mut sum = zero;
            for k in 0..3 {
                let edge_a = simd.repeat(&a.edge[k].0[i]);
                let moment_a = simd.repeat(&a.moment[k].0[i]);
                let edge_b = simd.spread(&b.edge[k].0[j], part);
                let moment_b = simd.spread(&b.moment[k].0[j], part);
                sum = simd.mul_add(edge_a, moment_b, sum);
                sum = simd.mul_add(moment_a, edge_b, sum);
            }
            values[6 + 3 * i + j] = sum;
        }
    }
    let two = simd.splat(2.0);
    let edge_a = simd.mul_add(two, off_a, simd.repeat(&a.edge_size));
    let edge_b = simd.mul_add(two, off_b, simd.spread(&b.edge_size, part));
    let bounds = {
        // 24 F W (eps_y + u F) and the plane's bound.
        let of_normal = |edge: S::F, off: S::F| {
            let scale = simd.mul(simd.mul(edge, both), simd.splat(24.0 * 1.001));
            simd.mul(scale, simd.mul_add(u, edge, off))
        };
        let alpha = simd.add(of_normal(edge_b, off_b), plane_b);
        let beta = simd.add(of_normal(edge_a, off_a), plane_a);
        // (8 eps_x F + 8 eps_y E) W + E F (4 (eps_x + eps_y) + 60u W)
        let eight = simd.splat(8.0 * 1.001);
        let crossed = simd.mul_add(off_a, edge_b, simd.mul(off_b, edge_a));
        let sides = simd.mul(simd.mul(eight, crossed), both);
        let summed = simd.mul_add(
            simd.add(off_a, off_b),
            simd.splat(4.0 * 1.001),
            simd.mul(both, simd.splat(60.0 * 1.001 * ROUNDOFF_F32)),
        );
        let volume = simd.mul_add(simd.mul(edge_a, edge_b), summed, simd.add(sides, tiny));
        [alpha, beta, volume]
    };

    // Are all signs of all pairs certain? Then the sign bits are the answer.
    let mut least = [values[0], values[3], values[6]];
    for n in 0..15 {
        let kind = (n / 3).min(2);
        least[kind] = simd.min_abs(least[kind], values[n]);
    }
    let certain = simd.greater(least[0], bounds[0])
        & simd.greater(least[1], bounds[1])
        & simd.greater(least[2], bounds[2]);
    if left & !certain == 0 {
        return (left & simd.signs(some_edge_pierces(simd, &values)), 0);
    }
    let mut positive = [0; 15];
    let mut negative = [0; 15];
    for n in 0..15 {
        let bound = bounds[(n / 3).min(2)];
        positive[n] = simd.greater(values[n], bound);
        negative[n] = simd.greater(simd.sub(zero, values[n]), bound);
    }
    let (meet, miss) = signs_decide(&positive, &negative);
    (left & meet, left & !(meet | miss))
}

/// Which of the fifteen values belong to an edge of A (`side` 0) or of B (1): the heights of its ends
/// over the other triangle's plane, and its volumes with the other triangle's edges.
#[inline(always)]
fn values_of(side: usize, edge: usize) -> ([usize; 2], [usize; 3]) {
    let ends = [3 * side + edge, 3 * side + (edge + 1) % 3];
    let volumes = if side == 0 {
        [6 + 3 * edge, 7 + 3 * edge, 8 + 3 * edge]
    } else {
        [6 + edge, 9 + edge, 12 + edge]
    };
    (ends, volumes)
}

/// [`signs_decide`] where all signs are certain: as a sign bit, whether an edge pierces the other
/// triangle. If not, each of them misses it.
#[inline(always)]
fn some_edge_pierces<S: Lanes>(simd: S, values: &[S::F; 15]) -> S::F {
    let mut pierces = simd.splat(0.0);
    for side in 0..2 {
        for edge in 0..3 {
            let ([from, to], [v0, v1, v2]) = values_of(side, edge);
            let opposite = simd.xor(values[from], values[to]);
            let both_senses =
                simd.or(simd.xor(values[v0], values[v1]), simd.xor(values[v1], values[v2]));
            pierces = simd.or(pierces, simd.and_not(both_senses, opposite));
        }
    }
    pierces
}

/// 2^-110, what underflow can cost for lengths up to one.
const TINY: f32 = f32::from_bits((127 - 110) << 23);

#[inline(always)]
fn span<S: Lanes>(simd: S, x: [S::F; 3]) -> (S::F, S::F) {
    (simd.min(simd.min(x[0], x[1]), x[2]), simd.max(simd.max(x[0], x[1]), x[2]))
}

/// The three-valued rule: certain signs of `alpha`, `beta`, `V` to pairs that meet, and pairs apart.
///
/// An edge of A pierces B if its ends are on opposite sides and it passes B's three edges in the same
/// sense; it misses closed B if its ends are on one side, or it passes two edges in opposite senses
/// (also for degenerate B: a point of B on the line would make the volumes proportional to its
/// barycentric coordinates, which do not change sign). B's edges likewise. The triangles meet if some
/// edge pierces, and are apart if all six miss: if they meet, the first boundary point on the way from a
/// common point within the common line or plane lies on an edge.
#[inline(always)]
fn signs_decide(positive: &[u32; 15], negative: &[u32; 15]) -> (u32, u32) {
    let (mut meet, mut apart) = (0, !0);
    for side in 0..2 {
        for edge in 0..3 {
            let ([from, to], [v0, v1, v2]) = values_of(side, edge);
            let opposite = positive[from] & negative[to] | negative[from] & positive[to];
            let same = positive[from] & positive[to] | negative[from] & negative[to];
            let all_positive = positive[v0] & positive[v1] & positive[v2];
            let all_negative = negative[v0] & negative[v1] & negative[v2];
            let some_positive = positive[v0] | positive[v1] | positive[v2];
            let some_negative = negative[v0] | negative[v1] | negative[v2];
            meet |= opposite & (all_positive | all_negative);
            apart &= same | some_positive & some_negative;
        }
    }
    (meet, apart)
}
