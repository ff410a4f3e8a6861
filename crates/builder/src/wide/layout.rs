//! From drafts to nodes and leaves, without the measures of the boxes.

use std::ops::Range;

use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, MAX_AXES_SKEW, Node};

use super::draft::Drafts;
use super::frame::{Frame, IDENTITY};
use super::threads::map;

/// Nodes with axes and children, and for each leaf the positions of its triangles, in the order in
/// which nodes refer to leaves.
pub(super) fn lay_out(
    drafts: &Drafts,
    level: SimdLevel,
    parallel: bool,
) -> (Vec<Node>, Vec<Range<u32>>) {
    let (drafts, leaves) = drafts.in_order();
    let nodes = map(parallel, &drafts, |i, &(draft, leaves_before)| {
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        let mut leaf = leaves_before + draft.leaves_before;
        let frames = draft.children.map(|child| child.map_or(IDENTITY, |child| child.frame));
        level.dispatch(PutAxes { node: &mut node, frames });
        for (c, child) in draft.children.iter().enumerate() {
            let Some(child) = child else { continue };
            node.child[c] = child
                .node
                .map_or_else(|| Child::leaf(leaf), |distance| Child::node(i as u32 + distance));
            leaf += u32::from(child.node.is_none());
        }
        node
    });
    (nodes, leaves)
}

/// Gives the boxes of a node right-handed `f32` axes near these frames, as orthonormal as `f32`
/// can be; the identity where that fails.
#[inline(always)]
pub(super) fn put_axes(node: &mut Node, frames: &[Frame; 4]) {
    let row = |a: usize, k: usize| [0, 1, 2, 3].map(|c| f64::from(frames[c][a][k]));
    let u = unit([row(0, 0), row(0, 1), row(0, 2)]);
    let mut v = [row(1, 0), row(1, 1), row(1, 2)];
    let along = dot(&u, &v);
    for k in 0..3 {
        for c in 0..4 {
            v[k][c] -= u[k][c] * along[c];
        }
    }
    let v = unit(v);
    let mut w = [[0.0; 4]; 3];
    for k in 0..3 {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        for c in 0..4 {
            w[k][c] = u[i][c] * v[j][c] - u[j][c] * v[i][c];
        }
    }
    let single = [u, v, w].map(|axis| axis.map(|row| row.map(|x| x as f32)));
    let [u, v, w] = single.map(|axis| axis.map(|row| row.map(f64::from)));
    // The squared Frobenius norm of `A^T A - I`, and the determinant.
    let lengths = [dot(&u, &u), dot(&v, &v), dot(&w, &w)];
    let others = [dot(&u, &v), dot(&v, &w), dot(&w, &u)];
    for c in 0..4 {
        let mut skew_sq = 0.0;
        for a in 0..3 {
            let error = lengths[a][c] - 1.0;
            skew_sq += error * error + 2.0 * others[a][c] * others[a][c];
        }
        let determinant = (u[1][c] * v[2][c] - u[2][c] * v[1][c]) * w[0][c]
            + (u[2][c] * v[0][c] - u[0][c] * v[2][c]) * w[1][c]
            + (u[0][c] * v[1][c] - u[1][c] * v[0][c]) * w[2][c];
        // NaN where an axis had no direction.
        let is_frame = skew_sq <= MAX_AXES_SKEW * MAX_AXES_SKEW && determinant > 0.0;
        for a in 0..3 {
            for k in 0..3 {
                node.frame[k][a][c] = if is_frame { single[a][k][c] } else { IDENTITY[a][k] };
            }
        }
    }
}

/// Four vectors, by component.
type Four = [[f64; 4]; 3];

#[inline(always)]
fn dot(a: &Four, b: &Four) -> [f64; 4] {
    let mut dot = [0.0; 4];
    for c in 0..4 {
        dot[c] = a[0][c] * b[0][c] + a[1][c] * b[1][c] + a[2][c] * b[2][c];
    }
    dot
}

#[inline(always)]
fn unit(mut x: Four) -> Four {
    let square = dot(&x, &x);
    let mut inverse = [0.0; 4];
    for c in 0..4 {
        inverse[c] = 1.0 / square[c].sqrt();
    }
    for k in 0..3 {
        for c in 0..4 {
            x[k][c] *= inverse[c];
        }
    }
    x
}

/// [`put_axes`] as a kernel.
struct PutAxes<'a> {
    node: &'a mut Node,
    frames: [Frame; 4],
}

impl Kernel for PutAxes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        put_axes(self.node, &self.frames);
    }
}
