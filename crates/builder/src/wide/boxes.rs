//! The boxes of a finished tree, from the mesh itself: this is where "contains" is made true.
//!
//! Choices above were made on a working copy; here every box gets half sides from the exact corners
//! of all triangles below it. Corners are taken relative to one of them, so that a single rounding
//! to `f32` costs a part of the *box*, not of the mesh; the passes over all triangles then run in
//! `f32` with a proven margin, and only the last steps of a box are `f64`.

use obbtree_geom::unit_scale;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Leaf, Node};

use super::rows::{self, Row};
use super::split_area::dot;
use super::threads::for_each;

/// Corners of a leaf: three of each of four triangles.
pub(super) const CORNERS: usize = 12;

/// A leaf's corners: `[component][4 * corner + triangle]`. In lanes, four more behind them count
/// for nothing.
pub(super) type Corners = [[f64; CORNERS]; 3];

/// Centres are kept within this of the origin, 2^100 (in mesh units), so that they are finite; the
/// half sides about them take up the rest, infinite where `f32` ends.
const LARGEST_CENTER: f64 = (1_u128 << 100) as f64;

/// Meshes whose largest coordinate is within this factor of one, 2^40, are measured as they are;
/// others are brought near one by a power of two, so that nothing overflows and what underflows
/// is small beside the mesh.
const UNSCALED: f64 = (1_u64 << 40) as f64;

/// What `a . y` can lose in `f32`, per `|y|`: 5 v, with v = 2^-24.
///
/// `y` is `x - anchor` rounded once, off by `v |x - anchor|`; in the dot product each absolute term
/// is off by 3 v at most, and their sum is at most `|a| |y|` (Cauchy, Schwarz). With `|a| <= 1 +
/// 2^-21` both come to less than `4.01 v |y|`. The length `|y|` is at most the sum of its absolute
/// components along three axes this near to orthonormal, times `1 + 2^-19`.
const SINGLE_MARGIN: f64 = 5.0 / (1_u32 << 24) as f64;

/// More than all products and differences of one corner can lose where they fall below the normal
/// numbers of `f32`: 2^-150 each, in the scaled coordinates.
const SINGLE_UNDERFLOW: f64 = 16.0 * f32::MIN_POSITIVE as f64 / (1_u32 << 23) as f64;

/// What the `f64` steps lose, per largest absolute coordinate of mesh, origin and centre: 2^-49.
///
/// With v = 2^-53 and `|a| <= 1 + 2^-21`: the anchor relative to the origin is off by `v` times
/// `|x| + |o|`, the centre relative to the anchor by `2 v (|x| + |o|) + v |c|`, its dot product
/// with an axis by `3 v` of its terms more, and the difference of two such numbers by `2 v`; a
/// length is at most `sqrt(3)` times its largest component. Together `12.2 v (|x| + |o| + |c|)`;
/// this is 16 v.
const DOUBLE_MARGIN: f64 = 1.0 / (1_u64 << 49) as f64;

/// More than products of `f64` can lose where they fall below its normal numbers.
const DOUBLE_UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// Where the leaves of the subtree of each node start; one number more at the end.
///
/// Nodes are in depth-first order and leaves in the order in which nodes name them, so the leaves
/// below a node stand together.
pub(super) struct LeafRanges {
    first: Vec<u32>,
    end: Vec<u32>,
}

impl LeafRanges {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut first = Vec::with_capacity(nodes.len());
        let mut leaves = 0;
        for node in nodes {
            first.push(leaves);
            leaves += node.child.iter().filter(|child| child.is_leaf()).count() as u32;
        }
        let mut end = vec![0; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            let own = first.get(i + 1).copied().unwrap_or(leaves);
            end[i] = inner(node).map(|child| end[child]).fold(own, u32::max);
        }
        Self { first, end }
    }

    /// The leaves below a child.
    pub(super) fn below(&self, child: Child) -> std::ops::Range<usize> {
        let index = child.index() as usize;
        if child.is_leaf() {
            index..index + 1
        } else {
            self.first[index] as usize..self.end[index] as usize
        }
    }
}

fn inner(node: &Node) -> impl Iterator<Item = usize> + '_ {
    let inner = |child: &&Child| !child.is_leaf() && **child != Child::EMPTY;
    node.child.iter().filter(inner).map(|child| child.index() as usize)
}

/// Where a leaf's exact corners come from.
pub(super) trait Source: Sync {
    /// The largest scale; its inverse is the least.
    const LARGEST_SCALE: f64;

    /// Corners of one leaf, times the scale, minus the anchor: each rounded once, to `f32`.
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3];

    /// The leaf's first corner, times the scale, as near as `f32` gets.
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3];
}

/// Leaves of a mesh whose coordinates are `f32` numbers.
pub(super) struct Exact<'a>(pub(super) &'a [Leaf]);

impl Source for Exact<'_> {
    // 2^126, so that the scale and its inverse are normal numbers of `f32`.
    const LARGEST_SCALE: f64 = (1_u128 << 126) as f64;

    #[inline(always)]
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3] {
        let scale = simd.splat(scale as f32);
        let mut lanes = [[simd.splat(0.0); 4]; 3];
        for k in 0..3 {
            let anchor = simd.splat(anchor[k]);
            let row = simd.corners(&self.0[leaf].corners[k]);
            for part in 0..S::REGISTERS {
                lanes[k][part] = simd.sub(simd.mul(row[part], scale), anchor);
            }
        }
        lanes
    }

    #[inline(always)]
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3] {
        self.0[leaf].corners.map(|rows| rows[0][0] * scale as f32)
    }
}

/// Corners beside the leaves.
pub(super) struct Beside<'a>(pub(super) &'a [Corners]);

impl Source for Beside<'_> {
    const LARGEST_SCALE: f64 = f64::INFINITY;

    #[inline(always)]
    fn around<S: Lanes>(
        &self,
        simd: S,
        leaf: usize,
        scale: f64,
        anchor: [f32; 3],
    ) -> [[S::F; 4]; 3] {
        let mut lanes = [[simd.splat(0.0); 4]; 3];
        for k in 0..3 {
            let anchor = f64::from(anchor[k]);
            let mut row = Row::ZERO;
            for l in 0..CORNERS {
                row.0[l] = (self.0[leaf][k][l] * scale - anchor) as f32;
            }
            for part in 0..S::REGISTERS {
                lanes[k][part] = simd.load(&row.0[part * S::WIDTH..]);
            }
        }
        lanes
    }

    #[inline(always)]
    fn first(&self, leaf: usize, scale: f64) -> [f32; 3] {
        self.0[leaf].map(|row| (row[0] * scale) as f32)
    }
}

/// Writes centre and half sides of every child of one node, whose axes are there.
struct Measure<'a, S> {
    node: &'a mut Node,
    ranges: &'a LeafRanges,
    source: &'a S,
    space: &'a Space,
}

/// Lower and upper ends of four boxes along their own axes, in `f32` and relative to an anchor of
/// each: `[axis][child]`.
struct Ends {
    low: [[f32; 4]; 3],
    high: [[f32; 4]; 3],
    anchor: [[f32; 4]; 3],
}

impl<C: Source> Measure<'_, C> {
    /// The passes over the triangles.
    #[inline(always)]
    fn ends<S: Lanes>(&self, simd: S) -> Ends {
        let Self { node, ranges, source, space } = self;
        let mut quads = [[[[0.0_f32; 4]; 4]; 3]; 2];
        let mut anchor = [[0.0; 4]; 3];
        for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
            let mut axes = [[simd.splat(0.0); 3]; 3];
            for a in 0..3 {
                for k in 0..3 {
                    axes[a][k] = simd.splat(node.frame[k][a][c]);
                }
            }
            let leaves = ranges.below(node.child[c]);
            let about = source.first(leaves.start, space.scale);
            let mut low = [[simd.splat(f32::MAX); 4]; 3];
            let mut high = [[simd.splat(-f32::MAX); 4]; 3];
            for leaf in leaves {
                let [x, y, z] = source.around(simd, leaf, space.scale, about);
                for part in 0..S::REGISTERS {
                    for a in 0..3 {
                        let along = dot(simd, [x[part], y[part], z[part]], axes[a]);
                        low[a][part] = simd.min(low[a][part], along);
                        high[a][part] = simd.max(high[a][part], along);
                    }
                }
            }
            for a in 0..3 {
                anchor[a][c] = about[a];
                let (mut lower, mut higher) = (Row::ZERO, Row::ZERO);
                for part in 0..S::REGISTERS {
                    simd.store(low[a][part], &mut lower.0[part * S::WIDTH..]);
                    simd.store(high[a][part], &mut higher.0[part * S::WIDTH..]);
                }
                for l in 0..4 {
                    let of = |row: &Row, pick: fn(f32, f32) -> f32| {
                        pick(pick(row.0[l], row.0[l + 4]), row.0[l + 8])
                    };
                    quads[0][a][c][l] = of(&lower, rows::min);
                    quads[1][a][c][l] = of(&higher, rows::max);
                }
            }
        }
        let mut ends = Ends { low: [[0.0; 4]; 3], high: [[0.0; 4]; 3], anchor };
        for a in 0..3 {
            for c in 0..4 {
                let [low, high] = [quads[0][a][c], quads[1][a][c]];
                ends.low[a][c] = rows::min(rows::min(low[0], low[1]), rows::min(low[2], low[3]));
                ends.high[a][c] =
                    rows::max(rows::max(high[0], high[1]), rows::max(high[2], high[3]));
            }
        }
        ends
    }
}

impl<C: Source> Kernel for Measure<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Ends { low, high, anchor } = self.ends(simd);
        let Self { node, space: &Space { origin, reach, scale }, .. } = self;
        // The four boxes side by side.
        let inverse = 1.0 / scale;
        let (low, high, anchor) = (widen(&low), widen(&high), widen(&anchor));
        let mut axis = [[[0.0; 4]; 3]; 3];
        for k in 0..3 {
            for a in 0..3 {
                for c in 0..4 {
                    axis[k][a][c] = f64::from(node.frame[k][a][c]);
                }
            }
        }
        let mut center = [[0.0; 4]; 3];
        let mut from_anchor = [[0.0; 4]; 3];
        let mut far = [reach + largest(origin); 4];
        for k in 0..3 {
            for c in 0..4 {
                let anchor = anchor[k][c] * inverse - origin[k];
                let middle = axis[k][0][c] * (low[0][c] + high[0][c])
                    + axis[k][1][c] * (low[1][c] + high[1][c])
                    + axis[k][2][c] * (low[2][c] + high[2][c]);
                let middle = anchor + 0.5 * middle * inverse;
                let middle = greater(lesser(middle, LARGEST_CENTER), -LARGEST_CENTER);
                center[k][c] = f64::from(middle as f32);
                from_anchor[k][c] = center[k][c] - anchor;
            }
        }
        for c in 0..4 {
            let center = [center[0][c], center[1][c], center[2][c]].map(f64::abs);
            far[c] += greater(greater(center[0], center[1]), center[2]);
        }
        let mut half = [[0.0; 4]; 3];
        for a in 0..3 {
            for c in 0..4 {
                let along = axis[0][a][c] * from_anchor[0][c]
                    + axis[1][a][c] * from_anchor[1][c]
                    + axis[2][a][c] * from_anchor[2][c];
                let length = greater(-low[0][c], high[0][c])
                    + greater(-low[1][c], high[1][c])
                    + greater(-low[2][c], high[2][c]);
                let loss = (SINGLE_MARGIN * length + SINGLE_UNDERFLOW) * inverse;
                let inside = greater(high[a][c] * inverse - along, along - low[a][c] * inverse);
                half[a][c] = inside + loss + (DOUBLE_MARGIN * far[c] + DOUBLE_UNDERFLOW);
            }
        }
        for k in 0..3 {
            for c in 0..4 {
                let there = node.child[c] != Child::EMPTY;
                node.frame[k][3][c] = if there { center[k][c] as f32 } else { 0.0 };
                node.half[k][c] = if there { round_up(half[k][c]) } else { 0.0 };
            }
        }
    }
}

/// Four numbers along each axis, without negative zeros.
#[inline(always)]
fn widen(rows: &[[f32; 4]; 3]) -> [[f64; 4]; 3] {
    let mut wide = [[0.0; 4]; 3];
    for k in 0..3 {
        for c in 0..4 {
            wide[k][c] = f64::from(rows[k][c]) + 0.0;
        }
    }
    wide
}

/// Where coordinates are, for all boxes of a tree.
struct Space {
    origin: [f64; 3],
    /// The largest absolute coordinate of the mesh.
    reach: f64,
    /// A power of two that boxes are measured at.
    scale: f64,
}

/// Measures all nodes.
pub(super) fn measure<S: Source>(
    nodes: &mut [Node],
    source: &S,
    origin: [f64; 3],
    reach: f64,
    level: SimdLevel,
    parallel: bool,
) {
    let ranges = &LeafRanges::of(nodes);
    let is_near_one = reach == 0.0 || (1.0 / UNSCALED..UNSCALED).contains(&reach);
    let scale = if is_near_one { 1.0 } else { unit_scale(reach) };
    let scale = scale.clamp(1.0 / S::LARGEST_SCALE, S::LARGEST_SCALE);
    let space = &Space { origin, reach, scale };
    for_each(parallel, nodes, |node| level.dispatch(Measure { node, ranges, source, space }));
}

/// The smaller of two numbers. (`f64::min` asks more of NaN and costs more.)
#[inline(always)]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The larger of two numbers.
#[inline(always)]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The largest absolute component.
pub(super) fn largest(x: [f64; 3]) -> f64 {
    x.into_iter().fold(0.0, |most, x| x.abs().max(most))
}

/// The least `f32` that is not below a positive number; infinity beyond the largest.
#[inline(always)]
pub(super) fn round_up(x: f64) -> f32 {
    let near = x as f32;
    // Bits of positive numbers are ordered as they are, up to infinity, which is not below.
    f32::from_bits(near.to_bits() + u32::from(f64::from(near) < x))
}
