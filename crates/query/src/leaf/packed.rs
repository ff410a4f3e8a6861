//! What the tests of sixteen pairs need of four triangles: computed once a leaf, row by row.

use obbtree_simd::Lanes;

/// Row of sixteen lanes: `[corner or edge v][triangle c]`, the last four unused.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [[f32; 4]; 4]);

/// What the pair tests need of four triangles, relative to A's first corner.
pub(crate) struct Packed {
    /// `corner[k]`, components of the corners.
    pub(crate) corner: [Row; 3],
    /// `edge[k]`: edge `v` goes from corner `v` to corner `v + 1`.
    pub(crate) edge: [Row; 3],
    /// `moment[k]` of `corner v x edge v`.
    pub(crate) moment: [Row; 3],
    /// `normal[k]` of `edge 0 x edge 1`, as `[triangle]`.
    pub(crate) normal: [[f32; 4]; 3],
    /// 1-norm of the normal.
    pub(crate) normal_size: [f32; 4],
    /// `normal . corner v`: of corner 0, the least, the largest.
    pub(crate) plane: [f32; 4],
    pub(crate) plane_least: [f32; 4],
    pub(crate) plane_most: [f32; 4],
    /// Largest component of a corner, and of an edge.
    pub(crate) corner_size: [f32; 4],
    pub(crate) edge_size: [f32; 4],
}

/// Derives edges, moments and planes of four triangles at once.
#[inline(always)]
pub(crate) fn pack<S: Lanes>(simd: S, corner: [[S::F; 4]; 3]) -> Packed {
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
        for register in 0..S::REGISTERS {
            edge[k][register] = simd.sub(next[register], corner[k][register]);
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
    for register in 0..S::REGISTERS {
        for k in 0..3 {
            let one_normal = simd.repeat(&packed.normal[k]);
            plane[register] = simd.mul_add(one_normal, corner[k][register], plane[register]);
            corner_size[register] = simd.max(corner_size[register], simd.abs(corner[k][register]));
            edge_size[register] = simd.max(edge_size[register], simd.abs(edge[k][register]));
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
    for register in 0..S::REGISTERS {
        simd.store(row[register], &mut to.0.as_flattened_mut()[register * S::WIDTH..]);
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
    for register in 0..S::REGISTERS {
        let product = simd.mul(a[0][register], b[1][register]);
        cross[register] = simd.neg_mul_add(a[1][register], b[0][register], product);
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
