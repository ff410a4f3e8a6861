//! Centres and half sides of the boxes of a tree, from the mesh itself: here it is proven that a
//! box contains its triangles.
//!
//! Splits and axes were chosen with a working copy; here every box gets half sides from the exact
//! corners of all triangles below it. Corners are taken relative to one of them, so that the one
//! rounding to `f32` loses a part of the size of the *box*, not of the mesh; the passes over all
//! triangles then run in `f32` with a proven margin, and only the last steps of a box are `f64`.
//! The few largest boxes are measured in `f64` throughout: a margin of a millionth of their size
//! would keep bodies with a smaller gap from being separated near the root.
//!
//! The three margins, and what underflow loses, are checked by Gappa
//! (`tests/proofs/box_margins.gappa`); by hand are the inequalities of Cauchy and Schwarz, and
//! lengths along nearly orthonormal axes.

use obbtree_mesh::Mesh;
use obbtree_predicates::{round_up_f32, unit_scale};
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Node, TreeParts, largest_box};

use super::corner_source::{CornerSource, FromLeaves, FromMesh, corners_of};
use super::distinct::{Distinct, LANES};
use super::extent::Extent;
use super::leaf_ranges::LeafRanges;
use super::rows::{self, Row, dot_lanes};
use super::scalar::{greater, largest, lesser};
use super::threads::{for_each, map};

/// Components of centres are limited to this, 2^100 in mesh units, so that they are finite. Half
/// sides grow to match, and are infinite where they exceed the largest `f32`.
const LARGEST_CENTER: f64 = (1_u128 << 100) as f64;

/// Meshes whose largest coordinate is within this factor of one, 2^40, are measured unscaled;
/// others are scaled to about one by a power of two, so that nothing overflows and what
/// underflows is small compared to the mesh.
const UNSCALED: f64 = (1_u64 << 40) as f64;

/// The error of `a . y` in `f32`, per `|y|`: 5 v, with v = 2^-24.
///
/// `y` is `x - anchor` rounded once, off by `v |x - anchor|`; in the dot product each absolute term
/// is off by 3 v at most, and their sum is at most `|a| |y|` (Cauchy, Schwarz). With `|a| <= 1 +
/// 2^-21` both come to less than `4.01 v |y|`. The length `|y|` is at most the sum of its absolute
/// components along three axes this near to orthonormal, times `1 + 2^-19`.
const SINGLE_MARGIN: f64 = 5.0 / (1_u32 << 24) as f64;

/// The same in `f64`, with v = 2^-53.
const DOUBLE_PASS_MARGIN: f64 = 5.0 / (1_u64 << 53) as f64;

/// A node with at least one leaf of so many in the tree is measured in `f64`: the first four
/// levels of a balanced tree.
const MEASURED_IN_DOUBLE: usize = 64;

/// More than the error of all products and differences of one corner where they underflow: 2^-150
/// each, in the scaled coordinates.
const SINGLE_UNDERFLOW: f64 = 16.0 * f32::MIN_POSITIVE as f64 / (1_u32 << 23) as f64;

/// The error of the `f64` steps, per largest coordinate of anchor, origin and centre: 2^-49.
///
/// With v = 2^-53, `x` the anchor and `|a| <= 1 + 2^-21`: the anchor relative to the origin is off
/// by `v` times `|x| + |o|`, the centre relative to the anchor by `2 v (|x| + |o|) + v |c|`, its
/// dot product with an axis by `3 v` of its terms more, and the difference of two such numbers by
/// `2 v`; a length is at most `sqrt(3)` times its largest component. Together
/// `12.2 v (|x| + |o| + |c|)`; this is 16 v.
const DOUBLE_MARGIN: f64 = 1.0 / (1_u64 << 49) as f64;

/// More than the error of products of `f64` where they underflow.
const DOUBLE_UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// The largest absolute coordinate of a mesh.
#[derive(Clone, Copy)]
pub(super) struct Reaches {
    pub(super) whole: f64,
    /// Without outliers, and how many nodes after the root have none.
    pub(super) main: f64,
    pub(super) main_nodes: usize,
}

impl Reaches {
    /// Of a mesh whose outliers are not told apart.
    pub(super) fn of(extent: &Extent) -> Self {
        Self { whole: extent.reach, main: extent.reach, main_nodes: 0 }
    }
}

/// Measures all boxes, whose axes are set, and records the largest.
pub(super) fn measure_boxes(
    parts: &mut TreeParts,
    ranges: &LeafRanges,
    mesh: &Mesh,
    reaches: Reaches,
    level: SimdLevel,
    parallel: bool,
) {
    let TreeParts { nodes, leaves, exact, origin, .. } = parts;
    let distinct =
        &Distinct::of(nodes, ranges, leaves, mesh, |node| is_large(node, ranges), parallel);
    let of_tree = OfTree { ranges, distinct, origin: *origin };
    if exact.is_none() {
        measure(nodes, &FromLeaves(leaves), &of_tree, reaches, level, parallel);
    } else {
        let corners = map(parallel, leaves, |_, leaf| corners_of(leaf, mesh));
        measure(nodes, &FromMesh(&corners), &of_tree, reaches, level, parallel);
    }
    [parts.largest_half, parts.largest_center] = largest_box(nodes);
}

/// What the boxes of a tree share.
struct OfTree<'a> {
    ranges: &'a LeafRanges,
    distinct: &'a Distinct,
    origin: [f64; 3],
}

/// Is this one of the largest nodes?
fn is_large(node: &Node, ranges: &LeafRanges) -> bool {
    let mut leaves = 0;
    for &child in node.child.iter().filter(|&&child| child != Child::EMPTY) {
        leaves += ranges.below(child).len();
    }
    leaves * MEASURED_IN_DOUBLE >= ranges.leaves()
}

/// Measures the boxes of all nodes.
fn measure<S: CornerSource>(
    nodes: &mut [Node],
    source: &S,
    of_tree: &OfTree<'_>,
    Reaches { whole, main, main_nodes }: Reaches,
    level: SimdLevel,
    parallel: bool,
) {
    let OfTree { ranges, distinct, origin } = *of_tree;
    let space = |reach: f64| {
        let is_near_one = reach == 0.0 || (1.0 / UNSCALED..UNSCALED).contains(&reach);
        let scale = if is_near_one { 1.0 } else { unit_scale(reach) };
        Space { origin, scale: scale.clamp(1.0 / S::LARGEST_SCALE, S::LARGEST_SCALE) }
    };
    let measure = |nodes: &mut [Node], space: &Space| {
        for_each(parallel, nodes, |node| {
            level.dispatch(Measure { node, ranges, distinct, source, space });
        });
    };
    let (root, below) = nodes.split_at_mut(1);
    let (in_main, outlying) = below.split_at_mut(main_nodes);
    measure(root, &space(whole));
    measure(in_main, &space(main));
    measure(outlying, &space(whole));
}

/// The coordinates of all boxes of a tree.
struct Space {
    origin: [f64; 3],
    /// The power of two by which coordinates are scaled while boxes are measured.
    scale: f64,
}

/// Writes centre and half sides of every box of one node, whose axes are set.
struct Measure<'a, S> {
    node: &'a mut Node,
    ranges: &'a LeafRanges,
    distinct: &'a Distinct,
    source: &'a S,
    space: &'a Space,
}

/// Lower and upper ends of four boxes along their own axes, relative to an anchor of each:
/// `[axis][child]`.
struct Extents {
    low: [[f64; 4]; 3],
    high: [[f64; 4]; 3],
    anchor: [[f32; 4]; 3],
    /// The error of an end per length of a corner relative to the anchor.
    margin: f64,
}

impl<C: CornerSource> Measure<'_, C> {
    /// The passes over the triangles in `f64`.
    #[inline(always)]
    fn extents_in_double(&self) -> Extents {
        let Self { node, ranges, distinct, source, space } = self;
        let (zero, margin) = ([[0.0; 4]; 3], DOUBLE_PASS_MARGIN);
        let mut extents = Extents { low: zero, high: zero, anchor: [[0.0; 4]; 3], margin };
        for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
            let leaves = ranges.below(node.child[c]);
            let about = source.first(leaves.start, space.scale);
            let anchor = [f64::from(about[0]), f64::from(about[1]), f64::from(about[2])];
            let mut axis = [[0.0; 3]; 3];
            for a in 0..3 {
                for k in 0..3 {
                    axis[a][k] = f64::from(node.frame[k][a][c]);
                }
            }
            let mut low = [[f64::MAX; LANES]; 3];
            let mut high = [[-f64::MAX; LANES]; 3];
            for part in distinct.below(&leaves) {
                for corners in part {
                    let mut x = [[0.0; LANES]; 3];
                    for k in 0..3 {
                        for l in 0..LANES {
                            x[k][l] = corners[k][l] * space.scale - anchor[k];
                        }
                    }
                    for a in 0..3 {
                        for l in 0..LANES {
                            let along =
                                axis[a][0] * x[0][l] + axis[a][1] * x[1][l] + axis[a][2] * x[2][l];
                            low[a][l] = lesser(along, low[a][l]);
                            high[a][l] = greater(along, high[a][l]);
                        }
                    }
                }
            }
            for a in 0..3 {
                extents.anchor[a][c] = about[a];
                extents.low[a][c] = low[a].into_iter().fold(f64::MAX, lesser) + 0.0;
                extents.high[a][c] = high[a].into_iter().fold(-f64::MAX, greater) + 0.0;
            }
        }
        extents
    }

    /// The passes over the triangles in `f32`.
    #[inline(always)]
    fn extents<S: Lanes>(&self, simd: S) -> Extents {
        let Self { node, ranges, source, space, .. } = self;
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
                for register in 0..S::REGISTERS {
                    for a in 0..3 {
                        let along =
                            dot_lanes(simd, [x[register], y[register], z[register]], axes[a]);
                        low[a][register] = simd.min(low[a][register], along);
                        high[a][register] = simd.max(high[a][register], along);
                    }
                }
            }
            for a in 0..3 {
                anchor[a][c] = about[a];
                let (mut lower, mut higher) = (Row::ZERO, Row::ZERO);
                for register in 0..S::REGISTERS {
                    simd.store(low[a][register], &mut lower.0[register * S::WIDTH..]);
                    simd.store(high[a][register], &mut higher.0[register * S::WIDTH..]);
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
        let mut low = [[0.0; 4]; 3];
        let mut high = [[0.0; 4]; 3];
        for a in 0..3 {
            for c in 0..4 {
                let [lower, higher] = [quads[0][a][c], quads[1][a][c]];
                low[a][c] = rows::min(rows::min(lower[0], lower[1]), rows::min(lower[2], lower[3]));
                high[a][c] =
                    rows::max(rows::max(higher[0], higher[1]), rows::max(higher[2], higher[3]));
            }
        }
        Extents { low: widen(&low), high: widen(&high), anchor, margin: SINGLE_MARGIN }
    }
}

impl<C: CornerSource> Kernel for Measure<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let extents = if is_large(self.node, self.ranges) {
            self.extents_in_double()
        } else {
            self.extents(simd)
        };
        let Extents { low, high, anchor, margin } = extents;
        let Self { node, space: &Space { origin, scale }, .. } = self;
        // The four boxes at once.
        let inverse = 1.0 / scale;
        let anchor = widen(&anchor);
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
        let mut far = [largest(origin); 4];
        for k in 0..3 {
            for c in 0..4 {
                let anchor = anchor[k][c] * inverse;
                far[c] = greater(far[c], largest(origin) + anchor.abs());
                let anchor = anchor - origin[k];
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
                let loss = (margin * length + SINGLE_UNDERFLOW) * inverse;
                let inside = greater(high[a][c] * inverse - along, along - low[a][c] * inverse);
                half[a][c] = inside + loss + (DOUBLE_MARGIN * far[c] + DOUBLE_UNDERFLOW);
            }
        }
        for k in 0..3 {
            for c in 0..4 {
                let is_used = node.child[c] != Child::EMPTY;
                node.frame[k][3][c] = if is_used { center[k][c] as f32 } else { 0.0 };
                node.half[k][c] = if is_used { round_up_f32(half[k][c]) } else { 0.0 };
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
