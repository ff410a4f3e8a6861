//! The descent of one wide tree along a ray, near boxes first.
//!
//! The slab test of Kay and Kajiya, "Ray Tracing Complex Scenes" (SIGGRAPH 1986), in the frame of each of a
//! node's four boxes, in `f64`, lane by lane without fused operations: the same on every instruction set.
//!
//! Tried, and not faster by `benches/compare/rays`, but up to 8 % slower: all axes of all four boxes in `f32` lanes, the
//! ray begun at the bounding sphere of the mesh; sorting the four boxes without branches; asking ahead for what
//! waiting boxes contain. A ray visits about ten nodes here and there in memory, and mostly waits for them.

use obbtree_predicates::Triangle;
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};
use smallvec::{SmallVec, smallvec};

use crate::ray_frame::{PER_SIZE, RayFrame, slab};

/// Shows the triangles that a ray may meet, and learns how far it still matters.
pub(super) struct RayCast<'q> {
    pub(super) tree: &'q Tree,
    pub(super) ray: &'q RayFrame,
    /// Gives the largest parameter that matters from then on; a negative one ends the search.
    pub(super) on_triangle: &'q mut dyn FnMut(u32, &Triangle) -> f64,
}

/// A box that waits: at most where the ray enters it, and what it contains.
type Entry = (f64, Child);

/// How many boxes wait in most searches: three a level of a tree of a million triangles.
const WAITING: usize = 64;

impl Kernel for RayCast<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(mut self, _: S) {
        let mut last = self.ray.last;
        let mut stack: SmallVec<[Entry; WAITING]> = smallvec![(0.0, Child::node(0))];
        while let Some((near, child)) = stack.pop() {
            if near > last {
                continue;
            }
            if child.is_leaf() {
                let t = self.leaf(child.index());
                if t < 0.0 {
                    return;
                }
                let steps = self.ray.steps(t);
                last = if steps < last { steps } else { last };
                continue;
            }
            let unpacked;
            let node = match self.tree.nodes().get(child.index() as usize) {
                Some(node) => node,
                None => {
                    unpacked = self.tree.node(child.index() as usize);
                    &unpacked
                }
            };
            push_nearest_last(node, self.entries(node, last), &mut stack);
        }
    }
}

impl RayCast<'_> {
    /// The least of what the callback says of the triangles of a leaf.
    #[inline(never)]
    fn leaf(&mut self, index: u32) -> f64 {
        let unpacked;
        let leaf: &Leaf = match self.tree.leaves().get(index as usize) {
            Some(leaf) => leaf,
            None => {
                unpacked = self.tree.leaf(index);
                &unpacked
            }
        };
        let mut least = f64::INFINITY;
        for slot in 0..leaf.used() {
            let t = (self.on_triangle)(leaf.ids[slot], &self.tree.triangle(leaf, slot));
            least = least.min(t);
            if least < 0.0 {
                break;
            }
        }
        least
    }

    /// At most where the ray enters each box of a node; infinite if it surely does not before `last`.
    #[inline(always)]
    fn entries(&self, node: &Node, last: f64) -> [f64; 4] {
        let (ray, origin) = (self.ray, self.tree.origin());
        let mut to = [[0.0; 4]; 3];
        let mut slack = [ray.size; 4];
        for k in 0..3 {
            let from = ray.from[k] - origin[k];
            for c in 0..4 {
                to[k][c] = from - f64::from(node.frame[k][3][c]);
                slack[c] += to[k][c].abs() + f64::from(node.half[k][c]);
            }
        }
        let (mut near, mut far) = ([0.0; 4], [last; 4]);
        for a in 0..3 {
            for c in 0..4 {
                let axis = [0, 1, 2].map(|k| f64::from(node.frame[k][a][c]));
                let at = axis[0] * to[0][c] + axis[1] * to[1][c] + axis[2] * to[2][c];
                let along =
                    axis[0] * ray.along[0] + axis[1] * ray.along[1] + axis[2] * ray.along[2];
                let reach = f64::from(node.half[a][c]) + PER_SIZE * slack[c] + f64::MIN_POSITIVE;
                let [low, high] = slab(at, along, reach);
                near[c] = if low > near[c] { low } else { near[c] };
                far[c] = if high < far[c] { high } else { far[c] };
            }
        }
        let mut entries = near;
        for c in 0..4 {
            entries[c] = if near[c] > far[c] { f64::INFINITY } else { near[c] };
        }
        entries
    }
}

/// Pushes the boxes that the ray may enter, the nearest last.
#[inline(always)]
fn push_nearest_last(node: &Node, entries: [f64; 4], stack: &mut SmallVec<[Entry; WAITING]>) {
    let first = stack.len();
    for c in 0..4 {
        if entries[c] == f64::INFINITY || node.child[c] == Child::EMPTY {
            continue;
        }
        let mut at = stack.len();
        stack.push((entries[c], node.child[c]));
        while at > first && stack[at - 1].0 < stack[at].0 {
            stack.swap(at - 1, at);
            at -= 1;
        }
    }
}
