//! The boxes of a finished tree, from the mesh itself: this is where "contains" is made true.
//!
//! Choices above were made in `f32` on a working copy; here every box gets half sides from the exact
//! corners of all triangles below it, computed in `f64` with a proven margin and rounded up.

use obbtree_simd::{Kernel, Lanes, Level};
use obbtree_tree::wide::{Child, Leaf, Node};

use super::threads::for_each;

/// Corners of a leaf's four triangles as `f64` numbers: `[component][4 * corner + triangle]`, and
/// four places more that repeat corner 2, to fill vectors.
pub(super) type Corners = [[f64; 16]; 3];

/// Centres are kept within this of the origin, 2^100 (in mesh units), so that they are finite; the
/// half sides about them take up the rest, infinite where `f32` ends.
const LARGEST_CENTER: f64 = (1_u128 << 100) as f64;

/// What `a . (x - o) - a . c` can lose, per largest absolute coordinate of `x`, `o` and `c`: 2^-49.
///
/// With v = 2^-53 and `|a| <= 1 + 2^-21`: the difference `y = x - o` rounds by `v |y|`, either dot
/// product by `3 v` times the sum of its absolute terms (at most `1.001 sqrt(3)` times the largest
/// component), the last subtraction by `v`. Together
/// `1.74 v (5.01 (|x| + |o|) + 4.01 |c|) <= 8.8 v (|x| + |o| + |c|)`; the bound is 16 v.
const MARGIN: f64 = 1.0 / (1_u64 << 49) as f64;

/// More than products of `f64` can lose where they fall below its normal numbers.
const UNDERFLOW: f64 = f64::MIN_POSITIVE;

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

    fn below(&self, child: Child) -> std::ops::Range<usize> {
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
    /// Corners of one leaf.
    fn corners(&self, leaf: usize) -> Corners;
}

/// Leaves of a mesh whose coordinates are `f32` numbers.
pub(super) struct Exact<'a>(pub(super) &'a [Leaf]);

impl Source for Exact<'_> {
    #[inline(always)]
    fn corners(&self, leaf: usize) -> Corners {
        let [x, y, z] = &self.0[leaf].corners;
        [x, y, z].map(|&[p, q, r]| {
            let mut row = [0.0; 16];
            for (to, from) in row.chunks_exact_mut(4).zip([p, q, r, r]) {
                for c in 0..4 {
                    to[c] = f64::from(from[c]);
                }
            }
            row
        })
    }
}

/// Corners beside the leaves.
pub(super) struct Beside<'a>(pub(super) &'a [Corners]);

impl Source for Beside<'_> {
    #[inline(always)]
    fn corners(&self, leaf: usize) -> Corners {
        self.0[leaf]
    }
}

/// Writes centre and half sides of every child of one node, whose axes are there.
pub(super) struct Measure<'a, S> {
    pub(super) node: &'a mut Node,
    pub(super) ranges: &'a LeafRanges,
    pub(super) source: &'a S,
    pub(super) origin: [f64; 3],
    /// The largest absolute coordinate of the mesh.
    pub(super) reach: f64,
}

impl<C: Source> Kernel for Measure<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Self { node, ranges, source, origin, reach } = self;
        for c in 0..4 {
            if node.child[c] == Child::EMPTY {
                continue;
            }
            let axes: [[f64; 3]; 3] =
                std::array::from_fn(|a| std::array::from_fn(|k| f64::from(node.frame[k][a][c])));
            let mut low = [[f64::INFINITY; 16]; 3];
            let mut high = [[f64::NEG_INFINITY; 16]; 3];
            for leaf in ranges.below(node.child[c]) {
                let mut x = source.corners(leaf);
                for k in 0..3 {
                    for i in 0..16 {
                        x[k][i] -= origin[k];
                    }
                }
                for a in 0..3 {
                    for i in 0..16 {
                        let along =
                            axes[a][0] * x[0][i] + axes[a][1] * x[1][i] + axes[a][2] * x[2][i];
                        low[a][i] = lesser(along, low[a][i]);
                        high[a][i] = greater(along, high[a][i]);
                    }
                }
            }
            let low = low.map(|row| fold(row, lesser));
            let high = high.map(|row| fold(row, greater));
            let mut center = [0.0; 3];
            for k in 0..3 {
                let middle: f64 = (0..3).map(|a| axes[a][k] * (0.5 * (low[a] + high[a]))).sum();
                let rounded = middle.clamp(-LARGEST_CENTER, LARGEST_CENTER) as f32;
                node.frame[k][3][c] = rounded;
                center[k] = f64::from(rounded);
            }
            let far = reach + largest(origin) + largest(center);
            for a in 0..3 {
                let middle =
                    axes[a][0] * center[0] + axes[a][1] * center[1] + axes[a][2] * center[2];
                let half = greater(high[a] - middle, middle - low[a]) + MARGIN * far;
                node.half[a][c] = round_up(half + UNDERFLOW);
            }
        }
    }
}

/// Measures all nodes.
pub(super) fn measure<S: Source>(
    nodes: &mut [Node],
    source: &S,
    origin: [f64; 3],
    reach: f64,
    level: Level,
    parallel: bool,
) {
    let ranges = &LeafRanges::of(nodes);
    for_each(parallel, nodes, |node| {
        level.dispatch(Measure { node, ranges, source, origin, reach });
    });
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

/// One number of sixteen, by halves.
#[inline(always)]
fn fold(row: [f64; 16], pick: impl Fn(f64, f64) -> f64) -> f64 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for i in 0..8 {
        eight[i] = pick(row[i], row[i + 8]);
    }
    for i in 0..4 {
        four[i] = pick(eight[i], eight[i + 4]);
    }
    pick(pick(four[0], four[2]), pick(four[1], four[3]))
}

/// The largest absolute component.
pub(super) fn largest(x: [f64; 3]) -> f64 {
    x.into_iter().fold(0.0, |most, x| x.abs().max(most))
}

/// The least `f32` that is not below; infinity beyond the largest.
pub(super) fn round_up(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}
