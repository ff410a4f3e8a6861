//! The descent of one wide tree along a ray, near boxes first.
//!
//! The slab test of Kay and Kajiya, "Ray Tracing Complex Scenes" (SIGGRAPH 1986), in the frame of
//! each of a node's four boxes, in `f64`, lane by lane without fused operations: the same on
//! every instruction set.
//!
//! The slack is that of [`RayFrame`], for lengths that include the tree's origin: the start of
//! the ray is made relative to it first, which rounds by a share of both. Products that
//! underflow lose 2^-1075 each, and `f64::MIN_POSITIVE` is far more than a dozen of them; those
//! of a direction are multiplied with the parameter, which no size reaches by 2^800.
//!
//! Tried, and not faster by `benches/compare/rays`, but up to 8 % slower: all axes of all four
//! boxes in `f32` lanes, the ray begun at the bounding sphere of the mesh; sorting the four boxes
//! without branches; prefetching what waiting boxes contain. A ray visits about ten nodes here
//! and there in memory, and mostly waits for them.

use obbtree_predicates::Triangle;
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Child, Node, Tree};
use smallvec::{SmallVec, smallvec};

use crate::boxes::frame::norm_1;
use crate::one_tree::ray_frame::{PER_SIZE, RayFrame, slab};

/// Shows the triangles that a ray may meet, and learns how far it still matters.
pub(crate) struct RayCast<'q> {
    pub(crate) tree: &'q Tree,
    pub(crate) ray: &'q RayFrame,
    /// Gives the largest parameter that matters from then on; a negative one ends the search.
    pub(crate) on_triangle: &'q mut dyn FnMut(u32, &Triangle) -> f64,
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
        let size = self.ray.size + norm_1(self.tree.origin());
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
            let node = &self.tree.nodes()[child.index() as usize];
            push_nearest_last(node, self.entries(node, size, last), &mut stack);
        }
    }
}

impl RayCast<'_> {
    /// The least of what the callback says of the triangles of a leaf.
    #[inline(never)]
    fn leaf(&mut self, index: u32) -> f64 {
        let leaf = &self.tree.leaves()[index as usize];
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

    /// At most where the ray enters each box of a node; infinite if it surely does not before
    /// `last`. `size` is that of the ray and of the tree's origin.
    #[inline(always)]
    fn entries(&self, node: &Node, size: f64, last: f64) -> [f64; 4] {
        let (ray, origin) = (self.ray, self.tree.origin());
        let mut to = [[0.0; 4]; 3];
        let mut slack = [size; 4];
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

#[cfg(test)]
mod tests {
    use obbtree_predicates::{Pose, Ray, RayInMesh};
    use obbtree_simd::SimdLevel;
    use obbtree_tree::wide::{Leaf, TreeParts};

    use super::*;

    /// `from - origin` rounds by half an ulp of the origin, here 2^-13: more than a box near
    /// the mesh's own origin is wide. The slack knew of the lengths of the ray and of the box
    /// only.
    #[test]
    fn a_box_far_from_the_origin_of_its_tree_is_entered() {
        let far = 2.0_f64.powi(40);
        let half = 1.2 * 2.0_f32.powi(-14);
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[half; 4]; 3], child: [Child::EMPTY; 4] };
        for k in 0..3 {
            node.frame[k][k] = [1.0; 4];
        }
        node.frame[0][3] = [-far as f32; 4];
        node.child[0] = Child::leaf(0);
        let corner = [half, 0.0, 0.0].map(f64::from);
        let tree = Tree::from_parts_unchecked(TreeParts {
            nodes: vec![node],
            leaves: vec![Leaf::of(&[0], |_| [corner; 3])],
            origin: [far, 0.0, 0.0],
            ..TreeParts::default()
        });
        let mut seen = 0;
        for x in [1.1, 1.15, -1.1, 0.3] {
            let ray = Ray::new([x * 2.0_f64.powi(-14), -1.0, 0.0], [0.0, 1.0, 0.0]).expect("a ray");
            let ray = RayFrame::new(&RayInMesh::new(&ray, &Pose::identity()));
            for level in SimdLevel::all_available() {
                let on_triangle = &mut |_: u32, _: &Triangle| {
                    seen += 1;
                    -1.0
                };
                level.dispatch(RayCast { tree: &tree, ray: &ray, on_triangle });
            }
        }
        assert_eq!(seen, 4 * SimdLevel::all_available().len());
    }
}
